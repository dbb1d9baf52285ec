"""The text that a browser searches on a page, and the way between it and the stored text."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from evidence.fragment_boxes import Flow
from evidence.fragment_fold import SEPARATOR
from evidence.ranges import Range

_FOLDED_WHITE: Final = " \t\n\r\f"
_WHITE: Final = re.compile(f"[{_FOLDED_WHITE}]+")
_AROUND_BREAK: Final = re.compile(r"[ \t]*\n[ \t]*")
_INLINE_WHITE: Final = re.compile(r"[ \t]+")
_LINE_END: Final = re.compile(r"[\t\r\n\v\f\x85\u2028\u2029]")
_UNWRITTEN: Final = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\U000e0000-\U000e007f]")
"""Characters that the stored text leaves out."""


@dataclass(slots=True)
class SearchedText:
    """A page's text as it is searched; `SEPARATOR` stands between its runs. Positions count its code points.

    `blocks`: where runs start; `nodes`: where text nodes start. `seams`: places in a run where something stands that is
    none of its text (a picture, hidden words): browsers differ on terms that go over them; `joints`: places where only
    a style sheet from elsewhere can tell whether the run goes on. `barriers`: places with words that no search finds;
    `fields`: ranges that can be written in; `extras`: ranges of words that the stored text lacks; `dims`: ranges of
    words that nobody sees when they are selected.
    """

    text: str = ""
    blocks: array[int] = field(default_factory=lambda: array("I", [0]))
    nodes: array[int] = field(default_factory=lambda: array("I"))
    seams: list[int] = field(default_factory=list)
    joints: list[int] = field(default_factory=list)
    barriers: list[int] = field(default_factory=list)
    fields: list[tuple[int, int]] = field(default_factory=list)
    extras: list[tuple[int, int]] = field(default_factory=list)
    dims: list[tuple[int, int]] = field(default_factory=list)
    _here: array[int] = field(default_factory=lambda: array("I"))
    _there: array[int] = field(default_factory=lambda: array("I"))
    _lengths: array[int] = field(default_factory=lambda: array("I"))

    def tie(self, here: int, there: int, length: int) -> None:
        """Note that ``text[here:here + length]`` is the stored text from `there` on; to be called in document order."""
        self._here.append(here)
        self._there.append(there)
        self._lengths.append(length)

    def position(self, offset: int) -> int | None:
        """Where the character at `offset` of the stored text is; None where no search finds it."""
        at = bisect_right(self._there, offset) - 1
        if at < 0 or offset >= self._there[at] + self._lengths[at]:
            return None
        return self._here[at] + offset - self._there[at]

    def holds_all(self, stored: str, start: int, end: int) -> bool:
        """Whether every letter and digit of ``stored[start:end]`` is searched."""
        at = bisect_right(self._there, start) - 1
        done = start
        while done < end and at < len(self._there):
            if at >= 0:
                if any(map(str.isalnum, stored[done : min(end, self._there[at])])):
                    return False
                done = max(done, self._there[at] + self._lengths[at])
            at += 1
        return done >= end or not any(map(str.isalnum, stored[done:end]))

    def stored(self, start: int, end: int) -> tuple[int, int] | None:
        """The range of the stored text that ``text[start:end]`` shows; None where it shows none of it."""
        first = bisect_right(self._here, start) - 1
        if first < 0 or start >= self._here[first] + self._lengths[first]:
            first += 1
        last = bisect_left(self._here, end) - 1
        if last < first or first >= len(self._here):
            return None
        begins = max(start, self._here[first]) - self._here[first] + self._there[first]
        return begins, self._there[last] + min(end - self._here[last], self._lengths[last])

    def block(self, position: int) -> tuple[int, int]:
        """The run that holds `position`, half-open."""
        at = bisect_right(self.blocks, position)
        return self.blocks[at - 1], self.blocks[at] - 1 if at < len(self.blocks) else len(self.text)

    def node(self, position: int) -> tuple[int, int]:
        """The text node that holds `position`, half-open, cut at the end of its run."""
        at = bisect_right(self.nodes, position)
        end = self.nodes[at] if at < len(self.nodes) else len(self.text)
        return self.nodes[at - 1] if at else 0, min(end, self.block(position)[1])


def by_lines(stored: str, hidden: Sequence[Range]) -> SearchedText:
    """The searched text of a page of which only the stored text is at hand: its lines and cells are taken as blocks.

    `hidden`: ranges that are shown on demand only.
    """
    searched = SearchedText(_LINE_END.sub(SEPARATOR, stored))
    searched.blocks.extend(found.end() for found in re.finditer(SEPARATOR, searched.text))
    searched.nodes.extend(searched.blocks)
    searched.dims = [(part.start, part.end) for part in hidden]
    if stored:
        searched.tie(0, 0, len(stored))
    return searched


class SearchedWriter:
    """Collects the searched text, folding white space as a browser does."""

    def __init__(self, stored: str) -> None:
        self.out = SearchedText()
        self._stored = stored
        self._pieces: list[str] = []
        self.length = 0
        self._edge = False
        """Whether a run begins with the next text."""
        self._blank = True
        """Whether white space that comes next is folded away."""

    def finished(self) -> SearchedText:
        """The whole."""
        self.out.text = "".join(self._pieces)
        return self.out

    def edge(self) -> None:
        """A block begins or ends."""
        self._edge = self._blank = True

    def enter(self) -> tuple[int, bool, bool]:
        """A box begins whose text, if any, is a run of its own."""
        known = (self.length, self._edge, self._blank)
        self.edge()
        return known

    def leave(self, known: tuple[int, bool, bool], *, in_line: bool) -> None:
        """The box that `enter` began ends; `in_line`: white space on its two sides does not meet."""
        length, self._edge, self._blank = known
        if self.length > length:
            self.edge()
        else:
            self._blank = self._blank and not in_line
            self.out.seams.append(self.length)

    def line_break(self) -> None:
        """A ``<br>``."""
        self._put("\n")
        self._blank = True

    def node(self, raw: str, mark: int | None, flow: Flow, *, known: bool = False, dim: bool = False) -> None:
        """A text node; `mark` is where its visible text starts in the stored text.

        `known`: its lack there is no surprise; `dim`: nobody sees it when it is selected.
        """
        if flow is not Flow.FOLDED:
            shown = self._kept(raw, flow)
        elif self._blank and raw[:1] in _FOLDED_WHITE and not raw.strip(_FOLDED_WHITE):
            return
        else:
            shown = self._folded(raw)
        if not shown:
            return
        start = self._put(shown)
        self.out.nodes.append(start)
        core = shown.strip()
        if not core:
            return
        if shown[0] != core[0]:
            start += len(shown) - len(shown.lstrip())
        if dim:
            self.out.dims.append((start, start + len(core)))
        if mark is None:
            if not known:
                self.out.extras.append((start, start + len(core)))
        elif self._stored.startswith(core, mark):
            self.out.tie(start, mark, len(core))
        else:
            self._align(core, start, mark)

    def _folded(self, raw: str) -> str:
        """The text with white space folded, also with what stands before it."""
        shown = raw if raw.isprintable() and "  " not in raw else _WHITE.sub(" ", raw)
        if self._blank and shown[0] == " ":
            shown = shown[1:]
        self._blank = shown[-1] == " "
        return shown

    def _kept(self, raw: str, flow: Flow) -> str:
        """The text with its line breaks."""
        if flow is Flow.LINES:
            raw = _INLINE_WHITE.sub(" ", _AROUND_BREAK.sub("\n", raw))
            raw = raw[1:] if self._blank and raw[0] == " " else raw
            self._blank = raw[-1:] in (" ", "\n") if raw else self._blank
        else:
            self._blank = raw[-1] == "\n"
        return raw

    def _put(self, piece: str) -> int:
        """Write; the position where it begins."""
        if (self._edge or piece == "\n") and self._pieces and self._pieces[-1].endswith(" "):
            self._pieces[-1] = self._pieces[-1][:-1]
            self.length -= 1
        if self._edge and self.length:
            self._pieces.append(SEPARATOR)
            self.length += 1
            self.out.blocks.append(self.length)
        self._edge = False
        start = self.length
        self._pieces.append(piece)
        self.length += len(piece)
        return start

    def _align(self, core: str, start: int, mark: int) -> None:
        """Tie a node whose stored text differs: white space folded otherwise, signs left out, digits raised."""
        at, offset, since = 0, mark, 0
        stored = self._stored
        while at < len(core) and offset < len(stored):
            mine, its = core[at], stored[offset]
            if mine == its or (mine.isspace() and its.isspace()):
                step = (1, 1)
            elif mine.isspace() or _UNWRITTEN.match(mine):
                step = (1, 0)
            else:
                step = (0, 1) if its.isspace() else (1, 1)
            if step != (1, 1):
                self._tie(start + since, mark, at - since)
                since, mark = at + step[0], offset + step[1]
            at, offset = at + step[0], offset + step[1]
        self._tie(start + since, mark, at - since)

    def _tie(self, here: int, there: int, length: int) -> None:
        if length > 0:
            self.out.tie(here, there, length)
