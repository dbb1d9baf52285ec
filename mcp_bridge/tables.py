"""The tables of a saved source: how many there are, and the resource that reads them a page at a time."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from evidence import limits
from ledger.folders import SessionFolder
from ledger.records import Evidence
from ledger.refusals import Refusal
from mcp_bridge.answers import compact_json, fenced

if TYPE_CHECKING:
    from mcp_bridge.app import App

MARGIN_BYTES: Final = 1_000


def tables_part(app: App, evidence: Evidence) -> dict[str, Any] | None:
    """How many tables were read, and where; None where none were."""
    if evidence.file("tables") is None:
        return None
    count = len(saved_tables(app, evidence))
    return {
        "count": count,
        "resource": f"uratori://sessions/{evidence.session_id}/evidence/{evidence.evidence_id}/tables",
    }


def saved_tables(app: App, evidence: Evidence) -> list[dict[str, Any]]:
    """The saved tables, `{"page": 3, "rows": [["a", "b"], …]}` each, compared with the record.

    Raises:
        Refusal: RECORD_UNKNOWN where the source has none, EVIDENCE_CHANGED.
    """
    saved = evidence.file("tables")
    if saved is None:
        raise Refusal(
            "RECORD_UNKNOWN",
            f"{evidence.evidence_id} has no tables that could be read.",
            "Read its text instead.",
            {"evidence_id": evidence.evidence_id},
        )
    try:
        data = SessionFolder(app.settings.home, evidence.session_id).read_bytes(saved.path)
    except (OSError, ValueError):
        data = b""
    if hashlib.sha256(data).hexdigest() != saved.sha256:
        raise Refusal(
            "EVIDENCE_CHANGED",
            f"{saved.path} is missing or not what was recorded.",
            "Call fetch_evidence with the same source and refetch true.",
            {"evidence_id": evidence.evidence_id, "file": saved.path},
        )
    found: list[dict[str, Any]] = json.loads(data)
    return found


def tables_page(app: App, evidence: Evidence, first: int) -> str:
    """As many tables from number `first` (from 0) as fit into an answer, at least one; a longer one is cut by rows."""
    tables = saved_tables(app, evidence)
    first = min(max(first, 0), max(len(tables) - 1, 0))
    shown: list[dict[str, Any]] = []
    room = limits.ANSWER_BYTES - MARGIN_BYTES
    for table in tables[first:]:
        size = len(compact_json(table).encode("utf-8", "replace"))
        if size > room:
            if not shown:
                shown.append(_cut(table, room))
            break
        room -= size
        shown.append(table)
    following = first + len(shown)
    title = f"Tables {first}–{following - 1} of {len(tables)} of {evidence.evidence_id} (numbers from 0), as JSON."
    if following < len(tables):
        title += f" Go on with ?first={following}."
    return fenced(title, compact_json(shown))


def _cut(table: dict[str, Any], room: int) -> dict[str, Any]:
    rows: list[list[str]] = []
    for row in table["rows"]:
        room -= len(compact_json(row).encode("utf-8", "replace")) + 1
        if room < 100:
            break
        rows.append(row)
    return {**table, "rows": rows, "rows_left_out": len(table["rows"]) - len(rows)}
