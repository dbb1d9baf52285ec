"""Redirects: every hop is checked, counted and recorded, and none is told what another one said."""

from __future__ import annotations

import asyncio
import ssl

import pytest

from tasks import pinned
from tests.faults import Fault
from tests.flow.certificates import self_signed
from tests.flow.http_server import PAGE, Sink, fetch, get, refused, reply, serving


def found(place, status="302 Found", **headers):
    return reply(b"", status, Location=place, **headers)


@pytest.mark.promise("FETCH-1")
@pytest.mark.fault("F-23", "Locations relative to their page, with a query and a fragment")
def test_every_hop_is_recorded(tmp_path, fault: Fault):
    body, server = fetch(tmp_path, {"/": found("/b?x=1#frag", "301 Moved"), "/b": found("c"), "/c": reply()})
    assert body.final_url == server.base + "/c"
    assert [(hop.url, hop.status, hop.location) for hop in body.redirects] == [
        (server.base + "/", 301, server.base + "/b?x=1#frag"),
        (server.base + "/b?x=1", 302, server.base + "/c"),
    ]
    fault.happened("Followed; the fragment was not sent.", kept="The page, with the URL and status of each hop.")


@pytest.mark.promise("FETCH-9")
@pytest.mark.fault("F-23", "A loop of two pages")
def test_a_loop_is_refused(tmp_path, fault: Fault):
    error = refused(tmp_path, {"/": found("/b"), "/b": found("/#x")})
    assert (error.kind, error.transient) == ("redirect_loop", False)
    fault.happened("Refused at the first repetition.", kept="One failed attempt; no file.")


@pytest.mark.promise("FETCH-9")
@pytest.mark.fault("F-23", "A chain of 21 hops")
def test_the_sixth_hop_is_refused(tmp_path, fault: Fault):
    asked = []

    async def onward(request, writer):
        number = int(request.split(" ")[1][1:])
        asked.append(number)
        writer.write(found(f"/{number + 1}", "307 Go"))

    chain = {f"/{number}": onward for number in range(21)} | {"/21": reply()}
    assert refused(tmp_path, chain, "/0").kind == "too_many_redirects"
    assert asked == [0, 1, 2, 3, 4, 5]
    assert fetch(tmp_path, chain, "/16")[0].status == 200
    fault.happened("Refused after the fifth; the seventh page was not asked for.", kept="One failed attempt; no file.")


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
        "/a, /b",
    ],
)
@pytest.mark.fault("F-23", "To file:, ftp:, javascript:, data: and other forms that are no page (9 of them)")
def test_a_hop_to_a_forbidden_form_is_refused(tmp_path, place, fault: Fault):
    error = refused(tmp_path, {"/": found(place)})
    assert (error.kind, error.transient) == ("redirect_invalid", False)
    fault.happened("Refused; nothing but the first page was asked for.", kept="One failed attempt each; no file.")


@pytest.mark.promise("GUARD-3")
@pytest.mark.fault("F-23", "From a page that may be read to an address that may not")
def test_a_hop_to_a_forbidden_address_is_refused(tmp_path, fault: Fault):
    error = refused(tmp_path, {"/": found("http://169.254.169.254/latest")})
    assert (error.kind, error.transient) == ("address_refused", False)
    fault.happened("Refused before it was connected to.", kept="One failed attempt; no file.")


@pytest.mark.promise("FETCH-11")
@pytest.mark.fault("F-23", "Cookies set at every hop, to another origin and back, and a second fetch")
def test_no_cookie_is_sent_on(tmp_path, fault: Fault):
    async def run():
        async with serving() as one, serving() as other:
            one.answers = {"/": found(other.base + "/b", Set_Cookie="a=1"), "/c": reply(Set_Cookie="c=3")}
            other.answers = {"/b": found(one.base + "/c", Set_Cookie="b=2; Domain=127.0.0.1; Path=/")}
            for _ in range(2):
                assert (await get(one.base + "/", tmp_path)).status == 200
            return one.requests + other.requests

    requests = asyncio.run(run())
    assert len(requests) == 6
    assert not [request for request in requests if "cookie" in request.lower()]
    fault.happened("Followed; no request carried a cookie.", kept="The page, with the head that set one.")


@pytest.mark.fault("F-23", "A head with Refresh: 0; url=…")
def test_a_refresh_is_no_redirect(tmp_path, fault: Fault):
    body, server = fetch(tmp_path, {"/": reply(Refresh="0; url=file:///etc/passwd")})
    assert (body.status, body.headers["refresh"], len(server.requests)) == (200, "0; url=file:///etc/passwd", 1)
    fault.happened("Not followed; the page itself was read.", kept="The page, with the head that says it.")


@pytest.mark.fault("F-23", "From https to http")
def test_a_step_down_from_https_is_told(tmp_path, monkeypatch, fault: Fault):
    path, _ = self_signed(tmp_path, "127.0.0.1.example")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    monkeypatch.setattr(pinned, "_tls", lambda: ssl.create_default_context(cafile=str(path)))

    async def loopback(_host, _port):
        return ["127.0.0.1"]

    async def run(sink):
        async with serving(ssl=context) as secure, serving() as plain:
            secure.answers["/"] = found(plain.base + "/")
            plain.answers["/"] = reply()
            port = secure.base.rpartition(":")[2]
            return await get(f"https://127.0.0.1.example:{port}/", tmp_path, sink=sink, resolver=loopback)

    sink = Sink()
    body = asyncio.run(run(sink))
    assert (body.bytes, body.redirects[0].url[:8], body.final_url[:7]) == (len(PAGE), "https://", "http://")
    assert body.tls_sha256 is None
    assert sink.ends[0].detail == "A redirect led from https to http."
    fault.happened("Followed; the attempt says so.", kept="The page, with both hops and no certificate for the last.")
