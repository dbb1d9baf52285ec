"""The claim's words inside of another sentence: what is asked, wanted, doubted, or said of someone else.

English alone: its governing words stand before what they govern, so what stands between tells. The guards err on the
side of caution: what they hold back is told as not said plainly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from evidence.scoring.apposition import beside
from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.coreference import GENERIC
from evidence.scoring.statements import TAIL, Statement, tail
from evidence.scoring.values import Guard

_QUESTION: Final = regex.compile(
    r"[?？]\s*[\"'”’」』)）]*\s*\Z|[かのか]。?\Z(?<=(?:です|ます|でしょう|だろう)か。?)|吗[?？。]?\Z"
)
_TO_BEFORE: Final = regex.compile(r"(?<!\bup|\bdue|\bback|\baccording|\bnext|\brelated)\s+to\s+(?:\p{L}+ly\s+)?\Z")
_BARE_BE: Final = regex.compile(
    r"(?<!\b(?:will|can|may|to|must|should|could|would|might|cannot|not))\s+be\s+(?:\p{L}+ly\s+)?\Z"
)
_GOVERNS: Final = regex.compile(
    r"\b(?:the|a|an|its|his|her|their|this|these|that|whether|if|how|why)\s+(?:\p{Ll}+\s+){0,2}\Z", regex.IGNORECASE
)
_ADJUNCT: Final = regex.compile(
    r"\s*(?:in|on|at|after|since|during|for|from|with|by|under|before|as|today|now|until|throughout|within|across|once|and"
    r"|according|while|when|although|despite|following|founded|built|born|based|named)\b",
    regex.IGNORECASE,
)
_BREAK: Final = regex.compile(r"[,;:.!?()–—|]")
_OF_BEFORE: Final = regex.compile(r"(\p{L}+)\s+(?:of|for|from|to|than|like|behind|against)\s+(?:the\s+|an?\s+)?\Z")
_OWNER_AFTER: Final = regex.compile(r"['’]s?\s+(\p{L}+)")
_KINDS_OF_PLACE: Final = frozenset(
    {
        "city",
        "town",
        "village",
        "state",
        "province",
        "republic",
        "kingdom",
        "university",
        "island",
        "county",
        "month",
        "year",
        "district",
        "region",
        "department",
        "port",
        "parish",
        "part",
        "republics",
        "end",
        "beginning",
    }
)
_NARROWED: Final = regex.compile(
    r"\b(?:free|available|allowed|open|valid|supported|required|mandatory|optional|included|permitted|compulsory|banned)"
    r"\s+(?:\p{L}+ly\s+)?(?:for|to|in|on|with|during|until|from|at)\b(?!\s+(?:all|everyone|free)\b)",
    regex.IGNORECASE,
)


def embedding(comparison: Comparison) -> Iterator[Finding]:
    """What keeps the claim's words from being said plainly."""
    passage = comparison.passage
    if _QUESTION.search(passage.text) and not _QUESTION.search(comparison.claim.text):
        yield Finding("blocks", Guard("question", "the page asks it"))
    if passage.language != "en" or comparison.claim.language != "en" or not comparison.places:
        return
    yield from _governed(comparison)
    yield from _intended(comparison)
    yield from _of_another(comparison)
    yield from _narrowed(comparison)


def _governed(comparison: Comparison) -> Iterator[Finding]:
    """``The board believes the plan works``: another subject and verb before the claim's first word."""
    passage = comparison.passage
    first = comparison.places[0]
    lead = passage.text[:first]
    breaks = [match.end() for match in _BREAK.finditer(lead)]
    start = breaks[-1] if breaks else 0
    words = [term for term in passage.terms if start <= term.start < first and not term.light and term.quantity is None]
    if (
        _RELATIVE.match(passage.text, _name_end(comparison))
        or beside(comparison)
        or _spoken_of(comparison, lead[start:])
    ):
        return
    if words and _GOVERNS.search(lead[start:]) and not _ADJUNCT.match(lead, start):
        between = lead[words[0].end :].strip().lower()
        if between and any(part in _DETERMINERS for part in between.split()):
            yield Finding("blocks", Guard("embedded", f"the page says it under: {lead[start:].strip()}"))


def _spoken_of(comparison: Comparison, lead: str) -> bool:
    """Whether before the claim's first word stands only what the claim names: ``the city has a``."""
    return bool(comparison.context) and _ONE_SUBJECT.fullmatch(lead) is not None


def _name_end(comparison: Comparison) -> int:
    """Where the name that the claim begins with ends."""
    end = 0
    for number, term in enumerate(comparison.passage.terms):
        if term.start == comparison.places[0] or (
            end and term.start - end <= 1 and (term.capital or number in comparison.paired)
        ):
            end = term.end
    return end


_ONE_SUBJECT: Final = regex.compile(
    rf"\s*(?:(?:the|this|these)\s+(?:{GENERIC})s?|it|he|she|they)\s+(?:is|are|was|were|has|had|have)\s+(?:an?\s+|the\s+|its\s+)?",
    regex.IGNORECASE,
)
_RELATIVE: Final = regex.compile(r",?\s+(?:which|who|whose)\b")
_DETERMINERS: Final = frozenset(
    {"the", "a", "an", "its", "his", "her", "their", "this", "these", "that", "whether", "if", "how", "why"}
)


def _intended(comparison: Comparison) -> Iterator[Finding]:
    """``agreed to buy``, ``demanded that it be opened``: no deed yet."""
    claim, passage = comparison.claim, comparison.passage
    for pair in comparison.alignment.pairs:
        if pair.passage < 0 or claim.terms[pair.claim].name or claim.terms[pair.claim].light:
            continue
        term, own = passage.terms[pair.passage], claim.terms[pair.claim]
        before, own_before = tail(passage.text, term.start), tail(claim.text, own.start)
        bare = term.written.lower() == term.lemma and own.written.lower() != own.lemma
        if bare and _TO_BEFORE.search(before) and not _TO_BEFORE.search(own_before):
            yield Finding("blocks", Guard("intended", f"the page says it as an aim: to {term.written}"))
            return
        if _BARE_BE.search(before) and not _BARE_BE.search(own_before):
            yield Finding("blocks", Guard("intended", f"the page says that it should be: be {term.written}"))
            return


def _of_another(comparison: Comparison) -> Iterator[Finding]:
    """``a rival of Norva``, ``Norva's rival``: the name says whose, and the claim says who."""
    claim, passage = comparison.claim, comparison.passage
    at_words = {passage.terms[n].start for n in comparison.paired if n >= 0}
    for pair in comparison.alignment.pairs:
        if pair.passage < 0 or not claim.terms[pair.claim].capital or not passage.terms[pair.passage].capital:
            continue
        term, own = passage.terms[pair.passage], claim.terms[pair.claim]
        head = _OF_BEFORE.search(passage.text, pos=max(0, term.start - TAIL), endpos=term.start)
        own_head = _OF_BEFORE.search(claim.text, pos=max(0, own.start - TAIL), endpos=own.start)
        by_agent = (
            regex.search(r"\bby\s+(?:the\s+|an?\s+)?(?:\p{L}+\s+)?\Z", passage.text[: head.start(1)]) if head else None
        )
        if head and not own_head and by_agent and not _is_term(passage, head.start(1), at_words):
            yield Finding("blocks", Guard("of_another", f"the page says it of the {head[1]} of {term.written}"))
        owner = _OWNER_AFTER.match(passage.text, term.end)
        own_owner = _OWNER_AFTER.match(claim.text, own.end)
        if owner and not own_owner and owner.start(1) not in at_words and owner[1].islower():
            follows = [p for p in at_words if p >= owner.end()]
            if follows and len(claim.terms) > 1 and pair.claim == 0:
                yield Finding("blocks", Guard("of_another", f"the page says it of {term.written}'s {owner[1]}"))


def _is_term(passage: Statement, start: int, paired: set[int]) -> bool:
    word = next((term for term in passage.terms if term.start == start), None)
    return word is None or start in paired or word.lemma in _KINDS_OF_PLACE


def _narrowed(comparison: Comparison) -> Iterator[Finding]:
    """``free for students`` does not say ``free``."""
    passage = comparison.passage
    for match in _NARROWED.finditer(passage.text):
        following = [n for n, term in enumerate(passage.terms) if term.start >= match.end()]
        inside = any(match.start() <= at < match.end() for at in comparison.places)
        if (
            inside
            and following
            and following[0] not in comparison.paired
            and not _NARROWED.search(comparison.claim.text)
        ):
            word = passage.terms[following[0]].written
            yield Finding("blocks", Guard("narrower", f"the page says it with a condition: {match.group()} {word}"))
            return
