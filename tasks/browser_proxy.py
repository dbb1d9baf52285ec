"""The browser's only way out: a proxy on loopback that connects to nothing but addresses that the guard has checked.

It sees every request of a page, whatever made it (redirects, frames, workers, sockets), and resolves the names itself,
so the address that was checked is the one that is reached.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from tasks.attempts import StageError
from tasks.guard import AddressPolicy, Resolver, check_url, resolve_and_check, system_resolver

HEAD_BYTES: Final = 64 * 1024
CHUNK: Final = 64 * 1024
HEAD_SECONDS: Final = 15.0
CONNECT_SECONDS: Final = 10.0
"""For each of a host's addresses."""
REQUEST: Final = re.compile(rb"([A-Z]{1,20}) (\S+) HTTP/1\.[01]\r\n")
OWN_HEADERS: Final = re.compile(rb"(?im)^(?:proxy-[a-z-]+|connection|keep-alive):[^\r\n]*\r\n")
LENGTH: Final = re.compile(rb"(?im)^content-length:[ \t]*(\d{1,18})[ \t]*\r\n")

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Place = tuple[str, int | None]
"""A host, as in `tasks.guard.Target`, and a port."""


@dataclass
class Proxy:
    """A running proxy.

    Attributes:
        refused: why a place was not reached, by place; the page itself only learns that it failed.
        peers: the address that a place was reached at, by place. The first that answers is used to the page's end.
        received: bytes from all servers; the connections end when there are more than `most`.
        cut: set when that has happened.
    """

    policy: AddressPolicy
    resolver: Resolver
    most: int
    url: str = ""
    refused: dict[Place, StageError] = field(default_factory=dict)
    peers: dict[Place, str] = field(default_factory=dict)
    received: int = 0
    cut: asyncio.Event = field(default_factory=asyncio.Event)
    _open: set[asyncio.Task[None]] = field(default_factory=set)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of the browser: one request, or one tunnel."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  (a callback of a server runs in a task)
        self._open.add(task)
        try:
            await self._serve(reader, writer)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the browser or the server hung up, which the page sees as what it is
        except asyncio.CancelledError:
            pass  # the proxy is closed
        finally:
            self._open.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(HEAD_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
        request = REQUEST.match(head)
        if request is None:
            await _answer(writer, "400 Bad Request")
            return
        method, address = request[1], request[2].decode("latin-1")
        tunnel = method == b"CONNECT"
        url = f"https://{address}" if tunnel else address
        try:
            target = check_url(url)
            upstream = await self._connect(target.host, target.port)
        except StageError as error:
            self.refused.setdefault(place_of(url), error)
            await _answer(writer, "403 Forbidden")
            return
        try:
            if tunnel:
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                await self._pump((reader, writer), upstream)
            else:
                rest = OWN_HEADERS.sub(b"", head[request.end() :])
                upstream[1].write(method + b" " + _path(request[2]) + b" HTTP/1.1\r\nConnection: close\r\n" + rest)
                length = LENGTH.search(rest)
                await self._pump((reader, writer), upstream, most=int(length[1]) if length else 0)
        finally:
            # All that counts has been passed on: a server that reads no more is not waited for.
            upstream[1].transport.abort()

    async def _connect(self, host: str, port: int) -> Connection:
        used = self.peers.get((host, port))
        addresses = [used] if used else await resolve_and_check(host, port, self.policy, resolver=self.resolver)
        failure: OSError | None = None
        for address in addresses:
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    upstream = await asyncio.open_connection(address, port, limit=CHUNK)
            except OSError as error:  # TimeoutError is one, too
                failure = error
                continue
            self.peers[host, port] = address
            return upstream
        raise StageError("connection", f"{host} can't be reached.", transient=True) from failure

    async def _pump(self, browser: Connection, server: Connection, most: int | None = None) -> None:
        """Both directions until either side ends. `most` are the bytes of the one request's body; None: a tunnel."""
        up = asyncio.create_task(_copy(browser[0], server[1], most))
        down = asyncio.create_task(self._down(server[0], browser[1]))
        try:
            await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)

    async def _down(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK):
            self.received += len(data)
            if self.received > self.most:
                self.cut.set()
                writer.transport.abort()
                return
            writer.write(data)
            await writer.drain()

    async def close(self) -> None:
        """End every connection."""
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)


@asynccontextmanager
async def guarded_proxy(
    policy: AddressPolicy, most: int, *, resolver: Resolver = system_resolver
) -> AsyncIterator[Proxy]:
    """A proxy on a free loopback port, for one page. `most` bounds the bytes that the page may fetch in all."""
    proxy = Proxy(policy, resolver, most)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0, limit=HEAD_BYTES)
    proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        await proxy.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int | None) -> None:
    """Until the reader ends, or says more than `most` bytes: a further request, which needs a connection of its own."""
    left = CHUNK if most is None else most
    while data := await reader.read(min(left, CHUNK) or 1):
        if left == 0:
            return
        writer.write(data)
        await writer.drain()
        if most is not None:
            left -= len(data)


async def _answer(writer: asyncio.StreamWriter, status: str) -> None:
    writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode("ascii"))
    with contextlib.suppress(ConnectionError):
        await writer.drain()


def _path(url: bytes) -> bytes:
    """The path and query of an absolute URL, as the browser wrote them."""
    after = url.partition(b"://")[2]
    start = min((place for place in (after.find(b"/"), after.find(b"?")) if place >= 0), default=len(after))
    path = after[start:]
    return path if path.startswith(b"/") else b"/" + path


def place_of(url: str) -> Place:
    """Where a URL of the browser's leads to; the whole text and no port where it is none."""
    try:
        parts = urlsplit(url)
        return (parts.hostname or "").lower(), parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return url, None
