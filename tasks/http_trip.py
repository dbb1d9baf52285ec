"""One try at a URL: the hops, and the body in bounded steps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Final, Literal
from urllib.parse import unquote, urljoin, urlsplit

import httpx
from prefect.context import TaskRunContext

from evidence.sniff import sniff
from ledger.values import Redirect
from tasks.attempts import StageError, Try
from tasks.bodies import Body, Held, StagedFile, Unchanged
from tasks.guard import AddressPolicy, Resolver, check_host, check_url
from tasks.http_body import FetchLimits, Reception
from tasks.http_faults import check_head, check_status, named_failures
from tasks.pinned import PinnedTransport, peer_of
from tasks.politeness import Politeness

_VALUE_MOST: Final = 8_192
"""Characters of a field's value that are kept."""
_MOVED: Final = frozenset({301, 302, 303, 307, 308})
_HEADERS: Final = {
    "Accept": "text/html,application/xhtml+xml,application/pdf,text/plain,text/markdown;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, identity",
}


def user_agent() -> str:
    """The name and version of this program, without an address."""
    try:
        return f"uratori/{version('uratori')}"
    except PackageNotFoundError:
        return "uratori"


class Trip:
    """One try: from the first request to the staged body.

    No cookie is kept, not even between the hops: what is read is what anybody gets who follows the link.
    """

    def __init__(
        self,
        staging: str,
        bounds: FetchLimits,
        policy: AddressPolicy,
        resolver: Resolver,
        politeness: Politeness,
        doing: Try,
        held: Held | None = None,
    ) -> None:
        self.staging = staging
        self.bounds = bounds
        self.policy = policy
        self.resolver = resolver
        self.politeness = politeness
        self.doing = doing
        self.held = held
        self.started_at = datetime.now(UTC)
        self.redirects: list[Redirect] = []
        self.body = Reception(bounds, doing)
        self._spent = 0.0
        self._since = 0.0

    async def fetch(self, url: str) -> Body | Unchanged:
        """Follow the redirects of `url` to its body, or to the word that the held one is unchanged."""
        current = first = str(check_url(url).url)
        check_host(current, self.policy)
        seen = {current}
        async with PinnedTransport(self.policy, resolver=self.resolver) as transport:
            while True:
                got = await self._hop(transport, current, self._conditions(current, first))
                if isinstance(got, Body | Unchanged):
                    return got
                if got is None:
                    self.held = None
                    continue
                self.redirects.append(got)
                current = self._next(got, seen)

    def _conditions(self, url: str, first: str) -> dict[str, str]:
        """The conditional headers for a hop: only the URL that gave the held copy is asked whether it changed."""
        return self.held.conditions if self.held and url == (self.held.url or first) else {}

    async def _hop(
        self, transport: PinnedTransport, url: str, conditions: dict[str, str]
    ) -> Body | Unchanged | Redirect | None:
        """One request. None: the server spoke of another version than the held one, so the body must be asked for."""
        async with (
            self.politeness.turn(url),
            named_failures(self.bounds.seconds),
            self._timed(),
            self._answer(transport, url, conditions) as response,
        ):
            self.doing.http_status = response.status_code
            check_head(response)
            if response.status_code == 304 and conditions:
                return self._unchanged(response, url) if _same_version(response, conditions) else None
            place = _moved_to(response, url)
            if place is not None:
                return Redirect(url=url, status=response.status_code, location=place)
            try:
                check_status(response)
            except StageError as error:
                if error.retry_after is not None:
                    self.politeness.hold(url, error.retry_after)
                raise
            return await self._stage(response, url)

    @asynccontextmanager
    async def _timed(self) -> AsyncIterator[None]:
        """The time of a try runs in here only: to wait for a turn at a host is not the server's slowness."""
        if not self._spent:
            self.started_at = datetime.now(UTC)
        self._since = time.monotonic()
        try:
            async with asyncio.timeout(self.bounds.seconds - self._spent):
                yield
        finally:
            self._spent += time.monotonic() - self._since

    @asynccontextmanager
    async def _answer(
        self, transport: PinnedTransport, url: str, conditions: dict[str, str]
    ) -> AsyncIterator[httpx.Response]:
        """The head of an answer, its body unread."""
        seconds = httpx.Timeout(self.bounds.seconds, connect=self.bounds.seconds / 3)
        request = httpx.Request(
            "GET",
            url,
            headers=_HEADERS | {"User-Agent": user_agent()} | conditions,
            extensions={"timeout": seconds.as_dict()},
        )
        response = await transport.handle_async_request(request)
        response.request = request
        try:
            yield response
        finally:
            await response.aclose()

    def _next(self, hop: Redirect, seen: set[str]) -> str:
        try:
            following = str(check_url(hop.location).url)
            check_host(following, self.policy)
        except StageError as error:
            told = f"A redirect leads to {hop.location[:300]}: {error.message}"
            raise StageError("redirect_invalid", told) from error
        if len(self.redirects) > self.bounds.redirects:
            raise StageError("too_many_redirects", f"More than {self.bounds.redirects} redirects.")
        if following in seen:
            raise StageError("redirect_loop", f"The redirects lead back to {following[:300]}.")
        if hop.url.startswith("https:") and following.startswith("http:"):
            self.doing.detail = "A redirect led from https to http."
        seen.add(following)
        return following

    def _unchanged(self, response: httpx.Response, url: str) -> Unchanged:
        peer, certificate = peer_of(response)
        told = "Unchanged since it was fetched before (304): the bytes that are held still hold."
        self.doing.detail = f"{self.doing.detail} {told}" if self.doing.detail else told
        return Unchanged(
            final_url=url,
            redirects=self.redirects,
            headers=_headers(response.headers),
            request_headers=_headers(response.request.headers),
            peer=peer,
            tls_sha256=certificate,
            http_version=response.http_version,
            started_at=self.started_at,
            ended_at=datetime.now(UTC),
            seconds=self._seconds,
        )

    @property
    def _seconds(self) -> float:
        """How long it took until now, waiting for turns left out."""
        return self._spent + time.monotonic() - self._since

    async def _stage(self, response: httpx.Response, url: str) -> Body:
        peer, certificate = peer_of(response)  # a closed connection tells nothing
        with StagedFile(self.staging) as staged:
            complete = await self.body.receive(response, staged)
            if not complete and (_tries_left() or not staged.size):
                raise StageError("truncated", "The body was cut short.", transient=True)
            if not staged.size:
                raise StageError("empty_body", "The answer has no body.")
            name = unquote(urlsplit(url).path.rpartition("/")[2]) or None
            label = response.headers.get("content-type")
            path, sha256 = await asyncio.to_thread(staged.finish)
            return Body(
                staged=path,
                sha256=sha256,
                bytes=staged.size,
                media=sniff(staged.head, label, name),
                content_type=label,
                complete=complete,
                status=response.status_code,
                final_url=url,
                redirects=self.redirects,
                headers=_headers(response.headers),
                request_headers=_headers(response.request.headers),
                peer=peer,
                tls_sha256=certificate,
                http_version=response.http_version,
                content_encoding=response.headers.get("content-encoding"),
                framing=_framing(response),
                wire_bytes=self.body.wire,
                name=name,
                started_at=self.started_at,
                ended_at=datetime.now(UTC),
                seconds=self._seconds,
            )


def _moved_to(response: httpx.Response, url: str) -> str | None:
    place: str | None = response.headers.get("location")
    if response.status_code not in _MOVED or not place:
        return None
    try:
        return urljoin(url, place.strip())
    except ValueError:
        return place


def _tries_left() -> bool:
    context = TaskRunContext.get()
    return context is not None and context.task_run.run_count <= context.task.retries


def _headers(headers: httpx.Headers) -> dict[str, str]:
    """A head as it is kept: a name that came several times has its values joined, and a very long value ends in “…”."""
    cut = _VALUE_MOST - 1
    return {name.lower(): value if len(value) <= _VALUE_MOST else f"{value[:cut]}…" for name, value in headers.items()}


def _same_version(response: httpx.Response, conditions: dict[str, str]) -> bool:
    """Whether a 304 can mean the copy that we asked about: its entity tag, if it names one, is ours."""
    named, ours = response.headers.get("etag"), conditions.get("If-None-Match")
    return named is None or ours is None or named.removeprefix("W/") == ours.removeprefix("W/")


def _framing(response: httpx.Response) -> Literal["length", "chunked", "close"]:
    if "chunked" in response.headers.get("transfer-encoding", "").lower():
        return "chunked"
    return "length" if "content-length" in response.headers else "close"
