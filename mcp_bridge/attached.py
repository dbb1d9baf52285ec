"""The answer of attach_evidence: one attachment, several, or a batch in which none holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from flows.wording import agreeing, counted
from ledger.refusals import Refusal
from ledger.values import PictureSource
from mcp_bridge.answers import Answer, ErrorPart, JsonObject, fit
from mcp_bridge.evidence_parts import SparsePart
from mcp_bridge.refusing import RefusedWith

PARTS_BYTES = 36_000


class AttachedPart(SparsePart):
    """One attachment, or the error of its item."""

    index: int | None = None
    ok: bool | None = None
    error: ErrorPart | None = None
    attachment_id: str | None = None
    claim_id: str | None = None
    evidence_id: str | None = None
    quote_verified: bool | None = None
    quote_match: JsonObject | None = Field(
        None,
        description="start, end, matched_text, kind, folds, differences (the folds in words), cuts, occurrence, "
        "occurrences, in_article, hidden_text, flags (signals of the page on these words).",
    )
    pdf_page: int | None = None
    pdf_pages: list[int] | None = None
    fragment_url: str | None = None
    claim_attachment_counts: JsonObject | None = Field(None, description="Live ones, by relation.")
    warnings: list[str] | None = None
    picture: Literal["pending", "drawn", "failed", "none"] | None = None
    screenshot_path: str | None = None
    screenshot_source: PictureSource | None = None
    screenshot_note: str | None = None
    screenshot_highlighted: bool | None = None
    screenshot_attempts: list[JsonObject] | None = None


class Attached(AttachedPart, Answer):
    """One attachment in these fields, or several in attachments."""

    attachments: Annotated[
        list[AttachedPart],
        WithJsonSchema({"type": "array", "items": {"type": "object"}, "description": "Each with the fields above."}),
    ] = Field(default_factory=list)
    attached: int | None = None
    refused: int | None = None


def none_held(parts: Sequence[AttachedPart]) -> Refusal:
    """ITEMS_INVALID with the errors in the same shape as the answer of a batch in which some hold."""
    shown = fit(parts, PARTS_BYTES)
    more = {
        "attachments": [part.model_dump(mode="json") for part in shown],
        "attached": 0,
        "refused": len(parts),
    }
    return RefusedWith(
        "ITEMS_INVALID",
        f"None of the {len(parts)} attachments holds; nothing was recorded.",
        "See the error of each item in attachments, correct them and send them again.",
        {"total": len(parts)},
        more,
    )


def answer(session_id: str, parts: Sequence[AttachedPart], *, single: bool) -> Attached:
    """The tool's answer: one attachment in its own fields, several in a list."""
    good = [part for part in parts if part.attachment_id is not None]
    first = good[0]
    step = f'Attach more, or call set_verdict (session_id "{session_id}", claim_id "{first.claim_id}").'
    pending = sum(part.picture == "pending" for part in good)
    if pending:
        step += f" The {agreeing(pending, 'picture is', 'pictures are')} drawn meanwhile; finalize waits for "
        step += f"{agreeing(pending, 'it', 'them')}."
    warned = [warning for part in good for warning in part.warnings or []]
    if warned:
        more = f" ({len(warned)} warnings in all)" if len(warned) > 1 else ""
        step = f"{warned[0]}{more} {step}"
    if single:
        return Attached(**{**dict(parts[0]), "index": None, "ok": None}, next_step=step)
    shown = fit(parts, PARTS_BYTES)
    if len(shown) < len(parts):
        left = len(parts) - len(shown)
        step += f" {counted(left, 'more item', 'more items')} {agreeing(left, 'is', 'are')} not shown; get_status lists"
        step += " attachments by claim."
    if len(good) < len(parts):
        bad = len(parts) - len(good)
        again = agreeing(
            bad, "was refused: see its error and send it again", "were refused: see their errors and send them again"
        )
        step = f"{counted(bad, 'item')} {again}. {step}"
    return Attached(attachments=list(shown), attached=len(good), refused=len(parts) - len(good), next_step=step)
