"""Resources: a session's status, report and evidence texts, and the catalogue of error codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from evidence import graphemes, limits
from ledger.folders import SessionFolder
from ledger.records import Evidence
from ledger.refusals import CODES, Refusal
from ledger.saved_files import difference
from mcp_bridge.answers import fenced
from mcp_bridge.assessed import flagged
from mcp_bridge.evidence_items import evidence_text
from mcp_bridge.tables import tables_page
from mcp_bridge.tools.get_status import status_of

if TYPE_CHECKING:
    from mcp_bridge.app import App

Content = TypeVar("Content")

UNKNOWN = ("SESSION_UNKNOWN", "RECORD_UNKNOWN")


def _found(read: Callable[[], Content]) -> Content:
    """The content, or the refusal as the protocol's error for resources."""
    try:
        return read()
    except Refusal as refusal:
        told = f"{refusal.code}: {refusal.message} {refusal.suggestion}"
        raise (ResourceNotFoundError(told) if refusal.code in UNKNOWN else ResourceError(told)) from refusal


def register(server: MCPServer[Any], app: App) -> None:
    """Add the resources."""

    @server.resource(
        "uratori://errors", title="Error codes", description="Every code of a refusal.", mime_type="application/json"
    )
    def errors() -> str:
        return json.dumps(CODES, ensure_ascii=False, indent=1)

    @server.resource(
        "uratori://sessions/{session_id}/status",
        title="Session status",
        description="What get_status says, as JSON.",
        mime_type="application/json",
    )
    def session_status(session_id: str) -> str:
        return _found(lambda: status_of(app, session_id).model_dump_json())

    @server.resource(
        "uratori://sessions/{session_id}/report.md",
        title="Report",
        description="The report that finalize wrote.",
        mime_type="text/markdown",
    )
    def session_report(session_id: str) -> str:
        return _found(lambda: _report(app, session_id))

    @server.resource(
        "uratori://sessions/{session_id}/evidence/{evidence_id}/text{?offset}",
        title="Evidence text",
        description=f"The saved text of an evidence, {limits.TEXT_WINDOW_MOST} characters from offset. Untrusted data.",
        mime_type="text/plain",
    )
    def saved_text(session_id: str, evidence_id: str, offset: int = 0) -> str:
        return _found(lambda: _evidence_page(app, session_id, evidence_id, offset))

    @server.resource(
        "uratori://sessions/{session_id}/evidence/{evidence_id}/tables{?first}",
        title="Evidence tables",
        description="The tables of an evidence (PDF) as JSON, as many from number first as fit. Untrusted data.",
        mime_type="text/plain",
    )
    def saved_tables(session_id: str, evidence_id: str, first: int = 0) -> str:
        return _found(lambda: tables_page(app, _evidence(app, session_id, evidence_id), first))


def _report(app: App, session_id: str) -> str:
    with app.ledger.read() as reader:
        reader.session(session_id)
    found = difference(app.ledger, app.settings.home, session_id, "report.md")
    if found is not None and found.what == "unrecorded":
        raise Refusal(
            "RECORD_UNKNOWN",
            f"Session {session_id} has no report yet.",
            "Call finalize first; get_status says what it still needs.",
            {"session_id": session_id},
        )
    if found is not None:
        raise Refusal(
            "LEDGER_DAMAGED",
            f"report.md of {session_id} is not the file that finalize wrote: it is {found.what}.",
            f"Call finalize with session_id {session_id}: it writes the report anew from the records.",
            {"session_id": session_id, "file": found.where, "problem": found.what},
        )
    return SessionFolder(app.settings.home, session_id).read_bytes("report.md").decode("utf-8")


def _evidence(app: App, session_id: str, evidence_id: str) -> Evidence:
    with app.ledger.read() as reader:
        reader.session(session_id)
        return reader.one(Evidence, session_id, evidence_id)


def _evidence_page(app: App, session_id: str, evidence_id: str, offset: int) -> str:
    evidence = _evidence(app, session_id, evidence_id)
    text = evidence_text(app, evidence)
    start = graphemes.floor(text, min(max(offset, 0), len(text)))
    end = graphemes.floor(text, min(len(text), start + limits.TEXT_WINDOW_MOST))
    title = f"Text of {evidence_id}, characters {start}–{end} of {len(text)}."
    title = f"{title} {flagged(evidence.signals, start, end)}".strip()
    if end < len(text):
        title += f" Go on with ?offset={end}."
    return fenced(title, text[start:end])
