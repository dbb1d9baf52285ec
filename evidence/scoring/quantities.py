"""The quantities of a text: what is measured or counted, in which unit, exactly or about."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

import regex

from evidence.scoring.dates import When, times
from evidence.scoring.fractions import fractions
from evidence.scoring.number_words import MAGNITUDES, ORDINALS, small_letters
from evidence.scoring.numerals import Numeral, numerals
from evidence.scoring.places_taken import Taken
from evidence.scoring.quantity import Quantity
from evidence.scoring.quantity_bounds import about, bound_of
from evidence.scoring.quantity_comparison import compare
from evidence.scoring.quantity_joins import joined
from evidence.scoring.quantity_nouns import counter_end, counts_next, noun_after
from evidence.scoring.quantity_rates import per, speed
from evidence.scoring.units import SIGNS, UNITS, Unit, unit_at

__all__ = ["Quantity", "compare", "quantities"]

_WIDE: Final = str.maketrans("０１２３４５６７８９％＋－−：／～", "0123456789%+--:/~")
_WIDE_MARKS: Final = regex.compile(r"(?<=[0-9])，(?=[0-9]{3}(?![0-9]))|(?<=[0-9])．(?=[0-9])")
_DECIMAL_COMMA: Final = frozenset(
    (
        "de",
        "fr",
        "es",
        "it",
        "pt",
        "nl",
        "ru",
        "pl",
        "sv",
        "da",
        "nb",
        "no",
        "fi",
        "cs",
        "tr",
        "uk",
        "id",
        "vi",
        "el",
        "ro",
        "hu",
    )
)
_MAGNITUDE: Final = regex.compile(
    r"[ \u00a0-]?(hundred|thousand|million|billion|trillion)\b|(?<=[0-9])(k|m|b|bn|mn|tn)(?![A-Za-z0-9])",
    regex.IGNORECASE,
)
_SHORT: Final = {"k": 10**3, "m": 10**6, "mn": 10**6, "b": 10**9, "bn": 10**9, "tn": 10**12}
_MONEY_ALONE: Final = frozenset({"m", "b"})
"""Letters that are a magnitude beside money alone: metres and bytes are written like them."""
_SIGN: Final = regex.compile(
    rf"(?r)(?<![A-Za-z])(?:{'|'.join(regex.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True))})[ \u00a0]?"
)
_MINUS: Final = regex.compile(
    r"(?r)(?:(?<![\p{L}\p{N})\]])-|\bminus |零下|氷点下|マイナス|영하 ?|마이너스 ?|负|負|[▲△])"
)
_ORDINAL_BEFORE: Final = regex.compile(r"(?r)[第제]\s?|\b[Nn]o\.\s?|№\s?")
_ORDINAL_AFTER: Final = regex.compile(r"(?:st|nd|rd|th)\b|番目|번째|위(?!\p{Hangul}{3})")
_RANK: Final = regex.compile(r"位")
_KANA: Final = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_ORDINAL_WORD: Final = regex.compile(
    rf"\b(?<!\b(?:per|a|each|every) )(?:{'|'.join(sorted(ORDINALS, key=len, reverse=True))})\b"
    r"(?![ -](?:half|hand|time\b))"
)
_PERCENT_OF: Final = regex.compile(r"(?r)百分之|퍼센트 ?")
_HALF_MORE: Final = regex.compile(r"半(?!\p{Han}*[期岛島])|\s?반(?!\p{Hangul})| and a half\b")
_HALF_UNIT: Final = regex.compile(r"\s?[个個]半(?=\s?(?:小时|小時|月|钟头|星期|世纪))")
_HALF: Final = regex.compile(
    r"\bhalf an? (?=\p{L})|\ban? (?=(?:hour|day|week|month|year|mile) and a half\b)"
    r"|(?<!\p{Han})半(?=[年日天]|小时|小時|个月|個月)|반(?=년)"
)
_FEET: Final = regex.compile(r"(?<![0-9.])([1-9])['’′] ?([0-9]|1[01])(?:[\"”″]|'')")


def quantities(text: str, language: str | None = None) -> list[Quantity]:
    """The quantities of `text`, in its order, none over another.

    The comma is the decimal mark where `language` has it so (German, French …); in English and in Eastern languages it
    parts thousands.
    """
    plain = _plain(text)
    taken = Taken()
    comma = (language or "").partition("-")[0].lower() in _DECIMAL_COMMA
    read = [*(_of_time(when, plain) for when in times(plain)), *_special(plain), *_numbers(plain, decimal_comma=comma)]
    found = [quantity for quantity in read if taken.take(quantity.start, quantity.end)]
    found.sort(key=lambda one: one.start)
    return list(joined(found, plain))


def _plain(text: str) -> str:
    """The text with figures and their marks in ASCII, as long as it was."""
    plain = text.translate(_WIDE) if not text.isascii() else text
    if "，" in plain or "．" in plain:
        plain = _WIDE_MARKS.sub(lambda match: "," if match.group() == "，" else ".", plain)
    return plain


def _of_time(when: When, text: str) -> Quantity:
    dimension = "clock" if when.unit == "clock" else "date"
    told = about(text, when.start, when.end)
    return Quantity(when.start, when.end, Decimal(when.low), Decimal(when.high), when.unit, dimension, "", told)


def _special(text: str) -> Iterator[Quantity]:
    """Fractions, halves of a unit, and feet with inches."""
    for part in fractions(text):
        bound = bound_of(text, part.start, part.end)
        told = about(text, part.start, part.end)
        yield Quantity(part.start, part.end, part.percent, part.percent, part.unit, "percent", "", told, bound)
    for match in _HALF.finditer(text):
        found = unit_at(text, match.end()) or _power(text, match.end())
        if found is not None:
            yield _half(
                text, match.start(), found[0], found[1], whole=not match.group().startswith(("half", "半", "반"))
            )
    for match in _FEET.finditer(text):
        inches = Decimal(int(match[1]) * 12 + int(match[2]))
        yield Quantity(match.start(), match.end(), inches, inches, "inch", "length")


def _power(text: str, at: int) -> tuple[Unit, int] | None:
    """A power of ten after ``half a``, as a unit without a name."""
    match = _MAGNITUDE.match(text, at)
    return (Unit("", "count", Decimal(MAGNITUDES[match[1].lower()])), match.end()) if match and match[1] else None


def _half(text: str, start: int, unit: Unit, end: int, *, whole: bool) -> Quantity:
    more = _HALF_MORE.match(text, end) if whole else None
    end = more.end() if more else end
    value = Decimal("1.5") if more else Decimal("0.5")
    if unit.name:
        return Quantity(
            start, end, value, value, unit.name, unit.dimension, "", about(text, start, end), bound_of(text, start, end)
        )
    value *= unit.factor
    return Quantity(
        start, end, value, value, "", "count", noun_after(text, end), about(text, start, end), "exact", True
    )


def _numbers(text: str, *, decimal_comma: bool) -> Iterator[Quantity]:
    japanese = _KANA.search(text) is not None
    for match in _ORDINAL_WORD.finditer(small_letters(text)):
        value = Decimal(ORDINALS[match.group()])
        yield Quantity(match.start(), match.end(), value, value, "", "ordinal", noun_after(text, match.end()))
    for numeral in numerals(text, decimal_comma=decimal_comma):
        found = _of_numeral(numeral, text, japanese=japanese)
        if found is not None:
            yield found


def _of_numeral(numeral: Numeral, text: str, *, japanese: bool) -> Quantity | None:
    start, end, value = numeral.start, numeral.end, numeral.low
    if numeral.kind in ("version", "identifier"):
        return Quantity(start, end, value, value, "", numeral.kind)
    if numeral.kind in ("figures", "characters"):
        if ordinal := _ordinal_end(text, start, end, japanese=japanese):
            return Quantity(start, ordinal, value, value, "", "ordinal", noun_after(text, ordinal))
        if numeral.kind == "characters" and not (
            counts_next(text, start, end, text[start:end])
            or _PERCENT_OF.match(text, 0, start)
            or _HALF_UNIT.match(text, end)
        ):
            return None
    elif not text[start].isascii() and not (counter_end(text, end) or unit_at(text, end)):
        return None
    return _measured(text, numeral)


def _ordinal_end(text: str, start: int, end: int, *, japanese: bool) -> int | None:
    after = _ORDINAL_AFTER.match(text, end) or (_RANK.match(text, end) if japanese else None)
    if after:
        return after.end()
    return end if _ORDINAL_BEFORE.match(text, max(0, start - 5), start) else None


def _measured(text: str, numeral: Numeral) -> Quantity | None:
    """The number with the unit and the noun that stand with it; None where it is part of a name."""
    begins, end, low, high, magnitude = numeral.start, numeral.end, numeral.low, numeral.high, numeral.magnitude
    power = _MAGNITUDE.match(text, end)
    sign = _SIGN.match(text, max(0, begins - 5), begins)
    if power and (power[1] or sign or power[2].lower() not in _MONEY_ALONE):
        factor = MAGNITUDES[power[1].lower()] if power[1] else _SHORT[power[2].lower()]
        low, high, end, magnitude = low * factor, high * factor, power.end(), True
    begins = sign.start() if sign else begins
    minus = _MINUS.match(text, max(0, begins - 7), begins)
    if minus:
        low, high, begins = -high, -low, minus.start()
    unit, end, half = _unit(text, numeral.start, end, sign)
    low, high = low + half, high + half
    if unit is None and end < len(text) and text[end].isascii() and text[end].isalpha():
        return None
    return _told(
        text, Quantity(begins, end, low, high, "", "count", "", numeral.kind == "vague", "exact", magnitude), unit
    )


def _unit(text: str, start: int, end: int, sign: regex.Match[str] | None) -> tuple[Unit | None, int, Decimal]:
    """The unit of the number before `end`, where it ends, and the half that may be told after it."""
    half = Decimal(0)
    if sign:
        return UNITS[SIGNS[sign.group().strip()]], end, half
    if _PERCENT_OF.match(text, max(0, start - 5), start):
        return UNITS["percent"], end, half
    if between := _HALF_UNIT.match(text, end):
        half, end = Decimal("0.5"), between.end()
        if text[end : end + 1] == "月":
            return UNITS["month"], end + 1, half
    after = unit_at(text, end)
    if after is None or counter_end(text, end, after[1]) is not None:
        return None, end, half
    unit, end = after
    if unit.dimension == "time" and (more := _HALF_MORE.match(text, end)):
        half, end = Decimal("0.5"), more.end()
    return unit, end, half


def _told(text: str, number: Quantity, unit: Unit | None) -> Quantity:
    """The quantity with its unit or what it counts, and how exactly it is told."""
    begins, end = number.start, number.end
    counted = counter_end(text, end) if unit is None else None
    told_per, past = per(text, begins, counted or end)
    approximate = number.approximate or about(text, begins, counted or end)
    bound = bound_of(text, begins, past)
    if unit is not None and unit.dimension != "people":
        name, dimension = unit.name, unit.dimension
        if told_per and (named := speed(name, told_per)):
            name, dimension, told_per, end = named, UNITS[named].dimension, "", past
        elif past == end and (compound := _COMPOUND.match(text, end)):
            name, dimension, end = f"{name}/{compound[1]}", f"{dimension}/{compound[1].lower()}", compound.end()
        noun = ""
    else:
        name, dimension = "", "count"
        noun = noun_after(text, counted or end) if unit is None else text[end - 1 : end]
        if counted is not None and not noun:
            noun = text[end:counted].strip()
    return Quantity(
        begins, end, number.low, number.high, name, dimension, noun, approximate, bound, number.magnitude, told_per
    )  # fmt: skip


_COMPOUND: Final = regex.compile(r"/([A-Za-zµ]{1,4}[²³]?)(?![A-Za-z])")
