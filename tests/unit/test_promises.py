"""docs/rules.md and the tests agree: every promise has a test, and no test names an unknown one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| `([A-Z]+-\d+)` \|", re.MULTILINE)


def promised() -> set[str]:
    ids = ROW.findall((ROOT / "docs" / "rules.md").read_text(encoding="utf-8"))
    assert len(ids) == len(set(ids)), "an id stands twice"
    return set(ids)


def named_by_tests() -> dict[str, list[str]]:
    """Promise id → the tests that carry it, read from the source so that nothing has to run."""
    named: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.promise":
                    [argument] = mark.args
                    named.setdefault(ast.literal_eval(argument), []).append(f"{path.name}::{node.name}")
    return named


def test_every_promise_has_a_test() -> None:
    assert promised() - set(named_by_tests()) == set()


def test_no_test_names_an_unknown_promise() -> None:
    assert set(named_by_tests()) - promised() == set()
