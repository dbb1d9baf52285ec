"""English words and their dictionary forms, by their endings."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import regex

from evidence.scoring.analysis_values import Token
from evidence.scoring.english_forms import IRREGULAR, of_stem

NAME: Final = "en:rules"
_FUNCTION_WORDS: Final = """
    a an the of in on at to for by with from as into onto through during over between against about and or but nor so
    yet if than then that which who whom whose what when where why how is are was were be been being am has have had
    having do does did doing will would shall should can could may might must not no it its he him his she her hers they
    them their theirs we us our you your i me my this these those there here up out off also too very just only both
    either neither because while although though whereas however such per via each every all any some most many more
    less few several own same other another itself himself herself themselves until since within without upon among
    across along around
"""
_FUNCTION: Final = frozenset(_FUNCTION_WORDS.split())
_VOWEL: Final = regex.compile(r"[aeiouy]")


def token(written: str, start: int, *, first: bool) -> Token:
    """The token of a word in Latin letters at `start`; a capital makes a name of it unless it is the `first` word."""
    low = written.lower()
    if low in _FUNCTION:
        return Token(start, start + len(written), lemma(low), "function")
    named = written[0].isupper() and not first
    return Token(start, start + len(written), lemma(low), "name" if named else "content")


@lru_cache(maxsize=20_000)
def lemma(word: str) -> str:
    """The dictionary form of an English word in small letters, by its ending; degrees (older, oldest) stay."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if len(word) < 4 or not word.isascii() or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith("s"):
        return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")) else word[:-1]
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 1 and _VOWEL.search(stem):
            return of_stem(stem)
    return word
