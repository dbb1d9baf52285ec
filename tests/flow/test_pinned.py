"""Connections go to the address that was checked, with the name in TLS."""

from __future__ import annotations

import asyncio
import ipaddress
import ssl

import httpx
import pytest

from tasks import pinned
from tasks.attempts import StageError
from tasks.guard import AddressPolicy
from tasks.http_fetch import fetch_http
from tasks.pinned import PinnedTransport
from tests.flow.certificates import self_signed

OPEN = AddressPolicy(allow_private=True)


class Sink:
    """Forgets attempts."""

    def started(self, start):
        """Nothing."""

    def ended(self, end):
        """Nothing."""


async def loopback(_host, _port):
    return ["127.0.0.1"]


@pytest.fixture
def certificate(tmp_path):
    """A certificate for name.example, signed by itself: the path of its file with the key, and its SHA-256."""
    return self_signed(tmp_path)


def fetch(tmp_path, certificate, host, trusted, monkeypatch):
    names = []

    async def answer(reader, writer):
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def run():
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        context.sni_callback = lambda _socket, name, _context: names.append(name)
        server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
        try:
            return await fetch_http.fn(
                f"https://{host}:{server.sockets[0].getsockname()[1]}/",
                job_id="j",
                session_id="s",
                staging=str(tmp_path / "staging"),
                sink=Sink(),
                policy=OPEN,
                resolver=loopback,
            )
        finally:
            server.close()

    if trusted:
        monkeypatch.setattr(pinned, "_tls", lambda: ssl.create_default_context(cafile=str(certificate)))
    return asyncio.run(run()), names


@pytest.mark.promise("GUARD-6")
def test_the_name_is_asked_for_and_checked_though_the_address_is_dialled(tmp_path, certificate, monkeypatch):
    path, fingerprint = certificate
    body, names = fetch(tmp_path, path, "name.example", True, monkeypatch)
    assert names == ["name.example"]
    assert (body.peer, body.tls_sha256) == ("127.0.0.1", fingerprint)


@pytest.mark.promise("GUARD-6")
@pytest.mark.parametrize(("host", "trusted"), [("other.example", True), ("name.example", False)])
def test_a_certificate_for_another_name_or_of_no_authority_fails(tmp_path, certificate, monkeypatch, host, trusted):
    with pytest.raises(StageError) as failed:
        fetch(tmp_path, certificate[0], host, trusted, monkeypatch)
    assert (failed.value.kind, failed.value.transient) == ("certificate", False)


@pytest.mark.promise("GUARD-6")
def test_an_open_connection_serves_no_second_name_at_its_address(tmp_path, certificate, monkeypatch):
    asked = []

    async def answer(reader, writer):
        try:
            while True:
                asked.append((await reader.readuntil(b"\r\n\r\n")).split(b" ")[1].decode())
                place = f"https://other.example:{port}/second"
                writer.write(f"HTTP/1.1 302 Found\r\nLocation: {place}\r\nContent-Length: 0\r\n\r\n".encode())
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def run():
        nonlocal port
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate[0])
        server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
        port = server.sockets[0].getsockname()[1]
        transport = PinnedTransport(OPEN, resolver=loopback)
        try:
            first = await transport.handle_async_request(httpx.Request("GET", f"https://name.example:{port}/first"))
            await first.aread()
            await transport.handle_async_request(httpx.Request("GET", first.headers["location"]))
        finally:
            await transport.aclose()
            server.close()

    port = 0
    monkeypatch.setattr(pinned, "_tls", lambda: ssl.create_default_context(cafile=str(certificate[0])))
    with pytest.raises(httpx.ConnectError, match="certificate"):
        asyncio.run(run())
    assert asked == ["/first"]


class Inner(httpx.AsyncBaseTransport):
    """Answers for any address but the dead ones."""

    def __init__(self, dead=()):
        self.dead = dead
        self.dialled = []

    async def handle_async_request(self, request):
        self.dialled.append(request.url.host)
        if request.url.host in self.dead:
            raise httpx.ConnectTimeout("no answer")
        return httpx.Response(200)


def send(inner, addresses, policy=None):
    async def resolver(_host, _port):
        return addresses

    async def run():
        transport = PinnedTransport(policy or AddressPolicy(), resolver=resolver)
        transport._inner = inner
        return await transport.handle_async_request(httpx.Request("GET", "http://name.example/"))

    return asyncio.run(run())


def test_the_next_address_is_tried_where_one_does_not_answer():
    inner = Inner(dead=("2606:4700::1111",))
    assert send(inner, ["2606:4700::1111", "8.8.8.8"]).status_code == 200
    assert [ipaddress.ip_address(host) for host in inner.dialled] == [
        ipaddress.ip_address("2606:4700::1111"),
        ipaddress.ip_address("8.8.8.8"),
    ]
    with pytest.raises(httpx.ConnectError, match=r"8\.8\.8\.8 did not answer in time"):
        send(Inner(dead=("8.8.8.8",)), ["8.8.8.8"])
