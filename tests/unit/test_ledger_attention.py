"""What a reader should look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from evidence.ranges import Range
from ledger import status
from ledger.values import Signal, TermCheck
from tests.unit.ledger_world import World, attention, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


def test_a_well_founded_verified_claim_needs_no_attention(world: World) -> None:
    world.checked()
    assert attention(world) == []


@pytest.mark.promise("REPORT-7")
def test_weak_verdicts_come_worst_first_in_text_order(world: World) -> None:
    evidence_id = world.evidence().evidence_id
    late, early, half, unknown = (world.claim(start, start + 5) for start in (20, 10, 0, 5))
    world.claim(30, 35)
    for claim_id, relation in ((late, "contradicts"), (early, "contradicts"), (half, "partial")):
        world.attach(claim_id, evidence_id, relation)
    for claim_id, verdict in ((late, "contradicted"), (early, "contradicted"), (half, "partially_verified")):
        world.verdict(claim_id, verdict, "No source")
    world.verdict(unknown, "unverifiable")
    assert attention(world) == [
        ("contradicted", early, None),
        ("contradicted", late, None),
        ("partially_verified", half, None),
        ("unverifiable", unknown, None),
    ]


@pytest.mark.promise("REPORT-7")
def test_doubts_about_a_verified_claim_are_listed(world: World) -> None:
    captured = world.evidence(
        provenance="agent_captured",
        note="From my browser",
        expected_terms=[TermCheck(term="120 metres", found=True), TermCheck(term='steel, "arch"', found=False)],
    )
    claim_id = world.claim()
    world.attach(claim_id, captured.evidence_id, short_quote_reason="A number")
    world.verdict(claim_id, "verified")
    folded = world.evidence(hidden=[Range(0, 19)])
    assert attention(world) == [
        ("only_agent_captured", claim_id, None),
        ("expected_terms_missing", claim_id, captured.evidence_id),
        ("short_quote", claim_id, captured.evidence_id),
    ]
    world.attach(
        claim_id, folded.evidence_id, found={"kind": "folded", "folds": ("dash", "case"), "cuts": ("negation", "word")}
    )
    contradicting = world.attach(claim_id, folded.evidence_id, "contradicts").attachment_id
    world.verdict(claim_id, "verified", f"{contradicting} is older.")
    assert attention(world) == [
        ("supports_and_contradicts", claim_id, None),
        ("expected_terms_missing", claim_id, captured.evidence_id),
        ("cut_quote", claim_id, folded.evidence_id),
        ("folded_quote", claim_id, folded.evidence_id),
        ("hidden_text", claim_id, folded.evidence_id),
        ("short_quote", claim_id, captured.evidence_id),
    ]
    with world.ledger.read() as reader:
        details = {item.reason: item.detail for item in status.attention(reader, world.session)}
    assert details["folded_quote"] == "attachment_2 matches only after folding: dash, case."
    assert details["cut_quote"] == "attachment_2 cuts what stands around it: negation, word."
    assert 'steel, "arch"' in details["expected_terms_missing"]
    assert "120 metres" not in details["expected_terms_missing"]


@pytest.mark.promise("SCORE-4")
def test_a_quote_that_seems_to_oppose_the_claim_it_supports_is_listed_whatever_the_verdict(world: World) -> None:
    claim_id = world.claim()
    evidence = world.evidence()
    world.attach(claim_id, evidence.evidence_id, opposes="numbers differ: 29 / 199")
    assert attention(world) == [("quote_opposes", claim_id, evidence.evidence_id)]
    world.verdict(claim_id, "verified")
    with world.ledger.read() as reader:
        [listed] = status.attention(reader, world.session)
    assert (listed.verdict, listed.detail) == (
        "verified",
        "attachment_1 is said to support the claim, but: numbers differ: 29 / 199.",
    )
    world.exclude("attachment", "attachment_1")
    assert "quote_opposes" not in [reason for reason, *_ in attention(world)]


@pytest.mark.promise("REPORT-7")
def test_a_verdict_without_basis_comes_before_everything_else(world: World) -> None:
    claim_id = world.checked()
    later = world.claim(5, 20)
    world.verdict(later, "unverifiable")
    world.exclude("attachment", "attachment_1")
    assert attention(world)[0] == ("verdict_without_basis", claim_id, None)
    with world.ledger.read() as reader:
        assert status.attention(reader, world.session)[0].verdict == "verified"


@pytest.mark.promise("REPORT-7")
def test_wide_non_claims_and_those_over_claims_are_listed(world: World) -> None:
    long = world.session = world.start("One is 1.\n\nTwo is 2.\n\n" + "Three is 3, they say again and again. " * 3)
    first = world.claim(0, 9, "One is 1.")
    paragraphs, half, fine = world.non_claim(0, 20), world.non_claim(30, len(world.text)), world.non_claim(9, 12)
    with world.ledger.read() as reader:
        found = status.attention(reader, long, world.text)
        unread = status.attention(reader, long)
    assert [(item.reason, item.non_claim_id, item.claim_id) for item in found] == [
        ("non_claim_over_half", half, None),
        ("non_claim_over_paragraph", paragraphs, None),
        ("non_claim_over_claim", paragraphs, None),
    ]
    assert found[2].detail == f"It overlaps {first}."
    assert [item.reason for item in unread] == ["non_claim_over_half", "non_claim_over_claim"]
    assert fine not in {item.non_claim_id for item in found}
    world.exclude("non_claim", paragraphs)
    world.exclude("non_claim", half)
    with world.ledger.read() as reader:
        assert status.attention(reader, long, world.text) == []


def test_of_many_non_claims_over_claims_the_first_are_listed_and_the_rest_counted(world: World) -> None:
    for start in range(6):
        world.claim(start, 30)
    for start in range(25):
        world.non_claim(start, 30)
    with world.ledger.read() as reader:
        found = [item for item in status.attention(reader, world.session) if item.reason == "non_claim_over_claim"]
    assert len(found) == 21
    assert found[0].detail == "It overlaps claim_1, claim_2, claim_3, claim_4, claim_5 and 1 more."
    assert (found[-1].non_claim_id, found[-1].detail) == (None, "5 more non-claims that overlap claims.")


def test_signals_of_evidence_are_listed_while_it_counts(world: World) -> None:
    signals = [
        Signal(name="instructs_reader", severity="danger", source="text", detail="Asks to ignore rules"),
        Signal(name="note", severity="info", source="text", detail="Harmless"),
        Signal(name="incomplete", severity="warning", source="http", detail="It has a reason of its own"),
    ]
    evidence = world.evidence(signals=signals, complete=False)
    assert attention(world) == [
        ("signal", None, evidence.evidence_id),
        ("incomplete", None, evidence.evidence_id),
    ]
    world.exclude("evidence", evidence.evidence_id)
    assert attention(world) == []


@pytest.mark.promise("POLICY-5")
def test_a_quote_of_words_that_signals_flag_is_listed_and_no_other(world: World) -> None:
    signals = [
        Signal(name="ai_instruction", severity="danger", source="text", detail="It instructs.", start=0, end=12),
        Signal(name="quoted_instruction", severity="info", source="text", detail="It quotes.", start=8, end=18),
        Signal(name="concealed_text", severity="warning", source="page", detail="It conceals.", start=8, end=18),
    ]
    evidence = world.evidence(signals=signals, risk="hostile", decision="block")
    assert (evidence.risk, evidence.decision) == ("hostile", "block")
    claim = world.claim()
    flagged = world.attach(claim, evidence.evidence_id)
    beside = world.attach(claim, evidence.evidence_id, found={"start": 12, "end": 18, "matched_text": "metres"})
    assert (flagged.flags, beside.flags) == (["ai_instruction"], [])
    world.verdict(claim, "verified")
    with world.ledger.read() as reader:
        found = [item for item in status.attention(reader, world.session) if item.reason == "flagged_quote"]
    assert [(item.claim_id, item.evidence_id) for item in found] == [(claim, evidence.evidence_id)]
    assert found[0].detail == f"{flagged.attachment_id} quotes words that the policy flags: ai_instruction."
