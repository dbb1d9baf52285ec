"""How slow this machine is just now, so that a bound on time catches what is slow and not where it runs."""

from __future__ import annotations

import time

NOMINAL = 0.006
"""Seconds that the measure takes on the machine that the bounds were set on."""
ROUNDS = 120_000
TIMES = 3


def pace() -> float:
    """By how much bounds on time are to be stretched now: 1 on the machine they were set on or a faster one."""
    taken = sum(_measure() for _ in range(TIMES)) / TIMES
    return max(1.0, taken / NOMINAL)


def _measure() -> float:
    begun = time.perf_counter()
    counted = 0
    for number in range(ROUNDS):
        counted += number & 7
    assert counted
    return time.perf_counter() - begun
