"""Requests that come in bursts, gathered: pictures asked for together are drawn by one run. In one loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

BURST_SECONDS: Final = 0.15
"""What is asked for within this time after the first request belongs to it."""


class Bursts:
    """Gathers attachment ids by session; `flush(session_id, ids)` is called once per burst, ids in order of number."""

    def __init__(self, flush: Callable[[str, list[str]], None]) -> None:
        self._flush = flush
        self._gathered: dict[str, set[str]] = {}

    @property
    def waiting(self) -> bool:
        """Whether a burst has not been flushed yet."""
        return bool(self._gathered)

    def add(self, session_id: str, attachment_id: str) -> None:
        """Add a request, in the running loop."""
        if session_id not in self._gathered:
            self._gathered[session_id] = set()
            asyncio.get_running_loop().call_later(BURST_SECONDS, self._end, session_id)
        self._gathered[session_id].add(attachment_id)

    def _end(self, session_id: str) -> None:
        self._flush(session_id, sorted(self._gathered.pop(session_id), key=lambda name: (len(name), name)))
