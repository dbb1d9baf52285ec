"""The original's eight guards, run on the joined text of the best pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from evidence.scoring.baseline.candidates import Candidate
from evidence.scoring.baseline.contradiction import contradicts
from evidence.scoring.baseline.tokens import Bag, all_tokens, anchors, significant, stem, words
from evidence.scoring.baseline.words import (
    DEPRECATED,
    DURATIONS,
    EXCLUSIVE,
    FAMILIES,
    GENERAL,
    LIMITED,
    MONTHS,
    OPPOSITES,
    PREVIEW,
    QUALIFIERS,
    UNIVERSAL,
    VERSION_WORDS,
)
from evidence.scoring.values import Guard

Strength = Literal["hard", "soft"]
_BARE_DECIMAL: Final = re.compile(r"(?<!\S)[0-9.]+\.[0-9.]*[0-9](?!\S)")
_NOISE: Final = 4
_FEW: Final = 3
_PREDICATE_CONTEXT: Final = 10
_HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class Failed:
    """A guard that failed, and whether that alone contradicts the claim."""

    guard: Guard
    strength: Strength


@dataclass(frozen=True, slots=True)
class Number:
    """A number and its unit of time or its month."""

    value: str
    unit: str


def failed_guards(claim: str, tokens: Sequence[str], support: Sequence[Candidate]) -> list[Failed]:
    """The guards that fail, in the original's order; `tokens` are the claim's significant ones."""
    joined = " ".join(piece.text for piece in support)
    found = [
        _anchors(tokens, joined),
        _numbers(claim, tokens, support, joined),
        _scope(claim, joined),
        _status(claim, joined),
        _qualifiers(claim, support),
        _threads(claim, joined),
        _predicates(claim, tokens, support),
        _negation(claim, tokens, joined),
    ]
    return [one for one in found if one is not None]


def family(text: str) -> str | None:
    """Which of default, maximum, minimum it speaks of: words with a space on both sides only, as published."""
    low = f"{text.lower()}"
    return next((name for name, marks in FAMILIES.items() if any(mark in low for mark in marks)), None)


def numbers(text: str) -> list[Number]:
    """Numbers with the unit of time after them, and month names (also where they are verbs) as numbers."""
    order = words(text)
    found: list[Number] = []
    for at, word in enumerate(order):
        if word.isdigit():
            after = stem(order[at + 1]) if at + 1 < len(order) else ""
            found.append(Number(word, after if after in DURATIONS else ""))
        elif word in MONTHS:
            found.append(Number(str(MONTHS.index(word) + 1), "month-name"))
    return found


def aligned(claim: str, text: str) -> float:
    """How many of the claim's numbers stand in the text with the same unit, or with one of the units missing."""
    mine, its = numbers(claim), numbers(text)
    if not mine:
        return 0.0
    return sum(any(_same(number, other) for other in its) for number in mine) / len(mine)


def _same(mine: Number, other: Number) -> bool:
    return mine.value == other.value and (mine.unit == other.unit or not mine.unit or not other.unit)


def _anchors(tokens: Sequence[str], joined: str) -> Failed | None:
    wanted = anchors(tokens)
    share = {0: 0.0, 1: 1.0, 2: 1.0, 3: 2 / 3}.get(len(wanted), 0.6)
    if not wanted or Bag(all_tokens(joined)).share(wanted) >= share - 0.001:
        return None
    return Failed(Guard("anchor-coverage", "The page lacks words of the claim."), "soft")


def _numbers(claim: str, tokens: Sequence[str], support: Sequence[Candidate], joined: str) -> Failed | None:
    mine = numbers(claim)
    if not mine or _BARE_DECIMAL.search(claim) or any(stem(word) in VERSION_WORDS for word in words(claim)):
        return None
    about = anchors(tokens)
    wants = family(claim)
    near = [piece for piece in support if not about or any(anchor in piece.bag for anchor in about)]
    near = [piece for piece in near if wants is None or family(piece.text) == wants] or near
    text = " ".join(piece.text for piece in near) if near else joined
    its = numbers(text)
    if its and all(any(_same(number, other) for other in its) for number in mine):
        return None
    soft = (
        not its
        or all(not number.unit for number in mine)
        or not any(len(piece.numbers) <= len(mine) + _FEW for piece in near)
        or len(its) > len(mine) + _NOISE
    )
    told = f"numbers differ: {', '.join(one.value for one in mine)} / {', '.join(one.value for one in its)}"
    return Failed(Guard("numeric-value", told), "soft" if soft else "hard")


def _has(stems: Sequence[str], table: frozenset[str]) -> bool:
    return any(word in table for word in stems)


def _scope(claim: str, joined: str) -> Failed | None:
    mine, its = _stems(claim), _stems(joined)
    guard = Guard("scope", "The page speaks of another scope.")
    if _has(mine, UNIVERSAL) and (_has(its, LIMITED) or _has(its, EXCLUSIVE)):
        return Failed(guard, "hard")
    if _has(mine, EXCLUSIVE) and _has(its, LIMITED):
        return Failed(guard, "hard")
    for table in (UNIVERSAL, EXCLUSIVE):
        if _has(mine, table) and not _has(its, UNIVERSAL | EXCLUSIVE | LIMITED):
            return Failed(guard, "soft")
    return None


def _status(claim: str, joined: str) -> Failed | None:
    mine, its = _stems(claim), _stems(joined)
    guard = Guard("status", "The page gives another status.")
    for table, against in ((PREVIEW, GENERAL | DEPRECATED), (GENERAL, PREVIEW | DEPRECATED), (DEPRECATED, frozenset())):
        if _has(mine, table):
            if _has(its, frozenset(against)):
                return Failed(guard, "hard")
            if not _has(its, table):
                return Failed(guard, "soft")
    return None


def _qualifiers(claim: str, support: Sequence[Candidate]) -> Failed | None:
    wants = family(claim)
    guard = Guard("qualifier-coverage", "The page lacks a qualifier of the claim.")
    if wants is not None and not any(family(piece.text) == wants for piece in support):
        return Failed(guard, "soft")
    others = [word for word in _stems(claim) if word in QUALIFIERS - {"default", "maximum", "minimum", "max", "min"}]
    if others and not any(all(word in piece.bag for word in others) for piece in support):
        return Failed(guard, "soft")
    return None


def _threads(claim: str, joined: str) -> Failed | None:
    using = re.search(r"\b(?:us(?:e|es|ing)|employ\w*)\b(?:\W+\w+){0,2}?\W+threads?\b", claim.lower())
    if using and re.search(r"\b(?:without|no)\s+threads?\b", joined.lower()):
        return Failed(Guard("thread-usage", "The page says that no threads are used."), "hard")
    return None


def _predicates(claim: str, tokens: Sequence[str], support: Sequence[Candidate]) -> Failed | None:
    mine = _stems(claim)
    about = anchors(tokens)
    guard = Guard("predicate", "The page says the opposite of how it works.")
    for one, other, followed in OPPOSITES:
        for same, opposite in ((one, other), (other, one)):
            if not _speaks(mine, same, followed):
                continue
            held = [piece for piece in support if _speaks(piece.bag.order, same, followed)]
            against = [
                piece
                for piece in support
                if _speaks(piece.bag.order, opposite, followed) and piece.bag.share(about) >= _HALF
            ]
            if against:
                return Failed(guard, "soft" if held else "hard")
            return None if held else Failed(guard, "soft")
    return None


def _speaks(stems: Sequence[str], side: frozenset[str], followed: frozenset[str]) -> bool:
    for at, word in enumerate(stems):
        if word in side and (
            not followed or any(next_ in followed for next_ in stems[at + 1 : at + _PREDICATE_CONTEXT])
        ):
            return True
    return False


def _negation(claim: str, tokens: Sequence[str], joined: str) -> Failed | None:
    if contradicts(claim, anchors(tokens), joined):
        return Failed(Guard("negation", "The page denies what the claim says."), "hard")
    return None


def _stems(text: str) -> list[str]:
    return [stem(word) for word in words(text)]


def claim_tokens(claim: str) -> list[str]:
    """The claim's significant tokens."""
    return significant(all_tokens(claim))
