"""One walk over a page's DOM that writes its visible text, its snapshot and the map between the two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from selectolax.lexbor import LexborNode

from evidence import page_asides, page_notes, page_regions
from evidence import page_markup as markup
from evidence.page_asides import AsideKind
from evidence.page_colours import Colour
from evidence.page_controls import CONTROLS, Control, control_of
from evidence.page_css import Declared
from evidence.page_frames import Anchor, Frame, Ink, State
from evidence.page_looks import declared_of, gap_of, settled, stands_apart, state_in, tells, unveiled
from evidence.page_math import closing_sign, opening_sign, script_of, scripted
from evidence.page_sheets import Sheets
from evidence.page_tags import DRAWN_TEXT, EATS_NEWLINE, LINE, RAW_TEXT, SPACE, Facts, facts
from evidence.page_writer import HOME, LINKED, TextWriter

_NESTED_SCRIPTS: Final = 3
"""Deeper, nothing is a marker: looking at all the text below each level would take a hostile page for ever."""
_ASIDE_MOST: Final = 1_000
_ASIDE_CHARACTERS: Final = 2_000
"""How many texts that are not part of the page's are kept, and how much of each."""
_LONG_ASIDE: Final = 20_000
"""Characters of one element's data that are kept, in pieces."""
QUOTING: Final = frozenset({"pre", "code", "samp", "kbd", "blockquote", "q", "listing", "xmp"})
_BUTTON: Final = frozenset({"href", "name", "id"})

Attributes = Mapping[str, str | None]


@dataclass(slots=True)
class Walk:
    """The walk over one document, and what it yields.

    `sheets`: what style sheets say; `signs`: the footnote signs that the page explains; `ground`: the page's colour;
    `unveils`: whether the outermost elements that conceal their text are taken to show it.
    `links` are (address, start, end), `notes` (text, offset, address), `concealed` (offset where it stood, text),
    `alts` (offset where the picture stood, text, address), `asides` (kind, offset where they stood, text), `quoted`
    (start, end) of code and quotations.
    """

    sheets: Sheets
    signs: frozenset[str] = frozenset()
    ground: Colour | str = "unknown"
    unveils: bool = False
    writer: TextWriter = field(default_factory=TextWriter)
    html: list[str] = field(default_factory=list)
    links: list[tuple[str, int, int]] = field(default_factory=list)
    notes: list[tuple[str, int, str | None]] = field(default_factory=list)
    concealed: list[tuple[int, str]] = field(default_factory=list)
    alts: list[tuple[int, str, str | None]] = field(default_factory=list)
    asides: list[tuple[AsideKind, int, str]] = field(default_factory=list)
    quoted: list[tuple[int, int]] = field(default_factory=list)
    controls: list[Control] = field(default_factory=list)
    regions: page_regions.Regions = field(default_factory=page_regions.Regions)
    _frames: list[Frame] = field(default_factory=list)
    _state: State = field(default_factory=State)
    _styled: bool = False

    def run(self, root: LexborNode) -> None:
        """Walk `root` in document order, without recursion: pages nest hundreds of elements deep."""
        self._state = State(ink=Ink(ground=self.ground))
        self._styled = bool(self.sheets)
        nodes: list[LexborNode] = []
        node = root
        while True:
            if node.is_text_node:
                self._text(node.text_content or "")
            elif node.is_comment_node:
                self._aside("comment", node.comment_content or "")
            elif node.is_element_node and self._element(node):
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

    def _element(self, node: LexborNode) -> bool:
        """Write what begins here; True when an element was opened."""
        fact = facts(node.tag or "")
        silent = self._state.muted or self._state.concealed
        if fact.gap and (not silent or fact.tag in DRAWN_TEXT):
            self.writer.pause(fact.gap)
        parent = self._frames[-1] if self._frames else None
        if parent is not None:
            parent.children += 1
            if fact.dropped or fact.void:
                parent.youngest = None  # what comes next follows this one, of which no more is known
        if fact.dropped:
            self._dropped(fact.tag, node)
            return False
        attributes = node.attributes
        if attributes:
            self._attributes(fact.tag, attributes)
        if fact.void:
            self._void(fact.tag, attributes)
            return False
        self.html.append(markup.open_tag(fact.written, attributes) if attributes else fact.start)
        if fact.tag == "head":
            self.html.append(markup.head_start())
        frame = Frame(fact.tag, attributes, self._state, fact.close, fact.gap, parent.children if parent else 1)
        self._frames.append(frame)
        if fact.tag in QUOTING:
            frame.quotes_from = len(self.writer.starts)
        if fact.mutes:
            self._state = _muted(self._state, fact)
        if self._styled:
            self._relate(frame, parent)
        if not self._state.muted:
            self._arrange(node, fact, frame, parent)
        return True

    def _aside(self, kind: AsideKind, text: str) -> None:
        if len(self.asides) < page_asides.ASIDES_MOST and page_asides.worth_keeping(text):
            self.asides.append((kind, self.writer.length, text.strip()[: page_asides.ASIDE_CHARACTERS]))

    def _dropped(self, tag: str, node: LexborNode) -> None:
        found = page_asides.of_dropped(tag, node)
        if found is not None:
            for at in range(0, min(len(found[1]), _LONG_ASIDE), page_asides.ASIDE_CHARACTERS):
                self._aside(found[0], found[1][at : at + page_asides.ASIDE_CHARACTERS])

    def _attributes(self, tag: str, attributes: Attributes) -> None:
        for kind, words in page_asides.of_attributes(tag, attributes):
            self._aside(kind, words)
        if tag in CONTROLS and len(self.controls) < _ASIDE_MOST:
            self.controls.append(control_of(tag, attributes, self.writer.length))

    def _void(self, tag: str, attributes: Attributes) -> None:
        if tag == "br" and not (self._state.muted or self._state.concealed):
            self.writer.line_break()
        if (tag == "meta" and not markup.keeps_meta(attributes)) or (
            tag == "link" and not markup.keeps_link(attributes)
        ):
            return
        alt = (attributes.get("alt") or "").strip() if tag in {"img", "input", "area"} else ""
        if alt and self._state.writes and len(self.alts) < _ASIDE_MOST:
            self.alts.append((self.writer.length, alt[:_ASIDE_CHARACTERS], attributes.get("src")))
        self.html.append(markup.open_tag(tag, attributes))

    def _relate(self, frame: Frame, parent: Frame | None) -> None:
        """Let selectors know the element's place."""
        if parent is not None:
            frame.elder, parent.youngest = parent.youngest, frame
            if frame.elder is not None:
                frame.elder.elder = None
        if frame.attributes:
            self.sheets.enter(frame)

    def _arrange(self, node: LexborNode, fact: Facts, frame: Frame, parent: Frame | None) -> None:
        """Set what the element changes for the text inside it."""
        self.writer.open_element()
        attributes = frame.attributes
        styled = attributes or (self._styled and self.sheets.knows(fact.tag))
        declared: Declared = declared_of(frame, self._frames, self.sheets) if styled else {}
        if declared or (parent is not None and parent.lays_out):
            frame.gap = gap_of(fact, declared, parent)
            self.writer.pause(frame.gap)
        if fact.cell:
            self.writer.open_cell(first=parent is None or parent.cells == 0)
            frame.is_cell = True
            if parent is not None:
                parent.cells += 1
        if declared or fact.special or (attributes and tells(attributes)):
            self._state = state_in(self._state, frame, parent, fact, declared)
        if self.unveils and self._state is not frame.outer:
            self._state = unveiled(self._state, frame.outer)
        if declared and frame.gap < SPACE and not fact.scripts and stands_apart(node, declared):
            # What nobody sees parts nothing.
            frame.gap = SPACE if settled(self._state).writes else frame.gap
            self.writer.pause(frame.gap)
        if fact.scripts or self._state.foreign or "vertical-align" in declared:
            self._raise(node, fact, frame, parent, declared)
        if fact.presses:
            self._link(node, fact, frame)
        if attributes or fact.region or frame.gap >= LINE:
            self._place(fact, frame)
        if self._state is not frame.outer:
            self._state = settled(self._state)

    def _raise(self, node: LexborNode, fact: Facts, frame: Frame, parent: Frame | None, declared: Declared) -> None:
        state = self._state
        if state.foreign and parent is not None:
            self.writer.insert(opening_sign(node, parent))
            frame.tail = closing_sign(node, parent)
        script = script_of(fact.tag, parent, declared)
        if not script:
            return
        if not state.foreign and state.scripts < _NESTED_SCRIPTS:
            link = state.anchor.link() if state.anchor else None
            sign = page_notes.sign_of(node)
            if page_notes.is_marker(node, sign, frame.attributes, link, self.signs, self.writer.before):
                self.notes.append((sign, self.writer.length, page_notes.target(node, link)))
                self._state = state._replace(muted="marker")
                return
        if not state.foreign and not self.writer.before:
            frame.gap = max(frame.gap, SPACE)  # the sign of a note, before its text
        self._state = state._replace(scripts=state.scripts + 1, script=script)

    def _link(self, node: LexborNode, fact: Facts, frame: Frame) -> None:
        """Note where links and buttons begin."""
        state, attributes = self._state, frame.attributes
        href = attributes.get("href") if fact.tag == "a" else None
        if href is not None:
            mark = LINKED | HOME if href.strip() in {"/", "./", "../"} else LINKED
            state = state._replace(anchor=Anchor(href, node, len(self.writer.starts), mark))
            before = node.prev
            if before is not None and before.tag == "a":
                self.writer.pause(SPACE)
        if fact.title:
            state = state._replace(title=True, control=False)
        elif not state.title and (fact.control or (fact.tag == "a" and attributes.keys().isdisjoint(_BUTTON))):
            state = state._replace(control=True)
        self._state = state

    def _place(self, fact: Facts, frame: Frame) -> None:
        """Note where regions begin."""
        attributes = frame.attributes
        kind = page_regions.kind_of(fact.tag, attributes)
        if kind != "block" and not self._state.in_article:
            self._state = self._state._replace(in_article=True)
        side = page_regions.side_of(fact.tag, attributes, in_article=self._state.in_article)
        if side or kind != "block" or fact.region or frame.gap >= LINE:
            look = hash((fact.tag, attributes.get("class"))) if attributes else hash(fact.tag)
            self.regions.open(fact.tag, kind, side, look, len(self.writer.starts))
            frame.is_region = True

    def _leave(self) -> None:
        frame = self._frames.pop()
        state, outer = self._state, frame.outer
        self._state = outer
        self.html.append(frame.close)
        if self._styled and frame.attributes:
            self.sheets.leave(frame)
        if frame.tail:
            self.writer.insert(frame.tail)
        if frame.is_region:
            self.regions.close(len(self.writer.starts))
        if 0 <= frame.quotes_from < len(self.writer.starts):
            self.quoted.append((self.writer.starts[frame.quotes_from], self.writer.ends[-1]))
        anchor = state.anchor
        if anchor is not outer.anchor and anchor is not None and len(self.writer.starts) > anchor.first:
            self.links.append((anchor.href, self.writer.starts[anchor.first], self.writer.ends[-1]))
        if (outer.muted or outer.concealed) and frame.tag not in DRAWN_TEXT:
            return
        self.writer.close_element()
        if frame.gap:
            self.writer.pause(frame.gap)
        if frame.is_cell:
            self.writer.close_cell()

    def _text(self, raw: str) -> None:
        state = self._state
        if state.writes:
            shown = scripted(raw, state.script) if state.script else raw
            start = (self.writer.keep if state.pre else self.writer.flow)(shown, state.mark)
            if start is not None:
                self.regions.own()
                self.html.append(f"<!--u:{start}-->{markup.escape(raw)}")
                return
        elif not state.muted and len(self.concealed) < _ASIDE_MOST and raw.strip():
            self.concealed.append((self.writer.length, raw.strip()[:_ASIDE_CHARACTERS]))
        tag = self._frames[-1].tag if self._frames else ""
        if tag in EATS_NEWLINE and raw.startswith("\n"):
            self.html.append("\n")
        self.html.append(markup.raw_text(raw) if tag in RAW_TEXT and not state.foreign else markup.escape(raw))


def _muted(state: State, fact: Facts) -> State:
    """The state inside of an element whose text is not the page's, or is drawn."""
    if fact.foreign:
        state = state._replace(foreign=True)
    if fact.muted:
        state = state._replace(muted="element")
    elif fact.tag == "svg" and not state.muted:
        state = state._replace(muted="drawing")
    elif fact.tag in DRAWN_TEXT and state.muted == "drawing":
        # Labels of a drawing are on the page; everything else inside <svg> is not text.
        state = state._replace(muted="")
    return settled(state)
