"""Work handed to the workflow engine, its tries, and answers that are given again."""

from __future__ import annotations

from typing import Any

from ledger.records.base import Record
from ledger.values import JobKind, JobResult, TryOutcome


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


class IdempotencyEntry(Record):
    """The first answer to a write that carried a key: the same key gives this answer again."""

    TABLE = "idempotency"
    KEY = "entry_id"
    entry_id: str
    tool: str
    idempotency_key: str
    request_sha256: str
    result: dict[str, Any]
