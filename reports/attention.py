"""What an item of the attention list says: a text of the catalogue with facts of the records, for either language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ledger.views import AttentionItem
from reports.labels import Labels
from reports.reading import Reading

#: Claims that a wide non-claim is said to overlap by name.
NAMED = 5
VERDICT_REASONS = frozenset({"contradicted", "partially_verified", "unverifiable"})


@dataclass(frozen=True, slots=True)
class Words:
    """Ids or recorded words: `group` names the labels that say them, `more` counts those left out."""

    words: tuple[str, ...]
    group: str | None = None
    more: int = 0

    def text(self, labels: Labels) -> str:
        """All of them in one line."""
        said = ", ".join(labels.word(self.group, word) if self.group else word for word in self.words)
        return labels.text("list.more", list=said, n=self.more) if self.more else said

    def lean(self) -> dict[str, Any]:
        """For the viewer, which says them in both languages."""
        given = {"w": list(self.words), "g": self.group, "more": self.more or None}
        return {key: value for key, value in given.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Detail:
    """A text of the catalogue under ``attention_detail.`` and what fills its placeholders."""

    key: str
    values: dict[str, Words] = field(default_factory=dict)

    def text(self, labels: Labels) -> str:
        """The sentence in one language."""
        filled = {name: words.text(labels) for name, words in self.values.items()}
        return labels.text(f"attention_detail.{self.key}", **filled)


def detail(reading: Reading, item: AttentionItem) -> Detail | None:
    """What to say of an item; None where the ledger's own detail is all there is (a verdict's rationale, say)."""
    if item.reason in VERDICT_REASONS:
        return None
    if item.reason.startswith("non_claim_"):
        return _non_claim(reading, item)
    if item.reason == "verdict_without_basis" and item.verdict is not None:
        return Detail(f"basis_{item.verdict}")
    return _of_claim(reading, item) or _of_evidence(reading, item) or _of_attachment(reading, item)


#: The sides of a claim that a reason names.
_SIDES = {
    "supports_and_contradicts": ("supports", "contradicts"),
    "conflict_unnamed": ("supports", "contradicts"),
    "only_agent_captured": ("supports",),
}


def _of_claim(reading: Reading, item: AttentionItem) -> Detail | None:
    sides = {side: Words(reading.live_ids(item.claim_id or "", side)) for side in _SIDES.get(item.reason, ())}
    return Detail(item.reason, sides) if sides and all(words.words for words in sides.values()) else None


def _non_claim(reading: Reading, item: AttentionItem) -> Detail | None:
    if item.non_claim_id is None:
        number = re.match(r"\d+", item.detail)
        return Detail("more", {"n": Words((number.group(),))}) if number else None
    if item.reason != "non_claim_over_claim":
        return Detail(item.reason)
    if item.start is None or item.end is None:
        return None
    over = [claim.claim_id for claim in reading.claims if claim.start < item.end and item.start < claim.end]
    return Detail(item.reason, {"claims": Words(tuple(over[:NAMED]), more=max(len(over) - NAMED, 0))}) if over else None


def _of_evidence(reading: Reading, item: AttentionItem) -> Detail | None:
    evidence = reading.evidence.get(item.evidence_id or "")
    if evidence is None:
        return None
    if item.reason == "incomplete":
        return Detail(item.reason)
    if item.reason == "expected_terms_missing":
        missing = tuple(term.term for term in evidence.expected_terms or [] if not term.found)
        said = {"evidence": _one(evidence.evidence_id), "terms": Words(missing)}
        return Detail(item.reason, said) if missing else None
    if item.reason == "signal":
        for signal in evidence.signals:
            if item.detail == f"{signal.name} ({signal.severity}): {signal.detail}":
                said = {"name": _one(signal.name), "detail": _one(signal.detail)}
                return Detail("signal", said | {"severity": Words((signal.severity,), "severity")})
    return None


def _of_attachment(reading: Reading, item: AttentionItem) -> Detail | None:
    """The detail of one attachment begins with its id."""
    named = re.match(r"attachment_\d+\b", item.detail)
    name = named.group() if named else None
    found = next((one for one in reading.attachments(item.claim_id or "") if one.attachment_id == name), None)
    if found is None:
        return None
    values = {"attachments": _one(found.attachment_id)}
    if item.reason in ("hidden_text", "picture_changed"):
        return Detail(item.reason, values)
    seen = reading.rechecks.standing(found.attachment_id)
    date = Words((f"{seen.recorded_at:%Y-%m-%d}",) if seen else ())
    said = {
        "quote_changed": ("date", date),
        "quote_gone": ("date", date),
        "cut_quote": ("cuts", Words(tuple(found.cuts), "cut")),
        "quote_opposes": ("opposes", Words((found.opposes,) if found.opposes else ())),
        "flagged_quote": ("flags", Words(tuple(found.flags))),
        "folded_quote": ("folds", Words(tuple(found.folds), "fold")),
        "short_quote": ("reason", Words((found.short_quote_reason,) if found.short_quote_reason else ())),
    }
    name, words = said.get(item.reason, ("", Words(())))
    return Detail(item.reason, values | {name: words}) if words.words else None


def _one(word: str) -> Words:
    return Words((word,))


def open_gates(reading: Reading) -> list[tuple[str, int]]:
    """What keeps the session from being finalized, as far as the extract tells: text keys and counts."""
    summary = reading.extract.summary
    counts: Iterable[tuple[str, int]] = (
        ("provisional.gaps", summary.coverage.gaps),
        ("provisional.no_claims", int(summary.claims.total == 0)),
        ("provisional.without_verdict", summary.claims.without_verdict),
        ("provisional.without_basis", len(reading.broken)),
    )
    return [(key, number) for key, number in counts if number]


def open_text(reading: Reading, labels: Labels) -> str:
    """The open gates in one sentence; empty when none is open."""
    said = [labels.text(key, n=number) for key, number in open_gates(reading)]
    return labels.text("provisional.open", open=labels.text("provisional.between").join(said)) if said else ""
