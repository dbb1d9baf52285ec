"""The console script. `mcp` and `--version` need the standard library only, so that a client is answered at once."""

from __future__ import annotations

import sys


def main() -> None:
    """Run `uratori`; never returns normally from `mcp`."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from mcp_bridge.home import own_version

        print(own_version())  # noqa: T201
        return
    if arguments == ["mcp"]:
        from mcp_bridge.bridge import main as bridge

        bridge()
        return
    from mcp_bridge.cli import run

    run()


if __name__ == "__main__":
    main()
