"""Quotes as marks on the pages of a PDF: looked up in its text, and placed line by line."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from evidence.cuts import cuts
from evidence.limits import HIGHLIGHTS_PER_QUOTE
from evidence.page_ends import on_pages, page_ends
from evidence.pdf_boxes import PdfPages
from evidence.pdf_highlight import Mark
from evidence.quotes import REFUSED_FOLDS, Found, NotFound, QuoteText, find_all, find_quote
from evidence.ranges import Range

_LOOKED_AT: Final = 10 * HIGHLIGHTS_PER_QUOTE
"""Places of one quote among which those are that cut no word."""


@dataclass(frozen=True, slots=True)
class Marked:
    """What came of one quote.

    Attributes:
        answer: the place that counts, the first of the marked ones, or why there is none.
        marks: one per place and page; `places` says how many of the places have one.
        lost: numbers of the pages on which letters of the quote have no place to be marked.
    """

    answer: Found | NotFound
    marks: tuple[Mark, ...] = ()
    places: int = 0
    lost: tuple[int, ...] = ()

    @property
    def pages(self) -> list[int]:
        """The numbers of the pages with a mark, rising."""
        return sorted({mark.page for mark in self.marks})


class QuoteMarker:
    """One PDF whose quotes are to be marked. `text` and the range of each page in it are those that were read of it."""

    def __init__(self, document: PdfPages, text: str, pages: Sequence[Range]) -> None:
        self._document = document
        self._text = QuoteText(text, page_ends=page_ends(text, pages))
        self._pages = pages
        self._starts = [page.start for page in pages]

    def mark(self, quote: str, *, occurrence: int | None = None) -> Marked:
        """The quote at all of its places, or at one of them (from 1). Case and kana may differ.

        Places that cut a word are left out where another one does not.

        Raises:
            PdfDrawError: a page of it can't be read again.
        """
        answer = find_quote(self._text, quote, occurrence=occurrence, accept=REFUSED_FOLDS)
        if isinstance(answer, NotFound):
            return Marked(answer)
        marks: list[Mark] = []
        places, lost = 0, set()
        for place in [answer] if occurrence is not None else self._whole(quote, answer):
            before = len(marks)
            for number, part in self._parts(place):
                page = self._pages[number - 1]
                own = self._text.text[page.start : page.end]
                found = self._document.find(number, own, part.start - page.start, part.end - page.start)
                if found.boxes:
                    marks.append(Mark(number, tuple(found.boxes), quote))
                if not found.complete:
                    lost.add(number)
            places += len(marks) > before
        return Marked(answer, tuple(marks), places, tuple(sorted(lost)))

    def _whole(self, quote: str, chosen: Found) -> list[Found]:
        if chosen.occurrences == 1:
            return [chosen]
        every = find_all(self._text, quote, accept=REFUSED_FOLDS, most=_LOOKED_AT)
        if not chosen.cuts:
            every = [one for one in every if not cuts(self._text.text, one.start, one.end)]
        return every[:HIGHLIGHTS_PER_QUOTE] or [chosen]

    def _parts(self, place: Found) -> Iterator[tuple[int, Range]]:
        """The part of a place on each page, by its number, without the heads and feet that it runs over."""
        between = self._text.page_ends if "page-end" in place.folds else ()
        first, last = max(0, bisect_right(self._starts, place.start) - 1), bisect_left(self._starts, place.end)
        for number, part in on_pages(Range(place.start, place.end), self._pages[first:last], between):
            if self._text.text[part.start : part.end].strip():
                yield first + number + 1, part
