"""A stored page as blocks: from its snapshot, or from its text alone where there is none.

Computed when it is asked for, from what is stored; fetching pays nothing for it. Spec: research, Observation.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from evidence.observation.containers import Container, container, labelled, layout_tables
from evidence.observation.grid import Grid
from evidence.observation.snapshot_tree import Begun, Element, TextAt, walk
from evidence.observation.values import Block, BlockKind, Cell, Observation, Role, Zone
from evidence.ranges import Range

_PARAGRAPH: Final = re.compile(r"\S(?:.*?\S)??(?=\s*\n[ \t]*\n|\s*\Z)", re.DOTALL)
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•・]|\d{1,3}[.)])[ \t]+(?=\S)")
_LETTERS: Final = re.compile(r"[\W\d_]+")
_MARKDOWN_HEADING: Final = re.compile(r"(#{1,6})[ \t]+\S.*")
_ROLES: Final[dict[Zone, Role]] = {"nav": "primary-nav", "aside": "secondary-nav", "footer": "secondary-nav"}
_CONTROLS: Final = frozenset({"form", "button", "input"})
_REF_DIGITS: Final = 10


def observe(
    text: str,
    marked_html: str | None = None,
    *,
    title: str | None = None,
    language: str | None = None,
    article: Sequence[Range] = (),
) -> Observation:
    """The blocks of the page with the stored `text`, in its order.

    Without `marked_html`, its stored snapshot (PDF, plain text), the text's own paragraphs are its blocks. What lies in
    the ranges of the `article` is the page's main part whatever its tags say.
    """
    raw = list(_of_snapshot(text, marked_html, article) if marked_html else _of_text(text))
    heads = [_Raw("metadata", "head", 0, 0, "title", label=title)] if title else []
    return Observation(text, tuple(_referred([*heads, *raw], text)), title, language)


@dataclass(slots=True)
class _Raw:
    """A block that has no ref yet."""

    kind: BlockKind
    zone: Zone
    start: int
    end: int
    path: str
    level: int | None = None
    cells: tuple[Cell, ...] = ()
    items: tuple[Range, ...] = ()
    label: str = ""


def _of_snapshot(text: str, marked_html: str, article: Sequence[Range]) -> Iterator[_Raw]:
    seen = list(walk(marked_html))
    layout = layout_tables(seen)
    grid = Grid(seen)
    texts = [one for one in seen if isinstance(one, TextAt)]
    ends = _ends(text, texts)
    placed = [
        (one, end, container(one.element, layout)) for one, end in zip(texts, ends, strict=True) if end > one.start
    ]
    found: list[_Raw] = []
    for _, group in groupby(placed, key=lambda entry: id(entry[2].element)):
        pieces = list(group)
        found.append(_block([(one, end) for one, end, _ in pieces], pieces[0][2], grid, article))
    found += [_label(one) for one in seen if isinstance(one, Begun) and labelled(one.element)]
    found.sort(key=lambda one: (one.start, one.end))
    yield from found


def _ends(text: str, texts: Sequence[TextAt]) -> list[int]:
    """Where each text node ends: at the last visible character before the next one."""
    starts = [*(one.start for one in texts), len(text)]
    return [start + len(text[start:after].rstrip()) for start, after in pairwise(starts)]


def _block(pieces: Sequence[tuple[TextAt, int]], held: Container, grid: Grid, article: Sequence[Range]) -> _Raw:
    start, end = pieces[0][0].start, pieces[-1][1]
    zone = held.zone
    if zone in ("body", "header") and any(part.start <= start < part.end for part in article):
        zone = "main"
    linked = held.kind == "text" and all(any(up.tag == "a" for up in one.element.above()) for one, _ in pieces)
    kind: BlockKind = "link" if linked else held.kind
    return _Raw(
        kind,
        zone,
        start,
        end,
        held.element.path,
        int(held.element.tag[1]) if kind == "heading" and held.element.tag[1:].isdigit() else None,
        grid.cells(pieces) if kind == "table" else (),
        tuple(_items(pieces, held.element)) if kind == "list" else (),
    )


def _items(pieces: Sequence[tuple[TextAt, int]], around: Element) -> Iterator[Range]:
    def item(piece: tuple[TextAt, int]) -> int:
        nearest = next((up for up in piece[0].element.above() if up.tag == "li"), around)
        return id(nearest)

    for _, group in groupby(pieces, key=item):
        parts = list(group)
        yield Range(parts[0][0].start, parts[-1][1])


def _label(one: Begun) -> _Raw:
    kind, label = labelled(one.element) or ("figure", "")
    return _Raw(kind, container(one.element, frozenset()).zone, one.at, one.at, one.element.path, label=label)


def _of_text(text: str) -> Iterator[_Raw]:
    for number, found in enumerate(_PARAGRAPH.finditer(text), start=1):
        start, end = found.span()
        written = found.group()
        lines = [line for line in re.finditer(r"[^\n]+", written) if line.group().strip()]
        heading = _MARKDOWN_HEADING.fullmatch(written)
        kind: BlockKind = "text"
        items: tuple[Range, ...] = ()
        if heading is not None:
            kind = "heading"
        elif lines and all(_ITEM.match(line.group()) for line in lines):
            kind = "list"
            items = tuple(_text_item(start, line) for line in lines)
        level = len(heading[1]) if heading is not None else None
        yield _Raw(kind, "main", start, end, f"paragraph {number}", level, items=items)


def _text_item(start: int, line: re.Match[str]) -> Range:
    bullet = _ITEM.match(line.group())
    begins = start + line.start() + (bullet.end() if bullet else 0)
    return Range(begins, start + line.start() + len(line.group().rstrip()))


def _referred(raw: Sequence[_Raw], text: str) -> Iterator[Block]:
    """The blocks with refs of their kind and words: no figure that changes changes them, and no neighbour."""
    seen: dict[str, int] = {}
    for one in raw:
        words = _LETTERS.sub(" ", text[one.start : one.end] or one.label).strip().lower()
        ref = f"{one.kind}-{hashlib.sha256(words.encode('utf-8', 'surrogatepass')).hexdigest()[:_REF_DIGITS]}"
        seen[ref] = seen.get(ref, 0) + 1
        if seen[ref] > 1:
            ref = f"{ref}:{seen[ref]}"
        role: Role = "metadata" if one.kind == "metadata" else "form-control" if one.kind in _CONTROLS else "content"
        if role == "content":
            role = _ROLES.get(one.zone, "content")
        yield Block(
            ref, one.kind, role, one.zone, one.start, one.end, one.path, one.level, one.cells, one.items, one.label
        )
