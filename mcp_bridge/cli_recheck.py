"""`uratori recheck`: asking the hub, words for a person, and an exit code for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from mcp_bridge.hub_door import HubDoor, HubRefused, HubUnavailable

STILL_THERE: Final = 0
CHANGED: Final = 1
NOT_CHECKED: Final = 2
HUBS_LOST: Final = 3
"""As often a hub may end while it is at work: the next one goes on with the job."""


def recheck(home: Path, session_id: str | None, folder: Path) -> dict[str, Any]:
    """What the hub says when the job has ended; files may be read from `folder` as well. None: all sessions.

    Raises:
        HubRefused: the session is unknown or archived, or the job failed.
        HubUnavailable: there is no hub.
    """
    words = {"session_id": session_id or "", "folder": str(folder)}
    lost = 0
    while True:
        try:
            answer = HubDoor(home).ask("recheck", words)
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


def exit_code(results: Sequence[Mapping[str, Any]]) -> int:
    """The exit code for the quotes that are not as they were."""
    if any(row["result"] in ("changed", "gone") for row in results):
        return CHANGED
    could = (row for row in results if row["result"] == "unread" and row.get("reason") != "agent_captured")
    return NOT_CHECKED if any(could) else STILL_THERE


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """The answer for a person, a line for each quote that is not as it was and one for all."""
    for row in answer["results"]:
        named = " ".join(filter(None, (row.get("session_id"), row["attachment_id"])))
        yield f"{row['result']:<8} {named} ({row['claim_id']}): {_what(row)}"
    counts = answer["counts"]
    said = ", ".join(f"{number} {name}" for name, number in counts.items() if number)
    yield said or "no quotes to look at"
    for session_id in answer["not_marked"]:
        yield f"the reports of {session_id} could not be marked provisional and still look final"


def _what(row: Mapping[str, Any]) -> str:
    where = row.get("final_url") or row.get("checked_url") or ""
    if row["result"] == "moved":
        return str(row.get("fragment_url") or f"no link can be made to it any more  {where}".rstrip())
    if row["result"] == "changed":
        return f"{row.get('diff') or 'nothing there comes near'}  {where}"
    return str(row.get("message") or where)
