"""How many sources of one call are fetched at once, and that no site takes every place."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from flows.names import host
from flows.sources import Source


class Places:
    """`most` places for the sources of one call; where they are of several sites, one is always left to the others.

    A site may be slow, or ask to be left alone for a while: its sources wait in their places then.
    """

    def __init__(self, most: int, sources: Sequence[Source]) -> None:
        sites = {_site(source) for source in sources}
        share = most if len(sites) < 2 else max(1, most - 1)
        self._all = asyncio.Semaphore(most)
        self._of_site = {site: asyncio.Semaphore(share) for site in sites}

    @asynccontextmanager
    async def place(self, source: Source) -> AsyncIterator[None]:
        """Wait for a place; first come, first served."""
        async with self._of_site[_site(source)], self._all:
            yield


def _site(source: Source) -> str:
    """The host of a URL; all local files are one site."""
    return host(source.url) if source.url is not None else ""
