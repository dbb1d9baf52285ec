"""Servers of the tool tests tell the same as any other server."""

from __future__ import annotations

import asyncio
from typing import Any

from flows.settings import Settings
from mcp_bridge.server import TOOLSETS, UratoriServer, create_server
from tests.flow.tools.described_once import tools_described_once


def every() -> UratoriServer:
    return create_server(Settings(toolsets=",".join(TOOLSETS)), None)  # type: ignore[arg-type]


def told(server: UratoriServer) -> tuple[Any, ...]:
    listed = asyncio.run(server.list_tools())
    return [tool.model_dump(by_alias=True) for tool in listed], server.answers, server.contracts


def test_a_server_of_tools_described_before_tells_the_same() -> None:
    plain = told(every())
    with tools_described_once():
        assert told(every()) == plain
        assert told(every()) == plain
    assert told(every()) == plain
