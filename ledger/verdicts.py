"""Verdicts: each a record of its own, accepted only with the attachments it needs."""

from __future__ import annotations

from typing import Any

from evidence.limits import LISTED_IDS
from ledger.attachments import require_effective
from ledger.reader import Reader
from ledger.records import Claim, VerdictEntry
from ledger.refusals import Refusal
from ledger.values import Relation, Verdict
from ledger.writer import Writer

_Rows = list[dict[str, Any]]


def set_verdict(writer: Writer, session_id: str, claim_id: str, verdict: Verdict, rationale: str) -> VerdictEntry:
    """Record the verdict; the latest counts, earlier ones are history.

    Refusals SESSION_UNKNOWN, SESSION_ARCHIVED, RECORD_UNKNOWN, RECORD_EXCLUDED, VERDICT_WITHOUT_BASIS,
    VERDICT_CONFLICT_UNNAMED.
    """
    writer.open_session(session_id)
    writer.one(Claim, session_id, claim_id)
    require_effective(writer, session_id, "claim", claim_id)
    attached = writer.query("claim_attachments", session_id=session_id, claim_id=claim_id)
    supports, contradicts = _live(attached, "supports"), _live(attached, "contradicts")
    basis = writer.query(
        "verdict_basis",
        verdict=verdict,
        rationale=rationale,
        supports=len(supports),
        contradicts=len(contradicts),
        partial=len(_live(attached, "partial")),
        supporting=_names(supports),
        contradicting=_names(contradicts),
    )[0]
    if basis["problem"] is not None:
        raise _without_basis(session_id, claim_id, verdict, basis["problem"], attached)
    if basis["conflict"] is not None:
        ids = [[row["attachment_id"] for row in side] for side in (supports, contradicts)]
        raise _conflict_unnamed(claim_id, verdict, *ids)
    entry = VerdictEntry(
        session_id=session_id,
        recorded_at=writer.now(),
        verdict_id=writer.next_id(VerdictEntry, session_id),
        claim_id=claim_id,
        verdict=verdict,
        rationale=rationale,
    )
    writer.add(entry)
    return entry


def history(reader: Reader, session_id: str, claim_id: str) -> list[VerdictEntry]:
    """Every verdict the claim was given, the first one first."""
    return reader.select(VerdictEntry, "session_id = ? AND claim_id = ?", [session_id, claim_id])


def _live(attached: _Rows, relation: Relation) -> _Rows:
    return [row for row in attached if row["live"] and row["relation"] == relation]


def _names(attached: _Rows) -> list[str]:
    """The ids that a rationale may name."""
    return [name for row in attached for name in (row["attachment_id"], row["evidence_id"])]


def _without_basis(session_id: str, claim_id: str, verdict: Verdict, problem: str, attached: _Rows) -> Refusal:
    live, excluded = (
        [f"{row['attachment_id']} ({row['relation']})" for row in attached if row["live"] == wanted]
        for wanted in (True, False)
    )
    has = f"It has {_named(live)}" if live else "It has no live attachment"
    gone = f"; these are excluded and don't count: {_named(excluded)}" if excluded else ""
    relation = "contradicts" if verdict == "contradicted" else "supports"
    return Refusal(
        "VERDICT_WITHOUT_BASIS",
        f"The verdict on {claim_id} was not recorded: {problem}. {has}{gone}.",
        f"Call attach_evidence (session_id {session_id}, claim_id {claim_id}) with relation {relation} first, or "
        "set_verdict with a verdict that the attachments carry.",
        {
            "claim_id": claim_id,
            "verdict": verdict,
            "live": live[:LISTED_IDS],
            "excluded": excluded[:LISTED_IDS],
        },
    )


def _conflict_unnamed(claim_id: str, verdict: Verdict, supports: list[str], contradicts: list[str]) -> Refusal:
    """Live attachments stand on both sides, and the rationale speaks of none against the verdict."""
    against = {"verified": contradicts, "contradicted": supports}.get(verdict, [*supports, *contradicts])
    return Refusal(
        "VERDICT_CONFLICT_UNNAMED",
        f"The verdict on {claim_id} was not recorded: {_named(supports)} support it and {_named(contradicts)} "
        "contradict it, and the rationale says nothing of that.",
        f"Call set_verdict again with a rationale that names {against[0]} and says why it does not decide, or exclude "
        "the attachment that is wrong with revise_record.",
        {"claim_id": claim_id, "supports": supports[:LISTED_IDS], "contradicts": contradicts[:LISTED_IDS]},
    )


def _named(ids: list[str]) -> str:
    more = f" and {len(ids) - LISTED_IDS} more" if len(ids) > LISTED_IDS else ""
    return ", ".join(ids[:LISTED_IDS]) + more
