"""The normal form of a text that quotes are looked up in, with the way back to the text.

`Key`: NFKC by grapheme, white space folded, except characters whose meaning NFKC would change (`chars.is_protected`).
`Loose`: a coarser form in which candidates for the named folds are found; what it finds is never accepted unchecked.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import regex

from evidence import chars, graphemes, radicals
from evidence.ranges import Range

_JOINS: Final = regex.compile(r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}\p{GCB=V}\p{GCB=T}]")
_PARTS: Final = regex.compile(r"[\p{GCB=Control}\r\n]")
_COMPOSES: Final = regex.compile(r"\p{NFC_QC=Maybe}")
_REORDERS: Final = regex.compile(r"\P{ccc=0}")
_BLANKS: Final = "[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]"
_SPACE_MARK: Final = "\u25cc"
_DROP: Final = (
    chars.IGNORABLE | chars.DASHES | chars.WAVES | chars.VOICING | frozenset("<>=!/⁄\0") | frozenset(chars.COMPARISONS)
)
_BLOCK: Final = 64
"""Code points of a key between two places whose counterpart is kept; what lies between is counted when asked for."""
_RUN: Final = 1 << 16
"""Code points handled in one go: other threads must have their turn while a long text is prepared."""


class Key:
    """`key` is the normal form of `text`; `place` leads from offsets in it to offsets in the text.

    The text is tiled by pieces: in plain pieces one code point of the key is one of the text; the others (runs of white
    space, what composes, grows or shrinks) are whole or not at all. `wrapped`: whether line ends of the text may lie
    inside of words. `gaps`: rising ranges of the text that are read as one space each.
    """

    __slots__ = ("_key_at", "_plain", "_text_at", "key", "text", "wrapped")

    def __init__(self, text: str, *, wrapped: bool = True, gaps: Sequence[Range] = ()) -> None:
        self.text = text
        self.wrapped = wrapped
        parts: list[str] = []
        self._key_at = array("I")
        self._text_at = array("I")
        self._plain = bytearray()
        length = 0
        for start, plain, part in _pieces(text, gaps):
            self._key_at.append(length)
            self._text_at.append(start)
            self._plain.append(plain)
            parts.append(part)
            length += len(part)
        self._key_at.append(length)
        self._text_at.append(len(text))
        self._plain.append(0)
        self.key = "".join(parts)

    @property
    def cost(self) -> int:
        """Roughly the bytes held, the text included."""
        return sys.getsizeof(self.text) + sys.getsizeof(self.key) + 9 * len(self._key_at) + 200

    def place(self, offset: int) -> int | None:
        """The offset in the text where the key's `offset` lies; None inside of a character."""
        piece = bisect_right(self._key_at, offset) - 1
        within = offset - self._key_at[piece]
        if within and not self._plain[piece]:
            return None
        placed = self._text_at[piece] + within
        return placed if graphemes.is_boundary(self.text, placed) else None

    def place_after_ignorable(self, offset: int) -> int | None:
        """As `place`, but inside of a character whose rest nobody sees: its end."""
        placed = self.place(offset)
        if placed is not None:
            return placed
        end = self._ceil(offset)
        piece = bisect_right(self._text_at, end) - 1
        rest_end = self._key_at[piece] + end - self._text_at[piece]
        return end if chars.GAP.fullmatch(self.key, offset, rest_end) else None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The range of the text behind ``key[start:end]``, widened to whole characters."""
        piece = bisect_right(self._key_at, start) - 1
        begin = self._text_at[piece] + (start - self._key_at[piece] if self._plain[piece] else 0)
        return graphemes.floor(self.text, begin), self._ceil(end)

    def raw(self, start: int, end: int) -> str:
        """The text behind ``key[start:end]``, whole characters."""
        begin, finish = self.span(start, end)
        return self.text[begin:finish]

    def _ceil(self, offset: int) -> int:
        """The end of the character of the text that the key's `offset` lies in or before."""
        piece = bisect_right(self._key_at, offset) - 1
        within = offset - self._key_at[piece]
        if within and not self._plain[piece]:
            piece, within = piece + 1, 0
        return graphemes.ceil(self.text, self._text_at[piece] + within)


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


def common(a: str, at_a: int, b: str, at_b: int) -> int:
    """How many code points of the two texts agree from there on, found with slices that grow and shrink again."""
    most = min(len(a) - at_a, len(b) - at_b)
    done, width = 0, 16
    while width and done < most:
        width = min(width, most - done)
        if a[at_a + done : at_a + done + width] == b[at_b + done : at_b + done + width]:
            done, width = done + width, width * 2
        else:
            width //= 2
    return done


def normal(cluster: str) -> str:
    """The normal form of one grapheme."""
    if not any(map(chars.is_protected, cluster)):
        form = unicodedata.normalize("NFKC", cluster)
    else:
        form = "".join(c if chars.is_protected(c) else unicodedata.normalize("NFKC", c) for c in cluster)
    if cluster in chars.SINGLE_QUOTES or cluster in chars.DOUBLE_QUOTES:
        return cluster
    # A lone accent is a space with a mark to NFKC: it must not count as white space.
    if len(form) > 1 and form[0] == " " and form[1] not in chars.IGNORABLE:
        return _SPACE_MARK + form[1:]
    return " " + form[1:] if form[0].isspace() else form


@lru_cache(maxsize=65_536)
def _form(part: str) -> str:
    return normal(part)


class _Kind(NamedTuple):
    """A character's normal form, and what it does to its neighbours."""

    form: str
    joins: bool
    """It belongs to what stands before it,"""
    melts: bool
    """may become one with that,"""
    moves: bool
    """or change places in that; or"""
    parts: bool
    """nothing joins it."""


@lru_cache(maxsize=65_536)
def _kind(char: str) -> _Kind:
    form = normal(char)
    joins = bool(_JOINS.match(char) or _JOINS.match(form))
    melts = joins and (len(form) != 1 or bool(_COMPOSES.match(form)))
    return _Kind(form, joins, melts, bool(_REORDERS.match(char)), bool(_PARTS.match(char)))


def _pieces(text: str, gaps: Sequence[Range]) -> Iterator[tuple[int, int, str]]:
    """(start in the text, 1 when plain, normal form) of each piece."""
    found: set[str] = set()
    for begin in range(0, len(text), _RUN):
        found.update(text[begin : begin + _RUN])
    kinds = {char: _kind(char) for char in found}
    special = _special(kinds)
    changed = {ord(char): kind.form for char, kind in kinds.items() if len(kind.form) == 1 and kind.form != char}
    at = 0
    for gap in (*gaps, Range(len(text), len(text))):
        for match in special.finditer(text, at, gap.start):
            start, end = match.span()
            if at < start <= at + _RUN:
                yield at, 1, text[at:start].translate(changed)
            else:
                yield from _plain(text, at, start, changed)
            yield start, 0, " " if match.lastgroup else _form(match.group())
            at = end
        yield from _plain(text, at, gap.start, changed)
        if gap.start < gap.end:
            yield gap.start, 0, " "
        at = gap.end


def _plain(text: str, start: int, end: int, changed: dict[int, str]) -> Iterator[tuple[int, int, str]]:
    for begin in range(start, end, _RUN):
        yield begin, 1, text[begin : min(begin + _RUN, end)].translate(changed)


def _special(kinds: Mapping[str, _Kind]) -> re.Pattern[str]:
    """What is no plain piece, in a text of these characters."""
    joining = _listed(char for char, kind in kinds.items() if kind.joins)
    seen = _listed(char for char, kind in kinds.items() if kind.joins and char not in chars.IGNORABLE)
    # Marks join a blank before them, but no line end.
    alternatives = [rf"(?P<space>\s\s+(?!(?<={_BLANKS})[{seen}]))", f"{_BLANKS}[{seen}]+"]
    if not seen:
        alternatives = [r"(?P<space>\s\s+)"]
    melting = _listed(char for char, kind in kinds.items() if kind.melts)
    moving = _listed(char for char, kind in kinds.items() if kind.joins and kind.moves)
    if melting or moving:
        apart = _listed(char for char, kind in kinds.items() if kind.joins or kind.parts)
        changing = "|".join([*([f"[{melting}]"] if melting else []), *([f"[{moving}]{{2}}"] if moving else [])])
        alternatives.append(rf"[^\s{apart}][{joining}]*(?:{changing})[{joining}]*")
    whole = _listed(char for char, kind in kinds.items() if len(kind.form) != 1 and not kind.joins)
    if whole:
        alternatives.append(f"[{whole}]")
    return re.compile("|".join(alternatives), re.DOTALL)


def _listed(members: Iterable[str]) -> str:
    """The inside of a character class."""
    return re.escape("".join(members))


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
