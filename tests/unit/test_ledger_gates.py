"""The gates that a session has to pass."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger import status
from ledger.records import Finalization
from tests.unit.ledger_world import World, attention, blocked, finalize, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


@pytest.mark.promise("GATE-1")
@pytest.mark.promise("GATE-2")
def test_an_empty_session_is_blocked_by_its_text_and_its_lack_of_claims(world: World) -> None:
    assert blocked(world) == {"coverage_gaps": 1, "no_claims": 1}


@pytest.mark.promise("GATE-1")
def test_one_uncovered_character_blocks(world: World) -> None:
    world.checked()
    assert blocked(world) == {}
    world.exclude("non_claim", "non_claim_1")
    world.non_claim(30, len(world.text) - 1)
    assert blocked(world) == {"coverage_gaps": 1}


@pytest.mark.promise("GATE-2")
def test_a_text_of_non_claims_alone_is_not_checked(world: World) -> None:
    world.non_claim(0, len(world.text))
    assert blocked(world) == {"no_claims": 1}


@pytest.mark.promise("GATE-3")
def test_a_claim_without_verdict_blocks(world: World) -> None:
    world.checked()
    claim_id = world.claim(5, 8)
    assert blocked(world) == {"claims_without_verdict": 1}
    world.verdict(claim_id, "unverifiable")
    assert blocked(world) == {}


@pytest.mark.promise("GATE-4")
@pytest.mark.parametrize(("kind", "target"), [("attachment", "attachment_1"), ("evidence", "evidence_1")])
def test_a_verdict_that_lost_its_basis_blocks(world: World, kind: str, target: str) -> None:
    claim_id = world.checked()
    world.exclude(kind, target)
    with world.ledger.read() as reader:
        broken = status.broken_verdicts(reader, world.session)
    assert broken is not None
    assert broken.rows == [
        {
            "claim_id": claim_id,
            "verdict": "verified",
            "problem": "verified needs a live attachment with relation supports",
        }
    ]
    assert blocked(world) == {"verdicts_without_basis": 1}
    world.restore(kind, target)
    assert blocked(world) == {}


@pytest.mark.promise("GATE-5")
def test_a_changed_evidence_file_blocks_until_it_is_excluded(world: World) -> None:
    claim_id = world.checked()
    path = world.folder.locate("evidence/evidence_1.txt")
    path.write_text("Length: 999 metres.", "utf-8")
    with world.ledger.read() as reader:
        [found] = status.blockers(reader, world.session, world.folder)
        [quick] = status.blockers(reader, world.session, world.folder, rehash=False)
    assert found == quick
    assert found.rows == [{"evidence_id": "evidence_1", "file": "evidence/evidence_1.txt", "problem": "changed"}]
    assert finalize(world) == [found]
    world.verdict(claim_id, "unverifiable")
    world.exclude("evidence", "evidence_1")
    assert blocked(world) == {}


@pytest.mark.promise("VERDICT-2")
@pytest.mark.promise("GATE-4")
@pytest.mark.parametrize(
    "mend",
    [
        "The other page says 110; attachment_2 is older.",
        "evidence_2 gives an older figure.",
        "出典は食い違うが、これが新しい。",
    ],
)
def test_evidence_that_comes_after_the_verdict_and_against_it_blocks_until_the_rationale_says_so(
    world: World, mend: str
) -> None:
    claim_id = world.checked()
    world.attach(claim_id, world.evidence("110 metres, they say.").evidence_id, "contradicts")
    with world.ledger.read() as reader:
        broken = status.broken_verdicts(reader, world.session)
    assert broken is not None
    problem = "live attachments support and contradict the claim, and the rationale does not say so"
    assert broken.rows == [{"claim_id": claim_id, "verdict": "verified", "problem": problem}]
    assert blocked(world) == {"verdicts_without_basis": 1}
    assert attention(world) == [("conflict_unnamed", claim_id, None)]
    world.verdict(claim_id, "verified", mend)
    assert blocked(world) == {}
    assert attention(world) == [("supports_and_contradicts", claim_id, None)]


def test_evidence_against_that_is_excluded_again_blocks_no_more(world: World) -> None:
    claim_id = world.checked()
    against = world.attach(claim_id, world.evidence("110 metres.").evidence_id, "contradicts")
    assert blocked(world) == {"verdicts_without_basis": 1}
    world.exclude("attachment", against.attachment_id)
    assert blocked(world) == {}


def test_a_gate_lists_the_first_rows_and_the_total(world: World) -> None:
    for start in range(0, 40, 2):
        world.non_claim(start, start + 1)
    with world.ledger.read() as reader:
        found = reader.gate("coverage_gaps", world.session, 3)
    assert found is not None
    assert found.rows == [{"start": 1, "end": 2}, {"start": 3, "end": 4}, {"start": 5, "end": 6}]
    assert found.total == 20


def test_finalize_runs_the_gates_in_its_own_transaction(world: World) -> None:
    before = world.rows()
    refused = finalize(world)
    assert isinstance(refused, list)
    assert {blocker.gate for blocker in refused} == {"coverage_gaps", "no_claims"}
    assert world.rows() == before
    world.checked()
    passed = finalize(world)
    assert isinstance(passed, Finalization)
    assert passed.summary["claims"]["verified"] == 1
