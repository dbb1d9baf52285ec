from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.urls import cited_urls, fragmentless, normalise, same_page


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("https://example.com", "HTTPS://EXAMPLE.com:443/#top"),
        ("http://example.com/a", "https://example.com/a"),
        ("https://example.com/a/./b/../c", "https://example.com/a/c"),
        ("https://example.com/%7euser/%e3%81%82", "https://example.com/~user/あ"),
        ("https://example.com/?utm_source=x&id=3&fbclid=9", "https://example.com/?id=3"),
        ("https://日本語.jp/", "https://xn--wgv71a119e.jp"),
        ("https://example.com./a", "https://example.com/a"),
    ],
)
def test_spellings_of_one_address_are_the_same_page(a: str, b: str) -> None:
    assert same_page(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("https://example.com/a", "https://example.com/A"),
        ("https://example.com/?a=1", "https://example.com/?a=2"),
        ("https://example.com/?a=1&b=2", "https://example.com/?b=2&a=1"),
        ("https://example.com:8443/", "https://example.com/"),
        ("https://example.com/a%2Fb", "https://example.com/a/b"),
        ("https://example.com/", "https://www.example.com/"),
    ],
)
def test_other_addresses_are_other_pages(a: str, b: str) -> None:
    assert not same_page(a, b)


@pytest.mark.parametrize("url", ["", "no url", "http://[::1", "http://a:notaport/", "mailto:x"])
def test_what_is_no_url_compares_as_itself(url: str) -> None:
    assert normalise(f" {url} ") == url


@settings(deadline=None)
@given(st.text(max_size=40))
def test_normalising_twice_changes_nothing(tail: str) -> None:
    once = normalise(f"https://example.com/{tail}")
    assert normalise(once) == once


def test_a_fragment_is_cut_off() -> None:
    assert fragmentless("https://example.com/a?b#c#d") == "https://example.com/a?b"


@pytest.mark.promise("SEG-3")
@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("See https://example.com/a. Then", ["https://example.com/a"]),
        ("（https://example.com/a）。", ["https://example.com/a"]),
        ("「https://example.com/?q=1&r=2」、次", ["https://example.com/?q=1&r=2"]),
        ("https://example.com/a_(b)を参照", ["https://example.com/a_(b)"]),
        ("(see https://example.com/a)", ["https://example.com/a"]),
        ("[x](https://example.com/a), <http://example.org>", ["https://example.com/a", "http://example.org"]),
        ("https://ja.wikipedia.org/wiki/東京、", ["https://ja.wikipedia.org/wiki/東京"]),
        ("http://日本語.jp/pは", ["http://日本語.jp/p"]),
        ('"https://example.com/?", said', ["https://example.com/"]),
        ("http://127.0.0.1:8000/x ftp://no.example/ nohttps://x.example", ["http://127.0.0.1:8000/x"]),
    ],
)
def test_urls_are_found_without_the_punctuation_around_them(text: str, urls: list[str]) -> None:
    found = cited_urls(text)
    assert [url for url, _, _ in found] == urls
    assert all(text[start:end] == url for url, start, end in found)
