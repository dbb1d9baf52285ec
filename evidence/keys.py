"""The normal form of a text that quotes are looked up in, with the way back to the text: the base rule.

NFKC by grapheme, white space folded, except characters whose meaning NFKC would change (`chars.is_protected`).
"""

from __future__ import annotations

import re
import sys
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

import regex

from evidence import chars, graphemes
from evidence.ranges import Range

_JOINS: Final = regex.compile(r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}\p{GCB=V}\p{GCB=T}]")
_PARTS: Final = regex.compile(r"[\p{GCB=Control}\r\n]")
_COMPOSES: Final = regex.compile(r"\p{NFC_QC=Maybe}")
_REORDERS: Final = regex.compile(r"\P{ccc=0}")
_BLANKS: Final = "[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]"
_SPACE_MARK: Final = "\u25cc"
_RUN: Final = 1 << 16
"""Code points handled in one go: other threads must have their turn while a long text is prepared."""
_FEW: Final = 16
"""As many characters are replaced one after the other sooner than every character is looked up in a table."""


class Key:
    """`key` is the normal form of `text`; `place` leads from offsets in it to offsets in the text.

    The text is tiled by pieces, plain and other ones in turn, of which some are empty: in a plain piece one code point
    of the key is one of the text; the others (runs of white space, what composes, grows or shrinks) are whole or not at
    all. `wrapped`: whether line ends of the text may lie inside of words. `gaps`: rising ranges of the text that are
    read as one space each.
    """

    __slots__ = ("_key_at", "_text_at", "key", "text", "wrapped")

    def __init__(self, text: str, *, wrapped: bool = True, gaps: Sequence[Range] = ()) -> None:
        self.text = text
        self.wrapped = wrapped
        kinds = _kinds(text)
        other = _other_pieces(kinds)
        changed = {char: kind.form for char, kind in kinds.items() if len(kind.form) == 1 and kind.form != char}
        parts: list[str] = []
        self._key_at = array("I")
        self._text_at = array("I")
        length = 0
        for start, end, between in _runs(text, gaps, kinds):
            pieces = other.split(text[start:end])
            self._text_at.extend(accumulate(map(len, pieces), initial=start))
            pieces[1::2] = map(_form, pieces[1::2])
            self._key_at.extend(accumulate(map(len, pieces), initial=length))
            # The forms of the other pieces are made of characters that stay as they are.
            parts += [_replaced("".join(pieces), changed), between]
            length = self._key_at[-1] + len(between)
        self.key = "".join(parts)

    @property
    def cost(self) -> int:
        """Roughly the bytes held, the text included."""
        return sys.getsizeof(self.text) + sys.getsizeof(self.key) + 8 * len(self._key_at) + 200

    def place(self, offset: int) -> int | None:
        """The offset in the text where the key's `offset` lies; None inside of a character."""
        piece = bisect_right(self._key_at, offset) - 1
        within = offset - self._key_at[piece]
        if within and not _is_plain(piece):
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
        return graphemes.floor(self.text, self._before(start)), self._ceil(end)

    def raw(self, start: int, end: int) -> str:
        """The text behind ``key[start:end]``, what composes or shrinks as a whole."""
        return self.text[self._before(start) : self._after(end)]

    def _before(self, offset: int) -> int:
        piece = bisect_right(self._key_at, offset) - 1
        return self._text_at[piece] + (offset - self._key_at[piece] if _is_plain(piece) else 0)

    def _after(self, offset: int) -> int:
        piece = bisect_right(self._key_at, offset) - 1
        within = offset - self._key_at[piece]
        return self._text_at[piece + 1] if within and not _is_plain(piece) else self._text_at[piece] + within

    def _ceil(self, offset: int) -> int:
        """The end of the character of the text that the key's `offset` lies in or before."""
        return graphemes.ceil(self.text, self._after(offset))


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


def _is_plain(piece: int) -> bool:
    return piece % 2 == 0


@lru_cache(maxsize=65_536)
def _form(piece: str) -> str:
    """What a piece that is not plain is in the key."""
    return " " if piece.isspace() else normal(piece)


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


def _kinds(text: str) -> dict[str, _Kind]:
    """The kind of each character of a text."""
    found: set[str] = set()
    for begin in range(0, len(text), _RUN):
        found.update(text[begin : begin + _RUN])
    return {char: _kind(char) for char in found}


def _runs(text: str, gaps: Sequence[Range], kinds: Mapping[str, _Kind]) -> Iterator[tuple[int, int, str]]:
    """Ranges of the text between which no piece lies but the gaps, and what the key has after each: a gap's space."""
    joining = _listed(char for char, kind in kinds.items() if kind.joins)
    apart = re.compile(rf"[^\s{joining}]")
    at = 0
    for gap in (*gaps, Range(len(text), len(text))):
        while cut := apart.search(text, at + _RUN, gap.start):
            yield at, cut.start(), ""
            at = cut.start()
        yield at, gap.start, " " if gap.start < gap.end else ""
        at = gap.end


def _other_pieces(kinds: Mapping[str, _Kind]) -> re.Pattern[str]:
    """What is no plain piece, in a text of these characters; one group around it all."""
    joining = _listed(char for char, kind in kinds.items() if kind.joins)
    seen = _listed(char for char, kind in kinds.items() if kind.joins and char not in chars.IGNORABLE)
    # Marks join a blank before them, but no line end.
    alternatives = [rf"\s\s+(?!(?<={_BLANKS})[{seen}])", f"{_BLANKS}[{seen}]+"] if seen else [r"\s\s+"]
    melting = _listed(char for char, kind in kinds.items() if kind.melts)
    moving = _listed(char for char, kind in kinds.items() if kind.joins and kind.moves)
    if melting or moving:
        apart = _listed(char for char, kind in kinds.items() if kind.joins or kind.parts)
        changing = "|".join([*([f"[{melting}]"] if melting else []), *([f"[{moving}]{{2}}"] if moving else [])])
        alternatives.append(rf"[^\s{apart}](?=[{joining}])[{joining}]*(?:{changing})[{joining}]*")
    whole = _listed(char for char, kind in kinds.items() if len(kind.form) != 1 and not kind.joins)
    if whole:
        alternatives.append(f"[{whole}]")
    return re.compile(f"({'|'.join(alternatives)})", re.DOTALL)


def _replaced(part: str, changed: Mapping[str, str]) -> str:
    """Each character that changes replaced by its form, which is as long."""
    if len(changed) > _FEW:
        return part.translate({ord(char): form for char, form in changed.items()})
    for char, form in changed.items():
        part = part.replace(char, form)
    return part


def _listed(members: Iterable[str]) -> str:
    """The inside of a character class."""
    return re.escape("".join(members))
