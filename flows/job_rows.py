"""What the job desk reads and writes in the ledger, one transaction each. Blocking: milliseconds, from any thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ledger import jobs
from ledger.chain import NO_SESSION
from ledger.records import AttemptEnd, Job
from ledger.store import Ledger
from ledger.values import JobKind, JobResult
from ledger.views import JobView


def submit(
    ledger: Ledger, kind: JobKind, session_id: str, parameters: Mapping[str, Any], idempotency_key: str | None
) -> tuple[JobView, bool]:
    """The job for this request, new or joined, and whether it was there before; refusals as `submit_job`."""
    with ledger.write(session_id) as writer:
        job, joined = jobs.submit_job(
            writer, kind=kind, session_id=session_id, parameters=parameters, idempotency_key=idempotency_key
        )
        return jobs.job_view(writer, job.job_id), joined


def view(ledger: Ledger, job_id: str) -> JobView:
    """The job with its runs and its end. Refusal JOB_UNKNOWN."""
    with ledger.read() as reader:
        return jobs.job_view(reader, job_id)


def open_jobs(ledger: Ledger, session_id: str | None = None) -> list[JobView]:
    """Jobs without an outcome, oldest first."""
    with ledger.read() as reader:
        return jobs.open_jobs(reader, session_id)


def close_all_attempts(ledger: Ledger) -> int:
    """At the hub's start, before any flow runs: end the tries that a dead process left open. How many there were."""
    with ledger.write(NO_SESSION) as writer:
        return jobs.close_open_attempts(writer)


def close_attempts(ledger: Ledger, job: Job) -> int:
    """End the open tries of one job whose run was lost, as interrupted. How many there were."""
    with ledger.write(job.session_id) as writer:
        tries = jobs.attempts_of(writer, job.session_id, job.job_id)
        left = [one.start for one in tries if one.end is None]
        for start in left:
            writer.add(
                AttemptEnd(
                    session_id=start.session_id,
                    recorded_at=writer.now(),
                    attempt_id=start.attempt_id,
                    outcome="interrupted",
                    error_kind="engine_lost",
                    message="The workflow engine went away during this try.",
                )
            )
        return len(left)


def run_started(ledger: Ledger, job: Job, flow_run_id: str, name: str) -> int:
    """Record that the job was handed to the engine. The run's number."""
    with ledger.write(job.session_id) as writer:
        return jobs.start_run(writer, job.job_id, flow_run_id=flow_run_id, flow_run_name=name).number


def end(
    ledger: Ledger,
    job: Job,
    outcome: JobResult,
    result: Mapping[str, Any] | None,
    error: Mapping[str, Any] | None,
) -> None:
    """Record how the job ended."""
    with ledger.write(job.session_id) as writer:
        jobs.end_job(writer, job.job_id, outcome, result=result, error=error)
