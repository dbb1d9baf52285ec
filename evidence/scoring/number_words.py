"""Numbers written in words or in Chinese characters."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import regex

_SMALL: Final = {
    word: value
    for value, word in enumerate(
        [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        ]
    )
}  # fmt: skip
_TENS: Final = {
    word: 10 * value
    for value, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
MAGNITUDES: Final = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_ORDINAL_UNITS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
)  # fmt: skip
ORDINALS: Final = (
    {word: value for value, word in enumerate(_ORDINAL_UNITS, start=1)}
    | {f"{word[:-1]}ieth": value for word, value in _TENS.items()}
    | {
        f"{tens}-{unit}": value + step
        for tens, value in _TENS.items()
        for step, unit in enumerate(_ORDINAL_UNITS[:9], start=1)
    }
)
_ENGLISH: Final = "|".join([*sorted({**_SMALL, **_TENS}, key=len, reverse=True)])
WORDS: Final = regex.compile(
    rf"\b(?:(?:{_ENGLISH})|(?:a|an)(?= (?:hundred|thousand|million|billion|dozen)\b))"
    rf"(?:(?:-| and | )(?:{_ENGLISH}|{'|'.join(MAGNITUDES)}|dozen))*\b",
)
"""A number in English words, in small letters; `of_words` reads it."""

_DIGITS: Final = {character: value for value, character in enumerate("〇一二三四五六七八九")} | {
    "零": 0, "两": 2, "兩": 2, "영": 0, "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9,
}  # fmt: skip
_FACTORS: Final = {
    "十": 10, "百": 100, "千": 1000, "십": 10, "백": 100, "천": 1000,
}  # fmt: skip
_MYRIADS: Final = {
    "万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12, "만": 10**4, "억": 10**8, "조": 10**12,
}  # fmt: skip
HAN_DIGITS: Final = "〇零一二三四五六七八九两兩"
HAN_FACTORS: Final = "十百千万萬億亿兆"
HANGUL_DIGITS: Final = "영일이삼사오육칠팔구"
HANGUL_FACTORS: Final = "십백천만억조"
_PIECE: Final = regex.compile(rf"[0-9][0-9,]*(?:\.[0-9]+)?|[{HAN_DIGITS}{HANGUL_DIGITS}]+|.")
_NATIVE_TENS: Final = {
    "열": 10,
    "스물": 20,
    "스무": 20,
    "서른": 30,
    "마흔": 40,
    "쉰": 50,
    "예순": 60,
    "일흔": 70,
    "여든": 80,
    "아흔": 90,
}
_NATIVE_UNITS: Final = {
    "한": 1, "하나": 1, "두": 2, "둘": 2, "세": 3, "셋": 3, "네": 4, "넷": 4, "다섯": 5, "여섯": 6,
    "일곱": 7, "여덟": 8, "아홉": 9,
}  # fmt: skip
NATIVE_KOREAN: Final = (
    rf"(?:{'|'.join(_NATIVE_TENS)})(?:{'|'.join(sorted(_NATIVE_UNITS, key=len, reverse=True))})?"
    rf"|(?:{'|'.join(sorted(_NATIVE_UNITS, key=len, reverse=True))})"
)
"""A pattern of the Korean numbers that stand before what they count; `of_native` reads them."""
NATIVE_JAPANESE: Final = {
    "ふたつ": 2, "みっつ": 3, "よっつ": 4, "いつつ": 5, "むっつ": 6, "ななつ": 7, "やっつ": 8, "ここのつ": 9,
    "ふたり": 2,
}  # fmt: skip


def of_native(written: str) -> Decimal:
    """The value of a number as `NATIVE_KOREAN` finds it."""
    for word, value in _NATIVE_TENS.items():
        if written.startswith(word):
            return Decimal(value + _NATIVE_UNITS.get(written[len(word) :], 0))
    return Decimal(_NATIVE_UNITS[written])


def small_letters(text: str) -> str:
    """The text in small letters, every character in its place."""
    small = text.lower()
    return small if len(small) == len(text) else "".join(one if len(one.lower()) > 1 else one.lower() for one in text)


def of_words(written: str) -> Decimal:
    """The value of a number in English words, as `WORDS` finds it."""
    total = group = 0
    for word in regex.split(r"[-\s]+", written.lower()):
        if word in _SMALL:
            group += _SMALL[word]
        elif word in _TENS:
            group += _TENS[word]
        elif word in ("a", "an"):
            group += 1
        elif word == "dozen":
            group = max(1, group) * 12
        elif word == "hundred":
            group = max(1, group) * 100
        elif word in MAGNITUDES:
            total += max(1, group) * MAGNITUDES[word]
            group = 0
    return Decimal(total + group)


def of_characters(written: str) -> Decimal:
    """The value of a number with Chinese characters or Hangul syllables for digits, powers of ten or both (1万5千)."""
    total = section = last = Decimal(0)
    current: Decimal | None = None
    for piece in _PIECE.findall(written.replace(" ", "")):
        if piece in _FACTORS:
            section += (Decimal(1) if current is None else current) * _FACTORS[piece]
            current = None
        elif piece in _MYRIADS:
            section += current or 0
            if not section and last:  # 万亿
                total, last = total - last, last * _MYRIADS[piece]
            else:
                last = (section or Decimal(1)) * _MYRIADS[piece]
            total += last
            section, current = Decimal(0), None
        elif piece[0] in _DIGITS:
            current = Decimal("".join(str(_DIGITS[digit]) for digit in piece))
        elif piece[0].isascii() and piece[0].isdigit():
            current = Decimal(piece.replace(",", ""))
    return total + section + (current or 0)
