"""What an English sentence leaves to those before it: whom ``it``, ``the company`` and ``its`` stand for.

Only what the pronoun or the noun can stand for is taken from the surroundings, never what the sentence says of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from evidence.scoring.comparison import Comparison
from evidence.scoring.statements import Statement, tail
from evidence.scoring.verbs import is_verb

GENERIC: Final = (
    "company|firm|film|movie|book|novel|song|album|city|town|village|country|state|bridge|river|building|museum|service"
    "|device|product|app|library|tool|plan|model|author|singer|band|team|group|club|study|program|programme|system"
    "|project|organi[sz]ation|institute|school|university|game|series|couple|duo|council|party|award|drug|ship|station"
    "|line|maximum|minimum|limit|default|price|cost|size|value|number|total|average|work|paper|trial|act|law|species"
    "|animal|plant|comet|probe|festival|event|match|tower|castle|church|island|lake|mountain|software|package|command"
    "|restaurant|hotel|hospital|airport|railway|route|network|factory|plant|painting|play|opera|poem|magazine|newspaper"
)
"""Nouns by which a text goes on about what it named before."""
_NOMINATIVE: Final = regex.compile(r"\b(?:it|he|she|they)\b", regex.IGNORECASE)
_OBJECT: Final = regex.compile(r"\s+(?:it|him|her|them)\b(?!\s+\p{Ll}+s?\s+\p{Ll})", regex.IGNORECASE)
_OWNER: Final = regex.compile(r"\b(?:its|his|her|their)\s+", regex.IGNORECASE)
_POINTS: Final = regex.compile(r"(?:the|this|these|those|both|such)\s+(?:\p{Ll}+\s+)?(\p{Ll}+)\b", regex.IGNORECASE)
_KNOWN: Final = regex.compile(rf"(?:the|this|these|those|both|such)\s+(?:{GENERIC})s?\b", regex.IGNORECASE)
_UNNAMED: Final = regex.compile(rf"(?:it|he|she|they|(?:the|this) (?:{GENERIC})s?)\b", regex.IGNORECASE)
_BARE: Final = regex.compile(r"(?:this|these|those|both)\b", regex.IGNORECASE)
_PART: Final = regex.compile(
    r"(?:the\s+)?(?:(?:current|latest|newest|first|new|main|whole)\s+)?"
    r"(?:version|release|edition|construction|building work|adults?|adult (?:fe)?males?|tickets?|admission|entry)\b",
    regex.IGNORECASE,
)
_OF: Final = regex.compile(r"\b(?:of|by|for|in|at|from|to)\s+(?:the\s+|an?\s+)?(?:\p{Lu}\S*\s+)*\Z")


def leans(comparison: Comparison, under: Statement) -> bool:
    """Whether the sentence speaks of what `under`, that which stands around it, named."""
    passage = comparison.passage
    if _pronoun(comparison) or _KNOWN.match(passage.text) or _BARE.match(passage.text) or _PART.match(passage.text):
        return True
    if _owner_leads(comparison):
        return True
    pointed = _POINTS.match(passage.text)
    return pointed is not None and pointed[1].lower() in {term.written.lower() for term in under.terms}


def supplied(comparison: Comparison) -> frozenset[int]:
    """The terms of the claim, among those that the surroundings have, for which the sentence has a word that stands."""
    return frozenset(_supplied(comparison))


def _supplied(comparison: Comparison) -> Iterator[int]:
    claim = comparison.claim
    own = [pair.claim for pair in comparison.alignment.pairs if not claim.terms[pair.claim].light]
    own += [figure.claim for figure in comparison.figures if figure.found in {"same", "differs"}]
    first = min(own, default=len(claim.terms))
    whose = bool(_OWNER.search(comparison.passage.text))
    pronoun = _pronoun(comparison) or bool(_KNOWN.match(comparison.passage.text))
    subject = not _owner_alone(comparison)
    for number in sorted(comparison.context):
        term = claim.terms[number]
        begins = number < first and (subject or term.capital)
        owned = whose and term.capital
        of_it = pronoun and _OF.search(tail(claim.text, term.start)) and (term.capital or _definite(claim, number))
        if begins or owned or of_it or _object(comparison, number):
            yield number


def _definite(claim: Statement, number: int) -> bool:
    return regex.search(r"(?r)\bthe\s+\Z", tail(claim.text, claim.terms[number].start)) is not None


def _object(comparison: Comparison, number: int) -> bool:
    """``Traders founded Calder`` of ``it was founded by traders``, ``he wrote the novel`` of ``he wrote it``."""
    claim, passage = comparison.claim, comparison.passage
    before = number - 1
    while before >= 0 and (claim.terms[before].light or before in comparison.context):
        before -= 1
    pair = comparison.alignment.of(before) if before >= 0 else None
    if pair is None or pair.passage < 0 or not is_verb(claim, before):
        return False
    verb = passage.terms[pair.passage]
    led = regex.search(
        r"(?r)\b(?:it|he|she|they)\s+(?:(?:was|were|is|are|has|have|had|been|also|first|later|now)\s+){1,3}\Z",
        tail(passage.text, verb.start),
        regex.IGNORECASE,
    )
    return bool(led) or bool(_OBJECT.match(passage.text, verb.end))


def _pronoun(comparison: Comparison) -> bool:
    """Whether a pronoun stands before any name that the claim has not (``In 1896 she became …``)."""
    pronoun = _NOMINATIVE.search(comparison.passage.text)
    return pronoun is not None and not _names_before(comparison, pronoun.start())


def _names_before(comparison: Comparison, at: int) -> bool:
    return any(
        term.capital and term.quantity is None and 0 < term.start < at and number not in comparison.paired
        for number, term in enumerate(comparison.passage.terms)
    )


def _owner_leads(comparison: Comparison) -> bool:
    """``Its shares fell``: of the shares the claim must speak too."""
    passage = comparison.passage
    owner = _OWNER.search(passage.text)
    if owner is None or _names_before(comparison, owner.start()):
        return False
    owned = next((n for n, term in enumerate(passage.terms) if term.start >= owner.end()), -1)
    return owned in comparison.paired


def _owner_alone(comparison: Comparison) -> bool:
    """Whether the sentence begins with what is someone's, so that the one it is of is not its subject."""
    return bool(_OWNER.match(comparison.passage.text))


def of_unnamed(comparison: Comparison) -> str:
    """The word by which a sentence speaks of someone that it does not name, where the claim's name alone is missing."""
    passage = comparison.passage
    match = _UNNAMED.match(passage.text)
    missing = {n for n in comparison.alignment.missing if not comparison.claim.terms[n].light}
    named = subject_names(comparison)
    if passage.language != "en" or match is None or not missing or missing - named:
        return ""
    return match[0]


def subject_names(comparison: Comparison) -> frozenset[int]:
    """The missing terms of the name that the claim begins with."""
    claim = comparison.claim
    found: list[int] = []
    for number, term in enumerate(claim.terms):
        if not term.capital and not term.light:
            break
        if number in comparison.alignment.missing and not term.light:
            found.append(number)
    return frozenset(found)
