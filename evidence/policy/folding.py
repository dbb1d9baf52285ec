"""A text as its reader's eye takes it: lower case, plain letters for lookalikes, nothing invisible.

Offsets of the folded text lead back to the text that was given.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]+"
)
_DRESSED: Final = re.compile("[\uff01-\uff5e\u2100-\u214f\u24b6-\u24e9\u1d00-\u1d6a\U0001d400-\U0001d7ff]")
_FOREIGN: Final = re.compile("[\u0370-\u052f]")
_CONFUSED: Final = re.compile("[A-Za-z]*[\u0370-\u03ff\u0400-\u04ff\u0500-\u052f][A-Za-z\u0370-\u03ff\u0400-\u052f]*")
_LATIN: Final = re.compile("[A-Za-z]")
_QUOTES: Final = "\u2018\u2019\u201a\u201b\u02bc"


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` folded; `places` are the offsets in the text that was given, None where they are the same."""

    text: str
    places: tuple[int, ...] | None = None

    def back(self, at: int) -> int:
        """The offset in the text that was given."""
        if self.places is None:
            return at
        return self.places[min(at, len(self.places) - 1)]


def fold(text: str) -> Folded:
    """The text folded. What is left out is left out of every word, so that it parts none."""
    if text.isascii():
        return Folded(text.lower())
    places: tuple[int, ...] | None = None
    if _INVISIBLE.search(text):
        kept: list[int] = []
        pieces: list[str] = []
        at = 0
        for found in _INVISIBLE.finditer(text):
            kept.extend(range(at, found.start()))
            pieces.append(text[at : found.start()])
            at = found.end()
        kept.extend(range(at, len(text) + 1))
        pieces.append(text[at:])
        text, places = "".join(pieces), tuple(kept)
    for quote in _QUOTES:
        text = text.replace(quote, "'")
    text = _DRESSED.sub(lambda found: plain(found[0]), text)
    if _FOREIGN.search(text):
        text = _CONFUSED.sub(lambda found: unconfused(found[0]), text)
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
    return Folded(lower, places)


def plain(sign: str) -> str:
    """One letter or sign in its plain form."""
    made = unicodedata.normalize("NFKC", sign)
    return made if len(made) == 1 else sign


@lru_cache(maxsize=4_096)
def unconfused(word: str) -> str:
    """A word of Latin letters with lookalikes among them, as it reads; any other as it is."""
    return (skeleton(word) or word) if _LATIN.search(word) else word


@lru_cache(maxsize=4_096)
def skeleton(word: str) -> str | None:
    """The word in Latin letters alone; None where one of its letters looks like none."""
    made = [sign if sign.isascii() else latin_lookalike(sign) for sign in word]
    return "".join(sign for sign in made if sign) if all(made) else None


@lru_cache(maxsize=1_024)
def latin_lookalike(sign: str) -> str | None:
    """The Latin letter that no eye tells from `sign`, in its case; None where there is none."""
    from confusable_homoglyphs import confusables  # noqa: PLC0415  (reads a megabyte of tables)

    found = confusables.is_confusable(sign, preferred_aliases=[], greedy=True)
    for entry in found or ():
        for glyph in entry["homoglyphs"]:
            looks = str(glyph["c"])
            if len(looks) == 1 and looks.isascii() and looks.isalpha():
                return looks.lower() if sign.islower() else looks
    return None
