"""Fixtures of the tool tests: a world in a temporary folder, and a client of each protocol era."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from mcp import Client

from tests.flow.tools.described_once import tools_described_once
from tests.flow.tools.tool_world import ToolWorld

ERAS = ["legacy", "2026-07-28"]


@pytest.fixture(scope="module", autouse=True)
def tools_are_described_once() -> Iterator[None]:
    with tools_described_once():
        yield


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[ToolWorld]:
    made = ToolWorld.make(tmp_path)
    yield made
    made.ledger.close()


@pytest.fixture(params=ERAS)
async def client(world: ToolWorld, request: pytest.FixtureRequest, anyio_backend: str) -> AsyncIterator[Client]:
    async with world.client(request.param) as connected:
        yield connected
