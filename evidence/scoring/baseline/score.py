"""The original's score of one piece of a page for a claim, and of several together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from evidence.observation.values import Observation
from evidence.scoring.baseline.candidates import Candidate, heading_of
from evidence.scoring.baseline.guards import family
from evidence.scoring.baseline.tokens import Bag, all_tokens, anchors, stem, words
from evidence.scoring.baseline.words import DURATIONS, VERSION_WORDS

_KIND: Final = {
    "table": 0.12,
    "list": 0.08,
    "form": 0.08,
    "text": 0.06,
    "input": 0.06,
    "heading": 0.03,
    "link": 0.03,
    "metadata": 0.02,
    "button": 0.01,
}
_NOISE: Final = {"table": 0.22, "list": 0.16, "metadata": 0.10, "heading": 0.04}
_ROLE: Final = {
    "content": 0.04,
    "supporting": 0.01,
    "metadata": -0.04,
    "primary-nav": -0.24,
    "secondary-nav": -0.24,
    "cta": -0.16,
    "form-control": -0.30,
    "table-cell": 0.05,
}
_ZONE: Final = {"main": 0.05, "nav": -0.18, "footer": -0.16}
_LIMIT: Final = {"text": 0.12, "heading": 0.03, "list": -0.05, "table": -0.08}
_CONTRADICTORY: Final = 0.6
_CONTEXT_LEAST: Final = 0.35


@dataclass(frozen=True, slots=True)
class Scored:
    """A piece with its score and what it is made of."""

    piece: Candidate
    score: float
    lexical: float
    contextual: float
    exact: float
    numeric: float
    contradictory: bool


class Claim:
    """A claim's tokens, made once."""

    def __init__(self, text: str, tokens: Sequence[str], rare: Mapping[str, float]) -> None:
        self.text = text
        self.tokens = list(tokens)
        self.rare = rare
        self.sequence = [stem(word) for word in words(text)]
        self.numbers = [word for word in words(text) if word.isdigit()]
        self.anchors = anchors(tokens)
        self.family = family(text)
        self.versioned = bool(self.numbers) or any(stem(word) in VERSION_WORDS for word in words(text))
        self.timed = any(stem(word) in DURATIONS for word in words(text))

    def overlap(self, bag: Bag) -> float:
        """The share of its tokens, by their weights, that the bag has."""
        total = sum(self.rare.values())
        return sum(weight for token, weight in self.rare.items() if token in bag) / total if total else 0.0


def scored(claim: Claim, piece: Candidate, *, contradictory: bool) -> Scored:
    """The score of one piece."""
    lexical, contextual = claim.overlap(piece.bag), claim.overlap(piece.around)
    exact = exactness(claim, piece.bag)
    numeric = piece_numeric(claim, piece)
    total = 0.40 * lexical + 0.26 * contextual + 0.16 * exact + 0.08 * numeric
    total += _KIND.get(piece.block.kind, 0.0) + _ROLE[piece.block.role] + _ZONE.get(piece.block.zone, 0.0)
    total += _numbers(claim, piece) + _qualifier(claim, piece) + _version(claim, piece)
    total += 0.10 * max(0.0, contextual - lexical)
    if contradictory and contextual >= _CONTEXT_LEAST:
        total *= _CONTRADICTORY
    return Scored(piece, min(1.0, total), lexical, contextual, exact, numeric, contradictory)


def exactness(claim: Claim, bag: Bag) -> float:
    """1 for all the claim's tokens in a row, 0.7 for all of them anywhere, else 0."""
    if bag.has_sequence(claim.sequence):
        return 1.0
    return 0.70 if claim.sequence and all(token in bag for token in claim.sequence) else 0.0


def piece_numeric(claim: Claim, piece: Candidate) -> float:
    """The share of the claim's numbers that the piece has."""
    return sum(number in piece.numbers for number in claim.numbers) / len(claim.numbers) if claim.numbers else 0.0


def aggregate(claim: Claim, page: Observation, best: Sequence[Scored]) -> float:
    """The score of several pieces read together; 0 where there are too few."""
    narrative = {one.piece.block.ref for one in best if one.piece.narrative}
    main = next((block for block in page.blocks if block.kind == "heading"), None)
    title = page.text[main.start : main.end] if main is not None else ""
    relevant = bool(title) and bool(claim.anchors) and Bag(all_tokens(title)).share(claim.anchors) >= 0.5
    if not (len(narrative) > 1 or (narrative and relevant)):
        return 0.0
    parts = [title, *(f"{one.piece.text} {heading_of(page, one.piece.block)}" for one in best)]
    bag = Bag(all_tokens(" ".join(parts)))
    joined = {word for word in bag.order if word.isdigit()}
    numeric = sum(number in joined for number in claim.numbers) / len(claim.numbers) if claim.numbers else 0.0
    total = 0.76 * claim.overlap(bag) + 0.14 * exactness(claim, bag) + 0.06 * numeric + (0.04 if relevant else 0.0)
    if len(narrative) > 1:
        total += 0.06 if relevant else 0.03
        total += 0.24 * min(1.0, sum(one.score for one in best))
    hit = {one.piece.block.ref for one in best if any(anchor in one.piece.bag for anchor in claim.anchors)}
    weighed = sum(claim.rare.get(anchor, 0.0) for anchor in claim.anchors)
    share = sum(claim.rare.get(anchor, 0.0) for anchor in claim.anchors if anchor in bag) / weighed if weighed else 0.0
    if len(hit) > 1 and share >= 0.6:
        total += 0.14 if share >= 0.8 else 0.10
    return min(1.0, total)


def _numbers(claim: Claim, piece: Candidate) -> float:
    its = piece.numbers
    total = 0.06 if claim.numbers and its else 0.0
    if claim.timed and any(token in DURATIONS for token in piece.bag.order):
        total += 0.08
    excess = len(its) - (len(claim.numbers) + 2)
    return total - min(1.0, max(0, excess) / 6) * _NOISE.get(piece.block.kind, 0.0)


def _qualifier(claim: Claim, piece: Candidate) -> float:
    if claim.family is None:
        return 0.0
    its = family(piece.text)
    total = 0.14 if its == claim.family else -0.18 if its is not None else 0.0
    if its == claim.family and claim.numbers:
        total += _LIMIT.get(piece.block.kind, 0.0)
    return total


def _version(claim: Claim, piece: Candidate) -> float:
    return -0.08 if not claim.versioned and any(token in VERSION_WORDS for token in piece.bag.order) else 0.0
