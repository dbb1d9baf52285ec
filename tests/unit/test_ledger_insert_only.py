"""The ledger only grows: no SQL of the program changes or removes a row that is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OPENS_THE_LEDGER = ("ledger", "flows", "mcp_bridge")
CHANGES = re.compile(
    r"\b(UPDATE\s+\w+\s+SET|DELETE\s+FROM|TRUNCATE|INSERT\s+OR|ON\s+CONFLICT|MERGE\s+INTO|DROP\s+TABLE"
    r"|ALTER\s+TABLE(?!\s+\w+\s+ADD\s+COLUMN\b))\b",
    re.IGNORECASE,
)
"""A new column is no change: what a row said before, it says still."""


def statements() -> Iterator[tuple[str, str]]:
    """Every SQL file and every string of the code that may hold SQL, with where it is."""
    for package in OPENS_THE_LEDGER:
        for path in sorted((ROOT / package).rglob("*.sql")):
            yield str(path.relative_to(ROOT)), re.sub(r"--.*", "", path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value


@pytest.mark.promise("LEDGER-6")
def test_no_statement_of_the_program_updates_or_deletes_a_row() -> None:
    found = list(statements())
    assert any("INSERT INTO" in text for _, text in found)
    assert [where for where, text in found if CHANGES.search(text)] == []


DROPS = "ALTER TABLE claims DROP COLUMN claim"


@pytest.mark.parametrize(
    "text", ["UPDATE claims SET claim = 'x'", "delete from claims", "INSERT OR REPLACE INTO x", DROPS]
)
def test_a_statement_that_changes_rows_is_seen(text: str) -> None:
    assert CHANGES.search(text)
