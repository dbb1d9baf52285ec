"""How a job that did not succeed is told: as a refusal, kept in the ledger."""

from __future__ import annotations

from typing import Any

from ledger.records import Job
from ledger.refusals import Refusal
from ledger.views import JobView


def error_of(refusal: Refusal) -> dict[str, Any]:
    """A refusal as the ledger keeps it."""
    return {
        "code": refusal.code,
        "message": refusal.message,
        "suggestion": refusal.suggestion,
        "facts": refusal.facts,
    }


def refusal_of(view: JobView) -> Refusal | None:
    """The refusal with which the job ended, or None when it succeeded or still runs."""
    if view.outcome is None or view.outcome.outcome == "succeeded":
        return None
    error = view.outcome.error or internal(view.job)
    return Refusal(error["code"], error["message"], error["suggestion"], error.get("facts"))


def internal(job: Job) -> dict[str, Any]:
    """The error of a job that a fault of the program ended."""
    return {
        "code": "INTERNAL_ERROR",
        "message": f"The {job.kind} job failed by a fault of the program; the hub's log has the details.",
        "suggestion": f"Make the same call again; if it fails again, report it with the job's id {job.job_id}.",
        "facts": {"job_id": job.job_id},
    }


def lost(job: Job, runs: int) -> dict[str, Any]:
    """The error of a job that was given up after so many lost runs."""
    return {
        "code": "JOB_FAILED",
        "message": f"The job was started {runs} times and each run was lost when the workflow engine went away.",
        "suggestion": "Run `uratori doctor`, then make the same call again.",
        "facts": {"job_id": job.job_id, "runs": runs},
    }


def cancelled(job: Job) -> dict[str, Any]:
    """The error of a job that a person cancelled."""
    return {
        "code": "JOB_FAILED",
        "message": "The job was cancelled by a person in the workflow engine's pages.",
        "suggestion": "Ask the person; make the same call again only if they agree.",
        "facts": {"job_id": job.job_id, "cancelled": True},
    }
