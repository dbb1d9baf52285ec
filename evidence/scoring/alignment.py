"""Which words of a claim a passage has, and how: the same word, one made from it, another word for it, its opposite.

Of several places of one word, the one nearest to the others is taken.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import regex

from evidence.scoring.analyser_korean import without_particle
from evidence.scoring.morphology import negates_word, root
from evidence.scoring.names import short_names
from evidence.scoring.opposites import COMPLEMENTS, OPPOSITES
from evidence.scoring.statements import Statement, Term
from evidence.scoring.synonyms import SYNONYMS

How = Literal["same", "made_from", "joined", "synonym", "translated", "short_name", "opposite", "complement"]
STRENGTH: Final[dict[How, float]] = {
    "same": 1.0,
    "joined": 1.0,
    "made_from": 0.95,
    "synonym": 0.9,
    "translated": 0.9,
    "short_name": 0.8,
    "complement": 0.9,
    "opposite": 0.85,
}
_KNOWN: Final[tuple[tuple[How, Mapping[str, Mapping[str, frozenset[str]]]], ...]] = (
    ("synonym", SYNONYMS),
    ("complement", COMPLEMENTS),
    ("opposite", OPPOSITES),
)
Translator = Callable[[str], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Pair:
    """A word of the claim and its word in the passage, by their numbers among the terms.

    `passage` is -1 for a word that is in the passage's letters but no word of its own there (``joined``); then `at`
    alone says where.
    """

    claim: int
    passage: int
    at: int
    how: How

    @property
    def opposed(self) -> bool:
        """Whether the passage has the word's opposite."""
        return self.how in {"opposite", "complement"}


@dataclass(frozen=True, slots=True)
class Alignment:
    """The pairs of one claim and one passage, by the claim's order; `missing` are the numbers of its other terms."""

    pairs: tuple[Pair, ...]
    missing: tuple[int, ...]

    def of(self, claim: int) -> Pair | None:
        """The pair of one term of the claim."""
        return next((pair for pair in self.pairs if pair.claim == claim), None)


def align(claim: Statement, passage: Statement, translate: Translator | None = None) -> Alignment:
    """Pair the words (figures are compared elsewhere) of `claim` with those of `passage`."""
    choices: dict[int, list[Pair]] = {}
    by_lemma: dict[str, list[int]] = {}
    for number, term in enumerate(passage.terms):
        if term.quantity is None:
            by_lemma.setdefault(folded(term.lemma), []).append(number)
    squeezed = _Squeezed(passage)
    for number, term in enumerate(claim.terms):
        if term.quantity is None:
            found = _choices(number, term, claim, passage, by_lemma, translate) or squeezed.find(number, term, claim)
            if found:
                choices[number] = found
    pairs = _nearest(choices, claim, passage)
    known = {pair.claim: pair.passage for pair in pairs if not pair.opposed}
    for number, at in short_names(claim, passage, known):
        pairs.append(Pair(number, at, passage.terms[at].start, "short_name"))
    pairs.sort(key=lambda pair: pair.claim)
    paired = {pair.claim for pair in pairs}
    missing = tuple(n for n, term in enumerate(claim.terms) if term.quantity is None and n not in paired)
    return Alignment(tuple(pairs), missing)


def relation(one: Term, other: Term, language: str) -> How | None:
    """How two words of one language are alike; None when they are not known to be."""
    return _relation(one.lemma.lower(), other.lemma.lower(), one.root, other.root, language)


@lru_cache(maxsize=50_000)
def folded(word: str) -> str:
    """The word in small letters, Latin ones without their accents (``Noël``, ``noel``)."""
    if word.isascii():
        return word.lower()
    parts = unicodedata.normalize("NFD", word.lower())
    bare = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return bare if bare.isascii() else word.lower()


@lru_cache(maxsize=50_000)
def _relation(one: str, other: str, one_root: str, other_root: str, language: str) -> How | None:
    if one == other:
        return "same"
    if negates_word(one, other):
        return "complement"
    for how, table in _KNOWN:
        if other in table.get(language, {}).get(one, ()):
            return how
    if one_root and one_root == other_root:
        return "made_from"
    return None


def _choices(
    number: int,
    term: Term,
    claim: Statement,
    passage: Statement,
    by_lemma: dict[str, list[int]],
    translate: Translator | None,
) -> list[Pair]:
    same = by_lemma.get(folded(term.lemma))
    if same:
        return [Pair(number, other, passage.terms[other].start, "same") for other in same]
    found: list[Pair] = []
    if claim.language == passage.language or (term.name and term.lemma.isascii()):
        for other, candidate in enumerate(passage.terms):
            if candidate.quantity is None:
                how = relation(term, candidate, passage.language)
                if how:
                    found.append(Pair(number, other, candidate.start, how))
    elif translate:
        words = translate(term.lemma)
        roots = {root(word) for word in words} - {""}
        same_words = {other for word in words for other in by_lemma.get(folded(word), ())}
        found = [
            Pair(number, other, candidate.start, "translated")
            for other, candidate in enumerate(passage.terms)
            if other in same_words or (candidate.quantity is None and candidate.root in roots)
        ]
    best = max((STRENGTH[pair.how] for pair in found), default=0.0)
    return [pair for pair in found if STRENGTH[pair.how] == best]


class _Squeezed:
    """The passage without spaces: one side may write apart what the other writes in one (``도시 계획``)."""

    def __init__(self, passage: Statement) -> None:
        self._offsets = [at for at, sign in enumerate(passage.text) if not sign.isspace()]
        self._text = "".join(passage.text[at] for at in self._offsets).lower()
        self._begins = {term.start for term in passage.terms}
        self._ends = {term.end for term in passage.terms}

    def find(self, number: int, term: Term, claim: Statement) -> list[Pair]:
        """The place of `term`, where a word begins with it or it is long enough to be no accident."""
        written = "".join(term.written.split()).lower()
        if written.isascii() or (len(written) < 2 and claim.language != "ko"):
            return []
        found = self._place(written, least=3) if len(written) > 1 else None
        if found is None and claim.language == "ko" and (word := _between_spaces(claim.text, term)):
            found = self._place(word, least=3)
        return [] if found is None else [Pair(number, -1, found, "joined")]

    def _place(self, written: str, least: int) -> int | None:
        """Where it stands: at the begin or the end of a word, or anywhere when it has `least` letters."""
        at = self._text.find(written)
        while at >= 0:
            last = self._offsets[at + len(written) - 1]
            if len(written) >= least or self._offsets[at] in self._begins or last + 1 in self._ends:
                return self._offsets[at]
            at = self._text.find(written, at + 1)
        return None


def _between_spaces(text: str, term: Term) -> str:
    """The Korean word that `term` is a part of, without its particle; "" where that says no more than the term."""
    match = _KOREAN_WORD.search(text, max(0, term.start - _WORD_MOST))
    while match and match.end() <= term.start:
        match = _KOREAN_WORD.search(text, match.end())
    stem = without_particle(match.group()) if match else ""
    return stem if match and len(stem) > 1 and match.start() + len(stem) >= term.end > match.start() else ""


_KOREAN_WORD: Final = regex.compile(r"\p{Hangul}+")
_WORD_MOST: Final = 20
"""Letters back from a term in which its word begins."""


def _nearest(choices: dict[int, list[Pair]], claim: Statement, passage: Statement) -> list[Pair]:
    """One pair for each word: the words with one place first, then the places nearest to theirs; no place twice."""
    chosen: list[Pair] = []
    used: set[int] = set()
    for number in sorted(choices, key=lambda n: (len(choices[n]), -claim.terms[n].weight, n)):
        free = [pair for pair in choices[number] if pair.passage < 0 or pair.passage not in used]
        if not free:
            # The same word twice in the claim and once in the passage: it stands for both.
            free = choices[number]
        best = min(free, key=lambda pair: (_distance(pair, chosen, passage), pair.at))
        chosen.append(best)
        used.add(best.passage)
    return sorted(chosen, key=lambda pair: pair.claim)


def _distance(pair: Pair, chosen: Sequence[Pair], passage: Statement) -> int:
    clause = passage.clause_at(pair.at)
    return sum(abs(pair.at - other.at) + (0 if passage.clause_at(other.at) == clause else 40) for other in chosen)
