"""The answers of a recheck: how many quotes are as they were, and each that is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from pydantic import Field

from ledger import rechecks
from ledger.chain import NO_SESSION
from ledger.records import Attachment, Recheck
from ledger.values import RecheckResult
from ledger.views import JobView
from mcp_bridge.answers import UNTRUSTED, JsonObject, clipped
from mcp_bridge.cited import more_rows, paged
from mcp_bridge.evidence_parts import SparsePart
from mcp_bridge.waiting import WaitingAnswer, result_of, still_running

if TYPE_CHECKING:
    from mcp_bridge.app import App

ORDER: Final[tuple[RecheckResult, ...]] = ("gone", "changed", "moved", "unread")
"""The worst first; those that are the same are only counted."""
QUOTE_CHARACTERS: Final = 300
LINK_CHARACTERS: Final = 2_000


class RecheckRow(SparsePart):
    """One quote that is not as it was."""

    attachment_id: str
    claim_id: str
    session_id: str | None = None
    result: Literal["moved", "changed", "gone", "unread"]
    quote: str
    fragment_url: str | None = None
    nearest: str | None = None
    diff: str | None = None
    page_numbers: list[int] | None = None
    checked_url: str | None = None
    final_url: str | None = None
    http_status: int | None = None
    reason: str | None = None
    message: str | None = None


class Rechecked(WaitingAnswer):
    """What became of the quotes, once status is done."""

    notice: str = UNTRUSTED
    session_id: str | None = None
    counts: JsonObject | None = None
    results: list[RecheckRow] = Field(default_factory=list)
    next_offset: int | None = None


def check_session(app: App, session_id: str) -> None:
    """Refusals SESSION_UNKNOWN, SESSION_ARCHIVED."""
    with app.ledger.read() as reader:
        reader.open_session(session_id)


def rechecked(app: App, view: JobView, offset: int = 0) -> Rechecked:
    """The answer of a recheck job, done or running."""
    session_id = None if view.job.session_id == NO_SESSION else view.job.session_id
    result = result_of(view)
    if result is None:
        return Rechecked(status="running", job_id=view.job.job_id, session_id=session_id, next_step=still_running(view))
    rows = unlike(app, view.job.job_id, named=session_id is None)
    shown, following = paged(rows, offset)
    counts = counted_all(result)
    return Rechecked(
        status="done",
        job_id=view.job.job_id,
        session_id=session_id,
        counts=counts,
        results=shown,
        next_offset=following,
        next_step=_step(counts, result.get("not_marked") or []) + more_rows(view, following, len(rows)),
    )


def counted_all(result: dict[str, Any]) -> dict[str, int]:
    """How many quotes the job found in each state, those without any too."""
    return {state: int(result["counts"].get(state, 0)) for state in get_args(RecheckResult)}


def unlike(app: App, job_id: str, *, named: bool) -> list[RecheckRow]:
    """The quotes of the job that are not as they were, the worst first; `named` by their session too."""
    with app.ledger.read() as reader:
        found = [one for one in rechecks.rechecks_of_job(reader, job_id) if one.result != "same"]
        rows = [_row(one, reader.one(Attachment, one.session_id, one.attachment_id), named=named) for one in found]
    return sorted(rows, key=lambda row: ORDER.index(row.result))


def _row(one: Recheck, attachment: Attachment, *, named: bool) -> RecheckRow:
    told = one.model_dump(include={"attachment_id", "result", "http_status", "reason", "nearest", "diff", "message"})
    return RecheckRow(
        claim_id=attachment.claim_id,
        session_id=one.session_id if named else None,
        quote=clipped(attachment.quote, QUOTE_CHARACTERS),
        fragment_url=one.fragment_url,
        page_numbers=one.pages,
        checked_url=one.checked_url and clipped(one.checked_url, LINK_CHARACTERS),
        final_url=one.final_url and clipped(one.final_url, LINK_CHARACTERS)
        if one.final_url != one.checked_url
        else None,
        **told,
    )


def _step(counts: dict[str, int], not_marked: list[str]) -> str:
    steps = []
    if not any(counts.values()):
        steps.append("There is no live attachment to look at: attach_evidence first.")
    if counts["moved"]:
        steps.append("moved: the quote is still there; cite with the new fragment_url.")
    if counts["changed"]:
        steps.append(
            "changed: read nearest. If the claim no longer rests on it, fetch the page anew (fetch_evidence, "
            "refetch=true), attach what it says now, exclude the old attachment (revise_record) and set_verdict again."
        )
    if counts["gone"]:
        steps.append(
            "gone: the saved evidence still shows what was there; look for the new address or an archived copy."
        )
    if counts["unread"]:
        steps.append("unread: nothing is known of these; message says why.")
    if not_marked:
        steps.append(
            f"The reports of {', '.join(not_marked[:5])} could not be marked provisional and still look final."
        )
    return " ".join(steps) or "Every quote is as it was."
