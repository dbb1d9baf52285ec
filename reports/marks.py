"""The source text cut into pieces by what covers it: what the viewer draws."""

from __future__ import annotations

from dataclasses import dataclass

from evidence.ranges import Range
from evidence.spans import spans
from reports.reading import Reading


@dataclass(frozen=True, slots=True)
class Piece:
    """``text[start:end]`` with the ids of the claims, non-claims and excluded records that cover all of it."""

    start: int
    end: int
    claims: tuple[str, ...]
    non_claims: tuple[str, ...]
    excluded: tuple[str, ...]

    @property
    def is_gap(self) -> bool:
        """Whether nothing that counts covers it."""
        return not self.claims and not self.non_claims


def pieces(reading: Reading) -> list[Piece]:
    """The whole source text in order, cut wherever a range begins or ends; an empty text has no pieces.

    The ids of a piece stand in text order of their records.
    """
    claims = {record.record_id for record in reading.claims}
    others = {record.record_id for record in reading.non_claims}
    records = [*reading.claims, *reading.non_claims, *reading.excluded_ranges]
    tiles = spans(len(reading.source_text), [(r.record_id, Range(r.start, r.end)) for r in records])
    return [
        Piece(
            tile.start,
            tile.end,
            tuple(name for name in tile.ids if name in claims),
            tuple(name for name in tile.ids if name in others),
            tuple(name for name in tile.ids if name not in claims and name not in others),
        )
        for tile in tiles
    ]
