"""What a hub is made of, and how it is put together. Tests put other parts in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from flows.settings import Settings

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from ledger.chain import Finding
    from ledger.views import AttemptOutcome


Answer = Callable[[Mapping[str, str]], Awaitable[dict[str, Any]]]


class OpenLedger(Protocol):
    """The ledger, as far as the process cares."""

    @property
    def healthy(self) -> bool:
        """False when the process must end."""
        ...

    def checkpoint(self) -> bool:
        """Move the write-ahead log into the database file; False when running reads did not allow it."""
        ...

    def close(self) -> None:
        """Write everything into the database file and let it go."""
        ...


class Stoppable(Protocol):
    """The app, as far as the process cares."""

    stopping: bool


class Pages(Protocol):
    """The pages as HTML; all raise the refusal SESSION_UNKNOWN for a session that is not there."""

    def sessions(self, first: int = 0) -> str:
        """The list of sessions from `first` on, newest first."""

    def session(self, session_id: str) -> str:
        """One session."""

    def attempts(self, session_id: str | None, host: str | None, outcome: AttemptOutcome | None, first: int = 0) -> str:
        """The tries from `first` on, the latest first."""


@dataclass(frozen=True)
class Parts:
    """One hub, ready to serve.

    Attributes:
        app: what the tools work on; `app.stopping` makes them refuse new calls.
        server: the MCP server.
        open: makes ready for calls and goes on with the jobs that an earlier hub left; awaited before the doors open.
        close: stops the engine and everything that hangs on it.
        busy: whether a job has not ended.
        answers: what the command line may ask, by name: each takes the question's words and gives an answer's.
        engine_state: where the engine stands, in a word.
        prefect_url: the address of Prefect's pages, empty while it does not run.
        pages: the pages that people read, as HTML (called in worker threads).
        difference: how a session's file differs from what was recorded (called in a worker thread).
    """

    app: Stoppable
    server: MCPServer[Any]
    open: Callable[[], Awaitable[None]]
    close: Callable[[], Awaitable[None]]
    busy: Callable[[], bool]
    answers: Mapping[str, Answer]
    engine_state: Callable[[], str]
    prefect_url: Callable[[], str]
    pages: Pages
    difference: Callable[[str, str], Finding | None] | None = None


@dataclass(frozen=True)
class Assembly:
    """How the parts are made: the ledger first, then the rest on it, with the address of the hub's pages."""

    open_ledger: Callable[[Path], OpenLedger]
    make_parts: Callable[[Settings, Any, str], Parts]
