"""Prepared evidence texts, the most recently used ones: matching a second quote must not read the page again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar


class Costly(Protocol):
    """Something that says roughly how many bytes of memory it holds."""

    @property
    def cost(self) -> int:
        """Approximate bytes."""
        ...


T = TypeVar("T", bound=Costly)


class QuoteCache(Generic[T]):
    """A cache by evidence SHA-256, bounded by the cost of what it holds. Safe to use from any thread."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._entries: OrderedDict[str, T] = OrderedDict()
        self._building: dict[str, threading.Lock] = {}
        self._cost = 0

    def get(self, evidence_sha256: str, loader: Callable[[], T]) -> T:
        """The prepared text, built by `loader` when it is not here. Callers at the same time build it once."""
        with self._lock:
            if evidence_sha256 in self._entries:
                self._entries.move_to_end(evidence_sha256)
                return self._entries[evidence_sha256]
            building = self._building.setdefault(evidence_sha256, threading.Lock())
        with building:
            with self._lock:
                if evidence_sha256 in self._entries:
                    return self._entries[evidence_sha256]
            try:
                made = loader()
                self._keep(evidence_sha256, made)
            finally:
                with self._lock:
                    self._building.pop(evidence_sha256, None)
            return made

    def _keep(self, key: str, made: T) -> None:
        with self._lock:
            self._entries[key] = made
            self._cost += made.cost
            while self._cost > self._max_bytes and len(self._entries) > 1:
                _, oldest = self._entries.popitem(last=False)
                self._cost -= oldest.cost

    def clear(self) -> None:
        """Let everything go."""
        with self._lock:
            self._entries.clear()
            self._cost = 0

    def __len__(self) -> int:
        with self._lock:
            return len(self._entries)
