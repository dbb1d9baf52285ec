"""Whether a quote that is given in support of a claim opposes it: its numbers, its polarity or its names."""

from __future__ import annotations

from typing import Final

from evidence.observation.values import of_blocks
from evidence.scoring.backends import backend
from evidence.scoring.values import Guard

TOLD: Final = frozenset(
    {"numbers", "units", "negation", "opposite_words", "names", "roles", "other_word", "scope", "status"}
)
"""The guards whose word is enough to call for a second look."""


def conflict(claim: str, quote: str) -> Guard | None:
    """What in `quote` opposes `claim`, in words (``numbers differ: 29 / 199``); None where nothing surely does.

    It errs on the side of silence: a quote may rightly say less than the claim, or say it in other words.
    """
    (found,) = backend().judge([claim], of_blocks([("text", quote)]))
    if found.verdict != "contradicted" or found.band == "low" or found.guard is None:
        return None
    return found.guard if found.guard.name in TOLD else None
