"""A real browser as the judge of links: what it selects is painted, and must cover the quoted words, nothing else."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from PIL import Image, ImageChops, ImageDraw
from playwright.async_api import BrowserContext, Page, Route

from evidence.page import PageText
from evidence.page_tags import DROPPED
from evidence.ranges import Range

URL: Final = "http://page.test/"
PAINT: Final = (
    "<style>::target-text{background:#f0f!important;color:#f0f!important}html{background:#fff}"
    "body{font:16px/1.7 sans-serif}</style>"
)
_PINK: Final = (255, 0, 255)
_SLACK: Final = 3
"""Pixels by which a painted box may differ from the box of its words."""
_LEAST: Final = 0.9
"""Share of each box that must be painted."""
_WIDTH: Final = 700
_HIGHEST: Final = 6_000
_SECONDS: Final = 3.0
_NODE: Final = re.compile(
    r"<!--u:(\d+)-->([^<]*)|<style[^>]*>.*?</style>|<[^>\"]*(?:\"[^\"]*\"[^>\"]*)*>|([^<]+)", re.DOTALL
)
_UNSEEN: Final = re.compile("[\\s\x00-\x1f\x7f-\x9f\U000e0000-\U000e007f]")
_TEXTS: Final = """(dropped) => {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  window.texts = [];
  while (walker.nextNode()) {
    const inside = walker.currentNode.parentElement;
    const words = walker.currentNode.data.trim();
    if (words && !inside.closest(dropped) && !inside.closest('style')) window.texts.push(walker.currentNode);
  }
  return [window.texts.map((node) => node.data), document.documentElement.scrollHeight];
}"""
_BOXES: Final = """(spans) => spans.map(([first, from, last, to]) => {
  const boxes = [];
  for (let at = first; at <= last; at++) {
    const node = window.texts[at];
    const part = new Range();
    const end = at === last ? to : node.length;
    let start = at === first ? from : 0;
    part.setStart(node, start);
    part.setEnd(node, end);
    for (const box of part.getClientRects())
      if (box.width && box.height) boxes.push([box.left, box.top, box.right, box.bottom]);
  }
  return boxes;
})"""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Node:
    """A text node of a page: its characters, and where its visible text starts in the stored text."""

    data: str
    mark: int | None


def nodes_of(marked_html: str) -> list[Node]:
    """The text nodes of a snapshot that are not blank, in order."""
    found: list[Node] = []
    for match in _NODE.finditer(marked_html):
        raw = match[2] if match[1] else match[3]
        if raw and raw.strip():
            data = raw.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
            found.append(Node(data, int(match[1]) if match[1] else None))
    return found


def places(nodes: Sequence[Node], stored: str) -> dict[int, tuple[int, int]]:
    """Offset of each visible character of the stored text → its node, and its offset in the node in UTF-16 units."""
    found: dict[int, tuple[int, int]] = {}
    for number, node in enumerate(nodes):
        if node.mark is None:
            continue
        offset, unit = node.mark, 0
        for char in node.data:
            if not _UNSEEN.match(char):
                while offset < len(stored) and _UNSEEN.match(stored[offset]):
                    offset += 1
                found[offset] = (number, unit)
                offset += 1
            unit += len(char.encode("utf-16-le")) // 2
    return found


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the browser did with a link: `right` when it painted the words and nothing else."""

    right: bool
    painted: bool
    said: str


class Judge:
    """Opens one page many times. `html` must hold no doctype and no text that a script draws."""

    def __init__(self, context: BrowserContext, html: str, page: PageText) -> None:
        self._context = context
        self._html = html
        self._read = page
        self._loads = 0
        self._places: dict[int, tuple[int, int]] = {}
        self._page: Page | None = None

    async def open(self) -> None:
        """Load the page without a link, and find its text nodes."""
        self._page = await self._context.new_page()
        await self._page.route("**/*", self._answer)
        await self._page.set_viewport_size({"width": _WIDTH, "height": 900})
        await self._page.goto(URL)
        data, height = await self._page.evaluate(_TEXTS, ",".join(sorted(DROPPED)))
        await self._page.set_viewport_size({"width": _WIDTH, "height": min(_HIGHEST, max(400, height + 40))})
        nodes = nodes_of(self._read.marked_html)
        if [node.data for node in nodes] != data:
            raise ValueError(f"the snapshot has other text nodes than the page: {data}")
        self._places = places(nodes, self._read.text)

    async def close(self) -> None:
        """Close the page."""
        assert self._page is not None
        await self._page.close()

    async def boxes(self, parts: Sequence[Range]) -> list[list[Box]]:
        """Where the words of each range are on the page."""
        assert self._page is not None
        if self._loads:
            await self._page.goto(URL)
            await self._page.evaluate(_TEXTS, ",".join(sorted(DROPPED)))
        spans = []
        for part in parts:
            seen = [at for at in range(part.start, part.end) if at in self._places]
            (first, start), (last, end) = self._places[seen[0]], self._places[seen[-1]]
            width = len(self._read.text[seen[-1]].encode("utf-16-le")) // 2
            spans.append([first, start, last, end + width])
        return [[tuple(box) for box in boxes] for boxes in await self._page.evaluate(_BOXES, spans)]

    async def verdict(self, link: str, boxes: Sequence[Box], seconds: float = _SECONDS) -> Verdict:
        """Open a link, and compare what is painted with the boxes of the words, until they agree or `seconds` are over.

        A browser that is busy searches some time after the page has loaded.
        """
        assert self._page is not None
        self._loads += 1
        head, _, fragment = link.partition("#")
        await self._page.goto(f"{head}?{self._loads}#{fragment}")
        deadline = time.monotonic() + seconds
        while True:
            await self._page.evaluate("window.scrollTo(0, 0)")
            with Image.open(io.BytesIO(await self._page.screenshot())) as picture:
                verdict = compare(picture.convert("RGB"), boxes)
            if verdict.right or time.monotonic() > deadline:
                return verdict

    async def _answer(self, route: Route) -> None:
        if route.request.resource_type == "document":
            await route.fulfill(body=page_html(self._html), content_type="text/html; charset=utf-8")
        else:
            await route.abort()


def page_html(html: str) -> str:
    """The page as it is judged: with the paint for what is selected."""
    lowered = html.lower()
    at = lowered.find("<head>") + len("<head>") if "<head>" in lowered else 0
    return html[:at] + PAINT + html[at:] if at else "<!doctype html><meta charset=utf-8>" + PAINT + html


def compare(picture: Image.Image, boxes: Sequence[Box]) -> Verdict:
    """Whether the pink of a picture covers the boxes and nothing else."""
    pink = Image.new("L", picture.size, 255)
    for band, want in zip(picture.split(), _PINK, strict=True):
        pink = ImageChops.darker(pink, band.point([255 if abs(have - want) <= 40 else 0 for have in range(256)]))
    if pink.getbbox() is None:
        return Verdict(right=False, painted=False, said="nothing is selected")
    around = Image.new("L", picture.size, 255)
    draw = ImageDraw.Draw(around)
    for left, top, right, bottom in boxes:
        draw.rectangle((left - _SLACK, top - _SLACK, right + _SLACK, bottom + _SLACK), fill=0)
    outside = ImageChops.darker(pink, around).getbbox()
    if outside is not None:
        return Verdict(right=False, painted=True, said=f"other words are selected at {outside}")
    for box in _bare(pink, boxes):
        return Verdict(right=False, painted=True, said=f"the words at {tuple(map(round, box))} are not selected")
    return Verdict(right=True, painted=True, said="")


def _bare(pink: Image.Image, boxes: Sequence[Box]) -> Iterator[Box]:
    """Boxes that are not painted, as far as they are in the picture."""
    for box in boxes:
        left, top, right, bottom = ceil(box[0]), ceil(box[1]) + 1, floor(box[2]), floor(box[3]) - 1
        inner = pink.crop((left, top, min(max(right, left + 1), pink.width), min(max(bottom, top + 1), pink.height)))
        histogram = inner.histogram()
        if histogram[255] < _LEAST * sum(histogram):
            yield box
