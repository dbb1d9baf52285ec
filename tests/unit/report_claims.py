"""What a sample session says of its text: claims and the rest, verdicts, what was taken back, what to look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evidence.ranges import Range
from ledger.records import Attachment, Claim, Exclusion, NonClaim, Restoration, VerdictEntry
from ledger.views import AttentionItem, Coverage, ExclusionView, Summary
from tests.unit.report_basics import SID, Clock, place


def sample_claims(clock: Clock) -> list[Claim]:
    parts = [
        ("The bridge was opened on 19 March 1932", "The bridge opened on 19 March 1932.", "date"),
        ("after eight years of work.", "Building the bridge took eight years.", None),
        ("its arch spans 503 metres.", "The arch of the bridge spans 503 metres.", "number"),
        ("About 1,400 men built it, of whom 16 died.", "About 1,400 men built the bridge; 16 died.", "number"),
        ("of whom 16 died.", "Sixteen workers died.", "number"),
        (
            "Painters never stop: once they reach the end, they start again. 🌉",
            "The bridge is painted all the time.",
            None,
        ),
        ("東京タワーは1958年12月23日に完成した。", "東京タワーは1958年12月23日に完成した。", "日付"),
        ("高さは333メートルで、当時は世界一の自立式鉄塔だった。", "東京タワーの高さは333メートルである。", "数値"),
        ("Both are said to be loved by everyone", "Everyone loves both.", "opinion"),
        ("塗り替えは約5年ごとに行われる。", "東京タワーは約5年ごとに塗り替えられる。", None),
    ]
    return [
        Claim(
            session_id=SID,
            recorded_at=clock(),
            claim_id=f"claim_{number}",
            start=place(part)[0],
            end=place(part)[1],
            claim=claim,
            claim_kind=kind,
        )
        for number, (part, claim, kind) in enumerate(parts, 1)
    ]


def sample_non_claims(clock: Clock) -> list[NonClaim]:
    first = place("The Harbour Bridge and its keepers\n\n")
    parts = [
        (first, "heading"),
        (place("It carries rail, road and foot traffic, and"), "common knowledge, not checked"),
    ]
    return [
        NonClaim(session_id=SID, recorded_at=clock(), non_claim_id=f"non_claim_{n}", start=s, end=e, reason=reason)
        for n, ((s, e), reason) in enumerate(parts, 1)
    ]


def sample_verdicts(clock: Clock) -> list[VerdictEntry]:
    said = [
        (1, "partially_verified", "Only the year was found at first."),
        (1, "verified", "Two independent sources give the day.\nOne is the engineer's own report."),
        (3, "verified", "The page gives 503 metres."),
        (4, "contradicted", "The engineer's report counts 1,654 men."),
        (6, "partially_verified", "Repainting all year is supported; starting again is not."),
        (7, "verified", "公式ページの日付と一致する。"),
        (8, "verified", "高さは一致する。「世界一」は主張に含めていない。"),
        (9, "unverifiable", "No source could show what everyone feels."),
    ]
    return [
        VerdictEntry.model_validate(
            {
                "session_id": SID,
                "recorded_at": clock(),
                "verdict_id": f"verdict_{number}",
                "claim_id": f"claim_{claim}",
                "verdict": verdict,
                "rationale": rationale,
            }
        )
        for number, (claim, verdict, rationale) in enumerate(said, 1)
    ]


def _exclusion(clock: Clock, number: int, kind: str, target: str, reason: str) -> Exclusion:
    return Exclusion.model_validate(
        {
            "session_id": SID,
            "recorded_at": clock(),
            "exclusion_id": f"exclusion_{number}",
            "target_type": kind,
            "target_id": target,
            "reason": reason,
        }
    )


def sample_exclusions(clock: Clock, claims: list[Claim], attachments: list[Attachment]) -> list[ExclusionView]:
    first = _exclusion(clock, 1, "claim", "claim_3", "Wrong range.")
    back = Restoration(
        session_id=SID,
        recorded_at=clock(),
        restoration_id="restoration_1",
        exclusion_id="exclusion_1",
        reason="The range was right after all.",
    )
    return [
        ExclusionView(exclusion=first, restoration=back, target=claims[2].model_dump(mode="json")),
        ExclusionView(
            exclusion=_exclusion(clock, 2, "claim", "claim_10", "Will be registered again with the right wording."),
            target=claims[9].model_dump(mode="json"),
        ),
        ExclusionView(
            exclusion=_exclusion(clock, 3, "attachment", "attachment_9", "It is about another tower."),
            target=attachments[8].model_dump(mode="json"),
        ),
    ]


def sample_attention(claims: list[Claim]) -> list[AttentionItem]:
    said: list[tuple[int, str, str, str | None, str | None]] = [
        (4, "contradicted", "The engineer's report counts 1,654 men.", "contradicted", None),
        (
            6,
            "partially_verified",
            "Repainting all year is supported; starting again is not.",
            "partially_verified",
            None,
        ),
        (9, "unverifiable", "No source could show what everyone feels.", "unverifiable", None),
        (6, "only_agent_captured", "Its only support was submitted by the agent.", "partially_verified", "evidence_4"),
        (
            6,
            "expected_terms_missing",
            "evidence_4 lacks expected terms: never stops.",
            "partially_verified",
            "evidence_4",
        ),
        (7, "hidden_text", "attachment_7 quotes collapsed text.", "verified", "evidence_2"),
    ]
    return [
        AttentionItem.model_validate(
            {
                "claim_id": f"claim_{number}",
                "evidence_id": evidence,
                "reason": reason,
                "verdict": verdict,
                "start": claims[number - 1].start,
                "end": claims[number - 1].end,
                "detail": detail,
            }
        )
        for number, reason, detail, verdict, evidence in said
    ]


def union(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges merged, ascending."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def gaps_of(ranges: list[tuple[int, int]], length: int) -> Iterator[Range]:
    """What the ranges leave of a text."""
    at = 0
    for start, end in [*union(ranges), (length, length)]:
        if at < start:
            yield Range(at, start)
        at = max(at, end)


def summary_of(live: list[Claim], others: list[NonClaim], text: str, **counts: Any) -> Summary:
    """A summary whose coverage follows from the ranges."""
    ranges = [(item.start, item.end) for item in [*live, *others]]
    covered = sum(end - start for start, end in union(ranges))
    left = list(gaps_of(ranges, len(text)))
    return Summary(
        coverage=Coverage(
            covered=covered,
            total=len(text),
            ratio=covered / len(text),
            percent=f"{100 * covered / len(text):.2f}%",
            complete=not left,
            gaps=len(left),
        ),
        non_claims=len(others),
        **counts,
    )
