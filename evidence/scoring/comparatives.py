"""The two sides of a comparison (``larger than``, ``before``), and whether a passage has them changed over."""

from __future__ import annotations

from typing import Final

import regex

from evidence.scoring.alignment import Pair
from evidence.scoring.comparison import Comparison
from evidence.scoring.statements import Statement

_THAN: Final = regex.compile(r"\b(?:than|before|after|above|below)\b|보다|より|[比](?=\p{Han}|\p{L})", regex.IGNORECASE)


def arguments(comparison: Comparison) -> list[Pair]:
    """The pairs that may be someone or something: no figures, not light, each with a word of its own."""
    return [
        pair
        for pair in comparison.alignment.pairs
        if pair.passage >= 0 and not pair.opposed and not comparison.claim.terms[pair.claim].light
    ]


def turned_comparison(comparison: Comparison) -> int:
    """1 where the two sides of a comparison (``larger than``, ``before``) are changed over, else 0."""
    both = [sides(comparison.claim), sides(comparison.passage)]
    if None in both:
        return 0
    (pivot, _), (other, _) = (side for side in both if side)
    claim, passage = comparison.claim, comparison.passage
    lemmas = [term.lemma for term in claim.terms]
    sure = [(pair.claim, pair.passage) for pair in arguments(comparison) if lemmas.count(lemmas[pair.claim]) == 1]
    sure += [(figure.claim, figure.passage) for figure in comparison.figures if figure.found == "same"]
    before = {number for number, _ in sure if claim.terms[number].end <= pivot}
    turned = [
        (one, two)
        for one, at_one in sure
        for two, at_two in sure
        if one in before and two not in before and passage.terms[at_two].end <= other < passage.terms[at_one].end
    ]
    return 1 if turned or _moved(sure, comparison, pivot, other) else 0


def _moved(sure: list[tuple[int, int]], comparison: Comparison, pivot: int, other: int) -> bool:
    """``Tower B is taller than Tower A``: what tells two of a kind apart stands on the other side."""
    claim, passage = comparison.claim, comparison.passage
    lemmas = [term.lemma for term in claim.terms]
    return any(
        number
        and lemmas.count(lemmas[number - 1]) > 1
        and (claim.terms[number].end <= pivot) != (passage.terms[at].end <= other)
        for number, at in sure
    )


def sides(statement: Statement) -> tuple[int, int] | None:
    """Where the word stands that parts the two sides of a comparison; None without one."""
    match = _THAN.search(statement.text)
    return (match.start(), match.end()) if match else None
