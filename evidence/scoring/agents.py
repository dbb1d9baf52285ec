"""Who did it: ``directed by Sam Ostrow`` and ``Spain won the cup`` name the doer; another in the claim is refuted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from evidence.scoring.alignment import Pair
from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.statements import Statement, tail
from evidence.scoring.values import Guard
from evidence.scoring.verbs import BE_BEFORE, BY_AFTER, directly, is_verb

_DEEDS: Final = (
    "win found write direct invent discover design paint compose sing lead own kill marry buy acquire create develop"
)
_ALONE: Final = frozenset(_DEEDS.split())
"""Deeds that one doer does alone."""
_TO_NAME: Final = regex.compile(r"\s+by\s+(?:the\s+|an?\s+)?(?:\p{Ll}+\s+){0,3}(?=\p{Lu})")
_THE: Final = regex.compile(r"(?r)\bthe\s+(?:\p{Ll}+\s+)?\Z", regex.IGNORECASE)
_BETWEEN: Final = regex.compile(r"[\s.'’-]*")


def agents(comparison: Comparison) -> Iterator[Finding]:
    """Another doer than the claim's."""
    claim, passage = comparison.claim, comparison.passage
    if not claim.language == passage.language == "en":
        return
    for verb in comparison.alignment.pairs:
        if verb.passage < 0 or verb.opposed or not is_verb(claim, verb.claim):
            continue
        mine = _doer(claim, verb.claim)
        its = _doer(passage, verb.passage)
        if mine is None or its is None or its in comparison.paired or _is(mine, its, comparison):
            continue
        if any(pair.passage in _name(passage, its) for pair in comparison.alignment.pairs):
            continue
        told = f"the page names another: {claim.terms[mine].written} / {passage.terms[its].written}"
        alone = claim.terms[verb.claim].lemma.lower() in _ALONE and _same_deed(comparison, verb, mine)
        yield Finding("opposes" if alone else "blocks", Guard("names", told))
        return


def _doer(statement: Statement, verb: int) -> int | None:
    """The first term of the name of who does it: after ``by``, or the name before a verb in the active voice."""
    term = statement.terms[verb]
    if BY_AFTER.match(statement.text, term.end):
        match = _TO_NAME.match(statement.text, term.end)
        return next((n for n, other in enumerate(statement.terms) if match and other.start == match.end()), None)
    if directly(statement, BE_BEFORE, term.start) or not is_verb(statement, verb):
        return None
    at = verb - 1
    while at >= 0 and statement.terms[at].light and statement.terms[at].clause == term.clause:
        at -= 1
    if at < 0 or not statement.terms[at].capital or statement.terms[at].quantity is not None:
        return None
    if statement.terms[at].clause != term.clause or term.start - statement.terms[at].end > 12:
        return None
    return _name(statement, at)[0]


def _name(statement: Statement, at: int) -> list[int]:
    """The numbers of the terms of the name that has the term `at`."""
    found = [at]
    while found[0] > 0 and _goes_on(statement, found[0] - 1):
        found.insert(0, found[0] - 1)
    while found[-1] + 1 < len(statement.terms) and _goes_on(statement, found[-1]):
        found.append(found[-1] + 1)
    return found


def _goes_on(statement: Statement, number: int) -> bool:
    one, other = statement.terms[number], statement.terms[number + 1]
    named = one.capital and other.capital and one.quantity is None and other.quantity is None
    return named and bool(_BETWEEN.fullmatch(statement.text[one.end : other.start]))


def _is(mine: int, its: int, comparison: Comparison) -> bool:
    """Whether the two are one, as far as a shared word tells."""
    return comparison.claim.terms[mine].lemma.lower() == comparison.passage.terms[its].lemma.lower()


def _same_deed(comparison: Comparison, verb: Pair, mine: int) -> bool:
    """Whether nothing but the doer differs: what it was done to is the same."""
    claim = comparison.claim
    name = set(_name(claim, mine))
    rest = [n for n, term in enumerate(claim.terms) if n not in name and n != verb.claim and not term.light]
    there = {pair.claim for pair in comparison.alignment.pairs} | {
        f.claim for f in comparison.figures if f.found == "same"
    }
    known = any(claim.terms[n].capital or _THE.search(tail(claim.text, claim.terms[n].start)) for n in rest)
    return known and all(number in there for number in rest)
