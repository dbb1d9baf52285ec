"""Pictures of quotes in a saved page: one page load, then one picture per quote."""

from __future__ import annotations

import asyncio
import base64
from bisect import bisect_right
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.async_api import BrowserContext, CDPSession, ConsoleMessage, Error, JSHandle, Page, Route

from evidence.crop import REACH, cut
from evidence.paint import Box, around, marked, merge, outward, seen
from tasks.browser import Chromium, within
from tasks.pictures_values import PictureResult, QuoteSpot, stage

SCRIPT: Final = Path(__file__).with_name("pictures.js").read_text(encoding="utf-8")
ADDRESS: Final = "https://snapshot.invalid/"
POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline' data:; img-src data:; font-src data:; media-src data:; "
    "form-action 'none'; base-uri 'none'; frame-src 'none'"
)
DEAD_PROXY: Final = {"server": "http://127.0.0.1:9", "bypass": "<-loopback>"}
"""Whatever escapes every other lock would have to go through here, so not even a name is looked up."""
WIDTH: Final = 1024
HEIGHT: Final = 1000
SCALE: Final = 2
MARGIN: Final = 110
"""CSS pixels of context above and below the quote."""
NARROW: Final = 640
"""CSS pixels of the window that are looked at at least."""
LOAD_SECONDS: Final = 20.0
STEP_SECONDS: Final = 10.0

HIDDEN: Final = {
    "not_found": "The quote's place was not found in the saved page.",
    "not_displayed": "The page does not display the quote's text.",
    "collapsed": "The quote's text is in a part of the page that is folded away.",
    "hidden": "The quote's text is hidden on the page.",
    "transparent": "The quote's text is transparent on the page.",
    "zero_size": "The quote's text has no size on the page.",
    "off_screen": "The quote's text lies outside of the page's visible area.",
    "partly_off_screen": "A part of the quote's text lies outside of the page's visible area.",
    "covered": "The quote's text lies under another part of the page.",
    "same_colour": "The quote's text can't be told from its background on the page.",
}


@asynccontextmanager
async def quiet_page(
    chromium: Chromium,
    html: str,
    policy: str,
    *,
    script: bool = False,
    console: Callable[[ConsoleMessage], None] | None = None,
    error: Callable[[Error], None] | None = None,
) -> AsyncIterator[tuple[Page, CDPSession]]:
    """A page that shows `html` with no way to the network (offline, no route, a dead proxy, CSP).

    JavaScript is off unless `script`, which is for pages of our own; `console` and `error` are told what it says.
    """

    async def answer(route: Route) -> None:
        if route.request.url == ADDRESS and route.request.is_navigation_request():
            headers = {"content-type": "text/html; charset=utf-8", "content-security-policy": policy}
            await route.fulfill(body=html, headers=headers)
        elif route.request.is_navigation_request():
            # Aborting would put an error page in the place of the saved one; "no content" leaves it where it is.
            await route.fulfill(status=204)
        else:
            await route.abort()

    async with chromium.context(
        java_script_enabled=script,
        offline=True,
        proxy=DEAD_PROXY,
        viewport={"width": WIDTH, "height": HEIGHT},
        device_scale_factor=SCALE,
        reduced_motion="reduce",
    ) as context:
        await context.route("**/*", answer)
        page = await _one_page(context)
        if console is not None:
            page.on("console", console)
        if error is not None:
            page.on("pageerror", error)
        await within(LOAD_SECONDS, page.goto(ADDRESS, wait_until="load"), "Loading the saved page")
        session = await within(STEP_SECONDS, context.new_cdp_session(page), "Reaching the saved page")
        # Taking a picture resets the window to what this session knows of it.
        window = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": SCALE, "mobile": False}
        await within(STEP_SECONDS, session.send("Emulation.setDeviceMetricsOverride", window), "Setting the window")
        yield page, session


async def _one_page(context: BrowserContext) -> Page:
    page = await within(STEP_SECONDS, context.new_page(), "Opening a page")
    page.set_default_timeout(STEP_SECONDS * 1000)
    return page


async def shot(session: CDPSession, clip: Box, *, beyond: bool = False) -> bytes:
    """A PNG of that part of the document (CSS pixels from the document's top left), made fast rather than small."""
    area = {"x": clip.x, "y": clip.y, "width": clip.width, "height": clip.height, "scale": 1}
    options = {"format": "png", "clip": area, "optimizeForSpeed": True, "captureBeyondViewport": beyond}
    answer = await within(STEP_SECONDS, session.send("Page.captureScreenshot", options), "Taking the picture")
    return base64.b64decode(answer["data"])


@dataclass
class SavedPage:
    """A loaded snapshot with its marks: `starts[i]` is where the i-th mark's text starts in the stored text."""

    session: CDPSession
    handle: JSHandle
    text: str
    starts: list[int]

    def pieces(self, start: int, end: int) -> list[tuple[int, str, int, int]]:
        """What of ``[start, end)`` each mark gave: (mark, its stored text, from, to), `from`/`to` in that text."""
        ordered = sorted(range(len(self.starts)), key=self.starts.__getitem__)
        begins = [self.starts[index] for index in ordered]
        found = []
        for place in range(max(0, bisect_right(begins, start) - 1), len(ordered)):
            begin = begins[place]
            if begin >= end:
                break
            stop = begins[place + 1] if place + 1 < len(begins) else len(self.text)
            if stop > start:
                found.append((ordered[place], self.text[begin:stop], max(start, begin) - begin, min(end, stop) - begin))
        return found


@asynccontextmanager
async def saved_page(chromium: Chromium, html: str, text: str) -> AsyncIterator[SavedPage]:
    """Open a marked snapshot whose stored text is `text`."""
    async with quiet_page(chromium, html, POLICY) as (page, session):
        handle = await within(STEP_SECONDS, page.evaluate_handle(SCRIPT), "Reading the saved page's marks")
        starts = await within(STEP_SECONDS, handle.evaluate("(page) => page.starts"), "Reading the marks")
        yield SavedPage(session, handle, text, starts)


@dataclass(frozen=True)
class View:
    """A quote brought into view.

    Attributes:
        lines: where its lines are, in CSS pixels of the window.
        clip: the part of the window to picture; None when nothing of the quote is in it.
        scroll: how far the window is scrolled.
        trouble: what certainly hides the quote (a key of `HIDDEN`).
        guess: what would hide it, should it turn out to have no ink.
        notes: what a reader of the picture should know.
    """

    lines: list[Box]
    clip: Box | None
    scroll: tuple[float, float]
    trouble: str | None
    guess: str
    notes: list[str]


async def look(page: SavedPage, quote: QuoteSpot) -> View:
    """Bring a quote into view and measure it."""
    found: dict[str, Any] = await within(
        STEP_SECONDS,
        page.handle.evaluate("(page, pieces) => page.show(pieces)", page.pieces(quote.start, quote.end)),
        "Finding the quote in the saved page",
    )
    lines = merge([Box(*rect) for rect in found["rects"]])
    width, height = found["view"]
    window = Box(0, 0, width, height)
    inside = [line for line in lines if line.right > 0 and line.bottom > 0 and line.x < width and line.y < height]
    scroll = (found["scroll"][0], found["scroll"][1])
    guess: str = found["hidden_by"]
    # Whether text is covered or has its background's colour, only the pixels tell.
    trouble = None if guess in {"covered", "same_colour"} else guess
    if not inside:
        return View([], None, scroll, trouble or "off_screen", guess, [])
    notes = []
    if found["lifted"]:
        notes.append("A part of the page that lay over the quote was taken away for the picture.")
    if any(line.bottom > height for line in lines):
        notes.append("The quote is longer than the picture, which shows its beginning.")
        inside = [line for line in inside if line.bottom <= height] or inside
    elif len(inside) < len(lines) or any(line.x < -1 or line.right > width + 1 for line in inside):
        trouble = trouble or "partly_off_screen"
    inside = [line.within(window) for line in inside]
    clip = frame(around(inside), Box(*found["context"]), width, height)
    return View(inside, clip, scroll, "not_found" if found["missing"] else trouble, guess, notes)


def frame(quote: Box, block: Box, width: float, height: float) -> Box:
    """The part of the window to look at: the quote, its block from side to side, and the lines around it."""
    left = max(0.0, min(quote.x, block.x) - 24)
    right = min(width, max(quote.right, block.right) + 24)
    if right - left < NARROW:
        left = max(0.0, min(left, width - NARROW))
        right = min(width, left + NARROW)
    top, bottom = max(0.0, quote.y - MARGIN - REACH), min(height, quote.bottom + MARGIN + REACH)
    return Box(float(int(left)), float(int(top)), float(int(right - left)), float(int(bottom - top)))


async def picture(page: SavedPage, quote: QuoteSpot, folder: Path) -> asyncio.Task[PictureResult] | PictureResult:
    """Take the picture of one quote. The painting goes on in a thread while the page shows the next quote."""
    view = await look(page, quote)
    if view.clip is None:
        return _failed(quote, view.trouble or "not_found")
    part = view.clip.moved(-view.scroll[0], -view.scroll[1])
    plain = await shot(page.session, part)
    without = None
    if view.trouble is None:
        await within(STEP_SECONDS, page.handle.evaluate("(page) => page.conceal()"), "Looking for the quote's ink")
        words = outward(around(view.lines)).moved(-view.scroll[0], -view.scroll[1])
        without = await shot(page.session, words)
    return asyncio.create_task(asyncio.to_thread(_finish, quote, folder, view, view.clip, plain, without))


def _finish(
    quote: QuoteSpot, folder: Path, view: View, clip: Box, plain: bytes, without: bytes | None
) -> PictureResult:
    lines = [line.moved(clip.x, clip.y) for line in view.lines]
    words = around(lines)
    trouble = view.trouble
    if without is not None and not seen(plain, without, outward(words), lines, SCALE):
        trouble = view.guess
    data = marked(plain, [] if trouble else lines, SCALE, lambda image: cut(image, words, SCALE, MARGIN))
    path, sha256, size = stage(folder, f"{quote.attachment_id}-saved-html", data)
    notes = ([HIDDEN[trouble]] if trouble else []) + view.notes
    return PictureResult(
        attachment_id=quote.attachment_id,
        source="saved_html",
        staged=path,
        sha256=sha256,
        bytes=size,
        highlighted=trouble is None,
        note=" ".join(notes) or None,
    )


def _failed(quote: QuoteSpot, trouble: str) -> PictureResult:
    return PictureResult(
        attachment_id=quote.attachment_id, source="saved_html", highlighted=False, note=HIDDEN[trouble]
    )


async def pictures(
    chromium: Chromium, html: str, text: str, quotes: Sequence[QuoteSpot], folder: Path
) -> list[PictureResult]:
    """One result per quote, in their order; a quote that the page does not show is a result that says why.

    Raises:
        StageError: the page as a whole could not be loaded, or the browser died.
    """
    taken: list[asyncio.Task[PictureResult] | PictureResult] = []
    try:
        async with saved_page(chromium, html, text) as page:
            for quote in quotes:
                taken.append(await picture(page, quote, folder))  # noqa: PERF401  (what was begun must be awaited)
    finally:
        await asyncio.gather(*(one for one in taken if isinstance(one, asyncio.Task)), return_exceptions=True)
    return [one if isinstance(one, PictureResult) else one.result() for one in taken]
