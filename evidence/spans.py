"""Spans for showing ranges in a text: cut wherever a range starts or ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from evidence.ranges import Range


@dataclass(frozen=True, slots=True)
class Span:
    """The code points ``[start, end)`` and the ids of all ranges over them, in the order given; a gap has none."""

    start: int
    end: int
    ids: tuple[str, ...]


def spans(length: int, ranged: Sequence[tuple[str, Range]]) -> list[Span]:
    """Tile a text of `length` code points; ranges are clamped to it, and empty ones ignored."""
    opening: dict[int, list[int]] = {}
    closing: dict[int, list[int]] = {}
    for number, (_, given) in enumerate(ranged):
        start, end = max(0, given.start), min(length, given.end)
        if start < end:
            opening.setdefault(start, []).append(number)
            closing.setdefault(end, []).append(number)
    cuts = sorted({0, length, *opening, *closing})
    tiles: list[Span] = []
    active: set[int] = set()
    for start, end in pairwise(cuts):
        active.difference_update(closing.get(start, ()))
        active.update(opening.get(start, ()))
        tiles.append(Span(start, end, tuple(ranged[number][0] for number in sorted(active))))
    return tiles
