"""Whether a file of a session folder is what the records say, for whoever is about to show it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ledger.chain import Finding
from ledger.evidence_log import compared
from ledger.folders import SESSION_ID, SOURCE_NAME, SessionFolder
from ledger.reader import Reader
from ledger.records import Evidence, Session
from ledger.report_lock import report_lock
from ledger.staleness import REPORT_NAMES
from ledger.store import Ledger

_EVIDENCE: Final = re.compile(r"evidence/(evidence_\d+)[-.]")

_SOURCE: Final = "source-"


def difference(ledger: Ledger, home: Path, session_id: str, relative: str) -> Finding | None:
    """How the file differs from its record; None when it is as recorded, or when no record names such a file.

    A report file that no finalize wrote is `unrecorded`. Waits for a report that is being written.
    """
    if not SESSION_ID.match(session_id):
        return None
    folder = SessionFolder(home, session_id)
    with report_lock(session_id):
        with ledger.read() as reader:
            sha256 = _recorded(reader, session_id, relative)
        if sha256 is not None:
            return next(iter(compared(folder, relative, sha256, rehash=False)), None)
    if relative in REPORT_NAMES:
        return Finding(what="unrecorded", where=relative, detail="No finalize wrote it.")
    return None


def _recorded(reader: Reader, session_id: str, relative: str) -> str | None:
    """The SHA-256 that the file of that path was recorded with last."""
    if relative in REPORT_NAMES:
        sql = "SELECT sha256 FROM report_files WHERE session_id = ? AND name = ? ORDER BY seq DESC LIMIT 1"
    elif relative == SOURCE_NAME:
        sql = "SELECT source_sha256 FROM sessions WHERE session_id = ? AND ? <> '' LIMIT 1"
    elif match := _EVIDENCE.match(relative):
        return _of_record(reader.find(Evidence, session_id, match[1]), relative)
    elif relative.startswith(_SOURCE):
        return _of_record(reader.find(Session, session_id, session_id), relative)
    else:
        sql = "SELECT sha256 FROM pictures WHERE session_id = ? AND path = ? ORDER BY seq DESC LIMIT 1"
    rows = reader.fetch(sql, [session_id, relative])
    return str(rows[0][0]) if rows and rows[0][0] else None


def _of_record(record: Evidence | Session | None, relative: str) -> str | None:
    return next((saved.sha256 for saved in record.files if saved.path == relative), None) if record else None
