"""A small web server in the test's own loop, which remembers every request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

PROSE = "<p>" + "The harbour handled ships, said the authority. " * 12 + "</p>"


@dataclass(frozen=True)
class Request:
    """A request: names of `headers` in lower case."""

    method: str
    target: str
    headers: dict[str, str]


def page(body: str = PROSE, status: str = "200 OK", **headers: str) -> bytes:
    """An answer with an HTML page."""
    data = f"<!doctype html><html><body>{body}</body></html>".encode()
    named = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(data)), **headers}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode("latin-1") + data


def moved(location: str, **headers: str) -> bytes:
    """An answer that leads elsewhere."""
    return page("", "302 Found", Location=location, **headers)


Answer = Callable[[Request], bytes]


@dataclass
class Site:
    """The server on `port` of loopback.

    Attributes:
        requests: what was asked, in order.
        connections: how many were made.
    """

    answer: Answer
    port: int = 0
    requests: list[Request] = field(default_factory=list)
    connections: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, kept open as long as the client likes."""
        self.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
                method, target, _ = head[0].split(" ")
                headers = dict(line.split(": ", 1) for line in head[1:] if line)
                request = Request(method, target, {name.lower(): value for name, value in headers.items()})
                await reader.readexactly(int(request.headers.get("content-length", "0")))
                self.requests.append(request)
                writer.write(self.answer(request))
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def site(answer: Answer) -> AsyncIterator[Site]:
    """A site that answers so."""
    made = Site(answer)
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
