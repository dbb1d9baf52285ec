"""Whether a clause affirms or denies what the claim says, counting negations and opposite words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from evidence.scoring.comparatives import turned_comparison
from evidence.scoring.comparison import Comparison, Finding, Force
from evidence.scoring.mark_kinds import STATUSES
from evidence.scoring.marks import Mark
from evidence.scoring.statements import Statement, Term
from evidence.scoring.values import Guard

_ADVERB: Final = regex.compile(r".+ly|currently|yet|ever|also|even|still|any|longer")
_TWO_SIDED: Final = "buy purchase sell give receive lend borrow"
CONVERSE: Final = frozenset(_TWO_SIDED.split())
"""Verbs whose opposite is the other side of one deed: who buys, and who sells."""
_ALSO_NEGATED: Final = regex.compile(r"nor|or", regex.IGNORECASE)


def polarity(comparison: Comparison) -> Iterator[Finding]:
    """Denials, opposite words, and what of them cannot be told."""
    passage, claim = comparison.passage, comparison.claim
    denied = _negations(claim)
    told = [mark for mark in _negations(passage) if comparison.reaches(mark)]
    certain = [mark for mark in told if _heads_shared(comparison, mark)]
    opposed = [pair for pair in comparison.alignment.pairs if pair.opposed]
    swapped = turned_comparison(comparison)
    partial = any(comparison.reaches(mark) for mark in passage.marked(("partial_negation",)))
    odd = (len(denied) + len(certain) + len(comparison.denials[:1]) + len(opposed) + swapped) % 2
    unclear = len(certain) < len(told)
    converse = any(claim.terms[pair.claim].lemma.lower() in CONVERSE for pair in opposed)
    graded = any(pair.how == "opposite" for pair in opposed)
    if converse and len(comparison.alignment.pairs) > 2:
        yield Finding("blocks", Guard("polarity_unclear", "the words say the two sides of one deed"))
    elif odd and not unclear and not partial and not (graded and (denied or certain)):
        yield Finding("opposes", _guard(comparison, denied, certain))
    elif unclear and (odd or len(told) != len(denied)):
        yield Finding(
            "blocks", Guard("polarity_unclear", f"a negation stands beside the words: {_words(passage, told)}")
        )
    elif graded and (denied or certain):
        yield Finding("blocks", Guard("polarity_unclear", "an opposite word and a negation stand together"))
    for mark in passage.marked(("partial_negation",)):
        if comparison.reaches(mark) and not claim.marked(("partial_negation",)):
            force: Force = "opposes" if claim.marked(("universal",)) else "blocks"
            yield Finding(force, Guard("scope", f"scope differs: the page says {passage.text[mark.start : mark.end]}"))


def _negations(statement: Statement) -> list[Mark]:
    """The negations, ``neither … nor`` as one."""
    found: list[Mark] = []
    for mark in statement.marked(("negation",)):
        if found and _ALSO_NEGATED.fullmatch(statement.text[mark.start : mark.end]):
            continue
        found.append(mark)
    return found


def _heads_shared(comparison: Comparison, mark: Mark) -> bool:
    """Whether the word that is denied is one of the claim's."""
    passage = comparison.passage
    if any(m.kind in STATUSES and m.start >= mark.end and m.start - mark.end < 12 for m in passage.marks):
        return True
    head = _head(passage, mark)
    shared = {passage.terms[number].lemma for number in comparison.paired if number >= 0}
    return head is not None and (
        passage.terms[head].lemma in shared
        or head in comparison.paired
        or any(pair.at == passage.terms[head].start for pair in comparison.alignment.pairs)
    )


def _head(passage: Statement, mark: Mark) -> int | None:
    clause = passage.clause_at(mark.start)
    numbers = [number for number, term in enumerate(passage.terms) if passage.clause_at(term.start) == clause]
    if mark.reach == "left":
        side = [number for number in reversed(numbers) if passage.terms[number].start < mark.start]
    else:
        side = [number for number in numbers if passage.terms[number].end > mark.start]
    heads = [number for number in side if not _passed_over(passage.terms[number])]
    return heads[0] if heads else (side[0] if side else None)


def _passed_over(term: Term) -> bool:
    return term.light or bool(_ADVERB.fullmatch(term.lemma))


def _guard(comparison: Comparison, denied: list[Mark], told: list[Mark]) -> Guard:
    claim, passage = comparison.claim, comparison.passage
    for pair in comparison.alignment.pairs:
        if pair.opposed:
            other = passage.terms[pair.passage].written if pair.passage >= 0 else ""
            return Guard("opposite_words", f"opposite words: {claim.terms[pair.claim].written} / {other}")
    if comparison.denials and not denied:
        return Guard("negation", f"the table denies it: {comparison.denials[0]}")
    if told and not denied:
        return Guard("negation", f"the page denies it: {_words(passage, told)}")
    if denied and not told:
        return Guard("negation", f"the claim denies what the page affirms: {_words(claim, denied)}")
    return Guard("negation", f"negations differ: {_words(claim, denied)} / {_words(passage, told)}")


def _words(statement: Statement, marks: list[Mark]) -> str:
    return ", ".join(statement.text[mark.start : mark.end].strip() for mark in marks)
