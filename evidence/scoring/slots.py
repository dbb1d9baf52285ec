"""Another word in the place of the claim's: a name beside a name, or one of several that exclude each other.

The same sentence with another name in it says nothing of the claim's name, except where there can be one alone: a
birthplace, a capital, a colour of one thing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.exclusives import EXCLUSIVES
from evidence.scoring.figures import same_slot
from evidence.scoring.statements import Statement, Term
from evidence.scoring.values import Guard

_SINGLE: Final = {
    "en": regex.compile(
        r"(?r)\b(capital of|born (?:and raised )?(?:in|on)|died (?:in|on)"
        r"|(?:located|based|headquartered|situated|set|held|filmed) in"
        r"|(?:directed|written|founded|created|composed|invented|discovered|owned|acquired) by"
        r"|(?:published|developed|designed|painted|funded|sung|led|run|made) by|takes? place in|released (?:in|on)"
        r"|(?:president|ceo|king|queen|mayor|author|director|capital|founder|winner) of"
        r"|capital (?:\p{L}+ )*is|airs on|known as|married)\s+(?:the |a |an )?(?:\p{L}+ ){0,2}$",
        regex.IGNORECASE,
    ),
    "ja": regex.compile(r"首都|出身|生まれ|所在地|本社|監督|著者|作者|社長|大統領|創業者"),
    "ko": regex.compile(r"수도|출신|태어|소재지|본사|감독|저자|작가|사장|대통령|창업자"),
    "zh": regex.compile(r"首都|出生|总部|導演|导演|作者|总统|創始人|创始人|位于"),
}
_KEYS: Final = regex.compile(r"\p{L}{4,}")
_EXTENDED: Final = regex.compile(r"[ \u00a0-]")


def slots(comparison: Comparison) -> Iterator[Finding]:
    """Other words where the claim has its own."""
    claim, passage = comparison.claim, comparison.passage
    for number in comparison.alignment.missing:
        wanted = claim.terms[number]
        if number in comparison.context or wanted.light:
            continue
        other = _excluded(number, comparison)
        if other is not None and _is_subject(number, claim):
            yield Finding("blocks", Guard("names", f"the page says it of another: {wanted.written} / {other.written}"))
        elif other is not None:
            yield Finding("opposes", Guard("other_word", f"words differ: {wanted.written} / {other.written}"))
        elif wanted.name or claim.language != "en":
            filler = _sole_filler(number, comparison)
            if filler is not None:
                yield Finding("opposes", Guard("names", f"names differ: {wanted.written} / {filler.written}"))
    yield from _only_others(comparison)
    for pair in comparison.alignment.pairs:
        if pair.passage >= 0 and claim.terms[pair.claim].capital and passage.terms[pair.passage].capital:
            longer = _longer_name(pair.claim, pair.passage, comparison)
            if longer:
                mine, its = claim.terms[pair.claim].written, passage.terms[pair.passage].written
                yield Finding("blocks", Guard("names", f"another name: {mine} / {its} {longer}"))


def _is_subject(number: int, claim: Statement) -> bool:
    """Whether the claim begins with the word: what is said of another is no denial of it."""
    return all(term.light for term in claim.terms[:number]) and len(claim.terms) > number + 1


def _excluded(number: int, comparison: Comparison) -> Term | None:
    """A word of the passage that excludes the claim's, in its place and nowhere in the claim."""
    others = EXCLUSIVES.get(comparison.passage.language, {}).get(comparison.claim.terms[number].lemma.lower())
    if not others:
        return None
    for at, term in enumerate(comparison.passage.terms):
        if term.lemma.lower() in others and at not in comparison.paired:
            alike = _same_slot(number, at, comparison)
            if alike or len(comparison.missing) == 1:
                return term
    return None


def _same_slot(number: int, at: int, comparison: Comparison) -> bool:
    """Whether the word or the figure beside the term is the same on both sides."""
    figures = {(figure.claim, figure.passage) for figure in comparison.figures if figure.found == "same"}
    return bool({(number - 1, at - 1), (number + 1, at + 1)} & figures) or same_slot(
        number, at, comparison.claim, comparison.passage, comparison.alignment
    )


def _sole_filler(number: int, comparison: Comparison) -> Term | None:
    """The name that the passage has where there can be one alone."""
    claim, passage = comparison.claim, comparison.passage
    if claim.language != passage.language or claim.language not in _SINGLE or len(comparison.missing) > 2:
        return None
    pattern = _SINGLE[claim.language]
    if claim.language != "en":
        return _sole_by_word(number, comparison, pattern)
    wanted = pattern.search(claim.text[: claim.terms[number].start])
    if wanted is None:
        return None
    for at, term in enumerate(passage.terms):
        if term.name and at not in comparison.paired:
            told = pattern.search(passage.text[: term.start])
            if told and told[1].lower() == wanted[1].lower():
                return term
    return None


def _sole_by_word(number: int, comparison: Comparison, pattern: regex.Pattern[str]) -> Term | None:
    claim, passage = comparison.claim, comparison.passage
    wanted, told = pattern.search(claim.text), pattern.search(passage.text)
    if not wanted or not told or wanted[0] != told[0] or len(comparison.missing) != 1:
        return None
    for at, term in enumerate(passage.terms):
        if at in comparison.paired or term.quantity is not None or term.light:
            continue
        if same_slot(number, at, claim, passage, comparison.alignment):
            return term
    return None


def _only_others(comparison: Comparison) -> Iterator[Finding]:
    """``Only administrators can``, where the claim says it of all, or of someone else."""
    claim, passage = comparison.claim, comparison.passage
    everyone = claim.marked(("universal",))
    if len(comparison.missing) > 2 or claim.marked(("exclusive",)) or not (comparison.missing or everyone):
        return
    heavy = [term for term in claim.terms if not term.light]
    if comparison.missing and (comparison.missing[0] is not heavy[0] or len(comparison.missing) == len(heavy)):
        return
    for mark in passage.marked(("exclusive",)):
        holder = _beside(passage, mark.start, mark.end, comparison.paired)
        if holder is None:
            continue
        first = comparison.missing[0] if comparison.missing else None
        if everyone or (first and first.name):
            one = first.written if first else claim.text[everyone[0].start : everyone[0].end]
            other = f"{passage.text[mark.start : mark.end]} {passage.terms[holder].written}"
            guard = Guard("scope", f"the page says it of others alone: {one} / {other}")
            yield Finding("opposes", guard)
            return


def _beside(statement: Statement, start: int, end: int, paired: frozenset[int]) -> int | None:
    """The word that ``only`` restricts, where the claim has not got it: on its side of the mark."""
    terms = statement.terms
    if statement.language in {"ja", "ko"}:
        side = [number for number in range(len(terms) - 1, -1, -1) if terms[number].end <= start]
        step = -1
    else:
        side = [number for number in range(len(terms)) if terms[number].start >= end]
        step = 1
    for number, following in zip(side, [*side[1:], -1], strict=False):
        if number not in paired:
            return number
        joined = following >= 0 and (
            terms[following].end == terms[number].start if step < 0 else terms[following].start == terms[number].end
        )
        if not joined:
            return None
    return None


def _longer_name(one: int, at: int, comparison: Comparison) -> str:
    """The further word of a name that goes on in the passage and not in the claim (``Google``, ``Google Cloud``)."""
    claim, passage = comparison.claim, comparison.passage
    if at + 1 >= len(passage.terms) or at + 1 in comparison.paired:
        return ""
    term, following = passage.terms[at], passage.terms[at + 1]
    between = passage.text[term.end : following.start]
    if not following.name or not _EXTENDED.fullmatch(between) or not following.written[:1].isupper():
        return ""
    beside = one + 1 < len(claim.terms) and claim.terms[one + 1].name
    before = one > 0 and claim.terms[one - 1].name
    return "" if beside or before else following.written
