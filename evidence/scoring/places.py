"""The places of a page where a claim may be told: its sentences, list items and table rows, with what they stand under.

The whole page is read. A list item speaks for itself alone, a table row with the headers of its columns; both stand
under the nearest heading, as a sentence does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from evidence.observation.values import Block, Cell, Observation
from evidence.ranges import Range
from evidence.sentences import sentence_ends

PLACE_CHARACTERS: Final = 600
"""A sentence longer than this (text without stops) is read in pieces, cut at spaces where there are some."""
_CUT_AT: Final = " \t\n、，,;；"
_SILENT: Final = frozenset({"button", "input", "link", "form"})
_ASIDE_ROLES: Final = frozenset({"primary-nav", "secondary-nav", "cta", "form-control"})


@dataclass(frozen=True, slots=True)
class Place:
    """The code points ``[start, end)`` of the page's text that are read as one statement.

    Attributes:
        number: its index among the page's places.
        headings: the headings it stands under, the nearest first.
        previous: the number of the sentence before it in the same block; -1 for the first.
        cells: the cells of a table's row, in order. table: the block that holds it.
    """

    number: int
    start: int
    end: int
    block: Block
    headings: tuple[Block, ...]
    previous: int = -1
    cells: tuple[Cell, ...] = ()


def places(page: Observation) -> list[Place]:
    """All places of `page`, in the order of its text."""
    found: list[Place] = []
    headings: list[Block] = []
    for block in page.blocks:
        if block.kind == "heading":
            level = block.level or 2
            while headings and (headings[-1].level or 2) >= level:
                headings.pop()
        under = tuple(reversed(headings))
        previous = -1
        for start, end, cells in _pieces(page.text, block):
            found.append(Place(len(found), start, end, block, under, previous, cells))
            previous = len(found) - 1 if block.kind in {"text", "quote"} else -1
        if block.kind == "heading":
            headings.append(block)
    return found


def speaks(place: Place) -> bool:
    """Whether the place states things: a control or a menu entry names them only."""
    return place.block.kind not in _SILENT and place.block.role not in _ASIDE_ROLES


def column_heads(block: Block) -> dict[int, Cell]:
    """The header cell of each column of a table, by column: the lowest one of the rows that are headers alone."""
    heads: dict[int, Cell] = {}
    for _, row in groupby(sorted(block.cells, key=lambda cell: (cell.row, cell.column)), key=lambda cell: cell.row):
        cells = list(row)
        if not all(cell.header for cell in cells):
            break
        for cell in cells:
            for column in range(cell.column, cell.column + max(1, min(cell.colspan, 100))):
                heads[column] = cell
    return heads


def _pieces(text: str, block: Block) -> Iterator[tuple[int, int, tuple[Cell, ...]]]:
    if block.kind == "table" and block.cells:
        for cells in _rows(block.cells):
            yield min(cell.start for cell in cells), max(cell.end for cell in cells), cells
        return
    parts = block.items if block.kind == "list" and block.items else (Range(block.start, block.end),)
    for part in parts:
        for start, end in _sentences(text, part):
            yield start, end, ()


def _rows(cells: Sequence[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The rows that are not headers alone; a cell that spans rows stands in each of them."""
    ordered = sorted(cells, key=lambda cell: (cell.row, cell.column))
    spanning: list[Cell] = []
    for number, row in groupby(ordered, key=lambda cell: cell.row):
        own = list(row)
        spanning = [cell for cell in spanning if cell.row + cell.rowspan > number]
        if any(not cell.header for cell in own):
            yield tuple(sorted([*spanning, *own], key=lambda cell: cell.column))
        spanning.extend(cell for cell in own if cell.rowspan > 1 and len(spanning) < 100)


def _sentences(text: str, part: Range) -> Iterator[tuple[int, int]]:
    start = part.start
    for end in sentence_ends(text, part.start, part.end):
        yield from _cut(text, start, end)
        start = end


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > PLACE_CHARACTERS:
        cut = max(text.rfind(sign, start + PLACE_CHARACTERS // 2, start + PLACE_CHARACTERS) for sign in _CUT_AT) + 1
        cut = cut if cut > start else start + PLACE_CHARACTERS
        yield from _stripped(text, start, cut)
        start = cut
    yield from _stripped(text, start, end)


def _stripped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    written = text[start:end]
    start += len(written) - len(written.lstrip())
    end = start + len(written.strip())
    if start < end:
        yield start, end
