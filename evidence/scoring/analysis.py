"""The words of a text with their dictionary forms, in the language it is in; what is not read is told, never dropped.

English, Japanese, Korean and Chinese; which analyser read them is told. Latin letters are read as English in any text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import regex

from evidence.ranges import Range
from evidence.scoring import analyser_english
from evidence.scoring.analyser_chinese import chinese
from evidence.scoring.analyser_japanese import japanese
from evidence.scoring.analyser_korean import korean
from evidence.scoring.analysis_values import Analyser, Analysis, Token
from evidence.scoring.dictionaries import translations

__all__ = ["Analysis", "Token", "analyse", "translations"]

_TOKEN: Final = regex.compile(
    r"(?P<code>\p{Latin}+(?:-?\p{Nd}+\p{Latin}*)+)|(?P<number>\p{N}+(?:[.,]\p{N}+)*)|(?P<east>[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー々]+)"
    r"|(?P<latin>\p{Latin}[\p{Latin}\p{M}]*(?:[’'](?!s\b)\p{Latin}+)?)|(?P<other>[\p{L}\p{M}]+)"
    r"|(?P<owner>[’']s\b)|(?P<sign>[^\s\p{L}\p{N}])"
)
_ANALYSERS: Final[dict[str, Callable[[], Analyser]]] = {"ja": japanese, "ko": korean, "zh": chinese}
_SCRIPTS: Final = (
    ("ja", regex.compile(r"[\p{Hiragana}\p{Katakana}]")),
    ("ko", regex.compile(r"\p{Hangul}")),
    ("zh", regex.compile(r"\p{Han}")),
)


def analyse(text: str, language: str | None = None) -> Analysis:
    """Read `text`; its language is found by its letters where it is not told."""
    told = (language or "").partition("-")[0].lower()
    found = told if told in _ANALYSERS and _has_script(text, told) else language_of(text)
    eastern = _ANALYSERS[found]() if found in _ANALYSERS else None
    tokens: list[Token] = []
    unread: list[Range] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if match["east"]:
            read = eastern.tokens(text, start, end) if eastern is not None else []
            tokens += read
            if eastern is None:
                unread.append(Range(start, end))
        elif match["other"]:
            unread.append(Range(start, end))
        elif match["code"]:
            tokens.append(Token(start, end, match.group().lower(), "name"))
        elif match["number"]:
            tokens.append(Token(start, end, match.group(), "number"))
        elif match["latin"]:
            tokens.append(analyser_english.token(match.group(), start, first=start == 0))
        else:
            tokens.append(Token(start, end, match.group(), "punctuation"))
    return Analysis(found, tuple(tokens), eastern.name if eastern else analyser_english.NAME, tuple(unread))


def language_of(text: str) -> str:
    """The language of a text by its letters: ``ja``, ``ko``, ``zh``, else ``en``."""
    return next((language for language, script in _SCRIPTS if script.search(text)), "en")


def _has_script(text: str, language: str) -> bool:
    """Whether the text may be in `language`: Chinese characters alone may be Japanese or Chinese."""
    own = language_of(text)
    return own == language or (own == "zh" and language == "ja") or own == "en"
