"""The tables of a PDF's pages, by pdfplumber. Bytes in, rows of cells out; slow, and a hostile file is the caller's."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any, Final

import pdfplumber

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in points, y downwards."""
RULE: Final = 100.0
"""Points that a rule is wide at least, where nothing else frames the table."""
CELLS: Final = 5_000
"""Cells of one table; what has more is a drawing."""
PLACES: Final = 5
"""Places between rules of one width that are looked at on a page."""
CHARACTERS: Final = 2_000_000
"""Characters in the tables of one document; then no further page is looked at."""
DOUBLES: Final = 4
"""Letters of a page that are drawn twice; fewer are an accident."""
GLYPHS: Final = 30_000
"""Glyphs of a page whose tables are looked for."""
ROWS: Final = 3
"""Lines below the head of a table that has rules across only."""
GAP: Final = 5.0
"""Points between two of its columns."""


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table: the text of its cells row by row, "" for an empty one and for what a wider cell covers."""

    page: int
    rows: list[list[str]]


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of the pages that were looked at, in order; `left` are those for which there was no time or room."""

    found: list[PageTable]
    left: list[int]


def read_tables(data: bytes, pages: Sequence[int], *, seconds: float) -> Tables:
    """The tables on `pages` (numbers from 1), as many as can be looked at in that time."""
    until = time.monotonic() + seconds
    found: list[PageTable] = []
    characters = 0
    with pdfplumber.open(io.BytesIO(data), pages=list(pages)) as document:
        for at, page in enumerate(document.pages):
            if time.monotonic() > until or characters > CHARACTERS:
                return Tables(found, list(pages[at:]))
            found += [PageTable(page.page_number, rows) for rows in _of_page(page)]
            characters = sum(len(cell) for table in found for row in table.rows for cell in row)
            page.close()
    return Tables(found, [])


def _of_page(page: Any) -> Iterator[list[list[str]]]:
    """What is ruled across and down, then what stands in columns between rules of one width."""
    turned = sum(not glyph["upright"] for glyph in page.chars)
    if len(page.chars) > GLYPHS or turned > len(page.chars) / 2:
        return
    if _is_doubled(page.chars):
        page = page.dedupe_chars()
    taken: list[Box] = []
    for table in page.find_tables():
        if rows := _cells(table.extract()):
            taken.append(table.bbox)
            yield rows
    for box, head in islice(_between_rules(page), PLACES):
        if not any(_overlap(box, other) for other in taken):
            part = page.crop(box, strict=False)
            if (borders := _borders(part, head)) and (rows := _cells(part.extract_table(borders) or [])):
                yield rows


def _is_doubled(glyphs: Sequence[dict[str, Any]]) -> bool:
    """Whether letters are drawn twice to make them bold. To take them out is slow, and seldom needed."""
    placed = sorted((round(glyph["top"]), glyph["text"], glyph["x0"]) for glyph in glyphs)
    return sum(bool(one[:2] == other[:2] and other[2] - one[2] < 1) for one, other in pairwise(placed)) >= DOUBLES


def _between_rules(page: Any) -> Iterator[tuple[Box, float]]:
    """The places between the first and the last of three or more rules of one width, and where the second one is."""
    rules: dict[tuple[int, int], list[dict[str, float]]] = {}
    for edge in page.horizontal_edges:
        if edge["x1"] - edge["x0"] >= RULE:
            rules.setdefault((round(edge["x0"]), round(edge["x1"])), []).append(edge)
    for of_one_width in rules.values():
        tops = sorted({round(edge["top"]) for edge in of_one_width})
        if len(tops) >= 3 and tops[-1] - tops[0] >= 1:
            yield (of_one_width[0]["x0"], float(tops[0]), of_one_width[0]["x1"], float(tops[-1])), float(tops[1])


def _borders(part: Any, head: float) -> dict[str, Any] | None:
    """How to cut a place into cells: at the gaps that every line below its head leaves free, and between lines."""
    words = part.extract_words()
    below = [word for word in words if word["top"] >= head]
    if len(_merged(below, "top", "bottom", 0)) < ROWS:
        return None
    left, top, right, bottom = part.bbox
    return {
        "vertical_strategy": "explicit",
        "explicit_vertical_lines": [left, *_middles(_merged(below, "x0", "x1", GAP)), right],
        "horizontal_strategy": "explicit",
        "explicit_horizontal_lines": [top, *_middles(_merged(words, "top", "bottom", 0)), bottom],
    }


def _merged(words: Sequence[dict[str, Any]], start: str, end: str, gap: float) -> list[tuple[float, float]]:
    """Where the words lie along one axis, as spans with more than `gap` between them."""
    spans: list[tuple[float, float]] = []
    for low, high in sorted((word[start], word[end]) for word in words):
        if spans and low - spans[-1][1] <= gap:
            spans[-1] = (spans[-1][0], max(spans[-1][1], high))
        else:
            spans.append((low, high))
    return spans


def _middles(spans: Sequence[tuple[float, float]]) -> list[float]:
    return [(one[1] + other[0]) / 2 for one, other in pairwise(spans)]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _cells(rows: Sequence[Sequence[str | None]]) -> list[list[str]]:
    """The rows without empty ones and empty columns; none at all where it is no table but a frame or a drawing."""
    if not rows or len(rows) * len(rows[0]) > CELLS:
        return []
    filled = [[(cell or "").replace("\0", "").strip() for cell in row] for row in rows]
    filled = [row for row in filled if any(row)]
    columns = [at for at in range(len(rows[0])) if any(row[at] for row in filled)]
    table = [[row[at] for at in columns] for row in filled]
    words = sum(bool(cell) for row in table for cell in row)
    return table if len(table) >= 2 and len(columns) >= 2 and words >= 4 else []
