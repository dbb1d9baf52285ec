"""One lock per session for its report files: writing, marking and comparing them never overlap."""

from __future__ import annotations

import threading
from typing import Final

_locks: Final[dict[str, threading.Lock]] = {}
_making: Final = threading.Lock()


def report_lock(session_id: str) -> threading.Lock:
    """Hold it from before a report file is looked at until its row is committed.

    Take it before a transaction of the ledger, never inside of one.
    """
    with _making:
        return _locks.setdefault(session_id, threading.Lock())
