"""Session extracts for tests of reports: one with every kind of record, one that is open again, a long one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from ledger.records import Claim, Exclusion, Finalization, NonClaim, Session, VerdictEntry
from ledger.values import CitedUrl, Exchange, SavedFile
from ledger.views import (
    AttachmentCounts,
    AttentionItem,
    ClaimCounts,
    EffectiveIds,
    EvidenceCounts,
    ExclusionCounts,
    ExclusionView,
    SessionExtract,
)
from tests.unit.report_basics import SID, TEXT, Clock, sha
from tests.unit.report_claims import (
    gaps_of,
    sample_attention,
    sample_claims,
    sample_exclusions,
    sample_non_claims,
    sample_verdicts,
    summary_of,
)
from tests.unit.report_quotes import attachment, sample_attachments, sample_pictures, sample_rechecks
from tests.unit.report_sources import sample_evidence
from tests.unit.report_work import sample_attempts, sample_jobs


def rich(**changes: Any) -> tuple[SessionExtract, str]:
    """A session with every kind of record; `changes` replace fields of the extract."""
    clock = Clock()
    session = Session(
        session_id=SID,
        recorded_at=clock(),
        title="Two towers of steel / 二つの鉄の塔",
        language="en",
        project="steel",
        source_kind="url",
        origin="https://blog.example/steel",
        final_url="https://blog.example/steel/",
        source_sha256=sha(TEXT),
        source_length=len(TEXT),
        cited_urls=[CitedUrl(url="https://tower.example/ja/about", start=0, end=3)],
        job_id="job_0",
        exchange=Exchange(http_version="HTTP/1.1", response_headers={"server": "blog"}, body_bytes=4_096, seconds=0.2),
        files=[SavedFile(role="exchange", path="source-exchange.json", sha256=sha("x 0"), bytes=700)],
        readers={"selectolax": "0.4.0", "uratori": "0.1.0"},
    )
    claims, others, evidence = sample_claims(clock), sample_non_claims(clock), sample_evidence(clock)
    attachments, attempts = sample_attachments(clock), sample_attempts(clock)
    verdicts, exclusions = sample_verdicts(clock), sample_exclusions(clock, claims, attachments)
    live = [claim for claim in claims if claim.claim_id != "claim_10"]
    values: dict[str, Any] = {
        "session": session,
        "archived": False,
        "reports_stale_since": None,
        "summary": summary_of(
            live,
            others,
            TEXT,
            claims=ClaimCounts(
                total=9, without_verdict=2, verified=4, contradicted=1, partially_verified=1, unverifiable=1
            ),
            evidence=EvidenceCounts(total=5, http=2, browser=1, file=1, agent_captured=1),
            attachments=AttachmentCounts(total=8, supports=6, contradicts=1, partial=1, irrelevant=0),
            exclusions=ExclusionCounts(total=3, active=2, restored=1),
        ),
        "effective": EffectiveIds(
            claims=[claim.claim_id for claim in live],
            non_claims=[item.non_claim_id for item in others],
            evidence=[item.evidence_id for item in evidence],
            attachments=[item.attachment_id for item in attachments if item.attachment_id != "attachment_9"],
        ),
        "gaps": list(gaps_of([(item.start, item.end) for item in [*live, *others]], len(TEXT))),
        "attention": sample_attention(claims),
        "claims": claims,
        "non_claims": others,
        "evidence": evidence,
        "attachments": attachments,
        "verdicts": verdicts,
        "exclusions": exclusions,
        "jobs": sample_jobs(clock),
        "attempts": attempts,
        "pictures": sample_pictures(clock),
        "rechecks": sample_rechecks(clock),
        "finalizations": [
            Finalization(session_id=SID, recorded_at=clock(), finalization_id="finalization_1", summary={})
        ],
        "report_files": [],
        "chain_head": sha("chain"),
        "chain_length": 71,
    }
    return SessionExtract(**(values | changes)), TEXT


def open_again(**changes: Any) -> tuple[SessionExtract, str]:
    """The rich session after it was finalized: two verdicts do not stand, a non-claim lies over claims."""
    extract, text = rich()
    at = extract.finalizations[-1].recorded_at + timedelta(seconds=60)
    gone = Exclusion(session_id=SID, recorded_at=at, exclusion_id="exclusion_4", target_type="attachment",
                     target_id="attachment_7", reason="Not the page that was meant.")  # fmt: skip
    wide = NonClaim(session_id=SID, recorded_at=at, non_claim_id="non_claim_3", start=36, end=172, reason="chatter")
    said = [
        ("verdict_without_basis", "claim_7", None, "verified",
         "Verified needs a live attachment with relation supports."),
        ("conflict_unnamed", "claim_4", None, "contradicted",
         "Live attachments support and contradict the claim, and the rationale does not say so."),
        ("non_claim_over_claim", None, "non_claim_3", None, "It overlaps claim_1, claim_2 and claim_3."),
        ("non_claim_over_paragraph", None, None, None, "3 more non-claims that cover more than a paragraph."),
    ]  # fmt: skip
    places: dict[str | None, Claim | NonClaim] = {claim.claim_id: claim for claim in extract.claims}
    places["non_claim_3"] = wide
    doubts = [
        AttentionItem.model_validate(
            {"claim_id": claim, "non_claim_id": other, "reason": reason, "verdict": verdict, "detail": detail,
             "start": place.start if place else None, "end": place.end if place else None}
        )
        for reason, claim, other, verdict, detail in said
        for place in [places.get(claim or other)]
    ]  # fmt: skip
    live = extract.effective
    values: dict[str, Any] = {
        "reports_stale_since": at,
        "attention": [*doubts, *extract.attention],
        "non_claims": [*extract.non_claims, wide],
        "exclusions": [
            *extract.exclusions,
            ExclusionView(exclusion=gone, target=extract.attachments[6].model_dump(mode="json")),
        ],
        "effective": live.model_copy(
            update={
                "non_claims": [*live.non_claims, "non_claim_3"],
                "attachments": [name for name in live.attachments if name != "attachment_7"],
            }
        ),
    }
    return extract.model_copy(update=values | changes), text


def long(count: int) -> tuple[SessionExtract, str]:
    """A finished session of `count` claims, each with a verdict and one quote, every fifth flagged."""
    clock = Clock()
    verdicts = ("verified", "partially_verified", "unverifiable", "contradicted")
    sentences = [
        f"Sentence number {number} says that the {number}th figure is {number * 7}.\n" for number in range(count)
    ]
    text, at, claims = "".join(sentences), 0, []
    for number, sentence in enumerate(sentences, 1):
        claims.append(
            Claim(session_id=SID, recorded_at=clock(), claim_id=f"claim_{number}", start=at, end=at + len(sentence),
                  claim=sentence.strip())
        )  # fmt: skip
        at += len(sentence)
    evidence = sample_evidence(clock)[:1]
    attachments = [
        attachment(clock, number, number, 1, f"figure {number} is {number * 7}") for number in range(1, count + 1)
    ]
    entries = [
        VerdictEntry.model_validate(
            {
                "session_id": SID,
                "recorded_at": clock(),
                "verdict_id": f"verdict_{number}",
                "claim_id": f"claim_{number}",
                "verdict": verdicts[number % 4],
                "rationale": f"The page gives {number * 7}.",
            }
        )
        for number in range(1, count + 1)
    ]
    attention = [
        AttentionItem(claim_id=claim.claim_id, reason="folded_quote", start=claim.start, end=claim.end, detail="Look.")
        for claim in claims[::5]
    ]
    extract, _ = rich(
        claims=claims, non_claims=[], evidence=evidence, attachments=attachments, verdicts=entries, exclusions=[],
        pictures=[], rechecks=[], attention=attention, gaps=[],
        effective=EffectiveIds(
            claims=[claim.claim_id for claim in claims], non_claims=[], evidence=["evidence_1"],
            attachments=[item.attachment_id for item in attachments],
        ),
    )  # fmt: skip
    return extract, text
