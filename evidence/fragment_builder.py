"""Builds the directive for one passage: words of it, and words beside it, until it selects the passage alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Final, NamedTuple

import regex

from evidence.fragment_fold import fold
from evidence.fragment_match import FragmentPage, Span
from evidence.fragment_parse import Directive
from evidence.fragment_terms import Terms, after, before, terms
from evidence.fragment_words import by_dictionary

_TRIES_MOST: Final = 250
"""Directives that are tried for one passage."""
_STEPS_MOST: Final = 20_000
_STEPS_EACH: Final = 3_000
"""Places that are looked at for one passage, and for one directive."""
_HITS_MOST: Final = 1_000
"""Places before the passage at which a browser would try a directive; with more, rarer context is looked for."""
_SPACES: Final = regex.compile(r"\p{Zs}")
_SILENT: Final = regex.compile(r"[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


class Found(NamedTuple):
    """A directive that selects the passage; `places`: where it fits (2: at least two, 0: too many to be tried)."""

    directive: Directive
    places: int


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
        self._befores: list[Span | None] = [None, *before(page, span)]
        self._afters: list[Span | None] = [None, *after(page, span)]
        self.too_long = False

    def found(self) -> Found | None:
        """The first directive that selects the passage alone, else the first that selects it before other places."""
        second: Found | None = None
        for words, prefix, suffix in islice(self._tries(), _TRIES_MOST):
            directive = self._directive(words, prefix, suffix)
            if len(str(directive)) > self._characters:
                self.too_long = True
            elif self._left > 0 and self._hits_before(prefix or words.start) <= _HITS_MOST:
                matches = self._page.matches(directive, most=2, steps=min(_STEPS_EACH, self._left))
                self._left -= matches.steps
                if matches.spans[:1] == (self._span,):
                    if matches.count == 1:
                        return Found(directive, 1)
                    second = second or Found(directive, matches.count or 0)
        return second

    def _tries(self) -> Iterator[tuple[Terms, Span | None, Span | None]]:
        """Terms with context, the least first.

        Where the passage ends inside of a word it takes context; where only a dictionary tells that a word ends there,
        it takes context first, since browsers have different ones.
        """
        forms = list(terms(self._page, self._span))
        (cut_before, unsure_before), (cut_after, unsure_after) = map(self._edge, (0, 1))
        least = dict.fromkeys(
            (low_before, low_after)
            for low_before in (unsure_before, cut_before)
            for low_after in (unsure_after, cut_after)
        )
        for low_before, low_after in least:
            tries = product(
                enumerate(forms), enumerate(self._befores[low_before:]), enumerate(self._afters[low_after:])
            )
            for (_, words), (_, prefix), (_, suffix) in sorted(tries, key=lambda one: sum(at for at, _ in one)):
                yield words, prefix, suffix

    def _edge(self, side: int) -> tuple[int, int]:
        """Whether the passage cuts a word at its start (0) or end (1), and whether that is unsure or so."""
        page, at = self._page, self._span[side]
        cuts = not page.words.parts(at, *page.searched.block(at - side))
        return int(cuts), int(cuts or by_dictionary(page.text, at))

    def _directive(self, words: Terms, prefix: Span | None, suffix: Span | None) -> Directive:
        return Directive(self._term(words.start), self._term(words.end), self._term(prefix), self._term(suffix))

    def _term(self, span: Span | None) -> str:
        """The words of a term, without what nobody sees."""
        return "" if span is None else _SILENT.sub("", _SPACES.sub(" ", self._page.text[slice(*span)]))

    def _hits_before(self, span: Span) -> int:
        """How often the words of a term stand before it: a browser would try each of them."""
        if span not in self._hits:
            folded = self._page.folded
            self._hits[span] = folded.text.count(fold(self._term(span)), 0, folded.at(span.start))
        return self._hits[span]
