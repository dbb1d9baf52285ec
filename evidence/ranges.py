"""Ranges of a text: Unicode code points, half-open ``[start, end)``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Range:
    """The code points ``text[start:end]`` of a text that the context names."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Range) -> bool:
        """Whether the two share at least one code point (touching ranges do not)."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: Range) -> bool:
        """Whether every code point of `other` is in this range."""
        return self.start <= other.start and other.end <= self.end
