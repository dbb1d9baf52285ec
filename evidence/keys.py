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
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, compress
from typing import Final

import regex

from evidence import chars, radicals
from evidence.graphemes import CLUSTER

_JOINS_BEFORE: Final = regex.compile(r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}\p{GCB=V}\p{GCB=T}]")
_JOINS_AFTER: Final = regex.compile(r"[\p{GCB=Prepend}\p{GCB=L}\p{GCB=Regional_Indicator}]")
_SPACE_MARK: Final = "\u25cc"
_DROPPED: Final = "\0"
_DROP: Final = (
    chars.IGNORABLE | chars.DASHES | chars.WAVES | chars.VOICING | frozenset("<>=!/⁄\0") | frozenset(chars.COMPARISONS)
)


class Key:
    """`key` is the normal form of `text`; `place` leads from offsets in it to offsets in the text.

    The text is tiled by pieces: in plain pieces one code point of the key is one of the text, the others (graphemes of
    several code points, runs of white space, forms that grow or shrink) are whole or not at all. `wrapped`: whether its
    line ends may lie inside of words.
    """

    __slots__ = ("_key_at", "_plain", "_text_at", "key", "text", "wrapped")

    def __init__(self, text: str, *, wrapped: bool = True) -> None:
        self.text = text
        self.wrapped = wrapped
        parts: list[str] = []
        self._key_at = array("I")
        self._text_at = array("I")
        self._plain = bytearray()
        length = 0
        for start, plain, part in _pieces(text):
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
        return self._text_at[piece] + within

    def place_after_ignorable(self, offset: int) -> int | None:
        """As `place`, but inside of a character whose rest nobody sees: its end."""
        placed = self.place(offset)
        if placed is None:
            piece = bisect_right(self._key_at, offset)
            if chars.GAP.fullmatch(self.key, offset, self._key_at[piece]):
                return self._text_at[piece]
        return placed

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The range of the text behind ``key[start:end]``, widened to whole characters."""
        first = bisect_right(self._key_at, start) - 1
        begin = self._text_at[first] + (start - self._key_at[first] if self._plain[first] else 0)
        placed = self.place(end)
        return begin, self._text_at[bisect_right(self._key_at, end)] if placed is None else placed

    def raw(self, start: int, end: int) -> str:
        """The text behind ``key[start:end]``, whole characters."""
        begin, finish = self.span(start, end)
        return self.text[begin:finish]


class Loose:
    """The coarse form of a key, without `left_out` (ranges of the key); `index` leads back to it."""

    __slots__ = ("index", "text")

    def __init__(self, key: str, left_out: Iterable[tuple[int, int]] = ()) -> None:
        folds = {char: _coarse(char) for char in set(key)}
        if any(len(fold) > 1 for fold in folds.values()):
            forms = [folds[char] for char in key]
            for start, end in left_out:
                forms[start:end] = [""] * (end - start)
            self.text = "".join(forms)
            self.index = array("I", chain.from_iterable([at] * len(form) for at, form in enumerate(forms) if form))
            return
        coarse = key.translate({ord(char): fold or _DROPPED for char, fold in folds.items() if fold != char})
        for start, end in left_out:
            coarse = coarse[:start] + _DROPPED * (end - start) + coarse[end:]
        self.text = coarse.replace(_DROPPED, "")
        self.index = array("I", compress(range(len(coarse)), map(_DROPPED.__ne__, coarse)))

    @property
    def cost(self) -> int:
        """Roughly the bytes held."""
        return sys.getsizeof(self.text) + 4 * len(self.index) + 100


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
    if cluster in chars.SINGLE_QUOTES:
        return cluster
    # A lone accent is a space with a mark to NFKC: it must not count as white space.
    if len(form) > 1 and form[0] == " " and form[1] not in chars.IGNORABLE:
        return _SPACE_MARK + form[1:]
    return " " + form[1:] if form[0].isspace() else form


@lru_cache(maxsize=65_536)
def _kind(char: str) -> tuple[bool, bool, str]:
    """Whether it joins what stands before it, whether it joins what follows, and its normal form."""
    return bool(_JOINS_BEFORE.match(char)), bool(_JOINS_AFTER.match(char)), normal(char)


def _pieces(text: str) -> Iterable[tuple[int, int, str]]:
    """(start in the text, 1 when plain, normal form) of each piece."""
    joined, whole, changed = "", "", {}
    for char in set(text):
        before, after, form = _kind(char)
        if before:
            joined += char
        if after or len(form) != 1:
            whole += char
        elif form != char:
            changed[ord(char)] = form
    special = _special(joined, whole)
    at = 0
    while match := special.search(text, at):
        start = match.start()
        if start > at:
            yield at, 1, text[at:start].translate(changed)
        at, form = _whole_piece(text, match)
        yield start, 0, form
    if at < len(text):
        yield at, 1, text[at:].translate(changed)


def _special(joined: str, whole: str) -> re.Pattern[str]:
    not_joined = f"(?![{re.escape(joined)}])" if joined else ""
    graphemes = [f".(?=[{re.escape(joined)}])"] if joined else []
    graphemes += [f"[{re.escape(whole)}]"] if whole else []
    return re.compile("|".join([rf"(?P<space>\s\s+{not_joined})", *graphemes]), re.DOTALL)


def _whole_piece(text: str, match: re.Match[str]) -> tuple[int, str]:
    if match["space"]:
        return match.end(), " "
    start = match.start()
    cluster = CLUSTER.match(text, start)
    end = cluster.end() if cluster else start + 1
    return end, normal(text[start:end])


@lru_cache(maxsize=65_536)
def _coarse(char: str) -> str:
    if char.isspace() or char in _DROP:
        return ""
    if char in chars.SINGLE_QUOTES:
        return "'"
    if char in chars.DOUBLE_QUOTES:
        return '"'
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
