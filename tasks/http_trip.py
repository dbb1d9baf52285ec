"""One try at a URL: the hops, the body in bounded steps, and the kind of each failure."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Final, Literal
from urllib.parse import unquote, urljoin, urlsplit

import httpx
from prefect.context import TaskRunContext

from evidence import limits
from evidence.sniff import sniff
from ledger.values import Redirect
from tasks.attempts import StageError, Try
from tasks.bodies import Body, Held, StagedFile, Unchanged
from tasks.guard import AddressPolicy, Resolver, check_url
from tasks.http_decoding import Decoder
from tasks.pinned import PinnedTransport, peer_of

RETRY_AFTER_MOST: Final = 30.0
"""Seconds that a host may ask us to wait; more is cut to this."""
_MOVED: Final = frozenset({301, 302, 303, 307, 308})
_PASSING: Final = frozenset({408, 425, 429, 502, 503, 504})
_HEADERS: Final = {
    "Accept": "text/html,application/xhtml+xml,application/pdf,text/plain,text/markdown;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, identity",
}
_BROKE: Final = ("disconnected", "peer closed")
"""What the HTTP library says of an answer that ended early; anything else it says is of an answer that is none."""
_not_before: dict[str, float] = {}
"""Per host, the monotonic time before which it asked not to be asked again."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """`seconds` bounds one whole try, headers and body; the byte counts are before and after decoding."""

    seconds: float = 30.0
    wire_bytes: int = limits.EVIDENCE_WIRE_BYTES
    decoded_bytes: int = limits.EVIDENCE_DECODED_BYTES
    redirects: int = limits.REDIRECTS


def user_agent() -> str:
    """The name and version of this program, without an address."""
    try:
        return f"uratori/{version('uratori')}"
    except PackageNotFoundError:
        return "uratori"


class Trip:
    """One try: from the first request to the staged body."""

    def __init__(
        self,
        staging: str,
        bounds: FetchLimits,
        policy: AddressPolicy,
        resolver: Resolver,
        doing: Try,
        held: Held | None = None,
    ) -> None:
        self.staging = staging
        self.bounds = bounds
        self.policy = policy
        self.resolver = resolver
        self.doing = doing
        self.held = held
        self.started_at = datetime.now(UTC)
        self._begun = time.monotonic()
        self.redirects: list[Redirect] = []
        self.wire = 0

    async def fetch(self, url: str) -> Body | Unchanged:
        """Follow the redirects of `url` to its body, or to the word that the held one is unchanged."""
        current = first = str(check_url(url).url)
        seen = {current}
        async with httpx.AsyncClient(
            transport=PinnedTransport(self.policy, resolver=self.resolver),
            trust_env=False,
            follow_redirects=False,
            timeout=self.bounds.seconds,
            headers=_HEADERS | {"User-Agent": user_agent()},
            event_hooks={"response": [self._look]},
        ) as client:
            while True:
                conditions = self._conditions(current, first)
                async with client.stream("GET", current, headers=conditions) as response:
                    if response.status_code == 304 and conditions:
                        if _same_version(response, conditions):
                            return self._unchanged(response, current)
                        self.held = None  # it speaks of another version than ours: ask for the body
                        continue
                    place = _moved_to(response, current)
                    if place is None:
                        _check_status(response)
                        return await self._stage(response, current)
                self.redirects.append(Redirect(url=current, status=response.status_code, location=place))
                current = self._next_hop(place, seen)

    def _conditions(self, url: str, first: str) -> dict[str, str]:
        """The conditional headers for a hop: only the URL that gave the held copy is asked whether it changed."""
        return self.held.conditions if self.held and url == (self.held.url or first) else {}

    def _unchanged(self, response: httpx.Response, url: str) -> Unchanged:
        peer, certificate = peer_of(response)
        self.doing.detail = "Unchanged since it was fetched before (304): the bytes that are held are these."
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
            seconds=time.monotonic() - self._begun,
        )

    async def _look(self, response: httpx.Response) -> None:
        """Judge an answer before the client does, which fails at a Location that it can't ask for."""
        self.doing.http_status = response.status_code
        place = _moved_to(response, str(response.request.url))
        if place is not None:
            _checked_hop(place)

    def _next_hop(self, place: str, seen: set[str]) -> str:
        if len(self.redirects) > self.bounds.redirects:
            raise StageError("too_many_redirects", f"More than {self.bounds.redirects} redirects.")
        following = _checked_hop(place)
        if following in seen:
            raise StageError("redirect_loop", f"The redirects lead back to {following[:300]}.")
        seen.add(following)
        return following

    async def _stage(self, response: httpx.Response, url: str) -> Body:
        encoding = response.headers.get("content-encoding")
        decoder = Decoder(encoding)
        peer, certificate = peer_of(response)  # a closed connection tells nothing
        declared = response.headers.get("content-length", "")
        if declared.isdecimal() and int(declared) > self.bounds.wire_bytes:
            raise StageError("too_large", f"The body has {declared} bytes; at most {self.bounds.wire_bytes} are read.")
        with StagedFile(self.staging) as staged:
            whole = await self._receive(response, decoder, staged)
            complete = whole and decoder.ended
            if not staged.size:
                raise StageError("empty_body", "The answer has no body.", received=0)
            if not complete and _tries_left():
                raise StageError("truncated", "The body was cut short.", transient=True, received=self.wire)
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
                content_encoding=encoding,
                framing=_framing(response),
                wire_bytes=self.wire,
                name=name,
                started_at=self.started_at,
                ended_at=datetime.now(UTC),
                seconds=time.monotonic() - self._begun,
            )

    async def _receive(self, response: httpx.Response, decoder: Decoder, staged: StagedFile) -> bool:
        """Write the body; False when the connection ended before it did."""
        try:
            async for chunk in response.aiter_raw():
                self.wire += len(chunk)
                self.doing.bytes = self.wire
                if self.wire > self.bounds.wire_bytes:
                    raise StageError("too_large", f"The body is larger than {self.bounds.wire_bytes} bytes.")
                for decoded in decoder.decode(chunk):
                    staged.write(decoded)
                    if staged.size > self.bounds.decoded_bytes:
                        raise StageError(
                            "too_large", f"The body decodes to more than {self.bounds.decoded_bytes} bytes."
                        )
        except (httpx.RemoteProtocolError, httpx.ReadError):
            if not staged.size:
                raise
            return False
        return True


async def wait_for(host: str | None) -> None:
    """Wait as long as `host` asked us to, at most `RETRY_AFTER_MOST`."""
    until = _not_before.get(host or "")
    if until is None:
        return
    await asyncio.sleep(min(max(0.0, until - time.monotonic()), RETRY_AFTER_MOST))
    if host and time.monotonic() >= until:
        _not_before.pop(host, None)


@asynccontextmanager
async def named_failures(trip: Trip) -> AsyncIterator[None]:
    """The time bound of a try, and the kinds of its failures."""
    seconds = trip.bounds.seconds
    try:
        async with asyncio.timeout(seconds):
            yield
    except (TimeoutError, httpx.TimeoutException) as error:
        raise StageError(
            "timeout", f"No complete answer within {seconds:g} seconds.", transient=True, received=trip.wire
        ) from error
    except httpx.ConnectError as error:
        if _is_certificate(error):
            raise StageError("certificate", f"The certificate is not trusted: {error}") from error
        raise StageError("connection", f"No connection: {error}", transient=True) from error
    except (httpx.LocalProtocolError, httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise StageError("protocol", f"The request can't be sent: {error}") from error
    except httpx.RemoteProtocolError as error:
        if "location header" in str(error):  # the client parses it too, and has no type for its failure
            raise StageError("redirect_invalid", "A redirect leads to an address that can't be parsed.") from error
        broke = any(phrase in str(error) for phrase in _BROKE)
        kind = "connection" if broke else "protocol"
        raise StageError(kind, f"The answer is no HTTP: {error}", transient=broke, received=trip.wire) from error
    except httpx.TransportError as error:
        raise StageError("connection", f"The connection broke: {error}", transient=True, received=trip.wire) from error


def _is_certificate(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _moved_to(response: httpx.Response, url: str) -> str | None:
    place: str | None = response.headers.get("location")
    if response.status_code not in _MOVED or not place:
        return None
    try:
        return urljoin(url, place.strip())
    except ValueError:
        return place


def _checked_hop(place: str) -> str:
    try:
        return str(check_url(place).url)
    except StageError as error:
        raise StageError("redirect_invalid", f"A redirect leads to {place[:300]}: {error.message}") from error


def _check_status(response: httpx.Response) -> None:
    status = response.status_code
    if 200 <= status < 300:
        return
    if status == 304:
        raise StageError("protocol", "The server answered 304 to a request without a condition.", http_status=304)
    asked = _retry_after(response.headers.get("retry-after"))
    if asked is not None and status in _PASSING and response.request.url.host:
        _not_before[response.request.url.host] = time.monotonic() + min(asked, RETRY_AFTER_MOST)
    raise StageError(
        "http_status",
        f"The server answered {status} {response.reason_phrase}".rstrip() + ".",
        transient=status in _PASSING,
        http_status=status,
        retry_after=asked,
    )


def _retry_after(value: str | None) -> float | None:
    """The seconds that a Retry-After header asks for, in either of its forms."""
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def _tries_left() -> bool:
    context = TaskRunContext.get()
    return context is not None and context.task_run.run_count <= context.task.retries


def _headers(headers: httpx.Headers) -> dict[str, str]:
    """A head as it is kept; a name that came several times has its values joined."""
    return {name.lower(): value[:4_096] for name, value in list(headers.items())[:200]}


def _same_version(response: httpx.Response, conditions: dict[str, str]) -> bool:
    """Whether a 304 can mean the copy that we asked about: its entity tag, if it names one, is ours."""
    named, ours = response.headers.get("etag"), conditions.get("If-None-Match")
    return named is None or ours is None or named.removeprefix("W/") == ours.removeprefix("W/")


def _framing(response: httpx.Response) -> Literal["length", "chunked", "close"]:
    if "chunked" in response.headers.get("transfer-encoding", "").lower():
        return "chunked"
    return "length" if "content-length" in response.headers else "close"
