"""The fault report: what each test of a fault saw happen, kept in docs/fault-report.md, and compared on every run.

    @pytest.mark.fault("F-24", "gzip cut in the middle")
    def test_a_cut_body_is_no_evidence(fault: Fault) -> None:
        …
        fault.happened("Refused as truncated; both tries recorded.", kept="No evidence; the ledger is as it was.")

The words stand after the asserts that show them, and are the same on every run and machine: no times, ports or paths.
A test fails when its words are not those of its row; `pytest --write-fault-report` writes the rows of the tests that
ran. A parametrised test has one row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.marked import carried_by_tests

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "fault-report.md"
CASES = {
    "F-21": "Addresses that must not be reached",
    "F-22": "Names that change what they point at",
    "F-23": "Redirects",
    "F-24": "Bodies cut short",
    "F-25": "Bodies and heads that are too much",
    "F-26": "Servers that are slow",
    "F-27": "Statuses and labels that mislead",
    "F-28": "Charsets",
    "F-29": "Quotes and what extraction makes of their text",
    "F-30": "Coverage of the source text",
    "F-31": "PDF files",
    "F-32": "Snapshots and the network",
    "F-33": "Chromium missing, crashing, hanging",
    "F-34": "Many pictures at once",
}
"""The cases that the report can hold, by id."""
INTRODUCTION = """\
# Fault report

What happens when the outside world is broken or hostile, and what is kept then. Every row is written by a test that
makes the fault and checks the answer. CI runs the tests again and fails when one of them sees something else than its
row says, when a row has no test, and when a test has no row. `grep -rn 'fault("F-24"' tests` leads from a case to its
tests; `python -m pytest --write-fault-report` writes the rows of the tests that it runs.
"""
HEAD = "| scenario | what happened | what was kept |\n|---|---|---|\n"
_ROW = re.compile(r"\| ([^|\n]*[^|\s]) \| ([^|\n]*[^|\s]) \| ([^|\n]*[^|\s]) \|")

Key = tuple[str, str]
"""A case and a scenario of it."""
Words = tuple[str, str]
"""What happened, and what was kept."""


def read(text: str) -> dict[Key, Words]:
    """The rows of the document `text`. Raises ValueError where a line is none that `document` writes."""
    rows: dict[Key, Words] = {}
    case = ""
    for line in text.removeprefix(INTRODUCTION).splitlines():
        if line in HEAD.splitlines():
            continue
        if line.startswith("## "):
            case = line.removeprefix("## ").partition(":")[0]
        elif row := _ROW.fullmatch(line):
            rows[case, row[1]] = (row[2], row[3])
        elif line:
            raise ValueError(f"no row of the fault report: {line}")
    return rows


def document(rows: Mapping[Key, Words]) -> str:
    """The whole document: one section per case that has rows, in the order of the ids, its rows sorted by scenario."""
    sections = [
        f"## {case}: {title}\n\n{HEAD}"
        + "".join(
            f"| {scenario} | {happened} | {kept} |\n"
            for (of, scenario), (happened, kept) in sorted(rows.items())
            if of == case
        )
        for case, title in CASES.items()
        if any(case == of for of, _ in rows)
    ]
    return "\n".join([INTRODUCTION, *sections])


class Fault:
    """What one test has to say of its `key`. Its words are compared with `rows`, or written there where it `writes`."""

    def __init__(self, key: Key, rows: dict[Key, Words], *, writes: bool) -> None:
        self.key = key
        self.has_spoken = False
        self._rows = rows
        self._writes = writes

    def happened(self, happened: str, *, kept: str) -> None:
        """Say what the test saw, once its asserts have shown it. Fails when the report's row says something else."""
        row = f"| {self.key[1]} | {happened} | {kept} |"
        assert self.key[0] in CASES, f"{self.key[0]} is no case of tests/faults.py"
        assert _ROW.fullmatch(row), f"no row of a table: {row}"
        if self._writes:
            self._rows.setdefault(self.key, (happened, kept))
        self.has_spoken = True
        assert self._rows.get(self.key) == (happened, kept), (
            "docs/fault-report.md says something else; where the test is right: pytest --write-fault-report"
        )


_ROWS = pytest.StashKey[dict[Key, Words]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-fault-report", action="store_true", help="write the rows of the tests that run")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "fault(case, scenario): writes a row of docs/fault-report.md")
    config.stash[_ROWS] = {} if config.getoption("--write-fault-report") else _written()


def _written() -> dict[Key, Words]:
    return read(DOCUMENT.read_text(encoding="utf-8"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("fault") and "fault" not in getattr(item, "fixturenames", ()):
        pytest.fail("a test marked as a fault says nothing: it needs the fixture `fault`")


@pytest.fixture
def fault(request: pytest.FixtureRequest) -> Iterator[Fault]:
    """Takes the words of a test that is marked with `fault`."""
    mark = request.node.get_closest_marker("fault")
    assert mark, "the fixture `fault` is for tests that are marked with a case and a scenario"
    config = request.config
    fault = Fault(mark.args, config.stash[_ROWS], writes=config.getoption("--write-fault-report"))
    yield fault
    assert fault.has_spoken, "the test ended without fault.happened(…)"


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the rows that were said into the document as it is now; rows whose test is gone go."""
    if session.config.getoption("--write-fault-report"):
        tests = {words for _, words in carried_by_tests("fault")}
        rows = _written() | session.config.stash[_ROWS]
        DOCUMENT.write_text(document({key: rows[key] for key in rows if key in tests}), encoding="utf-8")
