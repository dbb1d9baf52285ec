"""Weak signs that words instruct, found by the word each begins with.

A rule is tried only where its first word stands, so that a page costs one look at its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from evidence.policy.rulebook import Rule
from evidence.policy.values import Cue

_WORD: Final = re.compile("[a-z0-9\u00df-\u024f\u1e00-\u1eff]+")
_HEAD: Final = 2
_BEFORE: Final = 56
_AT_START: Final = re.compile(r"""(?:^|[.!?:;\n>*#|\[\](){}"“”'«»—–=-]|\d\.)[\s"'“*_>#-]*$""")
_COMMANDED: Final = re.compile(
    r"(?:\b(?:please|pls|now|then|and|or|but|must|should|shall|just|immediately|kindly|instead|also|simply|always|so|"
    r"first|second|next|finally|therefore|hence|only|you|instantly|silently|secretly|quietly|again|actually|either|"
    r"you will|you can|you may|you are to|you need to|you have to|you're to|required to|instructed to|want you to|"
    r"need you to|like you to|ask you to|tell you to|going to|remember to|be sure to|make sure to|asked to|told to|"
    r"obligated to|free to|able to|has to|"
    r"(?:authori[sz]e|permit|allow|order|instruct|require|ask|want) you to|tools? to|"
    r"assistant to|ai to|model to|agent to|"
    r"task is to|job is to|goal is to|order to|proceed to|continue to|begin to|help me|let's|lets)|,)\s+$"
)
_TOLD_OF: Final = re.compile(
    r"\b(?:to|can|could|may|might|would|will|they|it|that|who|which|models?|attackers?|users?|not|never|don't|doesn't|"
    r"cannot|can't|he|she|we|i|people|systems?|be|by|of|how|why|when|if|the|a|an|is|are|was|were)\s+$"
)


class Finder:
    """Finds the signs of rulebooks in folded text, in one look at its words and one at its other letters."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._words: dict[str, list[Rule]] = {}
        self._literals: dict[str, list[tuple[str, Rule]]] = {}
        for one in rules:
            for start in one.starts:
                if _WORD.fullmatch(start):
                    self._words.setdefault(start, []).append(one)
                else:
                    self._literals.setdefault(start[:_HEAD], []).append((start, one))
        firsts = "".join(sorted({re.escape(head[0]) for head in self._literals}))
        self._firsts = re.compile(f"[{firsts}]") if firsts else None

    def find(self, text: str) -> Iterator[Cue]:
        """The signs in folded `text`."""
        for word in _WORD.finditer(text):
            rules = self._words.get(word[0])
            if rules is not None:
                yield from _matched(text, word.start(), rules)
        if self._firsts is None or text.isascii():
            return
        for first in self._firsts.finditer(text):
            at = first.start()
            for head in (text[at : at + _HEAD], text[at]):
                for literal, one in self._literals.get(head, ()):
                    if text.startswith(literal, at):
                        yield from _matched(text, at, (one,))


def _matched(text: str, at: int, rules: Iterable[Rule]) -> Iterator[Cue]:
    for one in rules:
        found = one.pattern.match(text, at)
        if found is not None:
            yield Cue(at, found.end(), one.family, one.weight * (command(text, at) if one.mood else 1.0))


def words_of(text: str) -> frozenset[str]:
    """The words of a folded text, as far as they are Latin."""
    return frozenset(_WORD.findall(text))


def command(text: str, at: int) -> float:
    """How much the verb at `at` is a command to who reads it: 1, a half, or little where it is told of somebody."""
    before = text[max(0, at - _BEFORE) : at]
    if _AT_START.search(before) or _COMMANDED.search(before):
        return 1.0
    return 0.3 if _TOLD_OF.search(before) else 0.6
