"""`uratori up` with one tool more: `fetch_url`, one URL through the product's own `fetch_evidence`.

    URATORI_HOME=… python -m tests.ssrf.hub

An outside checker needs a tool with one `url` argument. Nothing else differs from the hub that everybody runs.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import CallToolResult

from mcp_bridge.app import App
from mcp_bridge.assembly import make_parts, open_ledger
from mcp_bridge.home import home_dir
from mcp_bridge.hub_process import serve
from mcp_bridge.hub_start import Report, take
from mcp_bridge.parts import Assembly

SOURCE = {"type": "text", "text": "The harbour was rebuilt in 1931."}


def register(server: MCPServer[Any], _app: App) -> None:
    """Add the tool."""

    @server.tool()
    async def fetch_url(url: str, context: Context) -> CallToolResult:
        """Fetch a URL as evidence of a new session; refused as fetch_evidence refuses it."""
        started = await server.call_tool("start_session", {"source": SOURCE}, context)
        asked = {
            "session_id": started.structured_content["session_id"],
            "sources": [{"type": "url", "url": url}],
            "discovered_via": "agent_search",
            "accept_short": True,
        }
        return await server.call_tool("fetch_evidence", asked, context)


def main() -> None:
    """Run the hub in the foreground; its first line names its address."""
    home = home_dir()
    report = Report(None)
    lock = take(home, report)
    assembly = Assembly(open_ledger=open_ledger, make_parts=partial(make_parts, extra=(register,)))
    serve(home, lock, report, assembly=assembly, foreground=True, opened=_say)


def _say(url: str) -> None:
    print(f"MCP {url}/mcp", flush=True)


if __name__ == "__main__":
    main()
