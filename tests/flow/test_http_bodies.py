"""Bodies that end too early, too late or not as they say: known as incomplete, or read as what they say."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

import pytest

from tests.faults import Fault
from tests.flow.http_server import PAGE, failures, fetch, refused, reply

PACKED = gzip.compress(PAGE * 50, mtime=0)
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


@pytest.mark.promise("FETCH-2")
@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n" + PAGE,
        CHUNKED + b"\r\n64\r\n" + PAGE,
        CHUNKED + b"\r\n" + chunk(PAGE),
        reply(PACKED[:-9], Content_Encoding="gzip"),
        reply(PACKED[:-1], Content_Encoding="gzip"),
        CHUNKED + b"Content-Encoding: gzip\r\n\r\n" + chunk(PACKED[:-9]) + b"0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + PACKED[:-9],
    ],
    ids=["length", "in a chunk", "between chunks", "gzip", "gzip's checksum", "gzip in whole chunks", "gzip at close"],
)
@pytest.mark.fault("F-24", "Cut short by its length, its chunks or its gzip (7 ways)")
def test_a_body_cut_short_is_known_as_incomplete(tmp_path, answer, fault: Fault):
    body, _ = fetch(tmp_path, {"/": answer})
    assert not body.complete
    assert 0 < body.bytes == len(Path(body.staged).read_bytes())
    fault.happened("Told as cut short, whatever the status was.", kept="What came, marked incomplete.")


@pytest.mark.promise("FETCH-2")
@pytest.mark.fault("F-24", "Cut before the first byte of text (4 ways)")
def test_a_body_of_which_nothing_came_is_a_failure_that_may_pass(tmp_path, fault: Fault):
    answers = [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n",
        reply(PACKED[:6], Content_Encoding="gzip"),
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 999\r\n\r\n" + PACKED[:6],
    ]
    assert failures(tmp_path, answers) == [("connection", True)] * 2 + [("truncated", True)] * 2
    fault.happened("A failure that is tried again.", kept="One failed attempt each; no file.")


@pytest.mark.fault("F-24", "More bytes than its Content-Length says")
def test_what_comes_after_the_declared_length_is_no_part_of_the_body(tmp_path, fault: Fault):
    body, _ = fetch(tmp_path, {"/": reply(PAGE + b"<p>smuggled", Content_Length=len(PAGE))})
    assert (Path(body.staged).read_bytes(), body.complete, body.framing) == (PAGE, True, "length")
    fault.happened("Read up to the declared length.", kept="The declared bytes, complete.")


@pytest.mark.fault("F-24", "Ended by the end of the connection alone")
def test_a_body_that_ends_with_the_connection_is_taken(tmp_path, fault: Fault):
    body, _ = fetch(tmp_path, {"/": b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + PAGE})
    assert (body.framing, body.bytes, body.complete) == ("close", len(PAGE), True)
    fault.happened("Read as whole: nothing can tell.", kept="The page, with the kind of its end (close).")


@pytest.mark.fault("F-24", "Bytes after the end of its gzip (4 kinds)")
@pytest.mark.parametrize("after", [b"\0" * 512, b"junk", b"\x1f", b"\x1fjunk"])
def test_what_comes_after_the_gzip_is_no_part_of_the_body(tmp_path, after, fault: Fault):
    body, _ = fetch(tmp_path, {"/": reply(gzip.compress(PAGE) + after, Content_Encoding="gzip")})
    assert (Path(body.staged).read_bytes(), body.complete) == (PAGE, True)
    fault.happened("Left out, as any gzip reader does.", kept="What the gzip holds, its checksum right.")


@pytest.mark.fault("F-24", "gzip with damaged bytes, or with a wrong checksum")
def test_a_broken_encoding_is_told(tmp_path, fault: Fault):
    damaged, forged = bytearray(PACKED), bytearray(PACKED)
    damaged[15:40] = b"\xff" * 25
    forged[-6] ^= 1
    answers = [reply(bytes(packed), Content_Encoding="gzip") for packed in (damaged, forged)]
    assert failures(tmp_path, answers) == [("encoding_broken", True)] * 2
    fault.happened("A failure that is tried again.", kept="One failed attempt each; no file.")


@pytest.mark.fault("F-24", "Chunks or lengths that are none (6 kinds)")
def test_a_framing_that_is_none_is_no_answer(tmp_path, fault: Fault):
    answers = [
        CHUNKED + b"\r\nzz\r\nhi\r\n0\r\n\r\n",
        CHUNKED + b"\r\n" + b"f" * 30 + b"\r\nhi",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhi",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi!",
        b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 5_000 + b"\r\n\r\nhi",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
    ]
    assert failures(tmp_path, answers) == [("protocol", False)] * 6
    fault.happened("Refused, not tried again.", kept="One failed attempt each; no file.")


@pytest.mark.fault("F-27", "No body at all: 200, 204 and 205")
def test_an_empty_body_is_an_error_that_does_not_pass(tmp_path, fault: Fault):
    answers = [reply(b""), reply(b"", "204 No Content"), reply(b"", "205 Reset Content")]
    answers.append(reply(gzip.compress(b""), Content_Encoding="gzip"))
    assert failures(tmp_path, answers) == [("empty_body", False)] * 4
    fault.happened("Refused as empty, not tried again.", kept="One failed attempt each; no file.")


class TestEncodings:
    def test_gzip_is_decoded(self, tmp_path):
        body, _ = fetch(tmp_path, {"/": reply(gzip.compress(PAGE), Content_Encoding="x-gzip, identity")})
        assert Path(body.staged).read_bytes() == PAGE
        assert body.wire_bytes == len(gzip.compress(PAGE))
        assert body.complete

    def test_gzip_of_several_members_is_decoded(self, tmp_path):
        packed = gzip.compress(PAGE) + gzip.compress(b"<p>more") + b"\0\0"
        body, _ = fetch(tmp_path, {"/": reply(packed, Content_Encoding="gzip")})
        assert Path(body.staged).read_bytes() == PAGE + b"<p>more"

    @pytest.mark.fault("F-25", "Encodings that were not asked for: br, zstd, deflate, gzip twice (5 labels)")
    @pytest.mark.parametrize("encoding", ["br", "gzip, gzip", "zstd", "deflate", "gzip, br"])
    def test_encodings_that_were_not_asked_for_are_refused(self, tmp_path, encoding, fault: Fault):
        answer = reply(gzip.compress(gzip.compress(PAGE)), Content_Encoding=encoding)
        error = refused(tmp_path, {"/": answer})
        assert (error.kind, error.transient) == ("encoding_unsupported", False)
        fault.happened("Refused; nothing was decoded.", kept="One failed attempt each; no file.")

    @pytest.mark.fault("F-25", "gzip inside of gzip, labelled once")
    def test_one_layer_is_decoded(self, tmp_path, fault: Fault):
        inner = gzip.compress(PAGE)
        body, _ = fetch(tmp_path, {"/": reply(gzip.compress(inner), Content_Encoding="gzip")})
        assert (Path(body.staged).read_bytes(), body.media) == (inner, "unsupported")
        fault.happened(
            "One layer was decoded; what it holds is no document.", kept="The inner gzip; nothing was parsed."
        )

    def test_raw_deflate_is_no_gzip(self, tmp_path):
        assert failures(tmp_path, [reply(zlib.compress(PAGE), Content_Encoding="gzip")]) == [("encoding_broken", True)]
