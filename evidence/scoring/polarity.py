"""Whether a clause affirms or denies what the claim says, counting negations and opposite words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from evidence.scoring.alignment import Pair
from evidence.scoring.comparatives import turned_comparison
from evidence.scoring.comparison import Comparison, Finding, Force
from evidence.scoring.mark_kinds import STATUSES
from evidence.scoring.marks import Mark
from evidence.scoring.statements import Statement, Term, tail
from evidence.scoring.values import Guard
from evidence.scoring.verbs import BY_AFTER

_ADVERB: Final = regex.compile(r".+ly|currently|yet|ever|also|even|still|any|longer")
_TWO_SIDED: Final = "buy purchase acquire sell give receive lend borrow"
CONVERSE: Final = frozenset(_TWO_SIDED.split())
"""Verbs whose opposite is the other side of one deed: who buys, and who sells."""
_ENDED: Final = regex.compile(
    r"\b(?:is|are|was|were|been|being|be)\s+(?:now\s+|strictly\s+|\p{L}+ly\s+)?"
    r"(dropped|cancelled|canceled|abolished|prohibited|forbidden|banned|outlawed|scrapped|discontinued|illegal|unlawful"
    r"|impossible|called off)\b|\b(dropped)\s+(?:its\s+|the\s+)?support\b",
    regex.IGNORECASE,
)
_THERE_IS: Final = regex.compile(
    r"\bthere (?:is|are|was|were)\b|\b(?:takes?|took) place\b|\b(?:held|allowed|permitted|legal|possible)\b"
    r"|\b(?:supports?|supported|available|can|may|must|cannot|not)\b",
    regex.IGNORECASE,
)
_TOWARDS: Final = regex.compile(r"(?r)\bto\s+(?:the\s+|an?\s+)?(?:\p{Lu}\S*\s+)*\Z")
_FROM: Final = regex.compile(r"(?r)\b(?:from|of)\s+(?:the\s+|an?\s+)?(?:\p{Lu}\S*\s+)*\Z")
_ALSO_NEGATED: Final = regex.compile(r"nor|or", regex.IGNORECASE)


def polarity(comparison: Comparison) -> Iterator[Finding]:
    """Denials, opposite words, and what of them cannot be told."""
    passage, claim = comparison.passage, comparison.claim
    denied = _negations(claim)
    told = [mark for mark in _negations(passage) if comparison.reaches(mark)]
    certain = [mark for mark in told if _heads_shared(comparison, mark)]
    ended = _ended(comparison)
    opposed = [pair for pair in comparison.alignment.pairs if pair.opposed]
    swapped = turned_comparison(comparison)
    partial = any(comparison.reaches(mark) for mark in passage.marked(("partial_negation",)))
    odd = (len(denied) + len(certain) + len(comparison.denials[:1]) + len(opposed) + swapped + len(ended)) % 2
    unclear = len(certain) < len(told)
    converse = any(claim.terms[pair.claim].lemma.lower() in CONVERSE for pair in opposed)
    graded = any(pair.how == "opposite" for pair in opposed)
    if converse and len(comparison.alignment.pairs) > 2:
        yield from _other_side(comparison, opposed)
    elif ended and odd and not unclear and not denied:
        yield Finding("opposes", Guard("negation", f"the page says that it is no more, or may not be: {ended[0]}"))
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


def _ended(comparison: Comparison) -> list[str]:
    """The words by which the passage denies what a claim says there is (``was cancelled``, ``is prohibited``)."""
    claim, passage = comparison.claim, comparison.passage
    if not claim.language == passage.language == "en" or not _THERE_IS.search(claim.text):
        return []
    places = {term.start for number, term in enumerate(passage.terms) if number in comparison.paired}
    found = [match for match in _ENDED.finditer(passage.text) if match.start(1) not in places]
    return [match[0] for match in found if comparison.reaches(Mark("negation", match.start(), match.end(), "clause"))][
        :1
    ]


def _other_side(comparison: Comparison, opposed: list[Pair]) -> Iterator[Finding]:
    """``A sold it to B`` says that B bought it, and not that A did."""
    claim, passage = comparison.claim, comparison.passage
    pair = opposed[0]
    doer = next((other for other in comparison.alignment.pairs if claim.terms[other.claim].capital), None)
    plain = not any(
        BY_AFTER.match(one.text, one.terms[at].end) for one, at in ((claim, pair.claim), (passage, pair.passage))
    )
    if len(opposed) > 1 or pair.passage < 0 or doer is None or doer.passage < 0 or doer.claim > pair.claim or not plain:
        yield Finding("blocks", Guard("polarity_unclear", "the words say the two sides of one deed"))
        return
    verb, told = passage.terms[pair.passage], passage.terms[doer.passage]
    if told.start > verb.end and _TOWARDS.search(tail(passage.text, told.start)):
        yield from _giver(comparison, pair)
    elif told.end < verb.start and told.clause == verb.clause:
        words = f"{claim.terms[pair.claim].written} / {verb.written}"
        yield Finding("opposes", Guard("roles", f"{told.written} is on the other side of it: {words}"))
    else:
        yield Finding("blocks", Guard("polarity_unclear", "the words say the two sides of one deed"))


def _giver(comparison: Comparison, pair: Pair) -> Iterator[Finding]:
    """Whether the one from whom it comes in the claim is the one who gives it in the passage."""
    claim = comparison.claim
    for other in comparison.alignment.pairs:
        term = claim.terms[other.claim]
        if term.capital and other.claim > pair.claim and _FROM.search(tail(claim.text, term.start)):
            if not 0 <= other.passage < pair.passage:
                yield Finding("blocks", Guard("polarity_unclear", "the words say the two sides of one deed"))
            return


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
