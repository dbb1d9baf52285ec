"""The console script: what a client starts imports the standard library only."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

LISTING = """
import json, os, sys
sys.argv = ["uratori", *json.loads(sys.argv[1])]
from mcp_bridge import entry
import atexit
def tell():
    os.write(2, json.dumps(sorted(sys.modules)).encode())
try:
    import mcp_bridge.bridge as bridge
    bridge.leave = lambda code: (tell(), os._exit(code))
    entry.main()
finally:
    tell()
"""


def modules_of(arguments: list[str], home: Path) -> tuple[str, set[str]]:
    """What the script prints, and the modules that it has imported at its end."""
    done = subprocess.run(
        [sys.executable, "-c", LISTING, json.dumps(arguments)],
        input=b"",
        capture_output=True,
        env={**os.environ, "URATORI_HOME": str(home)},
        timeout=30,
        check=False,
    )
    return done.stdout.decode(), set(json.loads(done.stderr.splitlines()[-1]))


def foreign(modules: set[str]) -> set[str]:
    """Top-level packages that belong neither to Python nor to the room itself (`site` may load some .pth hooks)."""
    known = set(sys.stdlib_module_names) | {"mcp_bridge", "__main__"}
    return {name.partition(".")[0] for name in modules} - known - bare()


def bare() -> set[str]:
    """What an empty Python has loaded already: hooks of the environment's .pth files."""
    command = "import json, sys; print(json.dumps(sorted(sys.modules)))"
    listed = subprocess.run([sys.executable, "-c", command], capture_output=True, check=True, timeout=30).stdout
    return {name.partition(".")[0] for name in json.loads(listed)}


@pytest.mark.promise("HUB-6")
@pytest.mark.parametrize("arguments", [["mcp"], ["--version"]])
def test_what_a_client_starts_needs_the_standard_library_only(arguments: list[str], tmp_path: Path) -> None:
    _, modules = modules_of(arguments, tmp_path)
    assert foreign(modules) == set()
    assert not {"mcp", "prefect", "duckdb", "pydantic", "typer"} & modules
    assert not {name for name in modules if name.startswith(("flows", "ledger", "tasks", "evidence", "reports"))}


def test_version_is_that_of_the_distribution(tmp_path: Path) -> None:
    assert modules_of(["--version"], tmp_path)[0].strip().count(".") == 2
