"""Batches of exports: the answer of their job, and what the command line asks the hub about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from anyio import to_thread
from pydantic import Field

from flows.own_files import EXPORTS, folder_of
from flows.registry import NO_SESSION
from ledger.views import JobView
from mcp_bridge.answers import JsonObject
from mcp_bridge.waiting import WaitingAnswer, result_of, still_running

if TYPE_CHECKING:
    from mcp_bridge.app import App

WAIT_SECONDS: Final = 20.0
"""How long one question waits; the command line asks again."""
FAILED_SHOWN: Final = 50


class Reexported(WaitingAnswer):
    """What became of the sessions, once status is done."""

    folder: str | None = None
    counts: JsonObject | None = None
    failed: list[JsonObject] = Field(default_factory=list)


def reexported(view: JobView) -> Reexported:
    """The answer of a batch, done or running."""
    result = result_of(view)
    if result is None:
        return Reexported(status="running", job_id=view.job.job_id, next_step=still_running(view))
    failed = result["failed"]
    step = (
        "Each session that failed has its reason; the others are written. The same batch again tries those alone."
        if failed
        else "All files show what the ledger has."
    )
    return Reexported(
        status="done",
        job_id=view.job.job_id,
        folder=result["folder"],
        counts=result["counts"],
        failed=failed[:FAILED_SHOWN],
        next_step=step,
    )


async def answer(app: App, question: Mapping[str, str]) -> dict[str, Any]:
    """Start a batch or go on waiting for `job_id`: done, or still running with how far it is.

    Raises:
        Refusal: JOB_UNKNOWN, or what the job ended with.
    """
    job_id: str = question.get("job_id", "") or await to_thread.run_sync(_started, app, question)
    heard = [""]

    async def hear(_done: float, _total: float | None, message: str) -> None:
        heard[0] = message

    view = await app.desk.wait(job_id, WAIT_SECONDS, hear)
    result = result_of(view)
    if result is None:
        return {"status": "running", "job_id": job_id, "progress": heard[0]}
    return {"status": "done", "job_id": job_id, **result}


def _started(app: App, question: Mapping[str, str]) -> str:
    """The job. A person may have files written where they like."""
    folder = Path(question["folder"]) if question["folder"] else folder_of(app.settings.home, EXPORTS)
    parameters = {
        "folder": str(folder),
        "sessions": json.loads(question["sessions"]),
        "format": question["format"],
        "only_changed": question["only_changed"] == "yes",
        "roots": [str(folder)],
    }
    return app.desk.submit("reexport", NO_SESSION, parameters).job.job_id
