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
_PART: Final = regex.compile(
    rf"(?<=\b(?P<above>{_SMALL})[ -]|\b(?P<above>an?) )(?P<part>{_PARTS})(?P<many>s?)\b"
    r"(?=(?P<compared> (?:of|more|less|as|higher|lower|majority)\b)|[.,;]|$)"
)
_OTHERS: Final = regex.compile(
    r"\b(?<!\b(?:first|second|other|latter|later|top|bottom|former|and a|better) )"
    r"(?P<part>half)(?= (?:of|the|its|their|his|her|our|all|as)\b)"
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
    small = small_letters(text)
    for match in _PART.finditer(small):
        above = match["above"]
        single = above in ("a", "an", "one")
        if single != bool(match["many"]) and (match["compared"] or above not in ("a", "an")):
            percent = _value("1" if single else above) * 100 / _BELOW[match["part"]]
            yield Fraction(match.start("above"), match.end(), percent, "fraction")
    for match in _OTHERS.finditer(small):
        below = Decimal(_BELOW["half"]) if match["part"] else _value(match["below"])
        yield Fraction(*match.span(), _value(match["above"] or "1") * 100 / below, "fraction")
    for match in _EASTERN.finditer(text) if _EASTERN_MARKS.search(text) else ():
        above, below = (Decimal(1), Decimal(2)) if match["east"] else (_value(match["above"]), _value(match["below"]))
        if below:
            yield Fraction(*match.span(), above * 100 / below, "percent" if below == 100 else "fraction")


def _value(written: str) -> Decimal:
    if written[0].isdigit() and written[0].isascii():
        return Decimal(written)
    return of_words(written) if written.isascii() else of_characters(written)
