"""assess_page: what a page tries to do to who reads it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from flows.registry import NO_SESSION
from ledger.records import Evidence
from ledger.refusals import Refusal
from mcp_bridge.assessed import Assessed, assessed, assessed_evidence
from mcp_bridge.parameters import EvidenceId, SessionId
from mcp_bridge.tools.fetch_evidence import Url
from mcp_bridge.waiting import run_job

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Tells what a page tries to do to its reader: instructions aimed at AI readers (visible, hidden, encoded, smuggled), \
disguised letters, addresses that carry data off, requests for codes and passwords. Of saved evidence (session_id with \
evidence_id), or of a url, which is fetched and not kept. Returns risk low/medium/hostile, decision allow/review/block \
for reading, and each signal with its range and words."""


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def of_evidence(session_id: str, evidence_id: str) -> Assessed:
        with app.ledger.read() as reader:
            reader.session(session_id)
            return assessed_evidence(reader.one(Evidence, session_id, evidence_id))

    @server.tool(
        title="Assess page",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=False, open_world_hint=True
        ),
    )
    async def assess_page(
        context: Context,
        session_id: Annotated[SessionId | None, Field(description="With evidence_id.")] = None,
        evidence_id: EvidenceId | None = None,
        url: Url | None = None,
    ) -> Assessed:
        if url is None and session_id is not None and evidence_id is not None:
            return await asyncio.to_thread(of_evidence, session_id, evidence_id)
        if url is None or session_id is not None or evidence_id is not None:
            raise Refusal(
                "ARGUMENT_INVALID",
                "The page is told by session_id with evidence_id, or by url.",
                "Give url alone, or session_id and evidence_id of evidence that get_status lists.",
            )
        view = await run_job(
            app,
            "assess_page",
            NO_SESSION,
            {"url": url.strip()},
            idempotency_key=None,
            seconds=limits.WAIT_SECONDS,
            context=context,
        )
        return await asyncio.to_thread(assessed, view)
