"""The tries of every session: which hosts fail, how often, why, and what was tried last."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from ledger.reader import Reader
from ledger.views import AttemptOutcome, HostTries, LoggedAttempt

HOSTS: Final = 200


def tries_by_host(reader: Reader, session_id: str | None = None, most: int = HOSTS) -> tuple[list[HostTries], int]:
    """The hosts with the most failures first (no host: what went to none), and how many hosts there are."""
    rows = reader.query("attempts_by_host", session_id=session_id, most=most)
    total = int(rows[0]["hosts"]) if rows else 0
    return [HostTries.model_validate(_timed(row, "last_at")) for row in rows], total


def latest_attempts(
    reader: Reader,
    *,
    session_id: str | None = None,
    host: str | None = None,
    outcome: AttemptOutcome | None = None,
    most: int,
    skip: int = 0,
) -> tuple[list[LoggedAttempt], int]:
    """One page of the tries, the latest first, and how many there are. An empty `host`: what went to none."""
    rows = reader.query("latest_attempts", session_id=session_id, host=host, outcome=outcome, most=most, skip=skip)
    total = int(rows[0]["total"]) if rows else 0
    return [LoggedAttempt.model_validate(_timed(row, "started_at", "ended_at")) for row in rows], total


def _timed(row: dict[str, Any], *names: str) -> dict[str, Any]:
    moments = {name: value.replace(tzinfo=UTC) for name in names if isinstance(value := row[name], datetime)}
    return {key: value for key, value in (row | moments).items() if key not in ("hosts", "total")}
