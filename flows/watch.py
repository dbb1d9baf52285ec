"""One live job as those who wait for it see it. All methods run in the desk's loop unless they say otherwise."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from ledger.records import Job


@dataclass
class Watch:
    """What is known of a job that has not ended.

    Attributes:
        version: grows with every change, so that a waiter knows what it has seen.
    """

    job: Job
    done: float = 0.0
    total: float | None = None
    message: str = "waiting for a free place"
    version: int = 0
    finished: bool = False
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def update(self, done: float, total: float | None, message: str) -> None:
        """New progress."""
        self.done, self.total, self.message = done, total, message
        self._bump()

    def finish(self) -> None:
        """The outcome is in the ledger (or the hub is stopping)."""
        self.finished = True
        self._bump()

    def _bump(self) -> None:
        self.version += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def changed(self, after: int, seconds: float) -> bool:
        """Wait until something newer than version `after` is known; False when the time is up first."""
        if self.version > after or self.finished:
            return True
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return False
        return True
