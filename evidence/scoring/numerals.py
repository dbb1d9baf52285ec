"""The numbers of a text as they are written: in figures, in words, in Chinese characters, in Korean and Japanese words.

What they measure or count is read by `quantities`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

import regex

from evidence.scoring.number_words import (
    HAN_DIGITS,
    HAN_FACTORS,
    HANGUL_DIGITS,
    HANGUL_FACTORS,
    MAGNITUDES,
    NATIVE_JAPANESE,
    NATIVE_KOREAN,
    WORDS,
    of_characters,
    of_native,
    of_words,
    small_letters,
)

Kind = Literal["figures", "version", "identifier", "characters", "native", "words", "vague"]
_SPACES: Final = "\u00a0\u202f\u2009"
_CJK: Final = f"{HAN_FACTORS}{HANGUL_FACTORS}"
_PARTS: Final = rf"[{_CJK}]+(?:[0-9][0-9,]*(?:\.[0-9]+)?)?"
_NEXT: Final = rf"[ ](?=[0-9][0-9,]*\s?[{HANGUL_FACTORS}])[0-9][0-9,]*(?:\.[0-9]+)?"
_POINT: Final = (
    r"[0-9]{1,3}(?:\.[0-9]{3}){2,},[0-9]+|[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{1,2}(?![0-9])"
    rf"|[0-9]{{1,3}}(?:[,'’{_SPACES}][0-9]{{3}})+(?![0-9])(?:\.[0-9]+)*|[0-9]{{1,2}}(?:,[0-9]{{2}})+,[0-9]{{3}}(?![0-9])"
    r"|[0-9]{1,3}(?: [0-9]{3}){2,}(?![0-9])|[0-9]+,[0-9]{1,2}(?=[ \u00a0]?(?:%|percent\b|million|billion))"
    r"|[0-9]+(?:\.[0-9]+)*|(?<=[\s$€£(¥])\.[0-9]+"
)
_COMMA: Final = (
    rf"[0-9]{{1,3}}(?:[.{_SPACES}][0-9]{{3}})+(?![0-9])(?:,[0-9]+)?|[0-9]{{1,3}}(?: [0-9]{{3}})+(?![0-9])(?:,[0-9]+)?"
    r"|[0-9]+(?:,[0-9]+)?(?![0-9.]*\.[0-9])|[0-9]+(?:\.[0-9]+)*"
)
_COUNTED: Final = "시간|달|명|개|번|살|권|대|마리|가지|배|곳|장|건"
_VAGUE_ENGLISH: Final = {"dozens": 12, "hundreds": 100, "thousands": 1000, "millions": 10**6, "billions": 10**9}


_VULGAR_SIGNS: Final = "½¼¾⅓⅔⅛⅜⅝⅞"
_IDENTIFIER: Final = r"(?<![\w.-])(?P<identifier>[0-9]+(?:-[0-9]+){2,})(?![\w-])"
_EASTERN_FIRST: Final = (
    f"{HAN_DIGITS}{HAN_FACTORS}{HANGUL_DIGITS}{HANGUL_FACTORS}数幾几수한하두둘세셋네넷다여일아스서마쉰예열"
)
_EASTERN: Final = (
    rf"(?P<vague>[数幾几](?=[{HAN_FACTORS}])[{HAN_FACTORS}]+|[十几]几|十数|수(?=[{HANGUL_FACTORS}])[{HANGUL_FACTORS}]+)"
    rf"|(?P<han>(?<![{HAN_DIGITS}{HAN_FACTORS}])[{HAN_DIGITS}{HAN_FACTORS}]+(?:(?<=[{HAN_DIGITS}])点[{HAN_DIGITS}]+)?)"
    rf"|(?<!\p{{Hangul}})(?P<hangul>[{HANGUL_DIGITS}]?[{HANGUL_FACTORS}][{HANGUL_DIGITS}{HANGUL_FACTORS}]*)"
    rf"|(?<!\p{{Hangul}})(?P<native>{NATIVE_KOREAN})(?=\s|(?:{_COUNTED})(?:\P{{Hangul}}|[은는이가을를의에로와과도만]|$))"
)


def _pattern(literal: str, *, eastern: bool) -> regex.Pattern[str]:
    chain = rf"(?P<chain>{_PARTS}(?:(?:{_NEXT})?{_PARTS})*)?" if eastern else "(?P<chain>(?!))?"
    return regex.compile(
        rf"(?=[0-9.{_VULGAR_SIGNS}{_EASTERN_FIRST if eastern else ''}])(?:{_IDENTIFIER}"
        rf"|(?P<literal>{literal})(?P<vulgar>[{_VULGAR_SIGNS}])?{chain}|(?P<vulgar>[{_VULGAR_SIGNS}])"
        rf"|{_EASTERN if eastern else '(?P<vague>(?!))(?P<native>)'})"
    )


_KANA: Final = regex.compile("|".join(NATIVE_JAPANESE))
_EASTERN_SCRIPT: Final = regex.compile(rf"[{_EASTERN_FIRST}]")
_PATTERNS: Final = {
    (comma, eastern): _pattern(_COMMA if comma else _POINT, eastern=eastern)
    for comma in (False, True)
    for eastern in (False, True)
}
_WORDS: Final = regex.compile(
    rf"(?P<couple>\ba couple of\b)|(?P<many>\b(?:(?:tens|hundreds) of )?(?:{'|'.join(_VAGUE_ENGLISH)})(?= of\b))"
    rf"|(?P<words>{WORDS.pattern})(?P<half> and a half\b)?"
)
_VULGAR: Final = {
    "½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅓": (1, 3), "⅔": (2, 3), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip
_VERSION_NAMES: Final = "version|ver\\.?|v|release|firmware|python|java|php|ios|android|バージョン|버전|版本"
_VERSION: Final = regex.compile(rf"(?r)\b(?:{_VERSION_NAMES})[ ]?|\bv", regex.IGNORECASE)
_PRONOUN_BEFORE: Final = regex.compile(r"(?r)\b(?:no|any|every|this|that|the|old|new)[ ]|(?:any|every|no)", regex.I)
_PRONOUN_AFTER: Final = regex.compile(r" (?:of|another|or|who|that|can|must|is)\b|[,.'’]")
_MAGNITUDE_WORDS: Final = frozenset(MAGNITUDES)


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number at the code points ``[start, end)``; `magnitude`: written with a power of ten and maybe rounded."""

    start: int
    end: int
    low: Decimal
    high: Decimal
    kind: Kind
    magnitude: bool = False


def numerals(text: str, *, decimal_comma: bool = False) -> Iterator[Numeral]:
    """The numbers of `text` (digits in ASCII), those in words after the others; some may lie over others."""
    eastern = not text.isascii() and _EASTERN_SCRIPT.search(text) is not None
    for match in _PATTERNS[decimal_comma, eastern].finditer(text):
        found = _of(match, text, decimal_comma=decimal_comma)
        if found is not None:
            yield found
    for match in _KANA.finditer(text) if eastern or not text.isascii() else ():
        yield _exact(match.start(), match.end() - 1, Decimal(NATIVE_JAPANESE[match.group()]), "native")
    for match in _WORDS.finditer(small_letters(text)):
        found = _of_english(match, text)
        if found is not None:
            yield found


def _of(match: regex.Match[str], text: str, *, decimal_comma: bool) -> Numeral | None:
    start, end = match.span()
    if match["literal"] is not None:
        return _of_literal(match, text, decimal_comma=decimal_comma)
    if match["identifier"] is not None:
        return _exact(start, end, Decimal(match.group().replace("-", "")), "identifier")
    if match["vulgar"] is not None:
        return _exact(start, end, _vulgar(match["vulgar"]), "figures")
    if match["vague"] is not None:
        return _of_vague(match.group(), start, end)
    if match["native"] is not None:
        return _exact(start, end, of_native(match.group()), "native")
    whole, _, part = match.group().partition("点")
    value = of_characters(whole)
    if part:
        value += Decimal("0." + "".join(str(int(of_characters(digit))) for digit in part))
    return _exact(start, end, value, "characters")


def _exact(start: int, end: int, value: Decimal, kind: Kind, *, magnitude: bool = False) -> Numeral:
    return Numeral(start, end, value, value, kind, magnitude)


def _of_literal(match: regex.Match[str], text: str, *, decimal_comma: bool) -> Numeral | None:
    start, end = match.span()
    literal, chain = match["literal"], match["chain"]
    named = _VERSION.match(text, max(0, start - 12), start) is not None
    before = text[start - 1] if start else ""
    hyphened = before == "-" and start > 1 and text[start - 2].isascii() and text[start - 2].isalpha()
    if (((before.isascii() and before.isalpha()) or hyphened) and not named) or before in ("#", "_"):
        return None
    plain = _plain(literal, decimal_comma=decimal_comma)
    if plain.count(".") > 1 or (named and not chain):
        return _exact(start, start + len(literal), version_value(plain), "version")
    value = of_characters(plain + chain) if chain else Decimal(plain)
    if match["vulgar"]:
        value += _vulgar(match["vulgar"])
    return _exact(start, end, value, "figures", magnitude=bool(chain))


def version_value(written: str) -> Decimal:
    """A version as a number that grows with it: four places of four digits each, more places are left out."""
    parts = [Decimal(part) for part in written.split(".") if part][:4]
    return sum((part.scaleb(4 * place) for part, place in zip(parts, (2, 1, 0, -1), strict=False)), Decimal(0))


def _plain(literal: str, *, decimal_comma: bool) -> str:
    """The digits with a point before the decimal places."""
    bare = regex.sub(f"[{_SPACES} '’]", "", literal)
    comma = bare.rfind(",")
    european = comma >= 0 and ("." in bare[:comma] or len(bare) - comma - 1 < 3)
    if european or (decimal_comma and ("," in bare or regex.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{3})+", bare))):
        return bare.replace(".", "").replace(",", ".")
    return bare.replace(",", "")


def _vulgar(sign: str) -> Decimal:
    above, below = _VULGAR[sign]
    return Decimal(above) / below


def _of_vague(written: str, start: int, end: int) -> Numeral:
    """``数百``: from 100 to 999; ``十几``: from 11 to 19."""
    factor = of_characters(written[1:]) if written[0] in "数幾几수" else Decimal(0)
    low, high = (factor, factor * 10 - 1) if factor else (Decimal(11), Decimal(19))
    return Numeral(start, end, low, high, "vague")


def _of_english(match: regex.Match[str], text: str) -> Numeral | None:
    start, end = match.span()
    written = match.group()
    if match["couple"]:
        return Numeral(start, end, Decimal(2), Decimal(2), "vague")
    if match["many"]:
        *scale, word = written.split(" of ")
        factor = Decimal(_VAGUE_ENGLISH[word]) * {"tens": 10, "hundreds": 100}.get(scale[0] if scale else "", 1)
        return Numeral(start, end, factor, factor * 10 - 1, "vague")
    if written == "one" and (_PRONOUN_AFTER.match(text, end) or _PRONOUN_BEFORE.match(text, max(0, start - 8), start)):
        return None
    value = of_words(match["words"]) + (Decimal("0.5") if match["half"] else 0)
    return _exact(start, end, value, "words", magnitude=not _MAGNITUDE_WORDS.isdisjoint(regex.split("[ -]", written)))
