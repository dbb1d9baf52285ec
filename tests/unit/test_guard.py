"""Which addresses may be reached: a corpus of hostile URLs, and what resolving may not lead to."""

from __future__ import annotations

import asyncio
import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.attempts import StageError
from tasks.guard import AddressPolicy, check_url, refusal_of, resolve_and_check, system_resolver

STRICT = AddressPolicy()
OPEN = AddressPolicy(allow_private=True)

MALFORMED = [
    "http://xn--a/",
    "http://xn--/",
    "https://xn--a.example.org/",
    "",
    "example.org",
    "//example.org/",
    "http:",
    "http://",
    "http:///x",
    "http:/x",
    "file:///etc/passwd",
    "FILE://localhost/etc/passwd",
    "ftp://example.org/",
    "gopher://example.org/",
    "dict://example.org:11211/",
    "ldap://example.org/",
    "jar:http://example.org!/",
    "javascript:alert(1)",
    "data:text/html,x",
    "about:blank",
    "chrome://settings",
    "view-source:http://example.org",
    "ws://example.org/",
    "http://user@example.org/",
    "http://user:password@example.org/",
    "http://example.org@127.0.0.1/",
    "http://127.0.0.1\\@example.org/",
    "http://example.org\\.evil/",
    "http://exa mple.org/",
    "http://example.org/a b",
    "http://example.org/\r\nHost: evil",
    "http://example.org/\x00",
    "http://exam\tple.org/",
    "http://[::1%25eth0]/",
    "http://[fe80::1%eth0]/",
    "http://[::1",
    "http://::1/",
    "http://[::ffff:127.0.0.1.]/",
    "http://１２７.0.0.1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://example.org%2f@evil/",
    "http://%31%32%37.0.0.1/",
    "http://example.org:99999/",
    "http://example.org:-1/",
    "http://example.org:x/",
    "http://example.org:22/",
    "http://example.org:25/",
    "http://example.org:6379/",
    "http://example.org:0/",
    "http://" + "a" * 9_000,
]
LOOPBACK_NAMES = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://127.0.1/",
    "http://127.255.255.254/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://0/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://127。0。0。1/",
]
REFUSED_ADDRESSES = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2001::1",
    "2001:db8::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "100::1",
    "5f00::1",
    "",
    "localhost",
]


@pytest.mark.promise("GUARD-1")
@pytest.mark.parametrize("url", MALFORMED)
def test_a_url_that_could_be_read_in_two_ways_is_refused(url):
    with pytest.raises(StageError) as refused:
        check_url(url)
    assert refused.value.kind == "url_invalid"
    assert not refused.value.transient


@pytest.mark.parametrize(
    ("url", "host", "port", "asked"),
    [
        ("http://example.org", "example.org", 80, "http://example.org"),
        ("https://Example.org:8443/A?b=c#d", "example.org", 8443, "https://example.org:8443/A?b=c"),
        ("  https://example.org/ ", "example.org", 443, "https://example.org/"),
        ("https://日本.jp/ä?q=ö", "xn--wgv71a.jp", 443, "https://xn--wgv71a.jp/%C3%A4?q=%C3%B6"),
        ("http://[2606:4700::1111]:8080/", "2606:4700::1111", 8080, "http://[2606:4700::1111]:8080/"),
        ("http://example.org/?next=http://user@evil/", "example.org", 80, "http://example.org/?next=http://user@evil/"),
    ],
)
def test_an_ordinary_url_is_parsed_once(url, host, port, asked):
    target = check_url(url)
    assert (target.host, target.port, str(target.url)) == (host, port, asked)


@pytest.mark.promise("GUARD-2")
@pytest.mark.parametrize("url", LOOPBACK_NAMES)
def test_every_spelling_of_this_machine_is_refused(url):
    with pytest.raises(StageError) as refused:
        target = check_url(url)
        asyncio.run(resolve_and_check(target.host, target.port, STRICT))
    assert refused.value.kind in {"url_invalid", "address_refused", "dns"}


@pytest.mark.promise("GUARD-2")
@pytest.mark.parametrize("address", REFUSED_ADDRESSES)
def test_addresses_that_are_not_public_are_refused(address):
    assert refusal_of(address, STRICT) is not None


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "172.32.0.1",
        "100.128.0.1",
        "2606:4700::1111",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
        "2002:808:808::1",
    ],
)
def test_public_addresses_are_reached_in_every_form(address):
    assert refusal_of(address, STRICT) is None


@pytest.mark.promise("GUARD-7")
@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "10.1.2.3", "192.168.0.1", "fd00::1", "::ffff:127.0.0.1"])
def test_the_setting_opens_loopback_and_private_ranges(address):
    assert refusal_of(address, OPEN) is None


@pytest.mark.promise("GUARD-7")
@pytest.mark.parametrize(
    "address", ["169.254.169.254", "0.0.0.0", "224.0.0.1", "fe80::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"]
)
def test_the_setting_opens_neither_metadata_nor_multicast(address):
    assert refusal_of(address, OPEN) is not None


@pytest.mark.promise("GUARD-2")
@given(st.ip_addresses(v=4))
def test_a_wrapped_address_is_judged_as_the_address_inside(address):
    inside = refusal_of(str(address), STRICT) is None
    for form in (int(ipaddress.IPv6Address("::ffff:0:0")), int(ipaddress.IPv6Address("64:ff9b::"))):
        assert (refusal_of(str(ipaddress.IPv6Address(form + int(address))), STRICT) is None) == inside
    six_to_four = ipaddress.IPv6Address((0x2002 << 112) + (int(address) << 80) + 1)
    assert (refusal_of(str(six_to_four), STRICT) is None) == inside


@pytest.mark.promise("GUARD-2")
def test_one_bad_address_among_good_ones_refuses_the_name():
    async def mixed(_host, _port):
        return ["8.8.8.8", "10.0.0.1"]

    with pytest.raises(StageError, match=r"10\.0\.0\.1") as refused:
        asyncio.run(resolve_and_check("both.example", 80, STRICT, resolver=mixed))
    assert refused.value.kind == "address_refused"


def test_a_name_that_does_not_resolve_is_told_apart_from_a_refused_one():
    async def nothing(_host, _port):
        return []

    with pytest.raises(StageError) as failed:
        asyncio.run(resolve_and_check("nowhere.example", 80, STRICT, resolver=nothing))
    assert failed.value.kind == "dns"
    with pytest.raises(StageError) as failed:
        asyncio.run(resolve_and_check("a" * 70 + ".invalid", 80, STRICT, resolver=system_resolver))
    assert failed.value.kind == "dns"
