"""finalize: the gates, and then the report."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from flows.wording import agreeing, counted
from ledger import sessions, staleness, status
from ledger.folders import SessionFolder
from ledger.views import JobView
from mcp_bridge.answers import JsonObject
from mcp_bridge.blocking import blocked
from mcp_bridge.parameters import IdempotencyKey, SessionId, WaitSeconds
from mcp_bridge.waiting import WaitingAnswer, result_of, run_job, still_running

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Closes the check: refuses with every reason while a character is unregistered, a claim has no verdict or a verdict no \
basis; otherwise waits for outstanding pictures and writes report.md, report.json and report.html. Use it when \
get_status says finalize_ready; again after changes. Returns their paths and the report's URL."""


STALE = "Something was recorded after these reports were written: call finalize again, without an old idempotency_key."


class Finalized(WaitingAnswer):
    """The report, once status is done."""

    session_id: str
    report: JsonObject | None = Field(None, description="dir, markdown, json, html: paths; url: in the hub.")
    summary: JsonObject | None = Field(None, description="As in get_status.")
    reports_stale: bool | None = None
    attention: JsonObject | None = Field(None, description="What the report lists under Needs attention, by reason.")
    warning: str | None = None


def finalized(app: App, view: JobView) -> Finalized:
    """The answer of a finalize job, done or running."""
    session_id = view.job.session_id
    result = result_of(view)
    if result is None:
        return Finalized(status="running", job_id=view.job.job_id, session_id=session_id, next_step=still_running(view))
    with app.ledger.read() as reader:
        summary = status.summary(reader, session_id)
        stale = staleness.stale_since(reader, session_id)
        folder = SessionFolder(app.settings.home, session_id)
        text = sessions.read_source(reader, session_id, folder)
        reasons = Counter(item.reason for item in status.attention(reader, session_id, text))
    captured = summary.evidence.agent_captured
    return Finalized(
        status="done",
        job_id=view.job.job_id,
        session_id=session_id,
        report={**result["report"], "dir": str(folder.path), "url": f"{app.web_url}/sessions/{session_id}/report.html"},
        summary=summary.model_dump(mode="json"),
        reports_stale=stale is not None,
        attention=dict(sorted(reasons.items())),
        warning=f"{counted(captured, 'source')} {agreeing(captured, 'was', 'were')} handed in by you and not "
        "fetched by uratori; the report says so."
        if captured
        else None,
        next_step=STALE
        if stale is not None
        else "Give the person the report's path or URL. export_report writes a copy (html or pdf) elsewhere.",
    )


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def check(session_id: str) -> None:
        with app.ledger.read() as reader:
            reader.open_session(session_id)
            folder = SessionFolder(app.settings.home, session_id)
            blockers = status.blockers(reader, session_id, folder, limits.LISTED_IDS)
        if blockers:
            raise blocked(session_id, blockers)

    @server.tool(
        title="Finalize",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
        ),
    )
    async def finalize(
        session_id: SessionId,
        context: Context,
        wait_seconds: WaitSeconds = limits.WAIT_SECONDS,
        idempotency_key: IdempotencyKey = None,
    ) -> Finalized:
        await asyncio.to_thread(check, session_id)
        view = await run_job(
            app, "finalize", session_id, {}, idempotency_key=idempotency_key, seconds=wait_seconds, context=context
        )
        return await asyncio.to_thread(finalized, app, view)
