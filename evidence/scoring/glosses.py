"""What an English explanation of a word gives as its translation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import regex

from evidence.scoring.analyser_english import lemma

_ASIDE: Final = regex.compile(r"\([^)]*\)|\b(?:CL|abbr\. for|variant of|surname|see|also written|old variant of)\b.*")
_LEAD: Final = regex.compile(r"^(?:to be |to |a |an |the )")
_WORD: Final = regex.compile(r"[A-Za-z][A-Za-z-]+")
_MOST_WORDS: Final = 3
"""Words of a meaning that is taken for a translation; a longer one explains."""
_SMALL_WORDS: Final = (
    "about across after along around as at away back by down for from in into of off on onto out over past round to"
    " through together under up upon with without"
)
_SMALL: Final = frozenset(_SMALL_WORDS.split())


def words_of(meanings: Iterable[str]) -> frozenset[str]:
    """The lemmas that the meanings give: of a verb's the verb (``to set up``), of others their last word."""
    found: set[str] = set()
    for meaning in meanings:
        for part in regex.split(r"[;,]", _ASIDE.sub("", meaning)):
            told = part.strip()
            is_verb = told.startswith("to ")
            said = _WORD.findall(_LEAD.sub("", told))
            if 0 < len(said) <= _MOST_WORDS and not told.endswith("..."):
                word = said[0 if is_verb else -1].lower()
                found |= {lemma(word)} - _SMALL
    return frozenset(found)
