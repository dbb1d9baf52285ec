"""Coverage and gaps: SQL against a paint-each-character oracle, and answers kept against answers read afresh."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidence.ranges import Range
from ledger import status
from ledger.claims import ItemInput
from ledger.memo import Memo
from ledger.reader import GATE_KINDS
from ledger.records import Claim, Exclusion, NonClaim, Restoration
from ledger.refusals import Refusal
from ledger.staleness import stale_since
from ledger.store import Reader
from tests.unit.ledger_world import World, open_world, painted_gaps

TEXT = "The quick brown fox jumps over a dog. "  # 38 code points


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home", TEXT) as made:
        yield made


RANGES = st.tuples(st.integers(-3, 41), st.integers(-3, 45)).map(lambda pair: Range(min(pair), max(pair)))
ENTRIES = st.lists(
    st.tuples(RANGES, st.sampled_from(["claim", "non_claim"]), st.sampled_from(["counts", "excluded", "restored"])),
    max_size=8,
)


@pytest.mark.promise("GATE-1")
def test_coverage_is_what_painting_each_character_says(world: World) -> None:
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(ENTRIES)
    def check(entries: list[tuple[Range, str, str]]) -> None:
        session = world.start(TEXT)
        records: list[Claim | NonClaim | Exclusion | Restoration] = []
        counting = []
        with world.ledger.write(session) as writer:
            base = {"session_id": session, "recorded_at": writer.now()}
            for number, (place, kind, state) in enumerate(entries):
                name = f"{kind}_{number}"
                spot = {"start": place.start, "end": place.end}
                records.append(
                    Claim(**base, **spot, claim_id=name, claim="x")  # type: ignore[arg-type]
                    if kind == "claim"
                    else NonClaim(**base, **spot, non_claim_id=name, reason="x")  # type: ignore[arg-type]
                )
                gone = {"exclusion_id": f"exclusion_{number}", "reason": "x"}
                if state != "counts":
                    records.append(Exclusion(**base, **gone, target_type=kind, target_id=name))  # type: ignore[arg-type]
                if state == "restored":
                    records.append(Restoration(**base, **gone, restoration_id=f"restoration_{number}"))  # type: ignore[arg-type]
                if state != "excluded":
                    counting.append(place)
            writer.add(*records)
        expected = painted_gaps(len(TEXT), counting)
        with world.ledger.read() as reader:
            assert status.gaps(reader, session, 1000) == (expected, len(expected))
            found = status.coverage(reader, session)
            assert status.summary(reader, session).coverage == found
        covered = len(TEXT) - sum(len(gap) for gap in expected)
        assert (found.covered, found.total, found.gaps) == (covered, len(TEXT), len(expected))
        assert found.complete == (not expected)
        assert (found.percent == "100.00%") == found.complete

    check()


@pytest.mark.promise("GATE-1")
def test_touching_ranges_leave_no_gap_and_a_missing_character_is_one(world: World) -> None:
    world.non_claim(0, 10)
    world.non_claim(10, 20)
    world.non_claim(21, len(TEXT))
    with world.ledger.read() as reader:
        assert status.gaps(reader, world.session) == ([Range(20, 21)], 1)


def test_gaps_are_paged_with_their_total(world: World) -> None:
    for start in range(0, 30, 3):
        world.non_claim(start, start + 1)
    with world.ledger.read() as reader:
        page, total = status.gaps(reader, world.session, 2, 3)
        assert (page, total) == ([Range(10, 12), Range(13, 15)], 10)
        assert status.gaps(reader, world.session, 5, 50) == ([], 10)


def test_percent_is_rounded_down() -> None:
    assert status.percent(99_999, 100_000) == "99.99%"
    assert status.percent(0, 0) == "0.00%"
    assert status.percent(1, 3) == "33.33%"


def afresh(world: World, session: str) -> list[object]:
    """Every answer that may be kept, read without any memory."""
    cursor = world.ledger._connection.cursor()
    try:
        return answers(Reader(cursor, lambda: None, Memo()), session)
    finally:
        cursor.close()


def answers(reader: Reader, session: str) -> list[object]:
    return [
        *(reader.gate(name, session) for name in GATE_KINDS),
        status.coverage(reader, session),
        status.summary(reader, session),
        stale_since(reader, session),
        reader.archived(session),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_kept_answers_are_those_read_afresh_after_any_write(world: World, seed: int) -> None:
    chance = random.Random(seed)
    claim_ids = [world.claim(0, 5), world.claim(5, 9)]
    other_ids = [world.non_claim(9, 12)]
    evidence_ids = [world.evidence().evidence_id]
    attached = [world.attach(claim_ids[0], evidence_ids[0]).attachment_id]

    def some_exclusion() -> None:
        kind, ids = chance.choice(
            [("claim", claim_ids), ("non_claim", other_ids), ("evidence", evidence_ids), ("attachment", attached)]
        )
        world.revise(chance.choice(["exclude", "restore"]), kind, chance.choice(ids))

    moves = [
        lambda: claim_ids.append(world.claim(chance.randrange(20), 20 + chance.randrange(18))),
        lambda: other_ids.append(world.non_claim(chance.randrange(20), 20 + chance.randrange(18))),
        lambda: attached.append(world.attach(chance.choice(claim_ids), chance.choice(evidence_ids)).attachment_id),
        lambda: world.verdict(chance.choice(claim_ids), chance.choice(["verified", "unverifiable"])),
        lambda: evidence_ids.append(world.evidence().evidence_id),
        some_exclusion,
        some_exclusion,
    ]
    for _ in range(25):
        with contextlib.suppress(Refusal):
            chance.choice(moves)()
        with world.ledger.read() as reader:
            assert answers(reader, world.session) == afresh(world, world.session)
        if chance.random() < 0.3:
            with pytest.raises(RuntimeError), world.ledger.write(world.session) as writer:
                item = ItemInput(kind="non_claim", start=0, end=38, reason="undone")
                writer.add(
                    NonClaim(
                        session_id=world.session,
                        recorded_at=writer.now(),
                        non_claim_id=writer.next_id(NonClaim, world.session),
                        start=item.start,
                        end=item.end,
                        reason="undone",
                    )
                )
                assert status.coverage(writer, world.session).complete
                raise RuntimeError
