"""register_claim: one range of the source text that says something checkable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.server import MCPServer
from mcp.types import ToolAnnotations

from ledger.claims import ItemInput
from mcp_bridge.answers import Answer, CoverageFigures, Span
from mcp_bridge.parameters import ClaimKind, ClaimText, End, IdempotencyKey, SessionId, Start
from mcp_bridge.recording import write_once
from mcp_bridge.tools.register_segments import one_item, registering_step

if TYPE_CHECKING:
    from ledger.store import Writer
    from mcp_bridge.app import App

DESCRIPTION = """\
Registers one range of the source text as a claim to be checked. For many ranges use register_segments; for one that \
says nothing checkable mark_non_claim. Ranges may overlap (you are warned). Returns claim_id and warnings."""


class RegisteredClaim(Answer):
    """The claim that was registered; `source_text` is the range's text, at most 1,000 characters."""

    claim_id: str
    range: Span
    source_text: str
    warnings: list[str]
    coverage: CoverageFigures
    uncovered_ranges: int


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Register claim",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
        ),
    )
    def register_claim(
        session_id: SessionId,
        start: Start,
        end: End,
        claim: ClaimText,
        claim_kind: ClaimKind = None,
        idempotency_key: IdempotencyKey = None,
    ) -> RegisteredClaim:
        item = ItemInput(kind="claim", start=start, end=end, claim=claim, claim_kind=claim_kind, reason=None)

        def make(writer: Writer) -> RegisteredClaim:
            record, source_text, warnings = one_item(writer, app, session_id, item)
            coverage, gaps, step = registering_step(session_id, writer)
            return RegisteredClaim(
                claim_id=record.record_id,
                range=Span(start=record.start, end=record.end),
                source_text=source_text,
                warnings=warnings,
                coverage=coverage,
                uncovered_ranges=gaps,
                next_step=step,
            )

        request = {"start": start, "end": end, "claim": claim, "claim_kind": claim_kind}
        return write_once(app, "register_claim", session_id, idempotency_key, request, make, RegisteredClaim)
