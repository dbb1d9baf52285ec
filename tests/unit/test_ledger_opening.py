"""Opening the ledger: schemas, migrations, faults, and no file but its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from ledger import migrate
from ledger.records import Claim
from ledger.refusals import Refusal
from ledger.store import LEDGER_NAME, Ledger
from tests.unit.ledger_world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


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
