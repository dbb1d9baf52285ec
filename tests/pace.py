"""How slow this machine is just now, so that a bound on time catches what is slow and not where it runs."""

from __future__ import annotations

import time

NOMINAL_COUNTING = 0.006
NOMINAL_MEMORY = 0.004
"""Seconds that each measure takes on the machine that the bounds were set on."""
ROUNDS = 120_000
TOUCHED_BYTES = 16_000_000
TIMES = 3


def pace() -> float:
    """By how much bounds on time are to be stretched now: 1 on the machine they were set on or a faster one."""
    return max(1.0, _mean(_counting) / NOMINAL_COUNTING, _mean(_memory) / NOMINAL_MEMORY)


def _mean(measure: object) -> float:
    assert callable(measure)
    begun = time.perf_counter()
    for _ in range(TIMES):
        measure()
    return (time.perf_counter() - begun) / TIMES


def _counting() -> None:
    counted = 0
    for number in range(ROUNDS):
        counted += number & 7
    assert counted


def _memory() -> None:
    """New memory, each page of it touched: what a virtual machine may be slow at."""
    block = bytearray(TOUCHED_BYTES)
    block[::4096] = b"1" * len(block[::4096])
