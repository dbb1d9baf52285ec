"""The lists of a session's status: each a page of bounded rows with its total."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from ledger import jobs, status
from ledger.values import JobKind, Relation, Verdict
from mcp_bridge.answers import Part, clipped
from mcp_bridge.tools.revise_record import ExclusionPart, exclusion_part

if TYPE_CHECKING:
    from ledger.store import Reader

TEXT_CHARACTERS = 200
ATTACHMENTS_SHOWN = 10


class GapPart(Part):
    """A range under no claim or non_claim."""

    start: int
    end: int
    text: str


class AttachmentRef(Part):
    """A live attachment of a claim."""

    attachment_id: str
    evidence_id: str
    relation: Relation


class ClaimLeft(Part):
    """A claim without a verdict."""

    claim_id: str
    claim: str
    start: int
    end: int
    attachments: list[AttachmentRef]


class BasisPart(Part):
    """A verdict that lacks an attachment."""

    claim_id: str
    verdict: Verdict
    problem: str


class JobPart(Part):
    """A job that runs."""

    job_id: str
    kind: JobKind
    submitted_at: datetime
    runs: int
    flow_run_name: str | None


def uncovered(reader: Reader, session_id: str, text: str, limit: int, offset: int) -> tuple[list[GapPart], int]:
    """Gaps in the order of the text, and how many there are."""
    ranges, total = status.gaps(reader, session_id, limit, offset)
    rows = [
        GapPart(start=one.start, end=one.end, text=clipped(text[one.start : one.end], TEXT_CHARACTERS))
        for one in ranges
    ]
    return rows, total


def claims_left(reader: Reader, session_id: str, limit: int, offset: int) -> tuple[list[ClaimLeft], int]:
    """Claims without a verdict in the order of the text, with their live attachments, and how many there are."""
    blocker = reader.gate("claims_without_verdict", session_id, limit, offset)
    if blocker is None:
        return [], (claims_left(reader, session_id, 1, 0)[1] if offset else 0)
    attached: dict[str, list[AttachmentRef]] = {}
    for row in reader.fetch(
        "SELECT claim_id, attachment_id, evidence_id, relation FROM effective_attachments "
        "WHERE session_id = ? AND claim_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY seq",
        [session_id, [row["claim_id"] for row in blocker.rows]],
    ):
        attached.setdefault(row[0], []).append(AttachmentRef(attachment_id=row[1], evidence_id=row[2], relation=row[3]))
    rows = [
        ClaimLeft(
            claim_id=row["claim_id"],
            claim=clipped(row["claim"], TEXT_CHARACTERS),
            start=row["start"],
            end=row["end"],
            attachments=attached.get(row["claim_id"], [])[:ATTACHMENTS_SHOWN],
        )
        for row in blocker.rows
    ]
    return rows, blocker.total


def basis_problems(reader: Reader, session_id: str, limit: int, offset: int) -> tuple[list[BasisPart], int]:
    """Verdicts without basis in the order of the text, and how many there are."""
    blocker = reader.gate("verdicts_without_basis", session_id, limit, offset)
    if blocker is None:
        return [], (basis_problems(reader, session_id, 1, 0)[1] if offset else 0)
    rows = [BasisPart(claim_id=row["claim_id"], verdict=row["verdict"], problem=row["problem"]) for row in blocker.rows]
    return rows, blocker.total


def exclusions(reader: Reader, session_id: str, limit: int, offset: int) -> tuple[list[ExclusionPart], int]:
    """Exclusions in the order recorded, restored ones too, and how many there are."""
    views = status.exclusion_views(reader, session_id)
    rows = [exclusion_part(view.exclusion, view.restoration) for view in views[offset : offset + limit]]
    return rows, len(views)


def running_jobs(reader: Reader, session_id: str, limit: int, offset: int) -> tuple[list[JobPart], int]:
    """Jobs without an end, oldest first, and how many there are."""
    views = jobs.open_jobs(reader, session_id)
    rows = [
        JobPart(
            job_id=view.job.job_id,
            kind=view.job.kind,
            submitted_at=view.job.recorded_at,
            runs=len(view.runs),
            flow_run_name=view.runs[-1].flow_run_name if view.runs else None,
        )
        for view in views[offset : offset + limit]
    ]
    return rows, len(views)


def opposing_quotes(reader: Reader, session_id: str, limit: int) -> tuple[list[str], int]:
    """Live quotes that are said to support their claim and seem to oppose it, with why, and how many there are."""
    rows = reader.fetch(
        "SELECT a.attachment_id, a.claim_id, a.opposes, count(*) OVER () FROM attachments AS a "
        "SEMI JOIN effective_attachments AS e ON e.session_id = a.session_id AND e.attachment_id = a.attachment_id "
        "WHERE a.session_id = ? AND a.relation = 'supports' AND a.opposes IS NOT NULL ORDER BY a.seq LIMIT ?",
        [session_id, limit],
    )
    told = [f"{attachment} ({claim}): {clipped(opposes, 200)}" for attachment, claim, opposes, _ in rows]
    return told, int(rows[0][3]) if rows else 0


def outstanding_pictures(reader: Reader, session_id: str, limit: int) -> tuple[list[str], int]:
    """Live attachments that have no picture yet, drawn or failed, and how many there are."""
    rows = reader.fetch(
        "SELECT a.attachment_id, count(*) OVER () FROM effective_attachments AS a "
        "ANTI JOIN pictures AS p ON p.session_id = a.session_id AND p.attachment_id = a.attachment_id "
        "WHERE a.session_id = ? ORDER BY a.seq LIMIT ?",
        [session_id, limit],
    )
    return [str(row[0]) for row in rows], int(rows[0][1]) if rows else 0
