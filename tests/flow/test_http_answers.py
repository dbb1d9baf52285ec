"""Statuses, labels and heads that mislead or are none: each has one kind, and is told from what may pass by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from evidence import limits
from tests.faults import Fault
from tests.flow.http_server import PAGE, Sink, failures, fetch, refused, reply

FAILED = "One failed attempt each, with the status; no file."
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n"


@pytest.mark.promise("FETCH-5")
@pytest.mark.fault("F-27", "Statuses that are no page (17 of them)")
@pytest.mark.parametrize(
    ("status", "passing"),
    [
        *((status, False) for status in (300, 302, 400, 401, 403, 404, 405, 410, 451, 500, 999)),
        *((status, True) for status in (408, 425, 429, 502, 503, 504)),
    ],
)
def test_only_passing_statuses_are_worth_another_try(tmp_path, status, passing, fault: Fault):
    sink = Sink()
    error = refused(tmp_path, {"/": reply(status=f"{status} Reason")}, sink=sink)
    assert (error.kind, error.transient, error.http_status) == ("http_status", passing, status)
    assert sink.ends[0].http_status == status
    fault.happened("Refused; 408, 425, 429, 502, 503 and 504 are tried again, no other is.", kept=FAILED)


@pytest.mark.fault("F-27", "Answers to what was not asked: 206 and 304")
def test_an_answer_to_another_request_is_none(tmp_path, fault: Fault):
    part = reply(PAGE[:9], "206 Partial Content", Content_Range=f"bytes 0-8/{len(PAGE)}")
    answers = [part, reply(b"", "304 Not Modified")]
    assert failures(tmp_path, answers) == [("protocol", False)] * 2
    fault.happened("Refused: a part is no page, and nothing was held that could be unchanged.", kept=FAILED)


@pytest.mark.promise("FETCH-6")
@pytest.mark.fault("F-27", "429 and 503 with Retry-After: seconds, a date, absurd and broken values (14 of them)")
@pytest.mark.parametrize(
    ("said", "least", "most", "passing"),
    [
        ("2", 2, 2, True),
        (" 0 ", 0, 0, True),
        (timedelta(seconds=3), 1, 3, True),
        (timedelta(days=-9), 0, 0, True),
        ("Sun, 06 Nov 1994 08:49:37", 0, 0, True),
        (str(limits.RETRY_AFTER_SECONDS + 1), 31, 31, False),
        (timedelta(days=300), 8_000_000, 30_000_000, False),
        ("9" * 5_000, 9_999_999_999, 9_999_999_999, False),
        ("-5", None, None, True),
        ("1.5", None, None, True),
        ("soon", None, None, True),
        ("Fri, 31 Dec 99999 99:59:59 GMT", None, None, True),
        ("Fri, 31 Dec 2027 23:59:59 +99999999999999", None, None, True),
        ("", None, None, True),
    ],
)
def test_the_time_that_a_server_asks_for_is_understood(tmp_path, said, least, most, passing, fault: Fault):
    if isinstance(said, timedelta):
        said = format_datetime(datetime.now(UTC) + said, usegmt=True)
    error = refused(tmp_path, {"/": reply(status="429 Slow down", Retry_After=said)})
    assert (error.kind, error.transient) == ("http_status" if passing else "asked_to_wait", passing)
    assert (error.retry_after is None) is (least is None)
    if error.retry_after is not None:
        assert least <= error.retry_after <= most
    fault.happened(
        f"Waited for up to {limits.RETRY_AFTER_SECONDS} seconds; who asks for more is not asked again by that job; "
        "what is no time is left out.",
        kept=FAILED,
    )


@pytest.mark.fault("F-27", "Answers that are no HTTP: other protocols, other versions, broken heads (11 of them)")
def test_an_answer_that_is_no_http_is_told(tmp_path, fault: Fault):
    ok = b"HTTP/1.1 200 OK\r\n"
    answers = [
        b"SSH-2.0-OpenSSH_9\r\n\r\n",
        b"<html>an answer of HTTP/0.9\r\n\r\n</html>",
        b"\x15\x03\x01\x00\x02\x02\x50",
        b"\0" * 200,
        b"HTTP/3 200 OK\r\nContent-Length: 2\r\n\r\nhi",
        b"HTTP/1.1 abc OK\r\n\r\n",
        b"HTTP/1.1 20 OK\r\n\r\n",
        b"HTTP/1.1 099 OK\r\nContent-Length: 2\r\n\r\nhi",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nhi",
        ok + b"no colon\r\n\r\nhi",
        ok + b"X: a\0b\r\n\r\nhi",
    ]
    assert failures(tmp_path, answers) == [("protocol", False)] * 11
    long = refused(tmp_path, {"/": b"HTTP/1.1 " + b"x" * 50_000 + b"\r\n\r\n"})
    assert len(long.message) < 300
    fault.happened(
        "Refused, not tried again.", kept="One failed attempt each, with the start of what was said; no file."
    )


@pytest.mark.fault("F-27", "HTML labelled as text, a PDF labelled as HTML, text labelled as a PDF")
@pytest.mark.parametrize(
    ("body", "label", "media"),
    [(PAGE, "text/plain", "html"), (PDF, "text/html", "pdf"), (b"just words", "application/pdf", "text")],
)
def test_the_content_tells_what_it_is(tmp_path, body, label, media, fault: Fault):
    got, _ = fetch(tmp_path, {"/x.bin": reply(body, Content_Type=label)}, "/x.bin")
    assert (got.media, got.content_type) == (media, label)
    fault.happened("Read as what it is.", kept="The bytes, and the label that was wrong.")


@pytest.mark.fault("F-27", "Content-Disposition with a name that leads elsewhere")
def test_a_name_from_outside_names_no_file(tmp_path, fault: Fault):
    got, _ = fetch(
        tmp_path, {"/report": reply(Content_Disposition='attachment; filename="../../etc/passwd.pdf"')}, "/report"
    )
    assert (got.media, got.name) == ("html", "report")
    assert Path(got.staged).parent == tmp_path / "staging"
    fault.happened("Read like any page; the name was not used.", kept="The page, under a name of our own.")
