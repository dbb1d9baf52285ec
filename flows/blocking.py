"""The refusal of a finalize whose gates are not met: which, and how much."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.refusals import Refusal
from ledger.views import Blocker

REASONS = {
    "coverage_gaps": "{total} range(s) of the text are neither claim nor non_claim",
    "no_claims": "there is no claim",
    "claims_without_verdict": "{total} claim(s) have no verdict",
    "verdicts_without_basis": "{total} verdict(s) lack the attachment they need",
    "evidence_changed": "{total} saved file(s) are missing or differ from what was recorded",
}


def blocked(session_id: str, blockers: Sequence[Blocker]) -> Refusal:
    """FINALIZE_BLOCKED with the first rows of every gate that blocks."""
    reasons = [REASONS.get(one.gate, one.gate + " ({total})").format(total=one.total) for one in blockers]
    return Refusal(
        "FINALIZE_BLOCKED",
        f"Session {session_id} can't be finalized: {'; '.join(reasons)}. Nothing was written.",
        f'Call get_status with session_id "{session_id}", mend what it lists, then call finalize again.',
        {"session_id": session_id, "blockers": [one.model_dump(mode="json") for one in blockers]},
    )
