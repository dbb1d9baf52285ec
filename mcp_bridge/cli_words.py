"""What the hub says, as the command line says it to a person. Standard library only."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from mcp_bridge.home import home_dir
from mcp_bridge.lock import is_held

ADVICE: Final[Mapping[str, str]] = {
    "SESSION_UNKNOWN": "Run `uratori sessions` to see which there are.",
    "BROWSER_UNAVAILABLE": "Run `uratori doctor`, or give an OUT that ends in .html.",
    "HUB_STOPPING": "Try again in a few seconds.",
    "JOB_FAILED": "Run `uratori doctor`, then try again.",
    "ENGINE_UNAVAILABLE": "Run `uratori doctor`.",
    "FILE_OUTSIDE_ROOTS": "Give another OUT.",
}
"""What a person can do about a refusal; the hub's own suggestions name tools of agents."""

RECHECK: Final = """Look at the sources of a session's quotes again: is each still there, where its link opens?

Prints each that is not as it was, and records all in the session and its report.

Exit codes, for use in scripts: 0 when every quote that can be checked is still there (a link may have to change); 1
when a quote is changed or its source is gone; 2 when none is, but a source could not be read, or nothing could be done.
What an agent handed in cannot be checked and counts for none of these. --all obeys robots.txt.
"""


def for_a_person(code: str, message: str) -> str:
    """A refusal with what to do about it on the command line."""
    advice = ADVICE.get(code, "")
    if code == "EXPORT_REFUSED" and "exists" in message:
        advice = "Add --overwrite, or give another OUT."
    return f"{message} {advice}".strip()


@contextmanager
def noticing() -> Iterator[None]:
    """Say afterwards that a hub runs now, if it was started for this command: others may use it by then."""
    home = home_dir()
    ran = is_held(home)
    try:
        yield
    finally:
        if not ran and is_held(home):
            print(
                "uratori: a hub was started for this and runs on; it ends by itself when nobody uses it, or now with "
                "`uratori down`",
                file=sys.stderr,
            )
