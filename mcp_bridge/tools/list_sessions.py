"""list_sessions: the sessions of this data directory, newest first."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from ledger import sessions
from ledger.views import SessionRow
from mcp_bridge.answers import Answer, Part, clipped, fit
from mcp_bridge.parameters import PageOffset

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
The sessions of this data directory, newest first, with their coverage and verdict counts. Use it to find a \
session_id; for one session's state use get_status. Returns a page of rows, the total and next_offset."""

ROWS_BYTES = 30_000


class SessionPart(Part):
    """One session."""

    session_id: str
    title: str | None
    recorded_at: datetime | None
    source_kind: str | None
    origin: str | None
    project: str | None
    source_length: int | None
    archived: bool
    percent: str | None = Field(description="How much of the text is registered.")
    claims: int
    without_verdict: int
    verified: int
    contradicted: int
    partially_verified: int
    unverifiable: int
    open_jobs: int
    finalized_at: datetime | None
    reports_stale_since: datetime | None
    rechecked_at: datetime | None
    problem: str | None = Field(description="Why the session can't be read.")


class SessionsPage(Answer):
    """A page of sessions."""

    sessions: list[SessionPart]
    total: int
    offset: int
    next_offset: int | None


def session_part(row: SessionRow) -> SessionPart:
    """The row with bounded texts."""
    told = row.model_dump(include=set(SessionPart.model_fields))
    for name in ("title", "origin", "project", "problem"):
        if told[name] is not None:
            told[name] = clipped(told[name], 200)
    return SessionPart(**told)


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="List sessions",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )
    def list_sessions(
        limit: Annotated[int, Field(ge=1, le=100, description="Rows per page.")] = 20,
        offset: PageOffset = 0,
    ) -> SessionsPage:
        with app.ledger.read() as reader:
            rows, total = sessions.session_rows(reader, limit, offset, home=app.settings.home)
        shown = fit([session_part(row) for row in rows], ROWS_BYTES)
        following = offset + len(shown)
        return SessionsPage(
            sessions=shown,
            total=total,
            offset=offset,
            next_offset=following if shown and following < total else None,
            next_step=f"Call get_status with a session_id to go on with it{_more(following, total, bool(shown))}",
        )


def _more(following: int, total: int, any_shown: bool) -> str:
    if any_shown and following < total:
        return f", or list_sessions with offset={following} for older ones."
    return "." if total else "; there is no session yet: call start_session."
