"""Which ranges overlap which, without comparing each with each."""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from evidence.ranges import Range

NAMED: Final = 5


class Overlaps:
    """Answers for each of many named, non-empty ranges how many others overlap it, and names the first few.

    Building takes n log n, each answer log n.
    """

    def __init__(self, ranged: Sequence[tuple[str, Range]]) -> None:
        order = sorted(ranged, key=lambda pair: (pair[1].start, pair[1].end))
        self._ids = [name for name, _ in order]
        self._starts = [place.start for _, place in order]
        self._ends = sorted(place.end for _, place in order)
        self._places = {name: (index, place) for index, (name, place) in enumerate(order)}
        self._before = _reaching(order)

    def of(self, name: str) -> tuple[list[str], int]:
        """The ids of the first ranges that overlap this one, in text order, and how many do in all."""
        index, place = self._places[name]
        ended = bisect_right(self._ends, place.start)
        following = bisect_left(self._starts, place.end)
        count = following - ended - 1
        names = list(self._before[index])
        for other in range(bisect_left(self._starts, place.start), following):
            if len(names) >= NAMED:
                break
            if other != index and self._ids[other] not in names:
                names.append(self._ids[other])
        return names, count


def _reaching(order: Sequence[tuple[str, Range]]) -> list[list[str]]:
    """For each range (by start) the first few of those before it that reach into it."""
    reaching = []
    active: dict[str, None] = {}
    ends: list[tuple[int, str]] = []
    for name, place in order:
        while ends and ends[0][0] <= place.start:
            active.pop(heapq.heappop(ends)[1])
        reaching.append([other for other, _ in zip(active, range(NAMED), strict=False)])
        active[name] = None
        heapq.heappush(ends, (place.end, name))
    return reaching
