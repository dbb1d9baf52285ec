"""A copy of a PDF with quotes marked in it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from prefect import flow
from pydantic import SecretStr

from flows import progress
from flows.acquire import Source
from flows.highlight_rows import answer, onto_itself, rows_of, source_of, too_short, unmarked, unwritten
from flows.highlight_source import file_stem, pdf_got
from flows.job_folder import job_folder, staged_at
from flows.names import current_run_name
from flows.own_files import EXPORTS, folder_of
from flows.registry import NO_SESSION
from flows.services import Services, current
from flows.targets import checked_target, there_already, written_before
from tasks.attempts import StageError
from tasks.highlight_values import HighlightRequest, HighlightResult
from tasks.highlighting import highlight_quotes, write_copy

TOOL: Final = "highlight_pdf"
ENDINGS: Final = (".pdf",)


@flow(name="highlight-pdf", flow_run_name=lambda: current_run_name("highlight_pdf"))
async def highlight_pdf(
    cited_text: list[str],
    url: str | None = None,
    path: str | None = None,
    lang: str | None = None,
    occurrence: int | None = None,
    output_path: str | None = None,
    overwrite: bool = False,
    password_word: str | None = None,
    read_roots: list[str] | None = None,
    roots: list[str] | None = None,
    job_id: str | None = None,
) -> dict[str, Any]:
    """Mark quotes in a copy of a PDF.

    Args:
        cited_text: The quotes, as they stand there.
        url: The PDF on the web; or path.
        path: The PDF on this machine; or url.
        lang: The language of the quotes, such as en or ja; found by itself when left empty.
        occurrence: Which place of each quote to mark, from 1; all of them when left empty.
        output_path: An absolute path that ends in .pdf; a new file among the hub's exports when left empty.
        overwrite: Replace an existing file.
        password_word: Left empty: the hub's word for a password in its memory.
        read_roots: Folders that may be read; the hub's own when left empty.
        roots: Folders that may be written to; the hub's own when left empty.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        source = source_of(services, url, path, read_roots)
        short = too_short(services, cited_text, lang)
        target, again = await asyncio.to_thread(_target, services, source, output_path, roots, job)
        if target.exists() and not (again or overwrite):
            raise there_already(str(target), TOOL)
        password = SecretStr(services.passwords.of(password_word)) if password_word else None
        progress.report(job, 0, 3, f"getting {source.item}")
        pdf = await pdf_got(services, source, job, locked=password is not None)
        progress.report(job, 1, 3, "looking for the quotes")
        request = HighlightRequest(
            source=pdf.path,
            text=pdf.text,
            pages=pdf.pages,
            staging=staged_at(services.home, job),
            quotes=[text for index, text in enumerate(cited_text) if index not in short],
            modified=datetime.now(UTC),
            occurrence=occurrence,
            language=lang,
            password=password,
        )
        made = await _made(services, request, source, job)
        rows = rows_of(cited_text, short, made.rows, told=password is None)
        told = answer(rows, cited_text, made, target)
        progress.report(job, 2, 3, "writing the copy")
        await _write(services, made, target, job, overwrite=again or overwrite)
        return told


def _target(
    services: Services, source: Source, output_path: str | None, roots: list[str] | None, job_id: str
) -> tuple[Path, bool]:
    """Where the copy goes, and whether a run of this job that was lost has put it there already.

    Raises:
        Refusal: EXPORT_REFUSED, FILE_OUTSIDE_ROOTS.
    """
    if output_path is None:
        name = f"{file_stem(source)}-highlighted-{job_id.rpartition('_')[2][:8]}.pdf"
        target = folder_of(services.home, EXPORTS).resolve() / name
    else:
        target = checked_target(services, output_path, ENDINGS, roots, tool=TOOL)
        if source.path is not None and target == Path(source.path).resolve():
            raise onto_itself(output_path)
    return target, written_before(services, job_id, target)


async def _made(services: Services, request: HighlightRequest, source: Source, job_id: str) -> HighlightResult:
    try:
        made: HighlightResult = await highlight_quotes(
            request, item=source.item, job_id=job_id, session_id=NO_SESSION, sink=services.sink
        )
    except StageError as error:
        raise unmarked(error.kind, error.message) from None
    return made


async def _write(services: Services, made: HighlightResult, target: Path, job_id: str, *, overwrite: bool) -> None:
    try:
        await write_copy(
            made,
            str(target),
            overwrite=overwrite,
            item=target.name,
            job_id=job_id,
            session_id=NO_SESSION,
            sink=services.sink,
        )
    except StageError as error:
        if error.kind == "exists":
            raise there_already(str(target), TOOL) from None
        raise unwritten(error, target) from None
