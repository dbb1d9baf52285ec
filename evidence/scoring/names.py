"""Names that a passage gives in short: the last part of a person's name, the first letters of a long one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from evidence.scoring.statements import Statement

_PART_OF_PLACES: Final = frozenset(
    {"new", "north", "south", "east", "west", "northern", "southern", "eastern", "western", "upper", "lower", "old"}
)
_KINDS: Final = "university inc corp corporation ltd limited llc gmbh company co city river"
_KIND_WORDS: Final = frozenset(_KINDS.split())
ACRONYM_LEAST: Final = 2


def short_names(claim: Statement, passage: Statement, known: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Terms of `claim` that are told by a part of their name, with the passage's term; `known` are the pairs so far."""
    yield from _given_names(claim, passage, known)
    yield from _kind_words(claim, known)
    yield from _acronyms(claim, passage, known)


def _given_names(claim: Statement, passage: Statement, known: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """``Marie Curie`` is told by ``Curie``, unless another word stands where ``Marie`` would."""
    told = dict(known)
    for number in range(len(claim.terms) - 2, -1, -1):
        if number in told or number + 1 not in told:
            continue
        term, following = claim.terms[number], claim.terms[number + 1]
        at = told[number + 1]
        if (
            at < 0
            or not (term.capital and following.capital and passage.terms[at].capital)
            or term.quantity is not None
            or not _beside(claim, number)
            or term.lemma.lower() in _PART_OF_PLACES
            or _named_otherwise(passage, at, set(told.values()))
        ):
            continue
        told[number] = at
        yield number, at


def _kind_words(claim: Statement, known: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """``Yale University`` is told by ``Yale``."""
    for number, term in enumerate(claim.terms[1:], 1):
        told = known.get(number - 1, -1)
        if number in known or told < 0 or term.lemma.lower() not in _KIND_WORDS:
            continue
        if term.capital and claim.terms[number - 1].capital and _beside(claim, number - 1):
            yield number, told


def _beside(statement: Statement, number: int) -> bool:
    between = statement.text[statement.terms[number].end : statement.terms[number + 1].start]
    return between in {" ", ". ", "-"}


def _named_otherwise(passage: Statement, at: int, paired: set[int]) -> bool:
    before = at - 1
    return (
        before >= 0
        and before not in paired
        and passage.terms[before].capital
        and passage.terms[before].quantity is None
        and not passage.text[passage.terms[before].end : passage.terms[at].start].strip(" .-\"“”'‘’")
    )


def _acronyms(claim: Statement, passage: Statement, known: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """``WHO`` is told by ``World Health Organization``."""
    for number, term in enumerate(claim.terms):
        word = term.written
        if number in known or len(word) < ACRONYM_LEAST or not (word.isascii() and word.isupper()):
            continue
        for at in range(len(passage.terms) - len(word) + 1):
            run = passage.terms[at : at + len(word)]
            initials = "".join(other.written[:1] for other in run)
            if initials == word and all(other.capital and len(other.written) > 1 for other in run):
                yield number, at
                break
