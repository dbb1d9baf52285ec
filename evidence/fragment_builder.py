"""Builds the directive for one passage: words of it, and words beside it, until it selects the passage alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple, TypeVar

import regex

from evidence.fragment_fold import fold
from evidence.fragment_match import FragmentPage, Matches, Span
from evidence.fragment_parse import Directive
from evidence.fragment_terms import after, before, terms
from evidence.fragment_words import by_dictionary

T = TypeVar("T")
U = TypeVar("U")
_STEPS_MOST: Final = 3_000
_STEPS_EACH: Final = 1_000
"""Places that are looked at for one passage, and for one directive."""
_HITS_MOST: Final = 300
"""Places before the passage at which a browser would try a directive; with more, rarer context is looked for."""
_SPACES: Final = regex.compile(r"\p{Zs}")
_SILENT: Final = regex.compile(r"[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


class Found(NamedTuple):
    """A directive that selects the passage; `places`: where it fits (2: at least two, 0: too many to be tried)."""

    directive: Directive
    places: int


class Context(NamedTuple):
    """Words before and after a passage that may be given with it, the least first; None for none."""

    before: list[Span | None]
    after: list[Span | None]


class Builder:
    """Tries directives for one passage of a page; none whose link would be longer than `characters`.

    `too_long`: whether one was left out for its length.
    """

    def __init__(self, page: FragmentPage, span: Span, characters: int) -> None:
        self._page = page
        self._span = span
        self._characters = characters
        self._left = _STEPS_MOST
        self._hits: dict[Span, int] = {}
        self._terms = terms(page, span)
        self._befores: list[Span | None] = [None, *before(page, span)]
        self._afters: list[Span | None] = [None, *after(page, span)]
        self.too_long = False

    def found(self) -> Found | None:
        """The first directive that selects the passage alone, else the first that selects it before other places."""
        second: Found | None = None
        for directive in self._candidates():
            found = self._tried(directive)
            if found is not None and found.places == 1:
                return found
            second = second or found
        return second

    def _candidates(self) -> Iterator[Directive]:
        """Directives for the passage, what is best first."""
        words = self._terms
        for context in self._contexts():
            if words.short:
                yield from self._by_all_words(context)
            yield from self._by_first_and_last(context)
            if words.whole and not words.short:
                yield from self._by_all_words(context)

    def _contexts(self) -> Iterator[Context]:
        """The context that may be given.

        Where the passage ends inside of a word it takes some; where only a dictionary tells that a word ends there, it
        takes some first, since browsers have different ones.
        """
        (cut_before, unsure_before), (cut_after, unsure_after) = map(self._edge, (0, 1))
        least = product((unsure_before, cut_before), (unsure_after, cut_after))
        for low_before, low_after in dict.fromkeys(least):
            yield Context(self._befores[low_before:], self._afters[low_after:])

    def _edge(self, side: int) -> tuple[int, int]:
        """Whether the passage cuts a word at its start (0) or end (1), and whether that is unsure or so."""
        page, at = self._page, self._span[side]
        cuts = not page.words.parts(at, *page.searched.block(at - side))
        return int(cuts), int(cuts or by_dictionary(page.text, at))

    def _by_all_words(self, context: Context) -> Iterator[Directive]:
        """The whole passage with ever more context on either side and on both."""
        whole = Directive(self._term(self._span))
        if not self._fits(whole):
            return
        for prefix, suffix in _growing(context.before, context.after):
            if self._is_rare(prefix or self._span):
                yield replace(whole, prefix=self._term(prefix), suffix=self._term(suffix))

    def _by_first_and_last(self, context: Context) -> Iterator[Directive]:
        """The first words that are found first where the passage starts, with last words that are found next."""
        for head, prefix in _growing(self._terms.heads, context.before):
            start = Directive(self._term(head), "", self._term(prefix))
            if not self._is_rare(prefix or head) or self._first(start) != head:
                continue
            for tail, suffix in _growing(self._terms.tails, context.after):
                if head.end <= tail.start:
                    yield replace(start, end=self._term(tail), suffix=self._term(suffix))
            return

    def _first(self, directive: Directive) -> Span | None:
        """The place that a directive selects."""
        matches = self._matches(directive, 1)
        return matches.spans[0] if matches.spans else None

    def _tried(self, directive: Directive) -> Found | None:
        """The directive, if it selects the passage."""
        if not self._fits(directive):
            return None
        matches = self._matches(directive, 2)
        return Found(directive, matches.count or 0) if matches.spans[:1] == (self._span,) else None

    def _fits(self, directive: Directive) -> bool:
        """Whether the link would be short enough."""
        fits = len(str(directive)) <= self._characters
        self.too_long = self.too_long or not fits
        return fits

    def _matches(self, directive: Directive, most: int) -> Matches:
        matches = self._page.matches(directive, most=most, steps=min(_STEPS_EACH, self._left))
        self._left -= matches.steps
        return matches

    def _term(self, span: Span | None) -> str:
        """The words of a term, without what nobody sees."""
        return "" if span is None else _SILENT.sub("", _SPACES.sub(" ", self._page.text[slice(*span)]))

    def _is_rare(self, span: Span) -> bool:
        """Whether the words of a term stand before it at few places: a browser would try each of them.

        When too many places were looked at, nothing is rare any more.
        """
        if self._left <= 0:
            return False
        if span not in self._hits:
            folded = self._page.folded
            self._hits[span] = folded.text.count(fold(self._term(span)), 0, folded.at(span.start))
        return self._hits[span] <= _HITS_MOST


def _growing(ones: Sequence[T], others: Sequence[U]) -> Iterator[tuple[T, U]]:
    """The least of both, then ever more of the second, of the first, and of both."""
    levels = range(max(len(ones), len(others)))
    for i, j in dict.fromkeys(pair for level in levels for pair in ((0, level), (level, 0), (level, level))):
        if i < len(ones) and j < len(others):
            yield ones[i], others[j]
