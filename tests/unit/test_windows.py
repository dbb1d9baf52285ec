"""Text windows: the pinned promises of `find`, `text_offset` and `text_limit`."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence import graphemes
from evidence.quotes import Found, QuoteText, find_all
from evidence.ranges import Range
from mcp_bridge.windows import Window, window

TEXT = "".join(f"Sentence {number} speaks of the river and its bridge. " for number in range(200))


def look(text: str, **more: object) -> Window:
    arguments = {"offset": None, "limit": 300, "find": None, "article": (), **more}

    def matches(term: str) -> list[Found]:
        return find_all(QuoteText(text), term, cut_numbers=True)

    return window(text, matches=matches, **arguments)  # type: ignore[arg-type]


@pytest.mark.promise("RANGE-3")
@pytest.mark.promise("RANGE-4")
def test_a_window_is_the_exact_slice() -> None:
    shown = look(TEXT, offset=100, limit=50)
    assert shown.text == TEXT[100:150]
    assert (shown.text_offset, shown.next_offset, shown.truncated) == (100, 150, True)


def test_an_offset_beyond_the_end_gives_an_empty_window() -> None:
    shown = look("short", offset=99)
    assert (shown.text, shown.text_offset, shown.next_offset, shown.truncated) == ("", 5, None, True)


def test_the_whole_text_is_not_truncated() -> None:
    shown = look("short")
    assert (shown.text, shown.truncated, shown.truncation_note) == ("short", False, None)


def test_a_window_starts_at_the_article_unless_asked_otherwise() -> None:
    assert look(TEXT, article=[Range(500, 900)]).text_offset == 500
    assert look(TEXT, article=[Range(500, 900)], offset=0).text_offset == 0


def test_find_shows_the_first_match_at_or_after_the_offset_with_a_margin() -> None:
    shown = look(TEXT, find="Sentence 50 ")
    start = TEXT.index("Sentence 50 ")
    assert shown.find is not None
    assert shown.find.match is not None
    assert (shown.find.match.start, shown.find.occurrences) == (start, 1)
    assert shown.text_offset == start - 200


def test_find_counts_and_names_the_next_occurrence() -> None:
    first = look(TEXT, find="river")
    assert first.find is not None
    assert first.find.occurrences == 200
    assert first.find.next_occurrence_offset is not None
    second = look(TEXT, find="river", offset=first.find.next_occurrence_offset)
    assert second.find is not None
    assert second.find.match is not None
    assert second.find.match.start == first.find.next_occurrence_offset


def test_a_match_longer_than_the_limit_shows_its_head_and_how_to_go_on() -> None:
    term = TEXT[1000:1500]
    shown = look(TEXT, find=term, limit=100)
    assert shown.find is not None
    assert shown.text_offset == TEXT.index(term)
    assert "no find" in shown.find.note


def test_a_term_that_is_not_there_says_that_the_window_is_no_result() -> None:
    shown = look(TEXT, find="waterfall")
    assert shown.find is not None
    assert not shown.find.found
    assert "not a search result" in shown.find.note


def test_matches_only_before_the_offset_are_counted_and_pointed_to() -> None:
    shown = look(TEXT, find="Sentence 1 speaks", offset=5_000)
    assert shown.find is not None
    assert (shown.find.found, shown.find.occurrences) == (False, 1)
    assert "text_offset=0" in shown.find.note


@pytest.mark.promise("RANGE-4")
@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_a_window_never_cuts_a_grapheme(limit: int) -> None:
    text = "a👨‍👩‍👧b🇯🇵cが́d" * 3
    offset: int | None = 0
    seen = ""
    while offset is not None:
        shown = look(text, offset=offset, limit=limit)
        assert graphemes.is_boundary(text, shown.text_offset)
        assert graphemes.is_boundary(text, shown.text_offset + len(shown.text))
        assert shown.text
        seen += shown.text
        offset = shown.next_offset
    assert seen == text


@pytest.mark.promise("RANGE-4")
@given(st.integers(0, 9_000), st.integers(1, 600), st.sampled_from(["river", "Sentence 7", "nowhere", "bridge. S"]))
def test_windows_keep_their_promises(offset: int, limit: int, term: str) -> None:
    shown = look(TEXT, offset=offset, limit=limit, find=term)
    assert shown.text == TEXT[shown.text_offset : shown.text_offset + len(shown.text)]
    assert len(shown.text) <= limit
    assert shown.find is not None
    assert shown.find.found == (TEXT.find(term, min(offset, len(TEXT))) >= 0)
    if shown.find.match is not None:
        assert shown.text_offset <= shown.find.match.start < shown.text_offset + max(1, len(shown.text))
        if len(term) <= limit:
            assert term in shown.text


@pytest.mark.promise("RANGE-4")
def test_random_walks_cover_the_text() -> None:
    rng = random.Random(4)
    offset: int | None = 0
    seen = ""
    while offset is not None:
        shown = look(TEXT, offset=offset, limit=rng.randint(1, 900))
        seen += shown.text
        offset = shown.next_offset
    assert seen == TEXT
