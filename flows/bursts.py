"""Requests that come in bursts, gathered: pictures asked for together are drawn by one run. In one loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

BURST_SECONDS: Final = 0.15
"""What is asked for within this time after the first request belongs to it."""


class Bursts:
    """Gathers attachment ids by session; `flush(session_id, ids)` is called once per burst, ids in order of number."""

    def __init__(self, flush: Callable[[str, list[str]], None]) -> None:
        self._flush = flush
        self._gathered: dict[str, set[str]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @property
    def waiting(self) -> bool:
        """Whether a burst has not been flushed yet."""
        return bool(self._gathered)

    def add(self, session_id: str, attachment_id: str) -> None:
        """Add a request, in the running loop."""
        if session_id not in self._gathered:
            self._gathered[session_id] = set()
            self._timers[session_id] = asyncio.get_running_loop().call_later(BURST_SECONDS, self._end, session_id)
        self._gathered[session_id].add(attachment_id)

    def take(self, session_id: str) -> list[str]:
        """End the session's burst without a flush: what it had gathered, for who has it drawn at once."""
        timer = self._timers.pop(session_id, None)
        if timer is not None:
            timer.cancel()
        return in_order(self._gathered.pop(session_id, set()))

    def _end(self, session_id: str) -> None:
        self._flush(session_id, self.take(session_id))


def in_order(ids: Iterable[str]) -> list[str]:
    """Ids by their number, each once: equal requests are equal parameters of a job."""
    return sorted(set(ids), key=lambda name: (len(name), name))
