"""When a report is older than what it reports."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, Literal

from ledger.reader import Reader
from ledger.records import ReportFile
from ledger.values import ReportState
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
    "rechecks",
)
"""What a report shows (the view `content_changes`); jobs and attempts alone make no report old, nor does a recheck
that finds everything as it was."""
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


def latest_change(reader: Reader, session_id: str) -> int:
    """The number of the session's last change that a report shows, a finalization among them; 0 without one."""
    rows = reader.fetch(
        "SELECT greatest(coalesce((SELECT max(seq) FROM content_changes WHERE session_id = $s), 0), "
        "coalesce((SELECT max(seq) FROM finalizations WHERE session_id = $s), 0))",
        {"s": session_id},
    )
    return int(rows[0][0])


def report_files(reader: Reader, session_id: str) -> dict[ReportName, ReportFile]:
    """The latest state of each report file that was ever written, by name."""
    return {report.name: report for report in reader.all(ReportFile, session_id)}


def last_finalization(reader: Reader, session_id: str) -> str | None:
    """The id of the session's last finalization."""
    rows = reader.fetch(
        "SELECT finalization_id FROM finalizations WHERE session_id = ? ORDER BY seq DESC LIMIT 1", [session_id]
    )
    return str(rows[0][0]) if rows else None


def unmarked(reader: Reader, session_id: str) -> list[ReportFile]:
    """The report files that are out of date and do not say so yet; a write marks them before it is acknowledged.

    Each file counts from the finalization that it was written for, whether or not the others were written too.
    """
    if "report_files" not in reader.versions(session_id):
        return []

    def read() -> tuple[str, ...]:
        rows = reader.fetch(
            "SELECT r.name FROM report_files AS r WHERE r.session_id = $s AND r.state = 'final' "
            "AND NOT EXISTS (SELECT 1 FROM report_files AS n WHERE n.session_id = $s AND n.name = r.name "
            "AND n.seq > r.seq) AND EXISTS (SELECT 1 FROM content_changes AS c WHERE c.session_id = $s AND c.seq > "
            "(SELECT max(f.seq) FROM finalizations AS f WHERE f.session_id = $s AND f.seq < r.seq))",
            {"s": session_id},
        )
        return tuple(str(row[0]) for row in rows)

    old = reader.remembered(("unmarked",), session_id, REPORT_KINDS, read)
    if not old:
        return []
    latest = report_files(reader, session_id)
    return [latest[name] for name in REPORT_NAMES if name in old]


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
