"""Words that are to be cited: their language, whether they tell enough, what stands around them, how they changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.cited_text import context, language_of, too_short
from evidence.graphemes import is_boundary
from evidence.word_diff import UNITS_MOST, word_diff


@pytest.mark.parametrize(
    ("text", "page", "language"),
    [
        ("富士山は高い", None, "ja"),
        ("経済成長", "ja", "ja"),
        ("経済成長", "zh-Hant-TW", "zh"),
        ("経済成長", None, "zh"),
        ("안녕하세요", "en", "ko"),
        ("สวัสดี", None, "th"),
        ("Привет", "uk-UA", "uk"),
        ("Привет", "en", "ru"),
        ("Straße", "de_AT", "de"),
        ("hello", "ja", "en"),
        ("hello", None, "en"),
        ("hello", "<b>", "en"),
    ],
)
def test_the_script_tells_the_language_and_where_it_does_not_the_page(
    text: str, page: str | None, language: str
) -> None:
    assert language_of(text, page) == language


@pytest.mark.parametrize(
    ("text", "short"),
    [("富士山は", False), ("富士山", True), ("a b c d", True), ("a b c d e", False), ("…!?…", True), ("", True)],
)
def test_letters_and_digits_count_and_fewer_where_each_tells_more(text: str, short: bool) -> None:
    assert too_short(text, least_cjk=4, least_other=5) is short


def test_the_context_says_where_it_is_cut() -> None:
    text = "a" * 150 + "MATCH" + "b" * 150
    told = context(text, 150, 155)
    assert told == "…" + "a" * 100 + "MATCH" + "b" * 100 + "…"
    assert context("MATCH", 0, 5) == "MATCH"
    long = context("x" * 400, 0, 400)
    assert long == "x" * 150 + " … " + "x" * 150


@given(st.text(), st.integers(0, 400), st.integers(0, 400))
def test_a_context_holds_what_it_is_of_up_to_characters(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    told = context(text, start, end, around=3, most=8)
    assert end - start > 8 or text[start:end] in told
    for at in (len(told) - len(told.lstrip("…")), len(told.rstrip("…"))):
        assert "…" in text or is_boundary(told, at)


def test_a_diff_marks_words_and_in_scripts_without_spaces_characters() -> None:
    assert word_diff("It carries forty cars.", "It carries about fifty cars.") == (
        "It carries [-forty-]{+about fifty+} cars."
    )
    assert word_diff("高さは88メートル", "高さは90メートル") == "高さは[-88-]{+90+}メートル"
    assert word_diff("same", "same") == "same"
    long = "a " * UNITS_MOST
    assert word_diff(long, "b") == f"[-{long}-]{{+b+}}"


@given(st.text(alphabet="ab 橋é"), st.text(alphabet="ab 橋é"))
def test_a_diff_holds_both_sides(old: str, new: str) -> None:
    diff = word_diff(old, new)
    before = "".join(part.partition("-]")[2] if "-]" in part else part for part in diff.split("[-"))
    after = "".join(part.partition("+}")[0] + part.partition("+}")[2] for part in before.split("{+"))
    assert after == new
