"""Tokens as the original makes them, and how it compares them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from evidence.scoring.baseline.words import CHINESE, KOREAN, NO_ANCHORS, STOP

_CJK: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3"
_RUN: Final = re.compile(f"[a-z0-9]+|[{_CJK}]+")
_IS_CJK: Final = re.compile(f"[{_CJK}]")
_THOUSANDS: Final = re.compile(r"(?<=[0-9]),(?=[0-9])")
_ENDINGS: Final = ("ing", "ed", "ly", "es", "s")
_LEAST_SIGNIFICANT: Final = 3
_LEAST_PREFIX: Final = 4
_LEAST_ANCHOR: Final = 5


def words(text: str) -> list[str]:
    """The runs of ASCII letters and digits and of CJK, in order and lower case; all else is lost."""
    return _RUN.findall(_THOUSANDS.sub("", text).lower())


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The word without the first ending that leaves more than two characters."""
    if not word.isascii():
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word[: -len(ending)]
    return word


def is_cjk(text: str) -> bool:
    """Whether it holds a CJK character."""
    return bool(_IS_CJK.search(text))


def all_tokens(text: str) -> list[str]:
    """Stems in order; CJK runs also by every two and three characters."""
    tokens: list[str] = []
    for word in words(text):
        tokens.append(stem(word))
        if not word.isascii():
            for size in (2, 3):
                tokens += [word[at : at + size] for at in range(len(word) - size + 1) if len(word) > size]
    return tokens


def significant(tokens: Iterable[str]) -> list[str]:
    """The tokens that count, sorted, each once."""
    kept = set()
    for token in tokens:
        least = _LEAST_SIGNIFICANT if token.isascii() else 2
        if token.isdigit() or (len(token) >= least and token not in STOP):
            kept.add(token)
    return sorted(kept)


def anchors(tokens: Iterable[str]) -> list[str]:
    """The significant tokens of five bytes and more that are no common words."""
    return [token for token in tokens if len(token.encode()) >= _LEAST_ANCHOR and token not in NO_ANCHORS]


def matches(one: str, other: str) -> bool:
    """Whether two tokens are taken for the same."""
    if one == other:
        return True
    if one.isascii() and other.isascii():
        short, long = sorted((one, other), key=len)
        return len(short) >= _LEAST_PREFIX and not short.isdigit() and long.startswith(short)
    return one in other or other in one


class Bag:
    """The tokens of a text, for asking again and again whether it has one."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.order = list(tokens)
        self._exact = frozenset(tokens)
        self._odd = [token for token in self._exact if not token.isascii()]
        self._starts: dict[str, list[str]] = {}
        for token in self._exact:
            if token.isascii() and len(token) >= _LEAST_PREFIX and not token.isdigit():
                self._starts.setdefault(token[:_LEAST_PREFIX], []).append(token)

    def __contains__(self, token: object) -> bool:
        """Whether one of them is taken for the same as `token`."""
        if not isinstance(token, str):
            return False
        if token in self._exact:
            return True
        if token.isascii():
            near = self._starts.get(token[:_LEAST_PREFIX], ()) if len(token) >= _LEAST_PREFIX else ()
            if any(matches(token, other) for other in near):
                return True
            return any(token in other for other in self._odd)
        return any(token in other or other in token for other in self._exact)

    def share(self, tokens: Sequence[str]) -> float:
        """How many of `tokens` are among them, 0 to 1."""
        return sum(token in self for token in tokens) / len(tokens) if tokens else 0.0

    def has_sequence(self, tokens: Sequence[str]) -> bool:
        """Whether `tokens` stand in it one after another."""
        size = len(tokens)
        if not size:
            return False
        first = tokens[0]
        return any(
            self.order[at] == first and self.order[at : at + size] == list(tokens)
            for at in range(len(self.order) - size + 1)
        )


def glossed(claim: str) -> list[str]:
    """What is left of a CJK claim on an English page: its ASCII words and the words that a table translates."""
    found: list[str] = []
    for word in words(claim):
        if word.isascii():
            found.append(stem(word))
            continue
        korean = next((english for start, english in KOREAN.items() if word.startswith(start)), None)
        chinese = next((english for part, english in CHINESE.items() if part in word), None)
        found += [stem(english) for english in (korean or chinese or "").split()]
    return found
