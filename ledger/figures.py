"""The figures of a session: coverage, gaps, counts. Only effective records count."""

from __future__ import annotations

from typing import Any, Final

from evidence.limits import LISTED_IDS
from evidence.ranges import Range
from ledger.reader import RANGE_KINDS, Reader
from ledger.views import AttachmentCounts, ClaimCounts, Coverage, EvidenceCounts, ExclusionCounts, Summary

SUMMARY_KINDS: Final = (*RANGE_KINDS, "verdicts", "evidence", "attachments")


def percent(covered: int, total: int) -> str:
    """``12.34%``, rounded down, so that only a complete text shows 100.00%."""
    hundredths = covered * 10_000 // total if total else 0
    return f"{hundredths // 100}.{hundredths % 100:02d}%"


def _coverage(row: dict[str, Any]) -> Coverage:
    covered, total, gap_count = int(row["covered"]), int(row["total"]), int(row["gaps"])
    return Coverage(
        covered=covered,
        total=total,
        ratio=covered / total if total else 0.0,
        percent=percent(covered, total),
        complete=total > 0 and covered == total,
        gaps=gap_count,
    )


def coverage(reader: Reader, session_id: str) -> Coverage:
    """How much of the text effective claims and non-claims cover. Refusal SESSION_UNKNOWN."""
    return reader.remembered(("coverage",), session_id, RANGE_KINDS, lambda: _read_coverage(reader, session_id))


def _read_coverage(reader: Reader, session_id: str) -> Coverage:
    rows = reader.fetch_dicts("SELECT covered, total, gaps FROM coverage WHERE session_id = ?", [session_id])
    if not rows:
        reader.session(session_id)
    return _coverage(rows[0])


def gaps(reader: Reader, session_id: str, limit: int = LISTED_IDS, offset: int = 0) -> tuple[list[Range], int]:
    """The parts of the text under no effective range, ascending, and how many there are: the gate's own rows."""
    found = reader.gate("coverage_gaps", session_id, limit, offset)
    if found is None:
        return [], (gaps(reader, session_id, 1)[1] if offset else 0)
    return [Range(int(row["start"]), int(row["end"])) for row in found.rows], found.total


def summary(reader: Reader, session_id: str) -> Summary:
    """The figures of the session. Refusal SESSION_UNKNOWN."""
    return reader.remembered(("summary",), session_id, SUMMARY_KINDS, lambda: _read_summary(reader, session_id))


def _read_summary(reader: Reader, session_id: str) -> Summary:
    rows = reader.query("summary", session_id=session_id)
    if not rows:
        reader.session(session_id)
    row = rows[0]

    def counts(total: str, *names: str) -> dict[str, int]:
        return {"total": int(row[total]), **{name: int(row[name]) for name in names}}

    return Summary(
        coverage=_coverage(row),
        claims=ClaimCounts(
            **counts("claims", "without_verdict", "verified", "contradicted", "partially_verified", "unverifiable")
        ),
        non_claims=int(row["non_claims"]),
        evidence=EvidenceCounts(**counts("evidence", "http", "browser", "file", "agent_captured")),
        attachments=AttachmentCounts(**counts("attachments", "supports", "contradicts", "partial", "irrelevant")),
        exclusions=ExclusionCounts(**counts("exclusions", "restored"), active=int(row["exclusions"] - row["restored"])),
    )
