"""Prefect's database, made once: making it takes a dozen seconds, and a copy of it none."""

from __future__ import annotations

import fcntl
import shutil
from pathlib import Path
from typing import Final

from flows.settings import Settings
from mcp_bridge.doctor import prefect_prepared
from mcp_bridge.prefect_child import prepare_database

TEMPLATE: Final = Path(__file__).resolve().parents[1] / ".uratori" / "test"
"""The data directory that `./run test` prepares with `uratori setup` before the tests; no hub ever runs in it."""


def prepare(home: Path) -> None:
    """Put the database into the data directory `home`, as `uratori setup` would."""
    TEMPLATE.mkdir(parents=True, exist_ok=True)
    with (TEMPLATE / "prepared.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other test runs of this checkout
        if not prefect_prepared(TEMPLATE):
            prepare_database(Settings(home=TEMPLATE))
    shutil.copytree(TEMPLATE / "prefect", home / "prefect")
