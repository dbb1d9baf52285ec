"""The refusal of `finalize`: every gate that blocks, its first rows, and how to read the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flows.blocking import reason
from flows.wording import agreeing
from ledger.refusals import Refusal
from ledger.views import Blocker
from mcp_bridge.answers import clipped

__all__ = ["ROWS", "SECTIONS", "blocked", "bounded", "next_call", "reason"]

ROWS: Final = 20
SECTIONS: Final = {
    "coverage_gaps": "gaps",
    "claims_without_verdict": "claims",
    "verdicts_without_basis": "basis",
}
"""Which section of get_status lists a gate's rows."""


def blocked(session_id: str, blockers: Sequence[Blocker]) -> Refusal:
    """FINALIZE_BLOCKED with every blocking gate."""
    reasons = [reason(blocker) for blocker in blockers]
    return Refusal(
        "FINALIZE_BLOCKED",
        f"Session {session_id} can't be finalized: {'; '.join(reasons)}. Nothing was written.",
        next_call(session_id, blockers[0]) + " Then call finalize again.",
        {"session_id": session_id, "blockers": [_told(session_id, blocker) for blocker in blockers]},
    )


def _told(session_id: str, blocker: Blocker) -> dict[str, Any]:
    rows = [bounded(row) for row in blocker.rows[:ROWS]]
    told: dict[str, Any] = {"gate": blocker.gate, "total": blocker.total, "reason": reason(blocker), "rows": rows}
    section = SECTIONS.get(blocker.gate)
    if section and blocker.total > len(rows):
        told["read_on"] = f'get_status(session_id="{session_id}", section="{section}", offset={len(rows)})'
    return told


def next_call(session_id: str, blocker: Blocker) -> str:
    """The call that works on a gate's first row."""
    row = blocker.rows[0] if blocker.rows else {}
    more = blocker.total - 1
    others = agreeing(more, "the other one", f"the {more} others")
    also = f" and {others}" if more > 0 else ""
    gaps = f" and {agreeing(more, 'the other gap', f'the {more} other gaps')}" if more > 0 else ""
    calls = {
        "coverage_gaps": f"Call register_segments for [{row.get('start')}, {row.get('end')}){gaps}.",
        "no_claims": "Register at least one claim with register_claim; a text without claims needs no check.",
        "claims_without_verdict": f"Call set_verdict for {row.get('claim_id')}{also}.",
        "verdicts_without_basis": (
            f"For {row.get('claim_id')}{also}, call attach_evidence with the relation that the verdict needs, or "
            "set_verdict with another verdict."
        ),
        "evidence_changed": (
            f"Exclude {row.get('evidence_id')} with revise_record and fetch it again with fetch_evidence."
        ),
    }
    return calls.get(blocker.gate, f'Call get_status with session_id "{session_id}".')


def bounded(row: dict[str, Any]) -> dict[str, Any]:
    """A gate's row with its texts cut short."""
    return {name: clipped(value, 200) if isinstance(value, str) else value for name, value in row.items()}
