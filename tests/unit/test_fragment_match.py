"""What a directive selects on a page, against the verdicts of Chromium and the draft's own tests."""

from __future__ import annotations

import time

import pytest

from evidence.fragment_match import FragmentPage
from evidence.fragment_parse import Directive, parse, parse_directive
from evidence.page import read_html
from evidence.ranges import Range
from tests.cases import case_rows
from tests.pace import pace

SCRIPTED = {"chromium-probe/late-500": "its words are written by a script"}


@pytest.mark.parametrize("row", case_rows("fragments.jsonl", "match"), ids=lambda row: row.get("id"))
def test_a_directive_matches_where_the_browser_matches(row: dict) -> None:
    """Where Chromium differs from the draft, Chromium counts; in these cases they agree."""
    if row["id"] in SCRIPTED:
        pytest.skip(SCRIPTED[row["id"]])
    read = read_html(row["html"], "http://page.test/")
    page = FragmentPage(read.text, read.marked_html)
    found = [page.matches(directive) for directive in parse(row["fragment"])]
    assert any(match.count for match in found) is row.get("chromium156_match", row["expect_match"])
    if row.get("expect_text"):
        start, end = next(match.spans[0] for match in found if match.spans)
        hidden = {"hard"}  # the cases keep a word that is not displayed
        selected = page.text[start:end].replace("\uffff", " ").split()
        assert selected == [word for word in row["expect_text"].split() if word not in hidden]


def selected(text: str, written: str, most: int = 100) -> list[str]:
    directive = parse_directive(f"text={written}")
    assert directive is not None
    return [text[part.start : part.end] for part in FragmentPage(text).matches(directive, most=most).ranges]


@pytest.mark.parametrize(
    ("text", "written", "expected"),
    [
        ("A quick fox. The QUICK cat.", "quick", ["quick", "QUICK"]),
        ("a quick fox. The quick cat.", "quick,-cat", ["quick"]),
        ("one two three one two", "one,two", ["one two", "one two"]),
        ("one two three two four", "one,two,-four", ["one two three two"]),
        ("price 価格価格上昇", "価格,-上昇", []),
        ("café cafe\u0301 cafe", "cafe", ["café", "cafe\u0301", "cafe"]),
        ("foo\nbar", "foo bar", []),
        ("foo\nbar", "foo,-bar", ["foo"]),
        ("foo\n\n  bar", "foo-,bar", ["bar"]),
        ("counterrevolution", "counter-,revolution", ["revolution"]),
        ("3.5 percent", "5 percent", []),
        ("zero\u200bwidth", "zerowidth", ["zero\u200bwidth"]),
        ("तैरता है", "तै", []),
        ("तैरता है", "त,-ैरता", ["त"]),
        ("में", "म", []),
        ("", "x", []),
        ("x", "%C2%AD", []),
        ("x", "x,-%C2%AD", []),
    ],
)
def test_the_places_that_fit_are_found_in_order(text: str, written: str, expected: list[str]) -> None:
    assert selected(text, written) == expected


def test_no_more_places_are_found_than_asked_for() -> None:
    assert selected("a a a a", "a", most=2) == ["a", "a"]


def test_a_match_is_told_in_the_stored_text() -> None:
    read = read_html("<p>It sank.<sup>[1]</sup> It was old.", None)
    found = FragmentPage(read.text, read.marked_html).matches(Directive("sank.[1] It was"))
    assert found.ranges == (Range(3, 15),)
    assert read.text[3:15] == "sank. It was"
    assert found.count == 1


@pytest.mark.parametrize("written", ["foo,-baz", "foo-,bar", "foo,bar,-baz", "oo", "foo,-1"])
def test_a_page_of_repetitions_takes_bounded_steps(written: str) -> None:
    page = FragmentPage("foo 1 " * 100_000)
    directive = parse_directive(f"text={written}")
    assert directive is not None
    begun = time.process_time()
    found = page.matches(directive)
    assert found.count in (None, 0, 100)
    assert time.process_time() - begun < 2 * pace()
