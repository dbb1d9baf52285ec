"""Which part of a page is the article: ranges of its text, and how much prose they hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from evidence.limits import PROSE_CHARACTERS
from evidence.page_regions import Region, Regions
from evidence.page_writer import COLLAPSED, FOLDED, LINKED, TextWriter
from evidence.prose import weight
from evidence.ranges import Range

_LIKELY_MOST: Final = 0.4
"""What only a class name calls a side matter is believed when it holds at most this share of the page's prose."""
_SURE_MOST: Final = 0.95
_MAIN_LEAST: Final = 0.3
"""The share of the page's prose that a declared main part must hold to be believed."""
_NARROWED_LEAST: Final = 0.8
"""How much of the prose a smaller element must still hold to be taken instead of the one around it."""


@dataclass(frozen=True, slots=True)
class Article:
    """The article's ranges in text order, and the weight (`evidence.prose`) of what in them belongs to no link."""

    ranges: tuple[Range, ...]
    prose: int


def find_article(writer: TextWriter, regions: Regions) -> Article:
    """Choose the article among the regions of a page that was walked to its end."""
    count = len(writer.starts)
    text = writer.text()
    lengths = [
        0 if mark & LINKED or _is_away(mark) else weight(text[start:end])
        for start, end, mark in zip(writer.starts, writer.ends, writer.marks, strict=True)
    ]
    inside = _outside_of_frames(lengths, regions)
    prose = [0, *accumulate(length if kept else 0 for length, kept in zip(lengths, inside, strict=True))]

    def held(region: Region) -> int:
        return prose[region.last] - prose[region.first]

    chosen = _choose(regions.candidates, held, prose[count])
    runs = [
        run
        for first, last in (chosen or [(0, count)])
        for run in range(first, last)
        if inside[run] and not _is_away(writer.marks[run])
    ]
    return Article(_joined(writer, runs), sum(lengths[run] for run in runs))


def _is_away(mark: int) -> bool:
    """Whether a run is kept back by more than a ``<details>``, which any reader can open."""
    return mark & (COLLAPSED | FOLDED) == COLLAPSED


def _outside_of_frames(lengths: list[int], regions: Regions) -> list[bool]:
    """For each run, whether it lies in none of the parts beside the article."""
    sums = [0, *accumulate(lengths)]
    total = sums[-1]
    inside = [True] * len(lengths)
    for part in regions.around:
        most = _SURE_MOST if part.sure else _LIKELY_MOST
        if sums[part.last] - sums[part.first] <= max(total * most, 0 if part.sure else PROSE_CHARACTERS):
            inside[part.first : part.last] = [False] * (part.last - part.first)
    return inside


def _choose(candidates: list[Region], held: Callable[[Region], int], total: int) -> list[tuple[int, int]]:
    """Runs ``[first, last)`` of the chosen regions, in order and apart from each other; empty where none is better."""
    articles = [region for region in _outermost(candidates, "article") if held(region)]
    mains = [region for region in _outermost(candidates, "main") if held(region)]
    in_articles, in_mains = sum(map(held, articles)), sum(map(held, mains))
    if mains and in_mains >= min(PROSE_CHARACTERS, total) and in_mains >= total * _MAIN_LEAST:
        inner = [article for article in articles if any(main.first <= article.first < main.last for main in mains)]
        if sum(map(held, inner)) >= in_mains * _NARROWED_LEAST:
            return _merged(articles)
        return _merged([*mains, *articles])
    if articles and in_articles >= min(PROSE_CHARACTERS, total) and in_articles >= total * _MAIN_LEAST:
        return _merged(articles)
    return _merged(_narrowed(candidates, held))


def _outermost(candidates: list[Region], kind: str) -> list[Region]:
    found: list[Region] = []
    for region in candidates:
        if region.kind == kind and not (found and region.first >= found[-1].first and region.last <= found[-1].last):
            found.append(region)
    return found


def _narrowed(candidates: list[Region], held: Callable[[Region], int]) -> list[Region]:
    """The smallest element that still holds most of the prose, from the body down."""
    if not candidates:
        return []
    current, within = candidates[0], held(candidates[0])
    for region in candidates[1:]:
        if region.first >= current.first and region.last <= current.last and held(region) >= within * _NARROWED_LEAST:
            current, within = region, held(region)
    return [current] if within else []


def _merged(regions: list[Region]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for first, last in sorted((region.first, region.last) for region in regions):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged


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
