"""One visit of the browser to one page: it is opened, waited for, read and pictured, all by one deadline."""

from __future__ import annotations

import time
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from playwright.async_api import Error, Page
from playwright.async_api import TimeoutError as BrowserTimeout

from evidence import limits
from ledger.values import Redirect
from tasks.attempts import StageError, Try
from tasks.browser import Chromium, told, within
from tasks.browser_document import UNSEEN, Read, read_document
from tasks.browser_proxy import Proxy
from tasks.browser_settle import settle
from tasks.browser_watch import Watch, redirects

T = TypeVar("T")
LOAD_SHARE: Final = 0.4
"""How much of the time left `load` is waited for; some pages never come to it."""
STEP_SECONDS: Final = 10.0
READINGS: Final = 3
"""How often a page is read that goes on to another one meanwhile."""
WIDTH: Final = 1280
HEIGHT: Final = 900
TALLEST: Final = 20_000
"""CSS pixels of a page's picture."""
JPEG_QUALITY: Final = 80
"""A picture of that height takes a few megabytes; a page of noise would take a hundred as PNG."""
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
        picture: a JPEG of the page down to `TALLEST` pixels; None where it was not wanted or could not be taken.
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
            watch = Watch(self.url, page, proxy, self.doing)
            document = await watch.unless_over(self._read(page, watch))
            taken = await self._picture(page, watch) if picture else None
            version = context.browser.version if context.browser else "unknown"
        seconds = time.monotonic() - begun
        return Seen(document, taken, self.remarks, version, started, datetime.now(UTC), seconds)

    async def _read(self, page: Page, watch: Watch) -> Document:
        await page.goto(self.url, wait_until="commit", timeout=self.left() * 1000)
        watch.judge()
        loaded = await self._load(page)
        for _ in range(READINGS):
            settled = await settle(page, watch.running, self.end - 2)
            # A script may have gone on to another page, and may do so again while this one is read.
            response = watch.judge()
            read = await self._document(page)
            if watch.still_at(response, read.url):
                break
        else:
            raise watch.left_for(read.url)
        self.remarks += [] if loaded else ["The page never finished loading."]
        self.remarks += [] if settled else ["Its text was still changing."]
        self.remarks += [] if read.looked else [UNSEEN]
        return Document(
            html=read.html,
            url=response.url,
            status=response.status,
            headers=dict(response.headers),
            request_headers=await self._step(response.request.all_headers()),
            http_version=await self._step(response.http_version()),
            redirects=await self._step(redirects(response.request)),
            loaded=loaded,
            settled=settled,
        )

    async def _load(self, page: Page) -> bool:
        """Whether the page came to `load`. One that has a document but goes on loading is taken as it is."""
        await page.wait_for_load_state("domcontentloaded", timeout=self.left() * 1000)
        try:
            await page.wait_for_load_state("load", timeout=self.left() * LOAD_SHARE * 1000)
        except BrowserTimeout:
            return False
        return True

    async def _document(self, page: Page) -> Read:
        """As `read_document`; nothing, at no address, while the page is on its way to another one."""
        try:
            return await self._step(read_document(page, limits.RENDERED_CHARACTERS))
        except Error as error:
            if told(error).kind != "browser":
                raise
            return Read("", "")

    async def _picture(self, page: Page, watch: Watch) -> bytes | None:
        """The picture is a help for the eye: a page that can't be pictured is still read, and the try says so."""
        response = watch.answered
        try:
            size = max(await self._step(page.evaluate(SIZE)), HEIGHT)
            limit = self.left(STEP_SECONDS)
            taking = page.screenshot(
                type="jpeg",
                quality=JPEG_QUALITY,
                full_page=True,
                clip={"x": 0, "y": 0, "width": WIDTH, "height": min(size, TALLEST)},
                animations="disabled",
                timeout=limit * 1000,
            )
            data = await within(limit, taking, "Taking the picture")
        except (Error, StageError) as error:
            self.remarks.append(f"No picture of it could be taken: {error.message.splitlines()[0]}")
            return None
        if not watch.still_at(response, page.url):
            self.remarks.append("No picture of it could be taken: it had gone on to another page.")
            return None
        if size > TALLEST:
            self.remarks.append(f"Its picture shows the first {TALLEST:,} of {size:,} pixels.")
        return data

    async def _step(self, doing: Coroutine[Any, Any, T]) -> T:
        return await within(self.left(STEP_SECONDS), doing, "Reading the page")
