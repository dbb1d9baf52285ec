"""What is told of a name by standing beside it: ``the engineer Lena Holt``, ``Lena Holt, an engineer,``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.statements import Term, tail
from evidence.scoring.values import Guard

_COPULA: Final = regex.compile(r"\b(?:is|are|was|were)\s+(?:an?\s+|the\s+|one\s+of\s+the\s+)?", regex.IGNORECASE)
_JOINED: Final = regex.compile(r"[\s,()–—“”\"'‘’.-]*(?:(?:an?|the|his|her|its|their|of)[\s]+)*", regex.IGNORECASE)
_OWNER: Final = regex.compile(r"['’]s?\s")
_CASE: Final = regex.compile(
    r"(?r)\b(?:of|in|to|from|near|at|by|with|for|under|about|behind|against|over|into|like|than|on)\s+(?:the\s+|an?\s+)?\Z",
    regex.IGNORECASE,
)
SPAN: Final = 80
"""Code points in which a name and what stands beside it are looked for."""


def beside(comparison: Comparison) -> tuple[int, int] | None:
    """The code points ``[start, end)`` of the passage where a claim of the form ``X is a Y`` is told by X beside Y."""
    if comparison.context or comparison.missing or not is_copular(comparison):
        return None
    claim, passage = comparison.claim, comparison.passage
    numbers = sorted(
        pair.passage
        for pair in comparison.alignment.pairs
        if pair.passage >= 0 and not claim.terms[pair.claim].light and not pair.opposed
    )
    if len(numbers) < 2 or comparison.figures:
        return None
    start, end = passage.terms[numbers[0]].start, passage.terms[numbers[-1]].end
    if end - start > SPAN or not _told_together(comparison, numbers):
        return None
    return start, end


def is_copular(comparison: Comparison) -> bool:
    """Whether the claim says of a name what it is, in English."""
    claim = comparison.claim
    if not claim.language == comparison.passage.language == "en":
        return False
    copula = _COPULA.search(claim.text)
    if copula is None or claim.breaks:
        return False
    before = [term for term in claim.terms if term.end <= copula.start()]
    after = [term for term in claim.terms if term.start >= copula.end()]
    return bool(before) and bool(after) and any(term.capital for term in before) and after[0].start <= copula.end() + 1


def _told_together(comparison: Comparison, numbers: list[int]) -> bool:
    """Whether between the words stand commas, articles and at most one more word, which goes with a name after it."""
    terms, text = comparison.passage.terms, comparison.passage.text
    strangers = 0
    for one in range(numbers[0], numbers[-1]):
        gap = text[terms[one].end : terms[one + 1].start]
        if not (_JOINED.fullmatch(gap) or _OWNER.fullmatch(gap)):
            return False
        if one not in numbers:
            strangers += 1
            if not _goes_with_a_name(terms[one], terms[one + 1]):
                return False
    return strangers <= 1


def _goes_with_a_name(term: Term, following: Term) -> bool:
    return not term.capital and following.capital and term.quantity is None


def predicates(comparison: Comparison) -> Iterator[Finding]:
    """``X is Y`` where the passage has Y with a preposition: ``north of Y`` does not say that anything is Y."""
    if not is_copular(comparison) or beside(comparison):
        return
    claim, passage = comparison.claim, comparison.passage
    copula = _COPULA.search(claim.text)
    for pair in comparison.alignment.pairs:
        term = claim.terms[pair.claim]
        if copula is None or pair.passage < 0 or term.start < copula.end() or not term.name:
            continue
        if _CASE.search(tail(claim.text, term.start)) or claim.text[copula.end() : term.start].strip():
            continue
        told = passage.terms[pair.passage]
        if _CASE.search(tail(passage.text, told.start)):
            yield Finding("blocks", Guard("said_otherwise", f"the page does not say who or what is {told.written}"))
            return
