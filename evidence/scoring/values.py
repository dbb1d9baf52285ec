"""What the evidence engine answers: judgements with their parts, passages and the guard that decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from evidence.observation.values import Observation

Verdict = Literal["supported", "contradicted", "insufficient", "needs_more_browsing"]
Band = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True)
class Passage:
    """The code points ``[start, end)`` of the page's text that speak for or against a claim.

    Attributes:
        ref: the block they are in.
        score: how much of the claim they speak of, 0 to 1.
        why: what they have in common with the claim, or where they part, in words.
    """

    start: int
    end: int
    ref: str
    score: float
    why: str


@dataclass(frozen=True, slots=True)
class Guard:
    """What kept a claim from being called supported: a stable name and a sentence (``numbers differ: 29 / 199``).

    In a pair the claim's side comes first, the page's second.
    """

    name: str
    told: str


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a score."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one page says about one claim, as far as a backend can tell.

    Attributes:
        score: how much of the claim the best passage speaks of, 0 to 1; `parts` says what it is made of.
        band: how sure the backend is of `verdict`.
        supporting, opposing: passages, best first.
        guard: what failed; None for a claim that is supported.
        next_step: what to do now, in a sentence.
        backend: what judged, and the optional analysers it used, as ``rules+ja:sudachipy``.
        unread: the words of the claim that could not be read or compared.
    """

    claim: str
    verdict: Verdict
    score: float
    band: Band
    parts: tuple[Part, ...]
    supporting: tuple[Passage, ...]
    opposing: tuple[Passage, ...]
    guard: Guard | None
    next_step: str
    backend: str
    unread: tuple[str, ...] = ()


class Backend(Protocol):
    """What judges claims; `name` is what it is asked for by."""

    name: str

    def judge(self, claims: Sequence[str], page: Observation) -> list[Judgement]:
        """One judgement for each claim, in their order. Never raises for what a claim or a page holds."""
        ...
