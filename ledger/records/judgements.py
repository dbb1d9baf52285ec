"""What a session's claims rest on, what was found of them, and what was taken back."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ledger.records.base import Record
from ledger.values import Relation, TargetType, Verdict


class Attachment(Record):
    """A quote, found at `[start, end)` of the evidence text, tied to a claim.

    `folds` names accepted differences, `cuts` what its ends cut of the words around it. `opposes` says what in a quote
    that is said to support the claim seems to oppose it (``numbers differ: 29 / 199``): advice, which blocks nothing.
    `flags` names the signals of the evidence whose words the quote touches.
    """

    TABLE = "attachments"
    KEY = "attachment_id"
    PREFIX = "attachment_"
    ADDED = frozenset({"cuts", "opposes", "flags"})
    attachment_id: str
    claim_id: str
    evidence_id: str
    quote: str
    start: int
    end: int
    matched_text: str
    match_kind: Literal["exact", "folded"]
    folds: list[str] = Field(default_factory=list)
    cuts: list[str] = Field(default_factory=list)
    occurrence: int
    occurrences: int
    in_article: bool | None = None
    hidden_text: bool = False
    pages: list[int] = Field(default_factory=list)
    relation: Relation
    rationale: str
    short_quote_reason: str | None = None
    fragment_url: str | None = None
    opposes: str | None = None
    flags: list[str] = Field(default_factory=list)


class VerdictEntry(Record):
    """One verdict on a claim; the latest counts, the earlier ones are history."""

    TABLE = "verdicts"
    KEY = "verdict_id"
    PREFIX = "verdict_"
    verdict_id: str
    claim_id: str
    verdict: Verdict
    rationale: str


class Exclusion(Record):
    """A record taken out of the count. Excluding the session archives it."""

    TABLE = "exclusions"
    KEY = "exclusion_id"
    PREFIX = "exclusion_"
    exclusion_id: str
    target_type: TargetType
    target_id: str
    reason: str


class Restoration(Record):
    """The end of one exclusion."""

    TABLE = "restorations"
    KEY = "restoration_id"
    PREFIX = "restoration_"
    restoration_id: str
    exclusion_id: str
    reason: str
