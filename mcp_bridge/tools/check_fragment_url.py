"""check_fragment_url: do links to quoted words still select them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from flows.registry import NO_SESSION
from mcp_bridge.cited import Checked, checked
from mcp_bridge.waiting import run_job

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Checks whether links with #:~:text=… (or #page=N of a PDF) still select their words, on the live pages and against \
what is saved of them. Needs no session; for those of one use recheck_session. Returns per link what it selects and \
status: valid, moved (to new_url), changed (nearest passage with a diff), gone, fetch_failed or invalid."""

LINK_CHARACTERS = 8_000
# Bounds are told, not enforced here: a bad link is refused in its own row.
Link = Annotated[str, Field(json_schema_extra={"maxLength": LINK_CHARACTERS})]


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Check fragment URL",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=False, open_world_hint=True
        ),
    )
    async def check_fragment_url(
        fragment_url: Annotated[
            Link | Annotated[list[Link], Field(min_length=1, max_length=limits.LINKS_PER_CALL)],
            Field(description="One link, or several."),
        ],
        context: Context,
    ) -> Checked:
        links = [fragment_url] if isinstance(fragment_url, str) else fragment_url
        view = await run_job(
            app,
            "check_fragments",
            NO_SESSION,
            {"links": [link.strip()[: LINK_CHARACTERS + 1] for link in links]},
            idempotency_key=None,
            seconds=limits.WAIT_SECONDS,
            context=context,
        )
        return await asyncio.to_thread(checked, view)
