"""Which word of an English statement is a verb, as far as its form and the words around it tell."""

from __future__ import annotations

from typing import Final

import regex

from evidence.scoring.statements import Statement

BE_BEFORE: Final = regex.compile(r"(?r)\b(?:is|are|was|were|be|been|being|gets?|got)\s+(?:\p{L}+ly\s+)?")
BY_AFTER: Final = regex.compile(r"\s+by\b")
_BARE_BETWEEN: Final = regex.compile(r"\s+(?:the\s+|an?\s+|\p{L}+ly\s+)?")
_NO_VERB_BEFORE: Final = regex.compile(r"(?r)(?:\b(?:the|a|an|its|his|her|their|our|of|in|for|this|that)|['’]s)\s+")
_AUXILIARY_BEFORE: Final = regex.compile(r"(?r)\b(?:will|can|could|to|did|does|do|would|may|might|must|should)\s+")

_DOERS: Final = ("er", "or", "ist", "ian", "ess", "man")
"""Endings of nouns for people by what they do, which stand before names too."""


def is_verb(statement: Statement, number: int) -> bool:
    """Whether the term is a verb."""
    term = statement.terms[number]
    if term.name or term.quantity is not None:
        return False
    if _NO_VERB_BEFORE.search(statement.text, pos=0, endpos=term.start) and directly(
        statement, _NO_VERB_BEFORE, term.start
    ):
        return False
    inflected = term.lemma.lower() != term.written.lower() or term.written.endswith("ed")
    if number and term.written.endswith("s") and statement.terms[number - 1].quantity is not None:
        return False
    return inflected or _between_names(statement, number) or directly(statement, _AUXILIARY_BEFORE, term.start)


def _between_names(statement: Statement, number: int) -> bool:
    """``Lyon beat Nantes``: a small word right between two names is their verb."""
    if not 0 < number < len(statement.terms) - 1 or statement.terms[number].written.endswith(_DOERS):
        return False
    before, term, after = statement.terms[number - 1 : number + 2]
    gaps = statement.text[before.end : term.start], statement.text[term.end : after.start]
    return before.capital and after.capital and all(_BARE_BETWEEN.fullmatch(gap) for gap in gaps)


def directly(statement: Statement, pattern: regex.Pattern[str], at: int) -> bool:
    """Whether `pattern` matches right before the code point `at`."""
    match = pattern.search(statement.text, pos=max(0, at - 24), endpos=at)
    return match is not None and match.end() == at
