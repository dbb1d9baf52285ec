"""Labelled cases that lie beside the repository; tests that need them are skipped, saying so, where they do not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).resolve().parents[2] / "shared" / "cases"


def case_rows(name: str, kind: str) -> list[Any]:
    """The rows of one kind as parameters of a test."""
    path = CASES / name
    if not path.exists():
        return [pytest.param({}, marks=pytest.mark.skip(reason=f"../shared/cases/{name} is not here"), id="absent")]
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [row for row in rows if row["kind"] == kind]
