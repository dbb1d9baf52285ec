"""Reads the text that a browser searches from a page's snapshot (`PageText.marked_html`)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from evidence.fragment_boxes import ROOT, Attributes, Box, Style, is_field, plain, styled
from evidence.fragment_fold import SEPARATOR
from evidence.fragment_text import SearchedText, SearchedWriter
from evidence.page_frames import Frame, State
from evidence.page_looks import declared_of
from evidence.page_sheets import Sheets
from evidence.page_tags import EATS_NEWLINE, VOID

_TOKEN: Final = re.compile(
    r"<!--u:(?P<mark>\d+)-->(?P<marked>[^<]*)|<!--.*?-->|<![^>]*>"
    r"|<(?P<close>/?)(?P<tag>[A-Za-z][^\s>]*)(?P<attributes>(?:[^\">]|\"[^\"]*\")*)>|(?P<text>[^<]+)",
    re.DOTALL,
)
_ATTRIBUTE: Final = re.compile(r"([^\s=]+)(?:=\"([^\"]*)\")?")
_SHEET: Final = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_FOREIGN_SHEET: Final = re.compile(r"<link [^>]*stylesheet|@import")
_RAISED: Final = frozenset({"sup", "sub", "rt", "rtc"})
"""What stands in them is beside the text, and so is no surprise."""
_READINGS: Final = frozenset({"rt", "rtc"})
_FIELDS: Final = frozenset({"input", "textarea"})
_LABELLED: Final = frozenset({"submit", "reset", "button"})
_STATE: Final = State()
_NOTHING: Final[Attributes] = {}


class _Open(NamedTuple):
    """An open element; `before` is what the writer knew where its box began, `deaf` whether its content is left out.

    `field`: where a field that one can write in began.
    """

    style: Style
    before: tuple[int, bool, bool] | None = None
    frame: Frame | None = None
    raised: bool = False
    joint: bool = False
    deaf: bool = False
    field: int | None = None


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
        self._styled_elsewhere = bool(_FOREIGN_SHEET.search(marked_html))
        self._open: list[_Open] = [_Open(ROOT)]
        self._frames: list[Frame] = []

    def run(self, html: str) -> None:
        """Read it all."""
        eats = False
        for found in _TOKEN.finditer(_SHEET.sub("<style></style>", html).replace(SEPARATOR, "\ufffd")):
            mark, marked, close, tag, attributes, text = found.groups()
            if tag is None:
                raw = text if mark is None else marked
                if raw:
                    self._text(raw[1:] if eats and raw[0] == "\n" else raw, int(mark) if mark else None)
                eats = False
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
        style, frame = self._styled(tag, attributes, parent.style)
        if style.box is Box.GONE:
            self._unframe(frame)
            if tag not in VOID:
                self._open.append(_DEAF)
            return
        if (attributes and "inert" in attributes) or (tag == "select" and style.opaque):
            self.writer.out.barriers.append(self.writer.length)
        here = self._begun(tag, attributes, style, frame, raised=parent.raised or tag in _RAISED)
        if tag in VOID:
            self._void(tag, attributes, style)
            self._ended(here)
        else:
            self._open.append(here)

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

    def _begun(self, tag: str, attributes: Attributes, style: Style, frame: Frame | None, *, raised: bool) -> _Open:
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
        field = writer.length if tag in _FIELDS and is_field(tag, attributes) else None
        return _Open(style, before, frame, raised, joint, style.opaque, field)

    def _ended(self, here: _Open) -> None:
        writer = self.writer
        if here.joint:
            writer.out.joints.append(writer.length)
        if here.style.box is Box.BLOCK:
            writer.edge()
        elif here.before is not None:
            writer.leave(here.before, in_line=here.style.box is Box.ISLAND)
        if here.field is not None:
            writer.out.fields.append((here.field, writer.length))
        self._unframe(here.frame)

    def _leave(self) -> None:
        here = self._open.pop()
        if here is not _DEAF:
            self._ended(here)

    def _styled(self, tag: str, attributes: Attributes, parent: Style) -> tuple[Style, Frame | None]:
        """The element's style, and what selectors judge it by where there are style sheets."""
        if not self._has_sheets:
            if not attributes:
                return plain(tag, parent), None
            lone = Frame(tag, attributes, _STATE, "", 0, 1)
            return styled(tag, attributes, declared_of(lone, [lone], self._sheets), parent), None
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
        elif not self._sheets.knows(tag):
            return plain(tag, parent), frame
        return styled(tag, attributes, declared_of(frame, self._frames, self._sheets), parent), frame

    def _unframe(self, frame: Frame | None) -> None:
        if frame is not None:
            self._frames.pop()
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
