"""A text as a browser compares it when it looks for the words of a link.

Chromium searches with ICU's collator at primary strength (case, accents, width, hiragana or katakana make no
difference, ß is ss, … is ..., a digit of any script is its value), folds curly quotes, and then asks that kana agree in
size and voicing. Where this fold differs from it, it is coarser: more is taken for equal, never less.
"""

from __future__ import annotations

import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import Final

import regex

from evidence.fragment_weights import ALIKE, PARTS, WEIGHTLESS

SEPARATOR: Final = "\uffff"
"""Stands between two blocks of a page's text: no term holds it."""
UNSEEN: Final = "\u00ad"
"""A character without weight: fills the place of one that was joined to another."""

_CHUNK: Final = 1_024
_KEPT: Final = frozenset("\u0419\u0439\u2260\u0e33\u0eb3")
"""Characters that decompose, and yet weigh more than their first part."""
KANA: Final = regex.compile("[\u3041-\u3096\u30a1-\u30fa\uff66-\uff6f\uff71-\uff9d]")
_KATAKANA: Final = range(0x30A1, 0x30F7)
_JOINED: Final = regex.compile(r"\P{M}\p{M}+|[\u1100-\u115f\ua960-\ua97c][\u1160-\u11ff\ud7b0-\ud7fb]+")
_CATALAN: Final = regex.compile(r"(?<=l)[\u00b7\u0387]", regex.IGNORECASE)


def fold(text: str) -> str:
    """`text` as it is compared. Equal folds are equal to the browser, but for cases where it tells them apart."""
    return _prepared(text).translate(_TABLE)


def by_rule(char: str) -> str:
    """The fold of one character by its decomposition alone, before what the tables know of it."""
    if char in _KEPT:
        return char.lower()
    if KANA.match(char):
        letter = unicodedata.normalize("NFKC", char)
        return chr(ord(letter) - 0x60) if ord(letter) in _KATAKANA else letter
    form = unicodedata.normalize("NFKD", char)
    if len(form) > 1 and form[0] == " ":
        return char  # an accent that stands alone
    kept = "".join(part.casefold() for part in form if not WEIGHTLESS.match(part))
    return "".join(_digit(part) for part in unicodedata.normalize("NFKD", kept) if not WEIGHTLESS.match(part))


def _digit(char: str) -> str:
    value = unicodedata.decimal(char, None)
    return char if value is None else str(value)


class _Table(dict[int, str]):
    """Code point → fold, worked out as characters are met."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        if WEIGHTLESS.match(char):
            form = ""
        else:
            form = "".join(PARTS.get(part, part) for part in ALIKE.get(char) or by_rule(char))
        self[point] = form
        return form


_TABLE: Final = _Table()


def _prepared(text: str) -> str:
    """The text, as long as it was: characters and their marks are joined, the dot of a Catalan l·l has no weight."""
    if not unicodedata.is_normalized("NFC", text):
        text = _JOINED.sub(_composed, text)
    return _CATALAN.sub(UNSEEN, text) if "\u00b7" in text or "\u0387" in text else text


def _composed(match: regex.Match[str]) -> str:
    joined = unicodedata.normalize("NFC", match[0])
    return joined.ljust(len(match[0]), UNSEEN) if len(joined) <= len(match[0]) else match[0]


class Folded:
    """A text's fold, and the way between the two. `text` is the fold; positions are code points of the source."""

    __slots__ = ("_chunks", "_ends", "_source", "text")

    def __init__(self, source: str) -> None:
        self._source = _prepared(source)
        pieces = [self._source[at : at + _CHUNK].translate(_TABLE) for at in range(0, len(source), _CHUNK)]
        self._chunks = list(accumulate(map(len, pieces), initial=0))
        self._ends: dict[int, array[int]] = {}
        self.text = "".join(pieces)

    def at(self, position: int) -> int:
        """The offset in the fold of what stands at or after `position`."""
        chunk, rest = divmod(position, _CHUNK)
        if chunk >= len(self._chunks) - 1:
            return self._chunks[-1]
        return self._chunks[chunk] + (self._within(chunk)[rest - 1] if rest else 0)

    def start(self, offset: int) -> int | None:
        """The position of the character whose fold starts at `offset`; None where it lies inside of one's fold."""
        chunk = bisect_right(self._chunks, offset) - 1
        if chunk >= len(self._chunks) - 1:
            return None
        ends = self._within(chunk)
        place = bisect_right(ends, offset - self._chunks[chunk])
        before = ends[place - 1] if place else 0
        return chunk * _CHUNK + place if before == offset - self._chunks[chunk] else None

    def end(self, offset: int) -> int | None:
        """The position after the character whose fold ends at `offset`; None where it lies inside of one's fold."""
        chunk = bisect_left(self._chunks, offset) - 1
        if chunk < 0:
            return None
        ends = self._within(chunk)
        place = bisect_left(ends, offset - self._chunks[chunk])
        return chunk * _CHUNK + place + 1 if ends[place] == offset - self._chunks[chunk] else None

    def _within(self, chunk: int) -> array[int]:
        """Where the folds of a chunk's characters end, counted from the chunk's own start."""
        known = self._ends.get(chunk)
        if known is None:
            source = self._source[chunk * _CHUNK : (chunk + 1) * _CHUNK]
            known = self._ends[chunk] = array("I", accumulate(len(_TABLE[ord(char)]) for char in source))
        return known
