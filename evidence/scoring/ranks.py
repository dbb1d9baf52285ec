"""The first of all, the second, one of several: what a superlative says, and what stands beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import regex

from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.mark_kinds import QUALIFIERS
from evidence.scoring.statements import Statement
from evidence.scoring.values import Guard

Rank = Literal["first", "later", "one of"]
_SUPERLATIVES: Final = {
    "en": regex.compile(r"\b(?:most|least|best|worst|first|\p{L}{2,}(?<!inter|for|har|w)est)\b", regex.IGNORECASE),
    "ja": regex.compile(r"最も|もっとも|一番(?!目)|最[高大長古多小低新速深]|首位|1位|１位|第一"),
    "ko": regex.compile(r"가장|제일|최[고대장다소저초]|1위|첫 ?번째"),
    "zh": regex.compile(r"最|第一|首位|首次"),
}
_LATER: Final = {
    "en": regex.compile(
        r"\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|next|[2-9]nd|[2-9]rd|\p{N}+th)[ -]"
        r"(?=\p{L}+est\b|most\b|best\b|worst\b)",
        regex.IGNORECASE,
    ),
    "ja": regex.compile(r"[二三四五六七八九十2-9２-９]番目に|第[二三四五六七八九2-9２-９]|[2-9２-９二三四五]位"),
    "ko": regex.compile(r"(?:두|세|네|다섯|여섯|[2-9]) ?번째로?|[2-9]위"),
    "zh": regex.compile(r"第[二三四五六七八九2-9](?!季|章|次)"),
}
_ONE_OF: Final = {
    "en": regex.compile(
        r"\b(?:one|some|many|two|three) of (?:the|its|his|her|their)\b|\bamong the\b", regex.IGNORECASE
    ),
    "ja": regex.compile(r"の(?:一つ|ひとつ|1つ|一人|ひとり)|の中でも"),
    "ko": regex.compile(r"(?:중|가운데) ?(?:하나|한)"),
    "zh": regex.compile(r"之一"),
}


def ranks(comparison: Comparison) -> Iterator[Finding]:
    """A claim of the first of all, on a passage that says the second, or one of them."""
    claim, passage = comparison.claim, comparison.passage
    if claim.language != passage.language or claim.language not in _SUPERLATIVES:
        return
    wanted = _rank(claim)
    told = _rank(passage)
    if wanted == "first" and told is None and claim.language != "en" and not claim.marked(QUALIFIERS):
        yield Finding("blocks", Guard("rank", f"the passage does not say it of {_words(claim)}"))
    if wanted is None or told is None or wanted == told:
        return
    one, other = _words(claim), _words(passage)
    guard = Guard("rank", f"ranks differ: {one} / {other}")
    if "later" in {wanted, told}:
        yield Finding("opposes", guard)
    elif wanted == "first":
        yield Finding("blocks", guard)


def _rank(statement: Statement) -> Rank | None:
    language = statement.language
    if _LATER[language].search(statement.text):
        return "later"
    if not _SUPERLATIVES[language].search(statement.text):
        return None
    return "one of" if _ONE_OF[language].search(statement.text) else "first"


def _words(statement: Statement) -> str:
    for pattern in (_LATER, _ONE_OF, _SUPERLATIVES):
        match = pattern[statement.language].search(statement.text)
        if match:
            return match.group().strip()
    return ""
