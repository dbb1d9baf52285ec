"""The original's contradiction detector: twelve pairs of phrases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from evidence.scoring.baseline.tokens import Bag, stem, words
from evidence.scoring.baseline.words import FUNCTION, PHRASES

State = Literal["none", "positive", "negative", "both"]
_SEGMENT: Final = re.compile(r"[.!?;:\n]")
_CONTEXT: Final = 4
_LEAST: Final = 3
_CONTEXT_SHARE: Final = 0.5
_ANCHOR_SHARE: Final = 0.6

_PAIRS: Final = tuple(
    ([stem(word) for word in positive.split()], [stem(word) for word in negative.split()])
    for positive, negative in PHRASES
)


def contradicts(claim: str, anchors: Sequence[str], text: str) -> bool:
    """Whether `text` says the opposite of `claim` by one of the pairs."""
    stems = [stem(word) for word in words(claim)]
    for positive, negative in _PAIRS:
        state = _state(stems, positive, negative)
        if state not in ("positive", "negative"):
            continue
        mine, other = (positive, negative) if state == "positive" else (negative, positive)
        swapped = _replaced(stems, mine, other)
        for segment in _SEGMENT.split(text):
            its = [stem(word) for word in words(segment)]
            if Bag(its).has_sequence(swapped):
                return True
            if _state(its, positive, negative) in ("positive", "negative") and _state(its, positive, negative) != state:
                context = _context(stems, mine)
                if context and Bag(_context(its, other)).share(context) >= _CONTEXT_SHARE:
                    return True
                if not context and anchors and Bag(its).share(anchors) >= _ANCHOR_SHARE:
                    return True
    return False


def _places(stems: Sequence[str], phrase: Sequence[str]) -> list[int]:
    size = len(phrase)
    return [at for at in range(len(stems) - size + 1) if list(stems[at : at + size]) == list(phrase)]


def _state(stems: Sequence[str], positive: Sequence[str], negative: Sequence[str]) -> State:
    against = _places(stems, negative)
    covered = {at + step for at in against for step in range(len(negative))}
    pro = [at for at in _places(stems, positive) if at not in covered]
    if pro and against:
        return "both"
    return "positive" if pro else "negative" if against else "none"


def _replaced(stems: Sequence[str], mine: Sequence[str], other: Sequence[str]) -> list[str]:
    at = _places(stems, mine)[0]
    return [*stems[:at], *other, *stems[at + len(mine) :]]


def _context(stems: Sequence[str], phrase: Sequence[str]) -> list[str]:
    """The words right after the phrase."""
    at = _places(stems, phrase)
    if not at:
        return []
    after = stems[at[0] + len(phrase) : at[0] + len(phrase) + _CONTEXT]
    return [word for word in after if len(word.encode()) >= _LEAST and word not in FUNCTION]
