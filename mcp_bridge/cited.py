"""The answers of the citation tools, made of the rows that their jobs leave in the ledger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, TypeVar

from pydantic import Field

from flows.wording import agreeing, counted
from ledger.views import JobView
from mcp_bridge.answers import UNTRUSTED, JsonObject, fit
from mcp_bridge.evidence_parts import SparsePart
from mcp_bridge.waiting import WaitingAnswer, result_of, still_running
from reports.labels import Labels

ROWS_BYTES: Final = 36_000
ENGLISH: Final = Labels("en")


class CitedFields(SparsePart):
    """Words on a page, and the link that opens at them."""

    fragment_url: str | None = None
    is_unique: bool | None = None
    match_count: int | None = None
    page_number: int | None = None
    matched_text: str | None = None
    surrounding_context: str | None = None
    match_kind: Literal["exact", "folded"] | None = None
    folds: list[str] | None = None
    cuts: list[str] | None = None
    differences: str | None = None
    page_numbers: list[int] | None = None
    hidden_text: bool | None = None


class ClaimRow(CitedFields):
    """What came of one claim; of those that failed `code`, `reason` and `message` say why."""

    index: int
    url: str
    status: Literal["verified", "not_found", "fetch_failed"]
    code: str | None = None
    reason: str | None = None
    message: str | None = None
    http_status: int | None = None
    stage: str | None = None
    nearest: JsonObject | None = None


class LinkRow(SparsePart):
    """What became of one link."""

    index: int
    url: str
    valid: bool
    status: Literal["valid", "moved", "changed", "gone", "fetch_failed", "invalid"]
    matched_text: str | None = None
    match_count: int | None = None
    is_unique: bool | None = None
    surrounding_context: str | None = None
    page_number: int | None = None
    new_url: str | None = None
    nearest: JsonObject | None = None
    compared_with: JsonObject | None = None
    differs_from: JsonObject | None = None
    http_status: int | None = None
    stage: str | None = None
    code: str | None = None
    reason: str | None = None
    message: str | None = None
    parts: list[JsonObject] | None = None


class Checked(WaitingAnswer):
    """The links in the order of the call, once status is done."""

    notice: str = UNTRUSTED
    summary: JsonObject | None = Field(None, description="total, and each status.")
    results: list[LinkRow] = Field(default_factory=list)
    next_offset: int | None = None


class Verified(WaitingAnswer):
    """The claims in the order of the call, once status is done."""

    notice: str = UNTRUSTED
    summary: JsonObject | None = Field(None, description="total, verified, not_found, fetch_failed.")
    results: list[ClaimRow] = Field(default_factory=list)
    next_offset: int | None = None


Many = TypeVar("Many", Checked, Verified)


class Linked(CitedFields, WaitingAnswer):
    """The link, once status is done."""

    detected_lang: str | None = None
    context_used: bool | None = None


def paged(rows: Sequence[SparsePart], offset: int) -> tuple[list[Any], int | None]:
    """The rows from `offset` on that fit into one answer, and where the next page starts."""
    shown = fit(rows[offset:], ROWS_BYTES)
    following = offset + len(shown)
    return shown, following if shown and following < len(rows) else None


def more_rows(view: JobView, following: int | None, total: int) -> str:
    """The sentence that says how to see the rest."""
    if following is None:
        return ""
    left = total - following
    return (
        f" {counted(left, 'more row')} {agreeing(left, 'is', 'are')} not shown: call wait_job with job_id "
        f'"{view.job.job_id}" and offset={following}.'
    )


def verified(view: JobView, offset: int = 0) -> Verified:
    """The answer of a verify_claims job, done or running."""
    return _batch(Verified, view, offset, _claim_row, _after_verifying)


def checked(view: JobView, offset: int = 0) -> Checked:
    """The answer of a check_fragments job, done or running."""
    return _batch(Checked, view, offset, lambda row: LinkRow(**row), _after_checking)


def _batch(
    answer: type[Many],
    view: JobView,
    offset: int,
    row_of: Callable[[dict[str, Any]], SparsePart],
    after: Callable[[dict[str, int]], str],
) -> Many:
    """The answer of a job that leaves rows and their summary; `after` says what to do next."""
    result = result_of(view)
    if result is None:
        return answer(status="running", job_id=view.job.job_id, next_step=still_running(view))
    rows = [row_of(row) for row in result["rows"]]
    shown, following = paged(rows, offset)
    return answer(
        status="done",
        job_id=view.job.job_id,
        summary=result["summary"],
        results=shown,
        next_offset=following,
        next_step=after(result["summary"]) + more_rows(view, following, len(rows)),
    )


def _claim_row(row: dict[str, Any]) -> ClaimRow:
    return ClaimRow(**{**_worded(row), "url": row["url"][:300]})


def _worded(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its folds in words."""
    if not row.get("folds"):
        return row
    return row | {"differences": ", ".join(ENGLISH.word("fold", fold) for fold in row["folds"])}


def _after_verifying(summary: dict[str, int]) -> str:
    steps = []
    if summary["verified"]:
        steps.append("Cite with fragment_url.")
    if summary["not_found"]:
        steps.append("For not_found compare with nearest: cite the words as they stand there, or not at all.")
    if summary["fetch_failed"]:
        steps.append("For fetch_failed see message: check the address or give another copy of the page.")
    return " ".join(steps)


def linked(view: JobView) -> Linked:
    """The answer of a cite_fragment job, done or running."""
    result = result_of(view)
    if result is None:
        return Linked(status="running", job_id=view.job.job_id, next_step=still_running(view))
    step = "Cite with fragment_url: it opens the page at matched_text."
    if result.get("is_unique") is False and result.get("page_number") is None:
        step = (
            f"The words stand at {result['match_count']} places and the link may open at another of them: cite more of "
            "the sentence for a link to this one alone."
        )
    if result.get("folds"):
        step += " The page differs from cited_text (see differences): quote it as matched_text has it."
    told = {name: value for name, value in _worded(result).items() if name in Linked.model_fields}
    return Linked(status="done", job_id=view.job.job_id, next_step=step, **told)


def _after_checking(summary: dict[str, int]) -> str:
    steps = []
    if summary["moved"]:
        steps.append("Replace moved links with new_url.")
    if summary["changed"]:
        steps.append("For changed read nearest: does the page still say it? Then generate_text_fragment for its words.")
    if summary["gone"]:
        steps.append("For gone look for the page's new address, or a copy in a web archive.")
    if summary["fetch_failed"] or summary["invalid"]:
        steps.append("The others say in message what is wrong.")
    return " ".join(steps) or "Every link still selects its words."
