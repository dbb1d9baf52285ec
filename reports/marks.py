"""The source text cut into pieces by what covers it: what the viewer draws."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from ledger.records import Claim, NonClaim
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


def _covering(cuts: list[int], records: list[Claim] | list[NonClaim] | list[Claim | NonClaim]) -> list[list[str]]:
    """For each stretch between two cuts the ids that cover it, in the order of `records`."""
    found: list[list[str]] = [[] for _ in cuts]
    for record in records:
        for index in range(bisect_left(cuts, record.start), bisect_left(cuts, record.end)):
            found[index].append(record.record_id)
    return found


def pieces(reading: Reading) -> list[Piece]:
    """The whole source text in order, cut wherever a range begins or ends; an empty text has no pieces."""
    length = len(reading.source_text)
    records = [*reading.claims, *reading.non_claims, *reading.excluded_ranges]
    edges = {0, length, *(r.start for r in records), *(r.end for r in records)}
    cuts = sorted(edge for edge in edges if 0 <= edge <= length)
    claims = _covering(cuts, reading.claims)
    others = _covering(cuts, reading.non_claims)
    excluded = _covering(cuts, reading.excluded_ranges)
    return [
        Piece(start, end, tuple(claims[index]), tuple(others[index]), tuple(excluded[index]))
        for index, (start, end) in enumerate(zip(cuts, cuts[1:], strict=False))
    ]
