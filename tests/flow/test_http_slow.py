"""Servers that are slow in every way. Each meets the deadline of the whole try, or is given up before it."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager

import pytest

from tasks.attempts import StageError
from tests.faults import Fault
from tests.flow.http_server import Sink, get, refused, reply

FAILED = "One failed attempt; no file."
SECONDS = 0.4


def dripping(first=b"", drop=b"x", pause=0.02):
    async def answer(_request, writer):
        writer.write(first)
        while True:
            writer.write(drop)
            await writer.drain()
            await asyncio.sleep(pause)

    return answer


def given_up(tmp_path, answer, **bounds):
    """How the try failed, and after how many seconds."""
    begun = time.monotonic()
    error = refused(tmp_path, {"/": answer}, **{"seconds": SECONDS, **bounds})
    return error, time.monotonic() - begun


@pytest.mark.promise("FETCH-4")
@pytest.mark.fault("F-26", "No byte after the request, a head byte by byte, a body byte by byte, chunks without end")
@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (b"", b""),
        (b"", b"x"),
        (b"HTTP/1.1 200 OK\r\n", b"x"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n", b"x"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"400\r\n" + b"x" * 1_024 + b"\r\n"),
        (b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
    ],
    ids=["silent", "status", "head", "body", "chunks", "hints"],
)
def test_a_server_that_drips_meets_the_deadline_of_the_whole_try(tmp_path, first, drop, fault: Fault):
    error, took = given_up(tmp_path, dripping(first, drop))
    assert (error.kind, error.transient) == ("timeout", True)
    assert SECONDS <= took < SECONDS + 1
    fault.happened("Ended within a second of the deadline; tried again.", kept="One failed attempt each; no file.")


@pytest.mark.promise("FETCH-4")
@pytest.mark.fault("F-26", "Redirects that each take a while")
def test_the_deadline_counts_over_all_hops(tmp_path, fault: Fault):
    async def slow(request, writer):
        await asyncio.sleep(SECONDS / 3)
        writer.write(reply(b"", "302 Found", Location=request.split(" ")[1] + "a"))

    begun = time.monotonic()
    error = refused(tmp_path, {"/" + "a" * number: slow for number in range(6)}, seconds=SECONDS)
    assert (error.kind, error.transient) == ("timeout", True)
    assert time.monotonic() - begun < SECONDS + 1
    fault.happened("Ended within a second of the one deadline.", kept=FAILED)


@pytest.mark.promise("FETCH-13")
@pytest.mark.fault("F-26", "A body of fewer bytes per second than the least, from its start or after a while")
@pytest.mark.parametrize("before", [b"", b"x" * 5_000])
def test_a_body_that_comes_too_slowly_is_given_up(tmp_path, before, fault: Fault):
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n"
    error, took = given_up(tmp_path, dripping(head + before), seconds=5, rate=1_000, pace_seconds=0.2)
    assert (error.kind, error.transient) == ("too_slow", True)
    assert took < 1.5
    fault.happened("Given up long before the deadline; tried again.", kept="One failed attempt each; no file.")


@pytest.mark.promise("FETCH-13")
def test_a_body_that_keeps_the_pace_has_the_whole_time(tmp_path):
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n"
    error, took = given_up(tmp_path, dripping(head, b"x" * 100), rate=1_000, pace_seconds=0.1)
    assert (error.kind, took >= SECONDS) == ("timeout", True)


@asynccontextmanager
async def deaf():
    """A server that takes connections and never says a word."""
    open_ones = []
    listener = await asyncio.start_server(lambda *ends: open_ones.append(ends), "127.0.0.1", 0)
    try:
        yield listener.sockets[0].getsockname()[1]
    finally:
        for _, writer in open_ones:
            writer.close()
        listener.close()


@pytest.mark.promise("FETCH-4")
@pytest.mark.fault("F-26", "A TLS handshake that is never answered")
def test_a_handshake_that_stalls_is_given_up(tmp_path, fault: Fault):
    sink = Sink()

    async def run():
        async with deaf() as port:
            await get(f"https://127.0.0.1:{port}/", tmp_path, seconds=SECONDS, sink=sink)

    begun = time.monotonic()
    with pytest.raises(StageError) as failed:
        asyncio.run(run())
    assert (failed.value.kind, failed.value.transient) == ("connection", True)
    assert time.monotonic() - begun < SECONDS + 1
    assert [end.error_kind for end in sink.ends] == ["connection"]
    fault.happened("Given up after a third of the deadline; tried again.", kept=FAILED)
