"""The hub's pages over HTTP: what the address asks for is checked here, what they say comes from `Pages`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, cast, get_args

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ledger.refusals import Refusal
from ledger.views import AttemptOutcome
from mcp_bridge.parts import Pages
from mcp_bridge.session_files import SESSION_ID, problem, report_policy

FIRST_MOST: Final = 10_000_000


class PageRoutes:
    """The list of sessions, the page of one, and the tries."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages

    async def sessions(self, request: Request) -> Response:
        """Answer `/`, with `first`."""
        return await _page(lambda: self._pages.sessions(_first(request)))

    async def session(self, request: Request) -> Response:
        """Answer `/sessions/{session_id}`."""
        session_id = request.path_params["session_id"]
        if not SESSION_ID.fullmatch(session_id):
            return problem(400, "This is no session id.")
        return await _page(partial(self._pages.session, session_id))

    async def attempts(self, request: Request) -> Response:
        """Answer `/attempts`, with `session`, `host`, `outcome` and `first`."""
        asked = request.query_params
        outcome = asked.get("outcome")
        if outcome is not None and outcome not in get_args(AttemptOutcome):
            return problem(400, f"outcome is one of {', '.join(get_args(AttemptOutcome))}.")
        session_id = asked.get("session")
        if session_id is not None and not SESSION_ID.fullmatch(session_id):
            return problem(400, "This is no session id.")
        known = cast("AttemptOutcome | None", outcome)
        return await _page(lambda: self._pages.attempts(session_id, asked.get("host"), known, _first(request)))


def _first(request: Request) -> int:
    """Where the page begins; what is no number is the begin of the list."""
    given = request.query_params.get("first", "")
    return min(int(given), FIRST_MOST) if given.isascii() and given.isdigit() and len(given) < 12 else 0


async def _page(make: Callable[[], str]) -> Response:
    try:
        page = await to_thread.run_sync(make)
    except Refusal as refusal:
        return problem(404 if refusal.code == "SESSION_UNKNOWN" else 409, refusal.message)
    policy = report_policy(page.encode("utf-8"))
    return HTMLResponse(page, headers={"Content-Security-Policy": policy, "Cache-Control": "no-store"})
