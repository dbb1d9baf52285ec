"""The ledger's door: all or nothing, one writer, the same key gives the same answer, ids and reading."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.records import Claim, IdempotencyEntry
from ledger.refusals import Refusal
from ledger.store import Ledger
from tests.unit.ledger_world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


# Transactions ---------------------------------------------------------------------------------------------------------


@pytest.mark.promise("LEDGER-5")
def test_an_exception_undoes_the_whole_write(world: World) -> None:
    before = world.rows()
    with pytest.raises(RuntimeError, match="half way"), world.ledger.write(world.session) as writer:
        writer.add(claim_of(writer, world.session))
        raise RuntimeError("half way")
    assert world.rows() == before
    with world.ledger.write(world.session) as writer:
        assert writer.next_id(Claim, world.session) == "claim_1"


def claim_of(writer: Any, session_id: str, text: str = "x") -> Claim:
    return Claim(
        session_id=session_id,
        recorded_at=writer.now(),
        claim_id=writer.next_id(Claim, session_id),
        start=0,
        end=1,
        claim=text,
    )


def test_a_reader_sees_one_snapshot(world: World) -> None:
    with world.ledger.read() as reader:
        assert reader.all(Claim, world.session) == []
        world.claim()
        assert reader.all(Claim, world.session) == []
    with world.ledger.read() as reader:
        assert len(reader.all(Claim, world.session)) == 1


def test_a_second_write_of_the_same_thread_is_an_error_not_a_deadlock(world: World) -> None:
    with world.ledger.write("_"), pytest.raises(RuntimeError, match="already writing"), world.ledger.write("_"):
        pass


@pytest.mark.promise("LEDGER-2")
@pytest.mark.promise("LEDGER-3")
def test_two_threads_registering_at_once_lose_nothing(world: World) -> None:
    ids: list[list[str]] = [[], []]
    barrier = threading.Barrier(2)

    def work(mine: list[str]) -> None:
        barrier.wait(10)
        for _ in range(60):
            mine.append(world.claim())  # noqa: PERF401

    threads = [threading.Thread(target=work, args=(mine,)) for mine in ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    everything = ids[0] + ids[1]
    assert len(everything) == 120
    assert sorted(everything, key=lambda name: int(name.split("_")[1])) == [f"claim_{n}" for n in range(1, 121)]
    with world.ledger.read() as reader:
        assert len(reader.all(Claim, world.session)) == 120


@pytest.mark.promise("LEDGER-2")
def test_readers_a_writer_and_checkpoints_do_not_disturb_each_other(world: World) -> None:
    failures: list[BaseException] = []
    seen: list[int] = []

    def work(task: Callable[[], object]) -> None:
        try:
            for _ in range(20):
                task()
        except BaseException as error:  # noqa: BLE001 - whatever happened is what the test shows
            failures.append(error)

    def read() -> None:
        with world.ledger.read() as reader:
            claims = reader.all(Claim, world.session)
            assert [claim.claim_id for claim in claims] == [f"claim_{n + 1}" for n in range(len(claims))]
            seen.append(len(claims))

    tasks: list[Callable[[], object]] = [read, read, world.claim, world.ledger.checkpoint]
    threads = [threading.Thread(target=work, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert len(seen) == 40
    read()
    assert seen[-1] == 20


def test_time_never_runs_backwards_or_stands_still(world: World) -> None:
    with world.ledger.write("_") as writer:
        times = [writer.now() for _ in range(200)]
    assert all(one < other for one, other in itertools.pairwise(times))


# Idempotency ----------------------------------------------------------------------------------------------------------


def once(world: World, key: str | None, request: dict[str, Any], tool: str = "register_claim") -> dict[str, Any]:
    with world.ledger.write(world.session) as writer:

        def make() -> dict[str, Any]:
            claim = claim_of(writer, world.session)
            writer.add(claim)
            return {"claim_id": claim.claim_id}

        return writer.idempotent(tool, world.session, key, request, make)


@pytest.mark.promise("TOOL-5")
def test_the_same_key_gives_the_first_answer_and_records_nothing(world: World) -> None:
    first = once(world, "k", {"a": 1, "b": [2]})
    before = world.rows()
    assert once(world, "k", {"b": [2], "a": 1}) == first
    assert world.rows() == before


@pytest.mark.promise("TOOL-5")
def test_the_same_key_with_other_arguments_is_refused(world: World) -> None:
    once(world, "k", {"a": 1})
    before = world.rows()
    with pytest.raises(Refusal) as refused:
        once(world, "k", {"a": 2})
    assert refused.value.code == "IDEMPOTENCY_CONFLICT"
    assert world.rows() == before


@pytest.mark.promise("TOOL-6")
def test_without_a_key_equal_calls_are_two_records(world: World) -> None:
    assert once(world, None, {"a": 1}) != once(world, None, {"a": 1})


def test_a_key_belongs_to_its_tool(world: World) -> None:
    assert once(world, "k", {"a": 1}) != once(world, "k", {"a": 2}, tool="mark_non_claim")


def test_a_refused_call_leaves_its_key_free(world: World) -> None:
    with pytest.raises(Refusal), world.ledger.write(world.session) as writer:
        writer.idempotent(
            "x", world.session, "k", {}, lambda: writer.session("fc_20200101T000000_00000000").model_dump()
        )
    with world.ledger.read() as reader:
        assert reader.all(IdempotencyEntry, world.session) == []


# Ids and reading ------------------------------------------------------------------------------------------------------


@pytest.mark.promise("TOOL-7")
def test_an_unknown_record_lists_the_valid_ids_bounded(world: World) -> None:
    for _ in range(25):
        world.claim()
    with world.ledger.read() as reader, pytest.raises(Refusal) as refused:
        reader.one(Claim, world.session, "claim_99")
    assert refused.value.code == "RECORD_UNKNOWN"
    assert refused.value.facts["valid_ids"] == [f"claim_{n}" for n in range(1, 21)]
    assert refused.value.facts["total"] == 25
    assert "claim_1" in refused.value.suggestion


@pytest.mark.promise("TOOL-7")
def test_an_unknown_session_lists_the_latest_ones(world: World) -> None:
    with world.ledger.read() as reader, pytest.raises(Refusal) as refused:
        reader.session("../../etc")
    assert refused.value.code == "SESSION_UNKNOWN"
    assert refused.value.facts["valid_ids"] == [world.session]
    assert refused.value.facts["total"] == 1


@pytest.mark.promise("LEDGER-3")
def test_an_id_given_by_hand_is_not_given_again(world: World) -> None:
    world.claim()
    with world.ledger.write(world.session) as writer:
        writer.add(claim_of(writer, world.session).model_copy(update={"claim_id": "claim_9"}))
    assert world.claim() == "claim_10"


@pytest.mark.promise("LEDGER-3")
def test_ids_go_on_after_a_new_start(world: World) -> None:
    world.claim()
    world.ledger.close()
    world.ledger = Ledger.open(world.home)
    assert world.claim() == "claim_2"
    world.ledger.close()


def test_records_come_back_in_the_order_recorded(world: World) -> None:
    for _ in range(12):
        world.claim()
    with world.ledger.read() as reader:
        assert [claim.claim_id for claim in reader.all(Claim, world.session)] == [f"claim_{n}" for n in range(1, 13)]
