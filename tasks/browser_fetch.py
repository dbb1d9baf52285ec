"""Fetch a page as a browser shows it: scripts run, content that comes late is waited for, every request is guarded."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

from playwright.async_api import BrowserContext, Download, Error, Page, Request, Response
from playwright.async_api import TimeoutError as BrowserTimeout
from prefect import task
from prefect.cache_policies import NO_CACHE

from evidence import limits
from ledger.values import Redirect, Value
from tasks.attempts import AttemptSink, StageError, Try, attempt
from tasks.bodies import Body, StagedFile
from tasks.browser import Chromium, told, within
from tasks.browser_proxy import Place, Proxy, guarded_proxy, place_of
from tasks.browser_settle import settle
from tasks.guard import AddressPolicy, Resolver, check_url, resolve_and_check, system_resolver
from tasks.pictures import crashed
from tasks.pictures_values import stage

T = TypeVar("T")
HTML_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})
LOAD_SHARE: Final = 0.4
"""How much of the time left `load` is waited for; some pages never come to it."""
STEP_SECONDS: Final = 10.0
WIDTH: Final = 1280
HEIGHT: Final = 900
TALLEST: Final = 8_000
"""CSS pixels of a page's screenshot."""


class RenderedPage(Value):
    """A page as the browser showed it: `body` is the staged document (its outer HTML after scripts ran).

    The screenshot is of the whole page, down to `TALLEST` pixels; None where it could not be taken. `loaded` is false
    when the page never came to `load`, `settled` when its text was still changing. `chromium` is the browser's version.
    """

    body: Body
    chromium: str
    screenshot_staged: str | None = None
    screenshot_sha256: str | None = None
    screenshot_bytes: int | None = None
    loaded: bool = True
    settled: bool = True


@task(
    name="fetch_rendered",
    task_run_name="render {url}",
    cache_policy=NO_CACHE,
    persist_result=False,
    retries=1,
    retry_condition_fn=crashed,
)
async def fetch_rendered(
    url: str,
    *,
    job_id: str,
    session_id: str,
    staging: str,
    sink: AttemptSink,
    chromium: Chromium,
    policy: AddressPolicy | None = None,
    seconds: float = 30.0,
    screenshot: bool = True,
    resolver: Resolver = system_resolver,
) -> RenderedPage:
    """Open `url` in the browser and keep its document and a screenshot under the folder `staging`.

    Raises:
        StageError: `url_invalid`, `address_refused`, `dns`, `connection`, `timeout`, `http_status`, `media_type` (no
            HTML), `download`, `too_large`, `browser_unavailable`, `browser_crashed`, `browser`.
    """
    async with attempt(sink, job_id=job_id, session_id=session_id, stage="browser", item=url) as doing:
        target = check_url(url)
        allowed = policy or AddressPolicy()
        await resolve_and_check(target.host, target.port, allowed, resolver=resolver)
        visit = _Visit(url, seconds, Path(staging), doing)
        async with guarded_proxy(allowed, limits.EVIDENCE_WIRE_BYTES, resolver=resolver) as proxy:
            return await visit.run(chromium, proxy, screenshot=screenshot)


@dataclass(frozen=True)
class _Reading:
    """What a visit found."""

    html: str
    response: Response
    request_headers: dict[str, str]
    http_version: str
    redirects: list[Redirect]
    loaded: bool
    settled: bool


class _Visit:
    """One visit to one page, with one deadline."""

    def __init__(self, url: str, seconds: float, staging: Path, doing: Try) -> None:
        self.url = url
        self.begun = time.monotonic()
        self.end = self.begun + seconds
        self.staging = staging
        self.doing = doing
        self.started = datetime.now(UTC)
        self.downloads: list[str] = []
        self.running: set[Request] = set()
        self.asked: Request | None = None
        self.answered: Response | None = None

    def left(self, most: float = 600.0) -> float:
        return max(0.05, min(most, self.end - time.monotonic()))

    async def run(self, chromium: Chromium, proxy: Proxy, *, screenshot: bool) -> RenderedPage:
        """Everything, in order."""
        async with chromium.context(
            proxy={"server": proxy.url, "bypass": "<-loopback>"},
            viewport={"width": WIDTH, "height": HEIGHT},
            reduced_motion="reduce",
        ) as context:
            page = await within(self.left(), context.new_page(), "Opening a page")
            self._watch(context, page)
            try:
                read = await _unless_cut(proxy, self._read(page, proxy))
            except Error as error:
                raise self._why(error, proxy) from error
            picture = await self._screenshot(page) if screenshot else None
            version = context.browser.version if context.browser else ""
        self.doing.detail = _detail(loaded=read.loaded, settled=read.settled)
        body = await asyncio.to_thread(self._keep, read, proxy)
        return RenderedPage(
            body=body,
            chromium=version or "unknown",
            screenshot_staged=picture[0] if picture else None,
            screenshot_sha256=picture[1] if picture else None,
            screenshot_bytes=picture[2] if picture else None,
            loaded=read.loaded,
            settled=read.settled,
        )

    async def _read(self, page: Page, proxy: Proxy) -> _Reading:
        await page.goto(self.url, wait_until="commit", timeout=self.left() * 1000)
        self._judge(proxy)
        loaded = await self._load(page)
        settled = await settle(page, self.running, self.end - 2)
        # A script may have gone on to another page.
        response = self._judge(proxy)
        html = await within(self.left(STEP_SECONDS), page.content(), "Reading the page")
        redirects = await within(self.left(STEP_SECONDS), _redirects(response.request), "Reading the hops")
        asked = await within(self.left(STEP_SECONDS), response.request.all_headers(), "Reading the request")
        version = await within(self.left(STEP_SECONDS), response.http_version(), "Reading the answer")
        return _Reading(html, response, asked, version, redirects, loaded=loaded, settled=settled)

    def _watch(self, context: BrowserContext, page: Page) -> None:
        def download(one: Download) -> None:
            self.downloads.append(one.suggested_filename)

        def asked(request: Request) -> None:
            self.running.add(request)
            if request.is_navigation_request() and request.frame == page.main_frame:
                self.asked = request

        def ended(request: Request) -> None:
            self.running.discard(request)

        def answered(response: Response) -> None:
            if response.request is self.asked:
                self.answered = response

        page.on("download", download)
        page.on("request", asked)
        page.on("response", answered)
        page.on("requestfinished", ended)
        page.on("requestfailed", ended)
        page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.dismiss()))
        context.on("page", lambda other: asyncio.ensure_future(other.close()))

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

    async def _screenshot(self, page: Page) -> tuple[str, str, int] | None:
        """The picture is a help for the eye: a page that can't be pictured is still read."""
        try:
            size = await within(self.left(STEP_SECONDS), page.evaluate(SIZE), "Measuring the page")
            clip = {"x": 0, "y": 0, "width": WIDTH, "height": min(max(size, HEIGHT), TALLEST)}
            data = await within(
                self.left(STEP_SECONDS),
                page.screenshot(full_page=True, clip=clip, animations="disabled", timeout=STEP_SECONDS * 1000),  # type: ignore[arg-type]
                "Taking the screenshot",
            )
        except (Error, StageError):
            return None
        name = f"screenshot-{hashlib.sha256(self.url.encode()).hexdigest()[:32]}"
        return await asyncio.to_thread(stage, self.staging, name, data)

    def _keep(self, read: _Reading, proxy: Proxy) -> Body:
        data = read.html.encode("utf-8", "replace")
        if len(data) > limits.EVIDENCE_DECODED_BYTES:
            raise StageError("too_large", "The page's document is larger than the limit.", received=len(data))
        with StagedFile(str(self.staging)) as file:
            file.write(data)
            path, sha256 = file.finish()
        self.doing.bytes = len(data)
        return Body(
            staged=path,
            sha256=sha256,
            bytes=len(data),
            media="html",
            # The document was written out anew: whatever charset it came in, it is UTF-8 now.
            content_type="text/html; charset=utf-8",
            status=read.response.status,
            final_url=read.response.url,
            redirects=read.redirects,
            headers=dict(read.response.headers),
            request_headers=read.request_headers,
            http_version=read.http_version,
            peer=proxy.peers.get(place_of(read.response.url)),
            started_at=self.started,
            ended_at=datetime.now(UTC),
            seconds=time.monotonic() - self.begun,
        )


SIZE: Final = "() => Math.ceil(Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0))"


async def _unless_cut(proxy: Proxy, reading: Coroutine[Any, Any, T]) -> T:
    """The reading, unless the proxy ends the page first: a page cut off in the middle waits for its end for ever."""
    work, cut = asyncio.create_task(reading), asyncio.create_task(proxy.cut.wait())
    try:
        await asyncio.wait({work, cut}, return_when=asyncio.FIRST_COMPLETED)
        if proxy.cut.is_set():
            raise StageError("too_large", "The page fetched more than the limit.", received=proxy.received)
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


def _detail(*, loaded: bool, settled: bool) -> str | None:
    said = [] if loaded else ["The page never finished loading."]
    said += [] if settled else ["Its text was still changing."]
    return " ".join(said) or None
