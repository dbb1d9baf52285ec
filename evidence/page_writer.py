"""The text under construction: pieces with the gaps between them, and where each run of visible characters lies."""

from __future__ import annotations

import re
from typing import Final

from evidence.page_tags import GAPS, LINE, NONE, PARAGRAPH, SPACE, TAB

LINKED, COLLAPSED, FOLDED, CONTROL, FRESH, HOME = 1, 2, 4, 8, 16, 32
MARKS: Final = 64
"""Marks of a run: text of a link; text shown on demand only; the same, and only because a ``<details>`` is closed; text
of a button or a choice; first of a line (or cell); text of a link to the site's first page."""

_BEFORE: Final = 12
_SMALL_DIGITS: Final = ("⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉")
_WHITE: Final = re.compile(r"[ \t\n\f\r\x85]+")
_CONTROLS: Final = "[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]"
_TAGS: Final = "[\U000e0000-\U000e007f]"
_SELECTORS: Final = "[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"
"""One may say how the character before it looks; several in a row are a hiding place for bytes."""
_NO_WIDTH: Final = "[\u180e\u200b-\u200f\u2060-\u2064\ufeff]{6,}"
"""One or two join or part letters; so many in a row spell something."""
_FLAG: Final = "\U0001f3f4[\U000e0030-\U000e007a]{3,6}\U000e007f"
_UNSEEN: Final = re.compile(
    f"(?P<flag>{_FLAG})|{_CONTROLS}+|(?P<tags>{_TAGS}+)|(?P<bytes>{_SELECTORS})|(?P<none>{_NO_WIDTH})"
)


class TextWriter:
    """Collects text. Offsets are code points of the whole text; run i is ``[starts[i], ends[i])`` with ``marks[i]``."""

    __slots__ = (
        "_cell_is_empty",
        "_closed",
        "_fresh",
        "_gap",
        "_pieces",
        "_seam",
        "ends",
        "length",
        "marks",
        "smuggled",
        "starts",
    )

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._gap = NONE
        self._cell_is_empty = False
        self._fresh = 0
        self._closed = self._seam = False
        self.length = 0
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.marks: list[int] = []
        self.smuggled: list[tuple[int, str]] = []
        """Invisible characters that were left out: the offset where they stood, and what they spell."""

    def text(self) -> str:
        """The whole text so far."""
        return "".join(self._pieces)

    def pause(self, strength: int) -> None:
        """Ask for at least this gap before the next characters; a cell begins and ends without one of its own."""
        if strength > self._gap and not self._cell_is_empty:
            self._gap = strength

    def line_break(self) -> None:
        """A ``<br>``: the second in a row makes an empty line."""
        self.pause(PARAGRAPH if self._gap >= LINE else LINE)

    def close_element(self) -> None:
        """An element of the line ends."""
        self._closed = True

    def open_element(self) -> None:
        """An element of the line begins: the number in it is none of the element that just ended."""
        self._seam = self._seam or self._closed

    @property
    def before(self) -> str:
        """The last characters of the line so far, empty at its start."""
        return self._pieces[-1][-_BEFORE:].rpartition("\n")[2] if self._pieces and self._gap < TAB else ""

    def open_cell(self, *, first: bool) -> None:
        """A cell of a row begins."""
        self._gap = max(self._gap, LINE) if first else TAB
        self._cell_is_empty = True

    def close_cell(self) -> None:
        """A cell ends: whatever gap its content asked for, a tab parts it from the next."""
        self._gap = TAB if self._gap < LINE or not self._cell_is_empty else self._gap
        self._cell_is_empty = False

    def insert(self, sign: str) -> None:
        """Write a sign that stands for structure (the bar of a fraction), if any."""
        if not sign:
            return
        self._flush(sign)
        self._pieces.append(sign)
        self.length += len(sign)

    def flow(self, raw: str, mark: int) -> int | None:
        """Write a text node whose white space collapses. The offset of its first visible character, or None."""
        printable = raw.isprintable()
        text = raw if printable and "  " not in raw else _WHITE.sub(" ", raw)
        core = text.strip(" ")
        if not core or core.isspace():
            if text:
                self.pause(SPACE)
            return None
        if not (printable and raw.isascii()) and _UNSEEN.search(core):
            core = self._cleaned(core).strip(" ")
            if not core.strip():
                return None
        if text[0] == " ":
            self.pause(SPACE)
        self._flush(core)
        start = self._run(core, mark, len(core) - len(core.lstrip()))
        if text[-1] == " ":
            self._gap = SPACE
        return start

    def keep(self, raw: str, mark: int) -> int | None:
        """Write a text node of preformatted text as it is."""
        text = raw.replace("\r\n", "\n").replace("\r", "\n")
        if _UNSEEN.search(text):
            text = self._cleaned(text)
        if not text:
            return None
        self._flush("")
        lead = len(text) - len(text.lstrip())
        if lead == len(text):
            self._pieces.append(text)
            self.length += len(text)
            return None
        return self._run(text, mark, lead)

    def _run(self, text: str, mark: int, lead: int) -> int:
        start = self.length + lead
        self._pieces.append(text)
        self.length += len(text)
        self.starts.append(start)
        self.ends.append(self.length)
        self.marks.append(mark | self._fresh)
        self._fresh = 0
        return start

    def _flush(self, following: str) -> None:
        """Write the gap before the `following` text."""
        gap, self._gap, self._cell_is_empty = self._gap, NONE, False
        if self._seam and gap == NONE and self.length and _would_join(self._pieces[-1][-1], following[:1]):
            gap = SPACE
        self._closed = self._seam = False
        if gap >= TAB:
            self._fresh = FRESH
        if gap == NONE or not self.length:
            return
        written = GAPS[gap]
        last = self._pieces[-1][-1]
        if gap >= LINE:
            written = "\n" if last == "\n" and gap == PARAGRAPH else "" if last == "\n" else written
        elif last.isspace() and (gap == SPACE or last == "\t"):
            written = ""
        if written:
            self._pieces.append(written)
            self.length += len(written)

    def _cleaned(self, text: str) -> str:
        """The text without characters that nobody sees; what they spell is kept apart."""

        def unseen(found: re.Match[str]) -> str:
            spelt = _spelt(found)
            if spelt:
                self.smuggled.append((self.length, spelt))
            return found["flag"] or ""

        return _UNSEEN.sub(unseen, text)


def _spelt(found: re.Match[str]) -> str:
    """What characters without a look spell, as far as they are used to."""
    if found["tags"]:
        return "".join(chr(ord(sign) - 0xE0000) for sign in found["tags"] if "\U000e0020" <= sign <= "\U000e007e")
    if found["bytes"]:
        numbers = (ord(sign) - (0xFE00 if sign < "\U000e0100" else 0xE0100 - 16) for sign in found["bytes"])
        return bytes(numbers).decode("utf-8", "replace")
    return f"({len(found['none'])} characters without width)" if found["none"] else ""


def _would_join(last: str, first: str) -> bool:
    """Whether two numbers would read as one."""
    if last.isdecimal() and first.isdecimal():
        return True
    return any(last in digits and first in digits and first for digits in _SMALL_DIGITS)
