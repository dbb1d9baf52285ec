"""What a claim's own words give away about its label: the figure to hold every judge of a labelled set against.

Sets of claims have habits: refuted ones say "only" and "never" more often. Naive Bayes over the claims' words and pairs
of characters, trained and asked in five parts, shows how far these habits alone lead.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

FOLDS: Final = 5
_WORD: Final = re.compile(r"[^\W\d_]+")


def told_by_claims(claims: Sequence[str], labels: Sequence[str]) -> list[str]:
    """The label that each claim's words alone suggest, each told by the other four fifths."""
    told = [""] * len(claims)
    features = [_features(claim) for claim in claims]
    for fold in range(FOLDS):
        seen = [at for at in range(len(claims)) if at % FOLDS != fold]
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for at in seen:
            counts[labels[at]].update(features[at])
        known = len(set().union(*counts.values()))
        totals = {label: sum(words.values()) + known for label, words in counts.items()}
        shares = Counter(labels[at] for at in seen)
        for at in range(fold, len(claims), FOLDS):
            told[at] = max(
                counts,
                key=lambda label, at=at: (
                    math.log(shares[label])  # type: ignore[misc]  # a default ties the loop's value
                    + sum(math.log((counts[label][word] + 1) / totals[label]) for word in features[at])
                ),
            )
    return told


def _features(claim: str) -> list[str]:
    words = _WORD.findall(claim.lower())
    pairs = [word[at : at + 2] for word in words if not word.isascii() for at in range(len(word) - 1)]
    return [*words, *pairs]
