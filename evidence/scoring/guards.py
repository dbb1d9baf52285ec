"""What a passage with a claim's words may still say otherwise: doubt, hearsay, time, scope, status, qualifier, name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import regex

from evidence.scoring.agents import agents
from evidence.scoring.apposition import beside, predicates
from evidence.scoring.clauses import clauses
from evidence.scoring.comparison import Comparison, Finding, Force, GuardRule
from evidence.scoring.embedding import embedding
from evidence.scoring.exchanges import exchanges
from evidence.scoring.foreign import unread_language
from evidence.scoring.mark_kinds import QUALIFIERS, STATUSES, MarkKind
from evidence.scoring.marks import Mark
from evidence.scoring.polarity import polarity
from evidence.scoring.ranks import ranks
from evidence.scoring.roles import roles
from evidence.scoring.slots import slots
from evidence.scoring.statements import Statement
from evidence.scoring.subjects import subjects
from evidence.scoring.values import Guard

_TOLD: Final[dict[MarkKind, str]] = {
    "hedge": "the page says it with doubt",
    "future": "the page speaks of what is to come",
    "attribution": "the page says that someone says so",
    "condition": "the page says it under a condition",
    "past": "the page speaks of an earlier time",
}
_MAY_BE_ALL: Final = regex.compile(
    r"most|many|several|often|usually|sometimes|mostly|mainly|ほとんど|大半|多くの|主に|たいてい|대부분|많은|주로|대체로|大多[数數]?|大部分|[经經]常|主要",
    regex.IGNORECASE,
)
"""Words for a part that may well be the whole: what holds for most is no denial that it holds for all."""
_SHARES: Final = {
    **dict.fromkeys(("most", "mostly", "mainly", "usually"), 3),
    **dict.fromkeys(("many", "several", "often"), 2),
}
"""How much a word leaves of the whole; another one, such as ``some``, leaves the least."""
_MANY: Final = regex.compile(r"many|several|多くの|많은", regex.IGNORECASE)
_PRESENT: Final = regex.compile(
    r"\b(?:is|are|has|have|does|do|supports?|offers?|uses?|runs?|lives?|works?|\p{L}{3,}s)\b"
)
_PAST_TENSE: Final = regex.compile(r"\b(?:was|were|had|did|used to|formerly|previously|\p{L}{2,}ed)\b")


def figures(comparison: Comparison) -> Iterator[Finding]:
    """Figures that differ, that are told of something else, or that are not told."""
    for figure in comparison.figures:
        wanted = comparison.claim.terms[figure.claim].written
        told = comparison.passage.terms[figure.passage].written if figure.passage >= 0 else ""
        if figure.found == "differs" and _is_named(comparison, figure.claim):
            yield Finding("blocks", Guard("names", f"the page says it of another: {wanted} / {told}"))
        elif figure.found in {"differs", "elsewhere"}:
            yield Finding("opposes", Guard("numbers", f"numbers differ: {wanted} / {told}"))
        elif figure.found == "limit":
            yield Finding("blocks", Guard("limit", f"limits differ: {wanted} / {told}"))
        elif figure.found == "several":
            yield Finding("blocks", Guard("number_not_told", f"the passage has several figures beside {wanted}"))
        elif figure.found == "unit":
            yield Finding("opposes", Guard("units", f"units differ: {wanted} / {told}"))
        elif figure.found == "absent":
            yield Finding("blocks", Guard("number_not_told", f"the passage has no figure to compare with {wanted}"))


def _is_named(comparison: Comparison, number: int) -> bool:
    """Whether the figure is part of the name that the claim begins with (``Line 9``)."""
    claim = comparison.claim
    before = claim.terms[number - 1] if number else None
    return (
        before is not None
        and before.capital
        and all(term.light or term.capital for term in claim.terms[:number])
        and claim.text[before.end : claim.terms[number].start] in {" ", "-", "\u00a0"}
        and number - 1 in {pair.claim for pair in comparison.alignment.pairs}
    )


def modality(comparison: Comparison) -> Iterator[Finding]:
    """What is said with doubt, by someone, under a condition, of the future or the past is no plain fact."""
    claimed = {mark.kind for mark in comparison.claim.marks}
    together = beside(comparison)
    for mark in comparison.passage.marks:
        if together and not together[0] <= mark.start < together[1]:
            continue
        if mark.kind not in _TOLD or mark.kind in claimed or not _touches(comparison, mark):
            continue
        if mark.kind == "past" and _in_past_tense(comparison.claim):
            continue
        words = comparison.passage.text[mark.start : mark.end].strip()
        guard = Guard(mark.kind, f"{_TOLD[mark.kind]}: {words}")
        yield Finding("opposes" if mark.kind == "past" and _no_longer(comparison, mark) else "blocks", guard)


def _in_past_tense(claim: Statement) -> bool:
    """Whether an English claim speaks of the past itself."""
    return claim.language == "en" and (
        bool(_PAST_TENSE.search(claim.text))
        or any(
            term.lemma.lower() != term.written.lower() and not term.written.endswith(("s", "ing")) and not term.capital
            for term in claim.terms
            if term.quantity is None
        )
    )


def _touches(comparison: Comparison, mark: Mark) -> bool:
    if mark.kind == "attribution" and _introduces(comparison, mark):
        return any(at >= mark.end for at in comparison.places)
    if mark.kind in {"attribution", "condition"}:
        return True
    if mark.kind == "past" and comparison.passage.text[mark.start : mark.end].lower() == "former":
        return _next_word(comparison.passage, mark.end) in comparison.paired
    return comparison.reaches(mark)


def _introduces(comparison: Comparison, mark: Mark) -> bool:
    """Whether what is said follows (``announced that``): what stands before is said by the page itself."""
    return comparison.passage.text[mark.start : mark.end].lower().endswith(" that")


def _next_word(statement: Statement, at: int) -> int:
    """The number of the first term at or after the code point `at`; -1 for none."""
    return next((number for number, term in enumerate(statement.terms) if term.start >= at), -1)


def _no_longer(comparison: Comparison, mark: Mark) -> bool:
    """Whether the claim says of today what the page says of the past alone."""
    claim = comparison.claim
    if claim.language != "en" or any(term.quantity for term in claim.terms):
        return False
    words = comparison.passage.text[mark.start : mark.end].lower()
    ended = words.startswith(("used to", "formerly", "previously", "until", "in the past"))
    return ended and bool(_PRESENT.search(claim.text)) and not _PAST_TENSE.search(claim.text)


def scope(comparison: Comparison) -> Iterator[Finding]:
    """All, some, only."""
    claim, passage = comparison.claim, comparison.passage
    claimed = {mark.kind for mark in claim.marks}
    told = [mark for mark in passage.marks if mark.kind in {"universal", "limited", "exclusive"}]
    force: Force
    limited = [mark for mark in told if mark.kind == "limited" and _beside(comparison, mark)]
    if "universal" in claimed and limited:
        words = _mark_words(claim, "universal"), passage.text[limited[0].start : limited[0].end]
        force = "blocks" if _MAY_BE_ALL.fullmatch(words[1]) else "opposes"
        yield Finding(force, Guard("scope", f"scope differs: {words[0]} / {words[1]}"))
    elif "universal" in claimed and not any(mark.kind == "universal" for mark in told):
        yield Finding("blocks", Guard("scope", f"the passage does not say it of {_mark_words(claim, 'universal')}"))
    elif limited and "limited" not in claimed:
        words_told = passage.text[limited[0].start : limited[0].end]
        force = "weakens" if _MANY.fullmatch(words_told) else "blocks"
        yield Finding(force, Guard("scope", f"the page says it of {words_told}, the claim of all"))
    if limited and _share(claim, claim.marked(("limited",))) > _share(passage, limited):
        words = _mark_words(claim, "limited"), passage.text[limited[0].start : limited[0].end]
        yield Finding("blocks", Guard("scope", f"scope differs: {words[0]} / {words[1]}"))
    if "exclusive" in claimed and any(mark.kind == "universal" and comparison.reaches(mark) for mark in told):
        words = _mark_words(claim, "exclusive"), _mark_words(passage, "universal")
        yield Finding("opposes", Guard("scope", f"scope differs: {words[0]} / {words[1]}"))
    elif "exclusive" in claimed and not any(mark.kind == "exclusive" for mark in told):
        yield Finding("blocks", Guard("scope", f"the passage does not say {_mark_words(claim, 'exclusive')}"))
    elif "exclusive" not in claimed and any(m.kind == "exclusive" and comparison.reaches(m) for m in told):
        yield Finding("weakens", Guard("scope", "the page restricts it: only"))


def _share(statement: Statement, limits: Sequence[Mark]) -> int:
    """How much of the whole the greatest of the limits leaves; 0 without one."""
    written = [statement.text[mark.start : mark.end].lower() for mark in limits]
    return max((_SHARES.get(words, 1) for words in written), default=0)


def _beside(comparison: Comparison, mark: Mark) -> bool:
    """Whether the word right after the mark (around it, where particles follow) is one of the claim's."""
    after = [at for at in comparison.places if 0 <= at - mark.end <= 25]
    return bool(after) or (mark.reach == "clause" and comparison.reaches(mark))


def _mark_words(statement: Statement, kind: MarkKind) -> str:
    return ", ".join(statement.text[mark.start : mark.end] for mark in statement.marked((kind,)))


def status(comparison: Comparison) -> Iterator[Finding]:
    """Preview, available, deprecated."""
    claim, passage = comparison.claim, comparison.passage
    claimed = {mark.kind for mark in claim.marked(STATUSES)}
    told = {mark.kind for mark in passage.marked(STATUSES)}
    if not claimed or claimed & told:
        return
    one = " ".join(_mark_words(claim, kind) for kind in sorted(claimed))
    if told:
        other = " ".join(_mark_words(passage, kind) for kind in sorted(told))
        yield Finding("opposes", Guard("status", f"status differs: {one} / {other}"))
    else:
        yield Finding("blocks", Guard("status", f"the passage does not tell the status: {one}"))


def qualifiers(comparison: Comparison) -> Iterator[Finding]:
    """Default, maximum, minimum, average: of the figure that the claim speaks of."""
    claimed = {mark.kind for mark in comparison.claim.marked(QUALIFIERS)}
    told = {mark.kind for mark in comparison.passage.marked(QUALIFIERS) if _qualifies(comparison, mark)}
    lacking, more = claimed - told, told - claimed
    if lacking:
        one = " ".join(_mark_words(comparison.claim, kind) for kind in sorted(lacking))
        other = " ".join(_mark_words(comparison.passage, kind) for kind in sorted(more)) or "nothing of the kind"
        yield Finding("blocks", Guard("qualifier", f"qualifiers differ: {one} / {other}"))
    elif more and comparison.figures:
        words = " ".join(_mark_words(comparison.passage, kind) for kind in sorted(more))
        force: Force = "blocks" if more & {"maximum", "minimum"} and not claimed else "weakens"
        yield Finding(force, Guard("qualifier", f"the page says it with a qualifier: {words}"))


def _qualifies(comparison: Comparison, mark: Mark) -> bool:
    """Whether the qualifier is of what the claim speaks of: ``up to`` is of the figure right after it."""
    if mark.reach != "right":
        return comparison.reaches(mark) or not comparison.figures
    after = [number for number, term in enumerate(comparison.passage.terms) if term.end > mark.start]
    return not after or after[0] in comparison.paired or comparison.passage.terms[after[0]].quantity is None


GUARDS: Final[tuple[GuardRule, ...]] = (
    figures,
    ranks,
    polarity,
    roles,
    subjects,
    slots,
    clauses,
    exchanges,
    agents,
    predicates,
    scope,
    status,
    qualifiers,
    modality,
    embedding,
    unread_language,
)


def findings(comparison: Comparison) -> list[Finding]:
    """What all guards found, opposing ones first."""
    order = {"opposes": 0, "blocks": 1, "weakens": 2}
    return sorted((found for guard in GUARDS for found in guard(comparison)), key=lambda found: order[found.force])
