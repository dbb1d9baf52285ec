"""Fetching over HTTP from loopback servers that behave in every way a server can misbehave."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import time
import zlib
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from tasks.attempts import StageError
from tasks.bodies import Held, Unchanged
from tasks.guard import AddressPolicy, system_resolver
from tasks.http_fetch import FetchLimits, cache_key, fetch_http, is_passing, user_agent

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
            answer = self.answers[request.split(" ")[1].partition("?")[0]]
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
async def serving():
    server = Server()
    listener = await asyncio.start_server(server.handle, "127.0.0.1", 0)
    server.base = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield server
    finally:
        listener.close()


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


def refused(tmp_path, answers, path="/", **arguments):
    with pytest.raises(StageError) as failed:
        fetch(tmp_path, answers, path, **arguments)
    assert list((tmp_path / "staging").glob("*")) == []
    return failed.value


class TestBody:
    @pytest.mark.promise("FETCH-1")
    def test_everything_about_the_answer_is_kept(self, tmp_path):
        sink = Sink()
        body, server = fetch(
            tmp_path,
            {"/a%20b.html": reply(Content_Type="text/html; charset=utf-8", ETag='"1"')},
            "/a%20b.html?q=1#f",
            sink=sink,
        )
        assert Path(body.staged).read_bytes() == PAGE
        assert body.sha256 == hashlib.sha256(PAGE).hexdigest()
        assert body.intact()
        assert (body.bytes, body.wire_bytes, body.status) == (len(PAGE), len(PAGE), 200)
        assert (body.media, body.complete, body.framing) == ("html", True, "length")
        assert (body.final_url, body.name) == (server.base + "/a%20b.html?q=1", "a b.html")
        assert body.peer == "127.0.0.1"
        assert body.headers["etag"] == '"1"'
        assert body.content_type == "text/html; charset=utf-8"
        assert body.started_at <= body.ended_at
        [end] = sink.ends
        assert (end.outcome, end.http_status, end.bytes) == ("succeeded", 200, len(PAGE))
        assert sink.starts[0].stage == "http"

    def test_the_program_says_its_name_and_asks_for_one_encoding(self, tmp_path):
        _, server = fetch(tmp_path, {"/": reply()})
        assert f"User-Agent: {user_agent()}\r\n" in server.requests[0]
        assert user_agent().startswith("uratori")
        assert "http" not in user_agent()
        assert "accept-encoding: gzip, identity\r\n" in server.requests[0].lower()

    def test_gzip_is_decoded(self, tmp_path):
        body, _ = fetch(tmp_path, {"/": reply(gzip.compress(PAGE), Content_Encoding="gzip")})
        assert Path(body.staged).read_bytes() == PAGE
        assert body.wire_bytes == len(gzip.compress(PAGE))
        assert body.complete

    def test_gzip_of_several_members_is_decoded(self, tmp_path):
        body, _ = fetch(
            tmp_path, {"/": reply(gzip.compress(PAGE) + gzip.compress(b"<p>more") + b"\0\0", Content_Encoding="gzip")}
        )
        assert Path(body.staged).read_bytes() == PAGE + b"<p>more"

    def test_chunks_are_joined(self, tmp_path):
        body, _ = fetch(tmp_path, {"/": reply(b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", Transfer_Encoding="chunked")})
        assert Path(body.staged).read_bytes() == b"abcde"
        assert (body.framing, body.complete) == ("chunked", True)

    def test_a_body_that_ends_with_the_connection_is_taken(self, tmp_path):
        body, _ = fetch(tmp_path, {"/": b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + PAGE})
        assert (body.framing, body.bytes) == ("close", len(PAGE))


class TestCutShort:
    @pytest.mark.promise("FETCH-2")
    @pytest.mark.parametrize(
        "answer",
        [
            b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n" + PAGE,
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n" + PAGE,
            reply(gzip.compress(PAGE * 50, mtime=0)[:-9], Content_Encoding="gzip"),
        ],
        ids=["length", "chunk", "gzip"],
    )
    def test_a_body_cut_short_is_known_as_incomplete(self, tmp_path, answer):
        body, _ = fetch(tmp_path, {"/": answer})
        assert not body.complete
        assert body.bytes > 0

    def test_a_connection_closed_before_any_byte_may_pass(self, tmp_path):
        error = refused(tmp_path, {"/": b""})
        assert (error.kind, error.transient) == ("connection", True)

    def test_an_empty_body_is_an_error_that_does_not_pass(self, tmp_path):
        for answer in (reply(b""), reply(b"", status="204 No Content")):
            error = refused(tmp_path, {"/": answer})
            assert (error.kind, error.transient) == ("empty_body", False)

    def test_a_broken_encoding_is_told(self, tmp_path):
        damaged = bytearray(gzip.compress(PAGE * 20))
        damaged[15:40] = b"\xff" * 25
        assert refused(tmp_path, {"/": reply(bytes(damaged), Content_Encoding="gzip")}).kind == "encoding_broken"

    @pytest.mark.parametrize("encoding", ["br", "gzip, gzip", "zstd", "deflate"])
    def test_encodings_that_were_not_asked_for_are_refused(self, tmp_path, encoding):
        assert refused(tmp_path, {"/": reply(Content_Encoding=encoding)}).kind == "encoding_unsupported"


class TestBounds:
    def test_a_body_that_says_it_is_too_large_is_not_read(self, tmp_path):
        error = refused(tmp_path, {"/": reply(b"x" * 2_000)}, wire_bytes=1_000)
        assert (error.kind, error.transient) == ("too_large", False)

    @pytest.mark.promise("FETCH-3")
    def test_an_endless_body_is_cut_off(self, tmp_path):
        async def endless(_request, writer):
            writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while True:
                writer.write(b"400\r\n" + b"x" * 1_024 + b"\r\n")
                await writer.drain()

        assert refused(tmp_path, {"/": endless}, wire_bytes=100_000).kind == "too_large"

    @pytest.mark.promise("FETCH-3")
    def test_a_small_body_that_decodes_to_a_large_one_is_cut_off(self, tmp_path):
        packer = zlib.compressobj(9, wbits=31)
        bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(64)) + packer.flush()
        assert len(bomb) < 100_000
        assert (
            refused(tmp_path, {"/": reply(bomb, Content_Encoding="gzip")}, decoded_bytes=5_000_000).kind == "too_large"
        )

    @pytest.mark.promise("FETCH-4")
    @pytest.mark.parametrize(
        "first", [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n"]
    )
    def test_a_server_that_drips_meets_the_deadline_of_the_whole_try(self, tmp_path, first):
        async def dripping(_request, writer):
            writer.write(first)
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.02)

        begun = time.monotonic()
        error = refused(tmp_path, {"/": dripping}, seconds=0.4)
        assert (error.kind, error.transient) == ("timeout", True)
        assert time.monotonic() - begun < 3

    def test_a_flood_of_headers_is_refused(self, tmp_path):
        flood = b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: %s\r\n" % (i, b"y" * 900) for i in range(2_000)) + b"\r\n"
        error = refused(tmp_path, {"/": flood})
        assert (error.kind, error.transient) == ("too_large", False)

    def test_an_answer_that_is_no_http_is_told(self, tmp_path):
        error = refused(tmp_path, {"/": b"SSH-2.0-OpenSSH_9\r\n\r\n"})
        assert (error.kind, error.transient) == ("protocol", False)


class TestRedirects:
    @pytest.mark.promise("FETCH-1")
    def test_every_hop_is_recorded(self, tmp_path):
        body, server = fetch(
            tmp_path,
            {
                "/": reply(b"", "301 Moved", Location="/b?x=1#frag"),
                "/b": reply(b"", "302 Found", Location="c"),
                "/c": reply(),
            },
        )
        assert body.final_url == server.base + "/c"
        assert [(hop.url, hop.status, hop.location) for hop in body.redirects] == [
            (server.base + "/", 301, server.base + "/b?x=1#frag"),
            (server.base + "/b?x=1", 302, server.base + "/c"),
        ]

    @pytest.mark.promise("FETCH-9")
    def test_a_loop_is_refused(self, tmp_path):
        error = refused(
            tmp_path, {"/": reply(b"", "302 Found", Location="/b"), "/b": reply(b"", "302 Found", Location="/#x")}
        )
        assert (error.kind, error.transient) == ("redirect_loop", False)

    @pytest.mark.promise("FETCH-9")
    def test_the_sixth_hop_is_refused(self, tmp_path):
        chain = {f"/{i or ''}": reply(b"", "307 Go", Location=f"/{i + 1}") for i in range(7)} | {"/7": reply()}
        assert refused(tmp_path, chain).kind == "too_many_redirects"
        assert fetch(tmp_path, chain, "/2")[0].status == 200

    @pytest.mark.promise("GUARD-3")
    @pytest.mark.parametrize(
        "place",
        [
            "file:///etc/passwd",
            "//user@host/",
            "ftp://host/",
            "http://[::1",
            "javascript:alert(1)",
            "data:text/html,x",
            "about:blank",
            "http://xn--a/",
        ],
    )
    def test_a_hop_to_a_forbidden_form_is_refused(self, tmp_path, place):
        assert refused(tmp_path, {"/": reply(b"", "302 Found", Location=place)}).kind == "redirect_invalid"

    @pytest.mark.promise("GUARD-3")
    def test_a_hop_to_a_forbidden_address_is_refused(self, tmp_path):
        error = refused(tmp_path, {"/": reply(b"", "302 Found", Location="http://169.254.169.254/latest")})
        assert (error.kind, error.transient) == ("address_refused", False)


class TestHeld:
    OURS = Held(etag='"v1"', last_modified="Thu, 01 Jan 2026 00:00:00 GMT")

    def test_what_we_hold_is_asked_for_only_if_it_changed(self, tmp_path):
        sink = Sink()
        got, server = fetch(tmp_path, {"/": reply(b"", "304 Not Modified", ETag='"v1"')}, sink=sink, held=self.OURS)
        assert isinstance(got, Unchanged)
        assert (got.final_url, got.status, got.headers["etag"]) == (server.base + "/", 304, '"v1"')
        assert (got.request_headers["if-none-match"], got.peer) == ('"v1"', "127.0.0.1")
        assert 'if-none-match: "v1"\r\nif-modified-since: thu, 01 jan 2026' in server.requests[0].lower()
        assert (sink.ends[0].outcome, sink.ends[0].http_status) == ("succeeded", 304)
        assert list((tmp_path / "staging").glob("*")) == []

    def test_a_changed_page_is_fetched(self, tmp_path):
        got, _ = fetch(tmp_path, {"/": reply(ETag='"v2"')}, held=self.OURS)
        assert (got.status, got.bytes, got.headers["etag"]) == (200, len(PAGE), '"v2"')
        assert 0 < got.seconds < 5

    def test_only_the_url_that_gave_the_copy_is_asked_about_it(self, tmp_path):
        moved = {"/": reply(b"", "302 Found", Location="/b"), "/b": reply()}
        _, server = fetch(tmp_path, moved, held=self.OURS)
        assert ["if-none-match" in request.lower() for request in server.requests] == [True, False]

        async def run():
            async with serving() as server:
                server.answers = {**moved, "/b": reply(b"", "304 Not Modified")}
                got = await get(server.base + "/", tmp_path, held=Held(etag='"v1"', url=server.base + "/b"))
                return got, server

        got, server = asyncio.run(run())
        assert ["if-none-match" in request.lower() for request in server.requests] == [False, True]
        assert (got.final_url, [hop.status for hop in got.redirects]) == (server.base + "/b", [302])

    def test_the_body_is_asked_for_when_the_answer_is_about_another_version(self, tmp_path):
        async def changing(request, writer):
            asked = "if-none-match" in request.lower()
            writer.write(reply(b"", "304 Not Modified", ETag='"v9"') if asked else reply())

        got, server = fetch(tmp_path, {"/": changing}, held=self.OURS)
        assert (got.status, len(server.requests)) == (200, 2)

    def test_an_unasked_word_that_nothing_changed_is_no_answer(self, tmp_path):
        error = refused(tmp_path, {"/": reply(b"", "304 Not Modified")})
        assert (error.kind, error.transient, error.http_status) == ("protocol", False, 304)

    def test_validators_that_are_none_are_not_sent(self, tmp_path):
        held = Held(etag='"a"\r\nX-Evil: 1', last_modified="yesterday")
        got, server = fetch(tmp_path, {"/": reply()}, held=held)
        assert got.status == 200
        assert "evil" not in server.requests[0].lower()
        assert "if-" not in server.requests[0].lower()


class TestStatus:
    @pytest.mark.promise("FETCH-5")
    @pytest.mark.parametrize(
        ("status", "passing"),
        [
            (400, False),
            (401, False),
            (403, False),
            (404, False),
            (410, False),
            (500, False),
            (429, True),
            (502, True),
            (503, True),
            (504, True),
            (300, False),
        ],
    )
    def test_only_passing_statuses_are_worth_another_try(self, tmp_path, status, passing):
        sink = Sink()
        error = refused(tmp_path, {"/": reply(status=f"{status} Reason")}, sink=sink)
        assert (error.kind, error.transient, error.http_status) == ("http_status", passing, status)
        [end] = sink.ends
        assert (end.outcome, end.error_kind, end.http_status) == ("failed", "http_status", status)

class TestGuarded:
    @pytest.mark.promise("GUARD-2")
    def test_loopback_is_refused_unless_opened(self, tmp_path):
        sink = Sink()
        error = refused(tmp_path, {"/": reply()}, sink=sink, policy=AddressPolicy())
        assert (error.kind, error.transient) == ("address_refused", False)
        assert sink.ends[0].error_kind == "address_refused"

    @pytest.mark.promise("GUARD-4")
    def test_the_address_that_was_checked_is_the_one_connected_to(self, tmp_path):
        asked = []

        async def resolver(host, port):
            asked.append((host, port))
            return ["127.0.0.1"]

        async def run():
            async with serving() as server:
                server.answers["/"] = reply()
                port = server.base.rpartition(":")[2]
                body = await get(f"http://name.example:{port}/", tmp_path, resolver=resolver)
                return body, server, port

        body, server, port = asyncio.run(run())
        assert asked == [("name.example", int(port))]
        assert body.peer == "127.0.0.1"
        assert f"host: name.example:{port}\r\n" in server.requests[0].lower()

    @pytest.mark.promise("GUARD-3")
    def test_a_name_whose_answers_change_is_checked_again_at_every_hop(self, tmp_path):
        answers = iter([["127.0.0.1"], ["169.254.169.254"]])

        async def rebinding(_host, _port):
            return next(answers)

        async def run():
            async with serving() as server:
                server.answers["/"] = reply(b"", "302 Found", Location="/again")
                port = server.base.rpartition(":")[2]
                await get(f"http://name.example:{port}/", tmp_path, resolver=rebinding)

        with pytest.raises(StageError) as failed:
            asyncio.run(run())
        assert failed.value.kind == "address_refused"

    def test_a_proxy_of_the_environment_is_not_used(self, tmp_path, monkeypatch):
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, "http://127.0.0.1:9")
        assert fetch(tmp_path, {"/": reply()})[0].status == 200

    def test_nothing_listening_may_pass(self, tmp_path):
        async def run():
            async with serving() as server:
                base = server.base
            await get(base + "/", tmp_path)

        with pytest.raises(StageError) as failed:
            asyncio.run(run())
        assert (failed.value.kind, failed.value.transient) == ("connection", True)


@pytest.mark.promise("FETCH-5")
def test_only_passing_failures_meet_the_condition_of_a_retry():
    class State:
        def __init__(self, data):
            self.data = data

    assert is_passing(None, None, State(StageError("timeout", "x", transient=True)))
    assert not is_passing(None, None, State(StageError("address_refused", "x")))
    assert not is_passing(None, None, State(ValueError()))


def test_a_kept_body_belongs_to_one_job_and_one_url():
    one = cache_key(None, {"job_id": "a", "url": "http://h/1", "sink": object()})
    assert one == cache_key(None, {"job_id": "a", "url": "http://h/1", "sink": object()})
    assert one != cache_key(None, {"job_id": "b", "url": "http://h/1"})
    assert one != cache_key(None, {"job_id": "a", "url": "http://h/2"})


def test_the_word_that_a_copy_is_unchanged_counts_only_for_that_copy():
    held = Held(etag='"1"')
    one = cache_key(None, {"job_id": "a", "url": "http://h/1", "held": held})
    assert one == cache_key(None, {"job_id": "a", "url": "http://h/1", "held": Held(etag='"1"')})
    assert one != cache_key(None, {"job_id": "a", "url": "http://h/1", "held": None})
    assert one != cache_key(None, {"job_id": "a", "url": "http://h/1", "held": Held(etag='"2"')})
