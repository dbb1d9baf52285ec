"""The one engine of a test run. Named in `pytest_plugins` by the modules that use it, so that there is one of it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flow.engine_world import World


@pytest.fixture(scope="session")
def world() -> Iterator[World]:
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    (home / "files").mkdir()
    made = World(home)
    try:
        made.ready()
        yield made
    finally:
        made.close()
        shutil.rmtree(home, ignore_errors=True)
