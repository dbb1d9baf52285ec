"""Texts in Latin letters that are no English: their grammar is not read, so no passage of theirs supports a claim.

Only where a passage has the claim word for word does it support it all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.values import Guard

_ENGLISH_WORDS: Final = (
    "the a an of to in is are was were and for on at by with from as it its be been has have had not no or that this"
    " than can will may does do did who which there their his her he she they you your all each every only more most"
    " up about after before under over into per"
)
_ENGLISH: Final = frozenset(_ENGLISH_WORDS.split())
_WORD: Final = regex.compile(r"[\p{L}\p{M}'’]+")
_OTHER_WORDS: Final = (
    "der die das und ist nicht ein eine sind wird mit auf für von zu den dem kein"
    " el la los las de del es una un y con por para que sin son está le les des et est dans pour sur pas ne une du au"
    " il lo gli di che non per sono è della um uma o os não em com na no do da"
    " het een van niet op och är inte på att av og er ikke det til jest nie się ve bir bu değil là và của không"
)
_OTHER: Final = frozenset(_OTHER_WORDS.split())


def foreign(text: str) -> bool:
    """Whether a text in Latin letters has more small words of other languages than of English."""
    words = [word.lower() for word in _WORD.findall(text)]
    other = sum(word in _OTHER for word in words)
    return other > sum(word in _ENGLISH for word in words)


def unread_language(comparison: Comparison) -> Iterator[Finding]:
    """A language that no analyser here reads, on either side."""
    claim, passage = comparison.claim, comparison.passage
    if claim.language != "en" or passage.language != "en" or not (foreign(passage.text) and foreign(claim.text)):
        return
    if " ".join(_WORD.findall(claim.text.lower())) not in " ".join(_WORD.findall(passage.text.lower())):
        yield Finding("blocks", Guard("language_unread", "no analyser here reads the language of the page"))
