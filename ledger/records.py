"""The rows of the ledger, one frozen model per table. No connection here: any layer may import these.

A record is inserted once and never changed. `Record.canonical` is what the chain hashes, so a field's meaning never
changes either: a new meaning is a new field in a new migration.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import Any, ClassVar, Literal

from pydantic import Field

from evidence.ranges import Range
from ledger.values import (
    CitedUrl,
    DiscoveredVia,
    Exchange,
    JobKind,
    JobResult,
    PdfPage,
    PictureSource,
    Provenance,
    RecheckResult,
    Redirect,
    Relation,
    ReportState,
    SavedFile,
    Signal,
    SourceKind,
    TargetType,
    TermCheck,
    TryOutcome,
    Value,
    Verdict,
)


class Record(Value):
    """One row. Subclasses name their table, their id column and the prefix of their ids.

    `ADDED` are the fields that came after the first schema. While one has its default it is left out of `canonical`, so
    that a row written before it existed keeps its bytes.
    """

    TABLE: ClassVar[str]
    KEY: ClassVar[str]
    PREFIX: ClassVar[str] = ""
    ADDED: ClassVar[frozenset[str]] = frozenset()
    session_id: str
    recorded_at: datetime

    @property
    def record_id(self) -> str:
        """The value of the id column."""
        return str(getattr(self, self.KEY))

    def canonical(self) -> str:
        """The record as JSON with sorted keys and no spaces: the bytes that the chain hashes."""
        fields = type(self).model_fields
        unused = {
            name for name in self.ADDED if getattr(self, name) == fields[name].get_default(call_default_factory=True)
        }
        told = self.model_dump(mode="json", exclude=unused)
        return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    def digest(self) -> str:
        """SHA-256 of `canonical` in UTF-8, hexadecimal."""
        return hashlib.sha256(self.canonical().encode("utf-8")).hexdigest()


class Session(Record):
    """A text under check. `source_sha256` is of the text in UTF-8, `file_sha256` of the file or page it came from.

    `exchange`, `files` and `readers` are of a text that was fetched: how it came, what is kept of it, what read it.
    """

    TABLE = "sessions"
    KEY = "session_id"
    ADDED = frozenset({"exchange", "files", "readers"})
    title: str | None = None
    language: str | None = None
    project: str | None = None
    source_kind: SourceKind
    origin: str | None = None
    final_url: str | None = None
    source_sha256: str
    source_length: int
    file_sha256: str | None = None
    cited_urls: list[CitedUrl] = Field(default_factory=list)
    job_id: str | None = None
    exchange: Exchange | None = None
    files: list[SavedFile] = Field(default_factory=list)
    readers: dict[str, str] = Field(default_factory=dict)


class Claim(Record):
    """A range of the source text that says something checkable, in the agent's own words."""

    TABLE = "claims"
    KEY = "claim_id"
    PREFIX = "claim_"
    claim_id: str
    start: int
    end: int
    claim: str
    claim_kind: str | None = None


class NonClaim(Record):
    """A range of the source text that says nothing checkable, and why."""

    TABLE = "non_claims"
    KEY = "non_claim_id"
    PREFIX = "non_claim_"
    non_claim_id: str
    start: int
    end: int
    reason: str


class Evidence(Record):
    """A saved source. Offsets in `article`, `hidden`, `pages`, `signals` count in its one text.

    `discovered_via`, `request_url`/`request_path` say how it was asked for; `final_url` where it was found.
    `complete` is false when the body was cut short. `exchange` says how it came over the network, `readers` what read
    it and in which version.
    """

    TABLE = "evidence"
    KEY = "evidence_id"
    PREFIX = "evidence_"
    ADDED = frozenset({"exchange", "readers"})
    evidence_id: str
    job_id: str | None = None
    provenance: Provenance
    discovered_via: DiscoveredVia
    discovery_note: str | None = None
    url: str | None = None
    file_path: str | None = None
    final_url: str | None = None
    redirects: list[Redirect] = Field(default_factory=list)
    http_status: int | None = None
    peer: str | None = None
    media_type: str | None = None
    charset: str | None = None
    charset_rule: str | None = None
    page_title: str | None = None
    page_kind: str | None = None
    page_kind_reasons: list[str] = Field(default_factory=list)
    signals: list[Signal] = Field(default_factory=list)
    text_sha256: str
    text_length: int
    body_sha256: str | None = None
    complete: bool = True
    article: list[Range] = Field(default_factory=list)
    hidden: list[Range] = Field(default_factory=list)
    pages: list[PdfPage] = Field(default_factory=list)
    files: list[SavedFile] = Field(default_factory=list)
    expected_terms: list[TermCheck] | None = None
    note: str | None = None
    exchange: Exchange | None = None
    readers: dict[str, str] = Field(default_factory=dict)

    def file(self, role: str) -> SavedFile | None:
        """The saved file of that role, if there is one."""
        return next((saved for saved in self.files if saved.role == role), None)


class Attachment(Record):
    """A quote, found at `[start, end)` of the evidence text, tied to a claim.

    `folds` names accepted differences, `cuts` what its ends cut of the words around it.
    """

    TABLE = "attachments"
    KEY = "attachment_id"
    PREFIX = "attachment_"
    ADDED = frozenset({"cuts"})
    attachment_id: str
    claim_id: str
    evidence_id: str
    quote: str
    start: int
    end: int
    matched_text: str
    match_kind: Literal["exact", "folded"]
    folds: list[str] = Field(default_factory=list)
    cuts: list[str] = Field(default_factory=list)
    occurrence: int
    occurrences: int
    in_article: bool | None = None
    hidden_text: bool = False
    pages: list[int] = Field(default_factory=list)
    relation: Relation
    rationale: str
    short_quote_reason: str | None = None
    fragment_url: str | None = None


class VerdictEntry(Record):
    """One verdict on a claim; the latest counts, the earlier ones are history."""

    TABLE = "verdicts"
    KEY = "verdict_id"
    PREFIX = "verdict_"
    verdict_id: str
    claim_id: str
    verdict: Verdict
    rationale: str


class Exclusion(Record):
    """A record taken out of the count. Excluding the session archives it."""

    TABLE = "exclusions"
    KEY = "exclusion_id"
    PREFIX = "exclusion_"
    exclusion_id: str
    target_type: TargetType
    target_id: str
    reason: str


class Restoration(Record):
    """The end of one exclusion."""

    TABLE = "restorations"
    KEY = "restoration_id"
    PREFIX = "restoration_"
    restoration_id: str
    exclusion_id: str
    reason: str


class Job(Record):
    """Work handed to the workflow engine. `request_key` is equal for requests that may join each other.

    A job without a session has session_id ``_``.
    """

    TABLE = "jobs"
    KEY = "job_id"
    job_id: str
    kind: JobKind
    parameters: dict[str, Any]
    request_key: str
    idempotency_key: str | None = None


class JobRun(Record):
    """One submission of a job to the engine; a second one is a resubmission after a crash."""

    TABLE = "job_runs"
    KEY = "job_run_id"
    job_run_id: str
    job_id: str
    number: int
    flow_run_id: str
    flow_run_name: str


class JobOutcome(Record):
    """How a job ended. `result` is the tool's answer, `error` a refusal (code, message, suggestion, facts)."""

    TABLE = "job_outcomes"
    KEY = "job_id"
    job_id: str
    outcome: JobResult
    result: dict[str, Any] | None = None
    error: dict[str, Any] | None = None


class AttemptStart(Record):
    """A try began: `stage` (http, browser, file, picture, report, export) on `item` (a URL, a file's name, an id)."""

    TABLE = "attempt_starts"
    KEY = "attempt_id"
    attempt_id: str
    job_id: str
    stage: str
    item: str
    number: int
    flow_run_id: str | None = None
    task_run_id: str | None = None


class AttemptEnd(Record):
    """A try ended. An attempt without an end was interrupted by a crash."""

    TABLE = "attempt_ends"
    KEY = "attempt_id"
    attempt_id: str
    outcome: TryOutcome
    error_kind: str | None = None
    message: str | None = None
    http_status: int | None = None
    bytes: int | None = None
    detail: str | None = None


class Picture(Record):
    """One try to draw an attachment. `adopted` is the one shown; `path` is relative to the session folder."""

    TABLE = "pictures"
    KEY = "picture_id"
    PREFIX = "picture_"
    picture_id: str
    attachment_id: str
    job_id: str | None = None
    source: PictureSource
    path: str | None = None
    sha256: str | None = None
    highlighted: bool
    adopted: bool
    page: int | None = None
    note: str | None = None


class Recheck(Record):
    """What had become of a quoted passage when its source was looked at again. The newest of an attachment counts.

    `same`: the stored link still opens at the quote (without one, the quote is still there); `moved`: the quote is
    there, but the link must change, to `fragment_url`; `changed`: the source is there and the quote is not, but perhaps
    `nearest`, which `diff` compares with it; `gone`: the source is no more; `unread`: it could not be read, which says
    nothing of the quote.

    `checked_url` is what was asked for (of a file None), `attempts` are the ids of the tries (of this job, or of one
    that had the page a moment before), `reason` is the stable word of why it was not got. `start`, `end` (code points)
    and `pages` are the place of the quote, or of `nearest`, in the source's text, whose SHA-256 is `text_sha256`.
    `news`: it says what was not known before, so that reports are out of date.
    """

    TABLE = "rechecks"
    KEY = "recheck_id"
    PREFIX = "recheck_"
    recheck_id: str
    attachment_id: str
    job_id: str
    result: RecheckResult
    news: bool
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


class Finalization(Record):
    """The session passed every gate at this point; `summary` is what was true then."""

    TABLE = "finalizations"
    KEY = "finalization_id"
    PREFIX = "finalization_"
    finalization_id: str
    summary: dict[str, Any]
    job_id: str | None = None


class ReportFile(Record):
    """A report file reached this state."""

    TABLE = "report_files"
    KEY = "report_file_id"
    PREFIX = "report_file_"
    report_file_id: str
    name: Literal["report.md", "report.json", "report.html"]
    state: ReportState
    sha256: str | None = None


class PageCopy(Record):
    """What a page was when it was fetched for a citation: the fields are those of `Evidence`, but of no session.

    Its chain is ``_``, and `files` lie in the folder of citations until the copy expires.
    """

    TABLE = "page_copies"
    KEY = "copy_id"
    PREFIX = "copy_"
    copy_id: str
    job_id: str
    provenance: Provenance
    url: str
    final_url: str | None = None
    redirects: list[Redirect] = Field(default_factory=list)
    http_status: int | None = None
    media_type: str | None = None
    charset: str | None = None
    charset_rule: str | None = None
    page_title: str | None = None
    page_kind: str | None = None
    language: str | None = None
    text_sha256: str
    text_length: int
    body_sha256: str
    article: list[Range] = Field(default_factory=list)
    hidden: list[Range] = Field(default_factory=list)
    pages: list[PdfPage] = Field(default_factory=list)
    files: list[SavedFile] = Field(default_factory=list)
    exchange: Exchange | None = None
    readers: dict[str, str] = Field(default_factory=dict)

    def file(self, role: str) -> SavedFile | None:
        """The saved file of that role, if there is one."""
        return next((saved for saved in self.files if saved.role == role), None)


class CopyExpiry(Record):
    """The files of a copy were removed after their time; its row stays."""

    TABLE = "copy_expiries"
    KEY = "copy_id"
    copy_id: str


class IdempotencyEntry(Record):
    """The first answer to a write that carried a key: the same key gives this answer again."""

    TABLE = "idempotency"
    KEY = "entry_id"
    entry_id: str
    tool: str
    idempotency_key: str
    request_sha256: str
    result: dict[str, Any]


RECORDS: tuple[type[Record], ...] = (
    Session,
    Claim,
    NonClaim,
    Evidence,
    Attachment,
    VerdictEntry,
    Exclusion,
    Restoration,
    Job,
    JobRun,
    JobOutcome,
    AttemptStart,
    AttemptEnd,
    Picture,
    Recheck,
    Finalization,
    ReportFile,
    PageCopy,
    CopyExpiry,
    IdempotencyEntry,
)
