"""Prefect for one hub: started with the first need, watched, stopped when idle. Use it from one event loop."""

from __future__ import annotations

import asyncio
import importlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

from flows.runner import STOP_SECONDS, EngineLostError, FlowRunner
from flows.settings import Settings
from ledger.refusals import Refusal
from mcp_bridge.engine_environment import apply_environment
from mcp_bridge.prefect_child import PrefectChild, answers, unavailable

Progress = Callable[[float, float | None, str], Awaitable[None]]
State = Literal["stopped", "starting", "ready", "failed"]
Background = Callable[[], Coroutine[Any, Any, None]]

logger = logging.getLogger(__name__)

START_SECONDS = 180.0
"""How long the first start, with its migrations, may take on a busy machine."""
WATCH_SECONDS = 0.5
DEAD_GRACE = 0.5
"""What runs get to end when there is no server any more to tell."""
DEATHS_TOLERATED = 3
DEATHS_WINDOW = 120.0


class ServerEndedError(Exception):
    """The server's process ended before it answered."""


class HasTools(Protocol):
    """What the engine closes with its loop."""

    async def stop_tools(self) -> None:
        """End the warm browser and the parsers; they live in the flow runner's loop."""
        ...


class Engine:
    """Prefect's server (ours or a given one) and the flow runner, as one thing that is ready or not.

    Attributes:
        state: where it stands.
        runner: runs flows while the state is `ready`.
        busy: says whether jobs run, so that an idle stop never hits one.
    """

    def __init__(self, settings: Settings, services: HasTools | None = None) -> None:
        self.settings = settings
        self.state: State = "stopped"
        self.runner = FlowRunner()
        self.busy: Callable[[], bool] = lambda: bool(self.runner.live)
        self._child: PrefectChild | None = None
        self._port = settings.prefect_port
        self._starting: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()
        self._phase = ""
        self._touched = time.monotonic()
        self._deaths: list[float] = []
        self._background: list[Background] = []
        if services is not None:
            self.runner.closing.append(services.stop_tools)

    @property
    def api_url(self) -> str | None:
        """Prefect's API; None while our own server has no address yet."""
        if self.settings.prefect_api_url:
            return self.settings.prefect_api_url
        return f"http://127.0.0.1:{self._port}/api" if self._port else None

    @property
    def ui_url(self) -> str | None:
        """Prefect's pages for a person."""
        return self.api_url.rstrip("/").removesuffix("/api") if self.api_url else None

    @property
    def server_pid(self) -> int | None:
        """The pid of our own server while it runs."""
        return self._child.process.pid if self._child and self._child.alive else None

    def background(self, make: Background) -> None:
        """Have `make()` run in the runner's loop whenever the engine becomes ready, until it stops."""
        self._background.append(make)

    async def ensure_ready(self, progress: Progress | None = None) -> None:
        """Return when flows can be run. Callers at the same time share one start.

        Raises:
            Refusal: ENGINE_UNAVAILABLE.
        """
        self._touched = time.monotonic()
        if self.state == "ready" and self.runner.running:
            return
        if self._starting is None or self._starting.done():
            self._starting = asyncio.create_task(self._start(), name="engine-start")
        starting, began = self._starting, time.monotonic()
        while True:
            done, _ = await asyncio.wait({starting}, timeout=1)
            if done:
                break
            if progress:
                seconds = round(time.monotonic() - began)
                await progress(seconds, None, f"{self._phase}, {seconds} s")
        starting.result()
        self._touched = time.monotonic()

    async def stop(self) -> None:
        """Stop the runner, then the server. Runs in flight are cancelled; their jobs stay open."""
        for task in (self._watching, self._starting):
            if task is not None and task is not asyncio.current_task():
                task.cancel()
                await asyncio.wait({task})
        self._watching = self._starting = None
        async with self._changing:
            await self._stop_parts()
            self.state = "stopped"

    async def _stop_parts(self) -> None:
        dead = self._child is not None and not self._child.alive
        await asyncio.to_thread(self.runner.stop, DEAD_GRACE if dead else STOP_SECONDS)
        if self._child is not None:
            await asyncio.to_thread(self._child.stop)
            self._child = None

    async def _start(self) -> None:
        async with self._changing:
            await self._start_once()

    async def _start_once(self) -> None:
        self.state = "starting"
        began = time.monotonic()
        try:
            try:
                await self._start_all()
            except ServerEndedError:
                logger.warning("Prefect's server ended while it started; once more")
                await self._start_all()
        except Refusal:
            await self._stop_parts()
            self.state = "failed"
            raise
        except asyncio.CancelledError:
            await self._stop_parts()
            self.state = "stopped"
            raise
        except Exception as error:
            # Whatever Prefect's server, client or imports raise: callers get one refusal, and no half of it stays.
            logger.exception("the workflow engine could not be started")
            await self._stop_parts()
            self.state = "failed"
            ended = isinstance(error, ServerEndedError)
            what = "Prefect's server ended while it started" if ended else "The workflow engine could not be started"
            raise unavailable(what) from error
        self.state = "ready"
        self._touched = time.monotonic()
        logger.info("the workflow engine is ready after %.1f s at %s", time.monotonic() - began, self.ui_url)
        for make in self._background:
            self.runner.call(make).add_done_callback(_log_background)
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch(), name="engine-watch")

    async def _start_all(self) -> None:
        await self._stop_parts()
        await self._start_server()
        await asyncio.wrap_future(self.runner.start())

    async def _start_server(self) -> None:
        if self.settings.prefect_api_url:
            self._phase = "waiting for Prefect's API"
            apply_environment(self.settings, self.api_url)
            await self._wait_healthy(lambda: _remote_answers(str(self.settings.prefect_api_url)), lambda: True)
            return
        self._phase = "waiting for Prefect's server"
        child = await self._own_child()
        apply_environment(self.settings, self.api_url)
        # Both take seconds, and there are two processors.
        loading = asyncio.create_task(asyncio.to_thread(importlib.import_module, "prefect.flow_engine"))
        try:
            await self._wait_healthy(child.healthy, lambda: child.alive)
            self._phase = "loading Prefect"
        finally:
            await asyncio.wait({loading})
        loading.result()

    async def _own_child(self) -> PrefectChild:
        """Start the server's process. A stop in the middle finds it too, and can end it."""
        starting = asyncio.ensure_future(asyncio.to_thread(self._start_child))
        try:
            await asyncio.wait({starting})
        except asyncio.CancelledError:
            await asyncio.wait({starting})
            if starting.exception() is None:
                self._child = starting.result()
            raise
        self._child = starting.result()
        self._port = self._child.port
        return self._child

    def _start_child(self) -> PrefectChild:
        try:
            return PrefectChild.start(self.settings, self._port)
        except Refusal:
            if self.settings.prefect_port or not self._port:
                raise
            return PrefectChild.start(self.settings, 0)

    async def _wait_healthy(self, healthy: Callable[[], bool], alive: Callable[[], bool]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not await asyncio.to_thread(healthy):
            if not alive():
                raise ServerEndedError
            if time.monotonic() > deadline:
                raise unavailable(f"Prefect did not answer in {START_SECONDS:.0f} s")
            await asyncio.sleep(0.1)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if self.state != "ready":
                return
            if self.busy():
                self._touched = time.monotonic()
            if (self._child is not None and not self._child.alive) or not self.runner.running:
                await self._restart()
            elif time.monotonic() - self._touched > self.settings.engine_idle_minutes * 60:
                logger.info("the workflow engine stops: idle")
                self._watching = None
                self.state = "stopped"
                async with self._changing:
                    await self._stop_parts()
                return

    async def _restart(self) -> None:
        now = time.monotonic()
        self._deaths = [death for death in self._deaths if now - death < DEATHS_WINDOW] + [now]
        logger.error("Prefect's server or the flow runner ended; starting again (%d. time)", len(self._deaths))
        if len(self._deaths) > DEATHS_TOLERATED:
            await self._stop_parts()
            self.state = "failed"
            return
        try:
            await self.ensure_ready_again()
        except Refusal:
            logger.exception("the workflow engine could not be started again")

    async def ensure_ready_again(self) -> None:
        """Start again although the state says ready: the server died."""
        self.state = "starting"
        await self.ensure_ready()


def _remote_answers(api_url: str) -> bool:
    parts = urlsplit(api_url)
    if parts.scheme == "http":
        return answers(parts.hostname or "", parts.port or 80, f"{parts.path.rstrip('/')}/health")
    import httpx  # noqa: PLC0415 - only for a server of one's own behind TLS

    try:
        return httpx.get(f"{api_url.rstrip('/')}/health", timeout=5).is_success
    except httpx.HTTPError:
        return False


def _log_background(future: Any) -> None:
    error = future.exception()
    if error is not None and not isinstance(error, EngineLostError):
        logger.error("a background task of the workflow engine failed", exc_info=error)
