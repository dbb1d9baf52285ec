"""What the command line asks the hub about rechecks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from anyio import to_thread

from flows.own_files import INBOX, folder_of
from flows.registry import NO_SESSION
from mcp_bridge.rechecked import check_session, counted_all, unlike
from mcp_bridge.waiting import result_of

if TYPE_CHECKING:
    from mcp_bridge.app import App

WAIT_SECONDS: Final = 20.0
"""How long one question waits; the command line asks again."""


async def answer(app: App, question: Mapping[str, str]) -> dict[str, Any]:
    """Start a recheck (of all sessions, when none is named) or go on waiting for `job_id`: done, or still running.

    Raises:
        Refusal: SESSION_UNKNOWN, SESSION_ARCHIVED, JOB_UNKNOWN, or what the job ended with.
    """
    job_id: str = question.get("job_id", "") or await to_thread.run_sync(_started, app, question)
    view = await app.desk.wait(job_id, WAIT_SECONDS)
    result = result_of(view)
    if result is None:
        return {"status": "running", "job_id": job_id}
    rows = await to_thread.run_sync(lambda: unlike(app, job_id, named=view.job.session_id == NO_SESSION))
    return {
        "status": "done",
        "job_id": job_id,
        "counts": counted_all(result),
        "results": [row.model_dump(mode="json") for row in rows],
        "not_marked": result["not_marked"],
    }


def _started(app: App, question: Mapping[str, str]) -> str:
    """The job. A person may have files read from the folder that the command runs in."""
    session_id = question["session_id"]
    if not session_id:
        return app.desk.submit("recheck", NO_SESSION, {}).job.job_id
    check_session(app, session_id)
    folder = Path(question["folder"]).resolve()
    roots = [str(root) for root in (folder, folder_of(app.settings.home, INBOX), *app.settings.allowed_roots)]
    return app.desk.submit("recheck", session_id, {"obey_robots": False, "roots": roots}).job.job_id
