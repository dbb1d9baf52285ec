"""Pictures of quotes: one task per way to draw. `tasks.pictures_evidence` says in which order they are tried."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from prefect import Task, task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State, TaskRun

from ledger.values import PdfPage
from tasks import pictures_html, pictures_text
from tasks.attempts import AttemptSink, StageError, attempt
from tasks.browser import Chromium, within
from tasks.pictures_pdf import PdfAnswer, PdfRequest
from tasks.pictures_values import PictureResult, QuoteSpot

PDF_SECONDS: Final = 120.0
ROOT: Final = str(Path(__file__).resolve().parents[1])


def crashed(_task: Task[..., Any], _run: TaskRun, state: State[Any]) -> bool:
    """Whether to try again: only a browser that died is another one the next time."""
    return isinstance(state.data, StageError) and state.data.kind == "browser_crashed"


@task(
    task_run_name="draw {evidence_id} from its saved page",
    cache_policy=NO_CACHE,
    persist_result=False,
    retries=1,
    retry_condition_fn=crashed,
)
async def draw_html(
    snapshot: str,
    text: str,
    quotes: Sequence[QuoteSpot],
    *,
    staging: str,
    evidence_id: str,
    job_id: str,
    session_id: str,
    sink: AttemptSink,
    chromium: Chromium,
) -> list[PictureResult]:
    """Picture quotes in a marked snapshot (`snapshot` and `text` are paths), one page load for all of them.

    Raises:
        StageError: `browser_unavailable`, `browsercrashed`, `timeout`, `browser`.
    """
    async with attempt(
        sink, job_id=job_id, session_id=session_id, stage="picture", item=f"{evidence_id} page"
    ) as doing:
        page, stored = await asyncio.to_thread(_read, snapshot), await asyncio.to_thread(_read, text)
        results = await pictures_html.pictures(chromium, page, stored, quotes, Path(staging))
        doing.bytes, doing.detail = _told(results)
        return results


@task(
    task_run_name="draw {evidence_id} from its saved text",
    cache_policy=NO_CACHE,
    persist_result=False,
    retries=1,
    retry_condition_fn=crashed,
)
async def draw_text(
    text: str,
    quotes: Sequence[QuoteSpot],
    *,
    staging: str,
    evidence_id: str,
    job_id: str,
    session_id: str,
    sink: AttemptSink,
    chromium: Chromium,
) -> list[PictureResult]:
    """Picture quotes in the saved text (`text` is a path), with a line burned in that says so.

    Raises:
        StageError: `browser_unavailable`, `browsercrashed`, `timeout`, `browser`.
    """
    async with attempt(
        sink, job_id=job_id, session_id=session_id, stage="picture", item=f"{evidence_id} text"
    ) as doing:
        results = await pictures_text.pictures(chromium, await asyncio.to_thread(_read, text), quotes, Path(staging))
        doing.bytes, doing.detail = _told(results)
        return results


@task(task_run_name="draw {evidence_id} from its PDF", cache_policy=NO_CACHE, persist_result=False)
async def draw_pdf(
    pdf: str,
    text: str,
    pages: Sequence[PdfPage],
    quotes: Sequence[QuoteSpot],
    *,
    staging: str,
    evidence_id: str,
    job_id: str,
    session_id: str,
    sink: AttemptSink,
) -> list[PictureResult]:
    """Picture quotes on the pages of a PDF (`pdf` and `text` are paths); a quote over a page end has two results.

    Raises:
        StageError: `pdf` (the file can't be drawn), `timeout`.
    """
    async with attempt(sink, job_id=job_id, session_id=session_id, stage="picture", item=f"{evidence_id} pdf") as doing:
        request = PdfRequest(pdf=pdf, text=text, pages=list(pages), quotes=list(quotes), staging=staging)
        results = await _in_process(request)
        doing.bytes, doing.detail = _told(results)
        return results


async def _in_process(request: PdfRequest) -> list[PictureResult]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-B", "-m", "tasks.pictures_pdf"),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH", "")]))},
        start_new_session=True,
    )
    try:
        answer, _ = await within(
            PDF_SECONDS, process.communicate(request.model_dump_json().encode()), "Drawing the PDF"
        )
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise StageError("pdf", "The PDF made the process that drew it fail or run out of memory.")
    told = PdfAnswer.model_validate_json(answer)
    if told.failure is not None:
        raise StageError("pdf", told.failure)
    return told.results


def _read(path: str) -> str:
    return Path(path).read_bytes().decode("utf-8")


def _told(results: Sequence[PictureResult]) -> tuple[int, str]:
    """The bytes drawn, and for the attempt: how many quotes are marked, and why others are not."""
    marked = sum(result.highlighted for result in results)
    rest = [f"{result.attachment_id}: {result.note}" for result in results if not result.highlighted]
    return sum(result.bytes or 0 for result in results), "; ".join([f"{marked} of {len(results)} marked", *rest])[:2000]
