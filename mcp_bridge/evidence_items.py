"""Putting together what `fetch_evidence` and its kin show: facts and text windows that fit into one answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from evidence import limits
from evidence.observation.views import View
from evidence.quotes import Found, QuoteText, find_all
from flows.quote_texts import quote_text
from ledger import attachments, evidence_log, sessions
from ledger.folders import SessionFolder
from ledger.records import Evidence
from ledger.refusals import Refusal
from mcp_bridge.answers import ErrorPart, clipped, size_of
from mcp_bridge.assessed import flagged
from mcp_bridge.evidence_parts import AttemptPart, EvidenceItem, facts, show
from mcp_bridge.refusing import json_ready
from mcp_bridge.tables import tables_part
from mcp_bridge.windows import Window, window

if TYPE_CHECKING:
    from ledger.store import Reader
    from mcp_bridge.app import App

FACTS_BYTES: Final = 20_000
"""More than this of facts alone, and every source is told in brief."""
BRIEF: Final = (300, 150, 60)
"""Characters of each text of a source that is told in brief: the most that fits."""
MARGIN_BYTES: Final = 1_500
"""Kept free for the rest of the answer."""
FENCE_BYTES: Final = 230
"""What the text copy puts around each window (see `fenced`)."""
WINDOW_LEAST: Final = 60
TRIES: Final = 5
TRIES_BRIEF: Final = 2
"""The last tries of a source that are told where not all its facts are."""


@dataclass
class ItemResult:
    """What came of one source of the call."""

    index: int
    evidence: Evidence | None = None
    refusal: Refusal | None = None
    reused: bool = False
    attempts: list[AttemptPart] = field(default_factory=list)


@dataclass(frozen=True)
class Wanted:
    """Which part of each text the caller wants to see."""

    text_offset: int | None = None
    text_limit: int = limits.TEXT_WINDOW
    find: str | None = None
    view: Literal["text"] | View = "text"


def evidence_text(app: App, evidence: Evidence) -> str:
    """The saved text, hashed again before it is believed. Refusal EVIDENCE_CHANGED."""
    return evidence_log.read_text(evidence, SessionFolder(app.settings.home, evidence.session_id))


def prepared_text(app: App, evidence: Evidence, text: str) -> QuoteText:
    """The text prepared for finding quotes, from the cache where it is there."""
    return quote_text(app.services.quotes, evidence, lambda: text)


def error_part(refusal: Refusal) -> ErrorPart:
    """A refusal inside an answer, bounded."""
    told = json_ready(refusal.facts)
    if size_of(told) > 2_000:
        told = {"left_out": "The facts are too long for an answer with several items: repeat this one alone."}
    return ErrorPart(
        code=refusal.code,
        message=clipped(refusal.message, 1_000),
        suggestion=clipped(refusal.suggestion, 900),
        facts=told,
    )


def items(app: App, results: Sequence[ItemResult], wanted: Wanted) -> list[EvidenceItem]:
    """The items of an answer with their windows; together they stay under the limit of an answer.

    One source alone may ask for more (`text_limit`); several share what the limit leaves.
    """
    texts: dict[int, str] = {}
    for result in results:
        if result.evidence is not None and result.refusal is None:
            try:
                texts[result.index] = evidence_text(app, result.evidence)
            except Refusal as refusal:
                result.refusal = refusal
    told = [_told(app, result) for result in results]
    for characters in BRIEF if len(results) > 1 else ():
        if _size(told) <= FACTS_BYTES:
            break
        told = [_told(app, result, characters) for result in results]
    _warn_of_self(app, results, told, texts)
    limit = wanted.text_limit
    room = limits.ANSWER_BYTES - MARGIN_BYTES - FENCE_BYTES * len(texts)
    if len(texts) > 1:
        limit = min(limit, max(WINDOW_LEAST, (room - _size(told)) // len(texts)))
    evidence = {result.index: result.evidence for result in results if result.evidence is not None}
    while True:
        for item in told:
            if item.index in texts:
                show(item, _window(app, evidence[item.index], texts[item.index], wanted, limit))
                start = item.text_offset or 0
                item.flagged = flagged(evidence[item.index].signals, start, start + len(item.text or "")) or None
        over = _size(told) - room
        if over <= 0 or len(texts) < 2 or limit <= WINDOW_LEAST:
            return told
        shown = "".join(item.text or "" for item in told)
        over_characters = over * len(shown) // max(1, len(shown.encode("utf-8", "replace")))
        limit = max(WINDOW_LEAST, limit - over_characters // len(texts) - 20)


def _told(app: App, result: ItemResult, brief: int | None = None) -> EvidenceItem:
    """The facts of one source; in brief only those that the next calls need, in texts of that many characters."""
    if result.refusal is not None or result.evidence is None:
        refusal = result.refusal or Refusal("INTERNAL_ERROR", "The source has no result.", "Repeat the call.")
        part = error_part(refusal)
        if brief is not None:
            short = {"message": clipped(part.message, brief), "suggestion": clipped(part.suggestion, brief)}
            part = part.model_copy(update={**short, "facts": {}})
        return EvidenceItem(index=result.index, ok=False, error=part, attempts=_tries(result.attempts, brief))
    told = facts(result.evidence, result.index, reused=result.reused, attempts=result.attempts, brief=brief)
    told.attempts = told.attempts or _tries(result.attempts, brief)
    told.tables = tables_part(app, result.evidence)
    return told


def _tries(attempts: Sequence[AttemptPart], brief: int | None) -> list[AttemptPart] | None:
    """The last tries in short, where there is more to tell of them than that the only one was made and is over."""
    if len(attempts) < 2 and all(one.outcome in {"succeeded", "failed"} for one in attempts):
        return None
    short = {"message": None, "at": None}
    return [one.model_copy(update=short) for one in attempts[-(TRIES if brief is None else TRIES_BRIEF) :]]


def _warn_of_self(
    app: App, results: Sequence[ItemResult], told: Sequence[EvidenceItem], texts: Mapping[int, str]
) -> None:
    """Say of each source that is the text under check itself that it can't be attached."""
    with app.ledger.read() as reader:
        for result, item in zip(results, told, strict=True):
            if result.evidence is None or result.index not in texts:
                continue
            why = self_reference(reader, app, result.evidence, texts[result.index])
            if why is not None:
                item.self_reference = True
                said = f"This is the text under check itself ({why}): attach_evidence refuses it."
                item.warning = f"{said} {item.warning}" if item.warning else said


def self_reference(reader: Reader, app: App, evidence: Evidence, text: str) -> str | None:
    """Why the evidence is the text under check; None when it is not."""
    session = reader.session(evidence.session_id)
    why = attachments.self_reference(session, evidence)
    if why is not None:
        return why
    try:
        source = sessions.read_source(reader, session.session_id, SessionFolder(app.settings.home, session.session_id))
        attachments.check_copied_text(session, source, evidence, text)
    except Refusal as refusal:
        # A source text that was changed on disk is told by the calls that need it; here it only can't be compared.
        return str(refusal.facts["why"]) if refusal.code == "SELF_REFERENCE" else None
    return None


def _size(told: Sequence[EvidenceItem]) -> int:
    return sum(size_of(item.model_dump(mode="json")) + 1 for item in told)


def _window(app: App, evidence: Evidence, text: str, wanted: Wanted, limit: int) -> Window:
    def matches(term: str) -> list[Found]:
        return find_all(prepared_text(app, evidence, text), term, cut_numbers=True)

    return window(
        text, offset=wanted.text_offset, limit=limit, find=wanted.find, matches=matches, article=evidence.article
    )
