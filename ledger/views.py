"""What the ledger's views and gates say, as typed values. No connection here: reports and tasks may import these."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from evidence.ranges import Range
from ledger.records import (
    Attachment,
    AttemptEnd,
    AttemptStart,
    Claim,
    Evidence,
    Exclusion,
    Finalization,
    Job,
    JobOutcome,
    JobRun,
    NonClaim,
    Picture,
    Recheck,
    ReportFile,
    Restoration,
    Session,
    VerdictEntry,
)
from ledger.values import TargetType, Value, Verdict

AttemptOutcome = Literal["running", "succeeded", "failed", "interrupted"]


class Coverage(Value):
    """How much of the source text effective claims and non-claims cover, in code points."""

    covered: int
    total: int
    ratio: float
    percent: str
    complete: bool
    gaps: int


class ClaimCounts(Value):
    """Effective claims, by their latest verdict."""

    total: int
    without_verdict: int
    verified: int
    contradicted: int
    partially_verified: int
    unverifiable: int


class EvidenceCounts(Value):
    """Effective evidence, by provenance."""

    total: int
    http: int
    browser: int
    file: int
    agent_captured: int


class AttachmentCounts(Value):
    """Effective attachments, by relation."""

    total: int
    supports: int
    contradicts: int
    partial: int
    irrelevant: int


class ExclusionCounts(Value):
    """Exclusions, restored ones apart."""

    total: int
    active: int
    restored: int


class Summary(Value):
    """The figures of one session; only effective records count."""

    coverage: Coverage
    claims: ClaimCounts
    non_claims: int
    evidence: EvidenceCounts
    attachments: AttachmentCounts
    exclusions: ExclusionCounts


class RecheckCounts(Value):
    """What the newest recheck of each effective attachment says, and when the latest of them was made."""

    at: datetime
    same: int = 0
    moved: int = 0
    changed: int = 0
    gone: int = 0
    unread: int = 0


class Blocker(Value):
    """One gate that refuses `finalize`: how many rows block, and the first of them."""

    gate: str
    total: int
    rows: list[dict[str, Any]]


class AttentionItem(Value):
    """A claim (or evidence, or non-claim) that a reader should look at, and why.

    `reason` is a stable word, `detail` a sentence. Without any id it counts the further ones of its reason.
    """

    claim_id: str | None
    evidence_id: str | None = None
    non_claim_id: str | None = None
    reason: str
    verdict: Verdict | None = None
    start: int | None = None
    end: int | None = None
    detail: str


class AttemptView(Value):
    """An attempt: its start joined with its end, if it has one."""

    start: AttemptStart
    end: AttemptEnd | None = None

    @property
    def outcome(self) -> AttemptOutcome:
        """`running` until an end is recorded."""
        return self.end.outcome if self.end else "running"


class TryReason(Value):
    """Why tries at a host ended without success: how often, and what the latest said."""

    stage: str
    error_kind: str
    times: int
    message: str | None


class HostTries(Value):
    """The tries at one host; an empty `host` stands for what went to none, as files and pictures."""

    host: str
    attempts: int
    succeeded: int
    failed: int
    interrupted: int
    running: int
    sessions: int
    last_at: datetime
    reasons: list[TryReason]


class LoggedAttempt(Value):
    """One try with the session (``_``: none) and the job that it belongs to."""

    session_id: str
    title: str | None
    job_id: str
    job_kind: str | None
    stage: str
    item: str
    host: str
    number: int
    started_at: datetime
    ended_at: datetime | None
    outcome: AttemptOutcome
    error_kind: str | None
    message: str | None
    http_status: int | None
    bytes: int | None
    flow_run_id: str | None


class JobView(Value):
    """A job with its runs and its end, if it has one."""

    job: Job
    runs: list[JobRun] = Field(default_factory=list)
    outcome: JobOutcome | None = None

    @property
    def status(self) -> Literal["running", "succeeded", "failed", "cancelled", "lost"]:
        """`running` until an outcome is recorded."""
        return self.outcome.outcome if self.outcome else "running"


class ExclusionView(Value):
    """An exclusion with its restoration, if there was one, and the content of what was excluded."""

    exclusion: Exclusion
    restoration: Restoration | None = None
    target: dict[str, Any] = Field(default_factory=dict)


class EffectiveIds(Value):
    """The ids that count: not excluded themselves, nor by what they hang on."""

    claims: list[str]
    non_claims: list[str]
    evidence: list[str]
    attachments: list[str]

    def of(self, target_type: TargetType) -> list[str]:
        """The effective ids of one record type (none for `session`)."""
        lists = {
            "claim": self.claims,
            "non_claim": self.non_claims,
            "evidence": self.evidence,
            "attachment": self.attachments,
        }
        return lists.get(target_type, [])


class SessionExtract(Value):
    """Everything that the ledger knows of one session, in the order it was recorded: what reports are made from."""

    session: Session
    archived: bool
    reports_stale_since: datetime | None
    summary: Summary
    effective: EffectiveIds
    gaps: list[Range]
    attention: list[AttentionItem]
    claims: list[Claim]
    non_claims: list[NonClaim]
    evidence: list[Evidence]
    attachments: list[Attachment]
    verdicts: list[VerdictEntry]
    exclusions: list[ExclusionView]
    jobs: list[JobView]
    attempts: list[AttemptView]
    pictures: list[Picture]
    rechecks: list[Recheck] = Field(default_factory=list)
    finalizations: list[Finalization]
    report_files: list[ReportFile]
    chain_head: str
    chain_length: int


class SessionRow(Value):
    """One line of the sessions list. `problem` says why a session can't be read."""

    session_id: str
    title: str | None = None
    recorded_at: datetime | None = None
    source_kind: str | None = None
    origin: str | None = None
    project: str | None = None
    source_length: int | None = None
    archived: bool = False
    percent: str | None = None
    claims: int = 0
    without_verdict: int = 0
    verified: int = 0
    contradicted: int = 0
    partially_verified: int = 0
    unverifiable: int = 0
    open_jobs: int = 0
    finalized_at: datetime | None = None
    reports_stale_since: datetime | None = None
    rechecked_at: datetime | None = None
    problem: str | None = None

    @property
    def name(self) -> str | None:
        """The title, else the file's name or the host that the text came from; None when nothing names it."""
        return self.title or origin_name(self.origin)


def origin_name(origin: str | None) -> str | None:
    """The last part of a path, the host of a URL."""
    if not origin:
        return None
    if re.match(r"(?i)https?://", origin):
        return re.split(r"[/?#]", origin.split("//", 1)[1])[0].rpartition("@")[2] or origin
    return re.split(r"[/\\]", origin.rstrip("/\\"))[-1] or origin
