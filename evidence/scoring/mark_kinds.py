"""The kinds of words that change what a clause says."""

from __future__ import annotations

from typing import Final, Literal

MarkKind = Literal[
    "negation",
    "partial_negation",
    "hedge",
    "future",
    "attribution",
    "condition",
    "past",
    "universal",
    "limited",
    "exclusive",
    "preview",
    "available",
    "deprecated",
    "default",
    "maximum",
    "minimum",
    "average",
    "median",
    "skipped",
]
Reach = Literal["right", "left", "clause"]
Row = tuple[MarkKind, Reach, str]

STATUSES: Final[tuple[MarkKind, ...]] = ("preview", "available", "deprecated")
QUALIFIERS: Final[tuple[MarkKind, ...]] = ("default", "maximum", "minimum", "average", "median")
