"""What the hub's pages show, read from the ledger. Called in worker threads; templates load for the first visitor."""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.attempt_log import latest_attempts, tries_by_host
from ledger.folders import SessionFolder
from ledger.jobs import jobs_of
from ledger.records import Evidence
from ledger.sessions import session_row, session_rows
from ledger.status import attention, blockers, effective_ids
from ledger.views import AttemptOutcome
from mcp_bridge.app import App

if TYPE_CHECKING:
    from reports.hub_pages import Frame

SESSIONS_SHOWN = 500
TRIES_SHOWN = 200


class WebPages:
    """The pages of one hub."""

    def __init__(self, app: App) -> None:
        self._app = app

    def sessions(self, first: int = 0) -> str:
        """The sessions from `first` (from 0) on, newest first."""
        from reports.hub_pages import ListPage, render_sessions

        with self._app.ledger.read() as reader:
            rows, total = session_rows(reader, SESSIONS_SHOWN, first, home=self._app.settings.home)
        return render_sessions(rows, ListPage(total, first, SESSIONS_SHOWN), self._frame())

    def session(self, session_id: str) -> str:
        """Where one session stands. Refusal SESSION_UNKNOWN."""
        from reports.hub_pages import SessionParts, render_session

        home = self._app.settings.home
        with self._app.ledger.read() as reader:
            row = session_row(reader, session_id, home=home)
            parts = SessionParts(
                row=row,
                waiting=blockers(reader, session_id, SessionFolder(home, session_id), rehash=False),
                attention=len(attention(reader, session_id)),
                evidence=reader.all(Evidence, session_id),
                live=frozenset(effective_ids(reader, session_id).evidence),
                jobs=jobs_of(reader, session_id),
                hosts=tries_by_host(reader, session_id)[0],
            )
        return render_session(parts, self._frame())

    def attempts(self, session_id: str | None, host: str | None, outcome: AttemptOutcome | None, first: int = 0) -> str:
        """The tries of a session (None: of all), at a host, with an outcome. Refusal SESSION_UNKNOWN."""
        from reports.hub_pages import Asked, ListPage, Tries, render_attempts

        with self._app.ledger.read() as reader:
            if session_id is not None:
                reader.session(session_id)
            hosts, hosts_total = tries_by_host(reader, session_id)
            rows, total = latest_attempts(
                reader, session_id=session_id, host=host, outcome=outcome, most=TRIES_SHOWN, skip=first
            )
        page, asked = ListPage(total, first, TRIES_SHOWN), Asked(session_id, host, outcome)
        return render_attempts(Tries(hosts, hosts_total, rows, page, asked), self._frame())

    def _frame(self) -> Frame:
        from reports.hub_pages import Frame

        engine = self._app.engine
        return Frame(engine_url=engine.ui_url if engine.state == "ready" else None, lang=self._app.settings.lang)
