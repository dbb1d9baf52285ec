"""What is written is read back equal."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from ledger.records import RECORDS, Claim, Record, Session
from ledger.rows import columns, from_row, to_row
from ledger.store import Ledger
from ledger.values import Exchange
from tests.unit.ledger_world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


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
