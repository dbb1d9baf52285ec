"""What a browser selects on a page for a text directive, by the steps of Chromium 156 (which follow the WICG draft)."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import regex

from evidence.fragment_fold import SEPARATOR, Folded, fold
from evidence.fragment_parse import Directive
from evidence.fragment_reader import read_snapshot
from evidence.fragment_text import SearchedText, by_lines
from evidence.fragment_weights import WEIGHTLESS
from evidence.fragment_words import Words
from evidence.graphemes import ceil, is_boundary
from evidence.ranges import Range

STEPS_MOST: Final = 20_000
"""Places that one search looks at; a browser would be busy for seconds with them."""
_VIRAMA: Final = 9
"""The combining class of signs that join two consonants of an Indic script."""
_GAP: Final = regex.compile(rf"[ \t\n\r\f\v\u00a0\u1680\u2000-\u200a\u2028\u205f\u3000{SEPARATOR}]*")
"""What may stand between a term and its context."""


class OutOfStepsError(Exception):
    """A search would look at more places than it may."""


class Span(NamedTuple):
    """A part of the searched text, half-open."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Matches:
    """What a directive selects.

    `ranges`: of the stored text, first the one that the browser takes; `spans`: the same in the searched text. `count`:
    the places that fit, at most as many as were asked for; None when they are too many to be tried. `steps`: how many
    were looked at.
    """

    ranges: tuple[Range, ...]
    spans: tuple[Span, ...]
    count: int | None
    steps: int


def starts_character(text: str, at: int) -> bool:
    """Whether a term may start at `at`: not inside of what a reader sees as one character."""
    return is_boundary(text, at) and not (at and unicodedata.combining(text[at - 1]) == _VIRAMA)


def closed(text: str, end: int) -> int:
    """Where a term ends whose last letter ends at `end`: marks on the letter that have no weight belong to it."""
    whole = ceil(text, end)
    while end < whole and WEIGHTLESS.match(text, end):
        end += 1
    return end


class FragmentPage:
    """A page as a browser searches it. Reading it takes time in proportion to its length; what is asked then, less.

    `marked_html` is the page's snapshot (`PageText.marked_html`); without it, each line and cell of the stored `text`
    is taken for a block, and `hidden` are ranges that are shown on demand only.
    """

    def __init__(self, text: str, marked_html: str | None = None, hidden: Sequence[Range] = ()) -> None:
        self.searched: SearchedText = (
            by_lines(text, hidden) if marked_html is None else read_snapshot(text, marked_html)
        )
        self.text = self.searched.text
        self.words = Words(self.text)
        self.folded = Folded(self.text)

    @property
    def cost(self) -> int:
        """About how many bytes it takes."""
        return 16 * len(self.text) + 24 * len(self.searched.nodes) + 4_000

    def matches(self, directive: Directive, *, most: int = 100, steps: int = STEPS_MOST) -> Matches:
        """What `directive` selects, and at how many places it fits, looking at no more than `steps` of them."""
        spans: list[Span] = []
        budget = Steps(steps)
        try:
            while len(spans) < most:
                span = _Search(self, directive, budget).run(spans[-1].end if spans else 0)
                if span is None:
                    break
                spans.append(span)
        except OutOfStepsError:
            pass
        stored = (self.searched.stored(*span) for span in spans)
        ranges = tuple(Range(*one) for one in stored if one is not None)
        return Matches(ranges, tuple(spans), None if budget.left < 0 else len(spans), steps - max(budget.left, 0))

    def after_gap(self, position: int) -> int:
        """Where the first character after white space is, from `position` on; -1 where what stands there is unknown."""
        searched = self.searched
        while True:
            found = _GAP.match(self.text, position)
            at = found.end() if found else position
            barrier = bisect_left(searched.barriers, position)
            if barrier < len(searched.barriers) and searched.barriers[barrier] <= at:
                return -1
            field = bisect_right(searched.fields, (at, len(self.text))) - 1
            if field < 0 or at >= searched.fields[field][1]:
                return at
            position = searched.fields[field][1]


class Steps:
    """How many places may still be looked at."""

    def __init__(self, most: int) -> None:
        self.left = most

    def take(self) -> None:
        """One more was looked at.

        Raises:
            OutOfStepsError: when it was one too many.
        """
        self.left -= 1
        if self.left < 0:
            raise OutOfStepsError


@lru_cache(maxsize=1_024)
def _folded(term: str) -> str:
    return fold(term)


class _Search:
    """The search for one directive; positions are those of the page's searched text."""

    def __init__(self, page: FragmentPage, directive: Directive, steps: Steps) -> None:
        self._page = page
        self._steps = steps
        self._prefix, self._start = _folded(directive.prefix), _folded(directive.start)
        self._end, self._suffix = _folded(directive.end), _folded(directive.suffix)
        self._fits = bool(self._start) and all(
            form or not term
            for term, form in (
                (directive.prefix, self._prefix),
                (directive.end, self._end),
                (directive.suffix, self._suffix),
            )
        )

    def run(self, begin: int) -> Span | None:
        """The first place that fits from `begin` on."""
        while self._fits:
            start = self._first(begin)
            if start is None:
                return None
            begin, span = start
            if span is None:
                continue
            found = self._completed(span)
            if found is not None or self._end:
                return found  # where no end follows this start, none follows a later one
        return None

    def _first(self, begin: int) -> tuple[int, Span | None] | None:
        """Where to go on if the next start does not do, and that start; None where there is no further one."""
        parted = bool(self._end) or not self._suffix
        if not self._prefix:
            span = self._find(self._start, begin, starts=True, ends=parted)
            return None if span is None else (self._next(span.start), span)
        prefix = self._find(self._prefix, begin, starts=True, ends=False)
        if prefix is None:
            return None
        return self._next(prefix.start), self._there(self._start, prefix.end, ends=parted)

    def _completed(self, start: Span) -> Span | None:
        """From the start to the end, where the suffix follows."""
        after = start.end
        while True:
            if self._end:
                end = self._find(self._end, after, starts=True, ends=not self._suffix)
                if end is None:
                    return None
                after = end.end
            if not self._suffix or self._there(self._suffix, after, ends=True):
                return Span(start.start, after)
            if not self._end:
                return None

    def _find(self, form: str, begin: int, *, starts: bool, ends: bool) -> Span | None:
        """The first place of a term from `begin` on, a word's start or end on the sides that are asked for."""
        folded = self._page.folded
        at = folded.text.find(form, folded.at(begin))
        while at >= 0:
            self._steps.take()
            span = self._span(at, at + len(form), begin)
            if span is not None and self._parted(span, begin, starts=starts, ends=ends):
                return span
            at = folded.text.find(form, at + 1)
        return None

    def _there(self, form: str, after: int, *, ends: bool) -> Span | None:
        """A term right after a place, white space left out."""
        self._steps.take()
        at = self._page.after_gap(after)
        folded = self._page.folded
        begin = folded.at(at) if at >= 0 else -1
        if begin < 0 or not folded.text.startswith(form, begin):
            return None
        span = self._span(begin, begin + len(form), at)
        if span is None or span.start != at:
            return None
        return span if self._parted(span, at, starts=False, ends=ends) else None

    def _span(self, first: int, last: int, begin: int) -> Span | None:
        """A part of the fold as one of the text: whole characters only, as far as they are seen from `begin` on."""
        page = self._page
        start, stop = page.folded.start(first), page.folded.end(last)
        if start is None or stop is None or not (start == begin or starts_character(page.text, start)):
            return None
        return Span(start, closed(page.text, stop))

    def _parted(self, span: Span, begin: int, *, starts: bool, ends: bool) -> bool:
        """Whether words end where they must; the browser looks at the text from `begin` to the end of the block."""
        low, high = self._page.searched.block(span.start)
        low = max(low, begin)
        words = self._page.words
        return (not starts or words.parts(span.start, low, high)) and (not ends or words.parts(span.end, low, high))

    def _next(self, start: int) -> int:
        """Where the browser goes on after a place that did not do: one character past the word that starts there."""
        low, high = self._page.searched.node(start)
        after = self._page.words.after(start, low, high)
        return high if after >= high else ceil(self._page.text, after + 1)
