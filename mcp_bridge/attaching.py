"""Checking quotes and recording attachments: the work of attach_evidence, in a worker thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evidence.quotes import Found
from evidence.ranges import Range
from evidence.scoring.conflict import conflict
from ledger import attachments, sessions
from ledger.folders import SessionFolder
from ledger.records import Attachment, Evidence, Picture
from ledger.refusals import Refusal
from mcp_bridge import attach_warnings
from mcp_bridge.answers import Answer, clipped
from mcp_bridge.attached import AttachedPart, none_held
from mcp_bridge.elsewhere import Elsewhere
from mcp_bridge.evidence_items import error_part, evidence_text, prepared_text
from mcp_bridge.quoting import find, fragment_url
from mcp_bridge.recording import write_once
from reports.labels import Labels

if TYPE_CHECKING:
    from ledger.store import Writer
    from mcp_bridge.app import App

MATCHED_CHARACTERS = 500
ENGLISH = Labels("en")


class _Recorded(Answer):
    """What the idempotency table keeps."""

    parts: list[AttachedPart]
    next_step: str = ""


@dataclass(frozen=True)
class _Checked:
    """An item whose quote was looked for, before the ledger is locked."""

    item: Mapping[str, Any]
    evidence: Evidence | None = None
    found: Found | None = None
    fragment_url: str | None = None
    opposes: str | None = None
    refusal: Refusal | None = None


def attach(app: App, session_id: str, wanted: Sequence[Mapping[str, Any]], key: str | None) -> list[AttachedPart]:
    """Check every quote and record those that hold, in one transaction; pictures are asked for afterwards.

    Raises:
        Refusal: the only item of the call was refused, the session can't be written, or no item held.
    """
    checked = _check(app, session_id, wanted)

    def make(writer: Writer) -> _Recorded:
        writer.open_session(session_id)
        parts = []
        for index, one in enumerate(checked):
            try:
                parts.append(_record(writer, session_id, index, one))
            except Refusal as refusal:
                if len(checked) == 1:
                    raise
                parts.append(AttachedPart(index=index, ok=False, error=error_part(refusal)))
        if not any(part.ok for part in parts):
            raise none_held(parts)
        return _Recorded(parts=parts)

    request = {"attachments": [dict(item) for item in wanted]}
    parts = write_once(app, "attach_evidence", session_id, key, request, make, _Recorded).parts
    for part in parts:
        if part.attachment_id is not None and part.picture == "pending":
            app.desk.request_picture(session_id, part.attachment_id)
    return parts


def _check(app: App, session_id: str, wanted: Sequence[Mapping[str, Any]]) -> list[_Checked]:
    """Look for every quote. Refusals are kept for the transaction: a repeated key must get its first answer there."""
    checked = []
    texts: dict[str, str] = {}
    with app.ledger.read() as reader:
        elsewhere = Elsewhere(reader, app, session_id)
        for item in wanted:
            try:
                checked.append(_check_one(elsewhere, item, texts))
            except Refusal as refusal:
                checked.append(_Checked(item, refusal=refusal))
    return checked


def _check_one(elsewhere: Elsewhere, item: Mapping[str, Any], texts: dict[str, str]) -> _Checked:
    """Look for one quote; `texts` keeps evidence texts that this call has read and compared already, by id."""
    reader, app, session_id = elsewhere.reader, elsewhere.app, elsewhere.session_id
    claim, evidence = attachments.check_attachable(reader, session_id, item["claim_id"], item["evidence_id"])
    if evidence.evidence_id not in texts:
        text = evidence_text(app, evidence)
        source = sessions.read_source(reader, session_id, SessionFolder(app.settings.home, session_id))
        attachments.check_copied_text(reader.session(session_id), source, evidence, text)
        texts[evidence.evidence_id] = text
    text = texts[evidence.evidence_id]
    found = find(
        prepared_text(app, evidence, text),
        evidence,
        item["quote"],
        occurrence=item["occurrence"],
        short_quote_reason=item["short_quote_reason"],
        elsewhere=elsewhere.found_in,
    )
    link = fragment_url(
        evidence,
        text,
        Range(found.start, found.end),
        SessionFolder(app.settings.home, session_id),
        past_hidden="hidden-text" in found.folds,
    )
    opposing = conflict(claim.claim, found.matched_text) if item["relation"] == "supports" else None
    return _Checked(item, evidence, found, link, opposing.told if opposing else None)


def _record(writer: Writer, session_id: str, index: int, checked: _Checked) -> AttachedPart:
    """Record one attachment; what `_check_one` refused is refused here."""
    if checked.refusal is not None or checked.evidence is None:
        raise checked.refusal or AssertionError("an item without evidence was not refused")
    item = checked.item
    attached = attachments.record_attachment(
        writer,
        session_id,
        claim_id=item["claim_id"],
        evidence_id=item["evidence_id"],
        quote=item["quote"],
        found=checked.found,
        relation=item["relation"],
        rationale=item["rationale"],
        short_quote_reason=item["short_quote_reason"],
        fragment_url=checked.fragment_url,
        opposes=checked.opposes,
    )
    part = _part(writer, attached, checked.evidence, index)
    if checked.evidence.provenance == "agent_captured":
        part = _show(part, [_submitted(writer, attached, checked.evidence)])
    return part


def _part(writer: Writer, attached: Attachment, evidence: Evidence, index: int) -> AttachedPart:
    counts = attachments.attachment_counts(writer, attached.session_id, attached.claim_id)
    return AttachedPart(
        index=index,
        ok=True,
        attachment_id=attached.attachment_id,
        claim_id=attached.claim_id,
        evidence_id=attached.evidence_id,
        quote_verified=True,
        quote_match=_match(attached),
        pdf_page=attached.pages[0] if attached.pages else None,
        pdf_pages=attached.pages,
        fragment_url=attached.fragment_url,
        claim_attachment_counts=counts.model_dump(),
        picture="pending",
        warnings=[
            *attach_warnings.of_conflict(attached),
            *attach_warnings.of_flags(attached),
            *attach_warnings.of_cuts(attached),
            *attach_warnings.same_before(writer, attached),
            *attach_warnings.against_verdict(writer, attached),
            *attach_warnings.of_source(evidence),
        ],
    )


def _match(attached: Attachment) -> dict[str, Any]:
    """Where the quote was found and how; `differences` says the folds in words."""
    told: dict[str, Any] = {
        "start": attached.start,
        "end": attached.end,
        "matched_text": clipped(attached.matched_text, MATCHED_CHARACTERS),
        "kind": attached.match_kind,
        "folds": attached.folds,
        "occurrence": attached.occurrence,
        "occurrences": attached.occurrences,
        "in_article": attached.in_article,
        "hidden_text": attached.hidden_text,
    }
    if attached.folds:
        told["differences"] = ", ".join(ENGLISH.word("fold", fold) for fold in attached.folds)
    if attached.cuts:
        told["cuts"] = attached.cuts
    if attached.flags:
        told["flags"] = attached.flags
    return told


def _submitted(writer: Writer, attached: Attachment, evidence: Evidence) -> Picture:
    """The screenshot that the agent handed in, as it is, or the note that there is none."""
    shot = evidence.file("screenshot")
    return attachments.record_picture(
        writer,
        attached.session_id,
        attachment_id=attached.attachment_id,
        source="agent_captured",
        highlighted=False,
        adopted=shot is not None,
        path=shot.path if shot else None,
        sha256=shot.sha256 if shot else None,
        note="Handed in with the capture, not taken by uratori." if shot else "No screenshot was handed in.",
    )


def _show(part: AttachedPart, pictures: Sequence[Picture]) -> AttachedPart:
    """The part with its pictures: the adopted one, and every try."""
    if not pictures:
        return part
    adopted = next((one for one in pictures if one.adopted), None)
    told = adopted or pictures[-1]
    if adopted is not None and adopted.path is not None:
        part.picture = "drawn"
    else:
        part.picture = "none" if told.source == "agent_captured" else "failed"
    part.screenshot_path = told.path
    part.screenshot_source = told.source
    part.screenshot_note = told.note
    part.screenshot_highlighted = told.highlighted
    part.screenshot_attempts = [
        one.model_dump(include={"source", "path", "highlighted", "adopted", "page", "note"}, exclude_none=True)
        for one in pictures
    ]
    return part


def with_pictures(app: App, session_id: str, parts: Sequence[AttachedPart]) -> list[AttachedPart]:
    """The parts with the pictures that are recorded by now."""
    with app.ledger.read() as reader:
        pictures: dict[str, list[Picture]] = {}
        ids = [part.attachment_id for part in parts if part.attachment_id is not None]
        condition = "session_id = ? AND attachment_id IN (SELECT unnest(?::VARCHAR[]))"
        for picture in reader.select(Picture, condition, [session_id, ids]):
            pictures.setdefault(picture.attachment_id, []).append(picture)
    return [_show(part, pictures.get(part.attachment_id or "", [])) for part in parts]
