"""recheck_session: are a session's quotes still where they were."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations

from evidence import limits
from mcp_bridge.parameters import IdempotencyKey, SessionId, WaitSeconds
from mcp_bridge.paths import read_roots
from mcp_bridge.rechecked import Rechecked, check_session, rechecked
from mcp_bridge.waiting import run_job

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Looks again at the live sources of a session's attachments and records of each quote: same (its link still opens at \
it), moved (new fragment_url), changed (nearest, diff), gone, unread. Never changes evidence. Returns counts and what \
is not same."""


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Recheck session",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=True
        ),
    )
    async def recheck_session(
        session_id: SessionId,
        context: Context,
        wait_seconds: WaitSeconds = limits.WAIT_SECONDS,
        idempotency_key: IdempotencyKey = None,
    ) -> Rechecked:
        await asyncio.to_thread(check_session, app, session_id)
        roots = [str(root) for root in read_roots(app.settings)]
        view = await run_job(
            app,
            "recheck",
            session_id,
            {"obey_robots": False, "roots": roots},
            idempotency_key=idempotency_key,
            seconds=wait_seconds,
            context=context,
        )
        return await asyncio.to_thread(rechecked, app, view)
