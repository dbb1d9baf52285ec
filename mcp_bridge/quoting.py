"""Is the quote in the evidence: the answer for a tool call, or the refusal that shows the nearest passage."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from evidence import limits
from evidence.fragments import opens_at_words, page_fragment, text_fragment
from evidence.pdf_pages import SIGNALS
from evidence.quotes import Found, Nearest, NotFound, QuoteText, find_quote, too_short
from evidence.ranges import Range
from evidence.word_diff import word_diff
from flows.wording import counted
from ledger.attachments import pages_of
from ledger.evidence_log import marked_html
from ledger.folders import SessionFolder
from ledger.records import Evidence
from ledger.refusals import Refusal
from mcp_bridge.answers import clipped, listed
from mcp_bridge.elsewhere import telling_word

UNREAD: Final = frozenset(SIGNALS.values())
"""The signals of pages on which no quote can be found."""


def find(
    quote_text: QuoteText,
    evidence: Evidence,
    quote: str,
    *,
    occurrence: int | None,
    short_quote_reason: str | None,
    elsewhere: Callable[[str, Evidence], list[str]],
) -> Found:
    """Where the quote is. `elsewhere` tells the ids of other evidence that holds a quote (`Elsewhere.found_in`).

    Raises:
        Refusal: QUOTE_NOT_FOUND and its kin with the nearest passage; QUOTE_TOO_SHORT without a reason for it.
    """
    result = find_quote(quote_text, quote, occurrence=occurrence, article=evidence.article)
    if isinstance(result, NotFound):
        others = elsewhere(quote, evidence) if result.code in ("QUOTE_NOT_FOUND", "QUOTE_CUTS_NUMBER") else []
        raise _not_found(result, evidence, quote_text, quote, others)
    if too_short(quote) and not (short_quote_reason or "").strip():
        raise Refusal(
            "QUOTE_TOO_SHORT",
            f"The quote {quote!r} is in {evidence.evidence_id} ({counted(result.occurrences, 'time')}), but it needs "
            f"at least {limits.QUOTE_MINIMUM_CJK} CJK or {limits.QUOTE_MINIMUM_OTHER} other letters or digits.",
            "Copy more of the sentence around it; or, where it is truly this short (a table cell, a date), call "
            "attach_evidence again with short_quote_reason.",
            {"evidence_id": evidence.evidence_id, "start": result.start, "end": result.end},
        )
    return result


def _not_found(
    result: NotFound, evidence: Evidence, quote_text: QuoteText, quote: str, others: Sequence[str]
) -> Refusal:
    text = quote_text.text
    facts: dict[str, Any] = {"evidence_id": evidence.evidence_id, "text_length": evidence.text_length}
    near = result.nearest
    if near is not None:
        facts["nearest"] = _nearest(near, text, quote)
    if others:
        facts["found_in"] = list(others)
        suggestion = f"This quote is in {listed(others)}: attach it with that evidence_id."
    elif result.code == "QUOTE_CUTS_NUMBER" and near is not None:
        suggestion = (
            "If that is what the claim says, call attach_evidence again with the whole number: "
            f"{clipped(text[near.start : near.end], 1_000)!r}; else look for another passage."
        )
    elif result.code in ("CASE_DIFFERS", "KANA_DIFFERS") and near is not None:
        suggestion = "Call attach_evidence again with the quote as it stands there: "
        suggestion += f"{clipped(text[near.start : near.end], 1_000)!r}."
    elif result.code == "QUOTE_ELIDED":
        suggestion = "Attach each part as a quote of its own, without the dots (attachments takes several at once)."
    elif result.code == "OCCURRENCE_UNKNOWN":
        suggestion = "Call attach_evidence again with a lower occurrence, or without it."
    elif near is not None:
        reads = clipped(text[near.reads.start : near.reads.end], 1_000)
        minding = " Mind that it may contradict the claim." if {"number", "negation"} & set(near.differs) else ""
        suggestion = (
            f"There it reads {reads!r}.{minding} If that says what you need, call attach_evidence again with these "
            f"words; else read around them: {reading_call(evidence, text_offset=max(0, near.start - 200))}."
        )
    else:
        word = telling_word(quote_text, quote)
        window = {"find": word} if word is not None else {"text_offset": 0}
        how = (
            f"Look around {word!r}, which is there"
            if word is not None
            else "No telling word of it is there: read the text"
        )
        suggestion = (
            f"{how}: {reading_call(evidence, **window)}; then copy the quote from the text, or fetch another source. "
            "If the text does not say it, don't attach it."
        )
    if near is not None and "glyphs" in near.differs:
        suggestion += (
            " Its font does not say which letters some glyphs there are: look at the page itself, and pass its words "
            "with submit_agent_capture."
        )
    unread = [signal.detail for signal in evidence.signals if signal.name in UNREAD]
    if result.code == "QUOTE_NOT_FOUND" and unread:
        facts["unread_pages"] = unread
        suggestion += (
            f" {' '.join(unread)} If it is there, read that page yourself and pass its text with submit_agent_capture."
        )
    return Refusal(result.code, result.message, suggestion, facts)


def reading_call(evidence: Evidence, **window: Any) -> str:
    """The call that shows a part of this evidence's text."""
    if evidence.provenance == "agent_captured":
        place = "/".join(["uratori://sessions", evidence.session_id, "evidence", evidence.evidence_id, "text"])
        return f"the resource {place}"
    source = {"type": "url", "url": evidence.url} if evidence.url else {"type": "file", "path": evidence.file_path}
    arguments = {
        "session_id": evidence.session_id,
        "sources": [source],
        "discovered_via": evidence.discovered_via,
        **window,
    }
    told = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in arguments.items())
    return f"fetch_evidence({told})"


def _nearest(near: Nearest, text: str, quote: str) -> dict[str, Any]:
    told: dict[str, Any] = {
        "matching_characters": near.length,
        "quote_range": [near.quote_start, near.quote_end],
        "evidence_range": [near.start, near.end],
        "passage": clipped(near.passage, 300),
        "diff": clipped(word_diff(quote.strip(), text[near.reads.start : near.reads.end]), 500),
    }
    if near.length < len(quote.strip()):
        told["first_difference"] = {"quote": clipped(near.quote_part, 80), "evidence": clipped(near.text_part, 80)}
    if near.differs:
        told["differs_in"] = list(near.differs)
    return told


def fragment_url(
    evidence: Evidence, text: str, place: Range, folder: SessionFolder, *, past_hidden: bool = False
) -> str | None:
    """A link that opens the page at the words, where one can be made with certainty.

    `past_hidden`: the words leave out what the page does not show.
    """
    url = evidence.final_url or evidence.url
    if url is None or evidence.provenance == "agent_captured":
        return None
    pages: Sequence[int] = pages_of(evidence, place)
    if pages:
        return page_fragment(url, pages[0])
    snapshot = marked_html(evidence, folder)
    if snapshot is None or not opens_at_words(evidence.media_type):
        return None
    return text_fragment(
        url, text, place.start, place.end, marked_html=snapshot, hidden=evidence.hidden, past_hidden=past_hidden
    )
