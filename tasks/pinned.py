"""An HTTP transport that connects only to addresses that the guard has checked."""

from __future__ import annotations

import hashlib
import ssl
from functools import lru_cache
from typing import Any

import httpx

from tasks.guard import AddressPolicy, Resolver, check_url, resolve_and_check, system_resolver


class PinnedTransport(httpx.AsyncBaseTransport):
    """Resolves and checks each request's host, then connects to that very address.

    The name stays in the Host header, in TLS (SNI) and in the check of the certificate. Environment proxies are not
    used, since behind one the address connected to would be somebody else's choice. Each request has a connection of
    its own: an open one to the same address may have been made for, and certified with, another name.
    """

    def __init__(self, policy: AddressPolicy, *, resolver: Resolver = system_resolver) -> None:
        self._policy = policy
        self._resolver = resolver
        self._inner = httpx.AsyncHTTPTransport(
            verify=_tls(), trust_env=False, http2=False, limits=httpx.Limits(max_keepalive_connections=0)
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send `request` to the first of its host's addresses that answers, each within its timeout for connecting.

        Raises:
            StageError: the URL or an address is refused.
            httpx.TransportError: as any transport.
        """
        target = check_url(str(request.url))
        addresses = await resolve_and_check(target.host, target.port, self._policy, resolver=self._resolver)
        failure: httpx.ConnectError | None = None
        for address in addresses:
            try:
                return await self._send(request, address, target.host)
            except httpx.ConnectTimeout:
                failure = httpx.ConnectError(f"{address} did not answer in time")
            except httpx.ConnectError as error:
                failure = error
        raise failure or httpx.ConnectError("no address")

    async def _send(self, request: httpx.Request, address: str, host: str) -> httpx.Response:
        return await self._inner.handle_async_request(
            httpx.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": host.rstrip(".")},
            )
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


def peer_of(response: httpx.Response) -> tuple[str | None, str | None]:
    """The address that answered, and the SHA-256 of its certificate; None where unknown."""
    stream = response.extensions.get("network_stream")
    if stream is None:
        return None, None
    there: Any = stream.get_extra_info("server_addr")
    session: Any = stream.get_extra_info("ssl_object")
    certificate = session.getpeercert(binary_form=True) if session is not None else None
    fingerprint = _sha256(certificate) if certificate else None
    return (str(there[0]) if there else None), fingerprint


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    """One context for all: making it reads the whole list of authorities."""
    return httpx.create_ssl_context(trust_env=False)
