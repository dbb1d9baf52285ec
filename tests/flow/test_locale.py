"""A data directory whose name is not ASCII, in a locale that knows nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_bridge.hub_control import stop

PLAIN = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def home() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    home = folder / "裏取り"
    yield home
    stop(home, force=True, say=lambda _line: None)
    shutil.rmtree(folder)


@pytest.mark.parametrize("command", [("sessions", "--json"), ("migrate",)])
def test_a_home_with_another_name_than_ascii_works_in_the_c_locale(home: Path, command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mcp_bridge.entry", *command],
        env={**os.environ, **PLAIN, "URATORI_HOME": str(home)},
        cwd=home.parent,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (home / "ledger.duckdb").exists()
    if command[0] == "sessions":
        assert json.loads(done.stdout)["sessions"] == []
    else:
        assert str(home) in done.stdout
