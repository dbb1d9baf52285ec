"""Which part of a page is the article: ranges of its text, and how much prose they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import or_

from evidence.article_sides import Beside
from evidence.article_spine import Spine, headline
from evidence.page_blocks import Blocks, Span
from evidence.page_regions import Regions
from evidence.page_writer import TextWriter
from evidence.ranges import Range


@dataclass(frozen=True, slots=True)
class Article:
    """The article's ranges in text order, and the weight (`evidence.prose`) of what in them belongs to no link."""

    ranges: tuple[Range, ...]
    prose: int


def find_article(writer: TextWriter, text: str, regions: Regions, titles: Sequence[str]) -> Article:
    """Choose the article of a page that was walked to its end; `titles` are what the page calls itself."""
    blocks = Blocks(writer, text, regions)
    head = headline(blocks, titles)
    beside = Beside(blocks, blocks.items[head].first if head >= 0 else -1)
    spine = Spine(blocks, beside.mask, head)
    apart = bytes(map(or_, beside.mask if spine.reads else beside.sure, blocks.away))
    kept = [
        part
        for first, last in spine.spans()
        if first < last
        for part in _between(apart, blocks.items[first].first, blocks.items[last - 1].last)
    ]
    ranges = [Range(writer.starts[part.first], writer.ends[part.last - 1]) for part in kept]
    return Article(tuple(ranges), sum(map(blocks.plain, kept)))


def _between(apart: bytes, first: int, last: int) -> Iterator[Span]:
    """The runs of ``[first, last)`` without those that stand apart, as long as they go on."""
    while first < last:
        cut = apart.find(1, first, last)
        end = last if cut < 0 else cut
        if end > first:
            yield Span(first, end)
        first = apart.find(0, end, last) if end < last else last
        if first < 0:
            return
