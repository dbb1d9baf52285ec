"""The lines of a page as its layout parts them, and how much prose and how many links each has."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from operator import mul, sub
from typing import Final, NamedTuple, Protocol

from evidence.page_regions import Region, Regions
from evidence.page_writer import COLLAPSED, CONTROL, FOLDED, FRESH, HOME, LINKED, MARKS, TextWriter
from evidence.prose import weight

_SENTENCE: Final = 60
"""The weight (`evidence.prose`) from which a line of few links reads as prose."""
_LINKED_MOST: Final = 0.4
"""The share of links up to which it does."""
_IS_AWAY: Final = [mark & (COLLAPSED | FOLDED) == COLLAPSED for mark in range(MARKS)]
_IS_PLAIN: Final = [not mark & (LINKED | CONTROL) and not _IS_AWAY[mark] for mark in range(MARKS)]
_IS_LINK: Final = [bool(mark & LINKED) and not _IS_AWAY[mark] for mark in range(MARKS)]
"""What each mark of a run says of it."""


class Extent(Protocol):
    """Anything that covers runs ``[first, last)``."""

    @property
    def first(self) -> int:
        """The first run."""

    @property
    def last(self) -> int:
        """The run after the last one."""


class Span(NamedTuple):
    """Runs ``[first, last)``."""

    first: int
    last: int


class Block(NamedTuple):
    """The runs ``[first, last)`` of one line; its text is ``[start, end)`` of the page's, `region` its innermost."""

    first: int
    last: int
    start: int
    end: int
    region: int


class Blocks:
    """A page as blocks, which hold every run, and sums over runs.

    `plain` is the weight of text in no link and no control (a button, a choice), `linked` that of links. Text that is
    shown on demand only has neither.
    """

    def __init__(self, writer: TextWriter, text: str, regions: Regions) -> None:
        self.regions: Sequence[Region] = regions.items
        self.owners = regions.owners
        self.marks = writer.marks
        self.runs = len(writer.starts)
        self._page = text
        starts, ends = writer.starts, writer.ends
        if text.isascii():
            weights = list(map(sub, ends, starts))
        else:
            weights = [weight(text[start:end]) for start, end in zip(starts, ends, strict=True)]
        self.away = bytes(map(_IS_AWAY.__getitem__, self.marks))
        """1 for each run that is kept back by more than a ``<details>``, which any reader can open."""
        self._plain: list[int] = [0, *accumulate(map(mul, weights, map(_IS_PLAIN.__getitem__, self.marks)))]
        self._linked: list[int] = [0, *accumulate(map(mul, weights, map(_IS_LINK.__getitem__, self.marks)))]
        self.firsts = [run for run, mark in enumerate(self.marks) if mark & FRESH or run == 0]
        self.items = [
            Block(first, last, starts[first], ends[last - 1], self.owners[first])
            for first, last in pairwise([*self.firsts, self.runs])
        ]
        self._reading = [0, *accumulate(map(self.reads, self.items))]

    def text(self, block: Block) -> str:
        """The words of a block."""
        return self._page[block.start : block.end]

    def plain(self, part: Extent) -> int:
        """The plain weight of a part of the page."""
        return self._plain[part.last] - self._plain[part.first]

    def linked(self, part: Extent) -> int:
        """The linked weight of a part of the page."""
        return self._linked[part.last] - self._linked[part.first]

    @property
    def total(self) -> int:
        """The plain weight of the whole page."""
        return self._plain[-1]

    def reads(self, block: Block) -> bool:
        """Whether a block is long enough for a sentence and mostly no link."""
        plain, linked = self.plain(block), self.linked(block)
        return plain >= _SENTENCE and linked <= _LINKED_MOST * (plain + linked)

    def controls(self) -> Iterator[int]:
        """The runs that are text of something to press."""
        return (run for run, mark in enumerate(self.marks) if mark & CONTROL)

    def leads_home(self, block: Block) -> bool:
        """Whether a block is a link to the site's first page."""
        return bool(self.marks[block.first] & HOME)

    def index(self, run: int) -> int:
        """The first block that begins at a run or after it."""
        return bisect_left(self.firsts, run)

    def count(self, region: Region) -> int:
        """How many blocks begin in a region."""
        return self.index(region.last) - self.index(region.first)

    def within(self, region: Region) -> Sequence[Block]:
        """The blocks that begin in a region."""
        return self.items[self.index(region.first) : self.index(region.last)]

    def reading(self, region: Region) -> int:
        """How many of the blocks of a region read as prose."""
        return self._reading[self.index(region.last)] - self._reading[self.index(region.first)]
