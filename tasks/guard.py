"""Which addresses may be reached. The HTTP client and the browser both ask here, for every hop.

The check is made on the addresses that a name resolves to, and the caller connects to an address that passed it: a
name that resolves to something else a moment later gains nothing. `ipaddress.is_global` is not used, since it calls
multicast, NAT64 and 6to4 forms of private addresses global.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import httpx

from tasks.attempts import StageError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], Awaitable[Sequence[str]]]

_URL_LONGEST: Final = 8_000
_HOST: Final = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]*:[0-9a-f:.]*")
_CONTROLS: Final = re.compile(r"[\x00-\x20\x7f-\xa0\\]")


def _networks(*texts: str) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    return tuple(ipaddress.ip_network(text) for text in texts)


PRIVATE: Final = _networks(
    "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"
)
"""Opened by `AddressPolicy.allow_private`."""
NEVER: Final = _networks(
    "0.0.0.0/8",
    "169.254.0.0/16",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "2001::/32",
    "2001:2::/48",
    "2001:db8::/32",
    "3fff::/20",
    "5f00::/16",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
)
"""Never reached, whatever the policy: link-local (cloud metadata), multicast, reserved and documentation ranges."""
_WRAPPED: Final = (
    (ipaddress.IPv6Network("::ffff:0:0/96"), 0),
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),
    (ipaddress.IPv6Network("2002::/16"), 80),
)
"""Networks whose addresses carry an IPv4 address, and the bit at which it ends."""
_LOOPBACK: Final = ipaddress.IPv4Address("127.0.0.1")
# Ports of other protocols, which an HTTP request could be abused to speak (the Fetch standard's list).
_OTHER_PROTOCOLS: Final = (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 "
    "119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 "
    "636 989 990 993 995 1719 1720 1723 2049 3306 3659 4045 4190 5060 5061 5432 6000 6379 6566 6665 6666 6667 "
    "6668 6669 6679 6697 9200 10080 11211 27017 "
)
_PORTS_OF_OTHERS: Final = frozenset(map(int, _OTHER_PROTOCOLS.split()))


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    """What may be reached. `allow_private` opens loopback and private ranges, for tests and intranets."""

    allow_private: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A URL that may be asked for: without its fragment, `host` in ASCII without brackets, `port` made explicit."""

    url: httpx.URL
    host: str
    port: int


def check_url(url: str) -> Target:
    """Parse a URL once and refuse every form that two parsers could read in two ways.

    Raises:
        StageError: `url_invalid`.
    """
    if len(url) > _URL_LONGEST:
        raise StageError("url_invalid", f"The URL is longer than {_URL_LONGEST} characters.")
    if _CONTROLS.search(url.strip()):
        raise StageError("url_invalid", "The URL holds spaces, control characters or backslashes.")
    try:
        parsed = httpx.URL(url.strip()).copy_with(fragment=None)
        host, port = parsed.raw_host.decode("ascii").strip("[]").lower(), parsed.port
        _ = parsed.host  # the client decodes it too: a Punycode label that is none must fail here
    except (httpx.InvalidURL, UnicodeError, ValueError) as error:
        raise StageError("url_invalid", f"The URL can't be parsed: {error}") from error
    if parsed.scheme not in {"http", "https"}:
        raise StageError("url_invalid", f"Only http and https are fetched, not “{parsed.scheme or 'no scheme'}”.")
    if parsed.userinfo:
        raise StageError("url_invalid", "The URL carries a user name or password; those are never sent.")
    if not _HOST.fullmatch(host):
        raise StageError("url_invalid", "The URL has no host, or one with a zone, a port or an escape that is none.")
    port = port if port is not None else {"http": 80, "https": 443}[parsed.scheme]
    if port in _PORTS_OF_OTHERS or not 0 < port <= 65_535:
        raise StageError("url_invalid", f"Port {port} is no port of HTTP.")
    return Target(parsed, host, port)


def refusal_of(address: str, policy: AddressPolicy) -> str | None:
    """Why an address may not be reached; None when it may. A text that is no address may not."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "it is no address"
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.scope_id is not None:
        return "it names a network interface"
    for inner in _unwrapped(parsed):
        if any(inner in network for network in NEVER):
            return "it is in a reserved, link-local or multicast range"
        if not policy.allow_private and any(inner in network for network in PRIVATE):
            return "it is a loopback or private address"
    return None


def _unwrapped(address: Address) -> Iterable[Address]:
    """The address that counts: the IPv4 address inside a mapped, NAT64 or 6to4 one, else the address itself."""
    if isinstance(address, ipaddress.IPv6Address):
        if address == ipaddress.IPv6Address("::1"):
            return (_LOOPBACK,)
        for network, shift in _WRAPPED:
            if address in network:
                return (ipaddress.IPv4Address((int(address) >> shift) & 0xFFFFFFFF),)
    return (address,)


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """Every address of a name, in the system's order of preference."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


async def resolve_and_check(
    host: str, port: int, policy: AddressPolicy, *, resolver: Resolver = system_resolver
) -> list[str]:
    """The addresses of `host`, all of which may be reached: one that may not refuses the name.

    Raises:
        StageError: `address_refused`, or `dns` (passing) where the name has no address.
    """
    try:
        addresses = await resolver(host, port)
    except (OSError, UnicodeError) as error:
        passing = isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN
        raise StageError("dns", f"The name {host} can't be resolved.", transient=passing) from error
    if not addresses:
        raise StageError("dns", f"The name {host} has no address.")
    for address in addresses:
        reason = refusal_of(address, policy)
        if reason is not None:
            raise StageError("address_refused", f"{host} leads to {address}, which is not reached: {reason}.")
    return list(addresses)
