"""When a report is older than what it reports."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, Literal

from ledger.reader import Reader
from ledger.records import ReportFile, ReportState
from ledger.writer import Writer

ReportName = Literal["report.md", "report.json", "report.html"]
CONTENT_KINDS: Final = (
    "claims",
    "non_claims",
    "evidence",
    "attachments",
    "verdicts",
    "exclusions",
    "restorations",
    "pictures",
)
"""What a report shows (the view `content_changes`); jobs and attempts alone make no report old."""
REPORT_KINDS: Final = (*CONTENT_KINDS, "finalizations", "report_files")
REPORT_NAMES: tuple[ReportName, ...] = ("report.md", "report.json", "report.html")


def stale_since(reader: Reader, session_id: str) -> datetime | None:
    """The first change after the last finalization whose three reports were written; None when they are current.

    None as well before the first finalize: what was never written can't be old.
    """

    def read() -> datetime | None:
        rows = reader.fetch("SELECT stale_since FROM stale_reports WHERE session_id = ?", [session_id])
        return rows[0][0].replace(tzinfo=UTC) if rows else None

    return reader.remembered(("stale_since",), session_id, REPORT_KINDS, read)


def changed_since_finalization(reader: Reader, session_id: str) -> datetime | None:
    """The first change after the last finalization, written or not: what its own report would have to own up to."""
    rows = reader.fetch(
        "SELECT min(recorded_at) FROM content_changes WHERE session_id = $s AND seq > "
        "(SELECT max(seq) FROM finalizations WHERE session_id = $s)",
        {"s": session_id},
    )
    return rows[0][0].replace(tzinfo=UTC) if rows and rows[0][0] else None


def report_files(reader: Reader, session_id: str) -> dict[str, ReportFile]:
    """The latest state of each report file that was ever written, by name."""
    return {report.name: report for report in reader.all(ReportFile, session_id)}


def unmarked(reader: Reader, session_id: str) -> list[str]:
    """The report files that are out of date and do not say so yet; a write marks them before it is acknowledged."""
    if stale_since(reader, session_id) is None:
        return []
    return [name for name, report in report_files(reader, session_id).items() if report.state == "final"]


def mark_report(
    writer: Writer, session_id: str, name: ReportName, state: ReportState, sha256: str | None = None
) -> ReportFile:
    """Record that a report file now has this state. Call it after the file is on disk."""
    report = ReportFile(
        session_id=session_id,
        recorded_at=writer.now(),
        report_file_id=writer.next_id(ReportFile, session_id),
        name=name,
        state=state,
        sha256=sha256,
    )
    writer.add(report)
    return report
