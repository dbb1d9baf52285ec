"""Where words end, as Chromium has it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from evidence.fragment_words import Words, boundaries, by_dictionary


@pytest.mark.parametrize(
    "parted",
    [
        "The| |quick| |fox|.",
        "example|.|com| |e|.|g|.| |a|:|b",
        "3.5| |1,234.56| |v2.0.1| |10|:|30",
        "can't| |can’t| |l’été| |'|tis",
        "東京|都|葛飾|区|の|統計",
        "出口|额|达到|一百|二十|亿|元",
        "กระทรวง|ประกาศ|แผน|น้ำ|ใหม่",
        "정부의| |예산은| |줄었다|.",
        "snake_case| |#|tag| |50|%",
        "צה\"ל| |ג'ירפה",
        "soft|\u00ad|hyphen",
        "😀|👩‍👩‍👧|🇯🇵|🇫🇷",
    ],
)
def test_words_are_parted_as_in_chromium(parted: str) -> None:
    pieces = parted.split("|")
    text = "".join(pieces)
    cuts = boundaries(text)
    assert [text[start:end] for start, end in pairwise(cuts)] == pieces
    words = Words(text)
    assert [at for at in range(len(text) + 1) if words.parts(at, 0, len(text))] == cuts
    for at in range(len(text)):
        assert words.after(at, 0, len(text)) == next(cut for cut in cuts if cut > at)


def test_what_stands_outside_of_the_window_does_not_count() -> None:
    words = Words("counterrevolution")
    assert not words.parts(7, 0, 17)
    assert words.parts(7, 7, 17)
    assert words.parts(7, 0, 7)


def test_a_run_of_spaces_is_not_parted() -> None:
    words = Words("a  b")
    assert [words.parts(at, 0, 4) for at in range(5)] == [True, True, False, True, True]


def test_only_a_dictionary_parts_scripts_without_spaces() -> None:
    assert by_dictionary("東京都", 2)
    assert by_dictionary("ประกาศแผน", 6)
    assert not by_dictionary("東京 都", 2)
    assert not by_dictionary("ABC社", 3)
    assert not by_dictionary("정부는", 2)


def test_a_word_without_an_end_is_looked_at_in_a_window() -> None:
    words = Words("a" * 100_000)
    assert words.parts(50_000, 0, 100_000) is False
    assert words.after(50_000, 0, 100_000) == 51_000
