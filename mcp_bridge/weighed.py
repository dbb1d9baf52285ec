"""The answers of claims weighed against a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field

from ledger.views import JobView
from mcp_bridge.answers import UNTRUSTED, JsonObject
from mcp_bridge.cited import more_rows, paged
from mcp_bridge.evidence_parts import SparsePart
from mcp_bridge.waiting import WaitingAnswer, result_of, still_running

STEP = (
    "Verdicts are advice from words and figures: read the passage before you rely on one. To check a claim of a "
    "session, attach the passage's words with attach_evidence."
)


class PassagePart(SparsePart):
    """Words of the page, with their range in its text."""

    text: str
    start: int
    end: int
    why: str
    fragment_url: str | None = None


class WeighedRow(SparsePart):
    """What the page says of one claim; guard: what failed, in words."""

    index: int
    claim: str
    verdict: Literal["supported", "contradicted", "insufficient", "needs_more_browsing"]
    band: Literal["high", "medium", "low"]
    score: float
    parts: JsonObject
    supporting: list[PassagePart] = Field(default_factory=list)
    opposing: list[PassagePart] = Field(default_factory=list)
    guard: JsonObject | None = None
    unread: list[str] | None = None
    next_step: str
    backend: str


class Weighed(WaitingAnswer):
    """The claims in the order of the call, once status is done."""

    notice: str = UNTRUSTED
    url: str | None = None
    summary: JsonObject | None = Field(None, description="How many of each verdict.")
    results: list[WeighedRow] = Field(default_factory=list)
    next_offset: int | None = None


def weighed_rows(rows: Sequence[dict[str, Any]], *, url: str | None, view: JobView | None, offset: int) -> Weighed:
    """The answer with the rows from `offset` on that fit."""
    told = [WeighedRow(**row) for row in rows]
    shown, following = paged(told, offset)
    counts: dict[str, int] = {}
    for row in told:
        counts[row.verdict] = counts.get(row.verdict, 0) + 1
    rest = f" Call again with the claims from number {following} on." if following is not None else ""
    return Weighed(
        status="done",
        job_id=view.job.job_id if view else None,
        url=url,
        summary=counts,
        results=shown,
        next_offset=following,
        next_step=STEP + (more_rows(view, following, len(told)) if view else rest),
    )


def weighed(view: JobView, offset: int = 0) -> Weighed:
    """The answer of an extract_evidence job, done or running."""
    result = result_of(view)
    if result is None:
        return Weighed(status="running", job_id=view.job.job_id, next_step=still_running(view))
    return weighed_rows(result["rows"], url=result["url"], view=view, offset=offset)
