"""Is the quote in the evidence: the answer for a tool call, or the refusal that shows the nearest passage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from evidence import limits
from evidence.fragments import page_fragment, text_fragment
from evidence.quotes import Found, Nearest, NotFound, QuoteText, find_quote, too_short
from evidence.ranges import Range
from ledger.attachments import pages_of
from ledger.records import Evidence
from ledger.refusals import Refusal
from mcp_bridge.answers import clipped

RULE: Final = (
    "A quote must be in the evidence text word for word (white space, width and typographic variants are evened out; "
    "no paraphrase, nothing from memory)."
)


def find(
    quote_text: QuoteText,
    evidence: Evidence,
    quote: str,
    *,
    occurrence: int | None,
    short_quote_reason: str | None,
) -> Found:
    """Where the quote is.

    Raises:
        Refusal: QUOTE_NOT_FOUND and its kin with the nearest passage; QUOTE_TOO_SHORT without a reason for it.
    """
    result = find_quote(quote_text, quote, occurrence=occurrence, article=evidence.article)
    if isinstance(result, NotFound):
        raise _not_found(result, evidence)
    if too_short(quote) and not (short_quote_reason or "").strip():
        raise Refusal(
            "QUOTE_TOO_SHORT",
            f"The quote {quote!r} is in {evidence.evidence_id} ({result.occurrences} time(s)), but it needs at least "
            f"{limits.QUOTE_MINIMUM_CJK} CJK or {limits.QUOTE_MINIMUM_OTHER} other letters or digits.",
            "Copy more of the sentence around it; or, where it is truly this short (a table cell, a date), call "
            "attach_evidence again with short_quote_reason.",
            {"evidence_id": evidence.evidence_id, "start": result.start, "end": result.end},
        )
    return result


def _not_found(result: NotFound, evidence: Evidence) -> Refusal:
    facts: dict[str, Any] = {"evidence_id": evidence.evidence_id, "text_length": evidence.text_length}
    message = result.message
    suggestion = (
        f"Read the text again: fetch_evidence with the source of {evidence.evidence_id} and find set to a few words of "
        "the quote; then copy the quote from it, or use another source. If the text does not say it, don't attach it."
    )
    if result.code == "QUOTE_NOT_FOUND":
        message = f"{message} {RULE}"
    if result.nearest is not None:
        facts["nearest"] = _nearest(result.nearest)
        suggestion = (
            "Compare with the passage in facts.nearest: copy the quote exactly as it stands there if it says what you "
            f"need, or read around it with fetch_evidence and text_offset={max(0, result.nearest.start - 200)}."
        )
    elif result.code == "QUOTE_ELIDED":
        suggestion = "Attach each part as a quote of its own, without the dots."
    return Refusal(result.code, message, suggestion, facts)


def _nearest(near: Nearest) -> dict[str, Any]:
    return {
        "matching_characters": near.length,
        "quote_range": [near.quote_start, near.quote_end],
        "evidence_range": [near.start, near.end],
        "passage": clipped(near.passage, 400),
        "first_difference": {"quote": clipped(near.quote_part, 120), "evidence": clipped(near.text_part, 120)},
    }


def fragment_url(evidence: Evidence, text: str, found: Found) -> str | None:
    """A link that opens the page at the quote, where one can be made with certainty."""
    url = evidence.final_url or evidence.url
    if url is None or evidence.provenance == "agent_captured":
        return None
    pages: Sequence[int] = pages_of(evidence, Range(found.start, found.end))
    if pages:
        return page_fragment(url, pages[0])
    return text_fragment(url, text, found.start, found.end) if evidence.file("html") else None
