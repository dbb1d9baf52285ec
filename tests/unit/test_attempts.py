"""How a try is recorded: what is known of a failure, and never what a fault of the program says."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from flows.fetch_evidence import _told
from ledger.records import AttemptEnd, AttemptStart
from ledger.views import AttemptView
from tasks.attempts import StageError, attempt


class Sink:
    def __init__(self) -> None:
        self.starts: list[AttemptStart] = []
        self.ends: list[AttemptEnd] = []

    def started(self, start: AttemptStart) -> None:
        self.starts.append(start)

    def ended(self, end: AttemptEnd) -> None:
        self.ends.append(end)


def tried(error: Exception | None, detail: str | None = None) -> tuple[AttemptStart, AttemptEnd]:
    sink = Sink()

    async def run() -> None:
        async with attempt(sink, job_id="j", session_id="s", stage="file", item="a.txt") as doing:
            doing.detail = detail
            if error is not None:
                raise error

    if error is None:
        asyncio.run(run())
    else:
        with pytest.raises(type(error)):
            asyncio.run(run())
    return sink.starts[0], sink.ends[0]


@pytest.mark.parametrize("error", [OSError(5, "Input/output error", "/home/x.txt"), RuntimeError("/home/x")])
def test_a_fault_is_recorded_by_its_type_and_told_whole_in_the_log(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, logger="tasks.attempts"):
        _, end = tried(error)
    assert (end.outcome, end.error_kind) == ("failed", "internal")
    assert end.message == f"{type(error).__name__}; details are in the hub's log."
    assert "/home/" in caplog.text


def test_a_known_failure_is_recorded_in_its_words() -> None:
    _, end = tried(StageError("file_empty", "The file is empty."))
    assert (end.error_kind, end.message) == ("file_empty", "The file is empty.")


def told(start: AttemptStart, end: AttemptEnd | None) -> dict[str, Any]:
    return _told(AttemptView(start=start, end=end))


def test_a_try_is_told_with_its_start_and_what_it_learned() -> None:
    start, end = tried(None, detail="200 OK, 5 bytes")
    assert told(start, end)["message"] == "200 OK, 5 bytes"
    assert told(start, None) == {
        "stage": "file",
        "number": 1,
        "outcome": "running",
        "error_kind": None,
        "http_status": None,
        "message": None,
        "at": start.recorded_at.isoformat(),
    }
