"""The reference pages of docs/ and the contracts, made from the code: tools, codes, settings, limits, schemas.

`python -m mcp_bridge.reference --check` says whether they are up to date, `--write` writes them.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any, cast

from flows.settings import Settings
from mcp_bridge.contracts import contracts
from mcp_bridge.reference_tools import tools_page
from mcp_bridge.reference_values import errors_page, limits_page, settings_page
from mcp_bridge.server import TOOLSETS, create_server

ROOT = Path(__file__).resolve().parent.parent


def reference_pages() -> dict[str, str]:
    """The generated files by their paths."""
    return asyncio.run(_pages())


async def _pages() -> dict[str, str]:
    # Listing calls no tool, so nothing of the hub is needed.
    server = create_server(Settings(toolsets=",".join(TOOLSETS)), cast("Any", None))
    return {
        "docs/tools.md": tools_page(
            await server.list_tools(),
            server.answers,
            await server.list_prompts(),
            await server.list_resource_templates(),
        ),
        "docs/errors.md": errors_page(),
        "docs/settings.md": settings_page(),
        "docs/limits.md": limits_page(),
        **{f"contracts/{name}": text for name, text in contracts(server.contracts).items()},
    }


def _contract_files() -> set[str]:
    return {str(path.relative_to(ROOT)) for path in (ROOT / "contracts").rglob("*.json")}


def main(arguments: list[str]) -> int:
    """Write the pages, or say which differ (exit status 1)."""
    if arguments not in (["--check"], ["--write"]):
        sys.stderr.write("usage: python -m mcp_bridge.reference --check|--write\n")
        return 2
    pages = reference_pages()
    if arguments == ["--write"]:
        for name, text in pages.items():
            (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / name).write_text(text, encoding="utf-8")
        return 0
    old = [
        name
        for name, text in pages.items()
        if not (ROOT / name).exists() or (ROOT / name).read_text(encoding="utf-8") != text
    ]
    old += sorted(name for name in _contract_files() if name not in pages)
    for name in old:
        sys.stderr.write(f"{name} is not what the code says: run python -m mcp_bridge.reference --write\n")
    return 1 if old else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
