"""docs/rules.md and the tests agree: every promise has a test, and no test names an unknown one."""

from __future__ import annotations

import re
from pathlib import Path

from tests.marked import carried_by_tests

ROOT = Path(__file__).resolve().parents[2]
ID = re.compile(r"[A-Z]+-[1-9]\d*")
ROW = re.compile(r"\| `([A-Z]+)-([1-9]\d*)` \| [^|]+\. \|")


def table_rows(text: str) -> list[str]:
    """The rows of the tables, without their heads."""
    return [
        line for line in text.splitlines() if line.startswith("|") and line not in ("| id | promise |", "|---|---|")
    ]


def promised() -> set[str]:
    rows = table_rows((ROOT / "docs" / "rules.md").read_text(encoding="utf-8"))
    assert [row for row in rows if not ROW.fullmatch(row)] == [], "a row is not | `AREA-N` | sentence. |"
    ids = ["-".join(match.groups()) for match in map(ROW.fullmatch, rows) if match]
    assert len(ids) == len(set(ids)), "an id stands twice"
    return set(ids)


def named_by_tests() -> dict[str, list[str]]:
    """Promise id → the tests of all files that carry it."""
    named: dict[str, list[str]] = {}
    for test, words in carried_by_tests("promise"):
        assert len(words) == 1, f"{test}: a promise with more or less than one id"
        assert ID.fullmatch(words[0]), f"{test}: {words[0]} is no id such as QUOTE-1"
        named.setdefault(words[0], []).append(test)
    return named


def test_every_promise_has_a_test() -> None:
    assert promised() - set(named_by_tests()) == set()


def test_no_test_names_an_unknown_promise() -> None:
    assert set(named_by_tests()) - promised() == set()
