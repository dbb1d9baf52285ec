"""docs/rules.md and the tests agree: every promise has a test, and no test names an unknown one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

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


def marks(source: str) -> tuple[dict[str, list[str]], list[str]]:
    """Promise id → the tests that carry it, and the mentions of the mark that no test carries.

    Read from the source, so that nothing has to run. A mark is carried by a test function, by a class of tests, by
    `pytestmark` of either a class or the module, or by one `pytest.param`.
    """
    tree = ast.parse(source)
    carried: dict[str, list[str]] = {}
    valid: set[int] = set()
    for holder, node in _holders("module", tree.body):
        for mark in ast.walk(node):
            if isinstance(mark, ast.Call) and _is_mark(mark.func):
                match [ast.literal_eval(argument) for argument in mark.args]:
                    case [str(name)] if ID.fullmatch(name) and not mark.keywords:
                        carried.setdefault(name, []).append(holder)
                        valid.add(id(mark.func))
                    case _:
                        pass
    stray = [f"line {node.lineno}" for node in ast.walk(tree) if _is_mark(node) and id(node) not in valid]
    return carried, stray


def _is_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "promise"


def _holders(name: str, body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Every expression of a module or class that marks a test that runs, with the name of the test, class or module."""
    common = [one.value for one in body if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "pytestmark"]
    if not _has_tests(body) or _shows_nothing(common):
        return
    yield from ((name, one) for one in common)
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() if _has_tests([node]):
                if _shows_nothing(node.decorator_list):
                    continue
                yield from ((node.name, one) for one in node.decorator_list)
                if isinstance(node, ast.ClassDef):
                    yield from _holders(node.name, node.body)


def _has_tests(body: list[ast.stmt]) -> bool:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if node.name.startswith("test"):
                return True
            case ast.ClassDef() if node.name.startswith("Test") and _has_tests(node.body):
                return True
    return False


def _shows_nothing(marks: list[ast.expr]) -> bool:
    """Whether one of the marks says that the test never runs or may fail; one of a single parameter does not count."""
    flat = [part for one in marks for part in (one.elts if isinstance(one, ast.List) else [one])]
    return any(ast.unparse(one).partition("(")[0] in ("pytest.mark.skip", "pytest.mark.xfail") for one in flat)


def named_by_tests() -> dict[str, list[str]]:
    """Promise id → the tests of all files that carry it."""
    named: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        carried, stray = marks(path.read_text(encoding="utf-8"))
        assert stray == [], f"{path.name}: a mark that no test carries, or one without exactly one id such as QUOTE-1"
        assert not carried or path.name.startswith("test_"), f"{path.name} is no file of tests"
        for name, tests in carried.items():
            named.setdefault(name, []).extend(f"{path.name}::{test}" for test in tests)
    return named


def test_every_promise_has_a_test() -> None:
    assert promised() - set(named_by_tests()) == set()


def test_no_test_names_an_unknown_promise() -> None:
    assert set(named_by_tests()) - promised() == set()


CARRIED = {
    '@pytest.mark.promise("A-1")\ndef test_x(): ...': "test_x",
    '@pytest.mark.promise("A-1")\nasync def test_x(): ...': "test_x",
    '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.promise("A-1"))])\ndef test_x(x): ...': "test_x",
    '@pytest.mark.promise("A-1")\nclass TestX:\n    def test_x(self): ...': "TestX",
    'class TestX:\n    @pytest.mark.promise("A-1")\n    def test_x(self): ...': "test_x",
    'class TestX:\n    pytestmark = [m, pytest.mark.promise("A-1")]\n    def test_x(self): ...': "TestX",
    'pytestmark = pytest.mark.promise("A-1")\ndef test_x(): ...': "module",
}
STRAY = [
    '@pytest.mark.promise("A-1")\ndef helper(): ...',
    '@pytest.mark.promise("A-1")\nclass TestEmpty: ...',
    '@pytest.mark.promise("A-1")\nclass Helper:\n    def test_x(self): ...',
    'pytestmark = pytest.mark.promise("A-1")',
    '@pytest.mark.skip\n@pytest.mark.promise("A-1")\ndef test_x(): ...',
    '@pytest.mark.promise("A-1")\n@pytest.mark.xfail(strict=True)\ndef test_x(): ...',
    '@pytest.mark.skip\nclass TestX:\n    @pytest.mark.promise("A-1")\n    def test_x(self): ...',
    'pytestmark = [pytest.mark.skip("no")]\n@pytest.mark.promise("A-1")\ndef test_x(): ...',
    '@pytest.mark.promise("PAGE-CHARSET")\ndef test_x(): ...',
    '@pytest.mark.promise("A-1", "A-2")\ndef test_x(): ...',
    "@pytest.mark.promise\ndef test_x(): ...",
    'def test_x():\n    @pytest.mark.promise("A-1")\n    def test_y(): ...',
    'shown = pytest.mark.promise("A-1")\n@shown\ndef test_x(): ...',
]


@pytest.mark.parametrize("source", CARRIED)
def test_a_mark_counts_wherever_a_test_carries_it(source: str) -> None:
    assert marks(source) == ({"A-1": [CARRIED[source]]}, [])


@pytest.mark.parametrize("source", STRAY)
def test_a_mark_that_no_test_carries_is_seen(source: str) -> None:
    carried, stray = marks(source)
    assert (carried, len(stray)) == ({}, 1)
