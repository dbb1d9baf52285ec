"""Who did what to whom: the claim's two sides of a verb, a comparison or a preposition, changed over in the passage."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, Literal

import regex

from evidence.scoring.alignment import Pair
from evidence.scoring.comparatives import arguments, sides
from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.polarity import CONVERSE
from evidence.scoring.statements import Statement, tail
from evidence.scoring.values import Guard
from evidence.scoring.verbs import BE_BEFORE, BY_AFTER, directly, is_verb

Case = Literal["agent", "patient", "other"]
_BY: Final = regex.compile(r"\s+(?:\p{L}+\s+){0,2}by\b")
_OF: Final = regex.compile(r"\s+(?:of|to)\b\s*(?:the\s+)?")
_POSSESSIVE: Final = regex.compile(r"['’]s?\s+$")
_MUTUAL_VERBS: Final = (
    "marry meet wed divorce equal differ border join merge match resemble share contact neighbour neighbor star feature"
)
_MUTUAL: Final = frozenset(_MUTUAL_VERBS.split())
_CASES: Final[dict[str, tuple[tuple[Case, regex.Pattern[str]], ...]]] = {
    "ja": (
        ("patient", regex.compile(r"を")),
        ("other", regex.compile(r"に(?!よって|より)|から|へ|で|と|の|より")),
        ("agent", regex.compile(r"が|は|によって|により")),
    ),
    "ko": (
        ("patient", regex.compile(r"[을를]")),
        ("other", regex.compile(r"에게|에서|에|로|으로|와|과|의|보다|한테")),
        ("agent", regex.compile(r"[이가은는](?![가-힣])|께서")),
    ),
}
_PASSIVE: Final = {
    "ja": regex.compile(r"(?:され|られ|[かがさたなばまらわ]れ)(?:た|る|て|まし|ます)"),
    "ko": regex.compile(r"[되당받](?:었|다|했|는)|됐|됩"),
}
_PREPOSITION: Final = regex.compile(
    r"\b(for|against|to|from|into|out of|on|off|over|under|inside|outside|up|down|towards)\s+(?:the\s+|an?\s+)?\Z",
    regex.IGNORECASE,
)
_OPPOSITE_PREPOSITIONS: Final = (
    {"for", "against"},
    {"to", "from"},
    {"into", "out of"},
    {"on", "off"},
    {"over", "under"},
    {"inside", "outside"},
    {"up", "down"},
    {"towards", "from"},
)
_DIRECTIONS: Final = regex.compile(
    r"\b(from|to|into|by|under|over|for|with|against)\s+(?:the\s+|a\s+)?$", regex.IGNORECASE
)


def roles(comparison: Comparison) -> Iterator[Finding]:
    """The same words in each other's parts."""
    yield from _opposite_prepositions(comparison)
    converse = any(
        pair.opposed and comparison.claim.terms[pair.claim].lemma.lower() in CONVERSE
        for pair in comparison.alignment.pairs
    )
    swapped = None if converse else _swapped(comparison)
    if swapped:
        one, other = (comparison.claim.terms[pair.claim].written for pair in swapped)
        yield Finding("opposes", Guard("roles", f"who did what is turned around: {one} / {other}"))


def _opposite_prepositions(comparison: Comparison) -> Iterator[Finding]:
    """``voted for the plan`` and ``voted against the plan``."""
    if any(pair.opposed for pair in comparison.alignment.pairs):
        return
    for pair in arguments(comparison):
        one = _PREPOSITION.search(tail(comparison.claim.text, comparison.claim.terms[pair.claim].start))
        other = _PREPOSITION.search(tail(comparison.passage.text, comparison.passage.terms[pair.passage].start))
        if one and other and {one[1].lower(), other[1].lower()} in _OPPOSITE_PREPOSITIONS:
            told = f"opposite words: {one[1]} / {other[1]}"
            yield Finding("opposes", Guard("opposite_words", told))
            return


def _swapped(comparison: Comparison) -> tuple[Pair, Pair] | None:
    language = comparison.claim.language
    if language != comparison.passage.language:
        return None
    if language in _CASES:
        return _by_particles(comparison, language)
    if language == "zh":
        return _by_chinese_order(comparison)
    if sides(comparison.claim) and sides(comparison.passage):
        return None
    return _by_verb(comparison) or _by_preposition(comparison) or _by_owner(comparison)


def _by_verb(comparison: Comparison) -> tuple[Pair, Pair] | None:
    claim, passage = comparison.claim, comparison.passage
    found = arguments(comparison)
    for verb in found:
        if not is_verb(claim, verb.claim) or claim.terms[verb.claim].lemma in _MUTUAL:
            continue
        if verb.how != "same" and not is_verb(passage, verb.passage):
            continue
        clause = claim.terms[verb.claim].clause
        same = [pair for pair in found if claim.terms[pair.claim].clause == clause]
        left = [pair for pair in same if pair.claim < verb.claim]
        right = [pair for pair in same if pair.claim > verb.claim]
        led = any(number < verb.claim for number in comparison.context)
        if led and not left and right and _behind(comparison, verb, right[0]):
            return verb, right[0]
        if not left or not right:
            continue
        turned = _passive(claim, verb.claim) != _passive(passage, verb.passage)
        if _agentless(claim, verb.claim) != _agentless(passage, verb.passage):
            continue
        for doer, done in [(left[-1], other) for other in (right[:1] if turned else right)]:
            if claim.terms[doer.claim].lemma == claim.terms[done.claim].lemma and claim.terms[done.claim].name:
                continue
            first, second = (done, doer) if turned else (doer, done)
            if second.passage < verb.passage < first.passage and not (
                _between(passage, second.passage, verb.passage) or _between(passage, first.passage, verb.passage)
            ):
                return doer, done
    return None


def _named(comparison: Comparison, pair: Pair) -> bool:
    """Whether it is a name, as far as its capital tells: the first word of a sentence has one anyhow."""
    return comparison.claim.terms[pair.claim].name or comparison.passage.terms[pair.passage].name


def _between(passage: Statement, one: int, other: int) -> bool:
    """Whether the clause changes between the two terms."""
    return passage.terms[one].clause != passage.terms[other].clause


def _passive(statement: Statement, number: int) -> bool:
    term = statement.terms[number]
    if BY_AFTER.match(statement.text, term.end):
        return True
    return directly(statement, BE_BEFORE, term.start) and bool(_BY.match(statement.text, term.end))


def _behind(comparison: Comparison, verb: Pair, done: Pair) -> bool:
    """``Karl succeeded her`` for ``she succeeded Karl``: the one it is done to stands where its doer does."""
    claim, passage = comparison.claim, comparison.passage
    alike = _passive(claim, verb.claim) == _passive(passage, verb.passage)
    alike = alike and _agentless(claim, verb.claim) == _agentless(passage, verb.passage)
    near = passage.terms[verb.passage].start - passage.terms[done.passage].end < 3
    return alike and near and done.passage < verb.passage and passage.terms[done.passage].capital


def _agentless(statement: Statement, number: int) -> bool:
    """``was included in``: a passive that does not name who did it."""
    term = statement.terms[number]
    return (
        directly(statement, BE_BEFORE, term.start)
        and (term.written.endswith(("ed", "en")) or not term.written.endswith((term.lemma[-2:], "s", "ing")))
        and not _passive(statement, number)
    )


def _by_preposition(comparison: Comparison) -> tuple[Pair, Pair] | None:
    """``from A to B`` and ``from B to A``."""
    claimed: dict[str, Pair] = {}
    told: dict[str, Pair] = {}
    for pair in arguments(comparison):
        for found, statement, number in (
            (claimed, comparison.claim, pair.claim),
            (told, comparison.passage, pair.passage),
        ):
            match = _DIRECTIONS.search(tail(statement.text, statement.terms[number].start))
            if match:
                found[match[1].lower()] = pair
    for one, other in combinations(sorted(claimed), 2):
        if claimed[one] == told.get(other) and claimed[other] == told.get(one):
            return claimed[one], claimed[other]
    return None


def _by_owner(comparison: Comparison) -> tuple[Pair, Pair] | None:
    """``A is the father of B`` and ``B is the father of A``."""
    found = arguments(comparison)
    for pivot in found:
        owned = _owner(comparison.claim, pivot.claim)
        owns = _owner(comparison.passage, pivot.passage)
        if owned is None or owns is None:
            continue
        claimed = next((pair for pair in found if pair.claim == owned), None)
        told = next((pair for pair in found if pair.passage == owns), None)
        if claimed and told and claimed != told and _named(comparison, told):
            return claimed, told
    return None


def _owner(statement: Statement, number: int) -> int | None:
    term = statement.terms[number]
    after = _OF.match(statement.text, term.end)
    if after and number + 1 < len(statement.terms) and statement.terms[number + 1].start == after.end():
        return number + 1
    if number and _POSSESSIVE.fullmatch(statement.text[statement.terms[number - 1].end : term.start]):
        return number - 1
    return None


def _by_particles(comparison: Comparison, language: str) -> tuple[Pair, Pair] | None:
    cases = [
        (pair, _case(comparison.claim, pair.claim, language), _case(comparison.passage, pair.passage, language))
        for pair in arguments(comparison)
    ]
    if sides(comparison.claim) and sides(comparison.passage):
        return None
    passive = _PASSIVE[language]
    turned = bool(passive.search(comparison.claim.text)) != bool(passive.search(comparison.passage.text))
    if turned:
        return None
    agents = [pair for pair, claimed, told in cases if claimed == "agent" and told == "patient"]
    patients = [pair for pair, claimed, told in cases if claimed == "patient" and told == "agent"]
    return (agents[0], patients[0]) if agents and patients else None


def _case(statement: Statement, number: int, language: str) -> Case | None:
    end = statement.terms[number].end
    last = statement.text[end - 1 : end]
    for case, pattern in _CASES[language]:
        if pattern.match(statement.text, end):
            return case
        written, lemma = statement.terms[number].written, statement.terms[number].lemma
        if language == "ko" and written != lemma and written.startswith(lemma) and pattern.fullmatch(last):
            return case
    return None


def _by_chinese_order(comparison: Comparison) -> tuple[Pair, Pair] | None:
    """All that stands before a word in the claim stands after it in the passage, and the reverse."""
    lemmas = [term.lemma for term in comparison.claim.terms]
    ordered = [pair for pair in arguments(comparison) if lemmas.count(lemmas[pair.claim]) == 1]
    if ("被" in comparison.claim.text) != ("被" in comparison.passage.text):
        return None
    for at in range(1, len(ordered) - 1):
        verb, left, right = ordered[at], ordered[:at], ordered[at + 1 :]
        if all(pair.passage > verb.passage for pair in left) and all(pair.passage < verb.passage for pair in right):
            return left[0], right[0]
    return None
