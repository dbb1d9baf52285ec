"""The ledger's door: what is written is read back equal, all or nothing, one writer, no file but its own."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from ledger import migrate
from ledger.records import RECORDS, Claim, IdempotencyEntry, Record, Session
from ledger.refusals import Refusal
from ledger.rows import columns, from_row, to_row
from ledger.store import LEDGER_NAME, Ledger
from ledger.values import Exchange
from tests.unit.ledger_world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


# Round trips ----------------------------------------------------------------------------------------------------------

TEXTS = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    ["\x00", "a\r\n", "é", "👨‍👩‍👧", "\u2028", '"', "\\u0041"]
)
TIMES = st.datetimes(min_value=datetime(2000, 1, 1), max_value=datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


def strategy(model: type[BaseModel]) -> st.SearchStrategy[Any]:
    """Records with odd texts, times and JSON in every field that takes them."""
    st.register_type_strategy(datetime, TIMES)
    st.register_type_strategy(str, TEXTS)
    st.register_type_strategy(int, st.integers(-(2**63), 2**63 - 1))
    st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
    heads = st.dictionaries(TEXTS, TEXTS, max_size=3)  # a default factory of a nested model is no strategy
    st.register_type_strategy(Exchange, st.builds(Exchange, request_headers=heads, response_headers=heads))
    fields: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        if "dict[str, typing.Any]" in str(field.annotation):
            some = st.dictionaries(TEXTS, JSON, max_size=4)
            fields[name] = some if field.is_required() else st.none() | some
        else:
            fields[name] = st.from_type(field.annotation)  # type: ignore[arg-type]
    return st.builds(model, **fields)


@pytest.mark.promise("LEDGER-1")
@pytest.mark.parametrize("model", RECORDS, ids=lambda model: model.__name__)
def test_a_record_read_back_is_the_one_written(model: type[Record], tmp_path: Path) -> None:
    ledger = Ledger.open(tmp_path)
    seen: set[str] = set()

    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(strategy(model), min_size=1, max_size=3))
    def check(records: list[Record]) -> None:
        fresh = []
        for record in records:
            number = len(seen)
            seen.add(str(number))
            fresh.append(record.model_copy(update={"session_id": f"s{number % 3}", model.KEY: f"r{number}"}))
        with ledger.write("s0") as writer:
            writer.add(*fresh)
        with ledger.read() as reader:
            for record in fresh:
                where = f'session_id = ? AND "{model.KEY}" = ?'
                [back] = reader.select(model, where, [record.session_id, record.record_id])
                assert back == record
                assert back.canonical() == record.canonical()

    try:
        check()
    finally:
        ledger.close()


@pytest.mark.parametrize("model", RECORDS, ids=lambda model: model.__name__)
def test_the_table_has_exactly_the_fields_of_the_record(model: type[Record], world: World) -> None:
    with world.ledger.read() as reader:
        described = reader.fetch(f"DESCRIBE {model.TABLE}")
    wanted = [*((column.name, column.type) for column in columns(model)), ("seq", "BIGINT")]
    assert sorted((row[0], row[1]) for row in described) == sorted(wanted)


def test_a_time_in_another_zone_is_kept_as_the_same_moment_in_utc(world: World) -> None:
    moment = datetime(2026, 11, 30, 9, 30, 15, 123456, tzinfo=timezone(timedelta(hours=9)))
    claim = Claim(session_id=world.session, recorded_at=moment, claim_id="claim_1", start=0, end=1, claim="x")
    with world.ledger.write(world.session) as writer:
        writer.add(claim)
    with world.ledger.read() as reader:
        back = reader.one(Claim, world.session, "claim_1")
    assert back.recorded_at == moment
    assert '"2026-11-30T00:30:15.123456Z"' in back.canonical()


def test_a_time_without_a_zone_is_an_error(world: World) -> None:
    naive = datetime(2026, 1, 1)  # noqa: DTZ001
    claim = Claim(session_id=world.session, recorded_at=naive, claim_id="claim_1", start=0, end=1, claim="x")
    with pytest.raises(ValueError, match="time zone"), world.ledger.write(world.session) as writer:
        writer.add(claim)


def test_row_codec_is_its_own_inverse() -> None:
    session = Session(
        session_id="fc_1", recorded_at=datetime.now(UTC), source_kind="url", source_sha256="0" * 64, source_length=3
    )
    assert from_row(Session, to_row(session)) == session


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


# Opening --------------------------------------------------------------------------------------------------------------


@pytest.mark.promise("LEDGER-7")
def test_a_ledger_of_a_newer_schema_is_refused_with_both_numbers(tmp_path: Path) -> None:
    Ledger.open(tmp_path).close()
    known = len(migrate.migrations())
    with duckdb.connect(str(tmp_path / LEDGER_NAME)) as raw:
        raw.execute("INSERT INTO migrations VALUES (?, 'later', 'x', now()::TIMESTAMP)", [known + 1])
    before = (tmp_path / LEDGER_NAME).read_bytes()
    with pytest.raises(Refusal) as refused:
        Ledger.open(tmp_path)
    assert refused.value.code == "LEDGER_NEWER"
    assert refused.value.facts == {"ledger_version": known + 1, "known_version": known}
    assert str(known + 1) in refused.value.message
    assert (tmp_path / LEDGER_NAME).read_bytes() == before


@pytest.mark.promise("LEDGER-8")
def test_an_older_ledger_is_copied_aside_and_then_migrated(tmp_path: Path) -> None:
    with open_world(tmp_path / "home") as world:
        world.claim()
        session = world.session
    steps = tmp_path / "steps"
    steps.mkdir()
    for step in migrate.migrations():
        (steps / f"{step.version:04d}_{step.name}.sql").write_text(step.sql, "utf-8")
    following = len(migrate.migrations()) + 1
    (steps / f"{following:04d}_more.sql").write_text("CREATE TABLE more (x INTEGER);", "utf-8")
    ledger = Ledger.open(tmp_path / "home", migrations=steps)
    with ledger.read() as reader:
        assert reader.fetch("SELECT max(version) FROM migrations") == [(following,)]
        assert len(reader.all(Claim, session)) == 1
        assert reader.fetch("SELECT count(*) FROM more") == [(0,)]
    ledger.close()
    [copy] = (tmp_path / "home").glob(f"{LEDGER_NAME}.v{following - 1}.*")
    with duckdb.connect(str(copy), read_only=True) as raw:
        assert raw.execute("SELECT max(version) FROM migrations").fetchall() == [(following - 1,)]
        assert raw.execute("SELECT count(*) FROM claims").fetchall() == [(1,)]


@pytest.mark.promise("LEDGER-8")
def test_a_migration_that_fails_leaves_the_ledger_as_it_was(tmp_path: Path) -> None:
    Ledger.open(tmp_path / "home").close()
    steps = tmp_path / "steps"
    steps.mkdir()
    for step in migrate.migrations():
        (steps / f"{step.version:04d}_{step.name}.sql").write_text(step.sql, "utf-8")
    (steps / f"{len(migrate.migrations()) + 1:04d}_bad.sql").write_text(
        "CREATE TABLE more (x INTEGER); SELECT nothing;", "utf-8"
    )
    with pytest.raises(duckdb.Error):
        Ledger.open(tmp_path / "home", migrations=steps)
    ledger = Ledger.open(tmp_path / "home")
    with ledger.read() as reader:
        assert reader.fetch("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'more'") == [(0,)]
    ledger.close()


def test_migrations_with_a_gap_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "0002_late.sql").write_text("SELECT 1", "utf-8")
    with pytest.raises(ValueError, match="gaps"):
        migrate.migrations(tmp_path)


def test_a_file_that_is_no_ledger_is_refused(tmp_path: Path) -> None:
    (tmp_path / LEDGER_NAME).write_bytes(b"no database " * 1000)
    with pytest.raises(Refusal) as refused:
        Ledger.open(tmp_path)
    assert refused.value.code == "LEDGER_DAMAGED"


def test_a_closed_ledger_takes_no_calls_and_leaves_no_log_behind(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.claim()
        ledger = world.ledger
    assert not ledger.healthy
    with pytest.raises(Refusal) as refused, ledger.read():
        pass
    assert refused.value.code == "HUB_STOPPING"
    assert not (tmp_path / f"{LEDGER_NAME}.wal").exists()


@pytest.mark.promise("LEDGER-11")
def test_sql_reaches_no_other_file_and_no_setting(world: World) -> None:
    for statement in (
        "SELECT * FROM read_text('/etc/hostname')",
        f"ATTACH '{world.home}/other.duckdb' AS other",
        "SET enable_external_access = true",
    ):
        refused = (duckdb.PermissionException, duckdb.InvalidInputException)
        with pytest.raises(refused), world.ledger.read() as reader:
            reader.fetch(statement)


def test_a_backup_by_sql_is_possible_in_its_folder(world: World) -> None:
    world.claim()
    target = world.home / "backups" / "copy.duckdb"
    with world.ledger.write("_") as writer:
        writer.fetch("COMMIT")
        writer.fetch(f"ATTACH '{target}' AS copy")
        writer.fetch("COPY FROM DATABASE ledger TO copy")
        writer.fetch("DETACH copy")
        writer.fetch("BEGIN")
    with duckdb.connect(str(target), read_only=True) as raw:
        assert raw.execute("SELECT count(*) FROM claims").fetchall() == [(1,)]


class _Broken:
    description = None

    def execute(self, *_: object) -> None:
        raise duckdb.FatalException("FATAL Error: the database has been invalidated")

    def close(self) -> None:
        pass

    cursor = execute


def test_a_fatal_fault_makes_the_ledger_unhealthy(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    real = world.ledger._connection
    broken = _Broken()
    broken.cursor = lambda: broken  # type: ignore[method-assign,assignment,return-value,misc]
    monkeypatch.setattr(world.ledger, "_connection", broken)
    with pytest.raises(duckdb.FatalException), world.ledger.read():
        pass
    monkeypatch.setattr(world.ledger, "_connection", real)
    assert not world.ledger.healthy
    with pytest.raises(Refusal) as refused, world.ledger.write("_"):
        pass
    assert refused.value.code == "HUB_UNAVAILABLE"


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
