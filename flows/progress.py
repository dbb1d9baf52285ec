"""How far a job is: flows report, whoever waits for the job is told. In memory only; the ledger has the attempts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

Listener = Callable[[float, float | None, str], None]

_lock = threading.Lock()
_listeners: dict[str, Listener] = {}


def listen(job_id: str, listener: Listener) -> None:
    """Call `listener(done, total, message)` on each report of the job, in the reporting thread."""
    with _lock:
        _listeners[job_id] = listener


def forget(job_id: str) -> None:
    """Stop listening to the job."""
    with _lock:
        _listeners.pop(job_id, None)


def report(job_id: str, done: float, total: float | None, message: str) -> None:
    """Say that `done` of `total` parts of the job are behind us, and what is being done now."""
    with _lock:
        listener = _listeners.get(job_id)
    if listener:
        listener(done, total, message)


@dataclass
class Rising:
    """Makes values that only rise, as MCP asks, out of phases that each count from zero."""

    last: float = 0.0
    base: float = 0.0
    phase: tuple[float, float | None] = (0.0, None)

    def __call__(self, done: float, total: float | None) -> tuple[float, float | None]:
        """The next `(progress, total)`; a new phase (fewer done, or another total) starts at the last value."""
        before, before_total = self.phase
        if done < before or total != before_total:
            self.base = self.last
        self.phase = (done, total)
        value = max(self.base + done, self.last + 0.001)
        self.last = value
        return value, None if total is None else max(self.base + total, value)
