"""What a person does with a hub from the command line: look at it, stop it."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from mcp_bridge.home import hub_log
from mcp_bridge.lock import Holder, described, is_held, read_holder

STOP_SECONDS: Final = 60.0
FORCE_SECONDS: Final = 10.0
LOOK_SECONDS: Final = 0.05


def state(home: Path) -> dict[str, Any]:
    """Whether a hub runs on the data directory, and where everything of it is found. JSON values."""
    holder = read_holder(home)
    found: dict[str, Any] = {"running": is_held(home), "home": str(home), "log": str(hub_log(home))}
    if holder is None:
        return found
    url = holder["url"]
    return found | {
        "pid": holder["pid"],
        "version": holder["version"],
        "started_at": holder["started_at"],
        "viewer": url and f"{url}/",
        "mcp": url and f"{url}/mcp",
        "health": url and f"{url}/healthz",
        "prefect": holder["prefect_url"] or None,
        "socket": holder["socket"],
    }


def stop(home: Path, *, force: bool, say: Callable[[str], None]) -> bool:
    """Stop the hub and wait for its end; with `force` it is killed when it has not ended after a while.

    Returns:
        whether no hub runs any more.
    """
    holder = read_holder(home)
    if holder is None:
        if is_held(home):
            say("a hub is just starting; try again in a moment")
            return False
        say("no hub runs")
        return True
    say(f"stopping the hub ({described(holder)})")
    _signal(holder, signal.SIGTERM)
    if _ended(home, holder, FORCE_SECONDS if force else STOP_SECONDS):
        say("stopped")
        return True
    if not force:
        say(f"it has not ended after {STOP_SECONDS:.0f} s; `uratori down --force` kills it (open jobs go on later)")
        return False
    say("it does not end; killing it (what was not finished is taken up by the next hub)")
    _signal(holder, signal.SIGKILL)
    return _ended(home, holder, FORCE_SECONDS)


def _signal(holder: Holder, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(holder["pid"], number)


def _ended(home: Path, holder: Holder, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        now = read_holder(home)
        if now is None and not is_held(home):
            return True
        if now is not None and now["pid"] != holder["pid"]:
            return True
        time.sleep(LOOK_SECONDS)
    return False
