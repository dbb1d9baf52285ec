"""Tying a quote to a claim: which evidence may be used, and the record of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from evidence.policy.values import FLAGGING
from evidence.ranges import Range
from evidence.urls import same_page
from ledger.reader import Reader
from ledger.records import Attachment, Claim, Evidence, Picture, Session
from ledger.refusals import Refusal
from ledger.values import PictureSource, Relation, TargetType
from ledger.views import AttachmentCounts
from ledger.writer import Writer


def require_effective(reader: Reader, session_id: str, target_type: TargetType, target_id: str) -> None:
    """Refusal RECORD_EXCLUDED, with the exclusion and the restoring call, when the record does not count."""

    def read() -> dict[tuple[str, str], tuple[str, str, datetime]]:
        rows = reader.fetch(
            "SELECT target_type, target_id, exclusion_id, reason, recorded_at FROM active_exclusions "
            "WHERE session_id = ?",
            [session_id],
        )
        return {(row[0], row[1]): row[2:] for row in rows}

    excluded = reader.remembered(("excluded",), session_id, ("exclusions", "restorations"), read)
    if (target_type, target_id) not in excluded:
        return
    exclusion_id, reason, when = excluded[target_type, target_id]
    raise Refusal(
        "RECORD_EXCLUDED",
        f"{target_id} was excluded at {when:%Y-%m-%dT%H:%M:%SZ} ({exclusion_id}): {reason[:200]}",
        f"Use another {target_type}, or restore it: revise_record with session_id {session_id}, action restore, "
        f"target_type {target_type}, target_id {target_id} and a reason.",
        {"target_type": target_type, "target_id": target_id, "exclusion_id": exclusion_id},
    )


def check_attachable(reader: Reader, session_id: str, claim_id: str, evidence_id: str) -> tuple[Claim, Evidence]:
    """The claim and the evidence, if a quote of the one may be tied to the other.

    Refusals in this order: SESSION_UNKNOWN, SESSION_ARCHIVED, RECORD_UNKNOWN, RECORD_EXCLUDED (claim, then
    evidence), SELF_REFERENCE. With the texts at hand, call `check_copied_text` too.
    """
    session = reader.open_session(session_id)
    claim = reader.one(Claim, session_id, claim_id)
    require_effective(reader, session_id, "claim", claim_id)
    evidence = reader.one(Evidence, session_id, evidence_id)
    require_effective(reader, session_id, "evidence", evidence_id)
    why = self_reference(session, evidence)
    if why is not None:
        raise _refused_self(session_id, evidence_id, why)
    return claim, evidence


def self_reference(session: Session, evidence: Evidence) -> str | None:
    """Why the evidence is the text under check itself (its URL, its file or its content); None when it is not."""
    if evidence.text_sha256 == session.source_sha256:
        return "its text is the source text"
    if session.file_sha256 is not None and evidence.body_sha256 == session.file_sha256:
        return "its bytes are those of the source"
    if session.source_kind == "url":
        ours = [url for url in (session.origin, session.final_url) if url]
        hops = [hop.url for hop in evidence.redirects]
        theirs = [url for url in (evidence.url, evidence.final_url, *hops) if url]
        if any(same_page(one, other) for one in ours for other in theirs):
            return "it was fetched from the source's own URL"
    of_file = session.origin if session.source_kind == "file" else None
    if of_file and evidence.file_path and _same_file(of_file, evidence.file_path):
        return "it is the source file"
    return None


def check_copied_text(session: Session, source_text: str, evidence: Evidence, evidence_text: str) -> None:
    """Refusal SELF_REFERENCE when the page's text, or its article, is the source text in another layout."""
    parts = [evidence_text, "".join(evidence_text[part.start : part.end] for part in evidence.article)]
    if any(part and _same_words(source_text, part) for part in parts):
        raise _refused_self(session.session_id, evidence.evidence_id, "its text is the source text")


def _same_words(one: str, other: str) -> bool:
    if not len(one) <= 2 * len(other) <= 4 * len(one):
        return False
    return "".join(one.split()) == "".join(other.split())


def _same_file(one: str, other: str) -> bool:
    if one == other:
        return True
    try:
        return Path(one).resolve() == Path(other).resolve() or Path(one).samefile(other)
    except OSError:
        return False  # one of the two is gone: then only content can tell, and that is compared first


def _refused_self(session_id: str, evidence_id: str, why: str) -> Refusal:
    return Refusal(
        "SELF_REFERENCE",
        f"{evidence_id} is the text under check itself: {why}. A text can't confirm itself.",
        f"Fetch another, independent source with fetch_evidence (session_id {session_id}) and attach that.",
        {"evidence_id": evidence_id, "why": why},
    )


class Match(BaseModel):
    """Where the quote was found in the evidence text (`evidence.quotes.Found` has these fields)."""

    model_config = {"frozen": True, "from_attributes": True, "extra": "ignore"}

    start: int
    end: int
    matched_text: str
    kind: Literal["exact", "folded"]
    folds: tuple[str, ...] = ()
    cuts: tuple[str, ...] = ()
    occurrence: int
    occurrences: int
    in_article: bool | None = None


def record_attachment(
    writer: Writer,
    session_id: str,
    *,
    claim_id: str,
    evidence_id: str,
    quote: str,
    found: object,
    relation: Relation,
    rationale: str,
    short_quote_reason: str | None = None,
    fragment_url: str | None = None,
    opposes: str | None = None,
) -> Attachment:
    """Record the quote that was found at `found`. Its pages and whether it lies in hidden text come from the evidence.

    Refusals as `check_attachable`, which is run again in this transaction.
    """
    _, evidence = check_attachable(writer, session_id, claim_id, evidence_id)
    match = Match.model_validate(found)
    place = Range(match.start, match.end)
    attachment = Attachment(
        session_id=session_id,
        recorded_at=writer.now(),
        attachment_id=writer.next_id(Attachment, session_id),
        claim_id=claim_id,
        evidence_id=evidence_id,
        quote=quote,
        start=match.start,
        end=match.end,
        matched_text=match.matched_text,
        match_kind=match.kind,
        folds=list(match.folds),
        cuts=list(match.cuts),
        occurrence=match.occurrence,
        occurrences=match.occurrences,
        in_article=match.in_article if evidence.article else None,
        hidden_text="hidden-text" not in match.folds and any(part.overlaps(place) for part in evidence.hidden),
        pages=pages_of(evidence, place),
        relation=relation,
        rationale=rationale,
        short_quote_reason=short_quote_reason,
        fragment_url=fragment_url,
        opposes=opposes,
        flags=flags_of(evidence, place),
    )
    writer.add(attachment)
    return attachment


def flags_of(evidence: Evidence, place: Range) -> list[str]:
    """The names of the signals that flag words in the range: those that raise the risk of its source."""
    return list(
        dict.fromkeys(
            signal.name
            for signal in evidence.signals
            if signal.name in FLAGGING and signal.severity != "info"
            if signal.start is not None and signal.end is not None
            if Range(signal.start, signal.end).overlaps(place)
        )
    )


def pages_of(evidence: Evidence, place: Range) -> list[int]:
    """The physical page numbers that the range lies on; empty where there are no pages."""
    return [page.number for page in evidence.pages if Range(page.start, page.end).overlaps(place)]


def attachment_counts(reader: Reader, session_id: str, claim_id: str) -> AttachmentCounts:
    """The effective attachments of one claim, by relation."""
    rows = reader.fetch(
        "SELECT relation, count(*) FROM effective_attachments WHERE session_id = ? AND claim_id = ? GROUP BY relation",
        [session_id, claim_id],
    )
    counts = {relation: int(count) for relation, count in rows}
    return AttachmentCounts(
        total=sum(counts.values()),
        supports=counts.get("supports", 0),
        contradicts=counts.get("contradicts", 0),
        partial=counts.get("partial", 0),
        irrelevant=counts.get("irrelevant", 0),
    )


# Pictures -------------------------------------------------------------------------------------------------------------


def without_picture(reader: Reader, session_id: str, attachment_ids: Sequence[str] | None = None) -> list[str]:
    """The effective attachments (of those asked for) that no try to draw has been recorded for, in order."""
    rows = reader.fetch(
        "SELECT a.attachment_id FROM effective_attachments AS a "
        "ANTI JOIN pictures AS p ON p.session_id = a.session_id AND p.attachment_id = a.attachment_id "
        "WHERE a.session_id = ? ORDER BY a.seq",
        [session_id],
    )
    wanted = None if attachment_ids is None else set(attachment_ids)
    return [str(row[0]) for row in rows if wanted is None or row[0] in wanted]


def record_picture(
    writer: Writer,
    session_id: str,
    *,
    attachment_id: str,
    source: PictureSource,
    highlighted: bool,
    adopted: bool,
    path: str | None = None,
    sha256: str | None = None,
    page: int | None = None,
    note: str | None = None,
    job_id: str | None = None,
    picture_id: str | None = None,
) -> Picture:
    """Record one try to draw an attachment. `path` is the file in the session folder, already there.

    Pass the `picture_id` that the file is named after, taken from `next_id` in this transaction.
    """
    picture = Picture(
        session_id=session_id,
        recorded_at=writer.now(),
        picture_id=picture_id or writer.next_id(Picture, session_id),
        attachment_id=attachment_id,
        job_id=job_id,
        source=source,
        path=path,
        sha256=sha256,
        highlighted=highlighted,
        adopted=adopted,
        page=page,
        note=note,
    )
    writer.add(picture)
    return picture
