"""Weak signs that words instruct, found by the word each begins with.

A rule is tried only where its first word stands, so that a page costs one look at its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from evidence.policy.rulebook import Rule
from evidence.policy.values import Cue

PLACES_MOST: Final = 50_000
"""Places of one word that are looked at."""
_WORD: Final = re.compile(r"[a-z0-9]+")
_BEFORE: Final = 56
_AT_START: Final = re.compile(r"""(?:^|[.!?:;\n>*#|\[\](){}"“”'«»—–=-]|\d\.)[\s"'“*_>#-]*$""")
_COMMANDED: Final = re.compile(
    r"(?:\b(?:please|pls|now|then|and|or|but|must|should|shall|just|immediately|kindly|instead|also|simply|always|so|"
    r"first|second|next|finally|therefore|hence|only|you|instantly|silently|secretly|quietly|again|actually|either|"
    r"you will|you can|you may|you are to|you need to|you have to|you're to|required to|instructed to|want you to|"
    r"need you to|like you to|ask you to|tell you to|going to|remember to|be sure to|make sure to|asked to|told to|"
    r"obligated to|free to|able to|has to|assistant to|ai to|model to|agent to|"
    r"task is to|job is to|goal is to|order to|proceed to|continue to|begin to|help me|let's|lets)|,)\s+$"
)
_TOLD_OF: Final = re.compile(
    r"\b(?:to|can|could|may|might|would|will|they|it|that|who|which|models?|attackers?|users?|not|never|don't|doesn't|"
    r"cannot|can't|he|she|we|i|people|systems?|be|by|of|how|why|when|if|the|a|an|is|are|was|were)\s+$"
)


class Finder:
    """Finds the signs of a rulebook in folded text."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._words: dict[str, list[Rule]] = {}
        self._literals: dict[str, list[Rule]] = {}
        for one in rules:
            for start in one.starts:
                (self._literals if one.literal else self._words).setdefault(start, []).append(one)

    def find(self, text: str, words: frozenset[str], letters: frozenset[str]) -> Iterator[Cue]:
        """The signs in folded `text`, of which `words` are all its Latin words and `letters` all its characters."""
        for start in words & self._words.keys():
            for at in places(text, start):
                yield from _matched(text, at, self._words[start])
        for literal, rules in self._literals.items():
            if letters.issuperset(literal):
                for at in places(text, literal, whole=False):
                    yield from _matched(text, at, rules)


def _matched(text: str, at: int, rules: Iterable[Rule]) -> Iterator[Cue]:
    for one in rules:
        found = one.pattern.match(text, at)
        if found is not None:
            yield Cue(at, found.end(), one.family, one.weight * (command(text, at) if one.mood else 1.0))


def words_of(text: str) -> frozenset[str]:
    """The words of a folded text, as far as they are Latin."""
    return frozenset(_WORD.findall(text))


def places(text: str, word: str, *, whole: bool = True) -> Iterator[int]:
    """Where `word` stands, as a word of its own unless not `whole`."""
    at = -1
    for _ in range(PLACES_MOST):
        at = text.find(word, at + 1)
        if at < 0:
            return
        end = at + len(word)
        if not whole or (not (at and text[at - 1].isalpha()) and not (end < len(text) and text[end].isalpha())):
            yield at


def command(text: str, at: int) -> float:
    """How much the verb at `at` is a command to who reads it: 1, a half, or little where it is told of somebody."""
    before = text[max(0, at - _BEFORE) : at]
    if _AT_START.search(before) or _COMMANDED.search(before):
        return 1.0
    return 0.3 if _TOLD_OF.search(before) else 0.6
