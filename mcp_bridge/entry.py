"""The console script. `mcp` and `--version` need the standard library only, so that a client is answered at once."""

from __future__ import annotations

import sys


def main() -> None:
    """Run `uratori`; never returns normally from `mcp`."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from mcp_bridge.home import own_version  # noqa: PLC0415 - each way imports only what it needs

        print(own_version())
        return
    if arguments == ["mcp"]:
        from mcp_bridge.bridge import main as bridge  # noqa: PLC0415

        bridge()
        return
    from mcp_bridge.cli import run  # noqa: PLC0415

    run()


if __name__ == "__main__":
    main()
