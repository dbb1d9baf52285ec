"""Units of measure: the one that is written after a number."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import regex

from evidence.scoring.units_table import PHRASES, SIGNS, TABLE

__all__ = ["SIGNS", "UNITS", "Unit", "unit_at"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit; `factor` turns a number of it into the base unit of its dimension."""

    name: str
    dimension: str
    factor: Decimal


def _units() -> tuple[dict[str, Unit], dict[str, Unit]]:
    """The units by their names, and by every way to write them."""
    named: dict[str, Unit] = {}
    written: dict[str, Unit] = {}
    for line in TABLE.strip().splitlines():
        dimension, made, forms = (part.strip() for part in line.split("|"))
        name, factor = made.split()
        unit = named[name] = Unit(name, dimension, Decimal(factor))
        written |= dict.fromkeys(forms.split(), unit)
    written |= {phrase: named[name] for phrase, name in PHRASES.items()}
    return named, written


UNITS, _WRITTEN = _units()
_ANY_CASE: Final = {form.lower(): unit for form, unit in _WRITTEN.items() if len(form) > 3}


def _lengths() -> dict[str, tuple[int, ...]]:
    found: dict[str, set[int]] = {}
    for form in (*_WRITTEN, *_ANY_CASE):
        for first in {form[0], form[0].upper()}:
            found.setdefault(first, set()).add(len(form))
    return {first: tuple(sorted(lengths, reverse=True)) for first, lengths in found.items()}


_LENGTHS: Final = _lengths()
_GLUE: Final = " \u00a0\u202f-"
_OTHER_WORDS_TEXT: Final = """
    분:기야의석류위 프로:그젝필세듀 주:택식민요차 일:본반부 도:시서로 평:균가화 元:素旦年首 円:形卓 度:假数 米:国軍飯
    分:の之野類类析布子店公支别別割配裂 天:然气津皇安文地 周:边辺围囲 日:本記系 年:代齢龄級级生
    成:立员員为為功果长長本人品交都分 斤:量 块:状 桶:装 节:目课日 달:리라 배:우터달 초:등과중 할:인수머
    원:소칙작자인 码:头 倍:数
"""
_OTHER_WORDS: Final = dict(pair.split(":") for pair in _OTHER_WORDS_TEXT.split())
"""Characters after a unit with which it is another word."""
_GLUED: Final = ("x", "×")
_BOUND: Final = regex.compile(r"[A-Za-z0-9²³]")


def unit_at(text: str, at: int) -> tuple[Unit, int] | None:
    """The unit that is written at `at`, and where it ends; the longest one that is there."""
    begins = at + 1 if text[at : at + 1] and text[at] in _GLUE else at
    for length in _LENGTHS.get(text[begins : begins + 1], ()):
        form = text[begins : begins + length]
        if len(form) < length or (form in _GLUED and begins > at):
            continue
        unit = _WRITTEN.get(form) or (_ANY_CASE.get(form.lower()) if length > 3 else None)
        if unit is not None and _ends(text, begins, begins + length, hyphen=text.startswith("-", at)):
            return unit, begins + length
    return None


def _ends(text: str, start: int, end: int, *, hyphen: bool) -> bool:
    """Whether the unit's word ends at `end`."""
    last, after = text[end - 1], text[end : end + 1]
    if last.isascii() and last.isalnum():
        return not _BOUND.match(after)
    return not hyphen and not (after and after in _OTHER_WORDS.get(text[start:end], ""))
