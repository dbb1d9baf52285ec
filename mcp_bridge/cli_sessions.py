"""The sessions as a table for a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from ledger.views import origin_name

HEADINGS = ("session", "title", "started", "coverage", "claims", "open", "state")


def table_of(rows: Sequence[Mapping[str, Any]]) -> Table:
    """The rows that `list_sessions` answers."""
    table = Table(box=None, pad_edge=False)
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold", no_wrap=heading == "session")
    for row in rows:
        table.add_row(
            row["session_id"],
            Text(row.get("title") or origin_name(row.get("origin")) or ""),
            str(row.get("recorded_at") or "")[:16],
            row.get("percent") or "",
            str(row.get("claims", "")),
            str(row.get("without_verdict", "")),
            Text(row.get("problem") or state(row)),
        )
    return table


def state(row: Mapping[str, Any]) -> str:
    """Where a session stands: archived or not, and whether its report is final, provisional or still to come."""
    finalized = str(row.get("finalized_at") or "")[:16]
    report = "in progress" if not finalized else "provisional" if row.get("reports_stale_since") else "final"
    said = f"{report} {finalized}".strip()
    return f"archived, {said}" if row.get("archived") else said
