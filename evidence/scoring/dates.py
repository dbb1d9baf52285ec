"""Dates and times of day in a text, each to the precision it is given in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import regex

from evidence.scoring.date_patterns import (
    BARE_YEAR,
    BEFORE_CENTURY,
    CENTURY,
    CLOCKS,
    DECADE,
    EASTERN_CLOCK_MARKS,
    EASTERN_DATES,
    EASTERN_MARKS,
    ENGLISH_DATES,
    ERA_LETTERS,
    ERAS,
    MONTHS,
)
from evidence.scoring.number_words import ORDINALS, of_characters
from evidence.scoring.places_taken import Taken

Comparison = Literal["same", "within", "differs", "incomparable"]
_AFTERNOON: Final = frozenset({"p", "午後", "오후", "下午", "晚上"})


@dataclass(frozen=True, slots=True)
class When:
    """The code points ``[start, end)`` tell a time from `low` to `high`.

    `unit` is the precision: ``year``, ``quarter``, ``month``, ``day``, ``decade``, ``century`` (both ends as YYYYMMDD),
    ``month_of_year``, ``day_of_year`` (MMDD, no year told) or ``clock`` (minutes since midnight). A day whose month is
    not certain (05/06/2016) goes from the one reading to the other.
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
    eastern = EASTERN_DATES if EASTERN_MARKS.search(text) else ()
    for pattern in (*eastern, ERA_LETTERS, *ENGLISH_DATES):
        for match in pattern.finditer(text):
            found = _date(match)
            if found is not None:
                yield found
    for match in DECADE.finditer(text):
        year = int(match["year"])
        yield When(*match.span(), year * 10_000 + 101, (year + 9) * 10_000 + 1231, "decade")
    for match in CENTURY.finditer(text):
        before = BEFORE_CENTURY.match(text, max(0, match.start() - 14), match.start())
        if before:
            last = 100 * (int(before["number"]) if before["number"] else ORDINALS[before["word"].lower()])
            if last:
                yield When(before.start(), match.end(), (last - 99) * 10_000 + 101, last * 10_000 + 1231, "century")
    for clock in CLOCKS if EASTERN_CLOCK_MARKS.search(text) else CLOCKS[:2]:
        for match in clock.finditer(text):
            yield _clock(match)
    for match in BARE_YEAR.finditer(text):
        yield _span(match, int(match["year"]), None, None)


def _date(match: regex.Match[str]) -> When | None:
    groups = match.groupdict()
    year = _whole(groups.get("year"))
    if groups.get("era"):
        year = ERAS[match["era"]] + (1 if match["era_year"] == "元" else _whole(match["era_year"]) or 0)
    if groups.get("left"):
        return _slashed(match, year or 0)
    if groups.get("quarter"):
        return _quarter(match, year)
    month = MONTHS.get(groups["name"].lower()[:3]) if groups.get("name") else _whole(groups.get("month"))
    day = _whole(groups.get("day"))
    found = _span(match, year, month, day)
    if groups.get("last"):
        end = int(match["last"])
        return (
            When(found.start, found.end, found.low, found.low - (day or 1) + end, found.unit)
            if end > (day or 1)
            else None
        )
    if groups.get("final"):
        end = int(match["final"])
        return When(found.start, found.end, found.low, found.high + 100 * (end - (month or 1)), found.unit)
    return found


def _whole(written: str | None) -> int | None:
    """A number of a date, in figures or in Chinese characters (二〇二四, 十二)."""
    if not written:
        return None
    return int(written) if written.isdigit() and written.isascii() else int(of_characters(written))


def _slashed(match: regex.Match[str], year: int) -> When | None:
    """``21/05/2016`` and ``05/21/2016``; either when both may be the month."""
    left, right = int(match["left"]), int(match["right"])
    days = sorted(year * 10_000 + month * 100 + day for month, day in ((left, right), (right, left)) if month <= 12)
    return When(*match.span(), days[0], days[-1], "day") if days else None


def _quarter(match: regex.Match[str], year: int | None) -> When:
    written = match["quarter"].lower()
    number = _QUARTERS.get(written) or _whole(written[:1]) or 1
    start = (year or 0) * 10_000
    low, high = start + (3 * number - 2) * 100 + 1, start + 3 * number * 100 + 31
    return When(*match.span(), low, high, "quarter" if year else "month_of_year")


_QUARTERS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4}


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
    hour = _whole(match["hour"]) or 0
    minute = 30 if groups.get("thirty") else _whole(groups.get("minute")) or 0
    half = groups.get("half") or groups.get("east")
    if half is not None and half.lower() in _AFTERNOON and hour < 12:
        hour += 12
    elif half is not None and half.lower() not in _AFTERNOON and hour == 12:
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
