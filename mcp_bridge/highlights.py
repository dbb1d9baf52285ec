"""The answer of highlight_pdf, made of what its job leaves in the ledger."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from flows.wording import counted
from ledger.views import JobView
from mcp_bridge.answers import UNTRUSTED, JsonObject, clipped
from mcp_bridge.cited import more_rows, paged
from mcp_bridge.evidence_parts import SparsePart
from mcp_bridge.waiting import WaitingAnswer, result_of, still_running

QUOTE_CHARACTERS: Final = 120
WARNINGS: Final = {
    "signed": "The PDF is signed: the signature holds for the original, not for the copy.",
    "comments_forbidden": "Whoever locked the PDF did not want comments in it; the copy has the same lock.",
}


class QuoteMarked(SparsePart):
    """What came of one quote: where it is marked, or why not (`code`, `reason`, `message`, `nearest`).

    `marked_count`: how many of match_count places are marked, if not all. `unmarked_pages`: where letters of it have
    no place that could be marked.
    """

    index: int
    cited_text: str
    status: Literal["highlighted", "not_found", "not_placed"]
    match_count: int | None = None
    marked_count: int | None = None
    page_numbers: list[int] | None = None
    unmarked_pages: list[int] | None = None
    matched_text: str | None = None
    match_kind: Literal["exact", "folded"] | None = None
    folds: list[str] | None = None
    surrounding_context: str | None = None
    detected_lang: str | None = None
    code: str | None = None
    reason: str | None = None
    message: str | None = None
    nearest: JsonObject | None = None


class Highlighted(WaitingAnswer):
    """The copy, once status is done."""

    job_id: str | None = None
    file_path: str | None = None
    page_numbers: list[int] | None = None
    match_count: int | None = None
    detected_lang: str | None = None
    warnings: list[str] | None = None
    notice: str = UNTRUSTED
    results: list[QuoteMarked] = Field(default_factory=list)
    next_offset: int | None = None


def highlighted(view: JobView, offset: int = 0) -> Highlighted:
    """The answer of a highlight_pdf job, done or running."""
    result = result_of(view)
    if result is None:
        return Highlighted(status="running", job_id=view.job.job_id, next_step=still_running(view))
    quotes: list[str] = view.job.parameters["cited_text"]
    rows = [
        QuoteMarked(cited_text=clipped(quote, QUOTE_CHARACTERS), **row)
        for quote, row in zip(quotes, result["rows"], strict=True)
    ]
    shown, following = paged(rows, offset)
    every = view.job.parameters.get("occurrence") is None
    return Highlighted(
        status="done",
        job_id=view.job.job_id,
        file_path=result["file_path"],
        page_numbers=result["page_numbers"],
        match_count=result["match_count"],
        detected_lang=result["detected_lang"],
        warnings=[WARNINGS[one] for one in result["warnings"]] or None,
        results=shown,
        next_offset=following,
        next_step=_step(rows, every=every) + more_rows(view, following, len(rows)),
    )


def _step(rows: list[QuoteMarked], *, every: bool) -> str:
    """`every`: each place of a quote was to be marked."""
    partly = sum(row.marked_count is not None for row in rows) if every else 0
    missing = sum(row.status != "highlighted" for row in rows)
    step = "Give the person file_path."
    if missing:
        step += (
            f" {missing} of {len(rows)} quotes are not marked: compare with nearest, and call highlight_pdf again with "
            "the words as they stand there."
        )
    if partly:
        step += f" Where marked_count is less than match_count ({counted(partly, 'quote')}), mark more of the sentence."
    return step
