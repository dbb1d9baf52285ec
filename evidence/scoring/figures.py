"""Figures of a claim against those of a passage: the same, different, or told of something else.

A passage with several figures of one kind (``Starter costs $29 and Team costs $199``) is divided among them: each has
the words before it, back to the figure before, and those after it up to the next comma. A figure stands for a claim
only where the claim's words stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import regex

from evidence.scoring.alignment import Alignment, relation
from evidence.scoring.morphology import root
from evidence.scoring.quantity import Quantity
from evidence.scoring.quantity_comparison import compare
from evidence.scoring.statements import Statement, Term

Found = Literal["same", "differs", "elsewhere", "unit", "limit", "several", "named", "absent"]
SEVERAL: Final = 2
"""Figures of one kind among which none is taken for the claim's unless its words stand nearer to it."""
_STOP: Final = regex.compile(r"[,、，;；]|\b(?:and|but|while|or)\b|고 |며 ")
_TO: Final = regex.compile(r"(?:\s+\p{L}+)?\s*(?:\bto\b|\bagainst\b|\bvs\.?|対|대|比)\s*")
_FROM_TO: Final = regex.compile(r"\bfrom\b.*\bto\b|から.*(?:まで|へ|に)|에서.*(?:으로|로|까지)|[从從].*[到至]")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the claim and the passage's (-1 for none) that it is compared with, by their numbers.

    Attributes:
        found: ``same``; ``differs``, another value of the same thing; ``unit``, the same number of something else;
            ``elsewhere``, the passage has the value, but for other words; ``limit``, the same number as another limit
            (``300``, ``over 300``); ``several``, it cannot be told with which of several figures; ``named``, a
            name's number that the surroundings have; ``absent``, nothing to compare.
    """

    claim: int
    passage: int
    found: Found


def match_figures(claim: Statement, passage: Statement, alignment: Alignment) -> tuple[Figure, ...]:
    """Compare each figure of `claim`."""
    found = [
        _match(number, term.quantity, claim, passage, alignment)
        for number, term in enumerate(claim.terms)
        if term.quantity is not None
    ]
    taken = {figure.passage for figure in found if figure.found == "same"}
    free = [
        Figure(figure.claim, -1, "absent") if figure.found == "differs" and figure.passage in taken else figure
        for figure in found
    ]
    return tuple(_with_their_dates(list(_in_order(free, claim, passage)), claim, passage))


def _match(number: int, wanted: Quantity, claim: Statement, passage: Statement, alignment: Alignment) -> Figure:
    there = [(at, term.quantity) for at, term in enumerate(passage.terms) if term.quantity is not None]
    told = {at: compare(wanted, figure) for at, figure in there}
    comparable = [at for at, figure in there if told[at] in {"same", "within", "differs"}]
    if not comparable:
        return _other_unit(number, wanted, claim, passage, there, alignment)
    same = [at for at in comparable if told[at] != "differs"]
    numbered = [at for at in same if _numbers_the_same(number, at, claim, passage, alignment)]
    if numbered:
        return Figure(number, numbered[0], "same")
    lived = _of_life(passage, alignment)
    if lived in comparable:
        return Figure(number, lived, "same" if lived in same else "differs")
    weights = {at: _weight(at, comparable, passage, alignment) for at in comparable}
    best = max(comparable, key=lambda at: (weights[at], at in same))
    if not same:
        others = [(at, figure) for at, figure in there if at in comparable]
        return _differing(number, wanted, others, claim, passage, alignment, weights)
    chosen = max(same, key=lambda at: weights[at])
    strange = _is_anothers(chosen, comparable, passage, alignment)
    if strange and weights[best] > weights[chosen] and _owns(best, chosen, comparable, claim, passage, alignment):
        return Figure(number, best, "elsewhere")
    return Figure(number, chosen, "same")


def _of_life(passage: Statement, alignment: Alignment) -> int:
    """The date of birth or death, where the claim speaks of it and the passage has it in brackets; else -1."""
    verbs = [pair.passage for pair in alignment.pairs if pair.passage >= 0]
    return next((at + 1 for at in verbs if passage.terms[at].start == passage.terms[at].end), -1)


def _differing(
    number: int,
    wanted: Quantity,
    there: Sequence[tuple[int, Quantity]],
    claim: Statement,
    passage: Statement,
    alignment: Alignment,
    weights: dict[int, float],
) -> Figure:
    """The figure that the claim's should be: of the same thing, and told apart from the others."""
    value = (wanted.low, wanted.high, wanted.unit)
    limit = [at for at, figure in there if (figure.low, figure.high, figure.unit) == value]
    if limit:
        return Figure(number, limit[0], "limit")
    counted = sorted(
        (
            at
            for at, figure in there
            if _counts_alike(wanted, figure, passage.language)
            and (figure.noun or not wanted.noun or same_slot(number, at, claim, passage, alignment))
        ),
        key=lambda at: -weights[at],
    )
    if not counted:
        return Figure(number, -1, "absent")
    if len(counted) > SEVERAL and weights[counted[0]] == weights[counted[1]]:
        return Figure(number, counted[0], "several")
    return Figure(number, counted[0], "differs")


def _owns(
    one: int, other: int, siblings: Sequence[int], claim: Statement, passage: Statement, alignment: Alignment
) -> bool:
    """Whether what the claim speaks of first, or a name of its, stands with the one figure and not with the other."""
    heavy = [number for number, term in enumerate(claim.terms) if not term.light and term.quantity is None]
    telling = {number for number in heavy if claim.terms[number].name or number == heavy[0]}
    own, others = _territory(one, siblings, passage), _territory(other, siblings, passage)
    places = [pair.at for pair in alignment.pairs if pair.claim in telling]
    return any(own[0] <= at < own[1] for at in places) and not any(others[0] <= at < others[1] for at in places)


def _other_unit(
    number: int,
    wanted: Quantity,
    claim: Statement,
    passage: Statement,
    there: Sequence[tuple[int, Quantity]],
    alignment: Alignment,
) -> Figure:
    """The same number in another unit, at the same place of the sentence (``by 20``, ``by 20 percent``)."""
    for at, figure in there:
        alike = wanted.low == figure.low and wanted.high == figure.high and wanted.dimension != figure.dimension
        if (
            alike
            and "date" not in {wanted.dimension, figure.dimension}
            and same_slot(number, at, claim, passage, alignment)
        ):
            return Figure(number, at, "unit")
    return Figure(number, -1, "absent")


def same_slot(one: int, other: int, claim: Statement, passage: Statement, alignment: Alignment) -> bool:
    """Whether the word before the term, or the one after it, is the same on both sides."""
    paired = {pair.claim: pair.passage for pair in alignment.pairs}
    return any(
        0 <= one + step < len(claim.terms)
        and 0 <= other + step < len(passage.terms)
        and paired.get(one + step) == other + step
        for step in (-1, 1)
    )


def _numbers_the_same(one: int, other: int, claim: Statement, passage: Statement, alignment: Alignment) -> bool:
    """Whether the figure goes with the word right before it on both sides (``item 7``)."""
    beside = one > 0 and not claim.text[claim.terms[one - 1].end : claim.terms[one].start].strip()
    there = other > 0 and not passage.text[passage.terms[other - 1].end : passage.terms[other].start].strip()
    paired = any(pair.claim == one - 1 and pair.passage == other - 1 for pair in alignment.pairs)
    return beside and there and paired


def _territory(at: int, siblings: Sequence[int], passage: Statement) -> tuple[int, int]:
    terms = passage.terms
    before = [terms[other].end for other in siblings if terms[other].end <= terms[at].start]
    after = [terms[other].start for other in siblings if terms[other].start >= terms[at].end]
    end = min([*after, len(passage.text)])
    stop = _STOP.search(passage.text, terms[at].end, end)
    start = max([0, *before])
    if before:
        stops = [match.end() for match in _STOP.finditer(passage.text, start, terms[at].start)]
        start = stops[0] if stops and passage.text[start : stops[0]].strip(" ,.、，") != "" else start
    return start, (stop.start() if stop and after else end)


def _weight(at: int, siblings: Sequence[int], passage: Statement, alignment: Alignment) -> float:
    if len(siblings) == 1:
        return 1.0
    start, end = _territory(at, siblings, passage)
    weights = {
        pair.passage if pair.passage >= 0 else -2 - pair.at: (
            passage.terms[pair.passage].weight if pair.passage >= 0 else 1.0
        )
        for pair in alignment.pairs
        if start <= pair.at < end
    }
    return sum(weights.values())


def _is_anothers(at: int, siblings: Sequence[int], passage: Statement, alignment: Alignment) -> bool:
    """Whether words stand with the figure that the claim has not."""
    start, end = _territory(at, siblings, passage)
    paired = {pair.passage for pair in alignment.pairs}
    return any(
        start <= term.start < end and term.quantity is None and not term.light and number not in paired
        for number, term in enumerate(passage.terms)
    )


def _counts_alike(wanted: Quantity, figure: Quantity, language: str) -> bool:
    """Whether two counts are of one thing, as far as it is told what they count."""
    if not wanted.noun or not figure.noun or wanted.dimension != "count":
        return True
    one, other = (_noun(noun) for noun in (wanted.noun, figure.noun))
    return relation(one, other, language) in {"same", "made_from"}


def _noun(written: str) -> Term:
    words = written.lower().split()
    word = words[-1] if words else ""
    lemma = word.removesuffix("s") if word.isascii() and len(word) > 3 else word
    return Term(0, 0, lemma, root(lemma), written, False, False, 0)


def _against(one: int, other: int, claim: Statement) -> bool:
    """``14 votes to 31``: the two stand against each other."""
    first, last = sorted((claim.terms[one], claim.terms[other]), key=lambda term: term.start)
    return bool(_TO.fullmatch(claim.text[first.end : last.start]))


def _with_their_dates(figures: list[Figure], claim: Statement, passage: Statement) -> Iterator[Figure]:
    """``from 7 percent in 2015 to 5 percent in 2020``: each value has its date."""
    dates = [figure for figure in figures if figure.found == "same" and _dimension(claim, figure.claim) == "date"]
    for figure in figures:
        dimension = _dimension(claim, figure.claim)
        if figure.found != "same" or dimension == "date" or len(dates) != 1:
            yield figure
            continue
        values = [n for n in range(len(passage.terms)) if _dimension(passage, n) == dimension]
        days = [n for n in range(len(passage.terms)) if _dimension(passage, n) == "date"]
        if figure.passage not in values or dates[0].passage not in days or not len(values) == len(days) > 1:
            yield figure
            continue
        day = days.index(dates[0].passage)
        if values.index(figure.passage) != day:
            yield Figure(figure.claim, values[day], "elsewhere")
        else:
            yield figure


def _dimension(statement: Statement, number: int) -> str:
    quantity = statement.terms[number].quantity
    return quantity.dimension if quantity else ""


def _in_order(figures: Sequence[Figure], claim: Statement, passage: Statement) -> Iterator[Figure]:
    """``from 29 to 199`` is not ``from 199 to 29``."""
    turned = bool(_FROM_TO.search(claim.text) and _FROM_TO.search(passage.text))
    for figure in figures:
        swapped = any(
            figure.found == other.found == "same"
            and (figure.claim - other.claim) * (figure.passage - other.passage) < 0
            and (turned or _against(figure.claim, other.claim, claim))
            for other in figures
        )
        yield Figure(figure.claim, figure.passage, "elsewhere") if swapped else figure
