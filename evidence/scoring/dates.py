"""Dates and times of day in a text, each to the precision it is given in."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import regex

from evidence.scoring.places_taken import Taken

Comparison = Literal["same", "within", "differs", "incomparable"]
_MONTHS: Final = {name.lower(): number for number, name in enumerate(calendar.month_name) if name} | {
    name.lower(): number for number, name in enumerate(calendar.month_abbr) if name
}
_NAMES: Final = "|".join(sorted((*calendar.month_name[1:], *calendar.month_abbr[1:]), key=len, reverse=True))
_YEAR: Final = r"(?P<year>1[0-9]{3}|2[01][0-9]{2})"
_ERAS: Final = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_BEFORE_YEAR: Final = (
    "in|since|until|till|by|from|to|and|or|before|after|of|between|during|for|around|about|early|late|mid|circa|c\\.|"
    "year|spring|summer|autumn|fall|winter|copyright"
)
_BEFORE_MONTH: Final = "in|since|until|by|from|of|before|after|early|late|mid|last|next|this|on|and"
_MONTH: Final = r"(?P<month>1[0-2]|0?[1-9])"
_DAY: Final = r"(?P<day>[12][0-9]|3[01]|0?[1-9])"
_PATTERNS: Final = tuple(
    regex.compile(pattern)
    for pattern in (
        rf"(?<![0-9.,-]){_YEAR}[-/.]{_MONTH}[-/.]{_DAY}(?![0-9])",
        rf"\b(?<![0-9.,]){_DAY}(?:st|nd|rd|th)? (?:of )?(?P<name>{_NAMES})\b\.?(?:,? {_YEAR}(?![0-9]))?",
        rf"\b(?P<name>{_NAMES})\b\.? {_DAY}(?:st|nd|rd|th)?(?![0-9:])(?:,? {_YEAR}(?![0-9]))?",
        rf"\b(?P<name>{_NAMES})\b\.?(?: of|,)? {_YEAR}(?![0-9])",
        rf"(?P<era>明治|大正|昭和|平成|令和)(?P<era_year>元|[0-9]{{1,2}})年(?:{_MONTH}月(?:{_DAY}日)?)?",
        rf"(?<![0-9.,]){_YEAR}\s?(?:年|년)(?!間|间|代|대)(?:\s?{_MONTH}\s?(?:月|월)(?:\s?{_DAY}\s?(?:日|号|일))?)?",
        rf"(?<![0-9.,]){_MONTH}\s?(?:月|월)(?!間|间)(?:\s?{_DAY}\s?(?:日|号|일))?",
        rf"(?<=\b(?i:{_BEFORE_MONTH}) )(?P<name>{_NAMES})\b(?!\s?[0-9])",
        rf"\b(?P<name>{_NAMES})\b(?!\s?[0-9])(?<!\bMay|\bMarch|\bMar|\bSat)",
    )
)
_DECADE: Final = regex.compile(rf"(?<![0-9]){_YEAR}(?:['’]?s\b|年代|년대)")
_CENTURY: Final = regex.compile(
    r"\b(?P<number>[12]?[0-9])(?:st|nd|rd|th)[- ]century|(?P<number>[12]?[0-9])\s?(?:世紀|世纪|세기)"
)
_BARE_YEAR: Final = regex.compile(
    rf"(?<=\b(?i:{_BEFORE_YEAR})[ \u00a0]){_YEAR}(?![0-9,.]?[0-9]|[A-Za-z%-])"
    rf"|(?<=[(（–—/-]|\d[–-]){_YEAR}(?=[)）–—/,-])|(?<=[(（]){_YEAR}(?![0-9])"
    rf"|^{_YEAR}$|(?<![0-9.,$€£¥#-]){_YEAR}(?=[.,;:!?)]?$|[.;!?)]|, )(?![.,]?[0-9])"
)
_CLOCK: Final = regex.compile(
    r"(?<![0-9:.])(?P<hour>[01]?[0-9]|2[0-4]):(?P<minute>[0-5][0-9])(?![0-9:])(?: ?(?P<half>[ap])\.?m\b\.?)?"
    r"|\b(?P<hour>1[0-2]|0?[1-9])(?:\.(?P<minute>[0-5][0-9]))? ?(?P<half>[ap])\.?m\b\.?"
    r"|(?P<east>午前|午後|오전|오후|上午|下午|早上|晚上)?\s?(?<![0-9])(?P<hour>[01]?[0-9]|2[0-4])\s?(?:時|시|点|點)(?!間|간|钟|で)"
    r"(?:\s?(?P<minute>[0-5]?[0-9])\s?(?:分|분)(?!間|钟)|(?P<thirty>半|반))?"
)
_AFTERNOON: Final = frozenset({"p", "午後", "오후", "下午", "晚上"})


@dataclass(frozen=True, slots=True)
class When:
    """The code points ``[start, end)`` tell a time from `low` to `high`.

    `unit` is the precision: ``year``, ``month``, ``day``, ``decade``, ``century`` (both ends as YYYYMMDD),
    ``month_of_year``, ``day_of_year`` (MMDD, no year told) or ``clock`` (minutes since midnight).
    """

    start: int
    end: int
    low: int
    high: int
    unit: str


def times(text: str) -> list[When]:
    """The dates and times of day in `text`, in its order, none over another."""
    taken = Taken()
    found = [when for when in _candidates(text) if taken.take(when.start, when.end)]
    return sorted(found, key=lambda one: one.start)


def _candidates(text: str) -> Iterator[When]:
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            yield _date(match)
    for match in _DECADE.finditer(text):
        year = int(match["year"])
        yield When(*match.span(), year * 10_000 + 101, (year + 9) * 10_000 + 1231, "decade")
    for match in _CENTURY.finditer(text):
        last = int(match["number"]) * 100
        if last:
            yield When(*match.span(), (last - 99) * 10_000 + 101, last * 10_000 + 1231, "century")
    for match in _CLOCK.finditer(text):
        yield _clock(match)
    for match in _BARE_YEAR.finditer(text):
        yield _span(match, int(match["year"]), None, None)


def _date(match: regex.Match[str]) -> When:
    groups = match.groupdict()
    year = int(groups["year"]) if groups.get("year") else None
    if groups.get("era"):
        year = _ERAS[match["era"]] + (1 if match["era_year"] == "元" else int(match["era_year"]))
    month = int(groups["month"]) if groups.get("month") else None
    if groups.get("name"):
        month = _MONTHS[match["name"].lower()]
    return _span(match, year, month, int(groups["day"]) if groups.get("day") else None)


def _span(match: regex.Match[str], year: int | None, month: int | None, day: int | None) -> When:
    start, end = match.span()
    if year is None:
        low = (month or 0) * 100 + (day or 1)
        high = (month or 0) * 100 + (day or 31)
        return When(start, end, low, high, "day_of_year" if day else "month_of_year")
    low = year * 10_000 + (month or 1) * 100 + (day or 1)
    high = year * 10_000 + (month or 12) * 100 + (day or 31)
    return When(start, end, low, high, "day" if day else "month" if month else "year")


def _clock(match: regex.Match[str]) -> When:
    groups = match.groupdict()
    hour = int(match["hour"])
    minute = 30 if groups.get("thirty") else int(groups["minute"] or 0)
    half = groups.get("half") or groups.get("east")
    if half in _AFTERNOON and hour < 12:
        hour += 12
    elif half is not None and half not in _AFTERNOON and hour == 12:
        hour = 0
    return When(*match.span(), hour * 60 + minute, hour * 60 + minute, "clock")


def compare_times(claim: When, evidence: When) -> Comparison:
    """``same``, ``within`` (the evidence is more precise), ``differs``, or ``incomparable`` (the claim is)."""
    if "clock" in (claim.unit, evidence.unit):
        if claim.unit != evidence.unit:
            return "incomparable"
        return "same" if claim.low % 1440 == evidence.low % 1440 else "differs"
    mine, its = (claim.low, claim.high), (evidence.low, evidence.high)
    if "of_year" in claim.unit or "of_year" in evidence.unit:
        if claim.unit in _LONG or evidence.unit in _LONG:
            return "incomparable"
        mine, its = (mine[0] % 10_000, mine[1] % 10_000), (its[0] % 10_000, its[1] % 10_000)
    if mine == its:
        return "same"
    if mine[0] <= its[0] and its[1] <= mine[1]:
        return "within"
    return "differs" if mine[1] < its[0] or its[1] < mine[0] else "incomparable"


_LONG: Final = frozenset({"year", "decade", "century"})
