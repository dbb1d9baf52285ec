"""Figures against budgets: the table that a measurement on the real hub prints, and the folder and hub it uses up."""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mcp_bridge.hub_control import stop

NOISE: Final = {"ms": 1.5, "s": 1.5, "MB": 1.1}
"""A figure may be this many times its budget: the machine is shared, and memory is sampled."""


@dataclass(frozen=True)
class Figure:
    """One row of the table; `budget` in the same unit, None where there is none."""

    what: str
    measured: float
    unit: str
    budget: float | None = None
    note: str = ""

    @property
    def missed(self) -> bool:
        """Whether the budget is missed by more than noise."""
        return self.budget is not None and self.measured > self.budget * NOISE[self.unit]

    def row(self) -> str:
        """The row in Markdown."""
        budget = "" if self.budget is None else f"{self.budget:g} {self.unit}"
        return f"| {self.what} | {self.measured:.1f} {self.unit} | {budget} | {self.note} |"


def cpu_ms(work: Callable[[], object], times: int) -> float:
    """The median CPU time of `work` in this process, after one run to warm up."""
    work()
    taken = []
    for _ in range(times):
        started = time.process_time()
        work()
        taken.append((time.process_time() - started) * 1000)
    return statistics.median(taken)


def run(name: str, measure: Callable[[Path, Path], Coroutine[Any, Any, list[Figure]]], *, title: str = "") -> int:
    """Measure and print the table under its title; 1 when a budget is missed by more than noise.

    `measure` gets the hub's home and the client's working directory. Both are new, in the folder that the command line
    names (``.uratori/NAME`` unless given), and the hub there is ended before and after.
    """
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else f".uratori/{name}").resolve()
    home, work = folder / "data", folder / "work"
    end_hub(home)
    shutil.rmtree(folder, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        figures = asyncio.run(measure(home, work))
    finally:
        end_hub(home)
    return _printed(figures, title)


def end_hub(home: Path) -> None:
    """End the hub of `home`, if there is one."""
    if home.exists():
        stop(home, force=True, say=lambda _line: None)


def _printed(figures: list[Figure], title: str) -> int:
    """Print the table; 1 when a budget is missed by more than noise, which is told on stderr."""
    if title:
        print(f"{title}\n")
    print("| what | measured | budget | |\n|---|---:|---:|---|")
    print("\n".join(figure.row() for figure in figures))
    print(f"\n{os.cpu_count()} cores, {sys.platform}, Python {sys.version.split()[0]}")
    missed = [figure.what for figure in figures if figure.missed]
    for what in missed:
        print(f"over its budget by more than noise: {what}", file=sys.stderr)
    return 1 if missed else 0
