"""A session's report as one file elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final, Literal

from prefect import flow

from flows import progress
from flows.job_folder import job_folder
from flows.names import current_run_name
from flows.own_files import EXPORTS, folder_of, is_own
from flows.services import Services, current
from ledger import status
from ledger.folders import SessionFolder
from ledger.jobs import attempts_of
from ledger.refusals import Refusal
from ledger.sessions import read_source
from ledger.views import SessionExtract
from tasks.attempts import StageError
from tasks.export import export

ENDINGS: Final = {"html": (".html", ".htm"), "pdf": (".pdf",)}


@flow(name="export-report", flow_run_name=lambda: current_run_name("export_report"))
async def export_report(
    session_id: str,
    output_path: str,
    format: Literal["html", "pdf"] = "html",  # noqa: A002 - the tool's argument
    overwrite: bool = False,
    roots: list[str] | None = None,
    job_id: str | None = None,
) -> dict[str, Any]:
    """Write a session's report as one HTML or PDF file with its pictures inside.

    Args:
        session_id: The session.
        output_path: An absolute path that ends in .html or .pdf.
        format: The kind of file.
        overwrite: Replace an existing file.
        roots: Folders that may be written to; the hub's own when left empty.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        target = await asyncio.to_thread(checked_target, services, output_path, format, roots)
        again = overwrite or await asyncio.to_thread(_written_before, services, job, target)
        if target.exists() and not again:
            raise _exists(output_path)
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


def checked_target(services: Services, output_path: str, form: str, roots: list[str] | None) -> Path:
    """The resolved path, if it is absolute, has the right ending and lies in a folder that may be written."""
    given = Path(output_path)
    if not given.is_absolute() or "\0" in output_path or given.suffix.lower() not in ENDINGS[form]:
        raise Refusal(
            "EXPORT_REFUSED",
            f"{output_path!r} is not an absolute path that ends in {' or '.join(ENDINGS[form])}.",
            f"Give an absolute path that ends in {ENDINGS[form][0]}.",
            {"output_path": output_path, "format": form},
        )
    allowed = [Path(root) for root in roots] if roots is not None else _own_roots(services)
    resolved = given.resolve()
    own = is_own(resolved, services.home.resolve(), but=EXPORTS)
    if own or not any(resolved.is_relative_to(root.expanduser().resolve()) for root in allowed):
        raise Refusal(
            "FILE_OUTSIDE_ROOTS",
            f"output_path {output_path!r} lies outside the folders that may be written.",
            "Give a path under a folder that may be written, or ask the person to add its folder to "
            "URATORI_EXPORT_ROOTS.",
            {"output_path": output_path},
        )
    if resolved.is_dir():
        raise _exists(output_path)
    return resolved


def _own_roots(services: Services) -> list[Path]:
    return [folder_of(services.home, EXPORTS), *services.settings.allowed_roots, *services.settings.export_roots]


def _written_before(services: Services, job_id: str, target: Path) -> bool:
    """Whether an earlier run of this job, lost after its work, left the file: then it may be replaced."""
    with services.ledger.read() as reader:
        job = reader.job(job_id)
        tries = attempts_of(reader, job.session_id, job_id)
    return bool(tries) and target.is_file() and target.stat().st_mtime >= job.recorded_at.timestamp()


def _read(services: Services, session_id: str, job_id: str) -> tuple[SessionExtract, str]:
    with services.ledger.read() as reader:
        source = read_source(reader, session_id, SessionFolder(services.home, session_id))
        return status.extract(reader, session_id, text=source, written_by=job_id), source


def _exists(output_path: str) -> Refusal:
    return Refusal(
        "EXPORT_REFUSED",
        f"{output_path!r} exists already. Nothing was written.",
        "Call export_report again with overwrite=true, or give another path.",
        {"output_path": output_path},
    )


_NOT_PRINTED: Final = {
    "page_error": "The browser could not print the report as a PDF.",
    "timeout": "The browser took too long to print the report as a PDF; it may be too large for that.",
    "browser": "The browser could not print the report as a PDF.",
    "browser_crashed": "The browser died while it printed the report as a PDF; it may be too large for that.",
}
"""In words of ours: what the browser's driver says helps nobody who reads a refusal."""


def _failed(error: StageError, session_id: str, output_path: str) -> Refusal:
    if error.kind == "exists":
        return _exists(output_path)
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
