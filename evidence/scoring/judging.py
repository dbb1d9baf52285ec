"""The judgement on a claim from the places that were read for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from evidence.observation.values import Observation
from evidence.scoring import analyser_english
from evidence.scoring.assistants import Assistant, Question, affirmed
from evidence.scoring.decision import NEAR_COVERAGE, Reading
from evidence.scoring.dictionaries import dictionary_of
from evidence.scoring.retrieval import keys
from evidence.scoring.statements import Statement
from evidence.scoring.values import Band, Guard, Judgement, Part, Passage, Verdict

NAME: Final = "rules"
PASSAGES_MOST: Final = 3
_ORDER: Final[dict[Band, int]] = {"high": 0, "medium": 1, "low": 2}
_NEXT: Final[dict[str, str]] = {
    "supported": "Read the passage, and quote it.",
    "supported_low": "Read the passage with care before quoting it: it says more, or says it in other words.",
    "contradicted": "Read the opposing passage; correct the claim, or look for a source that says what it says.",
    "insufficient": "Look for a passage that says all of the claim, or narrow the claim to what the page says.",
    "needs_more_browsing": "The page links to what may tell it: fetch that page and ask again.",
    "both": "Read both passages, and say in the claim which of them it means.",
    "unread": "Give the claim in the page's language, or install the analyser or dictionary of its language.",
    "rewrite": "Give one statement of a sentence or two, with the words that the page may use.",
}


def judgement(
    claim: Statement, readings: Sequence[Reading], page: Observation, assistant: Assistant | None = None
) -> Judgement:
    """Weigh the readings: a support beats an opposition only where it is the closer one.

    Where none decides, `assistant` is asked about those that lack a word or two and that no guard holds back.
    """
    supports = sorted((r for r in readings if r.supports), key=lambda r: (_ORDER[r.band], -r.score, r.place.start))
    opposes = sorted((r for r in readings if r.opposes), key=lambda r: (-r.score, r.place.start))
    near = sorted(readings, key=lambda r: (-r.score, len(r.comparison.missing), r.place.start))
    unread = tuple(claim.text[gap.start : gap.end] for gap in claim.unread)
    closer = _ORDER[supports[0].band] - _ORDER[_opposing_band(opposes[0])] if supports and opposes else -1
    stronger = closer > 0
    if closer == 0 and supports[0].band != "high" and not unread:
        guard = Guard("page_says_both", f"the page says it, and elsewhere: {opposes[0].opposing[0].told}")
        return _make(claim, "insufficient", "medium", supports[0], supports, opposes, guard, _NEXT["both"])
    if supports and not unread and not stronger:
        band = _weaker(supports[0].band) if closer == 0 else supports[0].band
        step = _NEXT["supported_low" if band == "low" else "supported"]
        return _make(claim, "supported", band, supports[0], supports, opposes, None, step)
    if opposes and not unread:
        best = opposes[0]
        band = _opposing_band(best)
        return _make(claim, "contradicted", band, best, (), opposes, best.opposing[0], _NEXT["contradicted"])
    if assistant is not None and not unread and (told := _affirmed(near, assistant)):
        made = _make(claim, "supported", "low", told, [told], (), None, _NEXT["supported_low"])
        return replace(made, backend=f"{made.backend}+{assistant.name}")
    return _open(claim, near, page, unread)


def _affirmed(near: Sequence[Reading], assistant: Assistant) -> Reading | None:
    return next((reading for reading in near if _asked(reading) and affirmed(assistant, _question(reading))), None)


def _asked(reading: Reading) -> bool:
    """Whether nothing but words is missing: no name, no figure, and no guard has anything against it."""
    free = not reading.opposing and not reading.blocking and not reading.comparison.context
    return free and reading.score >= NEAR_COVERAGE and not any(term.name for term in reading.comparison.missing)


def _question(reading: Reading) -> Question:
    comparison = reading.comparison
    return Question(
        comparison.claim.text,
        comparison.passage.text,
        tuple(term.lemma for term in comparison.missing),
        tuple(
            term.lemma
            for number, term in enumerate(comparison.passage.terms)
            if not (term.light or term.name or term.quantity or number in comparison.paired)
        ),
    )


def unreadable(written: str, claim: Statement | None) -> Judgement:
    """The answer to a claim that has nothing to compare: empty, too long, without a word that is read."""
    if not written.strip():
        guard = Guard("claim_empty", "the claim is empty")
    elif claim is None:
        guard = Guard("claim_too_long", f"the claim has {len(written)} characters: it is no single statement")
    elif claim.unread:
        words = ", ".join(claim.text[gap.start : gap.end][:40] for gap in claim.unread[:5])
        guard = Guard("language_unread", f"no analyser here reads: {words}")
    else:
        guard = Guard("claim_without_words", "the claim has no words to look for")
    step = _NEXT["unread" if guard.name == "language_unread" else "rewrite"]
    unread = tuple(claim.text[gap.start : gap.end] for gap in claim.unread) if claim else ()
    backend = NAME if claim is None else _backend(claim, None)
    return Judgement(written, "insufficient", 0.0, "low", (), (), (), guard, step, backend, unread)


def _open(claim: Statement, near: Sequence[Reading], page: Observation, unread: tuple[str, ...]) -> Judgement:
    best = near[0] if near else None
    guard = _open_guard(claim, best, unread)
    verdict: Verdict = "insufficient"
    if guard.name == "words_missing" and best and best.score >= NEAR_COVERAGE and _linked(best, page):
        verdict = "needs_more_browsing"
    step = _NEXT["unread" if guard.name == "language_unread" else verdict]
    band: Band = "high" if best is None or best.score < NEAR_COVERAGE else "medium"
    return _make(claim, verdict, band, best, [r for r in near if r.score >= NEAR_COVERAGE], (), guard, step, unread)


def _open_guard(claim: Statement, best: Reading | None, unread: tuple[str, ...]) -> Guard:
    if unread:
        return Guard("language_unread", "no analyser here reads: " + ", ".join(word[:40] for word in unread[:5]))
    if best is None or best.score == 0:
        return Guard("nothing_found", "no passage speaks of the claim's words")
    missing = best.comparison.missing
    if missing and claim.language != best.comparison.passage.language:
        words = ", ".join(term.written for term in missing[:8])
        return Guard(
            "language_unread", f"the page is in another language, and these have no translation in it: {words}"
        )
    if missing:
        return Guard("words_missing", "not told: " + ", ".join(term.written for term in missing[:8]))
    found = [*best.blocking, *best.opposing]
    return found[0] if found else Guard("words_missing", "the passage has the claim's small words alone")


def _linked(best: Reading, page: Observation) -> bool:
    wanted = {key for term in best.comparison.missing for key in keys(term.written)}
    links = (block for block in page.blocks if block.kind == "link")
    return any(wanted & keys(page.text[block.start : block.end]) for block in links)


def _weaker(band: Band) -> Band:
    return "medium" if band == "high" else "low"


def _opposing_band(reading: Reading) -> Band:
    if reading.blocking or reading.comparison.context:
        return "low"
    if reading.comparison.missing:
        return "medium" if reading.opposing[0].name in {"other_word", "names", "scope"} else "low"
    return "high"


def _make(
    claim: Statement,
    verdict: Verdict,
    band: Band,
    best: Reading | None,
    supports: Sequence[Reading],
    opposes: Sequence[Reading],
    guard: Guard | None,
    step: str,
    unread: tuple[str, ...] = (),
) -> Judgement:
    return Judgement(
        claim=claim.text,
        verdict=verdict,
        score=best.score if best else 0.0,
        band=band,
        parts=_parts(best),
        supporting=_passages(supports),
        opposing=_passages(opposes),
        guard=guard,
        next_step=step,
        backend=_backend(claim, best),
        unread=unread,
    )


def _backend(claim: Statement, best: Reading | None) -> str:
    """The backend's name with the analysers and the dictionary that it used beside its own English."""
    read = [claim, *([best.comparison.passage] if best else [])]
    used = {statement.analyser for statement in read} - {analyser_english.NAME}
    dictionary = dictionary_of(*(statement.language for statement in read)) if len(read) > 1 else None
    return "+".join([NAME, *sorted(used), *([dictionary] if dictionary else [])])


def _passages(readings: Sequence[Reading]) -> tuple[Passage, ...]:
    found: dict[tuple[int, int], Passage] = {}
    for reading in readings:
        start = reading.place.start if reading.joined_from is None else reading.joined_from
        found.setdefault(
            (start, reading.place.end),
            Passage(start, reading.place.end, reading.place.block.ref, reading.score, reading.why),
        )
    return tuple(found.values())[:PASSAGES_MOST]


def _parts(best: Reading | None) -> tuple[Part, ...]:
    if best is None:
        return ()
    comparison = best.comparison
    claim = comparison.claim
    words = [term for term in claim.terms if term.quantity is None]
    weight = sum(term.weight for term in words) or 1.0
    told = sum(claim.terms[pair.claim].weight for pair in comparison.alignment.pairs)
    figures = [figure for figure in comparison.figures if figure.found == "same"]
    context = sum(claim.terms[number].weight for number in comparison.context)
    return (
        Part("words", round(told / weight, 3)),
        Part("figures", round(len(figures) / len(comparison.figures), 3) if comparison.figures else 1.0),
        Part("context", round(context / weight, 3)),
        Part("opposed", float(len(best.opposing))),
        Part("withheld", float(len(best.blocking))),
    )
