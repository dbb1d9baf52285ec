"""The reports of many sessions as files in one folder, on a schedule or when asked; what did not change is left."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from prefect import flow
from prefect.artifacts import acreate_table_artifact

from flows import progress
from flows.job_folder import job_folder
from flows.names import current_run_name
from flows.own_files import EXPORTS, folder_of
from flows.reexport_log import ExportLog, Logged
from flows.registry import NO_SESSION
from flows.runner import is_engine_fault
from flows.services import Services, current
from flows.targets import checked_target, written_before
from ledger import staleness, status
from ledger.folders import SessionFolder
from ledger.refusals import Refusal
from ledger.sessions import read_source, unarchived
from tasks.attempts import StageError
from tasks.export import export

logger = logging.getLogger(__name__)

AT_ONCE: Final = 2
"""Exports at the same time: each renders in a thread, and the machine has other work."""
ARTIFACT: Final = "uratori-reexport"
SHOWN: Final = 500
"""Rows of the table in Prefect's pages, the failed ones first."""
Format = Literal["html", "pdf"]


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one session: written, unchanged, or failed with its code and message."""

    session_id: str
    result: Literal["written", "unchanged", "failed"]
    file: str = ""
    code: str = ""
    message: str = ""


@flow(name="reexport-reports", flow_run_name=lambda: current_run_name("reexport"))
async def reexport(
    folder: str = "",
    sessions: list[str] | None = None,
    format: Format = "html",  # noqa: A002 - the word of the tool export_report
    only_changed: bool = True,
    language: Literal["en", "ja"] | None = None,
    roots: list[str] | None = None,
    job_id: str | None = None,
) -> dict[str, Any]:
    """Write the reports of all sessions, or of the given ones, into a folder, each as one HTML or PDF file.

    Args:
        folder: An absolute path; the folder `exports` of the data directory when left empty.
        sessions: The sessions; all that are not archived when left empty.
        format: The kind of files.
        only_changed: Leave files that still show what the ledger has.
        language: What the reports' own words are in; each session's language when left empty.
        roots: Folders that may be written to; the hub's own when left empty.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        into = Path(folder) if folder else folder_of(services.home, EXPORTS)
        await asyncio.to_thread(checked_target, services, str(into / f"x.{format}"), (f".{format}",), roots, tool="")
        asked = await asyncio.to_thread(_asked, services, sessions)
        log = await asyncio.to_thread(ExportLog.read, into)
        work = _Work(services, job, into, format, log, language, total=len(asked), only_changed=only_changed)
        rows = list(await asyncio.gather(*(work.session(one) for one in asked)))
        await _tell(rows)
        return _counted(into, rows)


def _asked(services: Services, sessions: Sequence[str] | None) -> list[str]:
    if sessions:
        return list(dict.fromkeys(sessions))
    with services.ledger.read() as reader:
        return unarchived(reader)


class _Work:
    """The sessions of one job."""

    def __init__(
        self,
        services: Services,
        job_id: str,
        into: Path,
        format: Format,  # noqa: A002 - see above
        log: ExportLog,
        language: Literal["en", "ja"] | None,
        *,
        total: int,
        only_changed: bool,
    ) -> None:
        self.services = services
        self.job_id = job_id
        self.into = into
        self.format: Format = format
        self.log = log
        self.language = language
        self.only_changed = only_changed
        self._places = asyncio.Semaphore(AT_ONCE)
        self._total = total
        self._done = 0

    async def session(self, session_id: str) -> Row:
        """What became of one session; its fault, whatever it is, takes none of the others' files with it."""
        async with self._places:
            try:
                row = await self._written(session_id)
            except Refusal as refusal:
                row = Row(session_id, "failed", code=refusal.code, message=refusal.message)
            except StageError as error:
                # A file of that name which no batch wrote is somebody's.
                row = Row(session_id, "failed", code="EXPORT_FAILED", message=f"{error.kind}: {error.message}")
            except Exception as error:
                if is_engine_fault(error):
                    raise
                logger.exception("session %s of job %s could not be exported", session_id, self.job_id)
                said = f"A fault of the program; the hub's log has the details under {self.job_id}."
                row = Row(session_id, "failed", code="INTERNAL_ERROR", message=said)
        self._done += 1
        progress.report(self.job_id, self._done, self._total, f"{self._done} of {self._total} sessions")
        return row

    async def _written(self, session_id: str) -> Row:
        name = f"{session_id}.{self.format}"
        latest = await asyncio.to_thread(self._latest, session_id)
        known = self.log.of(name)
        fresh = known is not None and known.latest == latest and (self.only_changed or known.job_id == self.job_id)
        if known is not None and fresh and await asyncio.to_thread(known.is_there, self.into / name):
            return Row(session_id, "unchanged", name)
        mine = known is not None or await asyncio.to_thread(
            written_before, self.services, self.job_id, self.into / name
        )
        extract, source = await asyncio.to_thread(self._read, session_id)
        done = await export(
            extract,
            source,
            str(SessionFolder(self.services.home, session_id).path),
            str(self.into / name),
            format=self.format,
            overwrite=mine,
            language=self.language,
            job_id=self.job_id,
            session_id=NO_SESSION,
            sink=self.services.sink,
            chromium=self.services.chromium,
        )
        await asyncio.to_thread(self.log.add, name, Logged(latest, done.sha256, self.job_id))
        return Row(session_id, "written", name)

    def _latest(self, session_id: str) -> int:
        with self.services.ledger.read() as reader:
            reader.session(session_id)
            return staleness.latest_change(reader, session_id)

    def _read(self, session_id: str) -> tuple[Any, str]:
        with self.services.ledger.read() as reader:
            source = read_source(reader, session_id, SessionFolder(self.services.home, session_id))
            return status.extract(reader, session_id, text=source, written_by=self.job_id), source


async def _tell(rows: Sequence[Row]) -> None:
    """The rows as a table in Prefect's pages."""
    order = {"failed": 0, "written": 1, "unchanged": 2}
    shown = sorted(rows, key=lambda row: (order[row.result], row.session_id))[:SHOWN]
    table = [
        {"session": row.session_id, "result": row.result, "file": row.file, "why": f"{row.code} {row.message}".strip()}
        for row in shown
    ]
    counted = _counts(rows)
    told = ", ".join(f"{number} {result}" for result, number in counted.items())
    await acreate_table_artifact(table=table, key=ARTIFACT, description=f"Reports of {len(rows)} sessions: {told}.")


def _counts(rows: Sequence[Row]) -> dict[str, int]:
    return {name: sum(row.result == name for row in rows) for name in ("written", "unchanged", "failed")}


def _counted(into: Path, rows: Sequence[Row]) -> dict[str, Any]:
    failed = [
        {"session_id": row.session_id, "code": row.code, "message": row.message[:500]}
        for row in rows
        if row.result == "failed"
    ]
    return {"folder": str(into), "counts": _counts(rows), "failed": failed}
