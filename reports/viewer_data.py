"""What the viewer's script is given: the extract in a compact shape, with the source text already cut into pieces.

Nulls, empty lists and false are left out, and what the script can tell by itself: a claim that is worded like its
passage, the only occurrence of a quote. Text is never cut by the script, so code points need no conversion there.
Times are whole seconds since `started` (milliseconds of the epoch).
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from ledger.records import Attachment, Claim, Evidence, NonClaim, Picture
from ledger.values import Exchange, SavedFile
from ledger.views import AttentionItem, ExclusionView
from reports.attention import detail, open_gates
from reports.contents import contents
from reports.escaping import relative_path, web_url
from reports.exchange import readers, role, transfer
from reports.images import Images, image_source
from reports.lean import lean
from reports.marks import pieces
from reports.reading import VERDICT_WEIGHT, Reading, same_but_for_blanks
from reports.viewer_rechecks import rechecked, rechecks_of
from reports.viewer_runs import Runs

#: Saved files that a browser shows without running anything in them.
PASSIVE_ROLES = frozenset({"text", "pdf", "screenshot", "exchange", "headers", "tables"})


class ViewerData:
    """Builds the data of one report."""

    def __init__(self, reading: Reading, images: Images, engine_url: str | None) -> None:
        self.reading = reading
        self.images = images
        self._runs = Runs(reading, engine_url, self._at)
        self._attempt = self._runs.attempt
        self.beside = isinstance(images, str)
        self.claim_numbers = {claim.claim_id: number for number, claim in enumerate(reading.claims)}
        self.sources: dict[str, str] = {}

    def build(self) -> dict[str, Any]:
        """The whole of it, ready for JSON."""
        reading, extract = self.reading, self.reading.extract
        data = {
            "id": extract.session.session_id,
            "started": int(extract.session.recorded_at.timestamp()) * 1000,
            "session": self._session(),
            "summary": extract.summary.model_dump(mode="json"),
            "weights": ["broken", *VERDICT_WEIGHT],
            "open": open_gates(reading),
            "claims": [self._claim(claim) for claim in reading.claims],
            "pieces": self._pieces(),
            "attention": [
                lean(claim_id=item.claim_id, non_claim_id=item.non_claim_id, verdict=item.verdict, **self._reason(item))
                for item in extract.attention
            ],
            "evidence": {item.evidence_id: self._evidence(item) for item in extract.evidence},
            "nonClaims": [
                lean(id=n.non_claim_id, start=n.start, end=n.end, reason=n.reason) for n in reading.non_claims
            ],
            "excluded": [self._excluded(item) for item in reading.excluded_ranges],
            "exclusions": [self._exclusion(view) for view in extract.exclusions],
            "orphans": [self._attempt(view) for view in reading.orphan_attempts],
            "rest": [self._attempt(view) for view in reading.other_attempts],
            "jobs": [self._runs.job(view) for view in extract.jobs],
            "agent": [item.evidence_id for item in reading.agent_captured],
            "rechecked": rechecked(reading.rechecks, self._at),
        }
        data["images"] = self.sources
        return data

    def _at(self, moment: datetime) -> int:
        return int(moment.timestamp()) - int(self.reading.extract.session.recorded_at.timestamp())

    def _session(self) -> dict[str, Any]:
        session, extract = self.reading.extract.session, self.reading.extract
        return lean(
            title=self.reading.title,
            kind=session.source_kind,
            origin=session.origin,
            origin_href=web_url(session.origin),
            final_url=session.final_url if session.final_url != session.origin else None,
            length=session.source_length,
            language=session.language,
            project=session.project,
            created=self._at(session.recorded_at),
            generated=self._at(self.reading.generated_at),
            finalized=self._at(extract.finalizations[-1].recorded_at) if extract.finalizations else None,
            sha256=session.source_sha256,
            file_sha256=session.file_sha256,
            chain=extract.chain_head,
            chain_length=extract.chain_length,
            exchange=self._exchange(session.exchange),
            readers=readers(session),
            files=[self._file(session.exchange, saved) for saved in session.files],
            cited=[lean(url=cited.url, href=web_url(cited.url)) for cited in session.cited_urls],
        )

    def _pieces(self) -> list[dict[str, Any]]:
        text = self.reading.source_text
        return [
            lean(
                t=text[piece.start : piece.end],
                c=[self.claim_numbers[name] for name in piece.claims],
                n=list(piece.non_claims),
                x=list(piece.excluded),
            )
            for piece in pieces(self.reading)
        ]

    def _claim(self, claim: Claim) -> dict[str, Any]:
        reading = self.reading
        return lean(
            id=claim.claim_id,
            start=claim.start,
            end=claim.end,
            claim=None if claim.claim == reading.slice(claim).strip(" \n") else claim.claim,
            kind=claim.claim_kind,
            at=self._at(claim.recorded_at),
            history=[
                {"verdict": entry.verdict, "rationale": entry.rationale, "at": self._at(entry.recorded_at)}
                for entry in reading.verdicts(claim.claim_id)
            ],
            broken=reading.broken.get(claim.claim_id),
            attention=[self._reason(item) for item in reading.attention(claim.claim_id)],
            attachments=[self._attachment(item) for item in reading.attachments(claim.claim_id)],
        )

    def _reason(self, item: AttentionItem) -> dict[str, Any]:
        """Why an item is listed: as the key of a text and what fills it, else as the ledger's own detail."""
        found = detail(self.reading, item)
        return lean(
            reason=item.reason,
            evidence=item.evidence_id,
            detail=None if found else item.detail,
            key=found.key if found else None,
            values={name: words.lean() for name, words in found.values.items()} if found and found.values else None,
        )

    def _attachment(self, item: Attachment) -> dict[str, Any]:
        reading = self.reading
        excluded = not reading.counts(item)
        why = reading.exclusion("attachment", item.attachment_id) or reading.exclusion("evidence", item.evidence_id)
        return lean(
            id=item.attachment_id,
            evidence=item.evidence_id,
            relation=item.relation,
            quote=item.quote,
            matched=None if same_but_for_blanks(item.quote, item.matched_text) else item.matched_text,
            differs=item.match_kind == "exact" and item.matched_text != item.quote,
            folds=list(item.folds),
            folded=item.match_kind == "folded",
            cuts=list(item.cuts),
            flags=list(item.flags),
            start=item.start,
            end=item.end,
            occurrence=item.occurrence if item.occurrences > 1 else None,
            occurrences=item.occurrences if item.occurrences > 1 else None,
            outside=item.in_article is False,
            hidden=item.hidden_text,
            pages=list(item.pages),
            rationale=item.rationale,
            short=item.short_quote_reason,
            fragment=web_url(item.fragment_url),
            at=self._at(item.recorded_at),
            excluded=excluded,
            why=why.exclusion.reason if excluded and why else None,
            pictures=[self._picture(picture) for picture in reading.pictures(item.attachment_id)],
            attempts=[self._attempt(view) for view in reading.attempts(item.attachment_id)],
            **rechecks_of(reading.rechecks, item.attachment_id, self._at, self._attempt),
        )

    def _picture(self, picture: Picture) -> dict[str, Any]:
        return lean(
            source=picture.source,
            path=picture.path,
            image=self._image(picture.path) if picture.adopted else None,
            highlighted=picture.highlighted,
            adopted=picture.adopted,
            page=picture.page,
            note=picture.note,
        )

    def _image(self, path: str | None) -> str | None:
        """Keeps the picture's address under its path, and gives the path; None where it cannot be shown."""
        source = image_source(path, self.images)
        if path is None or source is None:
            return None
        self.sources[path] = source
        return path

    def _evidence(self, item: Evidence) -> dict[str, Any]:
        why = self.reading.exclusion("evidence", item.evidence_id)
        terms = item.expected_terms
        return lean(
            title=item.page_title,
            url=item.url,
            href=web_url(item.url),
            file=item.file_path,
            final_url=item.final_url if item.final_url != item.url else None,
            redirects=[hop.model_dump() for hop in item.redirects],
            provenance=item.provenance,
            discovered=item.discovered_via,
            discovery_note=item.discovery_note,
            status=item.http_status,
            peer=item.peer,
            exchange=self._exchange(item.exchange),
            readers=readers(item),
            media=item.media_type,
            charset=item.charset,
            charset_rule=item.charset_rule,
            page_kind=item.page_kind,
            risk=item.risk if item.risk != "low" else None,
            page_kind_reasons=list(item.page_kind_reasons),
            signals=[lean(name=s.name, severity=s.severity, detail=s.detail, source=s.source) for s in item.signals],
            text_sha256=item.text_sha256,
            body_sha256=item.body_sha256,
            length=item.text_length,
            incomplete=not item.complete,
            pages=len(item.pages) or None,
            terms_checked=terms is not None,
            terms=[term.term for term in terms or []],
            missing=[term.term for term in terms or [] if not term.found],
            note=item.note,
            at=self._at(item.recorded_at),
            excluded=why.exclusion.reason if why else None,
            files=[self._file(item.exchange, saved) for saved in item.files],
            screenshot=self._image(shot.path) if (shot := item.file("screenshot")) else None,
            attempts=[self._attempt(view) for view in self.reading.attempts(item.evidence_id)],
            used_by=self.reading.users(item.evidence_id),
        )

    def _exchange(self, exchange: Exchange | None) -> dict[str, Any] | None:
        shown = transfer(exchange)
        if shown is None:
            return None
        return lean(**asdict(shown) | {"started": self._at(shown.started) if shown.started else None})

    def _file(self, exchange: Exchange | None, saved: SavedFile) -> dict[str, Any]:
        href = relative_path(saved.path) if self.beside and saved.role in PASSIVE_ROLES else None
        return lean(role=role(exchange, saved.role), path=saved.path, href=href, sha256=saved.sha256, bytes=saved.bytes)

    def _excluded(self, record: Claim | NonClaim) -> dict[str, Any]:
        target = "claim" if isinstance(record, Claim) else "non_claim"
        why = self.reading.exclusion(target, record.record_id)
        return lean(
            id=record.record_id,
            start=record.start,
            end=record.end,
            text=self.reading.slice(record),
            reason=why.exclusion.reason if why else None,
        )

    def _exclusion(self, view: ExclusionView) -> dict[str, Any]:
        exclusion, back = view.exclusion, view.restoration
        return lean(
            id=exclusion.exclusion_id,
            type=exclusion.target_type,
            target=exclusion.target_id,
            reason=exclusion.reason,
            at=self._at(exclusion.recorded_at),
            restored=lean(reason=back.reason, at=self._at(back.recorded_at)) if back else None,
            content=[[one.name, one.values, one.group] for one in contents(view)],
        )
