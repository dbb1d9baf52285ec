"""The official MCP client over stdio, started the way that an agent's program starts us."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import TextContent


class CallRefused(Exception):
    """A tool refused; `structured` is its code, message, suggestion and facts."""

    def __init__(self, tool: str, structured: Mapping[str, Any], text: str) -> None:
        super().__init__(f"{tool} refused: {text}")
        self.tool = tool
        self.structured = dict(structured)


@asynccontextmanager
async def connect(home: Path, cwd: Path, settings: Mapping[str, str] | None = None) -> AsyncIterator[Client]:
    """A connected client; `uratori mcp` runs in `cwd`, on the data directory `home`."""
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "mcp_bridge.entry", "mcp"],
        env={**os.environ, "URATORI_HOME": str(home), **(settings or {})},
        cwd=cwd,
    )
    try:
        async with Client(stdio_client(parameters)) as client:
            yield client
    except BaseExceptionGroup as group:
        # The client runs in task groups, which wrap even a lone exception.
        raise _lone(group) from group


def _lone(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one exception in the nested groups; the group itself where there are several."""
    inner = group.exceptions[0]
    if len(group.exceptions) > 1:
        return group
    return _lone(inner) if isinstance(inner, BaseExceptionGroup) else inner


async def call(client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
    """The structured answer of one tool call.

    Raises:
        CallRefused: the tool said no.
    """
    result = await client.call_tool(tool, arguments)
    structured = result.structured_content or {}
    if result.is_error:
        text = " ".join(part.text for part in result.content if isinstance(part, TextContent))
        raise CallRefused(tool, structured, text)
    return structured
