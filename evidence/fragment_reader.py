"""Reads the text that a browser searches from a page's snapshot (`PageText.marked_html`)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from evidence.fragment_boxes import ROOT, TELLING, Attributes, Box, Style, is_field, plain, styled
from evidence.fragment_fold import SEPARATOR
from evidence.fragment_text import SearchedText, SearchedWriter
from evidence.page_frames import Frame, State
from evidence.page_looks import declared_of
from evidence.page_sheets import Sheets
from evidence.page_tags import EATS_NEWLINE, VOID

_TOKEN: Final = re.compile(
    r"<!--u:(?P<mark>\d+)-->(?P<marked>[^<]*)(?P<shut></[^>]*>)?|<!--.*?-->|<![^>]*>"
    r"|<(?P<close>/?)(?P<tag>[A-Za-z][^\s>]*)(?P<attributes>(?:[^\">]|\"[^\"]*\")*)>|(?P<text>[^<]+)",
    re.DOTALL,
)
_ATTRIBUTE: Final = re.compile(r"([^\s=]+)(?:=\"([^\"]*)\")?")
_SHEET: Final = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_FOREIGN_SHEET: Final = re.compile(r"<link [^>]*stylesheet")
_RAISED: Final = frozenset({"sup", "sub", "rt", "rtc"})
"""What stands in them is beside the text, and so is no surprise."""
_READINGS: Final = frozenset({"rt", "rtc"})
_FIELDS: Final = frozenset({"input", "textarea"})
_NOTED: Final = _READINGS | _FIELDS | {"select"}
"""Elements of which something is noted where they begin or end."""
_LABELLED: Final = frozenset({"submit", "reset", "button"})
_STATE: Final = State()
_NOTHING: Final[Attributes] = {}


@dataclass(slots=True, eq=False)
class _Open:
    """An open element; `before` is what the writer knew where its box began, `deaf` whether its content is left out.

    `begun`: where it began, if it is a field that one can write in. `inner`: the elements in it of which only the tag
    tells anything, by their tags: the next one of the same tag is the same again.
    """

    style: Style
    before: tuple[int, bool, bool] | None = None
    raised: bool = False
    joint: bool = False
    deaf: bool = False
    begun: int | None = None
    inner: dict[str, _Open] = field(default_factory=dict)


_DEAF: Final = _Open(ROOT, deaf=True)


def read_snapshot(stored: str, marked_html: str) -> SearchedText:
    """The searched text of the page with the `stored` text and this snapshot."""
    reader = _Reader(stored, marked_html)
    reader.run(marked_html)
    return reader.writer.finished()


class _Reader:
    """One pass over a snapshot's markup, which is well-formed: every element is closed."""

    def __init__(self, stored: str, marked_html: str) -> None:
        self.writer = SearchedWriter(stored)
        self._sheets = Sheets(sheet.replace("<\\/", "</") for sheet in _SHEET.findall(marked_html))
        self._has_sheets = bool(self._sheets)
        self._styled_elsewhere = "@import" in marked_html or bool(_FOREIGN_SHEET.search(marked_html))
        self._open: list[_Open] = [_Open(ROOT)]
        self._frames: list[Frame] = []

    def run(self, html: str) -> None:
        """Read it all."""
        eats = False
        for found in _TOKEN.finditer(_SHEET.sub("<style></style>", html).replace(SEPARATOR, "\ufffd")):
            mark, marked, shut, close, tag, attributes, text = found.groups()
            if tag is None:
                raw = text if mark is None else marked
                if raw:
                    self._text(raw[1:] if eats and raw[0] == "\n" else raw, int(mark) if mark else None)
                eats = False
                if shut:
                    self._leave()
            elif close:
                self._leave()
            else:
                self._enter(tag, _attributes(attributes) if attributes else _NOTHING)
                eats = tag in EATS_NEWLINE

    def _text(self, escaped: str, mark: int | None) -> None:
        here = self._open[-1]
        if here.deaf:
            return
        raw = _unescaped(escaped)
        style = here.style
        if style.shown:
            self.writer.node(raw, mark, style.flow, known=here.raised, dim=style.dim)
        elif raw.strip():
            self.writer.out.seams.append(self.writer.length)

    def _enter(self, tag: str, attributes: Attributes) -> None:
        parent = self._open[-1]
        if parent.deaf:
            if tag not in VOID:
                self._open.append(_DEAF)
            return
        frame = self._framed(tag, attributes) if self._has_sheets else None
        known = None if attributes else parent.inner.get(tag)
        if known is not None:
            if known.style.box is Box.BLOCK:
                self.writer.edge()
            self._open.append(known)
            return
        by_tag = not attributes and not (frame and self._sheets.knows(tag))
        style = plain(tag, parent.style) if by_tag else self._styled(tag, attributes, frame, parent.style)
        if style.box is Box.GONE:
            if frame is not None:
                self._unframe()
            if tag not in VOID:
                self._open.append(_DEAF)
            return
        if "inert" in attributes or (tag == "select" and style.opaque):
            self.writer.out.barriers.append(self.writer.length)
        here = self._begun(tag, attributes, style, raised=parent.raised or tag in _RAISED)
        if tag in VOID:
            self._void(tag, attributes, style)
            self._ended(here)
            return
        self._open.append(here)
        if by_tag and style.box in (Box.LINE, Box.BLOCK) and tag not in _NOTED:
            parent.inner[tag] = here

    def _void(self, tag: str, attributes: Attributes, style: Style) -> None:
        """What an element without content shows."""
        if tag == "br":
            if style.shown:
                self.writer.line_break()
        elif tag == "input":
            kind = (attributes.get("type") or "text").lower()
            value = attributes.get("value")
            if value and (is_field(tag, attributes) or kind in _LABELLED):
                self.writer.node(value, None, style.flow)
            elif kind in _LABELLED:
                self.writer.out.barriers.append(self.writer.length)

    def _begun(self, tag: str, attributes: Attributes, style: Style, *, raised: bool) -> _Open:
        writer, box = self.writer, style.box
        before = None
        joint = box is Box.LINE and (tag in _READINGS or (self._styled_elsewhere and "class" in attributes))
        if joint:
            writer.out.joints.append(writer.length)
        if box is Box.BLOCK:
            writer.edge()
        elif box is Box.SKIPPED:
            writer.out.seams.append(writer.length)
        elif box is not Box.LINE:
            before = writer.enter()
        begun = writer.length if tag in _FIELDS and is_field(tag, attributes) else None
        return _Open(style, before, raised, joint, style.opaque, begun)

    def _ended(self, here: _Open) -> None:
        writer = self.writer
        if here.joint:
            writer.out.joints.append(writer.length)
        if here.style.box is Box.BLOCK:
            writer.edge()
        elif here.before is not None:
            writer.leave(here.before, in_line=here.style.box is Box.ISLAND)
        if here.begun is not None:
            writer.out.fields.append((here.begun, writer.length))
        if self._has_sheets:
            self._unframe()

    def _leave(self) -> None:
        here = self._open.pop()
        if here is not _DEAF:
            self._ended(here)

    def _styled(self, tag: str, attributes: Attributes, frame: Frame | None, parent: Style) -> Style:
        """The element's style; `frame`: what selectors judge it by where there are style sheets."""
        if frame is not None:
            declared = declared_of(frame, self._frames, self._sheets)
        elif "style" in attributes:
            lone = Frame(tag, attributes, _STATE, "", 0, 1)
            declared = declared_of(lone, [lone], self._sheets)
        else:
            declared = {}
        if not declared and not parent.lays_out and TELLING.isdisjoint(attributes):
            return plain(tag, parent)
        return styled(tag, attributes, declared, parent)

    def _framed(self, tag: str, attributes: Attributes) -> Frame:
        """The element as selectors judge it, among those that are open."""
        above = self._frames[-1] if self._frames else None
        frame = Frame(tag, attributes, _STATE, "", 0, above.children + 1 if above else 1)
        if above is not None:
            above.children += 1
            frame.elder, above.youngest = above.youngest, frame
            if frame.elder is not None:
                frame.elder.elder = None
        self._frames.append(frame)
        if attributes:
            self._sheets.enter(frame)
        return frame

    def _unframe(self) -> None:
        frame = self._frames.pop()
        if frame.attributes:
            self._sheets.leave(frame)


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") if "&" in text else text


@lru_cache(maxsize=4_096)
def _attributes(written: str) -> Attributes:
    """The attributes of a start tag."""
    return {
        name.lower(): value.replace("&quot;", '"').replace("&amp;", "&") for name, value in _ATTRIBUTE.findall(written)
    }
