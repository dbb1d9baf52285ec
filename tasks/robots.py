"""What a site's robots.txt says of a page. It is read once per origin and day, beside the fetch that it is about."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal
from urllib.parse import urljoin

import httpx
from protego import Protego

from ledger.values import Value
from tasks.attempts import StageError, Try
from tasks.bodies import Body
from tasks.guard import AddressPolicy, Resolver, check_url, system_resolver
from tasks.http_body import FetchLimits
from tasks.http_trip import Trip
from tasks.politeness import Politeness

logger = logging.getLogger(__name__)

AGENT: Final = "uratori"
"""The name under which a robots.txt may speak of us."""
BOUNDS: Final = FetchLimits(seconds=5.0, wire_bytes=500_000, decoded_bytes=500_000)
DAY: Final = 86_400.0
UNREAD_SECONDS: Final = 600.0
"""How long a robots.txt that could not be read is left alone."""
ORIGINS: Final = 200
"""How many origins are remembered."""
GRACE_SECONDS: Final = 0.5
"""How long a fetch that is done waits for what robots.txt says of it."""

Word = Literal["allowed", "disallowed", "absent", "unread"]


class RobotsAnswer(Value):
    """What the robots.txt at `url` says: `absent` allows all, `unread` is not known (no answer, too large)."""

    word: Word
    url: str


@dataclass(frozen=True, slots=True)
class _File:
    """A robots.txt, or why there is none; trusted until the monotonic time `until`."""

    until: float
    text: str = ""
    missing: Literal["absent", "unread"] | None = None


class Robots:
    """The robots.txt of many origins. Belongs to one event loop."""

    def __init__(self, politeness: Politeness, *, resolver: Resolver = system_resolver) -> None:
        self._politeness = politeness
        self._resolver = resolver
        self._files: dict[str, _File] = {}
        self._reading: dict[str, asyncio.Task[_File]] = {}

    async def robots(self, url: str, policy: AddressPolicy) -> RobotsAnswer:
        """What may be fetched by programs, as the site of `url` has it. Fails never: at worst it is `unread`."""
        try:
            page = str(check_url(url).url)
        except StageError:
            return RobotsAnswer(word="unread", url=url)
        place = urljoin(page, "/robots.txt")
        file = self._files.get(place)
        if file is None or file.until < time.monotonic():
            file = await self._read(place, policy)
        if file.missing is not None:
            return RobotsAnswer(word=file.missing, url=place)
        try:
            allowed = await asyncio.to_thread(_allows, file.text, page)
        except Exception:  # whatever a site's file does to its parser, its page can be fetched all the same
            logger.exception("the robots.txt at %s can't be judged", place)
            return RobotsAnswer(word="unread", url=place)
        return RobotsAnswer(word="allowed" if allowed else "disallowed", url=place)

    async def close(self) -> None:
        """Stop reading."""
        reading = list(self._reading.values())
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)

    async def _read(self, place: str, policy: AddressPolicy) -> _File:
        """The file as it is now. All who ask at the same time share one reading, which none of them can stop."""
        task = self._reading.get(place)
        if task is None:
            task = self._reading[place] = asyncio.create_task(self._fetch(place, policy), name=place)
            task.add_done_callback(lambda _: self._reading.pop(place, None))
        return await asyncio.shield(task)

    async def _fetch(self, place: str, policy: AddressPolicy) -> _File:
        now = time.monotonic()
        try:
            file = _File(now + DAY, await self._text(place, policy))
        except StageError as error:
            # RFC 9309: a client error means that there is no robots.txt, a server's that it is not known.
            gone = error.http_status is not None and 400 <= error.http_status < 500
            absent = error.kind == "empty_body" or (gone and error.http_status != HTTPStatus.TOO_MANY_REQUESTS)
            file = _File(now + DAY, missing="absent") if absent else _File(now + UNREAD_SECONDS, missing="unread")
        except httpx.HTTPError:  # Prefect's API, which the fetch itself will meet too
            file = _File(now, missing="unread")
        self._files.pop(place, None)
        self._files[place] = file
        if len(self._files) > ORIGINS:
            del self._files[next(iter(self._files))]
        return file

    async def _text(self, place: str, policy: AddressPolicy) -> str:
        with TemporaryDirectory(prefix="uratori-") as staging:
            trip = Trip(staging, BOUNDS, policy, self._resolver, self._politeness, Try(1))
            body = await trip.fetch(place)
            if not isinstance(body, Body):
                raise StageError("protocol", "Nothing was held that could be unchanged.")
            text = await asyncio.to_thread(Path(body.staged).read_text, encoding="utf-8-sig", errors="replace")
        if text.lstrip().startswith("<"):
            raise StageError("empty_body", "There is a page where the robots.txt should be.")
        return text


async def in_time(asked: asyncio.Task[RobotsAnswer]) -> Word:
    """The word of an answer that was asked for when its fetch began, now that this is done."""
    done, _ = await asyncio.wait({asked}, timeout=GRACE_SECONDS)
    if not done:
        asked.cancel()
        return "unread"
    return asked.result().word


def _allows(text: str, page: str) -> bool:
    return Protego.parse(text).can_fetch(page, AGENT)
