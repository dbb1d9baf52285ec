"""A raw loopback server that answers with any bytes, and fetching from it."""

from __future__ import annotations

import asyncio
import threading
import zlib
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from tasks.attempts import StageError
from tasks.guard import AddressPolicy, system_resolver
from tasks.http_fetch import FetchLimits, fetch_http

OPEN = AddressPolicy(allow_private=True)
PAGE = "<!doctype html><html><body><p>Grüße aus der Seite.</p></body></html>".encode()
Answer = Callable[[str, asyncio.StreamWriter], Awaitable[None]]


class Sink:
    """Remembers the attempts."""

    def __init__(self):
        self.starts = []
        self.ends = []

    def started(self, start):
        self.starts.append(start)

    def ended(self, end):
        self.ends.append(end)


def reply(body=PAGE, status="200 OK", **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if "Transfer-Encoding" not in named:
        named.setdefault("Content-Length", str(len(body)))
    head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode("latin-1") + body


NOT_FOUND = reply(b"", "404 Not Found")


class Server:
    """A raw server: `answers` maps a path to bytes, or to a coroutine function that writes them."""

    def __init__(self):
        self.answers: dict[str, bytes | Answer] = {}
        self.requests: list[str] = []
        self.base = ""

    async def handle(self, reader, writer):
        try:
            request = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            self.requests.append(request)
            answer = self.answers.get(request.split(" ")[1].partition("?")[0], NOT_FOUND)
            if callable(answer):
                await answer(request, writer)
            else:
                writer.write(answer)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def serving(ssl=None):
    server = Server()
    listener = await asyncio.start_server(server.handle, "127.0.0.1", 0, ssl=ssl)
    server.base = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield server
    finally:
        listener.close()


class Aside:
    """A server in a thread and a loop of its own."""

    def __init__(self, answers):
        self.answers = answers
        self.base = ""
        self.up, self.down = threading.Event(), None
        self.thread = threading.Thread(target=lambda: asyncio.run(self.run()), daemon=True)

    async def run(self):
        self.loop, self.down = asyncio.get_running_loop(), asyncio.Event()
        async with serving() as server:
            server.answers = self.answers
            self.base = server.base
            self.up.set()
            await self.down.wait()

    def __enter__(self):
        self.thread.start()
        assert self.up.wait(10)
        return self.base

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.down.set)
        self.thread.join(10)


def bomb(megabytes):
    """So many megabytes of nothing, as gzip: about a thousandth of that."""
    packer = zlib.compressobj(9, wbits=31)
    return b"".join(packer.compress(bytes(1 << 20)) for _ in range(megabytes)) + packer.flush()


def endless(block):
    """An answer that repeats the block as a chunk for ever."""

    async def answer(_request, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"%x\r\n%s\r\n" % (len(block), block))
            await writer.drain()

    return answer


async def get(url, tmp_path, *, sink=None, policy=OPEN, held=None, resolver=system_resolver, politeness=None, **bounds):
    return await fetch_http.fn(
        url,
        job_id="job",
        session_id="fc_x",
        staging=str(tmp_path / "staging"),
        sink=sink or Sink(),
        policy=policy,
        bounds=FetchLimits(**{"seconds": 5.0, **bounds}),
        resolver=resolver,
        politeness=politeness,
        held=held,
    )


def fetch(tmp_path, answers, path="/", **arguments):
    """Fetch `path` from a server with these answers; the body, and the server."""

    async def run():
        async with serving() as server:
            server.answers = answers
            return await get(server.base + path, tmp_path, **arguments), server

    return asyncio.run(run())


def refused(tmp_path, answers, path="/", *, sink=None, **arguments):
    """Why `path` could not be fetched. That it failed is told, and nothing of it is left on the disk."""
    sink = sink or Sink()
    with pytest.raises(StageError) as failed:
        fetch(tmp_path, answers, path, sink=sink, **arguments)
    assert [(end.outcome, end.error_kind) for end in sink.ends] == [("failed", failed.value.kind)]
    assert list((tmp_path / "staging").glob("*")) == []
    return failed.value


def failures(tmp_path, answers, **arguments):
    """The kind of each answer's failure, and whether it may pass."""
    errors = [refused(tmp_path, {"/": answer}, **arguments) for answer in answers]
    return [(error.kind, error.transient) for error in errors]
