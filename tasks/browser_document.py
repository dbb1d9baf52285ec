"""Reading the document that a page has made of itself: from a world of its own, where none of its scripts is."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Page

from tasks.attempts import StageError

READ: Final = """(() => {
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '';
  return [location.href, (type + (document.documentElement?.outerHTML ?? '')).slice(0, %d)];
})()"""


async def read_document(page: Page, most: int) -> tuple[str, str]:
    """The address of the document that the page shows, and its HTML, in one look.

    A script can redefine what pages are read with, to show us another text or one without end: not in this world, and
    no more than `most` characters leave the browser.

    Raises:
        StageError: `too_large`, or `browser` where there is nothing to read.
        playwright.async_api.Error: the page died, or went on to another one meanwhile.
    """
    session = await page.context.new_cdp_session(page)
    frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    world = await session.send("Page.createIsolatedWorld", {"frameId": frame})
    asked = {"expression": READ % (most + 1), "contextId": world["executionContextId"], "returnByValue": True}
    got = await session.send("Runtime.evaluate", asked)
    if "exceptionDetails" in got:
        raise StageError("browser", "The page's document can't be read.")
    url, html = got["result"]["value"]
    if len(html) > most:
        raise StageError("too_large", f"The page's document is longer than {most:,} characters.")
    return str(url), str(html)
