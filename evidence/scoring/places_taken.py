"""Places of a text that are taken, so that nothing else is read over them."""

from __future__ import annotations

from bisect import bisect_left


class Taken:
    """Ranges, none over another."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def take(self, start: int, end: int) -> bool:
        """Take ``[start, end)``; False where something is taken there already."""
        at = bisect_left(self._starts, end)
        if at and self._ends[at - 1] > start:
            return False
        self._starts.insert(at, start)
        self._ends.insert(at, end)
        return True
