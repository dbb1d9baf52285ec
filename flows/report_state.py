"""Marking the report files that records have overtaken; `flows.report_keeper` writes them.

Both happen under the session's `report_lock`, so that no acknowledged change lies between a file and what it says.
Without Prefect: the hub's main thread marks.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

from ledger import staleness
from ledger.folders import SessionFolder
from ledger.records import ReportFile
from ledger.refusals import Refusal
from ledger.report_lock import report_lock
from ledger.staleness import ReportName
from ledger.store import Ledger
from reports.labels import Labels, choose
from reports.reading import FINAL, PROVISIONAL

HEAD: Final = 4_096
"""The marks stand in the first characters of each file."""


def mark_provisional(ledger: Ledger, home: Path, session_id: str) -> list[str]:
    """Mark the session's report files that are out of date and don't say so yet; their names.

    Raises:
        Refusal: REPORT_NOT_WRITTEN with the files that still look final. The records stand.
    """
    with report_lock(session_id):
        with ledger.read() as reader:
            old = staleness.unmarked(reader, session_id)
            if not old:
                return []
            language = reader.session(session_id).language
        folder = SessionFolder(home, session_id)
        marked: dict[ReportName, str | None] = {}
        failed: list[str] = []
        for report in old:
            try:
                marked[report.name] = _mark(folder, report, language)
            except (OSError, UnicodeDecodeError):
                failed.append(report.name)
        with ledger.write(session_id) as writer:
            for name, sha256 in marked.items():
                staleness.mark_report(writer, session_id, name, "provisional", sha256)
    if failed:
        raise Refusal(
            "REPORT_NOT_WRITTEN",
            f"The change was recorded, but {', '.join(failed)} could not be marked provisional and still looks final.",
            "Make the session's folder writable and call finalize again; until then don't hand these files on.",
            {"session_id": session_id, "not_marked": failed, "marked": list(marked)},
        )
    return list(marked)


def _mark(folder: SessionFolder, report: ReportFile, language: str | None) -> str | None:
    """Mark the file; the SHA-256 to record.

    That of the marked file, if the file was as recorded. A file that is gone or was changed by others keeps the SHA-256
    of the one that finalize wrote, so that it goes on to show as missing or changed.
    """
    try:
        data = folder.read_bytes(report.name)
    except FileNotFoundError:
        return report.sha256
    text = provisional(data.decode("utf-8"), language)
    saved = folder.write_bytes(report.name, text.encode("utf-8"), replace=True)
    return saved.sha256 if hashlib.sha256(data).hexdigest() == report.sha256 else report.sha256


def provisional(text: str, language: str | None) -> str:
    """The text of a report file with its state changed, and a notice where the file has a place for one."""
    labels = Labels(choose(language))
    head, rest = text[:HEAD], text[HEAD:]
    head = head.replace(FINAL, PROVISIONAL, 1)
    head = re.sub(r'^(  "provisional": )false', r"\1true", head, count=1, flags=re.MULTILINE)
    notice = f"> **{labels.text('provisional.title')}** — {labels.text('provisional.text')}\n"
    head = head.replace("<!-- uratori:notice -->\n", f"{notice}\n", 1)
    return head + rest
