"""An export that is asked for again by its key: answered from its job only while the file is what that job wrote."""

from __future__ import annotations

from pathlib import Path

from ledger.folders import hash_file
from ledger.jobs import job_view
from ledger.store import Ledger
from ledger.views import JobView


def standing(ledger: Ledger, view: JobView) -> JobView | None:
    """The last job of the same request whose file is still there as written; None when it must be exported again.

    `view` is a job that has ended. One that failed stands as it is.
    """
    if view.outcome is None or view.outcome.result is None:
        return view
    job = view.job
    with ledger.read() as reader:
        rows = reader.fetch(
            "SELECT j.job_id FROM jobs AS j JOIN job_outcomes AS o ON o.job_id = j.job_id "
            "WHERE j.session_id = ? AND j.kind = ? AND j.request_key = ? AND o.outcome = 'succeeded' "
            "ORDER BY j.seq DESC LIMIT 1",
            [job.session_id, job.kind, job.request_key],
        )
        last = job_view(reader, str(rows[0][0])) if rows else view
    return last if _as_written(last) else None


def _as_written(view: JobView) -> bool:
    result = (view.outcome and view.outcome.result) or {}
    try:
        sha256, size = hash_file(Path(str(result.get("path"))))
    except (OSError, ValueError):
        return False
    return size == result.get("bytes") and sha256 == result.get("sha256", sha256)
