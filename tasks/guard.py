"""Which addresses may be reached. The HTTP client and the browser both ask here, for every hop.

The check is made on the addresses that a name resolves to, and the caller connects to an address that passed it: a
name that resolves to something else a moment later gains nothing. `ipaddress.is_global` is not used, since it calls
multicast, NAT64 and 6to4 forms of private addresses global, and knows nothing of this machine's own addresses.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import httpx

from evidence.policy.links import allowed
from tasks.attempts import StageError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], Awaitable[Sequence[str]]]

PORTS: Final = frozenset({80, 443, 8080, 8443})
"""Asked of public addresses; `AddressPolicy.ports` names others."""
PORT_NOT_OPENED: Final = "it is not among those that public pages are fetched at"
_URL_LONGEST: Final = 8_000
_HOST_LONGEST: Final = 253
_HOST: Final = re.compile(r"(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}\.?|[0-9a-f:.]*:[0-9a-f:.]*")
_ENDS_IN_NUMBER: Final = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)\.?")
"""What the URL standard takes for an IPv4 address; systems read decimal, octal, hexadecimal and short ones."""
_AFTER_AUTHORITY: Final = re.compile("[/?#]")
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
    "2001::/23",
    "2001:db8::/32",
    "3fff::/20",
    "5f00::/16",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
)
"""Never reached, whatever the policy: link-local (cloud metadata), multicast, reserved and documentation ranges."""
_GLOBAL_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
"""All that is assigned for public IPv6 addresses; overlay networks live in some of the rest."""
_WRAPPED: Final = (
    (ipaddress.IPv6Network("::ffff:0:0/96"), 0),
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),
    (ipaddress.IPv6Network("2002::/16"), 80),
)
"""Networks whose addresses carry an IPv4 address, and the bit at which it ends."""
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
    """What may be reached.

    `allow_private` opens loopback, private ranges and this machine itself at any port, for tests and intranets.
    `ports` are those that public addresses may be asked at. `hosts`: the only ones that documents may come from, with
    their subdomains; any where there are none.
    """

    allow_private: bool = False
    ports: frozenset[int] = PORTS
    hosts: frozenset[str] = frozenset()


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
    url = url.strip()
    if len(url) > _URL_LONGEST:
        raise StageError("url_invalid", f"The URL is longer than {_URL_LONGEST} characters.")
    if _CONTROLS.search(url):
        raise StageError("url_invalid", "The URL holds spaces, control characters or backslashes.")
    try:
        parsed = httpx.URL(url).copy_with(fragment=None)
        host, port = parsed.raw_host.decode("ascii").strip("[]").lower(), parsed.port
        _ = parsed.host  # the client decodes it too: a Punycode label that is none must fail here
    except (httpx.InvalidURL, UnicodeError, ValueError) as error:
        raise StageError("url_invalid", f"The URL can't be parsed: {error}") from error
    if parsed.scheme not in {"http", "https"}:
        raise StageError("url_invalid", f"Only http and https are fetched, not “{parsed.scheme or 'no scheme'}”.")
    _check_authority(url)
    if len(host) > _HOST_LONGEST or not _HOST.fullmatch(host):
        raise StageError("url_invalid", "The URL has no host, or one with a zone, a port or an escape that is none.")
    if _ENDS_IN_NUMBER.fullmatch(host) and _address(host) is None:
        raise StageError("url_invalid", f"The host {host} ends in a number, but is no IPv4 address in its usual form.")
    port = port if port is not None else {"http": 80, "https": 443}[parsed.scheme]
    if port in _PORTS_OF_OTHERS or not 0 < port <= 65_535:
        raise StageError("url_invalid", f"Port {port} is no port of HTTP.")
    return Target(parsed, host, port)


def _check_authority(url: str) -> None:
    """Refuse what parsers forgive in different ways: an empty user name, a port in other digits or with a sign."""
    authority = _AFTER_AUTHORITY.split(url.partition("://")[2], maxsplit=1)[0]
    if "@" in authority:
        raise StageError("url_invalid", "The URL carries a user name or password; those are never sent.")
    port = authority.rpartition("]")[2].partition(":")[2]
    if port and not (port.isascii() and port.isdecimal()):
        raise StageError("url_invalid", f"The port {port!r} is no number.")


def check_host(url: str, policy: AddressPolicy) -> None:
    """Refuse a document from a host that is not among those allowed.

    What a page loads (pictures, scripts) is not asked about: it may come from elsewhere.

    Raises:
        StageError: `url_invalid`, `host_not_allowed`.
    """
    host = check_url(url).host
    if not allowed(host, policy.hosts):
        raise StageError("host_not_allowed", f"The host {host} is not among those that may be read.")


def refusal_of(address: str, policy: AddressPolicy) -> str | None:
    """Why an address may not be reached; None when it may. A text that is no address may not."""
    parsed = _address(address)
    if parsed is None:
        return "it is no address"
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.scope_id is not None:
        return "it names a network interface"
    inner = _unwrapped(parsed)
    private = any(inner in network for network in PRIVATE)
    if not private and _reserved(inner):
        return "it is in a reserved, link-local or multicast range"
    if policy.allow_private:
        return None
    if private:
        return "it is a loopback or private address"
    return "it is this machine's own address" if is_own(inner) else None


def _reserved(address: Address) -> bool:
    if any(address in network for network in NEVER):
        return True
    return isinstance(address, ipaddress.IPv6Address) and address not in _GLOBAL_UNICAST


def is_own(address: Address) -> bool:
    """Whether the address is one of this machine's, on whatever interface: no other can be bound.

    Where a system lets any address be bound (`ip_nonlocal_bind`), it is one that would be answered from itself.
    """
    nobodys = ipaddress.ip_address("240.0.0.1" if address.version == 4 else "3fff::1")
    return _can_bind(address) and (not _can_bind(nobodys) or _source(address) == str(address))


def _can_bind(address: Address) -> bool:
    try:
        with _datagrams(address) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


def _source(address: Address) -> str | None:
    """The address that this machine would send from. Sends nothing: a datagram socket only looks up its route."""
    try:
        with _datagrams(address) as probe:
            probe.connect((str(address), 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def _datagrams(address: Address) -> socket.socket:
    return socket.socket(socket.AF_INET if address.version == 4 else socket.AF_INET6, socket.SOCK_DGRAM)


def _address(text: str) -> Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _unwrapped(address: Address) -> Address:
    """The address that counts: the IPv4 address inside a mapped, NAT64 or 6to4 one, else the address itself."""
    if isinstance(address, ipaddress.IPv6Address):
        for network, shift in _WRAPPED:
            if address in network:
                return ipaddress.IPv4Address((int(address) >> shift) & 0xFFFFFFFF)
    return address


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
        StageError: `address_refused` (an address, or the port), or `dns` (passing) where the name has no address.
    """
    addresses = [host] if _address(host) else await _resolve(host, port, resolver)
    for address in addresses:
        reason = refusal_of(address, policy)
        if reason is not None:
            raise StageError("address_refused", f"{host} leads to {address}, which is not reached: {reason}.")
    if port not in policy.ports and not policy.allow_private:
        raise StageError("address_refused", f"{host} is not asked at port {port}: {PORT_NOT_OPENED}.")
    return addresses


async def _resolve(host: str, port: int, resolver: Resolver) -> list[str]:
    try:
        addresses = list(await resolver(host, port))
    except (OSError, UnicodeError) as error:
        passing = isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN
        raise StageError("dns", f"The name {host} can't be resolved.", transient=passing) from error
    if not addresses:
        raise StageError("dns", f"The name {host} has no address.")
    return addresses
