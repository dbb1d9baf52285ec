"""A session's report as one file elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final, Literal

from prefect import flow

from flows import progress
from flows.job_folder import job_folder
from flows.names import current_run_name
from flows.services import Services, current
from flows.targets import checked_target, there_already, written_before
from ledger import status
from ledger.folders import SessionFolder
from ledger.refusals import Refusal
from ledger.sessions import read_source
from ledger.views import SessionExtract
from tasks.attempts import StageError
from tasks.export import export

TOOL: Final = "export_report"
ENDINGS: Final = {"html": (".html", ".htm"), "pdf": (".pdf",)}


@flow(name="export-report", flow_run_name=lambda: current_run_name("export_report"))
async def export_report(
    session_id: str,
    output_path: str,
    format: Literal["html", "pdf"] = "html",  # noqa: A002 - the tool's argument
    overwrite: bool = False,
    language: Literal["en", "ja"] | None = None,
    roots: list[str] | None = None,
    job_id: str | None = None,
) -> dict[str, Any]:
    """Write a session's report as one HTML or PDF file with its pictures inside.

    Args:
        session_id: The session.
        output_path: An absolute path that ends in .html or .pdf.
        format: The kind of file.
        overwrite: Replace an existing file.
        language: What the report's own words are in; the session's language when left empty.
        roots: Folders that may be written to; the hub's own when left empty.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        target = await asyncio.to_thread(checked_target, services, output_path, ENDINGS[format], roots, tool=TOOL)
        again = overwrite or await asyncio.to_thread(written_before, services, job, target)
        if target.exists() and not again:
            raise there_already(output_path, TOOL)
        progress.report(job, 0, 2, "reading the session")
        extract, source = await asyncio.to_thread(_read, services, session_id, job)
        progress.report(job, 1, 2, f"making the {format} file")
        try:
            done = await export(
                extract,
                source,
                str(SessionFolder(services.home, session_id).path),
                str(target),
                format=format,
                overwrite=again,
                language=language,
                job_id=job,
                session_id=session_id,
                sink=services.sink,
                chromium=services.chromium,
            )
        except StageError as error:
            raise _failed(error, session_id, output_path) from None
    return {
        "path": done.path,
        "bytes": done.bytes,
        "inlined_images": done.inlined_images,
        "provisional": done.provisional,
        "sha256": done.sha256,
    }


def _read(services: Services, session_id: str, job_id: str) -> tuple[SessionExtract, str]:
    with services.ledger.read() as reader:
        source = read_source(reader, session_id, SessionFolder(services.home, session_id))
        return status.extract(reader, session_id, text=source, written_by=job_id), source


_NOT_PRINTED: Final = {
    "page_error": "The browser could not print the report as a PDF.",
    "timeout": "The browser took too long to print the report as a PDF; it may be too large for that.",
    "browser": "The browser could not print the report as a PDF.",
    "browser_crashed": "The browser died while it printed the report as a PDF; it may be too large for that.",
}
"""In words of ours: what the browser's driver says helps nobody who reads a refusal."""


def _failed(error: StageError, session_id: str, output_path: str) -> Refusal:
    if error.kind == "exists":
        return there_already(output_path, TOOL)
    if error.kind == "browser_unavailable":
        return Refusal(
            "BROWSER_UNAVAILABLE",
            f"{error.message} Nothing was written.",
            "Run `uratori doctor`, or call export_report with format html, which needs no browser.",
            {"output_path": output_path},
        )
    message = error.message
    if error.kind in _NOT_PRINTED:
        message = _NOT_PRINTED[error.kind]
        other = Path(output_path).with_suffix(".html")
        advice = (
            f'Call export_report with session_id "{session_id}", format "html" and output_path {str(other)!r}: it '
            "needs no browser and has everything in it, and a person can print it from there"
        )
    else:
        advice = f'Call export_report again with session_id "{session_id}"'
    if error.kind == "images_missing":
        advice = (
            "Exclude the attachments named here with revise_record, or attach their quotes again; then export again"
        )
    return Refusal(
        "EXPORT_FAILED",
        f"{message} Nothing was written.",
        f"{advice}.",
        {"kind": error.kind, "output_path": output_path},
    )
