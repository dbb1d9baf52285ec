"""Taking a record out of the count and bringing it back. Nothing is deleted; what counts is always derived."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Literal

from evidence.limits import LISTED_IDS
from ledger.reader import Reader
from ledger.records import Attachment, Claim, Evidence, Exclusion, NonClaim, Record, Restoration
from ledger.refusals import Refusal
from ledger.values import TargetType
from ledger.writer import Writer

Action = Literal["exclude", "restore"]
_MODELS: Final[dict[str, type[Record]]] = {
    "claim": Claim,
    "non_claim": NonClaim,
    "evidence": Evidence,
    "attachment": Attachment,
}


def revise(
    writer: Writer, session_id: str, action: Action, target_type: TargetType, target_id: str, reason: str
) -> Exclusion | Restoration:
    """Exclude or restore one record; excluding the session archives it.

    Refusals SESSION_UNKNOWN, SESSION_ARCHIVED (everything but restoring the session), RECORD_UNKNOWN,
    ARGUMENT_INVALID (another session as the target), REVISION_REFUSED.
    """
    if (action, target_type) == ("restore", "session"):
        writer.session(session_id)
    else:
        writer.open_session(session_id)
    if target_type == "session":
        _require_same(session_id, target_id)
    else:
        writer.one(_MODELS[target_type], session_id, target_id)
    past = _past(writer, session_id, target_type, target_id)
    active = next((row for row in past if row["restored_at"] is None), None)
    if action == "exclude":
        if active is not None:
            raise _already(session_id, target_type, target_id, active)
        return _exclude(writer, session_id, target_type, target_id, reason)
    if active is None:
        raise _nothing_to_restore(target_id, past)
    restoration = Restoration(
        session_id=session_id,
        recorded_at=writer.now(),
        restoration_id=writer.next_id(Restoration, session_id),
        exclusion_id=active["exclusion_id"],
        reason=reason,
    )
    writer.add(restoration)
    return restoration


def _exclude(writer: Writer, session_id: str, target_type: TargetType, target_id: str, reason: str) -> Exclusion:
    exclusion = Exclusion(
        session_id=session_id,
        recorded_at=writer.now(),
        exclusion_id=writer.next_id(Exclusion, session_id),
        target_type=target_type,
        target_id=target_id,
        reason=reason,
    )
    writer.add(exclusion)
    return exclusion


def _past(reader: Reader, session_id: str, target_type: TargetType, target_id: str) -> list[dict[str, Any]]:
    return reader.fetch_dicts(
        "SELECT x.exclusion_id, x.reason, x.recorded_at, r.recorded_at AS restored_at FROM exclusions AS x "
        "LEFT JOIN restorations AS r ON r.session_id = x.session_id AND r.exclusion_id = x.exclusion_id "
        "WHERE x.session_id = ? AND x.target_type = ? AND x.target_id = ? ORDER BY x.seq",
        [session_id, target_type, target_id],
    )


def _require_same(session_id: str, target_id: str) -> None:
    if target_id != session_id:
        raise Refusal(
            "ARGUMENT_INVALID",
            "With target_type session the target_id is the session_id of the call.",
            f"Call revise_record with target_id {session_id}.",
            {"session_id": session_id},
        )


def _already(session_id: str, target_type: str, target_id: str, active: dict[str, Any]) -> Refusal:
    return Refusal(
        "REVISION_REFUSED",
        f"{target_id} is excluded already, by {active['exclusion_id']} at {_when(active['recorded_at'])}: "
        f"{active['reason'][:200]}",
        f"To change the reason, first restore it (revise_record with session_id {session_id}, action restore, "
        f"target_type {target_type}, target_id {target_id}), then exclude it again.",
        {"exclusion_id": active["exclusion_id"], "target_id": target_id},
    )


def _nothing_to_restore(target_id: str, past: list[dict[str, Any]]) -> Refusal:
    listed = past[-LISTED_IDS:]
    if past:
        told = ", ".join(f"{row['exclusion_id']} (restored {_when(row['restored_at'])})" for row in listed)
        history = f"Its {len(past)} past exclusion(s) are restored already: {told}."
    else:
        history = "It was never excluded."
    return Refusal(
        "REVISION_REFUSED",
        f"There is nothing to restore: {target_id} counts now. {history}",
        "Call get_status to see which exclusions are active.",
        {"target_id": target_id, "past_exclusions": [row["exclusion_id"] for row in listed], "total": len(past)},
    )


def _when(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"
