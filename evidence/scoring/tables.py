"""A table's row read as a statement: each cell with the header of its column, so that a value counts where it stands.

A value speaks for a claim only in the row and in the column that the claim names. A cell that says yes or no affirms or
denies its header.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import regex

from evidence.observation.values import Cell
from evidence.scoring.alignment import Alignment
from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.figures import Figure
from evidence.scoring.places import Place
from evidence.scoring.quantity import Quantity
from evidence.scoring.quantity_comparison import compare
from evidence.scoring.values import Guard

BETWEEN: Final = " | "
_NO: Final = regex.compile(
    r"no|n|false|none|(?:not |un)(?:included|supported|available)|n/a|✗|✘|×|❌|–|—|-"
    r"|없음|미지원|아니오|いいえ|無|なし|非対応|否|不支持|无",
    regex.IGNORECASE,
)
_PREDICATE_WORDS: Final = (
    "leave depart arrive start stop run offer provide include allow support contain reach record report register hold"
    " total amount come sell make measure weigh cost price last take open close enter use receive charge pay earn"
)
_PREDICATES: Final = frozenset(_PREDICATE_WORDS.split())
"""Verbs that a table leaves to its headers."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row as text. `columns` are ranges of that text, each with its column; `heads` the ranges of the headers."""

    text: str
    columns: tuple[tuple[int, int, int], ...]
    heads: tuple[tuple[int, int, int], ...]

    def column_at(self, at: int) -> int:
        """The column of a code point of the row's text."""
        return next((column for start, end, column in self.columns if start <= at < end), -1)

    def heads_column(self, at: int) -> int:
        """The column whose header holds the code point, -1 for none."""
        return next((column for start, end, column in self.heads if start <= at < end), -1)


def row_of(text: str, place: Place, heads: dict[int, Cell]) -> Row:
    """The row at `place` of the page's text, its cells behind their headers."""
    written, columns, titled = "", [], []
    for cell in place.cells:
        start = len(written)
        head = heads.get(cell.column)
        if head is not None and head is not cell:
            title = text[head.start : head.end].strip()
            if title:
                titled.append((start, start + len(title) + 1, cell.column))
                written += f"{title}: "
        written += text[cell.start : cell.end].strip()
        columns.append((start, len(written) + 1, cell.column))
        written += BETWEEN
    return Row(written.removesuffix(BETWEEN), tuple(columns), tuple(titled))


def in_columns(comparison: Comparison, row: Row) -> tuple[Comparison, list[Finding]]:
    """The comparison with each figure in the column that the claim names, and what the cells say of it."""
    comparison = _without_header_names(comparison, row)
    named = _named(comparison, row)
    figures = tuple(_in_column(figure, comparison, row, named) for figure in comparison.figures)
    told = any(figure.found == "same" for figure in figures) or bool(named)
    implied = frozenset(
        number
        for number in comparison.alignment.missing
        if told and comparison.claim.terms[number].lemma.lower() in _PREDICATES
    )
    denials = tuple(_denials(row, named))
    changed = replace(comparison, figures=figures, context=comparison.context | implied, denials=denials)
    return changed, list(_another_row(changed, row))


def _without_header_names(comparison: Comparison, row: Row) -> Comparison:
    """A header (``Line``) is no short form of a name (``Salt Line``)."""
    pairs = comparison.alignment.pairs
    false = {pair.claim for pair in pairs if pair.how == "short_name" and row.heads_column(pair.at) >= 0}
    if not false:
        return comparison
    kept = tuple(pair for pair in pairs if pair.claim not in false)
    missing = tuple(sorted({*comparison.alignment.missing, *false}))
    return replace(comparison, alignment=Alignment(kept, missing))


def _another_row(comparison: Comparison, row: Row) -> Iterator[Finding]:
    """A row whose name goes on where the claim's ends (``S5``, ``S5 Plus``) is another's."""
    if not row.columns:
        return
    start, end, column = row.columns[0]
    begin = next((stop for _, stop, at in row.heads if at == column), start)
    inside = [n for n, term in enumerate(comparison.passage.terms) if begin <= term.start < end]
    further = [n for n in inside if n not in comparison.paired and not comparison.passage.terms[n].light]
    own = [comparison.passage.terms[number] for number in further]
    if _another_number(comparison, inside):
        yield Finding("blocks", Guard("other_row", f"the row is of another: {row.text[begin:end].strip(' |:')}"))
    elif (len(further) < len(inside) or comparison.context - comparison.spoken) and any(
        term.capital or term.quantity or not term.written.isascii() for term in own
    ):
        told = row.text[begin:end].strip(" |:")
        yield Finding("blocks", Guard("other_row", f"the row is of another: {told}"))


def _another_number(comparison: Comparison, inside: list[int]) -> bool:
    """Whether the row is named by a figure (a year) that the claim has otherwise."""
    numbers = [n for n in inside if comparison.passage.terms[n].quantity is not None]
    if (
        len(numbers) != 1
        or len(inside) != 1
        or numbers[0] in {f.passage for f in comparison.figures if f.found == "same"}
    ):
        return False
    own = comparison.passage.terms[numbers[0]].quantity
    wanted = [term.quantity for term in comparison.claim.terms if term.quantity is not None]
    return own is not None and any(compare(figure, own) == "differs" for figure in wanted)


def _named(comparison: Comparison, row: Row) -> set[int]:
    """The columns whose header the claim has, the first one apart (it names the rows)."""
    return {
        column
        for pair in comparison.alignment.pairs
        if not comparison.claim.terms[pair.claim].light and (column := row.heads_column(pair.at)) > 0
    }


def _in_column(figure: Figure, comparison: Comparison, row: Row, named: set[int]) -> Figure:
    terms = comparison.passage.terms
    wanted = comparison.claim.terms[figure.claim].quantity
    if figure.found == "same" and row.column_at(terms[figure.passage].start) == row.columns[0][2]:
        return figure
    if figure.found == "unit" and _bare(terms[figure.passage].quantity):
        return Figure(figure.claim, figure.passage, "same")
    if wanted is None or not named or (figure.passage >= 0 and row.column_at(terms[figure.passage].start) in named):
        return figure
    inside = [
        (number, compare(wanted, term.quantity))
        for number, term in enumerate(terms)
        if term.quantity is not None and row.column_at(term.start) in named and row.heads_column(term.start) < 0
    ]
    same = [number for number, told in inside if told in {"same", "within"}]
    differing = [number for number, told in inside if told == "differs"]
    if not same and not differing:
        bare = [n for n, _ in inside if _bare(terms[n].quantity)]
        same = [n for n in bare if (value := terms[n].quantity) and value.low == wanted.low]
        differing = bare
    if same:
        return Figure(figure.claim, same[0], "same")
    if differing:
        return Figure(figure.claim, differing[0], "differs")
    return figure if figure.found != "same" or not inside else Figure(figure.claim, -1, "absent")


def _bare(figure: Quantity | None) -> bool:
    """Whether a cell's figure leaves its unit to the header."""
    return figure is not None and figure.dimension == "count" and not figure.unit


def _denials(row: Row, named: set[int]) -> Iterator[str]:
    """The cells of the named columns that say no."""
    for _, end, column in row.columns:
        head = next((other for _, other, at in row.heads if at == column), None)
        value = row.text[head:end].strip(" |") if head is not None else ""
        if column in named and _NO.fullmatch(value):
            yield value
