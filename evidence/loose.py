"""A coarser form of a key, in which candidates for the named folds are found: none is accepted unchecked."""

from __future__ import annotations

import sys
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

from evidence import chars, radicals

_DROP: Final = (
    chars.IGNORABLE | chars.DASHES | chars.WAVES | chars.VOICING | frozenset("<>=!/⁄\0") | frozenset(chars.COMPARISONS)
)
_BLOCK: Final = 64
"""Code points of a key between two places whose counterpart is kept; what lies between is counted when asked for."""


class Loose:
    """The coarse form of a key, without `left_out` (rising ranges of the key); `at` leads back to the key."""

    __slots__ = ("_key", "_key_at", "_text_at", "text")

    def __init__(self, key: str, left_out: Iterable[tuple[int, int]] = ()) -> None:
        self._key = key
        self._key_at = array("I")
        self._text_at = array("I")
        parts: list[str] = []
        length = 0
        for start, end in _blocks(len(key), left_out):
            part = key[start:end].translate(_COARSE)
            self._key_at.append(start)
            self._text_at.append(length)
            parts.append(part)
            length += len(part)
        self._key_at.append(len(key))
        self._text_at.append(length)
        self.text = "".join(parts)

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


def _blocks(length: int, left_out: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What lies between the ranges, in blocks."""
    at = 0
    for start, end in (*left_out, (length, length)):
        for begin in range(at, start, _BLOCK):
            yield begin, min(begin + _BLOCK, start)
        at = max(at, end)


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
