"""English phrases of several words that say what one verb says: ``took part in``, ``carried out``, ``up from``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

_PHRASES: Final = r"""
    hold: (?:takes?|took|taken|taking) place
    participate: (?:takes?|took|taken|taking) part
    acquire: (?:takes?|took|taken|taking) over(?! \p{N})
    resign: (?:steps?|stepped|stepping) down
    die: pass(?:es|ed)? away
    cancel: call(?:s|ed|ing)? off
    perform: carr(?:y|ies|ied|ying) out
    establish: set(?:s|ting)? up
    reject: turn(?:s|ed|ing)? down
    propose: put(?:s|ting)? forward
    begin: (?:breaks?|broke|broken) out
    begin: dat(?:es?|ed|ing) back
    bear: (?:gives?|gave|given|giving) birth to
    cause: (?:leads?|led|leading) to(?= (?:the|an?|its|their|his|her|more|fewer|less)\b)
    cause: result(?:s|ed|ing)? in
    cause: (?:gives?|gave|given) rise to
    marry: (?:gets?|got|getting) married
    rise: up from
    fall: down from
    care: look(?:s|ed|ing)? after
    responsible: in charge of
    comprise: (?:is|are|was|were) made up of
    comprise: (?:is|are|was|were) composed of
    comprise: consist(?:s|ed|ing)? of
    belong: part of
    belong: belong(?:s|ed|ing)? to
    house: (?:is|was) home to
    replace: (?:takes?|took|taken) the place of
    free: free of charge
    free: at no charge
    free: at no cost
    discover: (?:finds?|found) out
    continue: (?:goes|go|went) on
    return: (?:comes?|came|goes|go|went) back
    speak: (?:gives?|gave) a speech
    visit: (?:pays?|paid) a visit to
    decide: (?:makes?|made|takes?|took) the decision to
    prevent: (?:stops?|stopped|keeps?|kept)(?= \p{L}+ from)
    annual: each year
    annual: every year
    annual: per year
    annual: a year(?= \p{L}| \p{N}|[.,;]|$)
    daily: every day
    daily: each day
    daily: per day
    daily: a day(?=[.,;]|$)
    monthly: every month
    weekly: every week
"""


def _pattern() -> tuple[regex.Pattern[str], tuple[str, ...]]:
    table = [row.strip().partition(": ") for row in _PHRASES.splitlines() if row.strip()]
    listed = "|".join(f"(?P<p{number}>{words})" for number, (_, _, words) in enumerate(table))
    return regex.compile(rf"\b(?:{listed})\b", regex.IGNORECASE), tuple(lemma for lemma, _, _ in table)


_PATTERN, _LEMMAS = _pattern()


def phrases(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """The code points ``[start, end)`` of each phrase of `text`, and the lemma of the verb that says the same."""
    if language != "en":
        return
    for match in _PATTERN.finditer(text):
        yield match.start(), match.end(), _LEMMAS[int((match.lastgroup or "p0")[1:])]
