"""Data directories and clients of single tests."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.flow.bridge_client import Client, end_hub


@pytest.fixture
def hub_home() -> Iterator[Path]:
    """A data directory with a short path (sockets have a length limit) whose hub ends with the test."""
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    yield home
    end_hub(home)
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def bridge(hub_home: Path, tmp_path: Path) -> Iterator[Callable[..., Client]]:
    """Starts bridges of the test's data directory; they are gone after it."""
    clients: list[Client] = []

    def start(**env: str) -> Client:
        clients.append(Client(hub_home, tmp_path, **env))
        return clients[-1]

    yield start
    for client in clients:
        client.process.kill()
        client.close()
