"""What stands between the text of one page and that of the next: page numbers, running heads and feet.

They are part of the text as it is stored. A quote that runs over a page end leaves them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Final

from evidence.ranges import Range

_EDGE: Final = 4
"""Lines at the top and at the bottom of a page that may be heads, feet or numbers."""
_NEAR: Final = 4
"""Pages before and after one where its heads and feet recur; left and right pages may have their own."""
_FEW: Final = 4
"""In a document of so few pages, a line that stands on two of them recurs; else it must stand on three."""
_LETTERS: Final = 3
"""Letters of a head or foot that is no number."""
_NUMBER: Final = re.compile(
    r"\W*(?:(?:page|p\.|seite|s\.|página|pág\.|стр\.|第)\s*)?(?P<number>\d{1,4}|[ivxlc]{1,7})"
    r"(?:\s*(?:/|of|von|de|sur|из)\s*\d{1,4})?\s*(?:頁|ページ|页|쪽)?\W*",
    re.IGNORECASE,
)
_ROMAN: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class _Line:
    """A line at an edge of a page: `page` from 0, `number` when it is nothing but a page number."""

    place: Range
    words: str
    shape: str
    page: int
    number: int | None


def page_ends(text: str, pages: Sequence[Range]) -> list[Range]:
    """The ranges of `text` from the end of one page's own text to the start of the next one's, in order.

    Only those that hold more than white space. `pages`: the ranges of the pages, in order.
    """
    tops = [[_line(text, place, page) for place in _first_lines(text, one)] for page, one in enumerate(pages)]
    feet = [[_line(text, place, page) for place in _last_lines(text, one)] for page, one in enumerate(pages)]
    found = {line.place for edges in (tops, feet) for line in _recurring(edges)}
    return [run for run in _runs(text, sorted(found)) if any(run.start <= one.end < run.end for one in pages[:-1])]


def on_pages(place: Range, pages: Sequence[Range], ends: Sequence[Range]) -> list[tuple[int, Range]]:
    """The part of `place` on each page (by its index), without `ends`: what lies between the pages' own texts."""
    parts = []
    for index, page in enumerate(pages):
        start, end = max(page.start, place.start), min(page.end, place.end)
        for run in ends:
            if run.start <= start < run.end:
                start = run.end
            if run.start < end <= run.end:
                end = run.start
        if start < end:
            parts.append((index, Range(start, end)))
    return parts


def _first_lines(text: str, page: Range) -> list[Range]:
    lines: list[Range] = []
    at = page.start
    while at < page.end and len(lines) < _EDGE:
        end = text.find("\n", at, page.end)
        end = page.end if end < 0 else end
        if text[at:end].strip():
            lines.append(Range(at, end))
        at = end + 1
    return lines


def _last_lines(text: str, page: Range) -> list[Range]:
    lines: list[Range] = []
    end = page.end
    while end > page.start and len(lines) < _EDGE:
        at = text.rfind("\n", page.start, end) + 1 or page.start
        if text[at:end].strip():
            lines.append(Range(at, end))
        end = at - 1
    return lines


def _line(text: str, place: Range, page: int) -> _Line:
    words = " ".join(text[place.start : place.end].casefold().split())
    match = _NUMBER.fullmatch(words)
    return _Line(place, words, re.sub(r"\d+", "#", words), page, _value(match["number"]) if match else None)


def _value(number: str) -> int:
    if number.isdigit():
        return int(number)
    values = [_ROMAN[letter] for letter in number]
    return sum(
        -value if value < following else value for value, following in zip(values, [*values[1:], 0], strict=True)
    )


def _recurring(edges: Sequence[Sequence[_Line]]) -> Iterator[_Line]:
    """Of each page the lines, from the edge inwards, that its neighbours have as well."""
    least = 1 if len(edges) <= _FEW else 2
    for page, lines in enumerate(edges):
        near = [one for other in edges[max(0, page - _NEAR) : page + _NEAR + 1] for one in other if one.page != page]
        yield from takewhile(partial(_is_apart, near, least), lines)


def _is_apart(near: Sequence[_Line], least: int, line: _Line) -> bool:
    return _is_number(line, near) or _recurs(line, near, least)


def _is_number(line: _Line, near: Sequence[_Line]) -> bool:
    """Whether the line is the page's number: the physical one, or one that counts on from page to page."""
    if line.number is None:
        return False
    first = line.number - line.page
    return first == 1 or any(one.number is not None and one.number - one.page == first for one in near)


def _recurs(line: _Line, near: Sequence[_Line], least: int) -> bool:
    if sum(map(str.isalpha, line.words)) < _LETTERS:
        return False
    return len({one.page for one in near if one.shape == line.shape and _is_same(line, one)}) >= least


def _is_same(line: _Line, other: _Line) -> bool:
    """Whether the two differ at most in numbers that count the pages."""
    pairs = zip(re.findall(r"\d+", line.words), re.findall(r"\d+", other.words), strict=True)
    return all(one == two or int(one) - int(two) == line.page - other.page for one, two in pairs)


def _runs(text: str, lines: Sequence[Range]) -> Iterator[Range]:
    """The lines, and the white space around them, as ranges as long as can be."""
    run: Range | None = None
    for line in lines:
        if run is not None and text[run.end : line.start].strip():
            yield _widened(text, run)
            run = None
        run = Range(run.start if run else line.start, line.end)
    if run is not None:
        yield _widened(text, run)


def _widened(text: str, run: Range) -> Range:
    start, end = run.start, run.end
    while start > 0 and text[start - 1].isspace():
        start -= 1
    while end < len(text) and text[end].isspace():
        end += 1
    return Range(start, end)
