"""verify_claims: are the quoted words on these pages, and the links that open at them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from flows.registry import NO_SESSION
from mcp_bridge.answers import Part
from mcp_bridge.cited import Verified, verified
from mcp_bridge.parameters import WaitSeconds
from mcp_bridge.waiting import run_job

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Looks up 1–200 quotes on the pages or PDFs that should hold them, and links to each. Needs no session (for verdicts \
and a report use start_session). Each page is fetched once; a bad claim fails alone. Compares words, not meanings. \
Returns per claim status, fragment_url (opens the page at the words), page_number (PDF), or the nearest passage with a \
diff, or why there is no page."""

URL_CHARACTERS = 8_000


class Claim(Part):
    """One quote and the page that it is said to be on."""

    # Bounds are told, not enforced here: a bad claim is refused in its own row.
    url: Annotated[str, Field(description="http or https.", json_schema_extra={"maxLength": URL_CHARACTERS})]
    claim: Annotated[
        str,
        Field(description="Words copied from the page.", json_schema_extra={"maxLength": limits.QUOTE_CHARACTERS_MOST}),
    ]
    lang: Annotated[str | None, Field(description="E.g. en, ja.", json_schema_extra={"maxLength": 35})] = None

    def bounded(self) -> dict[str, Any]:
        """The claim as the job takes it. What is too long stays too long, but no longer than shows that."""
        return {
            "url": self.url.strip()[: URL_CHARACTERS + 1],
            "claim": self.claim[: limits.QUOTE_CHARACTERS_MOST + 1],
            "lang": (self.lang or "")[:35] or None,
        }


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Verify claims",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=False, open_world_hint=True
        ),
    )
    async def verify_claims(
        claims: Annotated[
            list[Claim], Field(min_length=1, max_length=limits.CLAIMS_PER_CALL, description="What to look up.")
        ],
        context: Context,
        wait_seconds: WaitSeconds = limits.WAIT_SECONDS,
    ) -> Verified:
        view = await run_job(
            app,
            "verify_claims",
            NO_SESSION,
            {"claims": [one.bounded() for one in claims]},
            idempotency_key=None,
            seconds=wait_seconds,
            context=context,
        )
        return await asyncio.to_thread(verified, view)
