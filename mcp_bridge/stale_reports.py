"""Reports that are older than the records say so, before the change that made them old is acknowledged."""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING, Final

from ledger import staleness
from ledger.folders import SessionFolder
from ledger.refusals import Refusal
from reports.labels import Labels, choose
from reports.reading import FINAL, PROVISIONAL

if TYPE_CHECKING:
    from mcp_bridge.app import App

HEAD: Final = 4_096
"""The marks stand in the first characters of each file."""
_marking: Final = threading.Lock()


def mark_provisional(app: App, session_id: str) -> list[str]:
    """Mark the session's report files that are out of date and don't say so yet; their names.

    Raises:
        Refusal: REPORT_NOT_WRITTEN with the files that still look final. The records stand.
    """
    with app.ledger.read() as reader:
        if not staleness.unmarked(reader, session_id):
            return []
        language = reader.session(session_id).language
    with _marking:
        with app.ledger.read() as reader:
            old = staleness.unmarked(reader, session_id)
        names = [name for name in staleness.REPORT_NAMES if name in old]
        folder = SessionFolder(app.settings.home, session_id)
        marked: dict[staleness.ReportName, str | None] = {}
        failed: list[str] = []
        for name in names:
            try:
                text = provisional(folder.read_bytes(name).decode("utf-8"), language)
                marked[name] = folder.write_bytes(name, text.encode("utf-8"), replace=True).sha256
            except FileNotFoundError:
                marked[name] = None
            except (OSError, UnicodeDecodeError):
                failed.append(name)
        with app.ledger.write(session_id) as writer:
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


def provisional(text: str, language: str | None) -> str:
    """The text of a report file with its state changed, and a notice where the file has a place for one."""
    labels = Labels(choose(language))
    head, rest = text[:HEAD], text[HEAD:]
    head = head.replace(FINAL, PROVISIONAL, 1)
    head = re.sub(r'^(  "provisional": )false', r"\1true", head, count=1, flags=re.MULTILINE)
    notice = f"> **{labels.text('provisional.title')}** — {labels.text('provisional.text')}\n"
    head = head.replace("<!-- uratori:notice -->\n", f"{notice}\n", 1)
    return head + rest
