"""Closing a session: pictures, gates, the record, the three report files."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from prefect import flow

from flows import blocking, drawing, progress
from flows.job_folder import job_folder
from flows.names import current_run_name
from flows.report_keeper import ReportKeeper
from flows.report_state import mark_provisional
from flows.services import Services, current
from ledger import status
from ledger.finalizing import record_finalization
from ledger.folders import SessionFolder
from ledger.jobs import open_jobs
from ledger.pictures import give_up_changed
from ledger.records import Finalization
from ledger.refusals import Refusal
from ledger.sessions import read_source
from ledger.staleness import REPORT_NAMES
from ledger.views import SessionExtract
from tasks.report_files import WrittenReport, write_reports

PICTURES_SECONDS: Final = 60.0
"""How long the picture jobs of others are waited for; what is missing then is drawn here."""
DRAWING_SECONDS: Final = 180.0
POLL_SECONDS: Final = 0.1


@flow(name="finalize", flow_run_name=lambda: current_run_name("finalize"))
async def finalize(session_id: str, job_id: str | None = None) -> dict[str, Any]:
    """Close a session: draw what is missing, check every gate, write report.md, report.json and report.html.

    Args:
        session_id: The session.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        progress.report(job, 0, None, "checking the gates")
        await asyncio.to_thread(_check, services, session_id)
        await _pictures(services, session_id, job)
        progress.report(job, 0, None, "closing")
        record, extract, source = await asyncio.to_thread(_close, services, session_id, job)
        progress.report(job, 0, None, "writing the reports")
        return await _reports(services, session_id, job, record, extract, source)


def _check(services: Services, session_id: str) -> None:
    """Refuse early, with every saved file of the evidence hashed again, before any work is done."""
    with services.ledger.read() as reader:
        reader.open_session(session_id)
        found = status.blockers(reader, session_id, SessionFolder(services.home, session_id))
    if found:
        raise blocking.blocked(session_id, found)


async def _pictures(services: Services, session_id: str, job_id: str) -> None:
    """Wait for the picture jobs at work, then draw what has no picture or a changed one; none of it can refuse."""
    deadline = asyncio.get_running_loop().time() + PICTURES_SECONDS
    while asyncio.get_running_loop().time() < deadline:
        waiting = await asyncio.to_thread(_picture_jobs, services, session_id)
        if not waiting:
            break
        progress.report(job_id, 0, None, f"waiting for {waiting} picture job{'' if waiting == 1 else 's'}")
        await asyncio.sleep(POLL_SECONDS)
    groups = await asyncio.to_thread(drawing.grouped, services, session_id, None)
    changed = await asyncio.to_thread(drawing.changed, services, session_id)
    try:
        async with asyncio.timeout(DRAWING_SECONDS):
            if groups:
                await drawing.draw(services, session_id, job_id, groups)
            if changed:
                await drawing.draw(services, session_id, job_id, changed, again=True)
    except TimeoutError:
        progress.report(job_id, 0, None, "going on without the pictures that took too long")


def _picture_jobs(services: Services, session_id: str) -> int:
    with services.ledger.read() as reader:
        return sum(view.job.kind == "render_pictures" for view in open_jobs(reader, session_id))


def _close(services: Services, session_id: str, job_id: str) -> tuple[Finalization, SessionExtract, str]:
    """The gates once more and the record, in one transaction: a change in between refuses.

    A saved file whose size, inode or times moved since the first check is hashed again; a picture that is still not
    as recorded is shown no more.
    """
    folder = SessionFolder(services.home, session_id)
    with services.ledger.write(session_id) as writer:
        give_up_changed(writer, session_id, folder)
        record = record_finalization(writer, session_id, folder, job_id=job_id, rehash=False)
        if isinstance(record, list):
            raise blocking.blocked(session_id, record)
    with services.ledger.read() as reader:
        source = read_source(reader, session_id, folder)
        return record, status.extract(reader, session_id, finalizing=True, text=source, written_by=job_id), source


async def _reports(
    services: Services, session_id: str, job_id: str, record: Finalization, extract: SessionExtract, source: str
) -> dict[str, Any]:
    keeper = ReportKeeper(services.ledger, services.home, session_id, record.finalization_id)
    written: list[WrittenReport] = await write_reports(
        extract, source, keeper.keep, job_id=job_id, session_id=session_id, sink=services.sink
    )
    # A file written before a change, which the later ones know of already, must own up to it too.
    await asyncio.to_thread(mark_provisional, services.ledger, services.home, session_id)
    if len(written) < len(REPORT_NAMES):
        raise _not_written(session_id, [one.name for one in written])
    folder = SessionFolder(services.home, session_id)
    paths = {name.removeprefix("report."): str(folder.path / name) for name in REPORT_NAMES}
    return {
        "finalization_id": record.finalization_id,
        "report": {"markdown": paths["md"], "json": paths["json"], "html": paths["html"]},
    }


def _not_written(session_id: str, new: list[str]) -> Refusal:
    old = [name for name in REPORT_NAMES if name not in new]
    return Refusal(
        "REPORT_NOT_WRITTEN",
        f"The session passed every gate, but {', '.join(old)} could not be written"
        + (f"; {', '.join(new)} {'is' if len(new) == 1 else 'are'} new." if new else ".")
        + " The attempts of the session say why.",
        f'Make room on the disk or mend the folder\'s permissions, then call finalize with session_id "{session_id}".',
        {"session_id": session_id, "new": new, "old": old},
    )
