"""docs/fault-report.md and the tests agree: every row has one test, every test of a fault has its row."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.faults import CASES, DOCUMENT, INTRODUCTION, Fault, Key, Words, document, read
from tests.marked import carried_by_tests

WORDS = ("Refused.", "The ledger is as it was.")
OWED = {f"F-{number}" for number in range(21, 32)}
"""The cases of fetching, quotes and coverage: each has to be shown."""
KEY = ("F-24", "gzip cut in the middle")


def report() -> str:
    return DOCUMENT.read_text(encoding="utf-8")


def scenarios() -> Counter[tuple[str, ...]]:
    """Case and scenario of every mark in the tests, with the number of tests that carry it."""
    return Counter(words for _, words in carried_by_tests("fault"))


def test_every_test_names_a_case_and_a_scenario_of_its_own() -> None:
    marks = scenarios()
    assert [words for words in marks if len(words) != 2 or words[0] not in CASES] == []
    assert [words for words, times in marks.items() if times > 1] == []


def test_every_row_has_a_test_and_every_test_a_row() -> None:
    rows, tests = set(read(report())), set(scenarios())
    assert {"no test": rows - tests, "no row": tests - rows} == {"no test": set(), "no row": set()}


def test_every_case_that_is_owed_has_a_row() -> None:
    assert OWED - {case for case, _ in read(report())} == set()


def test_the_report_is_written_by_the_tests_alone() -> None:
    assert report() == document(read(report()))


def test_the_report_is_sorted_by_case_and_scenario_whatever_the_order_of_the_tests() -> None:
    rows = {("F-24", "b"): WORDS, ("F-24", "a"): WORDS, ("F-21", "c"): WORDS}
    assert document(rows) == document(dict(reversed(rows.items())))
    assert list(read(document(rows))) == [("F-21", "c"), ("F-24", "a"), ("F-24", "b")]
    assert read(document(rows)) == rows


@pytest.mark.parametrize("line", ["Written by hand.", "| a | b |", "| a | b | c | d |", "| a |  | c |"])
def test_a_line_that_no_test_writes_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no row"):
        read(f"{INTRODUCTION}\n## F-24: Bodies cut short\n\n{line}\n")


def test_a_test_that_sees_what_its_row_says_passes() -> None:
    Fault(KEY, {KEY: WORDS}, writes=False).happened(WORDS[0], kept=WORDS[1])


@pytest.mark.parametrize("rows", [{}, {KEY: ("Accepted.", WORDS[1])}, {KEY: (WORDS[0], "Nothing.")}])
def test_a_test_that_sees_something_else_than_its_row_says_fails(rows: dict[Key, Words]) -> None:
    with pytest.raises(AssertionError, match="says something else"):
        Fault(KEY, rows, writes=False).happened(WORDS[0], kept=WORDS[1])


def test_writing_takes_the_words_and_refuses_others_of_the_same_scenario() -> None:
    rows: dict[Key, Words] = {}
    for _ in range(2):
        Fault(KEY, rows, writes=True).happened(WORDS[0], kept=WORDS[1])
    assert rows == {KEY: WORDS}
    with pytest.raises(AssertionError, match="says something else"):
        Fault(KEY, rows, writes=True).happened("Accepted.", kept=WORDS[1])


@pytest.mark.parametrize("words", ["", "two\nlines", "a | b", "ends with a space "])
def test_words_that_would_break_the_table_are_refused(words: str) -> None:
    with pytest.raises(AssertionError, match="no row of a table"):
        Fault(KEY, {}, writes=True).happened(words, kept=WORDS[1])


def test_a_case_that_is_not_listed_is_refused() -> None:
    with pytest.raises(AssertionError, match="no case"):
        Fault(("F-99", "x"), {}, writes=True).happened(*WORDS[:1], kept=WORDS[1])
