"""The quantities of a text: what is measured or counted, in which unit, exactly or about."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

import regex

from evidence.scoring.dates import When, times
from evidence.scoring.number_words import (
    HAN_DIGITS,
    HAN_FACTORS,
    HANGUL_DIGITS,
    HANGUL_FACTORS,
    MAGNITUDES,
    NATIVE_KOREAN,
    ORDINALS,
    WORDS,
    of_characters,
    of_words,
)
from evidence.scoring.places_taken import Taken
from evidence.scoring.quantity import Quantity
from evidence.scoring.quantity_bounds import about, bound_of
from evidence.scoring.quantity_nouns import counter_end, counts_next, noun_after
from evidence.scoring.units import SIGNS, UNITS, Unit, unit_at

_WIDE: Final = str.maketrans("０１２３４５６７８９．，％＋－−：／～", "0123456789.,%+--:/~")
_LITERAL: Final = r"(?:[0-9]{1,3}(?:[,\u00a0\u202f\u2009][0-9]{3})+|[0-9]+)(?:\.[0-9]+)*"
_CJK_FACTORS: Final = f"{HAN_FACTORS}{HANGUL_FACTORS}"
_NUMBER: Final = regex.compile(
    rf"(?P<literal>{_LITERAL})(?P<chain>(?:[{_CJK_FACTORS}]+(?:[0-9][0-9,]*(?:\.[0-9]+)?)?)*)"
    rf"|(?P<han>(?<![{HAN_DIGITS}{HAN_FACTORS}])[{HAN_DIGITS}{HAN_FACTORS}]+)"
    rf"|(?P<hangul>(?<!\p{{Hangul}})[{HANGUL_DIGITS}]?[{HANGUL_FACTORS}][{HANGUL_DIGITS}{HANGUL_FACTORS}]*)"
    rf"|(?P<native>(?<!\p{{Hangul}})(?:{'|'.join(NATIVE_KOREAN)}))(?=\s)"
)
_MAGNITUDE: Final = regex.compile(
    r"[ \u00a0-]?(hundred|thousand|million|billion|trillion)\b|(?<=[0-9])(k|m|bn|mn|tn)(?![A-Za-z0-9])",
    regex.IGNORECASE,
)
_SHORT: Final = {"k": 10**3, "m": 10**6, "mn": 10**6, "bn": 10**9, "tn": 10**12}
_SIGN_BEFORE: Final = regex.compile(r"(?:US\$|[$€£¥￥₩₹])[ \u00a0]?$")
_MINUS: Final = regex.compile(r"(?:(?<![\p{L}\p{N})\]])[-]|minus |零下|氷点下|マイナス|영하 ?)$")
_ORDINAL_BEFORE: Final = regex.compile(r"[第제]\s?$")
_ORDINAL_AFTER: Final = regex.compile(r"(?:st|nd|rd|th)\b|番目|번째")
_ORDINAL_WORD: Final = regex.compile(rf"\b(?:{'|'.join(ORDINALS)})\b(?! (?:half|hand|time\b))", regex.IGNORECASE)
_VERSION: Final = regex.compile(
    r"\b(?:version|ver\.?|v|release|firmware|python|java|php|ios|android|バージョン|버전|版本) ?$|\bv$",
    regex.IGNORECASE,
)
_RANGE: Final = regex.compile(r"[ ]?(?:[–—~〜～]|-)[ ]?$| to $| and $")
_FROM: Final = regex.compile(r"\bfrom [^.]{0,30}$", regex.IGNORECASE)
_BETWEEN: Final = regex.compile(r"\bbetween [^.]{0,30}$", regex.IGNORECASE)
_PERCENT_OF: Final = regex.compile(r"百分之$")


def quantities(text: str) -> list[Quantity]:
    """The quantities of `text`, in its order, none over another."""
    plain = text.translate(_WIDE)
    taken = Taken()
    read = [*(_of_time(when, plain) for when in times(plain)), *_numbers(plain)]
    found = [quantity for quantity in read if taken.take(quantity.start, quantity.end)]
    found.sort(key=lambda one: one.start)
    return list(_ranges(found, plain))


def _of_time(when: When, text: str) -> Quantity:
    dimension = "clock" if when.unit == "clock" else "date"
    return Quantity(
        when.start,
        when.end,
        Decimal(when.low),
        Decimal(when.high),
        when.unit,
        dimension,
        "",
        about(text, when.start, when.end),
    )


def _numbers(text: str) -> Iterator[Quantity]:
    for match in _NUMBER.finditer(text):
        found = _of_match(match, text)
        if found is not None:
            yield found
    for match in WORDS.finditer(text):
        if _is_pronoun(match, text):
            continue
        quantity = _measured(text, match.start(), match.end(), of_words(match.group()), magnitude=False)
        if quantity is not None:
            yield quantity
    for match in _ORDINAL_WORD.finditer(text):
        value = Decimal(ORDINALS[match.group().lower()])
        yield Quantity(match.start(), match.end(), value, value, "", "ordinal", noun_after(text, match.end()))


def _is_pronoun(match: regex.Match[str], text: str) -> bool:
    """``one`` is no number in `one of them`, `no one`, `one another`; nor is a number within a longer name."""
    if match.group().lower() != "one":
        return False
    after = text[match.end() : match.end() + 10].lower()
    return after.startswith(
        (" of", " another", " or", ",", ".", " who", "'", "’", " that", " can", " must", " is")
    ) or text[: match.start()].lower().endswith(("no ", "any", "every ", "this ", "that ", "the ", "old ", "new "))


def _of_match(match: regex.Match[str], text: str) -> Quantity | None:
    start, end = match.span()
    if match["literal"] is not None:
        return _of_literal(match, text)
    if match["native"] is not None:
        if counter_end(text, end) is None:
            return None
        return _measured(text, start, end, Decimal(NATIVE_KOREAN[match["native"]]), magnitude=False)
    written = match.group()
    if _ORDINAL_BEFORE.search(text, max(0, start - 2), start):
        value = of_characters(written)
        return Quantity(start, end, value, value, "", "ordinal", "")
    if not counts_next(text, start, end, written):
        return None
    return _measured(text, start, end, of_characters(written), magnitude=False)


def _of_literal(match: regex.Match[str], text: str) -> Quantity | None:
    start, end = match.span()
    literal, chain = match["literal"], match["chain"]
    before = text[start - 1] if start else ""
    glued = before.isascii() and (before.isalpha() or (before == "-" and start > 1 and text[start - 2].isalpha()))
    if (glued and not _VERSION.search(text, 0, start)) or before in ("#", "_"):
        return None
    if literal.count(".") > 1 or _VERSION.search(text, max(0, start - 12), start):
        parts = [int(part) for part in literal.replace(",", "").split(".")][:4]
        value = sum(Decimal(part).scaleb(4 * place) for part, place in zip(parts, (2, 1, 0, -1), strict=False))
        return Quantity(start, start + len(literal), Decimal(value), Decimal(value), "", "version", "")
    ordinal = _ORDINAL_AFTER.match(text, end)
    if ordinal or _ORDINAL_BEFORE.search(text, max(0, start - 2), start):
        value = of_characters(literal + chain)
        end = ordinal.end() if ordinal else end
        return Quantity(start, end, value, value, "", "ordinal", noun_after(text, end))
    value = of_characters(_plain(literal) + chain) if chain else Decimal(_plain(literal))
    return _measured(text, start, end, value, magnitude=bool(chain))


def _plain(literal: str) -> str:
    return regex.sub("[,\u00a0\u202f\u2009]", "", literal)


def _measured(text: str, start: int, end: int, value: Decimal, *, magnitude: bool) -> Quantity | None:
    """The number with the unit and the noun that stand with it; None where it is part of a name."""
    power = _MAGNITUDE.match(text, end)
    sign = _SIGN_BEFORE.search(text, max(0, start - 4), start)
    if power and (power[1] or sign or power[2].lower() != "m"):
        value *= MAGNITUDES[power[1].lower()] if power[1] else _SHORT[power[2].lower()]
        end, magnitude = power.end(), True
    begins = sign.start() if sign else start
    minus = _MINUS.search(text, max(0, begins - 6), begins)
    if minus:
        value, begins = -value, minus.start()
    unit: Unit | None = None
    if sign:
        unit = UNITS[SIGNS[sign.group().strip()]]
    else:
        after = unit_at(text, end)
        if after is not None and counter_end(text, end, after[1]) is None:
            unit, end = after
    if unit is None and end < len(text) and text[end].isascii() and text[end].isalpha():
        return None
    if _PERCENT_OF.search(text, max(0, start - 3), start):
        unit = UNITS["percent"]
    counted = counter_end(text, end) if unit is None else None
    approximate = about(text, begins, counted or end)
    bound = bound_of(text, begins, counted or end)
    if unit is None or unit.dimension == "people":
        noun = noun_after(text, counted or end) if unit is None else text[end - 1 : end]
        if counted is not None and not noun:
            noun = text[end:counted].strip()
        return Quantity(begins, end, value, value, "", "count", noun, approximate, bound, magnitude)
    return Quantity(begins, end, value, value, unit.name, unit.dimension, "", approximate, bound, magnitude)


def _ranges(found: list[Quantity], text: str) -> Iterator[Quantity]:
    """Join the two ends of a range (`10–20 km`, `between 10 and 20`)."""
    at = 0
    while at < len(found):
        one = found[at]
        other = found[at + 1] if at + 1 < len(found) else None
        if other is not None and _is_range(one, other, text):
            unit, dimension = other.unit, other.dimension
            yield Quantity(
                one.start,
                other.end,
                one.low,
                other.high,
                unit,
                dimension,
                other.noun,
                one.approximate,
                "exact",
                other.magnitude,
            )
            at += 2
        else:
            yield one
            at += 1


def _is_range(one: Quantity, other: Quantity, text: str) -> bool:
    between = text[one.end : other.start]
    dated = {"date", "clock", "version", "ordinal"} & {one.dimension, other.dimension}
    if dated or not _RANGE.fullmatch(between) or one.low >= other.low:
        return False
    if one.unit not in ("", other.unit):
        return False
    if between == " and ":
        return bool(_BETWEEN.search(text, max(0, one.start - 40), one.start))
    return between != " to " or not _FROM.search(text, max(0, one.start - 40), one.start)
