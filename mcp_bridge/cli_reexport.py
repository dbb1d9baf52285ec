"""`uratori reexport`: asking the hub, words for a person, and an exit code for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from mcp_bridge.hub_door import HubDoor, HubRefused, HubUnavailable

SOME_FAILED: Final = 1
NOT_DONE: Final = 2
HUBS_LOST: Final = 3
"""As often a hub may end while it is at work: the next one goes on with the job."""


def reexport(
    home: Path,
    folder: Path | None,
    sessions: Sequence[str],
    format: str,  # noqa: A002 - the option's name
    *,
    only_changed: bool,
    told: Callable[[str], None],
) -> dict[str, Any]:
    """What the hub says when the batch has ended; `told` hears how far it is.

    Raises:
        HubRefused: the folder is refused, or the job failed as a whole.
        HubUnavailable: there is no hub.
    """
    words = {
        "folder": str(folder.expanduser().absolute()) if folder else "",
        "sessions": json.dumps(list(sessions)),
        "format": format,
        "only_changed": "yes" if only_changed else "no",
    }
    lost = 0
    while True:
        try:
            answer = HubDoor(home).ask("reexport", words)
        except HubRefused:
            raise
        except HubUnavailable:
            lost += 1
            if lost > HUBS_LOST:
                raise
            continue
        if answer["status"] == "done":
            return answer
        words["job_id"] = str(answer["job_id"])
        if answer["progress"]:
            told(str(answer["progress"]))


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """The answer for a person: a line for each session that failed, and one for all."""
    for row in answer["failed"]:
        yield f"failed   {row['session_id']}: {row['code']} {row['message']}"
    counts = answer["counts"]
    yield f"{', '.join(f'{number} {name}' for name, number in counts.items())}, in {answer['folder']}"
