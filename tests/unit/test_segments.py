from __future__ import annotations

import time
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence import graphemes
from evidence.limits import SEGMENT_CHARACTERS
from evidence.ranges import Range
from evidence.segments import Granularity, Segment, page, segments
from tests.pace import pace

TEXTS = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(
            [
                "。",
                "「はい。」",
                "Mr. ",
                "! ",
                "3.5",
                "https://a.example/?x=1. ",
                "\r\n",
                "\n\n",
                "\n\u3000\n",
                "🇯🇵",
                "👨\u200d👩",
                "x" * 400,
            ]
        ),
    ),
    max_size=40,
).map("".join)


def pieces(text: str, granularity: Granularity = "sentence") -> list[str]:
    return [text[one.start : one.end] for one in segments(text, granularity)]


@pytest.mark.promise("SEG-1")
@pytest.mark.parametrize("granularity", get_args(Granularity))
@settings(deadline=None)
@given(text=TEXTS)
def test_segments_tile_the_text(granularity: Granularity, text: str) -> None:
    tiles = segments(text, granularity)
    assert "".join(text[one.start : one.end] for one in tiles) == text
    assert [one.index for one in tiles] == list(range(len(tiles)))
    assert [one.start for one in tiles] == ([0] + [one.end for one in tiles])[: len(tiles)]
    assert all(0 < one.end - one.start <= SEGMENT_CHARACTERS for one in tiles)
    blocks = [one.block for one in tiles]
    assert blocks == sorted(blocks)
    assert all(graphemes.is_boundary(text, one.end) for one in tiles)


@settings(deadline=None)
@given(text=TEXTS)
def test_paragraphs_are_fewer_and_sentences_never_cross_them(text: str) -> None:
    paragraphs, sentences = segments(text, "paragraph"), segments(text, "sentence")
    assert len({one.block for one in paragraphs}) == len({one.block for one in sentences})
    assert {one.end for one in paragraphs if one.index == len(paragraphs) - 1} <= {one.end for one in sentences}


@pytest.mark.promise("SEG-1")
@settings(deadline=None)
@given(text=TEXTS, max_segments=st.integers(1, 9), max_characters=st.integers(1, 5000))
def test_pages_show_the_same_segments_whatever_their_size(text: str, max_segments: int, max_characters: int) -> None:
    tiles = segments(text, "sentence")
    shown: list[Segment] = []
    offset: int | None = 0
    while offset is not None:
        one = page(tiles, offset=offset, max_segments=max_segments, max_characters=max_characters)
        assert len(one.segments) <= max_segments
        assert len(one.segments) <= 1 or sum(part.end - part.start for part in one.segments) <= max_characters
        assert one.truncated == (one.offset > 0 or one.next_offset is not None)
        shown.extend(one.segments)
        offset = one.next_offset
    assert shown == tiles


def test_an_offset_beyond_the_end_gives_an_empty_page() -> None:
    one = page(segments("One. Two.", "sentence"), offset=9, max_segments=5)
    assert (one.segments, one.offset, one.total, one.next_offset, one.covered) == ((), 2, 2, None, None)


def test_a_page_says_what_it_covers() -> None:
    one = page(segments("一。二。三。", "sentence"), offset=1, max_segments=1)
    assert (one.covered, one.truncated, one.next_offset) == (Range(2, 4), True, 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One. ", "Two! ", "Three? ", "Four"]),
        ("一つ。二つ！？三つ。", ["一つ。", "二つ！？", "三つ。"]),
        ("好！他说。再见。", ["好！", "他说。", "再见。"]),
        ("늘렸다. 줄었다. 끝", ["늘렸다. ", "줄었다. ", "끝"]),
        ('He said "No." Then he left.', ['He said "No." ', "Then he left."]),
        ("（終わり。）\n次。", ["（終わり。）\n", "次。"]),
        ("one\ntwo\n", ["one\n", "two\n"]),
        ("見て example.com だ。", ["見て example.com だ。"]),
    ],
)
def test_sentences_end_at_their_stops(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected


@pytest.mark.promise("SEG-2")
@pytest.mark.parametrize(
    "text",
    [
        "See https://example.com/a?b=1 for more",
        "Ask at www.example.com/?q=why now",
        "詳細はhttps://example.com/x!y?zを見る",
        "Mr. Smith met Dr. Lee",
        "The U.S. Senate voted",
        "Fruit, e.g. Apples, i.e. Good ones",
        "John F. Kennedy spoke",
        "1. First item",
        "１．はじめに",
        "増加率は３．５％だった",
        "It is 3.5 percent",
        "He works for Yahoo! Japan",
        "Yahoo!ニュースによると",
        "Why! is what she said",
        "「はい。」と彼は答えた",
        "「本当か？」って聞いた",
        '"Really?" she asked',
    ],
)
def test_a_stop_inside_of_a_sentence_does_not_cut_it(text: str) -> None:
    assert pieces(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("「はい。」「いいえ。」", ["「はい。」", "「いいえ。」"]),
        ("「はい。」そう答えた。", ["「はい。」", "そう答えた。"]),
        ("It was 2024. Then", ["It was 2024. ", "Then"]),
        ("So do I. Then", ["So do I. ", "Then"]),
        ("https://example.com/a. Next", ["https://example.com/a. ", "Next"]),
        ("すごい!本当だ", ["すごい!", "本当だ"]),
    ],
)
def test_the_exceptions_do_not_swallow_real_ends(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n\nb\nc", ["a\n\n", "b\nc"]),
        ("a\r\n\r\nb", ["a\r\n\r\n", "b"]),
        ("a\r\nb\rc\u2028d", ["a\r\nb\rc\u2028d"]),
        ("a\r\n \r\nb\u2028\u2029c", ["a\r\n \r\n", "b\u2028\u2029", "c"]),
        ("a\n\u3000\n\u3000b", ["a\n\u3000\n", "\u3000b"]),
        ("\n\n\na", ["\n\n\n", "a"]),
        ("a\n \t\n\n  b", ["a\n \t\n\n  ", "b"]),
    ],
)
def test_blank_lines_end_paragraphs(text: str, expected: list[str]) -> None:
    assert pieces(text, "paragraph") == expected


@pytest.mark.parametrize(("length", "count"), [(999, 1), (1000, 1), (1001, 2), (2000, 2), (2001, 3), (3007, 4)])
def test_long_pieces_are_filled_to_the_brim(length: int, count: int) -> None:
    assert [len(one) for one in pieces("a" * length)][:-1] == [1000] * (count - 1)
    assert len(pieces("a" * length)) == count


def test_long_pieces_are_cut_between_graphemes() -> None:
    text = "x" + "👨\u200d👩\u200d👧" * 600
    assert all(graphemes.is_boundary(text, one.end) for one in segments(text, "sentence"))


def test_a_grapheme_longer_than_a_segment_is_cut() -> None:
    text = "e" + "\u0301" * 2500
    assert [len(one) for one in pieces(text)] == [1000, 1000, 501]


@pytest.mark.parametrize(
    "unit", ["これは文です。", "🇯🇵", "a.", ". ", "\r\n\u3000", "http://", "「。」と", "e\u0301", "U.S. "]
)
def test_time_grows_with_the_text_only(unit: str) -> None:
    text = unit * (400_000 // len(unit))
    started = time.process_time()
    segments(text, "sentence")
    assert time.process_time() - started < 4 * pace()
