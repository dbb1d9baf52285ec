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
    """A cache bounded by the cost of what it holds. Safe to use from any thread.

    What alone costs more than the bound is kept until something else is asked for.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._entries: OrderedDict[str, tuple[T, int]] = OrderedDict()
        self._building: dict[str, threading.Lock] = {}
        self._cost = 0

    @property
    def cost(self) -> int:
        """Bytes of all that is held, each counted when it came."""
        with self._lock:
            return self._cost

    def get(self, key: str, loader: Callable[[], T]) -> T:
        """What `key` stands for, built by `loader` when it is not here. Callers at the same time build it once."""
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
                return self._entries[key][0]
            building = self._building.setdefault(key, threading.Lock())
        with building:
            with self._lock:
                if key in self._entries:
                    return self._entries[key][0]
            try:
                made = loader()
                self._keep(key, made)
            finally:
                with self._lock:
                    self._building.pop(key, None)
            return made

    def _keep(self, key: str, made: T) -> None:
        cost = made.cost
        with self._lock:
            self._cost += cost - self._entries.pop(key, (made, 0))[1]
            self._entries[key] = made, cost
            while self._cost > self._max_bytes and len(self._entries) > 1:
                _, (_, oldest) = self._entries.popitem(last=False)
                self._cost -= oldest

    def clear(self) -> None:
        """Let everything go."""
        with self._lock:
            self._entries.clear()
            self._cost = 0

    def __len__(self) -> int:
        with self._lock:
            return len(self._entries)
