"""Which part of a page is the article: ranges of its text, and how much prose they hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evidence.article_sides import Beside
from evidence.article_spine import Spine, headline
from evidence.page_blocks import Blocks, is_away
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
    blocks = Blocks(writer, text, regions.items)
    head = headline(blocks, titles)
    beside = Beside(blocks, blocks.items[head].first if head >= 0 else -1)
    spine = Spine(blocks, beside.mask, head)
    mask = beside.mask if spine.reads else beside.sure
    runs = [
        run
        for first, last in spine.spans()
        for block in blocks.items[first:last]
        for run in range(block.first, block.last)
        if not (mask[run] or is_away(writer.marks[run]))
    ]
    return Article(_joined(writer, runs), sum(map(blocks.plain_of, runs)))


def _joined(writer: TextWriter, runs: list[int]) -> tuple[Range, ...]:
    """The ranges of consecutive runs, gaps between them included."""
    ranges: list[Range] = []
    previous = -2
    for run in runs:
        if run == previous + 1:
            ranges[-1] = Range(ranges[-1].start, writer.ends[run])
        else:
            ranges.append(Range(writer.starts[run], writer.ends[run]))
        previous = run
    return tuple(ranges)
