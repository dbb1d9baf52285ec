"""A claim laid against one passage: what is shared, what is missing, what is different."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from evidence.scoring.alignment import STRENGTH, Alignment, Translator, align
from evidence.scoring.figures import Figure, match_figures
from evidence.scoring.marks import Mark
from evidence.scoring.statements import Statement, Term
from evidence.scoring.values import Guard

CONTEXT_STRENGTH: Final = 0.8
_DAYS: Final = "monday tuesday wednesday thursday friday saturday sunday"
WEEKDAYS: Final = frozenset(_DAYS.split())
MEASURED_BY: Final = {
    **dict.fromkeys(("cost", "price", "pay", "charge", "fee", "sell"), "money"),
    **dict.fromkeys(("weigh", "weight"), "mass"),
    **dict.fromkeys(("tall", "high", "long", "wide", "measure", "length", "height"), "length"),
    **dict.fromkeys(("last", "take", "duration"), "time"),
}
"""Words that a figure of the right kind says by itself."""
Force = Literal["opposes", "blocks", "weakens"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one guard found: the passage opposes the claim, cannot support it, or supports it with less certainty."""

    force: Force
    guard: Guard


@dataclass(frozen=True)
class Comparison:
    """One claim and one passage.

    Attributes:
        context: the claim's terms that only the passage's surroundings have (its headings, the sentence before).
        denials: what denies without a negation, such as a table's ``no``.
    """

    claim: Statement
    passage: Statement
    alignment: Alignment
    figures: tuple[Figure, ...]
    context: frozenset[int] = frozenset()
    denials: tuple[str, ...] = ()

    @cached_property
    def missing(self) -> tuple[Term, ...]:
        """The claim's words that say something and are nowhere."""
        return tuple(
            self.claim.terms[number]
            for number in self.alignment.missing
            if number not in self.context | self.spoken and not self.claim.terms[number].light
        )

    @cached_property
    def spoken(self) -> frozenset[int]:
        """The claim's terms that a figure says too: the weekday of a date, ``costs`` of a price."""
        return self._weekdays | frozenset(
            number for number in self.alignment.missing if self._measured(self.claim.terms[number].lemma.lower())
        )

    def _measured(self, lemma: str) -> bool:
        dimension = MEASURED_BY.get(lemma)
        return dimension is not None and any(
            figure.found in {"same", "differs"}
            and (told := self.claim.terms[figure.claim].quantity) is not None
            and told.dimension.partition(":")[0] == dimension
            for figure in self.figures
        )

    @cached_property
    def _weekdays(self) -> frozenset[int]:
        same = {figure.claim for figure in self.figures if figure.found in {"same", "differs"}}
        dated = {n for n in same if (told := self.claim.terms[n].quantity) and told.dimension == "date"}
        if not dated or any(term.lemma.lower() in WEEKDAYS for term in self.passage.terms):
            return frozenset()
        return frozenset(
            number
            for number in self.alignment.missing
            if self.claim.terms[number].lemma.lower() in WEEKDAYS and {number - 1, number + 1} & dated
        )

    @cached_property
    def coverage(self) -> float:
        """How much of the claim's weight the passage speaks of, 0 to 1; a figure that differs is spoken of."""
        whole = sum(term.weight for term in self.claim.terms)
        if not whole:
            return 0.0
        told = sum(self.claim.terms[pair.claim].weight * STRENGTH[pair.how] for pair in self.alignment.pairs)
        told += sum(self.claim.terms[number].weight * CONTEXT_STRENGTH for number in self.context)
        told += sum(self.claim.terms[figure.claim].weight for figure in self.figures if figure.found != "absent")
        return min(1.0, told / whole)

    @cached_property
    def paired(self) -> frozenset[int]:
        """The numbers of the passage's terms that the claim has, figures too."""
        return frozenset(
            [
                *(pair.passage for pair in self.alignment.pairs),
                *(figure.passage for figure in self.figures if figure.found in {"same", "differs"}),
            ]
        )

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Where the claim's words stand in the passage, in its order."""
        figures = (self.passage.terms[f.passage].start for f in self.figures if f.passage >= 0)
        light = {number for number, term in enumerate(self.claim.terms) if term.light}
        heavy = [pair.at for pair in self.alignment.pairs if pair.claim not in light]
        return tuple(sorted([*(heavy or (pair.at for pair in self.alignment.pairs)), *figures]))

    def reaches(self, mark: Mark) -> bool:
        """Whether a mark of the passage changes a word that the claim has."""
        clause = self.passage.clause_at(mark.start)
        near = [at for at in self.places if self.passage.clause_at(at) == clause]
        if mark.reach == "right":
            return any(at >= mark.end for at in near)
        if mark.reach == "left":
            return any(at < mark.start for at in near)
        return bool(near)


def compare_with(claim: Statement, passage: Statement, translate: Translator | None = None) -> Comparison:
    """Lay `claim` against `passage` alone."""
    alignment = align(claim, passage, translate)
    return Comparison(claim, passage, alignment, match_figures(claim, passage, alignment))


def within(comparison: Comparison, surroundings: Statement, translate: Translator | None = None) -> Comparison:
    """The same with what the passage stands under: the claim's words that are missing may be told there."""
    around = align(comparison.claim, surroundings, translate)
    there = {pair.claim for pair in around.pairs if not pair.opposed}
    figures = tuple(
        replace(figure, found="named") if _numbers(figure, comparison.claim, surroundings) else figure
        for figure in comparison.figures
    )
    return replace(comparison, context=frozenset(there & set(comparison.alignment.missing)), figures=figures)


def _numbers(figure: Figure, claim: Statement, surroundings: Statement) -> bool:
    """Whether the figure is a name's (``line 7``) and the name stands in the surroundings."""
    if figure.found not in {"absent", "several"} or not figure.claim:
        return False
    before, term = claim.terms[figure.claim - 1], claim.terms[figure.claim]
    named = claim.text[before.start : term.end].lower()
    return not claim.text[before.end : term.start].strip() and named in surroundings.text.lower()


GuardRule = Callable[[Comparison], Iterator[Finding]]
