"""The console script. `mcp` and `--version` need the standard library only, so that a client is answered at once."""

from __future__ import annotations

import os
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
    use_utf8()
    from mcp_bridge.cli import run  # noqa: PLC0415

    run()


def use_utf8() -> None:
    """Start again in Python's UTF-8 mode where the locale is another: DuckDB takes no path of other bytes."""
    if sys.getfilesystemencoding().lower() == "utf-8" or os.environ.get("PYTHONUTF8") == "1":
        return
    command = [sys.executable, *sys.orig_argv[1:]]
    os.execve(sys.executable, command, {**os.environ, "PYTHONUTF8": "1"})  # noqa: S606 - ourselves


if __name__ == "__main__":
    main()
