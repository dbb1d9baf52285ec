"""Two words of a claim in each other's place, and words that only stand with another (``画家の母``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

import regex

from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.statements import Statement, Term
from evidence.scoring.values import Guard

_EASTERN: Final = frozenset({"ja", "ko", "zh"})
_OF: Final = {"ja": "の", "ko": "의", "zh": "的"}
_IS_ALL: Final = {
    "ja": regex.compile(r"(?:である|であった|だった|だ|です|でした)?[。.\s]*$"),
    "ko": regex.compile(r"(?:이다|이었다|였다|다|입니다|이었습니다|였습니다)?[.\s]*$"),
    "zh": regex.compile(r"[。.\s]*$"),
}
_APPOSED: Final = regex.compile(r"出身|所属|在住|生まれ|卒業|大学卒|출신|소속|거주|毕业")
"""Words of a person that stand before another word of the same person."""
_THAN: Final = regex.compile(r"より|보다|들보다|比")


def exchanges(comparison: Comparison) -> Iterator[Finding]:
    """Words in each other's place, and words that are another's."""
    claim, passage = comparison.claim, comparison.passage
    if claim.language != passage.language or passage.language not in _EASTERN:
        return
    changed = _exchanged(comparison) or _compared(comparison)
    if changed:
        one, other = changed
        told = f"who did what is turned around: {one.written} / {other.written}"
        yield Finding("opposes", Guard("roles", told))
    yield from _anothers(comparison)
    yield from _twice(comparison)
    yield from _of_some(comparison)


def _exchanged(comparison: Comparison) -> tuple[Term, Term] | None:
    """Two words of the claim, each followed in the passage by the word that follows the other in the claim."""
    claim, passage = comparison.claim, comparison.passage
    lemmas = [term.lemma for term in claim.terms]
    places: Mapping[int, int] = {
        pair.claim: pair.passage
        for pair in comparison.alignment.pairs
        if pair.passage >= 0 and not pair.opposed and not claim.terms[pair.claim].light
    }
    sure = [number for number in places if lemmas.count(lemmas[number]) == 1]
    for one, other in combinations(sure, 2):
        first, second = _follower(claim, one), _follower(claim, other)
        if other in (first, None) or first is None or second is None or first not in places or second not in places:
            continue
        alike = claim.terms[first].lemma, claim.terms[second].lemma
        if alike[0] == alike[1]:
            continue
        its = _follower(passage, places[one]), _follower(passage, places[other])
        if its == (places[second], places[first]) and places[one] > places[other]:
            return claim.terms[one], claim.terms[other]
    return None


def _follower(statement: Statement, number: int) -> int | None:
    following = range(number + 1, len(statement.terms))
    return next((at for at in following if not statement.terms[at].light), None)


def _compared(comparison: Comparison) -> tuple[Term, Term] | None:
    """What stands before ``より`` in the claim stands elsewhere in the passage, in another word's place."""
    claim, passage = comparison.claim, comparison.passage
    marks = _THAN.search(claim.text), _THAN.search(passage.text)
    if claim.language == "zh" or marks[0] is None or marks[1] is None:
        return None
    pairs = [pair for pair in comparison.alignment.pairs if not claim.terms[pair.claim].light and not pair.opposed]
    mine = [pair for pair in pairs if 0 <= marks[0].start() - claim.terms[pair.claim].end <= 1]
    if not mine:
        return None
    starts = max((term.start for term in passage.terms if term.end <= marks[1].start()), default=0)
    its = [pair for pair in pairs if starts <= pair.at < marks[1].start() or _is_at(passage, pair.passage, starts)]
    if not its or its[0] == mine[0] or starts <= mine[0].at < marks[1].start():
        return None
    return claim.terms[mine[0].claim], claim.terms[its[0].claim]


def _is_at(passage: Statement, number: int, start: int) -> bool:
    return number >= 0 and passage.terms[number].start == start


def _anothers(comparison: Comparison) -> Iterator[Finding]:
    """The claim says that someone is it; the passage, that it is a word of something else."""
    claim, passage = comparison.claim, comparison.passage
    number = len(claim.terms) - 1
    while number > 0 and claim.terms[number].light:
        number -= 1
    pair = comparison.alignment.of(number)
    if pair is None or pair.passage < 0 or not _IS_ALL[claim.language].match(claim.text, claim.terms[number].end):
        return
    term, particle = passage.terms[pair.passage], _OF[passage.language]
    if not passage.text.startswith(particle, term.end) or _APPOSED.search(term.written):
        return
    owned = next((n for n in range(pair.passage + 1, len(passage.terms)) if not passage.terms[n].light), None)
    if owned is not None and owned not in comparison.paired and passage.terms[owned].start - term.end <= 2:
        told = f"{term.written}{particle}{passage.terms[owned].written}"
        yield Finding("blocks", Guard("of_another", f"the page says it of: {told}"))


def _twice(comparison: Comparison) -> Iterator[Finding]:
    """A word that the claim has twice and the passage once, beside another word in the other place."""
    claim, passage = comparison.claim, comparison.passage
    at = [pair.passage for pair in comparison.alignment.pairs if pair.passage >= 0]
    for pair in comparison.alignment.pairs:
        if pair.passage < 0 or at.count(pair.passage) < 2 or claim.terms[pair.claim].light:
            continue
        follower = _follower(claim, pair.claim)
        there = comparison.alignment.of(follower) if follower is not None else None
        before = there.passage - 1 if there and there.passage > 0 else -1
        if before >= 0 and before != pair.passage and before not in comparison.paired:
            told = f"{claim.terms[pair.claim].written} / {passage.terms[before].written}"
            yield Finding("blocks", Guard("other_word", f"words differ: {told}"))
            return


def _of_some(comparison: Comparison) -> Iterator[Finding]:
    """``130 cm 미만의 어린이`` are not all children."""
    claim, passage = comparison.claim, comparison.passage
    shared = {pair.at for pair in comparison.alignment.pairs if not claim.terms[pair.claim].light}
    for number, term in enumerate(passage.terms[:-1]):
        limit = term.quantity is not None and term.quantity.bound != "exact" and number not in comparison.paired
        following = passage.terms[number + 1]
        between = passage.text[term.end : following.start]
        if limit and following.start in shared and between.rstrip().endswith(_OF[passage.language]):
            words = passage.text[term.start : following.end]
            yield Finding("blocks", Guard("narrower", f"the page says it with a condition: {words}"))
            return
