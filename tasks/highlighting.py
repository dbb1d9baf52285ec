"""Mark quotes in a copy of a PDF (stage `highlight`), and put the copy where it was asked for (stage `export`)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from prefect import task
from prefect.cache_policies import NO_CACHE

from tasks.attempts import AttemptSink, StageError, attempt
from tasks.bodies import file_sha256
from tasks.highlight_values import HighlightRequest, HighlightResult
from tasks.parsing import highlight_file
from tasks.whole_files import write_whole

STAGE: Final = "highlight"


@task(name="highlight_quotes", task_run_name="highlight {item}", cache_policy=NO_CACHE, persist_result=False)
async def highlight_quotes(
    request: HighlightRequest, *, item: str, job_id: str, session_id: str, sink: AttemptSink
) -> HighlightResult:
    """Mark the quotes of the request. `item`: how attempts name the PDF. Errors as `ParsePool.highlight`."""
    async with attempt(sink, job_id=job_id, session_id=session_id, stage=STAGE, item=item) as doing:
        result = await highlight_file(request)
        marked = sum(row.status == "highlighted" for row in result.rows)
        pages = {number for row in result.rows for number in row.page_numbers}
        doing.bytes = result.bytes
        doing.detail = f"{marked} of {len(result.rows)} quotes, on {len(pages)} of {result.pages} pages"
        return result


@task(name="write_copy", task_run_name="write {item}", cache_policy=NO_CACHE, persist_result=False)
async def write_copy(
    result: HighlightResult, target: str, *, overwrite: bool, item: str, job_id: str, session_id: str, sink: AttemptSink
) -> None:
    """Write the staged copy to `target`, whose path was checked before.

    Raises:
        StageError: `exists`, `not_written`, `staged_missing`.
    """
    async with attempt(sink, job_id=job_id, session_id=session_id, stage="export", item=item) as doing:
        await asyncio.to_thread(_write, result, Path(target), overwrite=overwrite, mark=job_id)
        doing.bytes = result.bytes


def _write(result: HighlightResult, target: Path, *, overwrite: bool, mark: str) -> None:
    staged = Path(result.staged or "")
    try:
        data = staged.read_bytes() if file_sha256(staged) == result.sha256 else None
    except OSError as error:
        raise StageError("staged_missing", "The marked copy can't be read.") from error
    if data is None:
        raise StageError("staged_missing", "The marked copy is not as it was made.")
    write_whole(target, data, overwrite=overwrite, mark=mark)
