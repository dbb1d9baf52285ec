"""attach_evidence: a claim and a quote that is in the evidence, tied together."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Final

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field, WithJsonSchema

from evidence import limits
from flows.progress import Rising
from ledger.refusals import Refusal
from ledger.values import Relation
from ledger.views import JobView
from mcp_bridge.answers import JsonObject, Part
from mcp_bridge.attached import Attached, AttachedPart, answer
from mcp_bridge.attaching import attach, with_pictures
from mcp_bridge.parameters import (
    NUMBER_MOST,
    ClaimId,
    EvidenceId,
    IdempotencyKey,
    Rationale,
    SessionId,
    Visible,
    WaitSeconds,
)
from mcp_bridge.stale_reports import mark_provisional
from mcp_bridge.waiting import WaitingAnswer, result_of, still_running

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Ties a claim to a verbatim quote of a saved evidence text; a quote that is not there is refused with the nearest \
passage. Give claim_id, evidence_id, quote, relation, rationale for one, or up to 100 of these in attachments (bad \
ones come back with their error, as ITEMS_INVALID if all are). Not for paraphrases, and never the text under check \
itself. Answered at once; the picture of the quote is drawn afterwards. Returns attachment_id, the match and \
fragment_url."""

NEEDED: Final = ("claim_id", "evidence_id", "quote", "relation", "rationale")

# The longest quote is in the schema only: the quote rules refuse a longer one with their own code.
Quote = Annotated[
    str,
    Field(
        min_length=1,
        description="Copied from the evidence text.",
        json_schema_extra={"maxLength": limits.QUOTE_CHARACTERS_MOST},
    ),
]
Occurrence = Annotated[
    int | None, Field(ge=1, le=NUMBER_MOST, description="Which occurrence; default the first in the article.")
]
RelationTo = Annotated[Relation, Field(description="What the quote does to the claim.")]
ShortReason = Annotated[
    Annotated[str, Visible] | None,
    Field(min_length=1, max_length=2_000, description="Why a quote under 4 CJK or 5 other letters is enough."),
]


class Attachment(Part):
    """One quote for one claim."""

    claim_id: ClaimId
    evidence_id: EvidenceId
    quote: Quote
    relation: RelationTo
    rationale: Rationale
    occurrence: Occurrence = None
    short_quote_reason: ShortReason = None


AsAbove = Annotated[Attachment, WithJsonSchema({"type": "object", "required": list(NEEDED)})]
"""An attachment whose fields the list of tools tells once, as arguments of their own."""


class PicturesDrawn(WaitingAnswer):
    """What a picture job drew, once status is done."""

    session_id: str
    pictures: list[str] = Field(default_factory=list)
    failed: list[JsonObject | str] = Field(default_factory=list)


def pictures_drawn(app: App, view: JobView) -> PicturesDrawn:
    """The answer of a render_pictures job, done or running."""
    result = result_of(view)
    if result is None:
        return PicturesDrawn(
            status="running", job_id=view.job.job_id, session_id=view.job.session_id, next_step=still_running(view)
        )
    mark_provisional(app, view.job.session_id)
    return PicturesDrawn(
        status="done",
        job_id=view.job.job_id,
        session_id=view.job.session_id,
        pictures=result["pictures"],
        failed=result["failed"],
        next_step="Go on: a failed picture never blocks finalize.",
    )


async def _pictures(
    app: App, session_id: str, attachment_ids: list[str], seconds: float, context: Context[Any, Any]
) -> None:
    """Wait for the jobs that draw the attachments, at most `seconds` in all."""
    try:
        views = await app.desk.draw_now(session_id, attachment_ids)
    except Refusal:
        return  # The hub stops. The attachments are recorded, and finalize draws what is missing.
    deadline = asyncio.get_running_loop().time() + seconds
    rising = Rising()

    async def progress(done: float, total: float | None, message: str) -> None:
        await context.report_progress(*rising(done, total), message)

    for view in views:
        left = deadline - asyncio.get_running_loop().time()
        if left > 0:
            await app.desk.wait(view.job.job_id, left, progress)


def _one(given: dict[str, Any]) -> Attachment:
    missing = [name for name in NEEDED if given[name] is None]
    if missing:
        raise Refusal(
            "ARGUMENT_INVALID",
            f"attach_evidence: {', '.join(missing)} missing.",
            f"Give {', '.join(NEEDED)} for one attachment, or attachments for several.",
            {"problems": [{"path": name, "problem": "is missing"} for name in missing], "total": len(missing)},
        )
    return Attachment(**given)


def _wanted(attachments: list[Attachment] | None, given: dict[str, Any]) -> list[Attachment]:
    """The attachments of the call: the list, or the one that the single fields describe."""
    if attachments is None:
        return [_one(given)]
    both = [name for name, value in given.items() if value is not None]
    if both:
        raise Refusal(
            "ARGUMENT_INVALID",
            f"attach_evidence: attachments and {', '.join(both)} can't be given together.",
            "Put everything into attachments, or leave attachments out.",
            {"problems": [{"path": name, "problem": "excludes attachments"} for name in both], "total": len(both)},
        )
    return attachments


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Attach evidence",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
        ),
    )
    async def attach_evidence(  # noqa: PLR0913, PLR0917 - the arguments of the tool
        session_id: SessionId,
        context: Context,
        claim_id: ClaimId | None = None,
        evidence_id: EvidenceId | None = None,
        quote: Quote | None = None,
        relation: RelationTo | None = None,
        rationale: Rationale | None = None,
        occurrence: Occurrence = None,
        short_quote_reason: ShortReason = None,
        attachments: Annotated[
            list[AsAbove] | None,
            Field(
                min_length=1,
                max_length=limits.ATTACHMENTS_PER_CALL,
                description="Several at once, each with the fields above.",
            ),
        ] = None,
        wait_for_image: Annotated[bool, Field(description="Answer with the picture.")] = False,
        wait_seconds: WaitSeconds = limits.WAIT_SECONDS,
        idempotency_key: IdempotencyKey = None,
    ) -> Attached:
        given = {
            "claim_id": claim_id,
            "evidence_id": evidence_id,
            "quote": quote,
            "relation": relation,
            "rationale": rationale,
            "occurrence": occurrence,
            "short_quote_reason": short_quote_reason,
        }
        wanted = [one.model_dump() for one in _wanted(attachments, given)]
        parts: list[AttachedPart] = await asyncio.to_thread(attach, app, session_id, wanted, idempotency_key)
        ids = [part.attachment_id for part in parts if part.attachment_id is not None]
        if wait_for_image and ids:
            await _pictures(app, session_id, ids, wait_seconds, context)
            await asyncio.to_thread(mark_provisional, app, session_id)
            parts = await asyncio.to_thread(with_pictures, app, session_id, parts)
        return answer(session_id, parts, single=attachments is None)
