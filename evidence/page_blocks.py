"""The lines of a page as its layout parts them, and how much prose and how many links each has."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, Protocol

from evidence.page_regions import Region
from evidence.page_writer import COLLAPSED, CONTROL, FOLDED, FRESH, HOME, LINKED, TextWriter
from evidence.prose import weight

_SENTENCE: Final = 60
"""The weight (`evidence.prose`) from which a line of few links reads as prose."""
_LINKED_MOST: Final = 0.4
"""The share of links up to which it does."""


def is_away(mark: int) -> bool:
    """Whether a run is kept back by more than a ``<details>``, which any reader can open."""
    return mark & (COLLAPSED | FOLDED) == COLLAPSED


class Extent(Protocol):
    """Anything that covers runs ``[first, last)``."""

    @property
    def first(self) -> int:
        """The first run."""

    @property
    def last(self) -> int:
        """The run after the last one."""


@dataclass(frozen=True, slots=True)
class Span:
    """Runs ``[first, last)``."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Block(Span):
    """The runs of one line with their text; `region` is the innermost one around them (-1: none)."""

    region: int
    text: str


class Blocks:
    """A page as blocks, which hold every run, and sums over runs.

    `plain` is the weight of text in no link and no control (a button, a choice), `linked` that of links. Text that is
    shown on demand only has neither. `owners`: for each run its innermost region.
    """

    def __init__(self, writer: TextWriter, text: str, regions: Sequence[Region]) -> None:
        self.regions = regions
        starts, ends = writer.starts, writer.ends
        self.marks = writer.marks
        self.runs = len(starts)
        weights = [
            0 if is_away(mark) else weight(text[start:end])
            for start, end, mark in zip(starts, ends, self.marks, strict=True)
        ]
        pairs = list(zip(weights, self.marks, strict=True))
        self._plain = [0, *accumulate(0 if mark & (LINKED | CONTROL) else one for one, mark in pairs)]
        self._linked = [0, *accumulate(one if mark & LINKED else 0 for one, mark in pairs)]
        self.owners = _owners(regions, self.runs)
        self.firsts = [run for run, mark in enumerate(self.marks) if mark & FRESH or run == 0]
        self.items = [
            Block(first, last, self.owners[first], text[starts[first] : ends[last - 1]])
            for first, last in pairwise([*self.firsts, self.runs])
        ]

    def plain_of(self, run: int) -> int:
        """The plain weight of one run."""
        return self._plain[run + 1] - self._plain[run]

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

    def controls(self, block: Block) -> Iterator[int]:
        """The runs of a block that are text of something to press."""
        return (run for run in range(block.first, block.last) if self.marks[run] & CONTROL)

    def leads_home(self, block: Block) -> bool:
        """Whether a block is a link to the site's first page."""
        return bool(self.marks[block.first] & HOME)

    def index(self, run: int) -> int:
        """The first block that begins at a run or after it."""
        return bisect_left(self.firsts, run)

    def within(self, region: Region) -> list[Block]:
        """The blocks that begin in a region."""
        return self.items[self.index(region.first) : self.index(region.last)]


def _owners(regions: Sequence[Region], runs: int) -> list[int]:
    """For each run the innermost region around it (-1: none)."""
    owners = [-1] * runs
    opened: list[int] = []
    following = 0
    for run in range(runs):
        while opened and regions[opened[-1]].last <= run:
            opened.pop()
        while following < len(regions) and regions[following].first <= run:
            opened.append(following)
            following += 1
        owners[run] = opened[-1] if opened else -1
    return owners
