"""How texts are compared, and the way between a text and its fold."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.fragment_fold import UNSEEN, Folded, fold
from evidence.fragment_match import FragmentPage
from evidence.page import read_html
from tests.cases import case_rows
from tests.pace import pace


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("STRASSE", "straße"),
        ("cafe", "CAFÉ"),
        ("cafe\u0301", "café"),
        ("Encyclopaedia", "Encyclopædia"),
        ("so... 10", "so… ①０"),
        ("102 fi", "10² ﬁ"),
        ('"it\'s"', "“it’s”"),
        ("3,5 %", "3,5\u00a0%"),
        ("ＡＢＣ１２", "abc12"),
        ("キャノン", "きゃのん"),
        ("1290", "١٢٩٠"),
        ("אבן", "אבנ"),
        ("각가", "가까"),
        ("softhyphen", "soft\u00adhy\u200bphen"),
        ("lodz", "Łódź"),
        ("collecció", "col·lecció"),
    ],
)
def test_what_a_browser_takes_for_equal_folds_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("キャノン", "キヤノン"),
        ("パリ", "ハリ"),
        ("ガラス", "カラス"),
        ("state-of", "state‑of"),
        ("-5", "−5"),
        ("бой", "бои"),
        ("бои\u0306", "бои"),
        ("a b", "ab"),
        ("a\nb", "a b"),
        ("a\tb", "a b"),
        ("国", "國"),
        ("=", "≠"),
        ("น้ำ", "น้า"),
    ],
)
def test_what_a_browser_tells_apart_does_not(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize("row", case_rows("fragments.jsonl", "normalize"), ids=lambda row: ascii(row.get("input")))
def test_text_is_normalised_as_the_cases_have_it(row: dict) -> None:
    """The cases keep katakana apart from hiragana; Chromium takes them for equal, and so do we."""
    page = read_html(f"<p>x{row['input']}x</p>", None)
    assert FragmentPage(page.text, page.marked_html).folded.text == fold(f"x{row['expect']}x")


@given(st.text("aßé\u0301 ﬁ각가\u00ad\u200b漢ガ…", max_size=40), st.integers(0, 40))
def test_places_in_the_fold_are_found_again(text: str, at: int) -> None:
    folded = Folded(text)
    assert folded.text == fold(text)
    at = min(at, len(text))
    offset = folded.at(at)
    start = folded.start(offset)
    assert offset == len(folded.text) or (start is not None and start >= at and folded.at(start) == offset)
    end = folded.end(offset)
    assert end is None or end <= at


def test_a_place_inside_of_a_letter_is_none() -> None:
    folded = Folded("xﬃy")
    assert [folded.start(at) for at in range(5)] == [0, 1, None, None, 2]
    assert [folded.end(at) for at in range(6)] == [None, 1, None, None, 2, 3]


def test_long_texts_are_folded_in_time() -> None:
    text = "Über 412 “Gäste” in 東京… " * 40_000
    begun = time.process_time()
    folded = Folded(text)
    assert time.process_time() - begun < 1 * pace()
    for at in (0, 1_023, 1_024, 500_000, len(text) - 1):
        assert folded.start(folded.at(at)) == at
    assert folded.at(len(text)) == len(folded.text)
    assert fold(UNSEEN) == ""
