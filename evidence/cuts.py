"""What a quote cuts in two: a number, a word, or a statement from the negation beside it.

The words of such a quote do stand in the text, and yet the text does not say them: "5 %" is no quote of "15 %".
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final, Literal

import regex

from evidence import chars
from evidence.graphemes import ceil, floor
from evidence.negations import negated_after, negated_before

Cut = Literal["number", "maybe-number", "word", "negation"]
"""`number`: an end lies inside of a number. `maybe-number`: inside of what may be one (12 345, a sign that may be a
bullet). `word`: inside of a word. `negation`: a negation that belongs to the quoted words stands right beside them."""

_AROUND: Final = 40
_LONGEST: Final = 400
_APOSTROPHES: Final = "'\u2019"
_THIN_SPACES: Final = "\u00a0\u2009\u202f"
_INSIDE: Final = f".,\u00b7\u066b\u066c\uff0c\uff0e{_APOSTROPHES}{_THIN_SPACES}"
_SEPARATORS: Final = frozenset(f"{_INSIDE} ")
_MULTIPLIERS: Final = frozenset("十百千万億兆萬亿亿십백천만억조")
_DIGITS_BEFORE: Final = regex.compile(r"(?r)\d+")
_DIGITS: Final = regex.compile(r"\d+")
_GROUPS_BEFORE: Final = regex.compile(r"(?r)(?<![\d.,])\d{1,3}(?: \d{3})*")
_MINUS: Final = "\u2212\u00b1\u2213"
_SIGN_BEFORE: Final = regex.compile(
    rf"(?r)(?P<lead>^|[\s\p{{Ps}}\p{{Pi}}\p{{Sc}}=<>≤≥~≈:,/×*|\"'])(?P<sign>[-\u2010\u2011\u2013\ufe63{_MINUS}▲△])"
)
_QUANTITY: Final = regex.compile(r"\p{Sc}? ?[.,]?\d")
_TIMES: Final = regex.compile(
    r" ?(?:hundred|thousand|million|billion|trillion|lakh|crore|millones|milliards?|Millionen|Milliarden?|Mio|Mrd"
    r"|milhões|mil|milioni|miliardi|миллион\w*|миллиард\w*|тысяч\w*|млн|млрд|тыс)(?!\p{L})"
)
_SIGN_WORD: Final = regex.compile(r"(?r)(?<!\p{L})(?:minus|negative) |(?r)マイナス", regex.IGNORECASE)
_TENS: Final = regex.compile(
    r"(?r)(?<!\p{L})(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[-\u2010\u2011 ]", regex.IGNORECASE
)
_ONES: Final = regex.compile(
    r"(?:one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)(?!\p{L})",
    regex.IGNORECASE,
)
_POINT_BEFORE: Final = regex.compile(r"(?r)(?:^|[\s\p{Ps}\p{Sc}=<>≤≥~≈±+\-\u2212])\.")
_PARTED: Final = frozenset(":/\u2044\u2215")
"""What parts a time, a ratio or a fraction, but a verse and its number, too."""
_NUMERALS: Final = r"\p{Nd}\p{No}\p{Nl}〇一二三四五六七八九十百千万億兆萬亿亿십백천만억조"
_AT_A_CUT: Final = regex.compile(rf"[{_NUMERALS}\p{{Sc}}{_INSIDE}\p{{Cf}}\p{{Mn}}]")
_BEYOND_A_CUT: Final = regex.compile(rf"[{_NUMERALS}\p{{Sc}}{_INSIDE}\p{{Pd}}{_MINUS}\p{{Cf}}\p{{Mn}}]")
"""What stands on the two sides of a place where a number is cut."""
_SPACED: Final = regex.compile(
    r"(?![\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}])"
    r"[\p{L}\p{M}\p{Nd}]"
)
"""What words are made of in scripts that put spaces between them. Korean words take endings, so only starts count."""


def cuts(text: str, start: int, end: int) -> tuple[Cut, ...]:
    """What the ends of ``text[start:end]`` cut, sorted; empty for a quote of whole words and numbers."""
    return _cuts(*_sides(text, start, end))


def splits_number(text: str, start: int, end: int) -> bool:
    """Whether an end of ``text[start:end]`` surely lies inside of a number."""
    starts = start > 0 and _AT_A_CUT.match(text, start) and _BEYOND_A_CUT.match(text, start - 1)
    ends = _AT_A_CUT.match(text, end - 1) and _BEYOND_A_CUT.match(text, end)
    if not (starts or ends):
        return False
    return "number" in _cuts(*_sides(text, start, end))


def whole_numbers(text: str, start: int, end: int) -> tuple[int, int]:
    """The range widened by what its ends cut off the numbers there."""
    for _ in range(_LONGEST):
        before, head, tail, after = _sides(text, start, end)
        starts_inside = "number" in {_number(before, head), _sign(before, head)}
        ends_inside = _number(tail, after) == "number"
        if not (starts_inside or ends_inside):
            break
        start, end = start - starts_inside, end + ends_inside
    return floor(text, start), ceil(text, end)


def _sides(text: str, start: int, end: int) -> tuple[str, str, str, str]:
    """What stands before the range, its head, its tail, and what stands after it."""
    return (
        _plain(text[max(0, start - _AROUND) : start]),
        _plain(text[start : min(end, start + _AROUND)]),
        _plain(text[max(start, end - _AROUND) : end]),
        _plain(text[end : end + _AROUND]),
    )


@lru_cache(maxsize=1024)
def _cuts(before: str, head: str, tail: str, after: str) -> tuple[Cut, ...]:
    found: set[Cut | None] = {_number(before, head) or _sign(before, head) or _word(before, head, starts=True)}
    found.add(_number(tail, after) or _word(tail, after, starts=False))
    if negated_before(before, head) or negated_after(tail, after):
        found.add("negation")
    return tuple(sorted(one for one in found if one))


def _plain(part: str) -> str:
    """The part as a reader sees it; forms that NFKC would turn into other numbers, and the wide comma, stay."""
    if part.isascii():
        return part
    return "".join(
        char
        if chars.is_protected(char) or char in _THIN_SPACES or char == "\uff0c"
        else unicodedata.normalize("NFKC", char)
        for char in part
        if char not in chars.IGNORABLE
    )


def _number(left: str, right: str) -> Cut | None:
    """Whether one number runs over the place between the two."""
    found: Cut | None
    if not left or not right:
        return None
    p, n = left[-1], right[0]
    if (chars.is_digit(p) and chars.is_digit(n)) or _han_number(left, n):
        return "number"
    if p in _SEPARATORS and chars.is_digit(n):
        found = "number" if _POINT_BEFORE.match(left) else _separated(left[:-1], p, right)
    elif n in _SEPARATORS and chars.is_digit(p):
        found = _separated(left, n, right[1:])
    else:
        found = None
    return found or ("maybe-number" if _may_go_on(left, right) else None)


def _may_go_on(left: str, right: str) -> bool:
    """Whether one quantity may run over the place: 12:30, 1/2, 12 million, twenty-five, minus 5."""
    p, n = left[-1], right[0]
    if chars.is_digit(p):
        return bool(_TIMES.match(right)) or (n in _PARTED and chars.is_digit(right[1:2] or " "))
    if chars.is_digit(n):
        return (p in _PARTED and chars.is_digit(left[-2:-1] or " ")) or bool(_SIGN_WORD.match(left))
    return bool(_TENS.match(left) and _ONES.match(right))


def _han_number(left: str, n: str) -> bool:
    p = left[-1]
    if n in _MULTIPLIERS or chars.is_han_numeral(n):
        return (chars.is_digit(p) and n in _MULTIPLIERS) or (chars.is_han_numeral(p) and chars.is_han_numeral(n))
    return (
        chars.is_digit(n) and p in _MULTIPLIERS and (chars.is_digit(left[-2:-1] or " ") or left[-2:-1] in _MULTIPLIERS)
    )


def _separated(left: str, separator: str, right: str) -> Cut | None:
    """Whether digits with a separator between them are one number: 1,412 and 12.5 are, the years 2019,2020 are not."""
    low, high = _DIGITS_BEFORE.match(left), _DIGITS.match(right)
    if not low or not high:
        return None
    before, after = len(low.group()), len(high.group())
    if separator in ".\u00b7\u066b":
        return "number"
    if separator == ",":
        return "number" if min(before, after) < 4 else None
    grouped = after == 3 and before <= 3
    if separator == " ":
        return "maybe-number" if grouped and _GROUPS_BEFORE.match(left) else None
    return "number" if grouped else None


def _sign(before: str, head: str) -> Cut | None:
    """Whether the sign of the number that the quote begins with is left out."""
    match = _SIGN_BEFORE.match(before) if _QUANTITY.match(head) else None
    if match is None:
        return None
    lead, sign = match["lead"], match["sign"]
    if sign in _MINUS:
        return "number"
    ahead = before[: match.start("lead")].rstrip()
    if lead.isspace() and ahead and chars.is_digit(ahead[-1]):
        return None  # 10 -20 and 2010 –2015 are ranges
    return "maybe-number" if lead in ("", "\n", "\r") or sign in "▲△" else "number"


def _word(left: str, right: str, *, starts: bool) -> Cut | None:
    if not left or not right:
        return None
    p, n = left[-1], right[0]
    if starts and chars.is_hangul(p) and chars.is_hangul(n):
        return "word"
    return "word" if _SPACED.match(p) and _SPACED.match(n) else None
