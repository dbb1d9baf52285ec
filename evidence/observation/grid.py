"""The cells of a page's tables by row and column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from evidence.observation.snapshot_tree import Begun, Element, TextAt
from evidence.observation.values import Cell

SPAN_MOST: Final = 1_000


@dataclass(slots=True)
class _Table:
    row: int = -1
    column: int = 0
    taken: dict[int, int] = field(default_factory=dict)
    """Columns that a cell of an earlier row reaches down in, with the last row of it."""


@dataclass(frozen=True, slots=True)
class _Place:
    row: int
    column: int
    header: bool
    rowspan: int
    colspan: int


class Grid:
    """Row and column of each cell of a page, by spans as a browser counts them."""

    def __init__(self, seen: Sequence[TextAt | Begun]) -> None:
        self._places: dict[int, _Place] = {}
        tables: dict[int, _Table] = {}
        for one in seen:
            if isinstance(one, Begun) and one.element.tag in ("tr", "td", "th"):
                around = next((up for up in one.element.above() if up.tag == "table"), None)
                if around is not None:
                    self._note(one.element, tables.setdefault(id(around), _Table()))

    def cells(self, pieces: Sequence[tuple[TextAt, int]]) -> tuple[Cell, ...]:
        """The cells that hold the pieces (text nodes with their ends), each with its range."""
        found: list[Cell] = []
        for place, group in groupby(pieces, key=lambda piece: self._place(piece[0].element)):
            parts = list(group)
            if place is not None:
                found.append(
                    Cell(
                        parts[0][0].start,
                        parts[-1][1],
                        place.row,
                        place.column,
                        place.header,
                        place.rowspan,
                        place.colspan,
                    )
                )
        return tuple(found)

    def _place(self, element: Element) -> _Place | None:
        cell = next((up for up in element.above() if up.tag in ("td", "th")), None)
        return self._places.get(id(cell)) if cell is not None else None

    def _note(self, element: Element, table: _Table) -> None:
        if element.tag == "tr":
            table.row += 1
            table.column = 0
            return
        while table.taken.get(table.column, -1) >= table.row:
            table.column += 1
        rowspan, colspan = _span(element, "rowspan"), _span(element, "colspan")
        header = element.tag == "th" or any(up.tag == "thead" for up in element.above())
        self._places[id(element)] = _Place(max(0, table.row), table.column, header, rowspan, colspan)
        if rowspan > 1:
            table.taken |= dict.fromkeys(range(table.column, table.column + colspan), table.row + rowspan - 1)
        table.column += colspan


def _span(element: Element, name: str) -> int:
    written = element.has(name)
    return max(1, min(SPAN_MOST, int(written))) if written.isascii() and written.isdigit() else 1
