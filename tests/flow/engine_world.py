"""An engine, a ledger and a job desk in a loop of their own, as in the hub."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flows.jobs import JobDesk
from flows.registry import DEPLOYMENT_NAME, FLOWS
from flows.services import Services, install, uninstall
from flows.settings import Settings
from ledger.evidence_log import read_text, verify_files
from ledger.folders import SessionFolder
from ledger.records import Evidence
from ledger.sessions import create_session
from ledger.store import Ledger
from ledger.views import JobView
from mcp_bridge.engine import Engine

T = TypeVar("T")


class World:
    """The parts of a hub that run flows."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.settings = Settings(
            home=home,
            allow_private_addresses=True,
            retry_delay=0.05,
            allowed_roots=[home / "files"],
            site_burst=1_000,
            site_rate=1_000,
        )
        self.ledger = Ledger.open(home)
        self.services = Services.build(self.settings, self.ledger)
        install(self.services)
        self.engine = Engine(self.settings, self.services)
        self.desk = JobDesk(self.services, self.engine.runner, self.engine)
        self.engine.busy = lambda: self.desk.busy
        self.engine.background(self.keep)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="hub", daemon=True)
        self.thread.start()
        self.run(self.desk.open())

    async def keep(self) -> None:
        """What the hub does on the side, in the flow runner's loop."""
        from flows.worker import keep  # noqa: PLC0415 - imports Prefect, whose environment the engine sets

        await keep(self.desk, self.engine.runner)

    def run(self, work: Coroutine[Any, Any, T], seconds: float = 100) -> T:
        """The result of a coroutine in the hub's main loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(seconds)

    def in_runner(self, make: Callable[[], Coroutine[Any, Any, T]], seconds: float = 30) -> T:
        """The result of a coroutine in the flow runner's loop, with its client."""
        return self.engine.runner.call(make).result(seconds)

    def ready(self) -> None:
        """Have the engine up."""
        self.run(self.engine.ensure_ready())

    def deployed(self) -> bool:
        """Whether the hub's deployments are there."""

        async def count() -> int:
            wanted = {"deployments": {"name": {"any_": [DEPLOYMENT_NAME]}}}
            response = await self.engine.runner.client.request("POST", "/deployments/count", json=wanted)
            return int(response.json())

        return self.in_runner(count) == len(FLOWS)

    def wait(self, view: JobView, seconds: float = 60) -> JobView:
        """The job when it has ended."""
        return self.run(self.desk.wait(view.job.job_id, seconds))

    def session(self, text: str = "The harbour was rebuilt in 1931.") -> str:
        """A new session of that text."""
        with self.ledger.write("_") as writer:
            return create_session(writer, self.home, text, source_kind="text").session_id

    def kept(self, base: str, paths: Iterable[str]) -> dict[str, tuple[Evidence, str]]:
        """The evidence and its text by path, fetched in one call; that every page is kept, unchanged, is asserted."""
        session_id = self.session()
        sources = [{"type": "url", "url": base + path} for path in paths]
        job = {"sources": sources, "discovered_via": "agent_search"}
        view = self.wait(self.desk.submit("fetch_evidence", session_id, job))
        assert view.outcome is not None
        assert view.outcome.result is not None, view.outcome.error
        assert [item["error"] for item in view.outcome.result["items"] if not item["ok"]] == []
        folder = SessionFolder(self.home, session_id)
        with self.ledger.read() as reader:
            every = reader.all(Evidence, session_id)
        for one in every:
            verify_files(one, folder)
        return {urlsplit(one.url or "").path: (one, read_text(one, folder)) for one in every}

    def close(self) -> None:
        """Stop everything, in the hub's order."""
        self.run(self.desk.close())
        self.run(self.engine.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()
        self.ledger.close()
        uninstall()


def until(true: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is so.

    Raises:
        AssertionError: it is not so in time.
    """
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "not in time"
        time.sleep(0.02)
