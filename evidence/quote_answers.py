"""The answers of the quote rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evidence.alignment import Difference
from evidence.cuts import Cut
from evidence.fold_names import Fold
from evidence.ranges import Range

Code = Literal[
    "QUOTE_NOT_FOUND",
    "QUOTE_EMPTY",
    "QUOTE_ELIDED",
    "QUOTE_CUTS_CHARACTER",
    "QUOTE_CUTS_NUMBER",
    "CASE_DIFFERS",
    "KANA_DIFFERS",
    "OCCURRENCE_UNKNOWN",
    "QUOTE_TOO_LONG",
]


@dataclass(frozen=True, slots=True)
class Found:
    """The quote stands at ``text[start:end]``.

    Attributes:
        matched_text: the text there, before any normalising.
        kind: ``exact`` when the base rule finds it, else ``folded``.
        folds: the names of the folds that were needed, sorted.
        occurrence: which of the `occurrences`, from 1, in text order.
        in_article: whether it lies in the article ranges given.
        cuts: what its ends cut of the words around it, sorted (`find_quote` only): not refused, but to be told.
    """

    start: int
    end: int
    matched_text: str
    kind: Literal["exact", "folded"]
    folds: tuple[Fold, ...]
    occurrence: int
    occurrences: int
    in_article: bool
    cuts: tuple[Cut, ...] = ()


@dataclass(frozen=True, slots=True)
class Nearest:
    """The longest part of a quote that does match, and the first place where the two sides part.

    Attributes:
        quote_start: where the part starts in the quote.
        quote_end: where it ends in the quote.
        start: where it starts in the text.
        end: where it ends in the text.
        passage: the text there with some code points around it.
        quote_part: the quote from the word with the first difference on (or before the part, when the part reaches the
            quote's end).
        text_part: the text at the same place.
        length: code points of the quote that match.
        reads: the range of the text where the quote would stand.
        differs: in what the two differ; empty where the code of the answer says it.
        share: how much of the quote stands there, of 1.
    """

    quote_start: int
    quote_end: int
    start: int
    end: int
    passage: str
    quote_part: str
    text_part: str
    length: int
    reads: Range
    differs: tuple[Difference, ...] = ()
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class NotFound:
    """The quote is not in the text, with the reason and, where there is one, the nearest passage."""

    code: Code
    message: str
    nearest: Nearest | None
