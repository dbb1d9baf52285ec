"""Whose turn it is at a host. However many sources are asked for, no host gets more than it may be asked to bear.

Three bounds, for all fetches of the hub: so many requests at once; a rate, with a burst before it counts; and silence
for as long as the host itself asked (Retry-After). The rate is a limit of Prefect's server, so it is seen and can be
changed there, and it decays by itself: a hub that was killed leaves no host closed. See docs/adr/0008.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeVar
from weakref import WeakValueDictionary

import httpx
from prefect.context import AsyncClientContext

from evidence import limits
from tasks.guard import check_url

_LOCKED: Final = 423

T = TypeVar("T", asyncio.Lock, asyncio.Semaphore)


class HostRate:
    """A rate limit of Prefect's server for each host: `burst` requests at once, then `per_second`."""

    def __init__(self, burst: int, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._set_up: set[str] = set()
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def take(self, host: str) -> None:
        """Wait until the host may be asked once more, first come, first served.

        Raises:
            httpx.HTTPError: Prefect's API failed.
        """
        name = f"fetch {host}"
        async with _one(self._queues, name, asyncio.Lock), AsyncClientContext.get_or_create() as context:
            while True:
                if name not in self._set_up:
                    await context.client.upsert_global_concurrency_limit_by_name(name, self._burst, self._per_second)
                    self._set_up.add(name)
                try:
                    taken = await context.client.increment_concurrency_slots([name], 1, "rate_limit")
                except httpx.HTTPStatusError as error:
                    if error.response.status_code != _LOCKED:
                        raise
                    await asyncio.sleep(float(error.response.headers["Retry-After"]))
                    continue
                if taken.json():
                    return
                self._set_up.discard(name)  # a person removed it


class Politeness:
    """Takes turns at hosts. Belongs to one event loop.

    Attributes:
        at_once: requests to one host at the same time.
        rate: the limit of their rate; none where there is no Prefect to keep it.
    """

    def __init__(self, *, at_once: int = 6, rate: HostRate | None = None) -> None:
        self.at_once = at_once
        self.rate = rate
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._silent_until: dict[str, float] = {}

    @asynccontextmanager
    async def turn(self, url: str) -> AsyncIterator[None]:
        """Wait for the turn to ask the host of `url`; it lasts as long as the context.

        Raises:
            StageError: `url_invalid`.
            httpx.HTTPError: Prefect's API failed.
        """
        host = host_of(url)
        async with _one(self._places, host, lambda: asyncio.Semaphore(self.at_once)):
            await self._silence(host)
            if self.rate is not None:
                await self.rate.take(host)
            yield

    def hold(self, url: str, seconds: float) -> None:
        """Ask the host of `url` nothing for that time, at most `limits.RETRY_AFTER_SECONDS`."""
        host = host_of(url)
        until = time.monotonic() + min(seconds, limits.RETRY_AFTER_SECONDS)
        self._silent_until[host] = max(until, self._silent_until.get(host, until))

    async def _silence(self, host: str) -> None:
        left = self._silent_until.get(host, 0.0) - time.monotonic()
        if left <= 0:
            self._silent_until.pop(host, None)
            return
        await asyncio.sleep(left)
        await self._silence(host)  # it may have asked again meanwhile


@asynccontextmanager
async def _one(kept: WeakValueDictionary[str, T], name: str, make: Callable[[], T]) -> AsyncIterator[None]:
    """Enter the lock of that name, which is kept as long as somebody uses it."""
    one = kept.get(name) or kept.setdefault(name, make())
    async with one:
        yield


def host_of(url: str) -> str:
    """The host that bears a request: its name, with the port where that is not the one of its scheme."""
    target = check_url(url)
    return target.host if target.url.port is None else f"{target.host}:{target.port}"
