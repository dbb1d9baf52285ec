"""Writing report.md, report.json and report.html into a session's folder, each whole or not at all."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, cast

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.utilities.annotations import quote

from ledger.values import ReportState, Value
from ledger.views import SessionExtract
from reports.data import render_json
from reports.html import render_html
from reports.markdown import render_markdown
from tasks.attempts import AttemptSink, StageError, attempt
from tasks.whole_files import replace_file

ReportName = Literal["report.md", "report.json", "report.html"]
RENDERERS: Final[dict[ReportName, Callable[[SessionExtract, str], str]]] = {
    "report.md": render_markdown,
    "report.json": render_json,
    "report.html": render_html,
}


class WrittenReport(Value):
    """A report file that has its new content."""

    name: ReportName
    sha256: str
    bytes: int
    state: ReportState = "final"


Keep = Callable[[ReportName, str], WrittenReport]
"""Writes the file of that name with that text. Blocks; raises StageError."""


@task(task_run_name="write reports of {session_id}", cache_policy=NO_CACHE, persist_result=False)
async def write_files(
    extract: SessionExtract,
    source_text: str,
    keep: Keep,
    *,
    job_id: str,
    session_id: str,
    sink: AttemptSink,
) -> list[WrittenReport]:
    """Have the three files kept, each once its text is whole; the written ones are returned.

    A file that can't be written keeps its old content and is missing from the list; its attempt says why.
    """
    written = []
    for name, render in RENDERERS.items():
        try:
            async with attempt(sink, job_id=job_id, session_id=session_id, stage="report", item=name) as doing:
                text = await asyncio.to_thread(render, extract, source_text)
                done = await asyncio.to_thread(keep, name, text)
                doing.bytes = done.bytes
                written.append(done)
        except StageError:
            continue  # recorded; the other files are none the worse for it
    return written


async def write_reports(
    extract: SessionExtract, source_text: str, keep: Keep, *, job_id: str, session_id: str, sink: AttemptSink
) -> list[WrittenReport]:
    """Run `write_files`; Prefect is kept from walking through the extract, which takes longer than writing it."""
    written: list[WrittenReport] = await write_files(
        cast("SessionExtract", quote(extract)), source_text, keep, job_id=job_id, session_id=session_id, sink=sink
    )
    return written


def write_file(folder: Path, name: ReportName, text: str) -> WrittenReport:
    """Write one report file by a temporary file, fsync and rename.

    Raises:
        StageError: `not_written`; what was there is still there.
    """
    data = text.encode("utf-8")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / name, data)
    except OSError as error:
        raise StageError("not_written", f"{name} could not be written: {error.strerror}.") from error
    return WrittenReport(name=name, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data))
