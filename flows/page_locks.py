"""One fetch of a page at a time: within a session, whatever the spelling of its address and whichever job asks."""

from __future__ import annotations

import asyncio
from typing import Final
from weakref import WeakValueDictionary

from evidence.urls import normalise
from flows.sources import Source

_locks: Final[WeakValueDictionary[tuple[int, str, str], asyncio.Lock]] = WeakValueDictionary()


def page_of(source: Source) -> str:
    """Equal for sources that are the same page (`evidence.urls.same_page`) or the same file."""
    if source.url is None:
        return f"file:{source.path}"
    page = normalise(source.url)
    return page.partition("://")[2] if page.startswith(("http://", "https://")) else page


def page_lock(session_id: str, source: Source) -> asyncio.Lock:
    """The lock of the page, for the running loop: that of a dead engine frees nothing."""
    key = (id(asyncio.get_running_loop()), session_id, page_of(source))
    lock = _locks.get(key)
    if lock is None:
        lock = _locks[key] = asyncio.Lock()
    return lock
