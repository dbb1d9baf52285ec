"""Which tests carry a mark with what, read from the sources, so that nothing has to run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent


def marks(source: str, name: str) -> tuple[list[tuple[str, tuple[str, ...]]], list[str]]:
    """The holder and the words of each `pytest.mark.<name>(…)`, and the mentions of the mark that no test carries.

    A mark is carried by a test function, by a class of tests, by `pytestmark` of either a class or the module, or by
    one `pytest.param`. One with other arguments than texts counts as not carried.
    """
    tree = ast.parse(source)
    carried: list[tuple[str, tuple[str, ...]]] = []
    valid: set[int] = set()
    for holder, node in _holders("module", tree.body):
        for mark in ast.walk(node):
            if isinstance(mark, ast.Call) and _is_mark(mark.func, name) and not mark.keywords:
                words = [part.value for part in mark.args if isinstance(part, ast.Constant)]
                if len(words) == len(mark.args) and all(isinstance(word, str) for word in words):
                    carried.append((holder, tuple(map(str, words))))
                    valid.add(id(mark.func))
    stray = [f"line {node.lineno}" for node in ast.walk(tree) if _is_mark(node, name) and id(node) not in valid]
    return carried, stray


def carried_by_tests(name: str) -> list[tuple[str, tuple[str, ...]]]:
    """`file::holder` and the words of each mark `name` in all tests; a mark that no test carries fails."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for path in sorted(TESTS.rglob("*.py")):
        carried, stray = marks(path.read_text(encoding="utf-8"), name)
        assert stray == [], f"{path.name}: a mark '{name}' that no test carries, or one whose arguments are no texts"
        assert not carried or path.name.startswith("test_"), f"{path.name} is no file of tests"
        found.extend((f"{path.name}::{holder}", words) for holder, words in carried)
    return found


def _is_mark(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name and ast.unparse(node.value) == "pytest.mark"


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
