"""The real stack: `uratori mcp` as a client starts it, one hub for all end-to-end tests, pages on loopback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.types import CallToolResult

from mcp_bridge.stdio_client import connect
from tests.contracts import keeps
from tests.prepared import prepare
from tests.site import Site

SETTINGS = {
    "URATORI_ALLOW_PRIVATE_ADDRESSES": "true",
    "URATORI_HUB_IDLE_MINUTES": "15",
    "URATORI_RETRY_DELAY": "0.05",
    "URATORI_FETCH_TIMEOUT": "5",
    "URATORI_SITE_BURST": "1000",
    "URATORI_BROWSER_TIMEOUT": "15",
}

Connect = Callable[[], AbstractAsyncContextManager[Client]]


def uratori(home: Path, *arguments: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Run the command-line program on the data directory `home`."""
    return subprocess.run(
        [sys.executable, "-m", "mcp_bridge.entry", *arguments],
        env={**os.environ, **SETTINGS, "URATORI_HOME": str(home)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )


@pytest.fixture(autouse=True)
def contracts_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer that these tests get over the wire is held against its contract."""
    called = Client.call_tool

    async def held(self: Client, name: str, *arguments: Any, **more: Any) -> Any:
        result = await called(self, name, *arguments, **more)
        if isinstance(result, CallToolResult):
            keeps(name, result.structured_content or {}, refused=bool(result.is_error))
        return result

    monkeypatch.setattr(Client, "call_tool", held)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


@contextmanager
def data_directory() -> Iterator[Path]:
    """A fresh data directory as `uratori setup` leaves it, with a short path (sockets have a length limit).

    Its hub ends with it.
    """
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    prepare(home)
    yield home
    uratori(home, "down", "--force")
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def home() -> Iterator[Path]:
    with data_directory() as home:
        yield home


@pytest.fixture
def own_home() -> Iterator[Path]:
    """A data directory, and so a hub, for one test alone."""
    with data_directory() as home:
        yield home


@pytest.fixture
def connected(home: Path, tmp_path: Path) -> Connect:
    """Opens a client over stdio whose working directory is the test's own."""

    @asynccontextmanager
    async def open_client() -> AsyncIterator[Client]:
        async with connect(home, tmp_path, SETTINGS) as client:
            yield client

    return open_client
