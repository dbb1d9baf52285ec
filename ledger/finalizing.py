"""Closing the check: the gates run in the transaction that records that they were passed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evidence.limits import LISTED_IDS
from ledger.folders import SessionFolder
from ledger.records import Finalization
from ledger.refusals import Refusal
from ledger.status import blockers, summary
from ledger.views import Blocker
from ledger.writer import Writer

_SAID: Final = {
    "coverage_gaps": "range(s) of the text are neither claim nor non_claim",
    "no_claims": "session without any claim",
    "claims_without_verdict": "claim(s) have no verdict",
    "verdicts_without_basis": "verdict(s) lack the attachment they need",
    "evidence_changed": "saved file(s) are missing or differ from what was recorded",
}


def record_finalization(
    writer: Writer, session_id: str, folder: SessionFolder, *, job_id: str | None = None
) -> Finalization:
    """Run every gate, the saved files included, and record that the session passed.

    Refusals SESSION_UNKNOWN, SESSION_ARCHIVED, FINALIZE_BLOCKED (every gate with its first rows).
    """
    writer.open_session(session_id)
    found = blockers(writer, session_id, folder)
    if found:
        raise blocked(session_id, found)
    passed = Finalization(
        session_id=session_id,
        recorded_at=writer.now(),
        finalization_id=writer.next_id(Finalization, session_id),
        summary=summary(writer, session_id).model_dump(mode="json"),
        job_id=job_id,
    )
    writer.add(passed)
    return passed


def blocked(session_id: str, found: Sequence[Blocker]) -> Refusal:
    """FINALIZE_BLOCKED with every blocking gate: its total and its first rows."""
    said = "; ".join(f"{blocker.total} {_SAID[blocker.gate]}" for blocker in found)
    return Refusal(
        "FINALIZE_BLOCKED",
        f"Session {session_id} can't be finalized: {said}. Nothing was written.",
        f"Call get_status with session_id {session_id}, work off what it lists, then call finalize again.",
        {blocker.gate: {"total": blocker.total, "rows": blocker.rows[:LISTED_IDS]} for blocker in found},
    )
