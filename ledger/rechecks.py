"""What became of quoted passages: which attachments a recheck looks at, what it found, what that changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import Field

from ledger.reader import Reader
from ledger.records import Attachment, Evidence, Recheck
from ledger.values import RecheckResult, Value
from ledger.views import RecheckCounts
from ledger.writer import Writer


@dataclass(frozen=True)
class Checkable:
    """An attachment that counts, with the evidence that it quotes."""

    attachment: Attachment
    evidence: Evidence


class RecheckDraft(Value):
    """What a look at a source learnt of one attachment: the fields of `Recheck` that the ledger does not add."""

    attachment_id: str
    result: RecheckResult
    reason: str | None = None
    message: str | None = None
    checked_url: str | None = None
    final_url: str | None = None
    http_status: int | None = None
    attempts: list[str] = Field(default_factory=list)
    text_sha256: str | None = None
    start: int | None = None
    end: int | None = None
    pages: list[int] = Field(default_factory=list)
    fragment_url: str | None = None
    nearest: str | None = None
    diff: str | None = None


def sessions_with_attachments(reader: Reader) -> list[str]:
    """The sessions that are not archived and have attachments that count, in the order they were started."""
    rows = reader.fetch(
        "SELECT session_id FROM sessions "
        "SEMI JOIN effective_attachments USING (session_id) ANTI JOIN archived_sessions USING (session_id) "
        "ORDER BY recorded_at, session_id"
    )
    return [str(row[0]) for row in rows]


def to_check(reader: Reader, session_id: str, job_id: str) -> list[Checkable]:
    """The attachments of the session that count and that this job has not looked at, in the order recorded."""
    condition = (
        "session_id = $1 AND attachment_id IN (SELECT attachment_id FROM effective_attachments WHERE session_id = $1) "
        "AND attachment_id NOT IN (SELECT attachment_id FROM rechecks WHERE session_id = $1 AND job_id = $2)"
    )
    evidence = {one.evidence_id: one for one in reader.all(Evidence, session_id)}
    return [
        Checkable(attachment, evidence[attachment.evidence_id])
        for attachment in reader.select(Attachment, condition, [session_id, job_id])
    ]


def record_rechecks(writer: Writer, session_id: str, job_id: str, drafts: Iterable[RecheckDraft]) -> list[Recheck]:
    """Record what was found; what the job has recorded before is left out. Refusal SESSION_ARCHIVED."""
    writer.open_session(session_id)
    known = {one.attachment_id for one in writer.select(Recheck, "session_id = ? AND job_id = ?", [session_id, job_id])}
    standing = standing_rechecks(writer, session_id)
    made = [
        Recheck(
            session_id=session_id,
            recorded_at=writer.now(),
            recheck_id=writer.next_id(Recheck, session_id),
            job_id=job_id,
            news=_is_news(draft, standing.get(draft.attachment_id)),
            **draft.model_dump(),
        )
        for draft in drafts
        if draft.attachment_id not in known
    ]
    writer.add(*made)
    return made


def _is_news(draft: RecheckDraft, before: Recheck | None) -> bool:
    """Whether the draft says what neither the attachment nor the recheck before says."""
    if draft.result == "unread":
        return False
    if draft.result == "same":
        return before is not None and before.result != "same"
    told = (draft.result, draft.fragment_url, draft.nearest)
    return before is None or (before.result, before.fragment_url, before.nearest) != told


def standing_rechecks(reader: Reader, session_id: str) -> dict[str, Recheck]:
    """By attachment, the newest recheck that could read its source."""
    condition = "session_id = $1 AND recheck_id IN (SELECT recheck_id FROM standing_rechecks WHERE session_id = $1)"
    return {one.attachment_id: one for one in reader.select(Recheck, condition, [session_id])}


def rechecks_of_job(reader: Reader, job_id: str) -> list[Recheck]:
    """Everything that one job found, by session, in the order recorded."""
    return reader.select(Recheck, "job_id = ?", [job_id], order="session_id, seq")


def job_counts(reader: Reader, job_id: str) -> dict[str, int]:
    """How many attachments one job found in each state."""
    rows = reader.fetch("SELECT result, count(*) FROM rechecks WHERE job_id = ? GROUP BY result", [job_id])
    return {str(result): int(count) for result, count in rows}


def sessions_with_news(reader: Reader, job_id: str) -> list[str]:
    """The sessions of which one job found out something new: their reports are out of date."""
    rows = reader.fetch("SELECT DISTINCT session_id FROM rechecks WHERE job_id = ? AND news ORDER BY 1", [job_id])
    return [str(row[0]) for row in rows]


def latest_counts(reader: Reader, session_id: str) -> RecheckCounts | None:
    """When the session was last rechecked, and what the newest recheck of each live attachment says; None: never."""

    def read() -> RecheckCounts | None:
        rows = reader.fetch(
            "SELECT r.result, count(*), max(r.recorded_at) FROM ("
            "SELECT attachment_id, arg_max(result, seq) AS result, max(recorded_at) AS recorded_at FROM rechecks "
            "WHERE session_id = $1 GROUP BY attachment_id) AS r "
            "SEMI JOIN (SELECT attachment_id FROM effective_attachments WHERE session_id = $1) AS a "
            "ON a.attachment_id = r.attachment_id GROUP BY r.result",
            [session_id],
        )
        if not rows:
            return None
        counts: dict[str, Any] = {str(result): int(count) for result, count, _ in rows}
        latest: datetime = max(moment for _, _, moment in rows)
        return RecheckCounts(at=latest.replace(tzinfo=UTC), **counts)

    kinds = ("rechecks", "attachments", "exclusions", "restorations")
    return reader.remembered(("rechecks",), session_id, kinds, read)


def tries(reader: Reader, job_id: str, item: str) -> list[str]:
    """The ids of one job's tries for one source, in the order begun."""
    rows = reader.fetch(
        "SELECT attempt_id FROM attempt_starts WHERE job_id = ? AND item = ? ORDER BY recorded_at, seq", [job_id, item]
    )
    return [str(row[0]) for row in rows]
