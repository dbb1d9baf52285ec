"""A statement as the guards read it: its words that say something, its figures, and the marks that change them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import regex

from evidence.ranges import Range
from evidence.scoring.analysis import Token, analyse
from evidence.scoring.lifespans import lifespans
from evidence.scoring.light_words import is_light
from evidence.scoring.marks import Mark, marks
from evidence.scoring.morphology import root
from evidence.scoring.phrases import phrases
from evidence.scoring.quantities import quantities
from evidence.scoring.quantity import Quantity

NAME_WEIGHT: Final = 1.5
WORD_WEIGHT: Final = 1.0
LIGHT_WEIGHT: Final = 0.25
FIGURE_WEIGHT: Final = 1.5
DIRECTING: Final = frozenset(
    {"more", "less", "fewer", "most", "least", "up", "down", "before", "after", "above", "below"}
)
"""Small words that have an opposite (``less``, ``down``): compared, though they say little by themselves."""
TAIL: Final = 60
"""Characters before a word in which the words that govern it stand."""
TERMS_MOST: Final = 400
"""Words of one statement that are compared."""
_BREAKS: Final = regex.compile(
    r"[;；。！？!?]|(?<=[\p{Ll}\p{N})]{2})\.\s+(?=\p{Lu})|[:：](?!\d)|\s[–—-]\s(?!\d)"
    r"|,\s+(?:but|while|whereas|although|though|however|because|which|who|so|yet|or|and|where|when)\b"
    r"|\b(?:but|whereas|although|though|however|because|while)\b"
    r"|\band (?:it|they|he|she|is|are|was|were|has|have|had|will|can)\b"
    r"|(?<=[がけどしのて])[、，]|[，]|(?<=지만|는데|으나|며|면서|하고|이고)[ ,]",
    regex.IGNORECASE,
)
_PUT_IN: Final = regex.compile(r",\s+(?:which|who|where|when|although|though|while)", regex.IGNORECASE)
_BRACKETS: Final = regex.compile(r"[(（][^()（）]*[)）]")
_Clause = Callable[[int], int]
_CAPITAL: Final = regex.compile(r"\p{Lu}|\p{Lt}")


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a figure of a statement: the code points ``[start, end)`` of its text.

    Attributes:
        lemma: how a dictionary writes it. root: what it shares with the words made from it.
        name: whether it is a proper name. light: whether it says little by itself (to be, to have).
        clause: the number of the clause it stands in.
        quantity: what it counts or measures, for a figure.
    """

    start: int
    end: int
    lemma: str
    root: str
    written: str
    name: bool
    light: bool
    clause: int
    quantity: Quantity | None = None

    @property
    def capital(self) -> bool:
        """Whether it is written with a capital, as names and first words are."""
        return self.name or bool(_CAPITAL.match(self.written))

    @property
    def weight(self) -> float:
        """How much of the statement hangs on it."""
        if self.quantity is not None:
            return FIGURE_WEIGHT
        if self.light:
            return LIGHT_WEIGHT
        return NAME_WEIGHT if self.name else WORD_WEIGHT


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement, read: its terms in the text's order; `breaks` are where its clauses end, `numbers` theirs."""

    text: str
    language: str
    analyser: str
    terms: tuple[Term, ...]
    marks: tuple[Mark, ...]
    breaks: tuple[int, ...]
    unread: tuple[Range, ...]
    numbers: tuple[int, ...] = (0,)

    def clause_at(self, at: int) -> int:
        """The number of the clause that holds the code point `at`; what goes on after an aside has its old number."""
        return self.numbers[bisect_right(self.breaks, at)]

    def marked(self, kinds: Sequence[str]) -> tuple[Mark, ...]:
        """Its marks of these kinds."""
        return tuple(mark for mark in self.marks if mark.kind in kinds)


def tail(text: str, end: int) -> str:
    """What stands right before the code point `end`."""
    return text[max(0, end - TAIL) : end]


def read(text: str, language: str | None = None) -> Statement:
    """Read `text`; its language is found where it is not told."""
    analysis = analyse(text, language)
    found = marks(text, analysis.language)
    figures = quantities(text)
    breaks, numbers = _breaks(text)
    said = list(phrases(text, analysis.language))
    taken = sorted(
        [
            *((start, end) for start, end, _ in said),
            *((figure.start, figure.end) for figure in figures),
            *((mark.start, mark.end) for mark in found),
        ]
    )
    clause = partial(_clause, breaks, numbers)
    terms = [*_words(text, analysis.tokens, taken, clause), *_figures(text, figures, clause)]
    terms += [
        Term(at, at, lemma, root(lemma), lemma, False, False, clause(at))
        for at, lemma in lifespans(text, figures, analysis.language)
    ]
    terms += [
        Term(start, end, lemma, root(lemma), text[start:end], False, is_light(lemma), clause(start))
        for start, end, lemma in said
    ]
    terms.sort(key=lambda term: (term.start, term.end))
    return Statement(
        text, analysis.language, analysis.analyser, tuple(terms[:TERMS_MOST]), found, breaks, analysis.unread, numbers
    )


def _clause(breaks: Sequence[int], numbers: Sequence[int], at: int) -> int:
    return numbers[bisect_right(breaks, at)]


def _breaks(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where clauses end, and the number of each part between.

    What is put in (``, which never ends,``, or in brackets) ends at its second comma or bracket, and the clause around
    it goes on.
    """
    events: list[tuple[int, int]] = []
    for match in _BREAKS.finditer(text):
        comma = text.find(",", match.end()) if _PUT_IN.match(match.group()) else -1
        events += [(match.end(), 1), (comma + 1, -1)] if comma >= 0 else [(match.end(), 0)]
    for match in _BRACKETS.finditer(text):
        events += [(match.start(), 1), (match.end(), -1)]
    ends: list[int] = []
    numbers, around, latest = [0], [], 0
    for at, kind in sorted(events):
        if kind > 0:
            around.append(numbers[-1])
        if kind < 0:
            number = around.pop() if around else numbers[-1]
        else:
            number = latest = latest + 1
        ends.append(at)
        numbers.append(number)
    return tuple(ends), tuple(numbers)


def _words(text: str, tokens: Sequence[Token], taken: Sequence[tuple[int, int]], clause: _Clause) -> list[Term]:
    terms = []
    for token in tokens:
        compared = token.kind in {"content", "name"} or token.lemma in DIRECTING
        if not compared or _within(token, taken):
            continue
        written = text[token.start : token.end]
        named = token.kind == "name" or (token.start > 0 and bool(_CAPITAL.match(written)))
        terms.append(
            Term(
                token.start,
                token.end,
                token.lemma,
                root(token.lemma),
                written,
                named,
                (token.kind == "function" or is_light(token.lemma) or _is_particle(written))
                and not (named and written.isascii()),
                clause(token.start),
            )
        )
    return terms


def _is_particle(written: str) -> bool:
    """Whether it is a Korean particle that was read as a word (after Latin letters)."""
    return len(written) == 1 and written in "는은을를이가의"


def _within(token: Token, taken: Sequence[tuple[int, int]]) -> bool:
    return any(start < token.end and token.start < end for start, end in taken)


def _figures(text: str, figures: Sequence[Quantity], clause: _Clause) -> list[Term]:
    terms = []
    for figure in figures:
        written = text[figure.start : figure.end]
        terms.append(Term(figure.start, figure.end, written, "", written, False, False, clause(figure.start), figure))
    return terms
