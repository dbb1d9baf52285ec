"""The ledger's only door: one process, one connection, one writer at a time.

DuckDB's file lock vanishes when the holding process opens and closes the database file by other means. So nothing but
DuckDB ever opens it here, and the one copy (before a migration) is made while no connection is open.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import duckdb

from ledger import migrate
from ledger.anchor import AnchorFile, Head
from ledger.memo import Memo
from ledger.reader import Reader
from ledger.refusals import Refusal
from ledger.writer import Known, Writer

__all__ = ["ANCHOR_NAME", "LEDGER_NAME", "Ledger", "Reader", "Writer"]

LEDGER_NAME: Final = "ledger.duckdb"
ANCHOR_NAME: Final = "ledger.anchor"
BACKUP_FOLDER: Final = "backups"
_log = logging.getLogger(__name__)


class Ledger:
    """The open ledger of one data directory. Safe to use from any thread."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, home: Path) -> None:
        self.home = home
        self.anchor = AnchorFile(home / ANCHOR_NAME)
        self._connection = connection
        self._writing = threading.Lock()
        self._committing = threading.Lock()
        self._writer_thread: int | None = None
        self._known = Known()
        self._unanchored: dict[str, Head] = {}
        self._last_time = datetime.min.replace(tzinfo=UTC)
        self._memo = Memo()
        self._healthy = True
        self._closed = False

    @classmethod
    def open(cls, home: Path, *, migrations: Path = migrate.MIGRATIONS) -> Ledger:
        """Open (or create) the ledger in `home` and bring its schema up to date.

        The caller holds the hub's lock. Refusals LEDGER_NEWER, LEDGER_LOCKED, LEDGER_DAMAGED.
        """
        home.mkdir(parents=True, exist_ok=True)
        home = home.resolve()
        path = home / LEDGER_NAME
        steps = migrate.migrations(migrations)
        if path.exists() and path.stat().st_size == 0 and not path.with_name(path.name + ".wal").exists():
            path.unlink()  # a process died while it created the file: DuckDB refuses an empty one
        if path.exists():
            probe = _connect(path, read_only=True)
            try:
                have = migrate.schema_version(probe)
            finally:
                probe.close()
            if have > len(steps):
                raise _newer(have, len(steps))
            if 0 < have < len(steps):
                migrate.copy_aside(path, have)
        connection = _connect(path)
        try:
            (home / BACKUP_FOLDER).mkdir(exist_ok=True)
            _restrict(connection, home / BACKUP_FOLDER)
            migrate.apply(connection, steps)
            ledger = cls(connection, home)
            ledger.anchor.tidy()
            ledger._last_time = _latest_time(connection)
        except BaseException:
            connection.close()
            raise
        return ledger

    @property
    def healthy(self) -> bool:
        """False once DuckDB has reported a fault that makes the whole instance unusable; the process must end."""
        return self._healthy and not self._closed

    def _fatal(self) -> None:
        self._healthy = False
        _log.critical("the database engine reported a fatal fault; the ledger takes no more calls")

    def _require(self) -> None:
        if self._closed:
            raise Refusal("HUB_STOPPING", "The ledger is closed.", "Repeat the call once the hub runs again.")
        if not self._healthy:
            raise Refusal(
                "HUB_UNAVAILABLE",
                "The ledger stopped after a fault of its database engine.",
                "Run `uratori doctor`, then repeat the call.",
            )

    @contextmanager
    def read(self) -> Iterator[Reader]:
        """A snapshot of the committed rows on a cursor of its own; for the thread that asks for it."""
        self._require()
        cursor = self._connection.cursor()
        try:
            with self._committing:
                reader = Reader(cursor, self._fatal, self._memo, self._known.versions)
                reader.fetch("BEGIN TRANSACTION READ ONLY")
                reader.fetch("SELECT 1 FROM sessions LIMIT 0")  # a snapshot begins with the first table looked at
            yield reader
        finally:
            cursor.close()

    @contextmanager
    def write(self, session_id: str) -> Iterator[Writer]:
        """One transaction, alone in the process. Committed at the end, undone by any exception.

        `session_id` says whose turn it is (for the log); records of other sessions may be added too, each to its own
        chain. After the commit the chains' heads are anchored; a failing anchor stops the *next* write, not this one.
        """
        if self._writer_thread == threading.get_ident():
            raise RuntimeError("this thread is already writing the ledger")
        with self._writing:
            self._require()
            self._anchor_pending()
            self._writer_thread = threading.get_ident()
            cursor = self._connection.cursor()
            writer = Writer(cursor, self._fatal, self._memo, clock=self._now, known=self._known)
            try:
                writer.fetch("BEGIN TRANSACTION")
                yield writer
                writer.flush_links()
                with self._committing:
                    writer.fetch("COMMIT")
                    writer.committed()
            except BaseException:
                # Closing the cursor rolls back; a fatal fault has nothing left to roll back.
                _log.debug("write to %s undone", session_id)
                raise
            finally:
                cursor.close()
                self._writer_thread = None
            self._unanchored.update(writer.heads)
            try:
                self._anchor_pending()
            except OSError as error:
                _log.error("the anchor could not be written: %s", error.strerror)

    def _anchor_pending(self) -> None:
        if self._unanchored:
            self.anchor.append(self._unanchored.values())
            self._unanchored.clear()

    def _now(self) -> datetime:
        self._last_time = max(datetime.now(UTC), self._last_time + timedelta(microseconds=1))
        return self._last_time

    def checkpoint(self) -> bool:
        """Move the write-ahead log into the database file; False when running reads did not allow it."""
        with self._writing:
            self._require()
            return self._checkpoint()

    def _checkpoint(self) -> bool:
        try:
            self._connection.execute("CHECKPOINT")
        except duckdb.TransactionException:
            return False
        except duckdb.FatalException:
            self._fatal()
            raise
        return True

    def close(self) -> None:
        """CHECKPOINT and close. Waits for a running write; a second call does nothing."""
        with self._writing:
            if self._closed:
                return
            self._closed = True
            try:
                if self._healthy:
                    self._anchor_pending()
                    self._checkpoint()
            finally:
                self._connection.close()


def _connect(path: Path, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    try:
        return duckdb.connect(str(path), read_only=read_only)
    except duckdb.Error as error:  # a damaged log is told by the bare base class
        if "set lock" in str(error):
            raise Refusal(
                "LEDGER_LOCKED",
                "Another process holds the ledger.",
                "Run `uratori status` to see which hub runs in this data directory.",
            ) from error
        raise _damaged(error) from error


def _damaged(error: duckdb.Error) -> Refusal:
    return Refusal(
        "LEDGER_DAMAGED",
        f"The ledger's database can't be opened ({type(error).__name__}).",
        "Run `uratori doctor`; restore the ledger from a backup if it says so.",
    )


def _newer(have: int, known: int) -> Refusal:
    return Refusal(
        "LEDGER_NEWER",
        f"The ledger has schema version {have}; this version of uratori knows versions up to {known}.",
        "Install the newer version of uratori, or use another data directory (URATORI_HOME).",
        {"ledger_version": have, "known_version": known},
    )


def _restrict(connection: duckdb.DuckDBPyConnection, backups: Path) -> None:
    """SQL may touch no file but the ledger and those in the backup folder, and no setting any more."""
    folder = str(backups).replace("'", "''")
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute("SET autoinstall_known_extensions = false")
    connection.execute("SET autoload_known_extensions = false")
    connection.execute(f"SET allowed_directories = ['{folder}/']")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _latest_time(connection: duckdb.DuckDBPyConnection) -> datetime:
    """The newest time of a content record, so that time never runs backwards over a restart."""
    rows = connection.execute(
        "SELECT max(recorded_at) FROM (SELECT recorded_at FROM content_changes "
        "UNION ALL SELECT recorded_at FROM sessions UNION ALL SELECT recorded_at FROM finalizations)"
    ).fetchall()
    latest = rows[0][0]
    return latest.replace(tzinfo=UTC) if latest is not None else datetime.min.replace(tzinfo=UTC)
