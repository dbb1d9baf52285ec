"""Which places of a page speak of a claim's words: an index by rough keys, read once a page.

A key is only for finding: the first letters of a word, each pair of letters of Chinese, Japanese or Korean, a figure.
What is found is compared word by word afterwards.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from typing import Final

import regex

from evidence.scoring.places import Place

WORD_KEY: Final = 5
"""Letters of a word that make its key, so that its forms share it."""
VISITS: Final = 12_000
"""Entries of the index that one claim may visit: what is on every line of a page tells nothing."""
SHARE_LEAST: Final = 0.2
"""The share of the best place's weight that another must have to be read at all."""
EVERYWHERE_LEAST: Final = 200
"""Places that a key must be in to count as everywhere, when it is in every other one."""
_WORDS: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}々ー]+|[\p{L}\p{M}]+|\p{N}+")
_PAIRED: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}々ー]")


def keys(text: str) -> set[str]:
    """The keys of a text's words."""
    found: set[str] = set()
    for word in _WORDS.findall(text.lower()):
        if word[0] > "\u1100" and _PAIRED.match(word):
            found.update(word[at : at + 2] for at in range(max(1, len(word) - 1)))
        else:
            found.add(word[:WORD_KEY])
    return found


class Index:
    """The places of one page by the keys of their words."""

    def __init__(self, text: str, places: Sequence[Place]) -> None:
        self._places = places
        self._text = text
        self._found: dict[str, list[int]] = {}
        for place in places:
            written = text[place.start : place.end]
            for key in keys(written):
                self._found.setdefault(key, []).append(place.number)

    def weight(self, key: str) -> float:
        """How much a key tells places apart: 0 for one that is nowhere."""
        count = len(self._found.get(key, ()))
        return math.log(1 + (len(self._places) - count + 0.5) / (count + 0.5)) if count else 0.0

    def best(self, words: Iterable[str], most: int) -> list[Place]:
        """The places that share most with `words` (texts), best first; of equal ones the shorter."""
        wanted = {key for word in words for key in keys(word)}
        rare_first = sorted((key for key in wanted if key in self._found), key=lambda key: (len(self._found[key]), key))
        sums: dict[int, float] = {}
        visits = 0
        for key in rare_first:
            weight = self.weight(key)
            numbers = self._found[key]
            visits += len(numbers)
            everywhere = len(numbers) > EVERYWHERE_LEAST and 2 * len(numbers) > len(self._places)
            if sums and (everywhere or visits > VISITS):
                break
            for number in numbers[:VISITS]:
                sums[number] = sums.get(number, 0.0) + weight
        ranked = heapq.nsmallest(most, sums, key=lambda number: (-sums[number], self._length(number), number))
        least = SHARE_LEAST * sums[ranked[0]] if ranked else 0.0
        return [self._places[number] for number in ranked if sums[number] >= least]

    def _length(self, number: int) -> int:
        place = self._places[number]
        return place.end - place.start
