"""Jobs: submitted once, joined by equal requests, ended once; and the tries that tasks tell of."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from typing import Any, Final

from ledger.chain import NO_SESSION
from ledger.reader import Reader
from ledger.records import AttemptEnd, AttemptStart, Job, JobOutcome, JobRun
from ledger.store import Ledger
from ledger.values import JobKind, JobResult
from ledger.views import AttemptView, JobView
from ledger.writer import Writer

INTERRUPTED: Final = "The process that ran this try ended before the try did."
_OLDEST: Final = "recorded_at, seq"


def request_key(parameters: Mapping[str, Any]) -> str:
    """The key of a request: equal for equal parameters, whatever their order."""
    text = json.dumps(parameters, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def submit_job(
    writer: Writer,
    *,
    kind: JobKind,
    session_id: str = NO_SESSION,
    parameters: Mapping[str, Any],
    key: str | None = None,
    idempotency_key: str | None = None,
) -> tuple[Job, bool]:
    """The job for this request and whether it was there before.

    `key` says which requests are equal (default: `request_key(parameters)`). A running job of equal session, kind and
    key is joined. With an idempotency key the first job of that key is the answer, ended or not. Refusals:
    SESSION_UNKNOWN, SESSION_ARCHIVED (exports may be made of an archived session), IDEMPOTENCY_CONFLICT.
    """
    if session_id != NO_SESSION:
        if kind == "export_report":
            writer.session(session_id)
        else:
            writer.open_session(session_id)
    equal = key or request_key(parameters)
    made: list[Job] = []

    def submit() -> dict[str, Any]:
        running = writer.fetch(
            "SELECT job_id FROM open_jobs WHERE session_id = ? AND kind = ? AND request_key = ? ORDER BY seq LIMIT 1",
            [session_id, kind, equal],
        )
        if running:
            return {"job_id": running[0][0]}
        job = Job(
            session_id=session_id,
            recorded_at=writer.now(),
            job_id=f"job_{uuid.uuid4().hex[:16]}",
            kind=kind,
            parameters=dict(parameters),
            request_key=equal,
            idempotency_key=idempotency_key,
        )
        writer.add(job)
        made.append(job)
        return {"job_id": job.job_id}

    answer = writer.idempotent(f"job:{kind}", session_id, idempotency_key, {"request_key": equal}, submit)
    if made:
        return made[0], False
    return writer.job(answer["job_id"]), True


def start_run(writer: Writer, job_id: str, *, flow_run_id: str, flow_run_name: str) -> JobRun:
    """Record that the job was handed to the engine; the second time is a resubmission. Refusal JOB_UNKNOWN."""
    job = writer.job(job_id)
    run = JobRun(
        session_id=job.session_id,
        recorded_at=writer.now(),
        job_run_id=uuid.uuid4().hex,
        job_id=job_id,
        number=runs_so_far(writer, job_id) + 1,
        flow_run_id=flow_run_id,
        flow_run_name=flow_run_name,
    )
    writer.add(run)
    return run


def end_job(
    writer: Writer,
    job_id: str,
    outcome: JobResult,
    *,
    result: Mapping[str, Any] | None = None,
    error: Mapping[str, Any] | None = None,
) -> JobOutcome:
    """Record how the job ended; a job that has ended keeps its first outcome. Refusal JOB_UNKNOWN."""
    job = writer.job(job_id)
    before = writer.select(JobOutcome, "job_id = ?", [job_id])
    if before:
        return before[0]
    ended = JobOutcome(
        session_id=job.session_id,
        recorded_at=writer.now(),
        job_id=job_id,
        outcome=outcome,
        result=dict(result) if result is not None else None,
        error=dict(error) if error is not None else None,
    )
    writer.add(ended)
    return ended


def job_view(reader: Reader, job_id: str) -> JobView:
    """The job with its runs and its end. Refusal JOB_UNKNOWN."""
    job = reader.job(job_id)
    outcome = reader.select(JobOutcome, "job_id = ?", [job_id])
    return JobView(
        job=job,
        runs=reader.select(JobRun, "job_id = ?", [job_id], order="number"),
        outcome=outcome[0] if outcome else None,
    )


def jobs_of(reader: Reader, session_id: str) -> list[JobView]:
    """Every job of the session in the order submitted; the one that started the session comes first."""
    jobs = reader.select(
        Job,
        "session_id = ? OR job_id = (SELECT job_id FROM sessions WHERE session_id = ?)",
        [session_id, session_id],
        order=_OLDEST,
    )
    return _with_ends(reader, jobs)


def open_jobs(reader: Reader, session_id: str | None = None) -> list[JobView]:
    """Jobs (of the session) without an outcome, oldest first: on start they are submitted again."""
    if session_id is None:
        return _with_ends(reader, reader.select(Job, "job_id IN (SELECT job_id FROM open_jobs)", [], order=_OLDEST))
    condition = "session_id = ? AND job_id IN (SELECT job_id FROM open_jobs WHERE session_id = ?)"

    def read() -> tuple[JobView, ...]:
        return tuple(_with_ends(reader, reader.select(Job, condition, [session_id, session_id], order=_OLDEST)))

    return list(reader.remembered(("open_jobs",), session_id, ("jobs", "job_runs", "job_outcomes"), read))


def _with_ends(reader: Reader, jobs: list[Job]) -> list[JobView]:
    ids = [job.job_id for job in jobs]
    if not ids:
        return []
    condition = "job_id IN (SELECT unnest(?::VARCHAR[]))"
    runs: dict[str, list[JobRun]] = {}
    for run in reader.select(JobRun, condition, [ids], order="job_id, number"):
        runs.setdefault(run.job_id, []).append(run)
    ends = {end.job_id: end for end in reader.select(JobOutcome, condition, [ids])}
    return [JobView(job=job, runs=runs.get(job.job_id, []), outcome=ends.get(job.job_id)) for job in jobs]


def attempts_of(reader: Reader, session_id: str, job_id: str | None = None) -> list[AttemptView]:
    """The tries of the session (with those of the job that started it), or of one job, in the order begun."""
    if job_id is not None:
        return _tries(reader, "job_id = ?", [job_id])
    condition = "session_id = ? OR job_id = (SELECT job_id FROM sessions WHERE session_id = ?)"
    return _tries(reader, condition, [session_id, session_id])


def attempts_of_rechecks(reader: Reader, session_id: str) -> list[AttemptView]:
    """The tries that the session's rechecks name: they are of no session, since a page may be quoted in several."""
    condition = "attempt_id IN (SELECT unnest(CAST(attempts AS VARCHAR[])) FROM rechecks WHERE session_id = ?)"
    return _tries(reader, condition, [session_id])


def _tries(reader: Reader, condition: str, params: list[str]) -> list[AttemptView]:
    starts = reader.select(AttemptStart, condition, params, order=_OLDEST)
    if not starts:
        return []
    ids = [start.attempt_id for start in starts]
    found = reader.select(AttemptEnd, "attempt_id IN (SELECT unnest(?::VARCHAR[]))", [ids])
    ends = {end.attempt_id: end for end in found}
    return [AttemptView(start=start, end=ends.get(start.attempt_id)) for start in starts]


def runs_so_far(reader: Reader, job_id: str) -> int:
    """How often the job was handed to the engine."""
    return int(reader.fetch("SELECT count(*) FROM job_runs WHERE job_id = ?", [job_id])[0][0])


def close_open_attempts(writer: Writer, job_id: str | None = None) -> int:
    """End every try (of the job) that a dead process left open, as interrupted. How many there were.

    Without a job only on start, before any flow of this process runs.
    """
    rows = writer.fetch(
        "SELECT session_id, attempt_id FROM attempts WHERE outcome = 'running' AND job_id = coalesce(?, job_id) "
        "ORDER BY started_at, seq",
        [job_id],
    )
    now = writer.now()
    writer.add(
        *(
            AttemptEnd(
                session_id=session_id,
                recorded_at=now,
                attempt_id=attempt_id,
                outcome="interrupted",
                error_kind="process_ended",
                message=INTERRUPTED,
            )
            for session_id, attempt_id in rows
        )
    )
    return len(rows)


class LedgerSink:
    """Records tries in the ledger, each in a transaction of its own (see `tasks.attempts.AttemptSink`)."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def started(self, start: AttemptStart) -> None:
        """Record that a try began, before its side effect."""
        with self._ledger.write(start.session_id) as writer:
            writer.add(start)

    def ended(self, end: AttemptEnd) -> None:
        """Record how a try ended; a try that was closed as interrupted stays so."""
        with self._ledger.write(end.session_id) as writer:
            if not writer.fetch("SELECT 1 FROM attempt_ends WHERE attempt_id = ?", [end.attempt_id]):
                writer.add(end)
