"""set_verdict: the verdict on one claim; earlier ones stay as history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from flows.wording import agreeing, counted
from ledger import status, verdicts
from ledger.values import Verdict
from mcp_bridge.answers import Answer, CoverageFigures
from mcp_bridge.parameters import ClaimId, IdempotencyKey, Rationale, SessionId
from mcp_bridge.recording import write_once

if TYPE_CHECKING:
    from ledger.store import Writer
    from mcp_bridge.app import App

DESCRIPTION = """\
Records your verdict on a claim. verified needs a live attachment with relation supports, contradicted one with \
contradicts, partially_verified one with supports or partial; unverifiable needs none, but a rationale that says what \
was tried. A claim with live supports and contradicts must name, in its rationale, an attachment that speaks against \
the verdict. The latest verdict counts, earlier ones stay in the history. Returns the ids still without verdict."""


class VerdictSet(Answer):
    """The recorded verdict; at most 50 of the claims still without one."""

    claim_id: str
    verdict_id: str
    verdict: Verdict
    claims_without_verdict: list[str]
    claims_without_verdict_total: int
    coverage: CoverageFigures


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Set verdict",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
        ),
    )
    def set_verdict(
        session_id: SessionId,
        claim_id: ClaimId,
        verdict: Annotated[Verdict, Field(description="The outcome for this claim.")],
        rationale: Rationale,
        idempotency_key: IdempotencyKey = None,
    ) -> VerdictSet:
        def make(writer: Writer) -> VerdictSet:
            writer.open_session(session_id)
            entry = verdicts.set_verdict(writer, session_id, claim_id, verdict, rationale)
            coverage = status.coverage(writer, session_id)
            left, total = claims_left(writer, session_id, 50)
            return VerdictSet(
                claim_id=claim_id,
                verdict_id=entry.verdict_id,
                verdict=entry.verdict,
                claims_without_verdict=left,
                claims_without_verdict_total=total,
                coverage=CoverageFigures.of(coverage),
                next_step=_step(left, total, complete=coverage.complete),
            )

        request = {"claim_id": claim_id, "verdict": verdict, "rationale": rationale}
        return write_once(app, "set_verdict", session_id, idempotency_key, request, make, VerdictSet)


def claims_left(reader: Any, session_id: str, most: int) -> tuple[list[str], int]:
    """The first claims without a verdict, and how many there are: the rows of the gate that `finalize` runs."""
    blocker = reader.gate("claims_without_verdict", session_id, most)
    if blocker is None:
        return [], 0
    return [str(row["claim_id"]) for row in blocker.rows], blocker.total


def _step(left: list[str], total: int, *, complete: bool) -> str:
    if total:
        return f"{counted(total, 'claim')} {agreeing(total, 'has', 'have')} no verdict; the next is {left[0]}."
    return "Every claim has a verdict: call finalize." if complete else "Call get_status: the text is not covered yet."
