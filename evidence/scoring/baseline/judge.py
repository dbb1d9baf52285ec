"""The original's verdict on a claim: backend ``baseline``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from evidence.observation.values import Observation
from evidence.scoring.baseline.candidates import Candidate, candidates, weights
from evidence.scoring.baseline.contradiction import contradicts
from evidence.scoring.baseline.guards import Failed, aligned, claim_tokens, failed_guards
from evidence.scoring.baseline.score import Claim, Scored, aggregate, scored
from evidence.scoring.baseline.tokens import glossed, is_cjk, significant, words
from evidence.scoring.baseline.words import MONTHS
from evidence.scoring.values import Band, Guard, Judgement, Part, Passage, Verdict

NAME: Final = "baseline"
_SUPPORT: Final = 0.22
_OPPOSING: Final = 0.05
_MOST: Final = 3
_LEAD: Final = 0.02
_BROWSE: Final = 0.30
_SURE: Final = 0.82
_ALIGNED: Final = 0.99


class Baseline:
    """The original without its models; see the package."""

    name = NAME

    def judge(self, claims: Sequence[str], page: Observation) -> list[Judgement]:
        """One judgement for each claim."""
        pieces = candidates(page)
        return [_judged(claim, page, pieces) for claim in claims]


def _judged(text: str, page: Observation, pieces: Sequence[Candidate]) -> Judgement:
    if _low_signal(text):
        return _answer(text, "insufficient", 0.0, Guard("low-signal", "The claim says too little; rewrite it."))
    native = claim_tokens(text)
    foreign = significant(glossed(text)) if is_cjk(text) and _latin(page.text) else []
    tokens = foreign or native
    claim = Claim(text, tokens, weights(tokens, page))
    ranked = []
    for piece in pieces:
        found = scored(claim, piece, contradictory=contradicts(text, claim.anchors, piece.text))
        if found.score > 0:
            ranked.append(found)
    ranked.sort(key=lambda one: -one.score)
    against = [one for one in ranked if one.contradictory and one.score >= _OPPOSING][:_MOST]
    support = _top([one for one in ranked if not one.contradictory])
    return _decided(claim, page, support, against, ranked, cross=bool(foreign))


def _decided(
    claim: Claim,
    page: Observation,
    support: Sequence[Scored],
    against: Sequence[Scored],
    ranked: Sequence[Scored],
    *,
    cross: bool,
) -> Judgement:
    """The order of decision as published (1 to 7)."""
    best_other = next((one.score for one in ranked if not one.contradictory), None)
    best_against = against[0].score if against else 0.0
    if best_other is None or (against and best_against >= best_other + _LEAD):
        return _opposed(claim, against) if against else _answer(claim.text, "insufficient", 0.0, _NOTHING)
    if not support:
        verdict: Verdict = "contradicted" if against else "insufficient"
        return _answer(claim.text, verdict, best_other, _WEAK, against=against)
    failed = failed_guards(claim.text, claim.tokens, [one.piece for one in support])
    hard = next((one for one in failed if one.strength == "hard"), None)
    if failed and hard is None and against:
        return _opposed(claim, against)
    score = max(support[0].score, aggregate(claim, page, support))
    if hard is not None:
        return _answer(claim.text, "contradicted", score, hard.guard, against=support)
    return _weighed(claim, score, support, failed, cross=cross)


def _weighed(
    claim: Claim, score: float, support: Sequence[Scored], failed: Sequence[Failed], *, cross: bool
) -> Judgement:
    """What the score and the soft guards say where nothing contradicts."""
    if score >= _threshold(claim, support, failed, cross=cross) and not failed:
        exact = any(one.exact >= 0.70 for one in support)
        number = any(aligned(claim.text, one.piece.text) >= _ALIGNED for one in support)
        if not cross and _reported(score) < _SURE and not exact and not number and len(support) == 1:
            return _answer(claim.text, "needs_more_browsing", score, _WEAK, support=support)
        return _answer(claim.text, "supported", score, None, support=support)
    timely = any(word.isdigit() or word in MONTHS for word in words(claim.text))
    guard = failed[0].guard if failed else _WEAK
    if score >= _BROWSE and (failed or timely):
        return _answer(claim.text, "needs_more_browsing", score, guard, support=support)
    return _answer(claim.text, "insufficient", score, guard, support=support)


_UNCLEAR: Final = frozenset({"predicate", "anchor-coverage", "qualifier-coverage"})
_NOTHING: Final = Guard("no-supporting-block", "Nothing on the page speaks of the claim.")
_WEAK: Final = Guard("insufficient-support-score", "What the page says has too little in common with the claim.")
_DENIED: Final = Guard("contradictory-evidence", "The page denies what the claim says.")


def _threshold(claim: Claim, support: Sequence[Scored], failed: Sequence[Failed], *, cross: bool) -> float:
    narrative = {one.piece.block.ref for one in support if one.piece.narrative}
    if not failed and len(support) > 1:
        if len(narrative) > 1:
            return 0.38 if cross else 0.46
        return 0.40 if cross else 0.52
    if not failed and any(aligned(claim.text, one.piece.text) >= _ALIGNED for one in support):
        return 0.38 if cross else 0.40
    return 0.40 if cross else 0.52


def _opposed(claim: Claim, against: Sequence[Scored]) -> Judgement:
    failed = failed_guards(claim.text, claim.tokens, [one.piece for one in against])
    hard = next((one.guard for one in failed if one.strength == "hard" and one.guard.name != "negation"), None)
    if hard is not None:
        return _answer(claim.text, "contradicted", against[0].score, hard, against=against)
    soft = next((one for one in failed if one.guard.name in _UNCLEAR), None)
    if soft is not None:
        return _answer(claim.text, "needs_more_browsing", against[0].score, soft.guard, against=against)
    return _answer(claim.text, "contradicted", against[0].score, _DENIED, against=against)


def _top(ranked: Sequence[Scored]) -> list[Scored]:
    """At most three: the best of each block first."""
    good = [one for one in ranked if one.score >= _SUPPORT]
    first: list[Scored] = []
    rest: list[Scored] = []
    seen: set[str] = set()
    for one in good:
        (rest if one.piece.block.ref in seen else first).append(one)
        seen.add(one.piece.block.ref)
    return [*first, *rest][:_MOST]


def _answer(
    claim: str,
    verdict: Verdict,
    score: float,
    guard: Guard | None,
    *,
    support: Sequence[Scored] = (),
    against: Sequence[Scored] = (),
) -> Judgement:
    shown = support[0] if support else against[0] if against else None
    parts = () if shown is None else tuple(
        Part(name, round(value, 2))
        for name, value in (
            ("lexical", shown.lexical),
            ("contextual", shown.contextual),
            ("exact", shown.exact),
            ("numeric", shown.numeric),
        )
    )  # fmt: skip
    reported = _reported(score) if verdict == "supported" else round(max(0.0, score), 2)
    band: Band = "high" if reported >= 0.92 else "medium" if reported >= _SURE else "low"
    return Judgement(
        claim,
        verdict,
        reported,
        band,
        parts,
        tuple(_passage(one) for one in support),
        tuple(_passage(one) for one in against),
        guard,
        _NEXT[verdict],
        NAME,
    )


_NEXT: Final[dict[Verdict, str]] = {
    "supported": "Read the passage and attach it as a quote.",
    "contradicted": "Read the opposing passage; correct the claim or look for another source.",
    "insufficient": "Look for a page that speaks of the claim.",
    "needs_more_browsing": "Read more pages on the claim.",
}


def _passage(one: Scored) -> Passage:
    return Passage(one.piece.start, one.piece.end, one.piece.block.ref, round(max(0.0, one.score), 2), "shares words")


def _reported(score: float) -> float:
    return round(0.55 + 0.40 * score, 2)


def _latin(text: str) -> bool:
    latin = sum(character.isascii() and character.isalpha() for character in text)
    cjk = sum(is_cjk(character) for character in text)
    return latin >= 48 and latin >= max(3 * cjk, 12)


def _low_signal(claim: str) -> bool:
    """A long claim that says the same again and again."""
    tokens = [word for word in words(claim) if len(word) > 1]
    if len(claim) < 240 or len(tokens) < 18:
        return False
    counts = Counter(tokens)
    longest = run = 1
    for before, after in pairwise(tokens):
        run = run + 1 if before == after else 1
        longest = max(longest, run)
    few_anchors = len(tokens) >= 24 and len(claim_tokens(claim)) / len(tokens) <= 0.22
    return len(counts) / len(tokens) <= 0.45 or max(counts.values()) >= 8 or longest >= 6 or few_anchors
