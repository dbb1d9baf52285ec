"""One walk over a page's DOM that writes its visible text, its snapshot and the map between the two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from selectolax.lexbor import LexborNode

from evidence import page_markup as markup
from evidence import page_notes, page_regions
from evidence.page_frames import Anchor, Frame
from evidence.page_style import Showing, declarations, showing
from evidence.page_tags import (
    AS_PRE,
    BREAKS,
    CELLS,
    CONTROLS,
    DRAWN_TEXT,
    DROPPED,
    EATS_NEWLINE,
    FOREIGN,
    LINE,
    MATH_SCRIPTS,
    MUTED,
    NAME,
    NONE,
    PRE_VALUES,
    PREFORMATTED,
    RAW_TEXT,
    SIGNS,
    SPACE,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    TITLES,
    VOID,
)
from evidence.page_writer import COLLAPSED, CONTROL, FOLDED, HOME, LINKED, TextWriter

_NESTED_SCRIPTS: Final = 3
"""Deeper, nothing is a marker: looking at all the text below each level would take a hostile page for ever."""
_CONCEALED_MOST: Final = 200
_CONCEALED_CHARACTERS: Final = 2_000

Attributes = Mapping[str, str | None]


@dataclass(slots=True)
class Walk:
    """The walk over one document, and what it yields.

    `hiding` says what style sheets hide, by `mem_id`. `links` are (address, start, end), `notes` (text, offset,
    address), `concealed` (offset where it stood, text).
    """

    hiding: Mapping[int, Showing] = field(default_factory=dict)
    writer: TextWriter = field(default_factory=TextWriter)
    html: list[str] = field(default_factory=list)
    links: list[tuple[str, int, int]] = field(default_factory=list)
    notes: list[tuple[str, int, str | None]] = field(default_factory=list)
    concealed: list[tuple[int, str]] = field(default_factory=list)
    regions: page_regions.Regions = field(default_factory=page_regions.Regions)
    _frames: list[Frame] = field(default_factory=list)
    _muted: int = 0
    _hidden: int = 0
    _shut: int = 0
    _pre: int = 0
    _foreign: int = 0
    _concealing: int = 0
    _articles: int = 0
    _controls: int = 0
    _titles: int = 0
    _scripts: list[str] = field(default_factory=list)
    _anchors: list[Anchor] = field(default_factory=list)

    def run(self, root: LexborNode) -> None:
        """Walk `root` in document order, without recursion: pages nest thousands of elements deep."""
        nodes: list[LexborNode] = []
        node = root
        while True:
            if self._visit(node):
                child = node.first_child
                if child is not None:
                    nodes.append(node)
                    node = child
                    continue
                self._leave()
            following = node.next if nodes else None
            while following is None:
                if not nodes:
                    return
                node = nodes.pop()
                self._leave()
                following = node.next if nodes else None
            node = following

    def _visit(self, node: LexborNode) -> bool:
        """Write what begins here; True when an element was opened."""
        if node.is_text_node:
            self._text(node.text_content or "")
            return False
        if not node.is_element_node:
            return False
        tag = node.tag or ""
        gap = BREAKS.get(tag, NONE)
        if gap and (not self._muted or tag in DRAWN_TEXT):
            self.writer.pause(gap)
        if tag == "br" and not self._muted:
            self.writer.line_break()
        if tag in DROPPED:
            return False
        attributes = node.attributes
        if tag in VOID:
            self._void(tag, attributes)
            return False
        frame = self._open(tag, attributes)
        parent = self._frames[-1] if self._frames else None
        if not self._muted:
            self._arrange(node, tag, attributes, frame, parent)
        if parent is not None:
            parent.children += 1
        self._frames.append(frame)
        return True

    def _void(self, tag: str, attributes: Attributes) -> None:
        if (tag == "meta" and not markup.keeps_meta(attributes)) or (
            tag == "link" and not markup.keeps_link(attributes)
        ):
            return
        self.html.append(markup.open_tag(tag, attributes))

    def _open(self, tag: str, attributes: Attributes) -> Frame:
        written = "pre" if tag in AS_PRE else tag if NAME.fullmatch(tag) else "span"
        self.html.append(markup.open_tag(written, attributes))
        if tag == "head":
            self.html.append(markup.head_start())
        frame = Frame(tag, f"</{written}>")
        if tag in FOREIGN:
            frame.foreign = 1
        if tag in MUTED or (tag == "svg" and not self._muted):
            frame.muted = 1
        elif tag in DRAWN_TEXT and self._foreign and self._muted == 1:
            # Labels of a drawing are on the page; everything else inside <svg> is not text.
            frame.muted = -1
        self._foreign += frame.foreign
        self._muted += frame.muted
        return frame

    def _arrange(self, node: LexborNode, tag: str, attributes: Attributes, frame: Frame, parent: Frame | None) -> None:
        """Set what the element changes for the text inside it."""
        if attributes or self.hiding or tag in {"details", "dialog", "summary"}:
            self._show(node, tag, attributes, frame, parent)
        self._structure(node, tag, attributes, frame, parent)
        self._raise(node, tag, attributes, frame, parent)
        self._place(tag, attributes, frame)

    def _show(self, node: LexborNode, tag: str, attributes: Attributes, frame: Frame, parent: Frame | None) -> None:
        state = showing(tag, attributes)
        if self.hiding and state != "concealed" and "display:" not in (attributes.get("style") or "").replace(" ", ""):
            state = self.hiding.get(node.mem_id, state)
        if state == "concealed":
            frame.muted += 1
            frame.concealing = 1
            self._muted += 1
            self._concealing += 1
        frame.hidden = 1 if state == "collapsed" else 0
        if tag == "details" and "open" not in attributes:
            frame.shut = 1
        elif tag == "summary" and parent is not None and parent.shut == 1:
            frame.shut = -1
        frame.hidden += frame.shut
        self._hidden += frame.hidden
        self._shut += frame.shut

    def _structure(
        self, node: LexborNode, tag: str, attributes: Attributes, frame: Frame, parent: Frame | None
    ) -> None:
        if tag in CELLS:
            self.writer.open_cell(first=parent is None or parent.children == 0)
            frame.cell = True
        elif tag == "a":
            before = node.prev
            if before is not None and before.tag == "a":
                self.writer.pause(SPACE)
            href = attributes.get("href")
            if href is not None:
                mark = LINKED | HOME if href.strip() in {"/", "./", "../"} else LINKED
                self._anchors.append(Anchor(href, node, len(self.writer.starts), mark))
                frame.anchor = True
        style = attributes.get("style") if attributes else None
        kept = style and "white-space" in style and declarations(style).get("white-space", "").startswith(PRE_VALUES)
        if kept or tag in PREFORMATTED:
            frame.pre = 1
            self._pre += 1

    def _raise(self, node: LexborNode, tag: str, attributes: Attributes, frame: Frame, parent: Frame | None) -> None:
        script = tag if tag in {"sup", "sub"} else ""
        if parent is not None and parent.tag in MATH_SCRIPTS:
            places = MATH_SCRIPTS[parent.tag]
            script = places[min(parent.children, len(places) - 1)]
        elif parent is not None and parent.tag == "mfrac" and parent.children == 1:
            self.writer.insert("/")
        style = attributes.get("style") if attributes else None
        if not script and style and "vertical-align" in style:
            script = {"super": "sup", "sub": "sub"}.get(declarations(style).get("vertical-align", ""), "")
        if not script:
            return
        link = self._anchors[-1].link() if self._anchors else None
        if not self._foreign and len(self._scripts) < _NESTED_SCRIPTS and page_notes.is_marker(node, attributes, link):
            self.notes.append((node.text(deep=True).strip(), self.writer.length, page_notes.target(node, link)))
            frame.muted += 1
            self._muted += 1
            return
        self._scripts.append(script)
        frame.script = True

    def _place(self, tag: str, attributes: Attributes, frame: Frame) -> None:
        kind = page_regions.kind_of(tag, attributes)
        if kind != "block":
            frame.articles = 1
            self._articles += 1
        side = page_regions.side_of(tag, attributes, in_article=self._articles > 0)
        if side or kind != "block" or BREAKS.get(tag, NONE) >= LINE or tag in CELLS:
            look = hash((tag, attributes.get("class"))) if attributes else hash(tag)
            self.regions.open(tag, kind, side, look, len(self.writer.starts))
            frame.region = True
        if tag in TITLES:
            frame.titles = 1
            self._titles += 1
        elif not self._titles and (
            tag in CONTROLS or (tag == "a" and attributes.keys().isdisjoint(("href", "name", "id")))
        ):
            frame.control = 1
            self._controls += 1

    def _leave(self) -> None:
        frame = self._frames.pop()
        self.html.append(frame.close)
        run = len(self.writer.starts)
        if frame.region:
            self.regions.close(run)
        if frame.anchor:
            anchor = self._anchors.pop()
            if run > anchor.first:
                self.links.append((anchor.href, self.writer.starts[anchor.first], self.writer.ends[-1]))
        if frame.script:
            self._scripts.pop()
        self._muted -= frame.muted
        self._hidden -= frame.hidden
        self._shut -= frame.shut
        self._pre -= frame.pre
        self._foreign -= frame.foreign
        self._concealing -= frame.concealing
        self._articles -= frame.articles
        self._controls -= frame.control
        self._titles -= frame.titles
        if self._muted and frame.tag not in DRAWN_TEXT:
            return
        gap = BREAKS.get(frame.tag, NONE)
        if gap:
            self.writer.pause(gap)
        if frame.cell:
            self.writer.close_cell()

    def _text(self, raw: str) -> None:
        tag = self._frames[-1].tag if self._frames else ""
        start = None if self._muted else self._contribute(raw)
        if start is not None:
            self.html.append(f"<!--u:{start}-->")
        elif tag in EATS_NEWLINE and raw.startswith("\n"):
            self.html.append("\n")
        if self._concealing and len(self.concealed) < _CONCEALED_MOST and raw.strip():
            self.concealed.append((self.writer.length, raw.strip()[:_CONCEALED_CHARACTERS]))
        self.html.append(markup.raw_text(raw) if tag in RAW_TEXT and not self._foreign else markup.escape(raw))

    def _contribute(self, raw: str) -> int | None:
        mark = self._anchors[-1].mark if self._anchors else 0
        if self._controls:
            mark |= CONTROL
        if self._hidden:
            mark |= COLLAPSED | (FOLDED if self._hidden == self._shut else 0)
        if self._scripts and (any(map(str.isdigit, raw)) or raw.strip() in SIGNS):
            raw = raw.translate(SUPERSCRIPTS if self._scripts[-1] == "sup" else SUBSCRIPTS)
        return self.writer.keep(raw, mark) if self._pre else self.writer.flow(raw, mark)
