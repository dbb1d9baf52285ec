"""One visit of the browser to one page: it is opened, waited for, read and pictured, all by one deadline."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Download, Error, Page, Request, Response
from playwright.async_api import TimeoutError as BrowserTimeout

from ledger.values import Redirect
from tasks.attempts import StageError, Try
from tasks.browser import Chromium, told, within
from tasks.browser_proxy import Place, Proxy, place_of
from tasks.browser_settle import settle

T = TypeVar("T")
HTML_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})
LOAD_SHARE: Final = 0.4
"""How much of the time left `load` is waited for; some pages never come to it."""
STEP_SECONDS: Final = 10.0
READINGS: Final = 3
"""How often a page is read that goes on to another one meanwhile."""
WIDTH: Final = 1280
HEIGHT: Final = 900
TALLEST: Final = 32_000
"""CSS pixels of a page's picture."""
SIZE: Final = "() => Math.ceil(Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0))"


@dataclass(frozen=True)
class Document:
    """What the page had made of itself (`html`), and the answer of the server that it came with.

    `loaded` is false when the page never came to `load`, `settled` when its text was still changing.
    """

    html: str
    url: str
    status: int
    headers: dict[str, str]
    request_headers: dict[str, str]
    http_version: str
    redirects: list[Redirect]
    loaded: bool
    settled: bool


@dataclass(frozen=True)
class Seen:
    """What a visit found.

    Attributes:
        picture: a PNG of the page down to `TALLEST` pixels; None where it was not wanted or could not be taken.
        remarks: sentences on what is not as one would expect.
        chromium: the browser's version.
        seconds: how long the visit took, without the wait for a free place in the browser.
    """

    document: Document
    picture: bytes | None
    remarks: list[str]
    chromium: str
    started_at: datetime
    ended_at: datetime
    seconds: float


class Visit:
    """One visit to one page. Its time begins when the browser has a place for it."""

    def __init__(self, url: str, seconds: float, doing: Try) -> None:
        self.url = url
        self.seconds = seconds
        self.doing = doing
        self.end = 0.0
        self.remarks: list[str] = []
        self.downloads: list[str] = []
        self.running: set[Request] = set()
        self.asked: Request | None = None
        self.answered: Response | None = None
        self.read: Response | None = None
        self._aside: set[asyncio.Task[None]] = set()

    def left(self, most: float = 600.0) -> float:
        """Seconds to the deadline, at most so many."""
        return max(0.05, min(most, self.end - time.monotonic()))

    async def run(self, chromium: Chromium, proxy: Proxy, *, picture: bool) -> Seen:
        """Everything, in order.

        Raises:
            StageError: as `tasks.browser_fetch.fetch_rendered`.
        """
        async with chromium.context(
            proxy={"server": proxy.url, "bypass": "<-loopback>"},
            viewport={"width": WIDTH, "height": HEIGHT},
            reduced_motion="reduce",
        ) as context:
            begun, started = time.monotonic(), datetime.now(UTC)
            self.end = begun + self.seconds
            page = await within(self.left(), context.new_page(), "Opening a page")
            barred = asyncio.get_running_loop().create_future()
            self._watch(context, page, proxy, barred)
            try:
                document = await _unless_ended(proxy, barred, self._read(page, proxy))
            except Error as error:
                raise self._why(error, proxy) from error
            taken = await self._picture(page) if picture else None
            version = context.browser.version if context.browser else "unknown"
        seconds = time.monotonic() - begun
        return Seen(document, taken, self.remarks, version, started, datetime.now(UTC), seconds)

    async def _read(self, page: Page, proxy: Proxy) -> Document:
        await page.goto(self.url, wait_until="commit", timeout=self.left() * 1000)
        self._judge(proxy)
        loaded = await self._load(page)
        for _ in range(READINGS):
            settled = await settle(page, self.running, self.end - 2)
            # A script may have gone on to another page, and may do so again while this one is read.
            response = self._judge(proxy)
            html = await self._step(page.content())
            if self._still_at(response, page):
                break
        else:
            raise self._left_for(page.url, proxy)
        self.read = response
        self.remarks += [] if loaded else ["The page never finished loading."]
        self.remarks += [] if settled else ["Its text was still changing."]
        return Document(
            html=html,
            url=response.url,
            status=response.status,
            headers=dict(response.headers),
            request_headers=await self._step(response.request.all_headers()),
            http_version=await self._step(response.http_version()),
            redirects=await self._step(_redirects(response.request)),
            loaded=loaded,
            settled=settled,
        )

    async def _step(self, doing: Coroutine[Any, Any, T]) -> T:
        return await within(self.left(STEP_SECONDS), doing, "Reading the page")

    def _watch(self, context: BrowserContext, page: Page, proxy: Proxy, barred: asyncio.Future[StageError]) -> None:
        """Follow what the page does; `barred` is set when it goes on to where it must not."""

        def asked(request: Request) -> None:
            self.running.add(request)
            if request.is_navigation_request() and request.frame == page.main_frame:
                self.asked = request

        def answered(response: Response) -> None:
            if response.request is self.asked:
                self.answered = response

        def ended(request: Request) -> None:
            self.running.discard(request)
            if request is self.asked and self._place() in proxy.refused and not barred.done():
                barred.set_result(proxy.refused[self._place()])

        def download(one: Download) -> None:
            self.downloads.append(one.suggested_filename)

        page.on("request", asked)
        page.on("response", answered)
        page.on("requestfinished", ended)
        page.on("requestfailed", ended)
        page.on("download", download)
        page.on("dialog", lambda dialog: self._beside(dialog.dismiss()))
        context.on("page", lambda other: self._beside(other.close()))

    def _beside(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do it while the page is read. What is gone by then needs it no more."""

        async def quietly() -> None:
            with suppress(Error):
                await doing

        task = asyncio.create_task(quietly())
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    def _why(self, error: Error, proxy: Proxy) -> StageError:
        """What made the visit fail: what the proxy refused, where it refused the page itself."""
        if self.downloads or "Download is starting" in error.message:
            return StageError("download", "The address gives a file to download, not a page.")
        if isinstance(error, BrowserTimeout):
            return StageError("timeout", "The page did not answer in time.", transient=True)
        if self._place() in proxy.refused:
            return proxy.refused[self._place()]
        if "net::ERR_" in error.message:
            name = error.message.split("net::", 1)[1].split(" ", 1)[0]
            kind = "certificate" if "CERT" in name else "connection"
            return StageError(kind, f"The browser could not reach the page ({name}).", transient=kind == "connection")
        return told(error)

    def _left_for(self, url: str, proxy: Proxy) -> StageError:
        """Why what the page shows is no answer of a server: it would be kept under the address of another page."""
        if self._place() in proxy.refused:
            return proxy.refused[self._place()]
        return StageError("browser", f"The page went on to {url[:200]}, where no server gave a page.")

    def _place(self) -> Place:
        """Where the last page that was asked for is: parts of a page may be refused, its own place may not."""
        return place_of(self.asked.url if self.asked else self.url)

    def _judge(self, proxy: Proxy) -> Response:
        """The page's own answer, if it is a page."""
        response = self.answered
        if response is None:
            raise StageError("browser", "The page gave no answer.")
        self.doing.http_status = response.status
        if response.status == 403 and self._place() in proxy.refused:
            raise proxy.refused[self._place()]
        if not 200 <= response.status < 300:
            raise StageError("http_status", f"The server answered {response.status}.", http_status=response.status)
        media = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media not in HTML_TYPES:
            named = media or "no media type"
            raise StageError("media_type", f"The address gives {named}, not a page.", http_status=response.status)
        return response

    async def _load(self, page: Page) -> bool:
        """Whether the page came to `load`. One that has a document but goes on loading is taken as it is."""
        await page.wait_for_load_state("domcontentloaded", timeout=self.left() * 1000)
        try:
            await page.wait_for_load_state("load", timeout=self.left() * LOAD_SHARE * 1000)
        except BrowserTimeout:
            return False
        return True

    def _still_at(self, response: Response | None, page: Page) -> bool:
        """Whether the page is what that answer of a server made it, and has not gone on to another address since."""
        if response is None or self.answered is not response or not response.url.startswith(("http://", "https://")):
            return False
        return _origin(page.url) == _origin(response.url)

    async def _picture(self, page: Page) -> bytes | None:
        """The picture is a help for the eye: a page that can't be pictured is still read, and the try says so."""
        try:
            size = max(await self._step(page.evaluate(SIZE)), HEIGHT)
            clip = {"x": 0, "y": 0, "width": WIDTH, "height": min(size, TALLEST)}
            limit = self.left(STEP_SECONDS)
            data = await within(
                limit,
                page.screenshot(full_page=True, clip=clip, animations="disabled", timeout=limit * 1000),  # type: ignore[arg-type]
                "Taking the picture",
            )
        except (Error, StageError) as error:
            self.remarks.append(f"No picture of it could be taken: {error.message}")
            return None
        if not self._still_at(self.read, page):
            self.remarks.append("No picture of it could be taken: it had gone on to another page.")
            return None
        if size > TALLEST:
            self.remarks.append(f"Its picture shows the first {TALLEST:,} of {size:,} pixels.")
        return data


async def _unless_ended(proxy: Proxy, barred: asyncio.Future[StageError], reading: Coroutine[Any, Any, T]) -> T:
    """The reading, unless the page ends first: one cut off in the middle, or refused, never comes to rest."""
    work, cut = asyncio.create_task(reading), asyncio.create_task(proxy.cut.wait())
    try:
        await asyncio.wait({work, cut, barred}, return_when=asyncio.FIRST_COMPLETED)
        if proxy.cut.is_set():
            raise StageError("too_large", "The page fetched more than the limit.", received=proxy.received)
        if barred.done():
            raise barred.result()
        return work.result()
    finally:
        work.cancel()
        cut.cancel()
        await asyncio.gather(work, cut, return_exceptions=True)


async def _redirects(request: Request) -> list[Redirect]:
    """The hops of the server that led to the page."""
    hops: list[Redirect] = []
    later, earlier = request, request.redirected_from
    while earlier is not None:
        answer = await earlier.response()
        hops.insert(0, Redirect(url=earlier.url, status=answer.status if answer else 0, location=later.url))
        later, earlier = earlier, earlier.redirected_from
    return hops


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc
