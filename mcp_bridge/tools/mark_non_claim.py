"""mark_non_claim: one range of the source text that says nothing checkable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.server import MCPServer
from mcp.types import ToolAnnotations

from ledger.claims import ItemInput
from mcp_bridge.answers import Answer, CoverageFigures, Span
from mcp_bridge.parameters import End, IdempotencyKey, NonClaimReason, SessionId, Start
from mcp_bridge.recording import write_once
from mcp_bridge.tools.register_segments import one_item, registering_step

if TYPE_CHECKING:
    from ledger.store import Writer
    from mcp_bridge.app import App

DESCRIPTION = """\
Marks one range of the source text as saying nothing checkable (heading, greeting, opinion, white space), with the \
reason. For many ranges use register_segments; what states a fact belongs into register_claim. Warns when it covers \
more than a paragraph or half of the text. Returns non_claim_id and warnings."""


class MarkedNonClaim(Answer):
    """The range that was marked; `source_text` is the range's text, at most 1,000 characters."""

    non_claim_id: str
    range: Span
    source_text: str
    warnings: list[str]
    coverage: CoverageFigures
    uncovered_ranges: int


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Mark non-claim",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
        ),
    )
    def mark_non_claim(
        session_id: SessionId,
        start: Start,
        end: End,
        reason: NonClaimReason,
        idempotency_key: IdempotencyKey = None,
    ) -> MarkedNonClaim:
        item = ItemInput(kind="non_claim", start=start, end=end, claim=None, claim_kind=None, reason=reason)

        def make(writer: Writer) -> MarkedNonClaim:
            record, source_text, warnings = one_item(writer, app, session_id, item)
            coverage, gaps, step = registering_step(session_id, writer)
            return MarkedNonClaim(
                non_claim_id=record.record_id,
                range=Span(start=record.start, end=record.end),
                source_text=source_text,
                warnings=warnings,
                coverage=coverage,
                uncovered_ranges=gaps,
                next_step=step,
            )

        request = {"start": start, "end": end, "reason": reason}
        return write_once(app, "mark_non_claim", session_id, idempotency_key, request, make, MarkedNonClaim)
