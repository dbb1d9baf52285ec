"""A session extract, indexed the way reports read it. Nothing is decided anew: what counts is what the ledger said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property
from posixpath import basename

from evidence.graphemes import floor
from evidence.ranges import Range
from ledger.records import Attachment, Claim, Evidence, NonClaim, Picture, VerdictEntry
from ledger.views import AttemptView, AttentionItem, ExclusionView, SessionExtract
from reports.rechecks import Rechecks

FINAL = "final      "
PROVISIONAL = "provisional"

#: The heaviest verdict first: it colours a passage that several claims share.
VERDICT_WEIGHT = ("contradicted", "partially_verified", "unverifiable", "verified", "none")

#: The stages that get a source; their tries belong to its evidence, or to none.
FETCH_STAGES = frozenset({"http", "browser", "file", "read"})
#: Reasons of the attention list that take a verdict's standing away.
BROKEN_REASONS = frozenset({"verdict_without_basis", "conflict_unnamed"})
#: Longest title that is made from the text.
TITLE = 80


def clock(moment: datetime) -> str:
    """A moment in UTC to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def in_text_order(record: Claim | NonClaim) -> tuple[int, int, int]:
    """Sorts by place in the source text, then by id number."""
    return (record.start, record.end, int(record.record_id.rpartition("_")[2]))


class Reading:
    """One extract with its source text.

    Attributes:
        stale: whether the report is provisional: never finalized, or changed since (or as the caller says).
    """

    def __init__(self, extract: SessionExtract, source_text: str, *, stale: bool | None = None) -> None:
        self.extract = extract
        self.source_text = source_text
        known = extract.reports_stale_since is not None or not extract.finalizations
        self.stale = known if stale is None else stale

    @property
    def state(self) -> str:
        """``final`` or ``provisional``, padded to one width so that a file can be marked in place."""
        return PROVISIONAL if self.stale else FINAL

    @cached_property
    def title(self) -> str | None:
        """The session's title, else the first line of the text without its heading marks, cut short."""
        if self.extract.session.title:
            return self.extract.session.title
        lines = (line.strip().lstrip("#>*-=").strip() for line in self.source_text.splitlines())
        first = next((line for line in lines if any(letter.isalnum() for letter in line)), None)
        if first is None or len(first) <= TITLE:
            return first
        return first[: floor(first, TITLE)].rstrip() + "…"

    @cached_property
    def generated_at(self) -> datetime:
        """The time of the last finalization; of the newest record shown while the report is provisional."""
        extract = self.extract
        if extract.finalizations and not self.stale:
            return extract.finalizations[-1].recorded_at
        moments = [extract.session.recorded_at, *(record.recorded_at for record in extract.finalizations)]
        for records in (extract.claims, extract.non_claims, extract.evidence, extract.attachments, extract.verdicts):
            moments += [record.recorded_at for record in records]
        moments += [record.recorded_at for record in (*extract.pictures, *extract.rechecks)]
        for view in extract.exclusions:
            moments += [view.exclusion.recorded_at, *([view.restoration.recorded_at] if view.restoration else [])]
        for attempt in extract.attempts:
            moments += [attempt.start.recorded_at, *([attempt.end.recorded_at] if attempt.end else [])]
        for job in extract.jobs:
            moments += [job.job.recorded_at, *(run.recorded_at for run in job.runs)]
            moments += [job.outcome.recorded_at] if job.outcome else []
        return max(moments)

    @cached_property
    def claims(self) -> list[Claim]:
        """The claims that count, in text order."""
        live = set(self.extract.effective.claims)
        return sorted((claim for claim in self.extract.claims if claim.claim_id in live), key=in_text_order)

    @cached_property
    def non_claims(self) -> list[NonClaim]:
        """The non-claims that count, in text order."""
        live = set(self.extract.effective.non_claims)
        return sorted((item for item in self.extract.non_claims if item.non_claim_id in live), key=in_text_order)

    @cached_property
    def excluded_ranges(self) -> list[Claim | NonClaim]:
        """Claims and non-claims that do not count, in text order."""
        claims, others = set(self.extract.effective.claims), set(self.extract.effective.non_claims)
        gone: list[Claim | NonClaim] = [claim for claim in self.extract.claims if claim.claim_id not in claims]
        gone += [item for item in self.extract.non_claims if item.non_claim_id not in others]
        return sorted(gone, key=in_text_order)

    @cached_property
    def _verdicts(self) -> dict[str, list[VerdictEntry]]:
        found: dict[str, list[VerdictEntry]] = defaultdict(list)
        for entry in self.extract.verdicts:
            found[entry.claim_id].append(entry)
        return found

    def verdicts(self, claim_id: str) -> list[VerdictEntry]:
        """Every verdict on a claim, oldest first; the last one counts."""
        return self._verdicts.get(claim_id, [])

    def verdict(self, claim_id: str) -> str:
        """The verdict that counts, or ``none``."""
        history = self.verdicts(claim_id)
        return history[-1].verdict if history else "none"

    @cached_property
    def _attachments(self) -> dict[str, list[Attachment]]:
        found: dict[str, list[Attachment]] = defaultdict(list)
        for attachment in self.extract.attachments:
            found[attachment.claim_id].append(attachment)
        return found

    def attachments(self, claim_id: str) -> list[Attachment]:
        """Every attachment of a claim, excluded ones too, in the order recorded."""
        return self._attachments.get(claim_id, [])

    @cached_property
    def _live_attachments(self) -> frozenset[str]:
        return frozenset(self.extract.effective.attachments)

    def counts(self, attachment: Attachment) -> bool:
        """Whether an attachment counts."""
        return attachment.attachment_id in self._live_attachments

    @cached_property
    def evidence(self) -> dict[str, Evidence]:
        """Every evidence by its id."""
        return {item.evidence_id: item for item in self.extract.evidence}

    @cached_property
    def _users(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for attachment in self.extract.attachments:
            if self.counts(attachment) and attachment.claim_id not in found[attachment.evidence_id]:
                found[attachment.evidence_id].append(attachment.claim_id)
        return found

    def users(self, evidence_id: str) -> list[str]:
        """The claims that an evidence is attached to by an attachment that counts."""
        return self._users.get(evidence_id, [])

    @cached_property
    def agent_captured(self) -> list[Evidence]:
        """The evidence that counts and that the agent submitted itself."""
        live = set(self.extract.effective.evidence)
        return [e for e in self.extract.evidence if e.provenance == "agent_captured" and e.evidence_id in live]

    @cached_property
    def _pictures(self) -> dict[str, list[Picture]]:
        found: dict[str, list[Picture]] = defaultdict(list)
        for picture in self.extract.pictures:
            found[picture.attachment_id].append(picture)
        return found

    def pictures(self, attachment_id: str) -> list[Picture]:
        """Every try to draw an attachment, oldest first."""
        return self._pictures.get(attachment_id, [])

    @cached_property
    def rechecks(self) -> Rechecks:
        """What became of the quotes when their sources were looked at again."""
        return Rechecks(self.extract)

    @cached_property
    def _exclusions(self) -> dict[tuple[str, str], ExclusionView]:
        return {
            (view.exclusion.target_type, view.exclusion.target_id): view
            for view in self.extract.exclusions
            if view.restoration is None
        }

    def exclusion(self, target_type: str, target_id: str) -> ExclusionView | None:
        """The exclusion in force on exactly this record."""
        return self._exclusions.get((target_type, target_id))

    @cached_property
    def _attention(self) -> dict[str, list[AttentionItem]]:
        found: dict[str, list[AttentionItem]] = defaultdict(list)
        for item in self.extract.attention:
            if item.claim_id:
                found[item.claim_id].append(item)
        return found

    def attention(self, claim_id: str) -> list[AttentionItem]:
        """Why a claim is listed for attention."""
        return self._attention.get(claim_id, [])

    @property
    def attention_groups(self) -> int:
        """How many claims (or evidence, or non-claims, without a claim) are listed for attention."""
        return len(
            {item.claim_id or item.evidence_id or item.non_claim_id or item.reason for item in self.extract.attention}
        )

    @cached_property
    def broken(self) -> dict[str, str]:
        """The claims whose verdict does not stand, by the ledger's gate, with the reason."""
        items = self.extract.attention
        return {item.claim_id: item.reason for item in items if item.claim_id and item.reason in BROKEN_REASONS}

    def live_ids(self, claim_id: str, relation: str) -> tuple[str, ...]:
        """The attachments of a claim that count and have this relation."""
        found = self.attachments(claim_id)
        return tuple(a.attachment_id for a in found if a.relation == relation and self.counts(a))

    @cached_property
    def _attempts(self) -> tuple[dict[str, list[AttemptView]], list[AttemptView], list[AttemptView]]:
        by_job: dict[str, list[Evidence]] = defaultdict(list)
        for item in self.extract.evidence:
            if item.job_id:
                by_job[item.job_id].append(item)
        shown = {*self.evidence, *(attachment.attachment_id for attachment in self.extract.attachments)}
        owned: dict[str, list[AttemptView]] = defaultdict(list)
        orphans: list[AttemptView] = []
        rest: list[AttemptView] = []
        for attempt in self.extract.attempts:
            if self.rechecks.owns(attempt):
                continue
            start = attempt.start
            of_source = start.stage in FETCH_STAGES and start.job_id != self.extract.session.job_id
            if of_source:
                owners = [e.evidence_id for e in by_job.get(start.job_id, []) if start.item in _names(e)]
            else:  # pictures are drawn per evidence: the item is "evidence_7 page"
                name = start.item.partition(" ")[0]
                owners = [name] if start.stage == "picture" and name in shown else []
            for owner in owners:
                owned[owner].append(attempt)
            if not owners:
                (orphans if of_source else rest).append(attempt)
        return owned, orphans, rest

    def attempts(self, record_id: str) -> list[AttemptView]:
        """The tries to get an evidence and to draw its quotes (or one attachment), failed ones too."""
        return self._attempts[0].get(record_id, [])

    @property
    def orphan_attempts(self) -> list[AttemptView]:
        """Tries to get a source that no evidence came of."""
        return self._attempts[1]

    @property
    def other_attempts(self) -> list[AttemptView]:
        """The tries for no evidence: to get the text itself, of reports, exports, pictures of nothing that is shown."""
        return self._attempts[2]

    @cached_property
    def flow_names(self) -> dict[str, str]:
        """Flow-run names by flow-run id."""
        return {run.flow_run_id: run.flow_run_name for job in self.extract.jobs for run in job.runs}

    def slice(self, place: Claim | NonClaim | Range) -> str:
        """The source text of a range."""
        return self.source_text[place.start : place.end]


def _names(evidence: Evidence) -> set[str]:
    """What an attempt may call the evidence it fetched."""
    names = {evidence.evidence_id, evidence.url, evidence.final_url, evidence.file_path}
    names.add(basename(evidence.file_path) if evidence.file_path else None)
    names |= {hop.url for hop in evidence.redirects} | {hop.location for hop in evidence.redirects}
    return {name for name in names if name}


def at_first(attempts: Sequence[AttemptView]) -> bool:
    """Whether nothing had to be tried again: such a list needs no close look."""
    return bool(attempts) and all(view.outcome == "succeeded" and view.start.number == 1 for view in attempts)


def same_but_for_blanks(quote: str, matched: str) -> bool:
    """Whether a quote and what it matches differ in nothing but white space, which a reader does not see."""
    return "".join(quote.split()) == "".join(matched.split())
