"""Which addresses may be reached: a corpus of hostile URLs, the edges of every network, and what names lead to."""

from __future__ import annotations

import asyncio
import ipaddress
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks import guard
from tasks.attempts import StageError
from tasks.guard import AddressPolicy, check_url, is_own, refusal_of, resolve_and_check, system_resolver
from tests.faults import Fault
from tests.ssrf.corpus import GOOD, HOSTILE, Good, Hostile, resolver

STRICT = AddressPolicy()
OPEN = AddressPolicy(allow_private=True)
OPENED = "10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7"
CLOSED = (
    "0.0.0.0/8 169.254.0.0/16 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 "
    "224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 ::/128 ::/96 64:ff9b:1::/48 100::/64 2001::/32 2001:db8::/32 5f00::/16 "
    "fe80::/10 fec0::/10 ff00::/8 200::/7 2001::/23 3fff::/20 4000::/2 8000::/1"
)
PUBLIC_NEIGHBOURS = (
    "1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 "
    "172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.1.255 192.0.3.0 192.88.98.255 192.88.100.0 "
    "192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 "
    "223.255.255.255 2000:: 2001:200:: 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9:: 2003:: 3ffe:: 3fff:1000:: "
    "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
)


def kind_of(url: str, policy: AddressPolicy = STRICT) -> str:
    """The kind of the refusal; `passes` where there is none."""

    async def ask() -> None:
        target = check_url(url)
        await resolve_and_check(target.host, target.port, policy, resolver=resolver)

    try:
        asyncio.run(ask())
    except StageError as error:
        return f"{error.kind}, passing" if error.transient else error.kind
    return "passes"


def edges(networks: str) -> list[str]:
    """The first and the last address of each network."""
    found = (ipaddress.ip_network(network) for network in networks.split())
    return list(dict.fromkeys(str(address) for network in found for address in (network[0], network[-1])))


@pytest.mark.promise("GUARD-1")
@pytest.mark.promise("GUARD-2")
@pytest.mark.parametrize("hostile", HOSTILE, ids=str)
def test_a_hostile_url_is_refused_by_its_form_or_by_where_it_leads(hostile: Hostile) -> None:
    assert kind_of(hostile.url) == hostile.refused


@pytest.mark.parametrize("good", GOOD, ids=lambda good: good.url)
def test_an_ordinary_url_may_be_asked_for(good: Good) -> None:
    assert kind_of(good.url) == "passes"
    target = check_url(good.url)
    assert (target.host, target.port) == (good.host, good.port)


@pytest.mark.promise("GUARD-1")
@pytest.mark.parametrize(
    ("form", "most"), [("http://public.example/{}", 7_978), ("http://{}.example/", 63), ("http://{}example/", 246)]
)
def test_what_is_too_long_is_refused(form: str, most: int) -> None:
    fill = "a." * 123 if most == 246 else "a" * most
    assert kind_of(form.format(fill)) != "url_invalid"
    assert kind_of(form.format("a" + fill)) == "url_invalid"


def test_a_url_is_parsed_once_and_asked_for_without_its_fragment() -> None:
    target = check_url(" https://日本.public.example:8443/ä?q=ö#part ")
    assert str(target.url) == "https://xn--wgv71a.public.example:8443/%C3%A4?q=%C3%B6"
    assert (target.host, target.port) == ("xn--wgv71a.public.example", 8443)


@pytest.mark.promise("GUARD-2")
@pytest.mark.parametrize("address", [*edges(OPENED), *edges(CLOSED), "", "localhost", "fe80::1%eth0", "2606::1%1"])
def test_addresses_that_are_not_public_are_refused(address: str) -> None:
    assert refusal_of(address, STRICT) is not None


@pytest.mark.parametrize("address", PUBLIC_NEIGHBOURS.split())
def test_the_neighbours_of_what_is_refused_are_reached(address: str) -> None:
    assert refusal_of(address, STRICT) is None


@pytest.mark.promise("GUARD-7")
@pytest.mark.parametrize("address", edges(OPENED))
def test_the_setting_opens_loopback_and_private_ranges_at_any_port(address: str) -> None:
    assert refusal_of(address, OPEN) is None
    host = f"[{address}]" if ":" in address else address
    assert kind_of(f"http://{host}:49152/", OPEN) == "passes"


@pytest.mark.promise("GUARD-7")
@pytest.mark.parametrize("address", [*edges(CLOSED), "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "fd00::1%lo"])
def test_the_setting_opens_neither_metadata_nor_multicast(address: str) -> None:
    assert refusal_of(address, OPEN) is not None


@pytest.mark.promise("GUARD-2")
@given(st.ip_addresses(v=4) | st.sampled_from([one for one in edges(f"{OPENED} {CLOSED}") if ":" not in one]))
def test_a_wrapped_address_is_judged_as_the_address_inside(address: ipaddress.IPv4Address | str) -> None:
    number, inside = int(ipaddress.IPv4Address(address)), refusal_of(str(address), STRICT)
    for form in (0xFFFF << 32, 0x64FF9B << 96):
        assert refusal_of(str(ipaddress.IPv6Address(form + number)), STRICT) == inside
    assert refusal_of(str(ipaddress.IPv6Address((0x2002 << 112) + (number << 80) + 1)), STRICT) == inside


@pytest.mark.promise("GUARD-2")
@pytest.mark.fault("F-21", "A public address that one of this machine's own interfaces has")
def test_this_machine_is_not_reached_by_a_public_address_of_its_own(
    monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    monkeypatch.setattr(guard, "PRIVATE", ())
    monkeypatch.setattr(guard, "NEVER", ())
    for own in ("127.0.0.1", "127.1.2.3", "::ffff:127.0.0.1", "2002:7f00:1::1"):
        assert refusal_of(own, STRICT) == "it is this machine's own address"
        assert refusal_of(own, OPEN) is None
    assert refusal_of("8.8.8.8", STRICT) is None
    fault.happened(
        "Refused before connecting, in every spelling, whichever interface has it.", kept="As of any refused address."
    )


def test_the_addresses_of_every_interface_are_known_as_own(monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = [ipaddress.ip_address(address) for address in ("8.8.8.8", "2606:4700::1111")]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outward:
        try:
            outward.connect(("8.8.8.8", 9))
            own = [ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address(outward.getsockname()[0])]
        except OSError:  # a machine without a way out has loopback alone
            own = [ipaddress.ip_address("127.0.0.1")]
    assert [is_own(address) for address in own] == [True] * len(own)
    assert [is_own(address) for address in foreign] == [False, False]
    monkeypatch.setattr(guard, "_can_bind", lambda _address: True)
    assert [is_own(address) for address in own] == [True] * len(own)
    assert [is_own(address) for address in foreign] == [False, False]


def test_a_machine_without_ipv6_has_no_such_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_family(_address: object) -> socket.socket:
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr(guard, "_datagrams", no_family)
    assert not is_own(ipaddress.ip_address("2606:4700::1111"))
    monkeypatch.setattr(guard, "_can_bind", lambda _address: True)
    assert not is_own(ipaddress.ip_address("2606:4700::1111"))


def test_a_setting_adds_ports_but_none_of_another_protocol() -> None:
    policy = AddressPolicy(ports=guard.PORTS | {8000, 22})
    assert kind_of("http://public.example:8000/") == "address_refused"
    assert kind_of("http://public.example:8000/", policy) == "passes"
    assert kind_of("http://public.example:22/", policy) == "url_invalid"
    assert kind_of("http://127.0.0.1:8000/", policy) == "address_refused"


@pytest.mark.promise("GUARD-2")
@pytest.mark.parametrize("place", range(3))
def test_one_bad_address_among_good_ones_refuses_the_name(place: int) -> None:
    async def mixed(_host: str, _port: int) -> list[str]:
        good = ["8.8.8.8", "2606:4700::1111"]
        return [*good[:place], "10.0.0.1", *good[place:]]

    with pytest.raises(StageError, match=r"10\.0\.0\.1") as refused:
        asyncio.run(resolve_and_check("both.example", 80, STRICT, resolver=mixed))
    assert refused.value.kind == "address_refused"


def test_an_address_is_taken_as_it_stands_and_no_resolver_is_asked() -> None:
    async def liar(_host: str, _port: int) -> list[str]:
        return ["8.8.8.8"]

    with pytest.raises(StageError, match="loopback"):
        asyncio.run(resolve_and_check("127.0.0.1", 80, STRICT, resolver=liar))
    assert asyncio.run(resolve_and_check("9.9.9.9", 80, STRICT, resolver=liar)) == ["9.9.9.9"]


def test_a_name_that_is_not_known_and_one_that_is_not_known_yet_fail_differently() -> None:
    async def busy(_host: str, _port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    with pytest.raises(StageError) as failed:
        asyncio.run(resolve_and_check("public.example", 80, STRICT, resolver=busy))
    assert (failed.value.kind, failed.value.transient) == ("dns", True)
    assert kind_of("http://nowhere.example/") == "dns"


def test_the_system_is_asked_for_every_address_of_a_name() -> None:
    assert "127.0.0.1" in asyncio.run(system_resolver("localhost", 80))
