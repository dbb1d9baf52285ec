"""The schema's version and the way to a newer one: numbered SQL files, each applied in one transaction."""

from __future__ import annotations

import hashlib
import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import duckdb

from ledger.durable import sync_folder

MIGRATIONS: Final = Path(__file__).parent / "migrations"
_NAME: Final = re.compile(r"^(\d{4})_([a-z0-9_]+)\.sql$")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: `version` counts from 1 without gaps."""

    version: int
    name: str
    sql: str


def migrations(folder: Path = MIGRATIONS) -> list[Migration]:
    """The steps of this program version, in order. A gap or a stray file name is an error of the installation."""
    steps = []
    for path in sorted(folder.glob("*.sql")):
        match = _NAME.match(path.name)
        if not match:
            raise ValueError(f"not a migration: {path.name}")
        steps.append(Migration(int(match[1]), match[2], path.read_text("utf-8")))
    if [step.version for step in steps] != list(range(1, len(steps) + 1)):
        raise ValueError(f"migrations are not numbered without gaps in {folder.name}")
    return steps


def schema_version(connection: duckdb.DuckDBPyConnection) -> int:
    """The last migration that the ledger has; 0 for an empty database."""
    known = connection.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'migrations'").fetchall()
    if not known:
        return 0
    rows = connection.execute("SELECT max(version) FROM migrations").fetchall()
    return int(rows[0][0] or 0)


def apply(connection: duckdb.DuckDBPyConnection, steps: list[Migration]) -> None:
    """Apply the steps that are missing, one transaction each, with a CHECKPOINT after each."""
    have = schema_version(connection)
    for step in steps[have:]:
        connection.execute("BEGIN TRANSACTION")
        try:
            connection.execute(step.sql)
            connection.execute(
                "INSERT INTO migrations (version, name, sha256, applied_at) VALUES (?, ?, ?, ?)",
                [
                    step.version,
                    step.name,
                    hashlib.sha256(step.sql.encode("utf-8")).hexdigest(),
                    datetime.now(UTC).replace(tzinfo=None),
                ],
            )
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("CHECKPOINT")


def copy_aside(database: Path, version: int) -> Path:
    """Copy the ledger before it is migrated. Only while no connection is open: a copy would drop DuckDB's lock."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    target = database.with_name(f"{database.name}.v{version}.{stamp}")
    shutil.copy2(database, target)
    log = database.with_name(database.name + ".wal")
    if log.exists():
        shutil.copy2(log, target.with_name(target.name + ".wal"))
    sync_folder(database.parent)
    return target
