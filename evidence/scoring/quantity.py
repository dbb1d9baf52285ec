"""A quantity: a number, what it measures or counts, and how exactly it is told."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from evidence.scoring.quantity_bounds import Bound


@dataclass(frozen=True, slots=True)
class Quantity:
    """The code points ``[start, end)`` of the text, number and unit.

    Attributes:
        low, high: the value as written, in `unit` (of dates: YYYYMMDD or MMDD; of times of day: minutes); equal unless
            it is a range.
        unit: its canonical name, "" for a bare count.
        dimension: ``time``, ``length``, ``data``, ``money:USD``, ``percent``, ``points``, ``date``, ``clock``,
            ``version``, ``count``, ``ordinal`` …
        noun: what is counted, as written; "" when unknown.
        approximate: whether it is told as about.
        bound: whether it is a limit.
        magnitude: whether it is written with a power of ten (million, 億), and so may be rounded.
        per: for what it is told: ``hour``, ``day``, ``week``, ``month``, ``year``, ``person`` …; "" when for nothing.
    """

    start: int
    end: int
    low: Decimal
    high: Decimal
    unit: str
    dimension: str
    noun: str = ""
    approximate: bool = False
    bound: Bound = "exact"
    magnitude: bool = False
    per: str = ""
