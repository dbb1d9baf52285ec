"""Classes of characters that the quote rules speak of. Every function takes one code point."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

import regex

_UNSEEN: Final = (
    r"\u00ad\u034f\u061c\u0640\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f"
    r"\ufeff\ufff0-\ufffb\ufffe\x02\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0080-\U000e0fff"
)
"""Those that are ignored everywhere, as a class of a pattern: what Unicode lets a font leave out, save the Hangul
fillers, which are blanks; what PDFium puts for a hyphen at a line end; and the stroke that widens Arabic words."""
IGNORABLE: Final = frozenset(
    regex.findall(
        rf"[{_UNSEEN}\u200d\U000e0000-\U000e007f]",
        "".join(
            map(chr, (*range(0x3000), *range(0xFE00, 0x10000), *range(0x1BCA0, 0x1D200), *range(0xE0000, 0xE1000)))
        ),
    )
)
"""Characters that nobody sees. Joiners and tags inside of an emoji are the exception (`GAP`)."""
BREAK_HYPHENS: Final = frozenset("\ufffe\x02")
"""What PDFium puts for a hyphen at a line end together with its break."""
GAP: Final = regex.compile(
    rf"(?:[ {_UNSEEN}]"
    r"|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d"
    r"|(?<!\U0001f3f4[\U000e0020-\U000e007f]{0,16})[\U000e0000-\U000e007f])+"
)
"""A run of spaces and ignorable characters in a key."""
HYPHENS: Final = frozenset("-\u2010\u2011\u2043\u00ad")
LONG_DASHES: Final = frozenset("\u2014\u2015\u2e3a\u2e3b\ufe58")
SLASHES: Final = frozenset("/\u2044\u2215")
WAVES: Final = frozenset("~\u301c\u3030\u223c\u223f\u02dc")
DASHES: Final = HYPHENS | LONG_DASHES | frozenset("\u2012\u2013\u2212\u2500\u2501\u05be")
SIGNS: Final = DASHES | frozenset("+±")
SINGLE_QUOTES: Final = frozenset("'`\u00b4\u2018\u2019\u201a\u201b\u2032\u2035\u02bc\u02bb\u02b9\u2039\u203a\u05f3")
DOUBLE_QUOTES: Final = frozenset('"\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u301d\u301e\u301f\u05f4')
COMPARISONS: Final = {
    "≥": ">=", "≧": ">=", "⩾": ">=", "≤": "<=", "≦": "<=", "⩽": "<=", "≠": "!=",
}  # fmt: skip
VOICING: Final = frozenset("\u25cc\u3099\u309a")
"""A voiced mark that stands alone: NFKC gives it a space, which the key writes as a dotted circle."""
NUMBER_MARKS: Final = frozenset(".,:/'\u2019\u2044\u00b7\uff0e")
"""Marks that stand inside of numbers."""

_CJK: Final = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\u3000-\u303f\u30fb\u30fc\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uff9f]"
)
_HANGUL: Final = regex.compile(r"\p{Hangul}")
_UNSPACED: Final = regex.compile(r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]")
_NUMERALS: Final = frozenset("〇一二三四五六七八九十百千万億兆")
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th", "e", "er", "re", "o", "a", "os", "as"})


@lru_cache(maxsize=4096)
def compatibility(char: str) -> str:
    """The kind of the compatibility form that `char` is: ``super``, ``sub``, ``fraction``, ``circle`` … or ``""``."""
    tag, _, _ = unicodedata.decomposition(char).partition(" ")
    return tag[1:-1] if tag.startswith("<") else ""


@lru_cache(maxsize=4096)
def is_protected(char: str) -> bool:
    """Whether NFKC could change the meaning of `char`: raised, lowered, circled numbers, fractions, squared units.

    Keys keep such characters as they are; whether the plain form may stand for one depends on its neighbours.
    """
    kind = compatibility(char)
    if kind in {"", "wide", "narrow", "font", "noBreak", "initial", "medial", "final", "isolated", "vertical", "small"}:
        return False
    plain = unicodedata.normalize("NFKC", char)
    if kind in {"super", "sub"}:
        return char not in "ªº™℠" and plain[0] != " " and not is_cjk(plain[0])
    if kind == "fraction":
        return True
    return plain[0].isdigit() or plain[-1].isdigit() or any(part.isdigit() for part in plain if kind == "circle")


def is_ordinal(letters: str) -> bool:
    """Whether raised letters after a number only make it an ordinal (5ᵗʰ is 5th, 2ⁿ is not 2n)."""
    return letters in _ORDINALS


@lru_cache(maxsize=8192)
def is_cjk(char: str) -> bool:
    """Whether `char` is written without spaces between words: ideographs, kana and their punctuation, not Hangul."""
    return bool(_CJK.match(char))


def is_hangul(char: str) -> bool:
    """Whether `char` is Korean."""
    return bool(_HANGUL.match(char))


@lru_cache(maxsize=8192)
def is_letter(char: str) -> bool:
    """Whether `char` is a letter or a mark on one."""
    return unicodedata.category(char)[0] in "LM"


def is_unspaced(char: str) -> bool:
    """Whether `char` is of a script other than Chinese and Japanese that puts no spaces between its words."""
    return bool(_UNSPACED.match(char))


def is_digit(char: str) -> bool:
    """Whether `char` is part of a number: digits and protected numbers, not ideographs."""
    return char.isnumeric() and not is_cjk(char)


def is_han_numeral(char: str) -> bool:
    """Whether `char` is an ideograph that numbers are written with."""
    return char in _NUMERALS


def is_telling(char: str) -> bool:
    """Whether `char` is a letter or a digit."""
    return unicodedata.category(char)[0] in "LN"
