"""A real hub starts its engine behind the first session, and can be stopped in the middle of that."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_bridge.hub_control import stop
from mcp_bridge.lock import read_holder
from mcp_bridge.stdio_client import call, connect
from tests.flow.bridge_client import until
from tests.prepared import prepare
from tests.processes import gone, with_environment


@pytest.fixture
def home() -> Iterator[Path]:
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    prepare(home)
    yield home
    stop(home, force=True, say=lambda _line: None)
    shutil.rmtree(home)


def start_session(home: Path, folder: Path) -> None:
    async def start() -> None:
        async with connect(home, folder) as client:
            source = {"type": "text", "text": "The ferry carries 400 passengers."}
            await call(client, "start_session", source=source, title="Ferry")

    asyncio.run(start())


def prefect_url(home: Path) -> str:
    holder = read_holder(home)
    return holder["prefect_url"] if holder else ""


def test_the_first_session_starts_the_engine(home: Path, tmp_path: Path) -> None:
    start_session(home, tmp_path)
    until(lambda: prefect_url(home), 90)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_stop_in_the_middle_of_the_engines_start_leaves_no_process(home: Path, tmp_path: Path) -> None:
    start_session(home, tmp_path)
    until((home / "prefect" / "server.pid").exists, 30)
    assert stop(home, force=False, say=lambda _line: None)
    assert gone(with_environment("URATORI_HOME", str(home)), 10) == []
    assert not (home / "prefect" / "server.pid").exists()
