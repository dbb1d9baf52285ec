"""Where the tasks of one job put files until a record names them."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from flows.runner import is_engine_fault
from ledger.folders import staging


@contextmanager
def job_folder(home: Path, job_id: str | None) -> Iterator[str]:
    """The job's id, with its staging folder cleared when the flow has ended by itself.

    A run that is cancelled or lost leaves the folder to the next run of the job, whose tasks may find their results.

    Raises:
        RuntimeError: without a job: the flow was not started by a hub.
    """
    if job_id is None:
        raise RuntimeError("a run needs a job: start it through a hub (its worker makes one)")
    try:
        yield job_id
    except Exception as error:  # whatever ended the run, what it staged goes with it
        if not is_engine_fault(error):
            shutil.rmtree(staging(home) / job_id, ignore_errors=True)
        raise
    shutil.rmtree(staging(home) / job_id, ignore_errors=True)


def staged_at(home: Path, job_id: str) -> str:
    """The job's staging folder."""
    return str(staging(home) / job_id)


def clear_strays(home: Path, open_jobs: Collection[str]) -> int:
    """Remove what dead processes left in staging, save for jobs that will run again. How many entries went."""
    strays = [entry for entry in staging(home).iterdir() if entry.name not in open_jobs]
    for entry in strays:
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink(missing_ok=True)
    return len(strays)
