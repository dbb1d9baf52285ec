"""Where a session stands: gates, the attention list, and the whole extract that reports are made from."""

from __future__ import annotations

from typing import Any, Final

from evidence.limits import LISTED_IDS
from ledger.chain import GENESIS
from ledger.claims import over_a_paragraph, over_half
from ledger.evidence_log import evidence_findings
from ledger.figures import coverage, gaps, percent, summary
from ledger.folders import SessionFolder
from ledger.jobs import attempts_of, attempts_of_rechecks, jobs_of
from ledger.pictures import lost_pictures, shown_now
from ledger.reader import Reader
from ledger.records import (
    Attachment,
    Claim,
    Evidence,
    Exclusion,
    Finalization,
    NonClaim,
    Picture,
    Recheck,
    Record,
    ReportFile,
    Restoration,
    VerdictEntry,
)
from ledger.staleness import changed_since_finalization, stale_since
from ledger.views import AttentionItem, Blocker, EffectiveIds, ExclusionView, SessionExtract

__all__ = [
    "GATES",
    "attention",
    "blockers",
    "broken_verdicts",
    "coverage",
    "effective_ids",
    "exclusion_views",
    "extract",
    "gaps",
    "percent",
    "summary",
]

GATES: Final = ("coverage_gaps", "no_claims", "claims_without_verdict", "verdicts_without_basis")
"""The files of ``ledger/gates/``, in the order they are told."""
_ALL: Final = 1_000_000_000


def blockers(
    reader: Reader,
    session_id: str,
    folder: SessionFolder | None = None,
    limit: int = LISTED_IDS,
    *,
    rehash: bool = True,
) -> list[Blocker]:
    """Every gate that refuses `finalize`, with its first rows. An empty list: the session may be finalized.

    With `folder` the saved files of effective evidence are compared too (gate `evidence_changed`); `rehash=False`
    trusts a file whose size, inode and times are those of its last full comparison in this process.
    """
    found = [blocker for name in GATES if (blocker := reader.gate(name, session_id, limit)) is not None]
    if folder is not None:
        rows = [
            {"evidence_id": evidence_id, "file": finding.where, "problem": finding.what}
            for evidence_id, finding in evidence_findings(reader, session_id, folder, rehash=rehash)
        ]
        if rows:
            found.append(Blocker(gate="evidence_changed", total=len(rows), rows=rows[:limit]))
    return found


def broken_verdicts(reader: Reader, session_id: str, limit: int = LISTED_IDS) -> Blocker | None:
    """The verdicts whose basis is gone: the gate that `finalize` runs."""
    return reader.gate("verdicts_without_basis", session_id, limit)


def attention(reader: Reader, session_id: str, text: str | None = None) -> list[AttentionItem]:
    """What a reader should look at: verdicts without basis, weak verdicts, too wide non-claims, then doubts.

    Paragraphs are not recorded: only with the source `text` are non-claims over more than one of them listed.
    """
    length = reader.session(session_id).source_length
    ranges = reader.fetch(
        'SELECT non_claim_id, "start", "end" FROM effective_non_claims WHERE session_id = ?', [session_id]
    )
    rows = reader.query(
        "attention",
        session_id=session_id,
        halves=[name for name, start, end in ranges if over_half(start, end, length)],
        paragraphs=[name for name, start, end in ranges if text and over_a_paragraph(text[start:end])],
        most=LISTED_IDS,
    )
    return [*(AttentionItem.model_validate(row) for row in rows), *lost_pictures(reader, session_id)]


def effective_ids(reader: Reader, session_id: str) -> EffectiveIds:
    """The ids that count, in the order recorded."""
    found: dict[str, list[str]] = {"claim": [], "non_claim": [], "evidence": [], "attachment": []}
    for row in reader.query("effective_ids", session_id=session_id):
        found[row["kind"]].append(row["id"])
    return EffectiveIds(
        claims=found["claim"],
        non_claims=found["non_claim"],
        evidence=found["evidence"],
        attachments=found["attachment"],
    )


_TARGETS: Final[dict[str, type[Record]]] = {
    "claim": Claim,
    "non_claim": NonClaim,
    "evidence": Evidence,
    "attachment": Attachment,
}


def exclusion_views(reader: Reader, session_id: str) -> list[ExclusionView]:
    """Every exclusion in the order recorded, with its restoration and what was excluded."""
    kinds = ("exclusions", "restorations")
    return list(reader.remembered(("exclusions",), session_id, kinds, lambda: _exclusion_views(reader, session_id)))


def _exclusion_views(reader: Reader, session_id: str) -> list[ExclusionView]:
    exclusions = reader.all(Exclusion, session_id)
    if not exclusions:
        return []
    restored = {restoration.exclusion_id: restoration for restoration in reader.all(Restoration, session_id)}
    targets: dict[tuple[str, str], dict[str, Any]] = {}
    for kind in {exclusion.target_type for exclusion in exclusions} - {"session"}:
        wanted = [exclusion.target_id for exclusion in exclusions if exclusion.target_type == kind]
        model = _TARGETS[kind]
        condition = f'session_id = ? AND "{model.KEY}" IN (SELECT unnest(?::VARCHAR[]))'
        for record in reader.select(model, condition, [session_id, wanted]):
            targets[kind, record.record_id] = record.model_dump(mode="json")
    return [
        ExclusionView(
            exclusion=exclusion,
            restoration=restored.get(exclusion.exclusion_id),
            target=targets.get((exclusion.target_type, exclusion.target_id), {}),
        )
        for exclusion in exclusions
    ]


def extract(
    reader: Reader,
    session_id: str,
    *,
    finalizing: bool = False,
    text: str | None = None,
    written_by: str | None = None,
) -> SessionExtract:
    """Everything the ledger knows of the session, from one snapshot. Refusal SESSION_UNKNOWN.

    With `finalizing` staleness counts from the finalization just recorded, whose report files do not exist yet.
    `text` is the source text (see `attention`). `written_by` is the job that the extract is made for: it is left out,
    since what it writes could only say that it is still running.
    """
    session = reader.session(session_id)
    head = reader.fetch("SELECT sha256, seq FROM chain WHERE session_id = ? ORDER BY seq DESC LIMIT 1", [session_id])
    stale = changed_since_finalization(reader, session_id) if finalizing else stale_since(reader, session_id)
    return SessionExtract(
        session=session,
        archived=reader.archived(session_id),
        reports_stale_since=stale,
        summary=summary(reader, session_id),
        effective=effective_ids(reader, session_id),
        gaps=gaps(reader, session_id, _ALL)[0],
        attention=attention(reader, session_id, text),
        claims=reader.all(Claim, session_id),
        non_claims=reader.all(NonClaim, session_id),
        evidence=reader.all(Evidence, session_id),
        attachments=reader.all(Attachment, session_id),
        verdicts=reader.all(VerdictEntry, session_id),
        exclusions=exclusion_views(reader, session_id),
        jobs=[view for view in jobs_of(reader, session_id) if view.job.job_id != written_by],
        attempts=[*attempts_of(reader, session_id), *attempts_of_rechecks(reader, session_id)],
        pictures=shown_now(reader.all(Picture, session_id)),
        rechecks=reader.all(Recheck, session_id),
        finalizations=reader.all(Finalization, session_id),
        report_files=reader.all(ReportFile, session_id),
        chain_head=str(head[0][0]) if head else GENESIS,
        chain_length=int(head[0][1]) if head else 0,
    )
