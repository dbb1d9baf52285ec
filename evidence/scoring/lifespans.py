"""Years of a life in brackets, ``Ilse Brandt (1871–1950)``: born and died without the words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import regex

from evidence.scoring.quantity import Quantity

_BORN_AND_DIED: Final = {
    "en": ("bear", "die"),
    "ja": ("生まれる", "死ぬ"),
    "ko": ("태어나다", "사망"),
    "zh": ("出生", "去世"),
}
_OPEN: Final = regex.compile(r"[(（]\s*(?:b\.\s*)?\Z")
_DASH: Final = regex.compile(r"\s*[–—\-~〜～]\s*")
_CLOSE: Final = regex.compile(r"\s*[)）]")


def lifespans(text: str, figures: Sequence[Quantity], language: str) -> Iterator[tuple[int, str]]:
    """The verb of birth and that of death, each with the place of its date in `text`."""
    words = _BORN_AND_DIED.get(language)
    if words is None:
        return
    for one, other in pairwise(figures):
        if (
            one.dimension == other.dimension == "date"
            and _OPEN.search(text, pos=max(0, one.start - 8), endpos=one.start)
            and _DASH.fullmatch(text, pos=one.end, endpos=other.start)
            and _CLOSE.match(text, other.end)
        ):
            yield one.start, words[0]
            yield other.start, words[1]
