"""Writing the report files of a finalization, each with its state and its row."""

from __future__ import annotations

from pathlib import Path

from flows.report_state import provisional
from ledger import staleness
from ledger.folders import SessionFolder
from ledger.report_lock import report_lock
from ledger.staleness import ReportName
from ledger.store import Ledger
from tasks.attempts import StageError
from tasks.report_files import WrittenReport, write_file


class ReportKeeper:
    """Writes the files of one finalization."""

    def __init__(self, ledger: Ledger, home: Path, session_id: str, finalization_id: str) -> None:
        self.ledger = ledger
        self.folder = SessionFolder(home, session_id)
        self.session_id = session_id
        self.finalization_id = finalization_id

    def keep(self, name: ReportName, text: str) -> WrittenReport:
        """Write the file and record its state: provisional when something was recorded after the finalization.

        Raises:
            StageError: `superseded` by a later finalization, or `not_written`.
        """
        with report_lock(self.session_id):
            with self.ledger.read() as reader:
                latest = staleness.last_finalization(reader, self.session_id)
                stale = staleness.changed_since_finalization(reader, self.session_id)
                language = reader.session(self.session_id).language
            if latest != self.finalization_id:
                raise StageError("superseded", f"{name} is written by a later finalize.")
            written = write_file(self.folder.path, name, provisional(text, language) if stale else text)
            with self.ledger.write(self.session_id) as writer:
                state = staleness.mark_report(
                    writer, self.session_id, name, "provisional" if stale else "final", written.sha256
                ).state
        return written.model_copy(update={"state": state})
