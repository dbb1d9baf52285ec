"""A coarser form of a key, in which candidates for the named folds are found: none is accepted unchecked."""

from __future__ import annotations

import sys
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, compress, pairwise
from typing import Final, Self

from evidence import chars, radicals

_DROP: Final = (
    chars.IGNORABLE
    | chars.DASHES
    | chars.WAVES
    | chars.VOICING
    | chars.SLASHES
    | frozenset("<>=!\0")
    | frozenset(chars.COMPARISONS)
)
_BLOCK: Final = 64
"""Code points of a key between two places whose counterpart is kept; what lies between is counted when asked for."""


class Loose:
    """The coarse form of a key, or of a part of its blocks; `at` leads back to the key.

    `starts`: where each block begins in the key; `parts`: the coarse form of each.
    """

    __slots__ = ("_key", "_key_at", "_text_at", "text")

    def __init__(self, key: str, starts: Iterable[int], parts: Sequence[str]) -> None:
        self._key = key
        self._key_at = array("I", starts)
        self._key_at.append(len(key))
        self._text_at = array("I", accumulate(map(len, parts), initial=0))
        self.text = "".join(parts)

    @classmethod
    def of(cls, key: str, marks: Mapping[int, int]) -> Self:
        """The coarse form of a whole key; no block is partly in one of the `marks`, start to end."""
        starts = array("I", _starts(len(key), sorted({*marks, *marks.values()})))
        return cls(key, starts, [key[start:end].translate(_COARSE) for start, end in pairwise((*starts, len(key)))])

    def without(self, marks: Mapping[int, int]) -> Loose:
        """The coarse form without the marks that it was made with."""
        kept = bytearray(b"\x01") * (len(self._key_at) - 1)
        for start, end in marks.items():
            first, last = bisect_left(self._key_at, start), bisect_left(self._key_at, end)
            kept[first:last] = bytes(last - first)
        parts = [self.text[start:end] for start, end in compress(pairwise(self._text_at), kept)]
        return Loose(self._key, compress(self._key_at, kept), parts)

    @property
    def cost(self) -> int:
        """Roughly the bytes held, without the key."""
        return sys.getsizeof(self.text) + 8 * len(self._key_at) + 100

    def at(self, offset: int) -> int:
        """The offset in the key of what ``text[offset]`` stands for."""
        block = bisect_right(self._text_at, offset) - 1
        at, passed = self._key_at[block], self._text_at[block]
        while (passed := passed + len(_COARSE[ord(self._key[at])])) <= offset:
            at += 1
        return at

    def following(self, key_offset: int) -> int:
        """The offset of the first in `text` that stands for something at `key_offset` of the key or later."""
        block = bisect_right(self._key_at, key_offset) - 1
        passed = sum(len(_COARSE[ord(char)]) for char in self._key[self._key_at[block] : key_offset])
        return min(self._text_at[block] + passed, self._text_at[min(block + 1, len(self._text_at) - 1)])


def _starts(length: int, edges: Iterable[int]) -> Iterator[int]:
    """Where the blocks of a key begin, one at each of the edges."""
    at = 0
    for edge in (*edges, length):
        yield from range(at, edge, _BLOCK)
        at = edge


def _coarse(char: str) -> str:
    if char.isspace() or char in _DROP:
        return ""
    if char in chars.SINGLE_QUOTES:
        return "'"
    if char in chars.DOUBLE_QUOTES:
        return "''"
    if chars.is_protected(char):
        return "".join(map(_coarse, unicodedata.normalize("NFKC", char)))
    char = radicals.SUPPLEMENT.get(char, char)
    char = radicals.OLD_FORMS.get(char, char)
    if "\u30a1" <= char <= "\u30f6":
        char = chr(ord(char) - 0x60)
    if "\u3041" <= char <= "\u30ff":
        char = unicodedata.normalize("NFD", char)[0]
    lower = char.lower()
    return lower if len(lower) == 1 else char


class _Coarse(dict[int, str]):
    """The coarse form of each code point met so far."""

    def __missing__(self, ordinal: int) -> str:
        self[ordinal] = form = _coarse(chr(ordinal))
        return form


_COARSE: Final = _Coarse()


def coarse(text: str) -> str:
    """The coarse form of a short text, without the way back."""
    return text.translate(_COARSE)
