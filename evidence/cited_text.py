"""What is known of words that are to be cited before they are looked for: their language, whether they tell enough."""

from __future__ import annotations

from typing import Final

import regex

from evidence import chars
from evidence.graphemes import ceil, floor
from evidence.keys import Key

_SCRIPTS: Final = (
    ("ja", regex.compile(r"[\p{Hiragana}\p{Katakana}]")),
    ("ko", regex.compile(r"\p{Hangul}")),
    ("th", regex.compile(r"\p{Thai}")),
    ("lo", regex.compile(r"\p{Lao}")),
    ("km", regex.compile(r"\p{Khmer}")),
    ("my", regex.compile(r"\p{Myanmar}")),
)
"""Scripts in which only one language of note is written."""
_SHARED: Final = (
    (regex.compile(r"\p{Han}"), ("zh", "ja", "ko")),
    (regex.compile(r"\p{Cyrillic}"), ("ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "tg")),
    (regex.compile(r"\p{Arabic}"), ("ar", "fa", "ur", "ps", "ug", "ckb")),
    (regex.compile(r"\p{Hebrew}"), ("he", "yi")),
    (regex.compile(r"\p{Greek}"), ("el",)),
    (regex.compile(r"\p{Devanagari}"), ("hi", "mr", "ne", "sa")),
)
"""Scripts of several languages: the page says which; else the first."""
_ELSEWHERE: Final = frozenset(code for code, _ in _SCRIPTS) | frozenset(
    code for _, codes in _SHARED for code in codes if code != "sr"
)
"""Languages that are not written in Latin letters."""


def language_of(text: str, page_language: str | None = None) -> str:
    """The language that `text` is in, as far as its script or the page tells: ``en`` where neither does."""
    page = (page_language or "").split("-")[0].split("_")[0].lower()
    for code, script in _SCRIPTS:
        if script.search(text):
            return code
    for script, codes in _SHARED:
        if script.search(text):
            return page if page in codes else codes[0]
    return page if page.isascii() and page.isalpha() and page not in _ELSEWHERE else "en"


def too_short(text: str, *, least_cjk: int, least_other: int) -> bool:
    """Whether `text` has fewer letters and digits than that: `least_cjk` where one is Chinese, Japanese or Korean."""
    telling = [char for char in Key(text).key if chars.is_telling(char)]
    cjk = any(chars.is_cjk(char) or chars.is_hangul(char) for char in telling)
    return len(telling) < (least_cjk if cjk else least_other)


def context(text: str, start: int, end: int, *, around: int = 100, most: int = 300) -> str:
    """``text[start:end]`` with the characters around it; of a match longer than `most` the middle is left out."""
    first, last = floor(text, max(0, start - around)), ceil(text, min(len(text), end + around))
    middle = text[start:end]
    if len(middle) > most:
        half = most // 2
        middle = f"{middle[: floor(middle, half)]} … {middle[ceil(middle, len(middle) - half) :]}"
    before, after = text[first:start], text[end:last]
    return f"{'…' if first else ''}{before}{middle}{after}{'…' if last < len(text) else ''}"
