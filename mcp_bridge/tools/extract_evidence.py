"""extract_evidence: what a page says of claims, as advice."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from flows.registry import NO_SESSION
from flows.weighing import weigh
from ledger.records import Evidence
from ledger.refusals import Refusal
from mcp_bridge.parameters import EvidenceId, SessionId
from mcp_bridge.saved_pages import saved_page
from mcp_bridge.tools.fetch_evidence import Url
from mcp_bridge.waiting import run_job
from mcp_bridge.weighed import Weighed, weighed, weighed_rows

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Weighs 1–200 claims against one page: saved evidence (session_id with evidence_id) or a url, which is fetched. Looks \
in the whole page, in tables by row and column; compares words, figures with units, dates, negations, roles and scope, \
in English, Japanese, Korean, Chinese. Returns per claim verdict, band, score, supporting and opposing passages with \
ranges and links, the guard that failed, and what to do next. Advice by rules: it never sets a verdict of a session."""

CLAIM_CHARACTERS = 10_000
# Bounds are told, not enforced here: a claim that is too long gets a verdict that says so.
ClaimText = Annotated[str, Field(json_schema_extra={"maxLength": CLAIM_CHARACTERS})]
Backend = Annotated[
    str,
    Field(max_length=60, description="rules, rules+NAME with a model, or baseline, which rules is measured against."),
]


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def of_evidence(session_id: str, evidence_id: str, claims: list[str], backend: str) -> Weighed:
        with app.ledger.read() as reader:
            reader.session(session_id)
            evidence = reader.one(Evidence, session_id, evidence_id)
        rows = weigh(saved_page(app, evidence), claims, backend)
        return weighed_rows(rows, url=evidence.final_url or evidence.url, view=None, offset=0)

    @server.tool(
        title="Extract evidence",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=False, open_world_hint=True
        ),
    )
    async def extract_evidence(
        claims: Annotated[
            list[ClaimText], Field(min_length=1, max_length=limits.CLAIMS_PER_CALL, description="One statement each.")
        ],
        context: Context,
        session_id: Annotated[SessionId | None, Field(description="With evidence_id.")] = None,
        evidence_id: EvidenceId | None = None,
        url: Url | None = None,
        backend: Backend | None = None,
    ) -> Weighed:
        backend = backend or app.settings.evidence_backend
        bounded = [claim[: CLAIM_CHARACTERS + 1] for claim in claims]
        if url is None and session_id is not None and evidence_id is not None:
            return await asyncio.to_thread(of_evidence, session_id, evidence_id, bounded, backend)
        if url is None or session_id is not None or evidence_id is not None:
            raise Refusal(
                "ARGUMENT_INVALID",
                "The page is told by session_id with evidence_id, or by url.",
                "Give url alone, or session_id and evidence_id of evidence that get_status lists.",
            )
        view = await run_job(
            app,
            "extract_evidence",
            NO_SESSION,
            {"url": url.strip(), "claims": bounded, "backend": backend},
            idempotency_key=None,
            seconds=limits.WAIT_SECONDS,
            context=context,
        )
        return await asyncio.to_thread(weighed, view)
