"""Figures that are one quantity together: the ends of a range, and a number of a large unit with one of a small one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import regex

from evidence.scoring.quantity import Quantity
from evidence.scoring.units import UNITS

_RANGE: Final = regex.compile(r"[ ]?(?:[–—~〜～～]|-)[ ]?$| to $| and $|至|到")
_FROM: Final = regex.compile(r"\bfrom [^.]{0,30}$", regex.IGNORECASE)
_RANGES_FROM: Final = regex.compile(r"\brang(?:e|es|ed|ing) from [^.]{0,30}$", regex.IGNORECASE)
_BETWEEN: Final = regex.compile(r"\bbetween [^.]{0,30}$", regex.IGNORECASE)
_CHINESE_FROM: Final = regex.compile(r"[从由從]$|(?:增|升|涨|降|减|跌)[^，。]{0,6}$")
_BESIDE: Final = regex.compile(r"[ ]?|,? and |, | ")
_INCHES: Final = regex.compile(r" in\b")
_APART: Final = frozenset({"date", "clock", "version", "ordinal", "identifier"})
_JOINED: Final = frozenset({"time", "length", "mass"})


def joined(found: Sequence[Quantity], text: str) -> Iterator[Quantity]:
    """The quantities of `text` with those joined that are one."""
    at = 0
    while at < len(found):
        one = found[at]
        other = found[at + 1] if at + 1 < len(found) else None
        at += 1
        if other is None:
            yield one
        elif _is_range(one, other, text):
            yield replace(
                other, start=one.start, low=one.low, approximate=one.approximate or other.approximate, bound="exact"
            )
            at += 1
        elif (sum_of := _compound(one, other, text)) is not None:
            yield sum_of
            at += 1
        else:
            yield one


def _is_range(one: Quantity, other: Quantity, text: str) -> bool:
    between = text[one.end : other.start]
    if len(between) > 5 or not _RANGE.fullmatch(between) or one.low >= other.low or one.unit not in ("", other.unit):
        return False
    if not _APART.isdisjoint((one.dimension, other.dimension)):
        return False
    if between in ("至", "到"):
        return not _CHINESE_FROM.search(text, max(0, one.start - 10), one.start)
    near = max(0, one.start - 40)
    if between == " and ":
        return bool(_BETWEEN.search(text, near, one.start))
    if between == " to ":
        return bool(_RANGES_FROM.search(text, near, one.start)) or not _FROM.search(text, near, one.start)
    return True


def _compound(one: Quantity, other: Quantity, text: str) -> Quantity | None:
    """``5 ft 10 in``, ``1時間30分``: told in the smaller unit."""
    if one.low != one.high or other.low != other.high or not _BESIDE.fullmatch(text[one.end : other.start]):
        return None
    inches = _INCHES.match(text, other.end) if one.unit == "foot" and other.unit == "" else None
    large, small = UNITS.get(one.unit), UNITS.get("inch" if inches else other.unit)
    if large is None or small is None or large.dimension not in _JOINED or large.dimension != small.dimension:
        return None
    if large.factor <= small.factor or other.low * small.factor >= large.factor or other.low < 0:
        return None
    value = one.low * (large.factor / small.factor) + other.low
    end = inches.end() if inches else other.end
    return replace(
        other, start=one.start, end=end, low=value, high=value, unit=small.name, dimension=small.dimension, noun="",
        approximate=one.approximate, bound=one.bound,
    )  # fmt: skip
