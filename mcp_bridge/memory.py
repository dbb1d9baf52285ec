"""Giving memory back to the system when a hub has become quiet: large texts come and go."""

from __future__ import annotations

import ctypes
import gc


def give_back() -> None:
    """Collect what is unreachable, and have glibc return its free pages; other allocators do so by themselves."""
    gc.collect()
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError):
        return
    trim(0)
