"""Subject and predicate of one clause: ``exports rose and imports fell`` does not say that imports rose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from evidence.scoring.alignment import Pair, relation
from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.statements import DIRECTING, tail
from evidence.scoring.values import Guard

_PRONOUN: Final = regex.compile(r"\b(?:they|it|he|she|who|which)\s+\Z", regex.IGNORECASE)
_CONTRAST: Final = regex.compile(
    r"\b(?:but|while|whereas|although|though|however)\b|;|が、|けど|지만|[但而]", regex.IGNORECASE
)


def clauses(comparison: Comparison) -> Iterator[Finding]:
    """The claim's words in clauses with another subject, or beside the opposite of what it says."""
    heavy = [pair for pair in comparison.alignment.pairs if pair.passage >= 0 and not _light(comparison, pair.claim)]
    if len(heavy) < 2:
        return
    yield from _beside_the_opposite(comparison, heavy)
    if comparison.claim.breaks and comparison.claim.breaks[-1] < len(comparison.claim.text):
        return
    stranger = _other_subject(comparison, heavy)
    if stranger:
        yield Finding("blocks", Guard("other_clause", f"the page says it of another: {stranger}"))
    elif _across_a_contrast(comparison, heavy[_subject_words(heavy) :]):
        yield Finding(
            "blocks", Guard("other_clause", "the page says it in two clauses that are set against each other")
        )


def _other_subject(comparison: Comparison, heavy: list[Pair]) -> str:
    """What stands where the subject would, in a clause that has the claim's words without its subject; "" for none."""
    terms = comparison.passage.terms
    subject = terms[heavy[0].passage].clause
    for pair in heavy[1:]:
        clause = terms[pair.passage].clause
        if clause == subject:
            continue
        strangers = [
            number
            for number in range(pair.passage)
            if terms[number].clause == clause
            and number not in comparison.paired
            and not terms[number].light
            and terms[number].start < terms[number].end
            and terms[number].lemma not in DIRECTING
            and terms[number].quantity is None
        ]
        first = min(other.passage for other in heavy if terms[other.passage].clause == clause)
        led = _PRONOUN.search(tail(comparison.passage.text, terms[first].start))
        if strangers and first > strangers[0] and not led:
            return f"{terms[strangers[0]].written} … {terms[pair.passage].written}"
    return ""


def _subject_words(heavy: list[Pair]) -> int:
    """How many of the pairs are the words that stand together with the first one."""
    count = 1
    while count < len(heavy) and heavy[count].passage == heavy[count - 1].passage + 1:
        count += 1
    return count


def _across_a_contrast(comparison: Comparison, said: list[Pair]) -> bool:
    places = sorted(pair.at for pair in said)
    places += [comparison.passage.terms[f.passage].start for f in comparison.figures if f.passage >= 0]
    return len(places) > 1 and bool(_CONTRAST.search(comparison.passage.text, min(places), max(places)))


def _light(comparison: Comparison, number: int) -> bool:
    return comparison.claim.terms[number].light


def _beside_the_opposite(comparison: Comparison, heavy: list[Pair]) -> Iterator[Finding]:
    """``Exports rose and imports fell``: of two opposites, the one that stands nearer to the subject is its own."""
    claim, passage = comparison.claim, comparison.passage
    dated = [figure.passage for figure in comparison.figures if figure.found == "same" and figure.passage >= 0]
    for pair in comparison.alignment.pairs:
        if pair.passage < 0 or pair.opposed or pair.passage == heavy[0].passage:
            continue
        wanted = claim.terms[pair.claim]
        for number, term in enumerate(passage.terms):
            if number in comparison.paired or term.quantity is not None:
                continue
            if relation(wanted, term, passage.language) not in {"opposite", "complement"}:
                continue
            anchor, step = (dated[0], -1) if dated else (heavy[0].passage, 1)
            if _distance(anchor, number, step) < _distance(anchor, pair.passage, step):
                told = f"opposite words: {wanted.written} / {term.written}"
                yield Finding("opposes" if len(heavy) < 3 else "blocks", Guard("opposite_words", told))
                return


def _distance(anchor: int, number: int, step: int) -> float:
    """In words; what stands on the side of `anchor` where its word is not looked for is further off."""
    return abs(number - anchor) + (0 if (number - anchor) * step > 0 else 1.5)
