"""How dates and times of day are written in English, Japanese, Korean and Chinese."""

from __future__ import annotations

import calendar
from typing import Final

import regex

MONTHS: Final = {name.lower(): number for number, name in enumerate(calendar.month_name) if name} | {
    name.lower(): number for number, name in enumerate(calendar.month_abbr) if name
}
_NAMES: Final = "Sept|" + "|".join(sorted((*calendar.month_name[1:], *calendar.month_abbr[1:]), key=len, reverse=True))
_YEAR: Final = r"(?P<year>1[0-9]{3}|2[01][0-9]{2})"
_HAN: Final = "〇零一二三四五六七八九"
_ANY_YEAR: Final = rf"(?P<year>1[0-9]{{3}}|2[01][0-9]{{2}}|[一二][{_HAN}]{{3}})"
ERAS: Final = {
    "明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民国": 1911, "民國": 1911,
    "M": 1867, "T": 1911, "S": 1925, "H": 1988, "R": 2018,
}  # fmt: skip
_BEFORE_YEAR: Final = (
    "in|since|until|till|by|from|to|and|or|before|after|of|between|during|for|around|about|early|late|mid|circa|c\\.|"
    "year|spring|summer|autumn|fall|winter|copyright"
)
_BEFORE_MONTH: Final = "in|since|until|by|from|of|before|after|early|late|mid|last|next|this|on|and|during|through|to"
_MONTH: Final = r"(?P<month>1[0-2]|0?[1-9])"
_DAY: Final = r"(?P<day>[12][0-9]|3[01]|0?[1-9])"
_ANY_MONTH: Final = r"(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_ANY_DAY: Final = r"(?P<day>[12][0-9]|3[01]|0?[1-9]|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"
_NO_DIGIT: Final = rf"(?<![0-9.,十{_HAN}])"
_TH: Final = "(?:st|nd|rd|th)?"
_LAST: Final = rf"(?P<last>[12][0-9]|3[01]|[1-9]){_TH}"
_QUARTERS: Final = "first|second|third|fourth|1st|2nd|3rd|4th"
_YEARS: Final = r"\s?(?:年|년)(?!間|间|代|대|以内|ぶり)"

ENGLISH_DATES: Final = tuple(
    regex.compile(pattern)
    for pattern in (
        rf"(?<![0-9.,-]){_YEAR}[-/.]{_MONTH}[-/.]{_DAY}(?![0-9])",
        r"(?<![0-9./-])(?P<left>0?[1-9]|[12][0-9]|3[01])/(?P<right>0?[1-9]|[12][0-9]|3[01])/(?P<year>(?:19|20)[0-9]{2})(?![0-9/])",
        (
            rf"\b(?:Q(?P<quarter>[1-4])|(?P<quarter>(?i:{_QUARTERS})) quarter(?: of)?)"
            rf"(?:[ /,-]*(?:FY ?)?{_YEAR}(?![0-9]))?"
        ),
        rf"\b(?<![0-9.,]){_DAY}{_TH} ?(?:-|–|to|and) ?{_LAST} (?P<name>{_NAMES})\b\.?(?:,? {_YEAR}(?![0-9]))?",
        rf"\b(?P<name>{_NAMES})\b\.? {_DAY}{_TH} ?[-–] ?{_LAST}(?![0-9:])(?:,? {_YEAR}(?![0-9]))?",
        rf"\b(?<![0-9.,]){_DAY}{_TH} (?:of )?(?P<name>{_NAMES})\b\.?(?:,? {_YEAR}(?![0-9]))?",
        rf"\b(?P<name>{_NAMES})\b\.? {_DAY}{_TH}(?![0-9:]|,[0-9])(?:,? {_YEAR}(?![0-9]))?",
        rf"\b(?P<name>{_NAMES})\b\.?(?: of|,)? {_YEAR}(?![0-9])",
        rf"\bFY ?{_YEAR}(?![0-9])|\b(?i:fiscal(?: year)?) {_YEAR}(?![0-9])",
        rf"(?<=\b(?i:{_BEFORE_MONTH}) )(?P<name>{_NAMES})\b(?!\s?[0-9])",
        rf"\b(?P<name>{_NAMES})\b(?!\s?[0-9])(?<!\bMay|\bMarch|\bMar|\bSept?|\bDec|\bJan)",
    )
)
EASTERN_DATES: Final = tuple(
    regex.compile(pattern)
    for pattern in (
        rf"(?P<era>明治|大正|昭和|平成|令和|民国|民國)(?P<era_year>元|[0-9]{{1,3}}|[十{_HAN}]{{1,4}})年(?:{_ANY_MONTH}月(?:{_ANY_DAY}日)?)?",
        rf"{_NO_DIGIT}{_ANY_YEAR}\s?(?:年度?|년도?)\s?の?(?:第(?P<quarter>[1-4一二三四])(?:四半期|季度|季)|(?P<quarter>[1-4])분기)",
        rf"{_NO_DIGIT}{_ANY_YEAR}\s?(?:年|년)\s?{_ANY_MONTH}\s?(?:月|월)?\s?(?:[~〜–—-]|から|至|到)\s?(?P<final>1[0-2]|0?[1-9])\s?(?:月|월)",
        rf"{_NO_DIGIT}{_ANY_YEAR}{_YEARS}(?:\s?{_ANY_MONTH}\s?(?:月|월)(?:\s?{_ANY_DAY}\s?(?:日|号|號|일))?)?",
        rf"(?:第(?P<quarter>[1-4一二三四])(?:四半期|季度)|{_NO_DIGIT}(?P<quarter>[1-4])분기)",
        rf"{_NO_DIGIT}{_MONTH}\s?(?:月|월)?\s?[~〜–—-]\s?(?P<final>1[0-2]|0?[1-9])\s?(?:月|월)(?!間|间)",
        rf"{_NO_DIGIT}{_ANY_MONTH}\s?(?:月|월)(?!間|间|份额)(?:\s?{_ANY_DAY}\s?(?:日|号|號|일)(?!間|间))?",
    )
)
EASTERN_MARKS: Final = regex.compile("[年月년월]|분기|四半期|季度")
ERA_LETTERS: Final = regex.compile(
    rf"\b(?P<era>[MTSHR])(?P<era_year>[0-9]{{1,2}})(?:年(?:{_MONTH}月(?:{_DAY}日)?)?|\.{_MONTH}\.{_DAY}(?![0-9]))"
)
DECADE: Final = regex.compile(rf"(?<![0-9]){_YEAR}(?:['’]?s\b|年代|년대)")
CENTURY: Final = regex.compile(r"[- ][Cc]entury|\s?(?:世紀|世纪|세기)")
BEFORE_CENTURY: Final = regex.compile(
    r"(?r)(?<![0-9])(?P<number>[12]?[0-9])(?:st|nd|rd|th)?"
    r"|\b(?P<word>(?i:twenty-first|(?:six|seven|eigh|nine)teenth|twentieth|fifteenth|fourteenth))"
)
"""What stands right before the word."""
BARE_YEAR: Final = regex.compile(
    rf"(?<=\b(?i:{_BEFORE_YEAR})[ \u00a0-]){_YEAR}(?![0-9,.]?[0-9]|[A-Za-z%-])"
    rf"|(?<=[(（–—/-]|\d[–-]){_YEAR}(?=[)）–—/,-])|(?<=[(（]){_YEAR}(?![0-9])"
    rf"|^{_YEAR}$|(?<![0-9.,$€£¥#-]){_YEAR}(?=[.,;:!?)]?$|[.;!?)]|, )(?![.,]?[0-9])"
)
CLOCKS: Final = (
    regex.compile(
        r"(?<![0-9:.])(?P<hour>[01]?[0-9]|2[0-4]):(?P<minute>[0-5][0-9])(?::[0-5][0-9](?:\.[0-9]+)?)?(?![0-9:])"
        r"(?: ?(?P<half>[apAP])\.?[mM]\b\.?|Z\b)?"
    ),
    regex.compile(r"(?<![0-9.:])(?P<hour>1[0-2]|0?[1-9])(?:\.(?P<minute>[0-5][0-9]))? ?(?P<half>[apAP])\.?[mM]\b\.?"),
    regex.compile(
        r"(?:(?P<east>午前|午後|오전|오후|上午|下午|早上|晚上)\s?)?(?<![0-9])(?P<hour>[01]?[0-9]|2[0-4])\s?(?:時|시|点|點)"
        r"(?!間|간|钟|で(?![すあし])|도|속)(?:\s?(?P<minute>[0-5]?[0-9])\s?(?:分|분)(?!間|钟)|(?P<thirty>半|\s?반))?"
    ),
    regex.compile(
        r"(?P<east>午前|午後|上午|下午|早上|晚上)(?P<hour>[二]?十[一二三四]?|[一二三四五六七八九两])(?:時|点|點)"
        r"(?:(?P<minute>[二三四五]?十[一二三四五六七八九]?|[0-5]?[0-9])分|(?P<thirty>半))?"
    ),
)
EASTERN_CLOCK_MARKS: Final = regex.compile("[時시点點]")
