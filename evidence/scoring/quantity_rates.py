"""What a quantity is told for: per month, each hour, 時速, 月額."""

from __future__ import annotations

from typing import Final

import regex

_TIMES: Final = {
    "second": "second sec s 秒 초", "minute": "minute min 分 分钟 분", "hour": "hour hr h 時間 小时 小時 시간",
    "day": "day 日 天 일", "week": "week wk 週 周 주", "month": "month mo 月 か月 个月 월 개월",
    "year": "year yr annum 年 년", "person": "person user head capita seat 人 名 인 명",
}  # fmt: skip
_PER: Final = {form: name for name, forms in _TIMES.items() for form in forms.split()}
_LONG: Final = "|".join(form for form in _PER if form.isascii() and len(form) > 2)
_AFTER: Final = regex.compile(
    r"(?:\s?/\s?|\sper\s|[ -]an?[ -](?=(?:second|minute|hour|day|week|month|year)\b)|\s(?:each|every)\s)"
    rf"(?P<latin>{_LONG})s?\b"
    r"|/(?P<short>s|h|hr|min|mo|yr|wk)\b|\s?/\s?(?P<east>か月|个月|개월|小时|時間|시간|[日天月年週周秒分人名일월년주명인])"
    r"|\s(?P<adverb>annually|yearly|monthly|weekly|daily|hourly)\b|(?: pa|\sp\.a\.)"
)
_ADVERBS: Final = {
    "annually": "year", "yearly": "year", "monthly": "month", "weekly": "week", "daily": "day", "hourly": "hour",
}  # fmt: skip
_BEFORE: Final = regex.compile(
    r"(?r)(?:(?P<hour>時速|毎時|时速|每小时|每小時|시속)|(?P<second>秒速|毎秒|每秒|초속)"
    r"|(?P<month>月額|毎月|每月|매월|매달|월 ?)"
    r"|(?P<year>年額|年間|毎年|每年|年均|매년|연간|연 ?)"
    r"|(?P<day>毎日|每天|每日|매일|하루(?:에)? ?|1日)|(?P<week>毎週|每周|매주|週)"
    r"|(?P<person>1人あたり|一人あたり|人均|1인당|인당))[は约約にも]{0,2}"
)
_SPEEDS: Final = {
    ("kilometre", "hour"): "kilometre_per_hour",
    ("mile", "hour"): "mile_per_hour",
    ("metre", "second"): "metre_per_second",
    ("kilometre", "second"): "kilometre_per_second",
    ("megabit", "second"): "megabit_per_second",
    ("gigabit", "second"): "gigabit_per_second",
    ("megabyte", "second"): "megabyte_per_second",
    ("gigabyte", "second"): "gigabyte_per_second",
}


def per(text: str, start: int, end: int) -> tuple[str, int]:
    """For what the quantity at ``text[start:end]`` is told (``month``, ``person``; "" if not), and where that ends."""
    after = _AFTER.match(text, end)
    if after:
        word = after["latin"] or after["short"] or after["east"]
        return (_PER[word] if word else _ADVERBS.get(after["adverb"] or "", "year")), after.end()
    before = _BEFORE.match(text, max(0, start - 8), start)
    return (before.lastgroup or "", end) if before else ("", end)


def speed(unit: str, time: str) -> str | None:
    """The unit of a length or of data per time (``kilometre`` per ``hour``), None if it has no name of its own."""
    return _SPEEDS.get((unit, time))
