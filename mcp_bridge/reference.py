"""The reference pages of docs/, made from the code: tools, error codes, settings, limits.

`python -m mcp_bridge.reference --check` says whether they are up to date, `--write` writes them.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any, cast

from flows.settings import Settings
from mcp_bridge.reference_tools import tools_page
from mcp_bridge.reference_values import errors_page, limits_page, settings_page
from mcp_bridge.server import TOOLSETS, create_server

DOCS = Path(__file__).resolve().parent.parent / "docs"


def reference_pages() -> dict[str, str]:
    """The generated pages by file name."""
    return asyncio.run(_pages())


async def _pages() -> dict[str, str]:
    # Listing calls no tool, so nothing of the hub is needed.
    server = create_server(Settings(toolsets=",".join(TOOLSETS)), cast("Any", None))
    return {
        "tools.md": tools_page(
            await server.list_tools(),
            server.answers,
            await server.list_prompts(),
            await server.list_resource_templates(),
        ),
        "errors.md": errors_page(),
        "settings.md": settings_page(),
        "limits.md": limits_page(),
    }


def main(arguments: list[str]) -> int:
    """Write the pages, or say which differ (exit status 1)."""
    if arguments not in (["--check"], ["--write"]):
        sys.stderr.write("usage: python -m mcp_bridge.reference --check|--write\n")
        return 2
    pages = reference_pages()
    if arguments == ["--write"]:
        for name, text in pages.items():
            (DOCS / name).write_text(text, encoding="utf-8")
        return 0
    old = [
        name
        for name, text in pages.items()
        if not (DOCS / name).exists() or (DOCS / name).read_text(encoding="utf-8") != text
    ]
    for name in old:
        sys.stderr.write(f"docs/{name} is not what the code says: run python -m mcp_bridge.reference --write\n")
    return 1 if old else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
