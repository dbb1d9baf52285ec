"""Becoming the hub: stand alone, take the lock, and only then import the rest. Standard library only.

A process that loses the race for the lock has read nothing but this when it ends.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from pathlib import Path
from typing import Final

from mcp_bridge.home import home_dir, hub_output, prepare_home
from mcp_bridge.lock import HubLock, LockHeld

EXIT_HELD: Final = 75
EXIT_FAILED: Final = 1
OUTPUT_BYTES_MOST: Final = 5_000_000


class Report:
    """How the start went, told once to whoever started us."""

    def __init__(self, descriptor: int | None) -> None:
        self._fd = descriptor
        if descriptor is not None:
            os.set_inheritable(descriptor, False)

    def say(self, state: str, reason: str = "") -> None:
        """Tell `ready`, `lost` or `failed`, and let go of the pipe."""
        if self._fd is None:
            return
        line = json.dumps({"state": state, "reason": reason}).encode("utf-8") + b"\n"
        try:
            os.write(self._fd, line)
        except OSError:
            pass  # Whoever started us is gone; the hub is for everybody.
        finally:
            os.close(self._fd)
            self._fd = None


def take(home: Path, report: Report) -> HubLock:
    """Make the data directory and take its lock; ends the process when another is the hub.

    Raises:
        SystemExit: with `EXIT_HELD` or `EXIT_FAILED`.
    """
    os.umask(0o077)
    lock = HubLock(home)
    try:
        prepare_home(home)
        lock.take()
    except LockHeld as held:
        report.say("lost", str(held))
        print(f"uratori: {held}", file=sys.stderr)
        raise SystemExit(EXIT_HELD) from None
    except OSError as error:
        report.say("failed", f"its data directory can't be used ({error.strerror})")
        print(f"uratori: {error.strerror}: {error.filename or home}", file=sys.stderr)
        raise SystemExit(EXIT_FAILED) from None
    output = hub_output(home)
    if output.exists() and output.stat().st_size > OUTPUT_BYTES_MOST:
        os.truncate(output, 0)
    return lock


def stand_alone() -> None:
    """Leave the process that started us, so that a client that ends its children's children leaves the hub alone."""
    if os.fork():
        os._exit(0)


def main() -> None:
    """Run a hub in the background."""
    parser = argparse.ArgumentParser(prog="uratori-hub")
    parser.add_argument("--report-fd", type=int)
    arguments = parser.parse_args()
    stand_alone()
    report = Report(arguments.report_fd)
    home = home_dir()
    lock = take(home, report)
    gc.disable()  # what is imported stays: the collector would look through it again and again
    from mcp_bridge.hub_process import serve  # noqa: PLC0415 - seconds of imports, for the winner only

    gc.freeze()
    gc.enable()
    serve(home, lock, report)


if __name__ == "__main__":
    main()
