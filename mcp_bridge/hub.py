"""The hub: the one process that owns a data directory. It opens its doors quickly and closes them in order.

Order of a start: lock, ledger, MCP server, socket for bridges, HTTP; everything of Prefect later, with the first need.
Order of a stop: refuse new calls, let running ones end, engine, bridges, HTTP, ledger, lock.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NoReturn

from anyio import to_thread
from mcp.shared.exceptions import MCPError

from flows.settings import Settings
from mcp_bridge.bridge_server import BridgeServer
from mcp_bridge.bridge_socket import BridgeSocket, sweep
from mcp_bridge.calls import HUB_LOST
from mcp_bridge.home import hub_log, own_version
from mcp_bridge.hub_start import EXIT_FAILED, Report
from mcp_bridge.lock import HubLock, starting
from mcp_bridge.memory import give_back
from mcp_bridge.parts import OpenLedger, Parts
from mcp_bridge.sockets import url_of
from mcp_bridge.web import WebServer, port_of, web_app, web_server
from mcp_bridge.web_guard import Access, WebGuard

CALLS_SECONDS: Final = 2.0
"""How long a stop waits for running calls; jobs go on with the next hub anyhow."""
ENGINE_SECONDS: Final = 20.0
STOP_SECONDS: Final = 40.0
"""A stop that hangs longer is ended hard."""
CLOSE_SECONDS: Final = 3.0
TICK_SECONDS: Final = 2.0
QUIET_SECONDS: Final = 10.0
"""After this long without a call the ledger's log is moved into its file, so that a hard death has little to replay."""
LOCK_GONE: Final = "hub.lock was removed or replaced"
LOST_HOME: Final = (
    "The data directory was removed or replaced while this call ran, so what it recorded may be gone. "
    "Look with get_status or list_sessions what there is, and repeat the call if need be."
)
LOST_SUGGESTION: Final = "Call list_sessions in a few seconds: it starts a new hub and tells what there is."
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
logger = logging.getLogger(__name__)


class Hub:
    """One running hub."""

    def __init__(self, settings: Settings, lock: HubLock, ledger: OpenLedger) -> None:
        self._settings = settings
        self._lock = lock
        self._ledger = ledger
        self._stop = asyncio.Event()
        self._why = "stopped"
        self._failed = False
        self._calls = 0
        self._hand_over = False
        self._last_call = time.monotonic()
        self._checkpointed = True
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._served = 0

    async def run(self, listener: socket.socket, make_parts: Callable[[str], Parts], report: Report) -> bool:
        """Serve until asked to stop; whether it ended as it should."""
        loop = asyncio.get_running_loop()
        for name in SIGNALS:
            loop.add_signal_handler(name, self._signalled, name)
        url = url_of(listener, self._settings.host)
        self._parts = parts = make_parts(url)
        parts.server.middleware.append(self._count_calls)
        self._bridges = BridgeServer(
            parts, own_version(), take_over=self._asked_to_hand_over, answered=self._tell_prefect_url
        )
        access = Access.of(self._settings, port_of(listener))
        self._guard = WebGuard(web_app(self._settings, self._ledger, parts, access), access)
        web = web_server(self._guard)
        serving = asyncio.create_task(web.serve(sockets=[listener]), name="http")
        opened = asyncio.create_task(web.opened.wait())
        await asyncio.wait({serving, opened}, return_when=asyncio.FIRST_COMPLETED)
        await parts.open()
        door = await to_thread.run_sync(BridgeSocket, self._settings.home)
        await self._bridges.start(door.listener)
        self._holder = starting()
        self._holder["url"], self._holder["socket"] = url, str(door.path)
        self._holder["prefect_url"] = parts.prefect_url()
        self._holder["log"] = str(hub_log(self._settings.home))
        self._lock.write(self._holder)
        report.say("ready")
        logger.info("hub %s open: %s, socket %s", own_version(), url, door.path)
        if removed := await to_thread.run_sync(sweep):
            logger.info("%d folders that dead hubs left were removed", removed)
        watching = asyncio.create_task(self._watch(serving), name="watch")
        watching.add_done_callback(self._watch_ended)
        await self._stop.wait()
        await self._close(web, serving, watching)
        door.remove()
        return not self._failed

    def stop(self, why: str, *, failed: bool = False) -> None:
        """Ask the hub to end; `why` goes to the log and to the bridges."""
        if self._stop.is_set():
            return
        logger.info("stopping: %s", why)
        self._why, self._failed = why, failed
        self._stop.set()

    def _watch_ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            logger.error("the watch failed", exc_info=task.exception())
            self.stop("a fault in the watch", failed=True)

    def _signalled(self, number: signal.Signals) -> None:
        if self._stop.is_set():
            logger.warning("second %s: ending at once", number.name)
            self._ledger.close()
            end(EXIT_FAILED)
        self.stop(f"{number.name}")

    async def _count_calls(self, ctx: Any, call_next: Any) -> Any:
        if ctx.method != "tools/call":
            return await call_next(ctx)
        self._calls += 1
        self._checkpointed = False
        self._quiet.clear()
        owns = self._owns_home()
        try:
            result = await call_next(ctx)
            if owns and not self._owns_home():
                raise MCPError(HUB_LOST, LOST_HOME, {"code": "HUB_UNAVAILABLE", "suggestion": LOST_SUGGESTION})
            return result
        finally:
            self._calls -= 1
            self._last_call = time.monotonic()
            if not self._calls:
                self._quiet.set()

    def _owns_home(self) -> bool:
        """Whether the data directory is still ours; else calls are refused from now on.

        A ledger whose file was deleted takes every record and keeps none.
        """
        if self._lock.intact():
            return True
        self._parts.app.stopping = True
        self.stop(LOCK_GONE, failed=True)
        return False

    def _asked_to_hand_over(self) -> bool:
        """A newer bridge is here: now if nothing would be cut off, else as soon as nothing is."""
        self._hand_over = True
        if self._calls or self._parts.busy():
            logger.info("a newer version asks for this hub's place; it gets it when the work is done")
            return False
        self.stop("handover")
        return True

    async def _watch(self, serving: asyncio.Task[None]) -> None:
        """Notice what makes a hub end by itself: idleness, a sick ledger, a lost lock, a dead web server."""
        idle_seconds = self._settings.hub_idle_minutes * 60
        idle_since = time.monotonic()
        while not self._stop.is_set():
            await asyncio.wait({serving}, timeout=min(TICK_SECONDS, idle_seconds / 4))
            if serving.done():
                self.stop("the web server ended", failed=True)
            elif not self._ledger.healthy:
                self.stop("the ledger is not healthy", failed=True)
            elif self._owns_home():
                self._tell_prefect_url()
                await self._checkpoint_when_quiet()
                if self._hand_over and not self._calls and not self._parts.busy():
                    self.stop("handover")
                elif self._busy():
                    idle_since = time.monotonic()
                elif time.monotonic() - idle_since > idle_seconds:
                    self.stop(f"idle for {self._settings.hub_idle_minutes:g} minutes")

    def _busy(self) -> bool:
        served, self._served = self._served, self._guard.served
        clients = self._bridges.clients or self._guard.active or served != self._guard.served
        return bool(clients or self._calls or self._parts.busy())

    async def _checkpoint_when_quiet(self) -> None:
        enough = min(QUIET_SECONDS, self._settings.hub_idle_minutes * 15)
        quiet = not self._calls and not self._parts.busy() and time.monotonic() - self._last_call > enough
        if quiet and not self._checkpointed:
            self._checkpointed = await to_thread.run_sync(self._ledger.checkpoint)
            await to_thread.run_sync(give_back)

    def _tell_prefect_url(self) -> None:
        url = self._parts.prefect_url()
        if url != self._holder["prefect_url"]:
            self._holder["prefect_url"] = url
            self._lock.write(self._holder)

    async def _close(self, web: WebServer, serving: asyncio.Task[None], watching: asyncio.Task[None]) -> None:
        threading.Timer(STOP_SECONDS, _hung).start()
        self._parts.app.stopping = True
        with suppress(TimeoutError):
            async with asyncio.timeout(CALLS_SECONDS):
                await self._quiet.wait()
        watching.cancel()
        try:
            async with asyncio.timeout(ENGINE_SECONDS):
                await self._parts.close()
        except TimeoutError:
            logger.exception("the engine did not stop in time")
        await self._bridges.close(self._why)
        web.should_exit = True
        await asyncio.wait({serving}, timeout=CLOSE_SECONDS)
        self._ledger.close()


def _hung() -> None:
    logger.critical("the stop hangs; ending hard")
    end(EXIT_FAILED)


def end(code: int) -> NoReturn:
    """End the process now: a thread of a library that never returns must not keep a stopped hub alive."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
