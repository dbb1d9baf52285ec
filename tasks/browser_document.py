"""Reading the document that a page has made of itself: from a world of its own, where none of its scripts is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.async_api import Page

from tasks.attempts import StageError

READ: Final = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
ELEMENTS: Final = 20_000
LOOK_MILLISECONDS: Final = 2_000
"""How many elements of a page are looked at, and for how long, for what their style hides."""
UNSEEN: Final = "What its style sheets hide was not looked at: it has too many elements, or too slow ones."


@dataclass(frozen=True)
class Read:
    """The address of a document and its HTML. `looked` is false when nothing is known of what its style hides."""

    url: str
    html: str
    looked: bool = True


async def read_document(page: Page, most: int) -> Read:
    """The document that the page shows and its address, in one look.

    Its open shadow trees are templates in it. An attribute `u-seen` says of each element whose own text the computed
    style hides how it does: `collapsed` (until something is done) or `concealed`. The page's own are taken out.

    A script can redefine what pages are read with, to show us another text or one without end: not in this world, and
    no more than `most` characters leave the browser.

    Raises:
        StageError: `too_large`, or `browser` where there is nothing to read.
        playwright.async_api.Error: the page died, or went on to another one meanwhile.
    """
    session = await page.context.new_cdp_session(page)
    frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    world = await session.send("Page.createIsolatedWorld", {"frameId": frame})
    asked = {
        "expression": f"({READ})({most + 1}, {ELEMENTS}, {LOOK_MILLISECONDS})",
        "contextId": world["executionContextId"],
        "returnByValue": True,
    }
    got = await session.send("Runtime.evaluate", asked)
    if "exceptionDetails" in got:
        raise StageError("browser", "The page's document can't be read.")
    url, html, looked = got["result"]["value"]
    if len(html) > most:
        raise StageError("too_large", f"The page's document is longer than {most:,} characters.")
    return Read(str(url), str(html), bool(looked))
