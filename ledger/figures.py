"""The figures of a session: coverage, gaps, counts. Only effective records count."""

from __future__ import annotations

from typing import Final

from evidence.limits import LISTED_IDS
from evidence.ranges import Range
from ledger.reader import RANGE_KINDS, Reader
from ledger.views import AttachmentCounts, ClaimCounts, Coverage, EvidenceCounts, ExclusionCounts, Summary

_REVISED: Final = ("exclusions", "restorations")
COUNT_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "claim_counts": ("claims", "verdicts", *_REVISED),
    "non_claim_counts": ("non_claims", *_REVISED),
    "evidence_counts": ("evidence", *_REVISED),
    "attachment_counts": ("attachments", *_REVISED),
    "exclusion_counts": _REVISED,
}
"""The tables that each query of ``ledger/queries/`` counts: a write makes only those counts anew that it touches."""


def percent(covered: int, total: int) -> str:
    """``12.34%``, rounded down, so that only a complete text shows 100.00%."""
    hundredths = covered * 10_000 // total if total else 0
    return f"{hundredths // 100}.{hundredths % 100:02d}%"


def coverage(reader: Reader, session_id: str) -> Coverage:
    """How much of the text effective claims and non-claims cover. Refusal SESSION_UNKNOWN."""
    return reader.remembered(("coverage",), session_id, RANGE_KINDS, lambda: _coverage(reader, session_id))


def _coverage(reader: Reader, session_id: str) -> Coverage:
    rows = reader.fetch("SELECT covered, total, gaps FROM coverage WHERE session_id = ?", [session_id])
    if not rows:
        reader.session(session_id)
    covered, total, gap_count = (int(value) for value in rows[0])
    return Coverage(
        covered=covered,
        total=total,
        ratio=covered / total if total else 0.0,
        percent=percent(covered, total),
        complete=total > 0 and covered == total,
        gaps=gap_count,
    )


def gaps(reader: Reader, session_id: str, limit: int = LISTED_IDS, offset: int = 0) -> tuple[list[Range], int]:
    """The parts of the text under no effective range, ascending, and how many there are: the gate's own rows."""
    found = reader.gate("coverage_gaps", session_id, limit, offset)
    if found is None:
        return [], (gaps(reader, session_id, 1)[1] if offset else 0)
    return [Range(int(row["start"]), int(row["end"])) for row in found.rows], found.total


def counts(reader: Reader, name: str, session_id: str) -> dict[str, int]:
    """The one row of a counting query (see `COUNT_KINDS`)."""

    def read() -> dict[str, int]:
        return {key: int(value) for key, value in reader.query(name, session_id=session_id)[0].items()}

    return reader.remembered(("counts", name), session_id, COUNT_KINDS[name], read)


def summary(reader: Reader, session_id: str) -> Summary:
    """The figures of the session. Refusal SESSION_UNKNOWN."""
    return Summary(
        coverage=coverage(reader, session_id),
        claims=ClaimCounts(**counts(reader, "claim_counts", session_id)),
        non_claims=counts(reader, "non_claim_counts", session_id)["total"],
        evidence=EvidenceCounts(**counts(reader, "evidence_counts", session_id)),
        attachments=AttachmentCounts(**counts(reader, "attachment_counts", session_id)),
        exclusions=ExclusionCounts(**counts(reader, "exclusion_counts", session_id)),
    )
