"""Markup that would take a parser the square of its length is written anew, and says the same."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from benchmarks.articles import labelled_pages
from evidence import page_bounds
from evidence.page import read_html
from evidence.page_bounds import ATTRIBUTES, DEPTH, OPTIONS, bounded
from tests.pace import pace

PADDING = "<p>Some more words.</p>" * 2_000


def depth(html):
    node, above, deepest = LexborHTMLParser(html, scripting=True).root, [], 0
    while node is not None:
        deepest = max(deepest, len(above))
        child = node.first_child
        if child is not None:
            above.append(node)
            node = child
            continue
        while node is not None and node.next is None:
            node = above.pop() if above else None
        node = node.next if node is not None else None
    return deepest


@pytest.mark.parametrize("page", labelled_pages("tuning"), ids=lambda page: page.name)
def test_an_ordinary_page_is_left_as_it_is(page):
    html = page.html + PADDING
    assert bounded(html) is html


NESTED = {
    "open": "<div>" * 9_000 + "word",
    "closed": "<main>" + "<div>" * 9_000 + "word" + "</div>" * 9_000 + "</main><p>tail",
    "lists": "<ul><li>word" * 9_000,
    "wrong ends": "<div></p>" * 9_000 + "word",
    "formatting": "".join(f"<font a{number}>" for number in range(5_000)) + "word",
    "comments": "<div><!--</div>-->" * 3_000,
    "bogus comments": "<div><! </div>>" * 3_000,
    "values": "<div a='></div>'>" * 3_000,
    "scripts": "<div><script></div></script>" * 3_000,
    "script in comment": "<script><!--</script>" + "<div>" * 9_000 + "--></script>",
    "styles in a drawing": "<svg><style>" + "<g>" * 15_000 + "</zz>" * 9_000,
    "data in a drawing": "<svg>" + "<g><![CDATA[></g>]]>" * 3_000 + "</zz>" * 3_000,
    "forms": "<form><div></form>" * 3_000,
    "ended from outside": "<div><table><td></div>" * 3_000,
}


@pytest.mark.promise("PARSE-3")
@pytest.mark.parametrize("html", NESTED.values(), ids=NESTED)
def test_nesting_has_a_bound(html):
    assert depth(bounded(html + PADDING)) < 2 * DEPTH


def test_what_is_nested_too_deep_keeps_its_text_and_what_follows_its_place():
    html = "<main>" + "<div>in " * 2_000 + "</div>out " * 2_000 + "</main><p>after</p>" + PADDING
    page = read_html(html, None)
    assert page.text.split()[:4_001] == ["in"] * 2_000 + ["out"] * 2_000 + ["after"]
    tree = LexborHTMLParser(bounded(html))
    assert tree.css_first("body > p").text() == "after"


def test_tags_and_lists_have_bounds():
    tag = "<p " + " ".join(f"a{number}='>'" for number in range(9_000)) + ">word</p>"
    tree = LexborHTMLParser(bounded(tag + PADDING))
    assert len(tree.css_first("p").attributes) == ATTRIBUTES
    assert tree.css_first("p").text() == "word"
    options = "<select>" + "<option>1</option>" * 2_000 + "</select>"
    lists = LexborHTMLParser(bounded(options + PADDING)).css("select")
    assert [len(one.css("option")) for one in lists] == [OPTIONS] * 4
    roots = LexborHTMLParser(bounded("".join(f"<body a{number}=1>" for number in range(5_000)) + PADDING))
    assert len(roots.body.attributes) < 10


SOUP = st.lists(
    st.sampled_from(
        [
            "<div>",
            "</div>",
            "<p>",
            "</p>",
            "<span>",
            "</span>",
            "<b>",
            "</b>",
            "<ul>",
            "</ul>",
            "<li>",
            "</li>",
            "<section>",
            "</section>",
            "<x-y>",
            "</x-y>",
            "a",
            "b",
            "<!--</div>-->",
        ]
    ),
    max_size=60,
)


@settings(max_examples=300, deadline=None)
@given(SOUP)
def test_any_markup_says_the_same_within_bounds(parts):
    html = "".join(parts)
    before = page_bounds.DEPTH, page_bounds._CHECKED_FROM
    try:
        page_bounds.DEPTH, page_bounds._CHECKED_FROM = 5, 0
        written = bounded(html)
    finally:
        page_bounds.DEPTH, page_bounds._CHECKED_FROM = before
    said = ["".join(LexborHTMLParser(one, scripting=True).root.text(deep=True).split()) for one in (html, written)]
    assert said[0] == said[1]
    assert depth(written) <= 5 + 7  # the root elements, and formatting that a parser opens again


HOSTILE = {
    "nested": "<div>" * 50_000,
    "wrong ends": "<div></p>" * 25_000,
    "attributes": "<p " + " ".join(f"a{number}=x" for number in range(30_000)) + ">x",
    "options": "<select>" + "<option>x" * 25_000,
    "empty": "<i></i>" * 50_000,
    "one line": "<p>" + "word " * 1_000_000,
    "rules": "<style>" + "".join(f".a{n} .b{n}>p{{display:none}}" for n in range(20_000)) + "</style>" + "<p>x" * 4_000,
    "positions": "<style>" + "".join(f"p:nth-child({n}n+1){{top:0}}" for n in range(200)) + "</style>" + "<p>x" * 9_000,
    "classes": "<style>"
    + "".join(f".c{n}{{top:0}}" for n in range(99))
    + "</style>"
    + ("<p class='" + " ".join(f"c{n}" for n in range(99)) + "'>x") * 2_000,
    "ancestors": "<style>"
    + "div div div .x{display:none}" * 99
    + "</style>"
    + "<div>" * 500
    + "<p class=x>x</p>" * 3_000,
    "comments first": "<!-- -->" * 99_000 + "<!doctype html>x",
    "flags": "<p>" + "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e007f" * 50_000,
    "times": "<time datetime=1>" * 500 + "word " * 90_000,
    "buttons": "<div><button>x</button></div>" * 10_000,
    "leads": "<h6>Comments</h6><p>x</p>" * 10_000,
    "titles": "<title>" + " - ".join(f"ab{n}" for n in range(99)) + "</title>" + "<h1>ab1 cd</h1>" * 10_000,
    "slots": "<div><template shadowrootmode=open>"
    + "".join(f"<slot name=s{n}></slot>" for n in range(5_000))
    + "</template>"
    + "".join(f"<b slot=s{n}>x</b>" for n in range(5_000)),
}


@pytest.mark.promise("PARSE-3")
@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE)
def test_no_page_takes_more_than_its_length_allows(html):
    begun = time.process_time()
    read_html(html, "http://h/")
    assert time.process_time() - begun < (2 + 1e-5 * len(html)) * pace()  # eight times what they take
