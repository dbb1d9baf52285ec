"""Answers kept while nothing they rest on has changed.

The ledger is insert-only and has one owner, so the last `seq` of each record type a query reads says exactly whether
its answer is still the same. Whoever deletes rows (`forget`) must open the ledger anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Final

MISSING: Final = object()


class Memo:
    """A bounded store of immutable answers, the least used leaving first. Safe to use from any thread."""

    def __init__(self, most: int = 512) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any:
        """The answer, or `MISSING`."""
        with self._lock:
            if key not in self._kept:
                return MISSING
            self._kept.move_to_end(key)
            return self._kept[key]

    def put(self, key: Hashable, answer: Any) -> None:
        """Keep an answer that nobody will change."""
        with self._lock:
            self._kept[key] = answer
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
