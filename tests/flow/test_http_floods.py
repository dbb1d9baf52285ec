"""Answers that are too much: bombs, streams without end, floods of fields. Each costs one try, and no memory."""

from __future__ import annotations

import asyncio
import gzip
import sys
from pathlib import Path

import pytest

from evidence import limits
from tasks.attempts import StageError
from tests.faults import Fault
from tests.flow.http_server import PAGE, Aside, Sink, bomb, endless, failures, fetch, get, refused, reply

CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
FAILED = "One failed attempt; no file."


class TestBodies:
    def test_a_body_that_says_it_is_too_large_is_not_read(self, tmp_path):
        sink = Sink()
        error = refused(tmp_path, {"/": reply(b"x" * 2_000)}, wire_bytes=1_000, sink=sink)
        assert (error.kind, error.transient, sink.ends[0].bytes) == ("too_large", False, None)

    @pytest.mark.promise("FETCH-3")
    @pytest.mark.fault("F-25", "Chunks without end")
    def test_an_endless_body_is_cut_off(self, tmp_path, fault: Fault):
        error = refused(tmp_path, {"/": endless(b"x" * 1_024)}, wire_bytes=100_000)
        assert (error.kind, error.transient) == ("too_large", False)
        fault.happened("Cut off at the limit of wire bytes, not tried again.", kept=FAILED)

    @pytest.mark.promise("FETCH-3")
    @pytest.mark.fault("F-25", "gzip of 1,000 times its size")
    def test_a_small_body_that_decodes_to_a_large_one_is_cut_off(self, tmp_path, fault: Fault):
        packed = bomb(64)
        assert len(packed) < 100_000
        error = refused(tmp_path, {"/": reply(packed, Content_Encoding="gzip")})
        assert (error.kind, error.transient) == ("too_large", False)
        assert f"more than {limits.DECODED_TIMES} times" in error.message
        fault.happened(
            f"Cut off at {limits.DECODED_TIMES} times the bytes that had come, not tried again.", kept=FAILED
        )

    @pytest.mark.promise("FETCH-3")
    def test_a_body_that_decodes_to_more_than_the_limit_is_cut_off(self, tmp_path):
        answer = reply(gzip.compress(PAGE * 20_000), Content_Encoding="gzip")
        assert refused(tmp_path, {"/": answer}, decoded_bytes=500_000).kind == "too_large"

    def test_a_page_that_repeats_itself_is_no_bomb(self, tmp_path):
        table = b"".join(b"<tr><td>%d</td><td>0.00</td></tr>" % number for number in range(60_000))
        body, _ = fetch(tmp_path, {"/": reply(gzip.compress(table), Content_Encoding="gzip")})
        assert (body.bytes, body.complete) == (len(table), True)

    @pytest.mark.promise("FETCH-3")
    @pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process's memory is read from /proc")
    @pytest.mark.parametrize("hostile", ["stream", "gzip"])
    @pytest.mark.fault("F-25", "200 MB, as a stream and out of gzip")
    def test_nothing_of_a_large_body_is_held_in_memory(self, tmp_path, hostile, fault: Fault):
        if hostile == "stream":
            answer, bounds = endless(b"x" * 65_536), {"wire_bytes": 200_000_000}
        else:
            answer, bounds = reply(bomb(201), Content_Encoding="gzip"), {"decoded_times": 2_000}
        with Aside({"/": answer}) as base:
            before = peak_megabytes()
            with pytest.raises(StageError) as failed:
                asyncio.run(get(base + "/", tmp_path, seconds=60, **bounds))
            grown = peak_megabytes(reset=False) - before
        assert failed.value.kind == "too_large"
        assert list((tmp_path / "staging").glob("*")) == []
        assert grown < 100
        fault.happened("Cut off at the limit; the process grew by less than 100 MB.", kept=FAILED)


class TestHeads:
    @pytest.mark.promise("FETCH-12")
    @pytest.mark.fault("F-25", "Heads of 1 MB in one field, of 2 MB in 2,000, of 10,000 short ones, of 3,000 cookies")
    def test_a_flood_of_fields_is_refused(self, tmp_path, fault: Fault):
        heads = [
            [b"X: " + b"y" * 1_000_000],
            [b"X-%d: %s" % (number, b"y" * 900) for number in range(2_000)],
            [b"a:b"] * 10_000,
            [b"Set-Cookie: a%d=b" % number for number in range(3_000)],
        ]
        answers = [b"HTTP/1.1 200 OK\r\n" + b"\r\n".join(head) + b"\r\n\r\n" + PAGE for head in heads]
        assert failures(tmp_path, answers) == [("too_large", False)] * 4
        fault.happened("Refused, not tried again.", kept="One failed attempt each; no file.")

    def test_a_long_value_is_kept_with_a_mark_where_it_was_cut(self, tmp_path):
        body, _ = fetch(tmp_path, {"/": reply(Link="x" * 50_000, Server="y" * 8_192)})
        assert body.headers["link"] == "x" * 8_191 + "…"
        assert body.headers["server"] == "y" * 8_192

    @pytest.mark.promise("FETCH-12")
    @pytest.mark.fault("F-25", "Redirects that set 3,000 cookies each")
    def test_a_flood_of_cookies_on_the_way_is_refused(self, tmp_path, fault: Fault):
        cookies = b"".join(b"Set-Cookie: a%d=b\r\n" % number for number in range(3_000))
        asked = []

        async def onward(request, writer):
            asked.append(request)
            writer.write(b"HTTP/1.1 302 Found\r\nLocation: /%d\r\n%s\r\n" % (len(asked), cookies))

        assert refused(tmp_path, dict.fromkeys(["/", "/1", "/2"], onward)).kind == "too_large"
        assert len(asked) == 1
        fault.happened("Refused at the first hop.", kept=FAILED)

    @pytest.mark.fault("F-25", "A redirect with a body without end")
    def test_the_body_of_a_redirect_is_not_read(self, tmp_path, fault: Fault):
        async def onward(_request, writer):
            writer.write(b"HTTP/1.1 302 Found\r\nLocation: /b\r\nTransfer-Encoding: chunked\r\n\r\n")
            while True:
                writer.write(b"400\r\n" + b"x" * 1_024 + b"\r\n")
                await writer.drain()

        body, _ = fetch(tmp_path, {"/": onward, "/b": reply()})
        assert (body.status, body.wire_bytes) == (200, len(PAGE))
        fault.happened("Followed without reading it.", kept="The page that it led to.")

    @pytest.mark.fault("F-25", "20,000 fields after the last chunk; 5,000 early hints before the head")
    def test_what_surrounds_an_answer_is_left_out(self, tmp_path, fault: Fault):
        trailers = CHUNKED + b"\r\n2\r\nhi\r\n0\r\n" + b"a: b\r\n" * 20_000 + b"\r\n"
        hints = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 5_000 + reply()
        for answer, size in ((trailers, 2), (hints, len(PAGE))):
            body, _ = fetch(tmp_path, {"/": answer})
            assert (body.bytes, body.complete, "a" in body.headers, "link" in body.headers) == (
                size,
                True,
                False,
                False,
            )
        fault.happened("Read over.", kept="The page; nothing of them.")


def peak_megabytes(*, reset=True):
    """The most memory that this process had, since the last reset."""
    if reset:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    [line] = [
        line for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines() if line.startswith("VmHWM")
    ]
    return int(line.split()[1]) / 1024
