"""generate_text_fragment: the link that opens one page at quoted words."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from flows.registry import NO_SESSION
from mcp_bridge.cited import Linked, linked
from mcp_bridge.tools.fetch_evidence import Url
from mcp_bridge.waiting import run_job

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Makes the link (#:~:text=…, of a PDF #page=N) that opens a page at quoted words. Needs no session. The page is \
fetched, the words must be on it (else NOT_FOUND, with the nearest passage), and the link is checked to select them. \
For several quotes use verify_claims. Returns fragment_url, and whether the words stand there only once."""

Language = Annotated[str | None, Field(max_length=35, description="E.g. en, ja; found by itself.")]


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Generate text fragment",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=False, open_world_hint=True
        ),
    )
    async def generate_text_fragment(
        url: Url,
        cited_text: Annotated[
            str, Field(min_length=1, max_length=limits.QUOTE_CHARACTERS_MOST, description="Words copied from the page.")
        ],
        context: Context,
        lang: Language = None,
    ) -> Linked:
        view = await run_job(
            app,
            "cite_fragment",
            NO_SESSION,
            {"url": url.strip(), "cited_text": cited_text, "lang": lang},
            idempotency_key=None,
            seconds=limits.WAIT_SECONDS,
            context=context,
        )
        return await asyncio.to_thread(linked, view)
