"""The one engine of a test run. Named in `pytest_plugins` by the modules that use it, so that there is one of it."""

from __future__ import annotations

import gc
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flow.engine_world import World, until
from tests.prepared import prepare


@pytest.fixture(scope="session")
def world() -> Iterator[World]:
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    (home / "files").mkdir()
    prepare(home)
    made = World(home)
    try:
        made.ready()
        until(made.deployed)
        yield made
    finally:
        made.close()
        with warnings.catch_warnings():
            # Prefect's event client leaves the socket of a killed server to the collector.
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()
        shutil.rmtree(home, ignore_errors=True)
