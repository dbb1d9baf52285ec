"""Blocks of a page: their kind, their role and their range in the one stored text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from evidence.ranges import Range

BlockKind = Literal[
    "heading",
    "text",
    "list",
    "table",
    "code",
    "quote",
    "definition",
    "figure",
    "form",
    "button",
    "input",
    "link",
    "metadata",
]
Zone = Literal["head", "nav", "aside", "header", "footer", "main", "body"]
Role = Literal["content", "primary-nav", "secondary-nav", "cta", "metadata", "supporting", "form-control", "table-cell"]

_ITEM: Final = re.compile(r"(?:^|(?<=[.!?。！？\n]))[ \t]*[-*•・][ \t]+", re.MULTILINE)
_FIGURE: Final = re.compile(r"\d")
_YEAR: Final = re.compile(r"\D*(?:19|20)\d\d\D*")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: the code points ``[start, end)`` of the page's text, row and column from 0."""

    start: int
    end: int
    row: int
    column: int
    header: bool
    rowspan: int = 1
    colspan: int = 1


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page.

    Attributes:
        ref: stable name, made of the content.
        start, end: its code points in the one stored text, half-open.
        path: where it stands in the document.
        level: of a heading, 1 to 6.
        cells: of a table. items: of a list.
        label: words that are not in the text (a picture's, a field's), else "".
    """

    ref: str
    kind: BlockKind
    role: Role
    zone: Zone
    start: int
    end: int
    path: str = ""
    level: int | None = None
    cells: tuple[Cell, ...] = ()
    items: tuple[Range, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Observation:
    """A page: its one text and its blocks in the text's order."""

    text: str
    blocks: tuple[Block, ...]
    title: str | None = None
    language: str | None = None


def of_blocks(pieces: Sequence[tuple[BlockKind, str]], *, language: str | None = None) -> Observation:
    """A page of plain pieces, joined by blank lines.

    A list's items begin with a dash (``- a`` on lines of their own, or ``- a. - b.``); a table has a row on each line
    and cells between bars (``a | b``). The first row is a header where it has no figures (years may be).
    """
    blocks: list[Block] = []
    parts: list[str] = []
    at = 0
    for number, (kind, text) in enumerate(pieces):
        blocks.append(
            Block(
                ref=f"{kind}:{number + 1}",
                kind=kind,
                role="table-cell" if kind == "table" else "content",
                zone="main",
                start=at,
                end=at + len(text),
                level=2 if kind == "heading" else None,
                cells=tuple(_cells(text, at)) if kind == "table" else (),
                items=tuple(_items(text, at)) if kind == "list" else (),
            )
        )
        parts.append(text)
        at += len(text) + 2
    return Observation("\n\n".join(parts), tuple(blocks), language=language)


def _items(text: str, at: int) -> Iterator[Range]:
    marks = list(_ITEM.finditer(text))
    if not marks:
        for line in re.finditer(r"[^\n]+", text):
            yield Range(at + line.start(), at + line.end())
        return
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=True):
        yield Range(at + mark.end(), at + mark.end() + len(text[mark.end() : end].rstrip()))


def _cells(text: str, at: int) -> Iterator[Cell]:
    rows = [line for line in re.finditer(r"[^\n]+", text) if line.group().strip()]
    headed = len(rows) > 1 and not any(_has_figures(cell) for cell in rows[0].group().split("|"))
    for row, line in enumerate(rows):
        for column, cell in enumerate(re.finditer(r"[^|]+", line.group().strip("|"))):
            start = at + line.start() + (1 if line.group().startswith("|") else 0) + cell.start()
            written = cell.group()
            start += len(written) - len(written.lstrip())
            yield Cell(start, start + len(written.strip()), row, column, header=headed and row == 0)


def _has_figures(cell: str) -> bool:
    return bool(_FIGURE.search(cell)) and not _YEAR.fullmatch(cell.strip())
