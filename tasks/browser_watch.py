"""Following what a page does while it is read: what it asks for, what is answered, and what must end the visit."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from playwright.async_api import Dialog, Download, Error, Page, Request, Response
from playwright.async_api import TimeoutError as BrowserTimeout

from evidence import limits
from ledger.values import Redirect
from tasks.attempts import StageError, Try
from tasks.browser import told
from tasks.browser_proxy import Place, Proxy, place_of

T = TypeVar("T")
HTML_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})
CUT: Final = frozenset({"net::ERR_CONTENT_LENGTH_MISMATCH", "net::ERR_INCOMPLETE_CHUNKED_ENCODING"})
UNDECODED: Final = frozenset({"net::ERR_CONTENT_DECODING_FAILED", "net::ERR_CONTENT_DECODING_INIT_FAILED"})
ABORTED: Final = "net::ERR_ABORTED"
"""Not an error of the server: the page went on to another one, or what came is a download."""


class Watch:
    """A page under watch, from before it is sent anywhere. Windows that it opens are closed, its dialogs dismissed.

    Attributes:
        running: its requests that have no answer yet.
        answered: the answer to the last page that was asked for in its main frame.
    """

    def __init__(self, url: str, page: Page, proxy: Proxy, doing: Try) -> None:
        self.running: set[Request] = set()
        self.answered: Response | None = None
        self._url = url
        self._proxy = proxy
        self._doing = doing
        self._frame = page.main_frame
        self._asked: Request | None = None
        self._led: list[Place] = []
        self._downloads = False
        self._over: asyncio.Future[StageError] = asyncio.get_running_loop().create_future()
        self._aside: set[asyncio.Task[None]] = set()
        page.on("request", self._on_request)
        page.on("response", self._on_response)
        page.on("requestfinished", self._on_end)
        page.on("requestfailed", self._on_failed)
        page.on("download", self._on_download)
        page.on("dialog", self._on_dialog)
        page.context.on("page", self._on_window)

    async def unless_over(self, reading: Coroutine[Any, Any, T]) -> T:
        """What `reading` gives, unless the visit is over first: a page that was cut off or refused never comes to rest.

        Raises:
            StageError: why it is over, or what made the reading fail.
        """
        work, cut = asyncio.create_task(reading), asyncio.create_task(self._proxy.cut.wait())
        try:
            await asyncio.wait({work, cut, self._over}, return_when=asyncio.FIRST_COMPLETED)
            if self._proxy.cut.is_set():
                raise StageError("too_large", "The page fetched more than the limit.", received=self._proxy.received)
            if self._over.done():
                raise self._over.result()
            return work.result()
        except Error as error:
            raise self._why(error) from error
        finally:
            work.cancel()
            cut.cancel()
            await asyncio.gather(work, cut, return_exceptions=True)

    def judge(self) -> Response:
        """The page's own answer.

        Raises:
            StageError: it is none, or no page.
        """
        response = self.answered
        if response is None:
            raise StageError("browser", "The page gave no answer.")
        self._doing.http_status = response.status
        if response.status == 403 and self._place() in self._proxy.refused:
            raise self._proxy.refused[self._place()]
        if not 200 <= response.status < 300:
            status = StageError("http_status", f"The server answered {response.status}.", http_status=response.status)
            raise self._inside() or status
        media = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media not in HTML_TYPES:
            named = media or "no media type"
            raise StageError("media_type", f"The address gives {named}, not a page.", http_status=response.status)
        return response

    def still_at(self, response: Response | None, url: str) -> bool:
        """Whether a document at `url` is what that answer of a server made it, and no other answer came since."""
        if response is None or self.answered is not response or not url.startswith(("http://", "https://")):
            return False
        return _origin(url) == _origin(response.url)

    def left_for(self, url: str) -> StageError:
        """Why what the page shows at `url` is not taken: no server gave it, and it would be kept as another's."""
        refused = self._proxy.refused.get(self._place())
        return refused or StageError("browser", f"The page went on to {url[:200]}, where no server gave a page.")

    def _why(self, error: Error) -> StageError:
        """What made the visit fail: what the proxy refused, where it refused the page itself."""
        if self._downloads or "Download is starting" in error.message:
            return StageError("download", "The address gives a file to download, not a page.")
        if isinstance(error, BrowserTimeout):
            return StageError("timeout", "The page did not answer in time.", transient=True)
        if self._place() in self._proxy.refused:
            return self._proxy.refused[self._place()]
        if "net::ERR_" in error.message:
            name = error.message.split("net::", 1)[1].split(" ", 1)[0]
            kind = "certificate" if "CERT" in name else "connection"
            return StageError(kind, f"The browser could not reach the page ({name}).", transient=kind == "connection")
        return told(error)

    def _inside(self) -> StageError | None:
        """Why an address that the page led to on its way is not reached: more than the answer of where it went then."""
        told = (self._proxy.refused.get(place) for place in self._led)
        return next((error for error in told if error is not None and error.kind == "address_refused"), None)

    def _place(self) -> Place:
        """Where the last page that was asked for is: parts of a page may be refused, its own place may not."""
        return place_of(self._asked.url if self._asked else self._url)

    def _end(self, why: StageError) -> None:
        if not self._over.done():
            self._over.set_result(why)

    def _on_request(self, request: Request) -> None:
        self.running.add(request)
        if request.is_navigation_request() and request.frame == self._frame:
            self._asked = request
            self._led.append(place_of(request.url))
            if _hops(request) > limits.REDIRECTS:
                self._end(StageError("too_many_redirects", f"More than {limits.REDIRECTS} redirects."))

    def _on_response(self, response: Response) -> None:
        if response.request is self._asked:
            self.answered = response

    def _on_end(self, request: Request) -> None:
        self.running.discard(request)
        if request is self._asked and self._place() in self._proxy.refused:
            self._end(self._proxy.refused[self._place()])

    def _on_failed(self, request: Request) -> None:
        self._on_end(request)
        response, failure = self.answered, request.failure or ""
        # What fails before its answer is told by what waits for that, and a status says more than a broken body.
        begun = response is not None and response.request is request and response.ok
        if request is self._asked and begun and failure != ABORTED:
            self._end(broken(failure))

    def _on_download(self, _download: Download) -> None:
        self._downloads = True

    def _on_dialog(self, dialog: Dialog) -> None:
        self._beside(dialog.dismiss())

    def _on_window(self, page: Page) -> None:
        self._beside(page.close())

    def _beside(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do it while the page is read. What is gone by then needs it no more."""

        async def quietly() -> None:
            with suppress(Error):
                await doing

        task = asyncio.create_task(quietly())
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)


def broken(failure: str) -> StageError:
    """Why a page whose answer had begun did not come to its end, by the browser's name of the failure."""
    if failure in CUT:
        return StageError("truncated", f"The body was cut short ({failure}).", transient=True)
    if failure in UNDECODED:
        return StageError("encoding_broken", f"The encoding of the body is broken ({failure}).", transient=True)
    return StageError("connection", f"The connection broke in the middle of the page ({failure}).", transient=True)


async def redirects(request: Request) -> list[Redirect]:
    """The hops of servers that led to this request."""
    hops: list[Redirect] = []
    later, earlier = request, request.redirected_from
    while earlier is not None:
        answer = await earlier.response()
        hops.insert(0, Redirect(url=earlier.url, status=answer.status if answer else 0, location=later.url))
        later, earlier = earlier, earlier.redirected_from
    return hops


def _hops(request: Request) -> int:
    earlier = request.redirected_from
    return 0 if earlier is None else 1 + _hops(earlier)


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc
