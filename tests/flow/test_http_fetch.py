"""Fetching over HTTP from a loopback server: what is asked, what is kept, what is asked about again, who is reached."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import pytest

from tasks.attempts import StageError
from tasks.bodies import Held, Unchanged
from tasks.guard import AddressPolicy
from tasks.http_fetch import cache_key, is_passing, user_agent
from tests.flow.http_server import PAGE, Sink, fetch, get, refused, reply, serving


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

    def test_chunks_are_joined(self, tmp_path):
        body, _ = fetch(tmp_path, {"/": reply(b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", Transfer_Encoding="chunked")})
        assert Path(body.staged).read_bytes() == b"abcde"
        assert (body.framing, body.complete) == ("chunked", True)


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
