"""Waiting for a page whose content comes late: it is read when its text rests, or when it never will."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from typing import Final

from playwright.async_api import Error, Page, Request

from evidence import limits
from tasks.browser import told, within

QUIET_SECONDS: Final = 0.5
"""The text has settled when its length has not changed for this long ..."""
LEAST_SECONDS: Final = 1.1
"""... but not before this long after `load`: frameworks often start then ..."""
SPARSE_SECONDS: Final = 3.0
"""... nor this long, while there is less text than an article has ..."""
MOST_SECONDS: Final = 8.0
"""... and after this long it is taken as it is: some pages never rest."""
POLL_SECONDS: Final = 0.1
STEP_SECONDS: Final = 10.0
LOOK_SECONDS: Final = 1.0
"""What a busy machine may take to look at a page even when the time is nearly up."""
LENGTH: Final = "() => document.body ? document.body.innerText.length : 0"
FETCHING: Final = frozenset({"document", "fetch", "script", "xhr"})
"""Requests that text may come from."""


async def settle(page: Page, running: Collection[Request], end: float) -> bool:
    """Wait until the page's text rests, at the latest until `end` (monotonic clock); whether it did.

    `running` holds the page's requests that have no answer yet.
    """
    begin = changed = now = time.monotonic()
    length = -1
    while now - begin < MOST_SECONDS and now < end:
        found = await _length(page, max(LOOK_SECONDS, min(STEP_SECONDS, end - now)))
        now = time.monotonic()
        if found != length:
            length, changed = found, now
        least = LEAST_SECONDS if length >= limits.PROSE_CHARACTERS else SPARSE_SECONDS
        fetching = any(request.resource_type in FETCHING for request in running)
        if now - begin >= least and now - changed >= QUIET_SECONDS and not fetching:
            return True
        await asyncio.sleep(POLL_SECONDS)
        now = time.monotonic()
    return False


async def _length(page: Page, seconds: float) -> int:
    """How many characters the page shows; -1 while it is on its way to another one."""
    try:
        return int(await within(seconds, page.evaluate(LENGTH), "Looking at the page's text"))
    except Error as error:
        if told(error).kind == "browser_crashed":
            raise
        return -1
