"""Pages whose answer begins well and breaks, and pages that lead on: what is told is what happened, and at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tasks.attempts import StageError
from tasks.browser_fetch import RenderedPage, fetch_rendered
from tasks.guard import AddressPolicy
from tests.faults import Fault
from tests.flow.browsers import Sink, Stage, needs_chromium, quick, stage
from tests.pace import pace

__all__ = ["quick", "stage"]
pytestmark = [needs_chromium, pytest.mark.usefixtures("quick")]
WORDS = b"<p>" + b"The harbour handled ships, said the authority. " * 40 + b"</p>"
INSIDE = b"""<script>
fetch('http://169.254.169.254/', {mode: 'no-cors'}).catch(() => 0).then(() => {
  location.href = 'http://169.254.169.254/';
  location.href = '/gone';
})</script>"""


def answer(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    head = [f"HTTP/1.1 {status}", "Content-Type: text/html", "Connection: close", *headers]
    return "\r\n".join([*head, "", ""]).encode() + body


ANSWERS = {
    "/gzip": answer(WORDS, "Content-Encoding: gzip"),
    "/br": answer(WORDS, "Content-Encoding: br"),
    "/length": answer(WORDS, f"Content-Length: {len(WORDS) * 2}"),
    "/chunks": answer(b"%x\r\n%b\r\n" % (len(WORDS), WORDS), "Transfer-Encoding: chunked"),
    "/bad-chunks": answer(b"%x\r\n%b\r\nzz\r\n" % (len(WORDS), WORDS), "Transfer-Encoding: chunked"),
    "/going-on": answer(b"<script>location.href = '/whole'</script>" + WORDS, f"Content-Length: {len(WORDS) * 2}"),
    "/inside": answer(WORDS + INSIDE),
    "/whole": answer(WORDS),
}
LEFT = asyncio.Event()
"""The page that goes on has asked for where it goes to."""


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
    writer.write(ANSWERS.get(path) or answer(b"", status="404 Not Found"))
    await writer.drain()
    if path == "/whole":
        LEFT.set()
    elif path == "/going-on":
        await LEFT.wait()
    writer.close()


@asynccontextmanager
async def site() -> AsyncIterator[str]:
    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def visit(stage: Stage, url: str, folder: Path) -> RenderedPage:
    return await fetch_rendered.fn(
        url,
        job_id="j",
        session_id="fc_1",
        staging=str(folder),
        sink=Sink(),
        chromium=stage.chromium,
        policy=AddressPolicy(allow_private=True),
        seconds=20,
        screenshot=False,
    )


def failure(stage: Stage, path: str, folder: Path) -> StageError:
    async def run() -> StageError:
        async with site() as base:
            with pytest.raises(StageError) as caught:
                await visit(stage, base + path, folder)
            return caught.value

    return stage.run(run())


@pytest.mark.parametrize(
    ("path", "kind", "named"),
    [
        ("/gzip", "encoding_broken", "CONTENT_DECODING_FAILED"),
        ("/br", "encoding_broken", "CONTENT_DECODING_FAILED"),
        ("/length", "truncated", "CONTENT_LENGTH_MISMATCH"),
        ("/chunks", "truncated", "INCOMPLETE_CHUNKED_ENCODING"),
        ("/bad-chunks", "connection", "INVALID_CHUNKED_ENCODING"),
    ],
)
@pytest.mark.fault("F-24", "Pages that break in the browser: no gzip, no br, a lying length, cut and broken chunks")
def test_a_page_that_breaks_is_told_at_once(
    stage: Stage, tmp_path: Path, fault: Fault, path: str, kind: str, named: str
) -> None:
    start = time.monotonic()
    error = failure(stage, path, tmp_path)
    assert (error.kind, error.transient) == (kind, True)
    assert named in error.message
    assert time.monotonic() - start < 15 * pace()
    assert list(tmp_path.iterdir()) == []
    fault.happened(
        "All 5 failed at once, long before the deadline, as truncated, encoding_broken or connection, with the "
        "browser's own word for it.",
        kept="The failed try; no file.",
    )


def test_a_page_that_goes_on_before_it_breaks_is_followed(stage: Stage, tmp_path: Path) -> None:
    async def run() -> None:
        async with site() as base:
            got = await visit(stage, f"{base}/going-on", tmp_path)
            assert got.body.final_url == f"{base}/whole"

    stage.run(run())


@pytest.mark.fault("F-21", "A page whose script leads inside and, at once, on to a page that is not there")
def test_the_way_inside_is_told_rather_than_the_status_after_it(stage: Stage, tmp_path: Path, fault: Fault) -> None:
    error = failure(stage, "/inside", tmp_path)
    assert error.kind == "address_refused"
    assert "169.254.169.254" in error.message
    fault.happened("Refused with the address inside, not as status 404.", kept="The failed try; no file.")
