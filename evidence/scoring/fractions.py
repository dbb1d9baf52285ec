"""Parts of a whole: a third of, 3分の1, 三分之一, 절반, one in five; as percentages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import regex

from evidence.scoring.number_words import (
    HAN_DIGITS,
    HAN_FACTORS,
    HANGUL_DIGITS,
    HANGUL_FACTORS,
    of_characters,
    of_words,
    small_letters,
)

_BELOW: Final = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "hundredth": 100,
}  # fmt: skip
_PARTS: Final = "third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|hundredth"
_SMALL: Final = "one|two|three|four|five|six|seven|eight|nine|[1-9]"
_TENS: Final = "five|six|seven|eight|nine|ten|twenty|[1-9][0-9]?0*"
_NUMBER: Final = rf"[0-9]+(?:\.[0-9]+)?|[{HAN_DIGITS}{HAN_FACTORS}{HANGUL_DIGITS}{HANGUL_FACTORS}]+"
_ENGLISH: Final = regex.compile(
    rf"\b(?P<above>{_SMALL})[ -](?P<part>{_PARTS})s(?= (?:of|more|less|as|higher|lower|majority)\b|[.,;]|$)"
    r"|\b(?P<above>one)[ -](?P<part>third|fourth|fifth|sixth|eighth|tenth|quarter)\b"
    r"(?= (?:of|more|less|higher|lower)\b|[.,;]|$)"
    rf"|\ban? (?P<part>{_PARTS})(?= (?:of|more|less|higher|lower)\b)"
    r"|(?<!\b(?:first|second|other|latter|later|top|bottom|former|and a|better) )"
    r"\b(?P<part>half)(?= (?:of|the|its|their|his|her|our|all|as)\b)"
    rf"|\b(?P<one>one|1) in (?P<below>{_TENS})\b(?! [0-9])"
    r"|(?<![0-9/.])(?P<above>[1-9][0-9]?)/(?P<below>[1-9][0-9]?)(?= of\b)"
)
_EASTERN: Final = regex.compile(
    rf"(?P<below>{_NUMBER})分の(?P<above>{_NUMBER})|(?P<below>{_NUMBER}) ?분의 ?(?P<above>{_NUMBER})"
    rf"|(?P<below>{_NUMBER})分之(?P<above>{_NUMBER})|(?P<east>半分|半数|半數|一半|절반)"
)
_EASTERN_MARKS: Final = regex.compile("分[の之]|분의|半[分数數]|一半|절반")


@dataclass(frozen=True, slots=True)
class Fraction:
    """The code points ``[start, end)`` tell `percent` of a whole; `unit` is ``percent`` where they say so."""

    start: int
    end: int
    percent: Decimal
    unit: str


def fractions(text: str) -> Iterator[Fraction]:
    """The fractions of `text`, English ones first."""
    found = list(_ENGLISH.finditer(small_letters(text)))
    if _EASTERN_MARKS.search(text):
        found += _EASTERN.finditer(text)
    for match in found:
        groups = match.groupdict()
        if groups.get("east"):
            above, below = Decimal(1), Decimal(2)
        else:
            above = _value(groups["above"] or "1")
            below = Decimal(_BELOW[groups["part"]]) if groups.get("part") else _value(groups["below"] or "")
        if below:
            yield Fraction(*match.span(), above * 100 / below, "percent" if below == 100 else "fraction")


def _value(written: str) -> Decimal:
    if written[0].isdigit() and written[0].isascii():
        return Decimal(written)
    return of_words(written) if written.isascii() else of_characters(written)
