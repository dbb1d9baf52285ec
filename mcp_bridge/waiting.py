"""Handing work to the job desk and waiting for it, with progress for the client that waits."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from mcp.server.mcpserver import Context

from ledger.refusals import CODES, Refusal
from ledger.values import JobKind
from ledger.views import JobView
from mcp_bridge.answers import Answer

if TYPE_CHECKING:
    from mcp_bridge.app import App


class WaitingAnswer(Answer):
    """The answer of a tool that hands work to a job: done, or still running under job_id."""

    status: Literal["done", "running"]
    job_id: str | None = None


async def run_job(
    app: App,
    kind: JobKind,
    session_id: str,
    parameters: Mapping[str, Any],
    *,
    idempotency_key: str | None,
    seconds: float,
    context: Context[Any, Any],
) -> JobView:
    """Submit a job (or join the equal one that runs) and wait for its end, at most `seconds`."""
    view = await asyncio.to_thread(app.desk.submit, kind, session_id, dict(parameters), idempotency_key=idempotency_key)
    return await wait(app, view, seconds, context)


async def wait(app: App, view: JobView, seconds: float, context: Context[Any, Any]) -> JobView:
    """The job at its end, or as it is after `seconds`; progress goes to the client meanwhile."""
    if view.outcome is not None or seconds == 0:
        return view

    async def progress(done: float, total: float | None, message: str) -> None:
        await context.report_progress(done, total, message)

    return await app.desk.wait(view.job.job_id, seconds, progress)


def result_of(view: JobView) -> dict[str, Any] | None:
    """The job's result, or None while it runs.

    Raises:
        Refusal: the one the job ended with, or JOB_FAILED when it was cancelled or lost.
    """
    outcome = view.outcome
    if outcome is None:
        return None
    if outcome.error is not None:
        raise refusal_from(outcome.error)
    if outcome.result is None:
        raise Refusal(
            "JOB_FAILED",
            f"{view.job.job_id} ({view.job.kind}) ended as {outcome.outcome} without a result.",
            f"Call {view.job.kind} again: it starts a new job.",
            {"job_id": view.job.job_id, "kind": view.job.kind, "outcome": outcome.outcome},
        )
    return outcome.result


def refusal_from(error: Mapping[str, Any]) -> Refusal:
    """The refusal that was recorded as code, message, suggestion and facts."""
    code = str(error.get("code", "INTERNAL_ERROR"))
    return Refusal(
        code if code in CODES else "INTERNAL_ERROR",
        str(error.get("message", "The job failed.")),
        str(error.get("suggestion", "Call the tool again.")),
        error.get("facts") or {},
    )


def still_running(view: JobView) -> str:
    """The next step while a job runs."""
    return f'It goes on without you. Call wait_job with job_id "{view.job.job_id}" to wait for the result.'
