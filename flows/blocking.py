"""The refusal of a finalize whose gates are not met: which, and how much."""

from __future__ import annotations

from collections.abc import Sequence

from flows.wording import agreeing, counted
from ledger.refusals import Refusal
from ledger.views import Blocker

REASONS = {
    "coverage_gaps": (
        "range",
        "of the text is neither claim nor non_claim",
        "of the text are neither claim nor non_claim",
    ),
    "claims_without_verdict": ("claim", "has no verdict", "have no verdict"),
    "verdicts_without_basis": ("verdict", "lacks the attachment it needs", "lack the attachment they need"),
    "evidence_changed": (
        "saved file",
        "is missing or differs from what was recorded",
        "are missing or differ from what was recorded",
    ),
}


def reason(blocker: Blocker) -> str:
    """What one gate says, in a few words."""
    if blocker.gate == "no_claims":
        return "there is no claim"
    if blocker.gate not in REASONS:
        return f"{blocker.gate} ({blocker.total})"
    noun, one, many = REASONS[blocker.gate]
    return f"{counted(blocker.total, noun)} {agreeing(blocker.total, one, many)}"


def blocked(session_id: str, blockers: Sequence[Blocker]) -> Refusal:
    """FINALIZE_BLOCKED with the first rows of every gate that blocks."""
    reasons = [reason(one) for one in blockers]
    return Refusal(
        "FINALIZE_BLOCKED",
        f"Session {session_id} can't be finalized: {'; '.join(reasons)}. Nothing was written.",
        f'Call get_status with session_id "{session_id}", mend what it lists, then call finalize again.',
        {"session_id": session_id, "blockers": [one.model_dump(mode="json") for one in blockers]},
    )
