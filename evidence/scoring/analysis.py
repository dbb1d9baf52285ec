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
    r"(?P<code>\p{Latin}+(?:-?\p{Nd}+\p{Latin}*)+)|(?P<number>\p{N}+(?:[.,]\p{N}+)*)|(?P<hangul>\p{Hangul}+)"
    r"|(?P<han>[\p{Han}\p{Hiragana}\p{Katakana}ー々]+)|(?P<latin>\p{Latin}[\p{Latin}\p{M}]*(?:[’'](?!s\b)\p{Latin}+)?)"
    r"|(?P<other>[\p{L}\p{M}\p{Cs}]+)|(?P<owner>[’']s\b)|(?P<sign>[^\s\p{L}\p{N}])"
)
_ANALYSERS: Final[dict[str, Callable[[], Analyser]]] = {"ja": japanese, "ko": korean, "zh": chinese}
_SCRIPTS: Final = regex.compile(r"(?P<kana>[\p{Hiragana}\p{Katakana}]+)|(?P<hangul>\p{Hangul}+)|(?P<han>\p{Han}+)")
_LATIN: Final = regex.compile(r"\p{Latin}")
_ENGLISH: Final = regex.compile(r"\b(?:the|of|is|are|was|were|and|in|to|a|an|by|for|with|on|from|as|at)\b")
_TOLD_BY: Final = 4_000
"""Characters by which a text's language is told."""
_KANA_SHARE: Final = 10
"""Chinese characters to one of kana from which a text is Chinese: it quotes a word of Japanese."""


def analyse(text: str, language: str | None = None) -> Analysis:
    """Read `text`; its language is found by its letters where it is not told."""
    found = language_of(text, language)
    tokens: list[Token] = []
    unread: list[Range] = []
    readers: set[str] = set()
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if match["han"] or match["hangul"]:
            reader = _ANALYSERS[_language_of_run(match, found)]()
            readers.add(reader.name)
            tokens += reader.tokens(text, start, end)
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
    return Analysis(found, tuple(tokens), "+".join(sorted(readers)) or analyser_english.NAME, tuple(unread))


def language_of(text: str, told: str | None = None) -> str:
    """The language of a text by its letters: ``ja``, ``ko``, ``zh``, else ``en``.

    Letters leave it open where there are Chinese characters alone: then it is `told`, if that may be.
    """
    head = text[:_TOLD_BY]
    counts = {"kana": 0, "hangul": 0, "han": 0}
    for match in _SCRIPTS.finditer(head):
        counts[match.lastgroup or "han"] += match.end() - match.start()
    kana, hangul, han = counts.values()
    base = (told or "").partition("-")[0].lower()
    if not any(counts.values()) or _is_english(head, kana + hangul + han):
        return "en"
    if hangul and hangul >= kana and 3 * hangul >= han:
        return "ko"
    if kana and (kana * _KANA_SHARE >= han or base == "ja"):
        return "ja"
    return base if base in ("ja", "ko") and not kana else "zh"


def _is_english(text: str, eastern: int) -> bool:
    """Whether a text with some letters of the East is an English one that quotes them."""
    return len(_LATIN.findall(text)) > 3 * eastern and len(_ENGLISH.findall(text)) > 1


def _language_of_run(match: regex.Match[str], found: str) -> str:
    """By whom a run of letters is read: a word of another script by its own language's."""
    if match["hangul"]:
        return "ko"
    return found if found in ("ja", "zh") else language_of(match.group())
