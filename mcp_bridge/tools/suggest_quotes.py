"""suggest_quotes: verbatim passages of the session's evidence that speak of a claim, ready to be attached."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, Literal

from mcp.server import MCPServer
from mcp.types import ToolAnnotations

from flows.weighing import weigh
from ledger import attachments
from ledger.records import Claim, Evidence
from ledger.refusals import Refusal
from ledger.status import effective_ids
from mcp_bridge.answers import UNTRUSTED, Answer, Part, fit, listed
from mcp_bridge.parameters import ClaimId, SessionId
from mcp_bridge.saved_pages import saved_page

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Looks through all evidence of the session for passages that speak of a claim, also those that oppose it. Returns them \
verbatim, best first, ready for attach_evidence. Advice from words and figures, not a verdict: read around a passage \
before you attach it."""

SHOWN: Final = 12
PARTLY_MOST: Final = 6
BYTES_MOST: Final = 20_000
_ORDER: Final = {"supports": 0, "opposes": 1, "partly": 2}


class Suggestion(Part):
    """A passage; quote is its text as it stands in the evidence."""

    evidence_id: str
    found: Literal["supports", "opposes", "partly"]
    quote: str
    start: int
    end: int
    score: float
    why: str


class Suggested(Answer):
    """Passages, best first."""

    notice: str = UNTRUSTED
    claim_id: str
    suggestions: list[Suggestion]
    looked_at: list[str]
    unread: list[str] | None = None


def _of(row: dict[str, Any], evidence_id: str) -> list[Suggestion]:
    kind: Literal["supports", "partly"] = "supports" if row["verdict"] == "supported" else "partly"
    return [
        Suggestion(
            evidence_id=evidence_id,
            found=found,
            quote=one["text"],
            start=one["start"],
            end=one["start"] + len(one["text"]),
            score=row["score"],
            why=one["why"],
        )
        for found, passages in ((kind, row["supporting"]), ("opposes", row["opposing"]))
        for one in passages
    ]


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def suggest(session_id: str, claim_id: str) -> Suggested:
        with app.ledger.read() as reader:
            session = reader.session(session_id)
            claim = reader.one(Claim, session_id, claim_id)
            ids = effective_ids(reader, session_id).evidence
            every = [one for one in reader.all(Evidence, session_id) if one.evidence_id in ids]
        usable = [one for one in every if attachments.self_reference(session, one) is None]
        if not usable:
            raise Refusal(
                "NO_EVIDENCE",
                f"The session has no evidence to look through for {claim_id}.",
                f'Call fetch_evidence with session_id "{session_id}" and the sources that the claim rests on.',
                {"claim_id": claim_id},
            )
        found: list[Suggestion] = []
        unread: set[str] = set()
        for evidence in usable:
            (row,) = weigh(saved_page(app, evidence, links=False), [claim.claim], app.settings.evidence_backend)
            found += _of(row, evidence.evidence_id)
            unread.update(row.get("unread", ()))
        found.sort(key=lambda one: (_ORDER[one.found], -one.score))
        partly = [one for one in found if one.found == "partly"][:PARTLY_MOST]
        shown = fit([*(one for one in found if one.found != "partly"), *partly][:SHOWN], BYTES_MOST)
        return Suggested(
            claim_id=claim_id,
            suggestions=shown,
            looked_at=[one.evidence_id for one in usable],
            unread=sorted(unread) or None,
            next_step=_next(session_id, claim_id, shown),
        )

    @server.tool(
        title="Suggest quotes",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )
    async def suggest_quotes(session_id: SessionId, claim_id: ClaimId) -> Suggested:
        return await asyncio.to_thread(suggest, session_id, claim_id)


def _next(session_id: str, claim_id: str, shown: list[Suggestion]) -> str:
    if not shown:
        return (
            f"Nothing in the evidence speaks of {claim_id}: fetch_evidence other sources, or search one with find. If "
            "none says it, set_verdict unverifiable with what was tried."
        )
    ids = listed(dict.fromkeys(one.evidence_id for one in shown))
    return (
        f"Read around what fits ({ids}), then call attach_evidence with session_id {session_id!r}, claim_id "
        f"{claim_id!r}, the evidence_id and the quote, and the relation that you find."
    )
