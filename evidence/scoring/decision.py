"""From what the guards found to a verdict on one passage, and from the passages to one on the page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import regex

from evidence.scoring.comparison import Comparison, Finding
from evidence.scoring.guards import findings
from evidence.scoring.places import Place
from evidence.scoring.statements import FIGURE_WEIGHT
from evidence.scoring.values import Band, Guard

OPPOSED_COVERAGE: Final = 0.72
"""How much of a claim a passage must speak of to oppose it."""
NEAR_COVERAGE: Final = 0.5
"""How much of a claim a passage speaks of that is worth reading on from."""
OWN_SHARE: Final = 0.25
"""How much of a claim a passage must have itself when the rest is in its headings or the sentences before."""
HIGH_SHARE: Final = 0.6
"""The share of a passage's words that are the claim's, for the highest band."""


_WORDS: Final = regex.compile(r"\p{Han}|[\p{L}\p{M}\p{N}]+")


def _said_in_order(comparison: Comparison) -> bool:
    """Whether the claim's words, small ones too, stand in the passage in the claim's order."""
    passage = iter(_WORDS.findall(comparison.passage.text.lower()))
    return all(word in passage for word in _WORDS.findall(comparison.claim.text.lower()))


@dataclass(frozen=True)
class Reading:
    """One passage read for one claim.

    `told` are findings that the words alone do not give (a table's cells); `joined_from` is where the passage begins
    when the sentence before belongs to it.
    """

    place: Place
    comparison: Comparison
    told: tuple[Finding, ...] = ()
    joined_from: int | None = None

    @cached_property
    def findings(self) -> list[Finding]:
        """What the guards found, opposing first."""
        return [*self.told, *findings(self.comparison)]

    @cached_property
    def opposing(self) -> tuple[Guard, ...]:
        """The guards by which the passage opposes the claim."""
        return tuple(found.guard for found in self.findings if found.force == "opposes")

    @cached_property
    def blocking(self) -> tuple[Guard, ...]:
        """The guards that keep the passage from supporting."""
        return tuple(found.guard for found in self.findings if found.force == "blocks")

    @cached_property
    def score(self) -> float:
        """How much of the claim it speaks of."""
        return round(self.comparison.coverage, 3)

    @property
    def supports(self) -> bool:
        """Whether it says all that the claim says, and nothing against it."""
        comparison = self.comparison
        return self._speaks_itself and not comparison.missing and not self.opposing and not self.blocking

    @cached_property
    def _speaks_itself(self) -> bool:
        """Whether enough of the claim is in the passage itself, and not in what it stands under."""
        comparison = self.comparison
        own = [comparison.claim.terms[pair.claim] for pair in comparison.alignment.pairs]
        heavy = sum(term.weight for term in own if not term.light)
        if {"names", "other_word"} & {guard.name for guard in self.opposing}:
            heavy += sum(term.weight for term in comparison.missing[:1])
        figures = sum(FIGURE_WEIGHT for figure in comparison.figures if figure.passage >= 0)
        whole = sum(term.weight for term in comparison.claim.terms if not term.light)
        return heavy > 0 and (not comparison.context or heavy + figures >= OWN_SHARE * whole)

    @property
    def opposes(self) -> bool:
        """Whether it speaks of the same and says otherwise."""
        comparison = self.comparison
        if not self.opposing or not self._speaks_itself:
            return False
        if {guard.name for guard in self.blocking} & {
            "hedge",
            "condition",
            "polarity_unclear",
            "other_row",
            "language_unread",
        }:
            return False
        replaced = {"other_word", "names", "scope"} & {guard.name for guard in self.opposing}
        missing = list(comparison.missing)
        if {guard.name for guard in self.opposing} == {"units"} and missing:
            return False
        if replaced:
            missing = missing[1:]
        if comparison.passage.language == "ko" and missing and {"numbers", "roles"} >= {g.name for g in self.opposing}:
            # Korean leaves out what is understood: with a word missing it may be another's number or deed.
            return False
        if any(term.name for term in missing) or (comparison.context and missing):
            return False
        whole = sum(term.weight for term in comparison.claim.terms)
        return 1 - sum(term.weight for term in missing) / whole >= OPPOSED_COVERAGE

    @property
    def band(self) -> Band:
        """How sure a support is."""
        comparison = self.comparison
        if self.joined_from is not None:
            return "low"
        if comparison.context or any(found.force == "weakens" for found in self.findings):
            return "low" if any(found.force == "weakens" for found in self.findings) else "medium"
        whole = [term for term in comparison.passage.terms if not term.light]
        exact = all(pair.how in {"same", "joined", "made_from", "short_name"} for pair in comparison.alignment.pairs)
        share = len(
            [
                number
                for number, term in enumerate(comparison.passage.terms)
                if number in comparison.paired and not term.light
            ]
        )
        if (
            exact
            and whole
            and _said_in_order(comparison)
            and share / len(whole) >= HIGH_SHARE
            and self.place.block.kind != "table"
        ):
            return "high"
        return "medium" if exact else "low"

    @cached_property
    def why(self) -> str:
        """What decides, in words."""
        if self.opposing:
            return self.opposing[0].told
        if self.comparison.missing:
            return "not told: " + ", ".join(term.written for term in self.comparison.missing[:8])
        if self.blocking:
            return self.blocking[0].told
        return "says all of it" if not self.comparison.context else "says it with the words that it stands under"
