"""What is said of an argument that may be a text or a list of texts, and is a wrong one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from mcp.types import CallToolResult

from flows.settings import Settings
from mcp_bridge.server import UratoriServer, create_server


@pytest.fixture(scope="module")
def server() -> UratoriServer:
    return create_server(Settings(toolsets="citations"), None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("check_fragment_url", {"fragment_url": ["https://a.example/#a"] * 51}, "fragment_url must have at most 50"),
        ("check_fragment_url", {"fragment_url": []}, "fragment_url must have at least 1 item"),
        ("check_fragment_url", {"fragment_url": ["https://a.example/", 5]}, "fragment_url[1] must be a valid string"),
        ("highlight_pdf", {"cited_text": ["A quote."] * 101, "path": "a.pdf"}, "cited_text must have at most 100"),
        ("highlight_pdf", {"cited_text": "", "path": "a.pdf"}, "cited_text must have at least 1 character"),
    ],
)  # fmt: skip
def test_only_the_kind_that_was_given_is_judged(
    server: UratoriServer, tool: str, arguments: dict[str, Any], said: str
) -> None:
    result = asyncio.run(server.call_tool(tool, arguments))
    assert isinstance(result, CallToolResult)
    told = result.structured_content or {}
    assert (told["code"], told["facts"]["total"]) == ("ARGUMENT_INVALID", 1)
    assert said in told["message"]
    assert "constrained" not in told["suggestion"]
