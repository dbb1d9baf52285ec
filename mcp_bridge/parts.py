"""What a hub is made of, and how it is put together. Tests put other parts in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from flows.settings import Settings

if TYPE_CHECKING:
    from mcp.server import MCPServer


class OpenLedger(Protocol):
    """The ledger, as far as the process cares."""

    @property
    def healthy(self) -> bool:
        """False when the process must end."""
        ...

    def close(self) -> None:
        """Write everything into the database file and let it go."""
        ...


class Stoppable(Protocol):
    """The app, as far as the process cares."""

    stopping: bool


@dataclass(frozen=True)
class Parts:
    """One hub, ready to serve.

    Attributes:
        app: what the tools work on; `app.stopping` makes them refuse new calls.
        server: the MCP server.
        open_jobs: how many jobs have no end yet (called in a worker thread).
        resume: goes on with the jobs that an earlier hub left open; called once, in the background.
        close: stops the engine and everything that hangs on it.
        engine_state: where the engine stands, in a word.
        prefect_url: the address of Prefect's pages, empty while it does not run.
        sessions_page: the list of sessions as HTML (called in a worker thread).
    """

    app: Stoppable
    server: MCPServer[Any]
    open_jobs: Callable[[], int]
    resume: Callable[[], Coroutine[Any, Any, None]]
    close: Callable[[], Awaitable[None]]
    engine_state: Callable[[], str]
    prefect_url: Callable[[], str]
    sessions_page: Callable[[], str]


@dataclass(frozen=True)
class Assembly:
    """How the parts are made: the ledger first, then the rest on it, with the address of the hub's pages."""

    open_ledger: Callable[[Path], OpenLedger]
    make_parts: Callable[[Settings, Any, str], Parts]
