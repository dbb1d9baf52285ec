"""Closing the check: the gates run in the transaction that records that they were passed."""

from __future__ import annotations

from ledger.folders import SessionFolder
from ledger.records import Finalization
from ledger.status import blockers, summary
from ledger.views import Blocker
from ledger.writer import Writer


def record_finalization(
    writer: Writer, session_id: str, folder: SessionFolder, *, job_id: str | None = None, rehash: bool = True
) -> Finalization | list[Blocker]:
    """Run every gate, the saved files included, and record that the session passed; else what blocks it.

    `rehash=False` trusts files that were just compared (see `ledger.status.blockers`).
    Refusals SESSION_UNKNOWN, SESSION_ARCHIVED.
    """
    writer.open_session(session_id)
    found = blockers(writer, session_id, folder, rehash=rehash)
    if found:
        return found
    passed = Finalization(
        session_id=session_id,
        recorded_at=writer.now(),
        finalization_id=writer.next_id(Finalization, session_id),
        summary=summary(writer, session_id).model_dump(mode="json"),
        job_id=job_id,
    )
    writer.add(passed)
    return passed
