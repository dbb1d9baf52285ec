"""One warm Chromium per hub: started at first need, started again when it died, shared by a few contexts at a time."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from playwright.async_api import Browser, BrowserContext, Error, Playwright, async_playwright
from playwright.async_api import TimeoutError as BrowserTimeout

from tasks.attempts import StageError

log = logging.getLogger(__name__)
T = TypeVar("T")

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
MAC_APPS: Final = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
OWN: Final = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium_headless_shell-*/*/*headless*shell",
)
QUIET: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--dns-prefetch-disable",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--metrics-recording-only",
    "--no-first-run",
    "--no-pings",
    "--no-service-autorun",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
)
"""A browser that speaks to nobody on its own account: no updates, no sync, no QUIC or WebRTC past a proxy.

It resolves no name: pages are fetched through a proxy at 127.0.0.1, which does.
"""
START_SECONDS: Final = 30.0
CLOSE_SECONDS: Final = 5.0
GONE: Final = ("has been closed", "crashed", "Connection closed", "connection closed", "Target closed", "disconnected")
"""What Playwright's messages say when the browser, a renderer or the driver died. It has no type of its own for it."""


def find_chromium(configured: Path | None) -> Path | None:
    """The Chromium to use: the configured one, else one on the PATH, an application, or Playwright's own download.

    A configured file that is not there gives None: a wish that can't be met is not replaced by something else.
    """
    if configured is not None:
        return configured if configured.is_file() and os.access(configured, os.X_OK) else None
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            for app in MAC_APPS:
                if (folder / app).is_file():
                    return folder / app
    for pattern in OWN:
        if owned := [path for path in _downloads().glob(pattern) if os.access(path, os.X_OK)]:
            return max(owned)
    return None


def _downloads() -> Path:
    """Where Playwright keeps the browsers that it downloaded."""
    if given := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(given)
    cache = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    return cache / "ms-playwright"


async def within(seconds: float, doing: Awaitable[T], what: str) -> T:
    """The result of `doing`, or a `StageError` of kind `timeout`: some of Playwright's calls have no limit."""
    try:
        async with asyncio.timeout(seconds):
            return await doing
    except TimeoutError as late:
        raise StageError("timeout", f"{what} took longer than {seconds:g} s.") from late


def told(error: Error) -> StageError:
    """A Playwright error as a `StageError`; a death of the browser is `browser_crashed` and transient."""
    message = error.message.split("\n", 1)[0].strip()
    if isinstance(error, BrowserTimeout):
        return StageError("timeout", message)
    if any(word in message for word in GONE):
        return StageError("browser_crashed", "The browser died while it worked.", transient=True)
    return StageError("browser", message)


class Chromium:
    """The hub's browser. Lives in one event loop; every method but the constructor is called there.

    Attributes:
        executable: the program, or None where no Chromium was found: then every use is refused.
        last_used: when a context was last opened or closed, on the monotonic clock; 0 before the first use.
    """

    def __init__(self, executable: Path | None, *, contexts: int = 2) -> None:
        self.executable = executable
        self.last_used = 0.0
        self._slots = asyncio.Semaphore(contexts)
        self._starting = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._driver: Playwright | None = None
        self._browser: Browser | None = None
        self._pid: int | None = None
        self._open = 0

    @property
    def running(self) -> bool:
        """Whether a live browser is connected."""
        return self._browser is not None and self._browser.is_connected()

    @property
    def pid(self) -> int | None:
        """The process id of the live browser."""
        return self._pid if self.running else None

    @property
    def busy(self) -> bool:
        """Whether a context is open."""
        return self._open > 0

    @asynccontextmanager
    async def context(self, **options: Any) -> AsyncIterator[BrowserContext]:
        """A fresh context (no cookies, no downloads, no service workers), closed at the end; waits for a free slot.

        Playwright's errors inside the body come out as `StageError`.

        Raises:
            StageError: `browser_unavailable` (no Chromium, or it can't start), `browser_crashed`, `timeout`, `browser`.
        """
        self._own_loop()
        async with self._slots:
            self._open += 1
            try:
                browser, context = await self._opened(
                    {"accept_downloads": False, "service_workers": "block", **options}
                )
                try:
                    yield context
                finally:
                    await self._close(context, browser)
            except Error as error:
                raise told(error) from error
            finally:
                self._open -= 1
                self.last_used = time.monotonic()

    async def stop(self) -> None:
        """End the browser and its driver; no process of theirs is left. The next use starts them again."""
        async with self._starting:
            await self._end()

    async def stop_when_idle(self, seconds: float) -> bool:
        """Stop if nothing is open and nothing was for that long. Says whether it stopped."""
        if self._driver is None or self.busy or time.monotonic() - self.last_used < seconds:
            return False
        await self.stop()
        return True

    def _own_loop(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is not None and self._loop is not loop and not self._loop.is_closed():
            raise RuntimeError("this Chromium lives in another event loop")
        self._loop = loop

    async def _opened(self, settings: Mapping[str, Any]) -> tuple[Browser, BrowserContext]:
        """A context of a living browser. When the driver dies, its browser goes on calling itself connected."""
        browser = await self._ready()
        try:
            return browser, await within(START_SECONDS, browser.new_context(**settings), "Opening a browser context")
        except Error as error:
            if told(error).kind != "browser_crashed":
                raise
        browser = await self._ready(lost=browser)
        return browser, await within(START_SECONDS, browser.new_context(**settings), "Opening a browser context")

    async def _ready(self, lost: Browser | None = None) -> Browser:
        async with self._starting:
            if self._browser is not None and self._browser.is_connected() and self._browser is not lost:
                return self._browser
            if self._browser is not None:
                log.warning("Chromium died; starting it again.")
            await self._end()
            self.last_used = time.monotonic()
            try:
                return await self._start()
            except BaseException:
                await self._end()
                raise

    async def _start(self) -> Browser:
        if self.executable is None:
            raise StageError("browser_unavailable", "No Chromium was found on this machine; `uratori doctor` helps.")
        try:
            self._driver = await within(START_SECONDS, async_playwright().start(), "Starting the browser's driver")
            self._browser = await self._driver.chromium.launch(
                executable_path=self.executable,
                args=list(QUIET),
                # Chromium's own sandbox does not work for root, and only root may go without it.
                chromium_sandbox=os.geteuid() != 0,
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
                timeout=START_SECONDS * 1000,
            )
            session = await self._browser.new_browser_cdp_session()
            found = await within(
                CLOSE_SECONDS, session.send("SystemInfo.getProcessInfo"), "Asking for the browser's pid"
            )
            self._pid = next((int(one["id"]) for one in found["processInfo"] if one["type"] == "browser"), None)
            await session.detach()
        except Error as error:
            reason = error.message.split("\n", 1)[0]
            raise StageError("browser_unavailable", f"Chromium could not be started: {reason}") from error
        return self._browser

    async def _close(self, context: BrowserContext, browser: Browser) -> None:
        """Close a context; a browser that can't even do that is killed, so that the next use gets a fresh one."""
        try:
            await within(CLOSE_SECONDS, context.close(), "Closing a browser context")
        except StageError:
            if browser is self._browser:
                log.warning("Chromium hangs; killing it.")
                self._kill()
        except Error:
            # The browser is gone, and the context with it: whoever used it has been told already.
            log.debug("A context was gone before it was closed.")

    async def _end(self) -> None:
        browser, driver = self._browser, self._driver
        if browser is not None and browser.is_connected():
            try:
                await within(CLOSE_SECONDS, browser.close(), "Closing the browser")
            except (StageError, Error):
                self._kill()
        self._browser, self._driver = None, None
        if driver is not None:
            try:
                await within(CLOSE_SECONDS, driver.stop(), "Stopping the browser's driver")
            except (StageError, Error) as error:
                # It reads our end of its pipe and goes when we go, at the latest.
                log.warning("The browser's driver did not stop: %s", error)

    def _kill(self) -> None:
        if self._pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            self._pid = None
