"""Of whom a sentence in Japanese, Korean or Chinese says what it says: the nearest subject before a word is its own.

``父は医師、母は画家だ`` does not say that the father is a painter. Subjects are known by their particle,
in Chinese by the word that follows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import regex

from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.statements import Statement
from evidence.scoring.values import Guard

_TOPIC: Final = {
    "ja": regex.compile(r"[」』）)]*(?:は|も)(?![い])"),
    "ko": regex.compile(r"(?:\p{Hangul}{0,2}[은는])(?![가-힣])"),
    "zh": regex.compile(r"[”》）)]*(?:是|为|有|则|也|都|已|曾|将|被|由|在|占|达|于)"),
}
_SUBJECT: Final = {
    "ja": regex.compile(r"[」』）)]*が(?!、)"),
    "ko": regex.compile(r"[’”》)]*(?:이|가|께서)(?![가-힣])"),
}
_ENDS: Final = {
    "ja": regex.compile(r"[、，。]"),
    "ko": regex.compile(r"[,.]|(?<=[고며자서만]|는데|면서) "),
    "zh": regex.compile(r"[,，。;；]"),
}
"""What ends the part of a sentence that a subject alone governs; a topic goes on until the next one."""
_JOINED: Final = regex.compile(r"\s*(?:および|及び|ならびに|並びに|[とや・및와과和与與、])?\s*")
_PASSIVE: Final = regex.compile(r"[さらわかまたなばが]れ|[되된됐됩]|被|由")


@dataclass(frozen=True, slots=True)
class Subject:
    """The terms (by number) right before a particle; it governs what follows until the code point `until`."""

    terms: tuple[int, ...]
    end: int
    until: int


def subjects(comparison: Comparison) -> Iterator[Finding]:
    """The claim's words where the passage says them of someone else."""
    claim, passage = comparison.claim, comparison.passage
    if claim.language != passage.language or passage.language not in _TOPIC:
        return
    own = subjects_of(claim)
    if not own:
        return
    mine = set(own[0].terms)
    told = subjects_of(passage)
    strangers = [one for one in told if not _shared(one, comparison)]
    said = [(pair.claim, pair.at) for pair in comparison.alignment.pairs if pair.claim not in mine]
    said += [(f.claim, passage.terms[f.passage].start) for f in comparison.figures if f.found == "same"]
    for number, at in said:
        if claim.terms[number].light or number < own[0].terms[-1]:
            continue
        nearest = max((one for one in told if one.end <= at < one.until), key=lambda one: one.end, default=None)
        if nearest in strangers and not _of_the_claims(nearest, at, mine, comparison):
            words = "".join(passage.terms[term].written for term in nearest.terms)
            yield Finding("blocks", Guard("other_clause", f"the page says it of another: {words}"))
            return


def subjects_of(statement: Statement) -> list[Subject]:
    """The subjects of a statement in its order; none where its language tells them by place alone."""
    language, text, terms = statement.language, statement.text, statement.terms
    topic, subject = _TOPIC.get(language), _SUBJECT.get(language)
    found: list[Subject] = []
    for number, term in enumerate(terms):
        if topic is None or term.quantity is not None or term.light or _is_verb(statement, number):
            continue
        mark = topic.match(text, term.end)
        governs = mark or (subject.match(text, term.end) if subject else None)
        if governs is None or (language == "zh" and not _begins_clause(statement, number)):
            continue
        stop = _ENDS[language].search(text, governs.end()) if mark is None or language == "zh" else None
        run = tuple(range(_first_of(statement, number), number + 1))
        found.append(Subject(run, governs.end(), stop.start() if stop else len(text)))
    return found


def _first_of(statement: Statement, number: int) -> int:
    """The first of the words that stand with a word without a particle, or are joined to it (``と``, ``및``)."""
    text, terms = statement.text, statement.terms
    if text[terms[number].end : terms[number].end + 1] in {")", "）"}:
        opened = max(text.rfind("(", 0, terms[number].start), text.rfind("（", 0, terms[number].start))
        number = max((n for n, term in enumerate(terms) if term.end <= opened), default=number)
    while number:
        before, term = terms[number - 1], terms[number]
        if before.quantity is not None or not _JOINED.fullmatch(text, before.end, term.start):
            break
        number -= 1
    return number


def _is_verb(statement: Statement, number: int) -> bool:
    """Whether a Korean word before 는 or 은 is a verb (``있는``), whose lemma it is not."""
    term = statement.terms[number]
    return statement.language == "ko" and term.lemma.endswith("다") and not term.written.endswith("다")


def _begins_clause(statement: Statement, number: int) -> bool:
    """Whether nothing but words that stand with it are before the term in its part of the sentence."""
    start = max(
        (match.end() for match in _ENDS["zh"].finditer(statement.text, 0, statement.terms[number].start)), default=0
    )
    words = [term for term in statement.terms[: number + 1] if term.start >= start]
    return all(one.end == two.start for one, two in pairwise(words))


def _shared(one: Subject, comparison: Comparison) -> bool:
    """Whether the claim has a word of the subject."""
    passage = comparison.passage
    start, end = passage.terms[one.terms[0]].start, passage.terms[one.terms[-1]].end
    return any(start <= pair.at < end and not pair.opposed for pair in comparison.alignment.pairs)


def _of_the_claims(one: Subject, at: int, mine: set[int], comparison: Comparison) -> bool:
    """``Bが建てた塔`` for ``塔はBに建てられた``: a clause before the subject that the claim says in the passive."""
    after = [pair.at for pair in comparison.alignment.pairs if pair.claim in mine and pair.at > at]
    ends = _ENDS[comparison.passage.language]
    return bool(
        after
        and not ends.search(comparison.passage.text, one.end, min(after))
        and _PASSIVE.search(comparison.claim.text)
    )
