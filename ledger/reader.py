"""Reading the ledger: records by id, named queries, gates. Every call fetches everything; no result stays open."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import duckdb

from evidence.limits import LISTED_IDS
from ledger.memo import MISSING, Memo
from ledger.records import Exclusion, Job, Record, Session
from ledger.refusals import Refusal
from ledger.rows import RecordType, column_list, from_row
from ledger.views import Blocker

_HERE: Final = Path(__file__).parent
RANGE_KINDS: Final = ("sessions", "claims", "non_claims", "exclusions", "restorations")
GATE_KINDS: Final[Mapping[str, Sequence[str]]] = {
    "coverage_gaps": RANGE_KINDS,
    "no_claims": RANGE_KINDS,
    "claims_without_verdict": (*RANGE_KINDS, "verdicts"),
    "verdicts_without_basis": (*RANGE_KINDS, "verdicts", "attachments"),
}
"""The tables that each gate reads."""
GATE_ROWS: Final = 50
LARGE_PAGE: Final = 1_000
Answer = TypeVar("Answer")


@cache
def sql_text(folder: str, name: str) -> str:
    """The text of ``ledger/<folder>/<name>.sql``."""
    if not name.replace("_", "").isalnum():
        raise ValueError(f"not a query name: {name!r}")
    return (_HERE / folder / f"{name}.sql").read_text("utf-8")


def label(model: type[Record]) -> str:
    """What the record type is called in messages and in `target_type`: ``non_claim``."""
    return model.PREFIX.rstrip("_") or model.TABLE.rstrip("s")


class Reader:
    """A view of the committed rows on one cursor of its own. Not to be shared between threads."""

    def __init__(
        self,
        cursor: duckdb.DuckDBPyConnection,
        on_fatal: Callable[[], None],
        memo: Memo,
        versions: Mapping[str, Mapping[str, int]] | None = None,
    ) -> None:
        """`versions`: what `versions()` would find in this snapshot, as far as it is known, by session."""
        self._cursor = cursor
        self._on_fatal = on_fatal
        self._memo = memo
        self._versions = dict(versions or {})
        self._added: dict[str, dict[str, int]] = {}

    # raw access, for this package ---------------------------------------------------------------------------------

    def fetch(self, sql: str, params: Sequence[object] | Mapping[str, object] = ()) -> list[tuple[Any, ...]]:
        """Every row of one statement."""
        try:
            return self._cursor.execute(sql, params or None).fetchall()
        except duckdb.FatalException:
            self._on_fatal()
            raise

    def fetch_dicts(self, sql: str, params: Sequence[object] | Mapping[str, object] = ()) -> list[dict[str, Any]]:
        """Every row of one statement, by column name."""
        rows = self.fetch(sql, params)
        names = [column[0] for column in self._cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in rows]

    def select(
        self, model: type[RecordType], where: str, params: Sequence[object], *, order: str = "seq"
    ) -> list[RecordType]:
        """The records that a condition names. `where` and `order` are SQL written in this package."""
        sql = f"SELECT {column_list(model)} FROM {model.TABLE} WHERE {where} ORDER BY {order}"  # noqa: S608
        return [from_row(model, row) for row in self.fetch(sql, params)]

    def versions(self, session_id: str) -> Mapping[str, int]:
        """The last `seq` of each kind of record (by table) in the session, in this snapshot."""
        if session_id not in self._versions:
            rows = self.fetch("SELECT kind, max(seq) FROM chain WHERE session_id = ? GROUP BY kind", [session_id])
            self._versions[session_id] = {kind: int(seq) for kind, seq in rows}
        return self._versions[session_id]

    def remembered(
        self, name: tuple[Hashable, ...], session_id: str, kinds: Sequence[str], make: Callable[[], Answer]
    ) -> Answer:
        """What `make` reads, or the same answer from before while no record of these kinds (tables) was added.

        The answer is shared: nobody may change it. What rests on rows of an open transaction is not kept.
        """
        versions = self.versions(session_id)
        key = (name, session_id, tuple(versions.get(kind, 0) for kind in kinds))
        known = self._memo.get(key)
        if known is not MISSING:
            return cast("Answer", known)
        answer = make()
        if self._added.get(session_id, {}).keys().isdisjoint(kinds):
            self._memo.put(key, answer)
        return answer

    # records ------------------------------------------------------------------------------------------------------

    def all(self, model: type[RecordType], session_id: str) -> list[RecordType]:
        """Every record of the type in the session, in the order recorded."""
        return self.select(model, "session_id = ?", [session_id])

    def find(self, model: type[RecordType], session_id: str, record_id: str) -> RecordType | None:
        """The record with this id, or None."""

        def read() -> RecordType | None:
            found = self.select(model, f'session_id = ? AND "{model.KEY}" = ?', [session_id, record_id])
            return found[0] if found else None

        return self.remembered((model.TABLE, record_id), session_id, (model.TABLE,), read)

    def one(self, model: type[RecordType], session_id: str, record_id: str) -> RecordType:
        """The record with this id. Refusal RECORD_UNKNOWN lists the first valid ids and how many there are."""
        found = self.find(model, session_id, record_id)
        if found is not None:
            return found
        sql = f'SELECT "{model.KEY}" FROM {model.TABLE} WHERE session_id = ? ORDER BY seq'  # noqa: S608
        ids = [str(row[0]) for row in self.fetch(sql, [session_id])]
        name = label(model)
        listed = ids[:LISTED_IDS]
        have = f"The session has {len(ids)}: {_listing(listed, len(ids))}." if ids else "The session has none."
        raise Refusal(
            "RECORD_UNKNOWN",
            f"No {name} has the id {_short(record_id)} in session {session_id}. {have}",
            f"Repeat the call with one of these ids, for example {listed[0]}."
            if ids
            else f"Call get_status with session_id {session_id} to see what is recorded.",
            {"record_type": name, "record_id": _short(record_id), "valid_ids": listed, "total": len(ids)},
        )

    def session(self, session_id: str) -> Session:
        """The session. Refusal SESSION_UNKNOWN lists the latest sessions."""
        return self.remembered(("session",), session_id, ("sessions",), lambda: self._session(session_id))

    def _session(self, session_id: str) -> Session:
        found = self.select(Session, "session_id = ?", [session_id])
        if found:
            return found[0]
        rows = self.fetch(
            "SELECT session_id, count(*) OVER () FROM sessions ORDER BY recorded_at DESC, session_id LIMIT ?",
            [LISTED_IDS],
        )
        total = int(rows[0][1]) if rows else 0
        ids = [str(row[0]) for row in rows]
        have = f"The latest of {total}: {', '.join(ids)}." if ids else "There is no session yet."
        raise Refusal(
            "SESSION_UNKNOWN",
            f"No session has the id {_short(session_id)}. {have}",
            f"Repeat the call with one of these ids, for example {ids[0]}, or call list_sessions."
            if ids
            else "Call start_session first.",
            {"session_id": _short(session_id), "valid_ids": ids, "total": total},
        )

    def archive(self, session_id: str) -> Exclusion | None:
        """The exclusion that archived the session; None while it is open."""
        condition = (
            "session_id = ? AND exclusion_id IN (SELECT exclusion_id FROM archived_sessions WHERE session_id = ?)"
        )

        def read() -> Exclusion | None:
            found = self.select(Exclusion, condition, [session_id, session_id])
            return found[0] if found else None

        return self.remembered(("archive",), session_id, ("exclusions", "restorations"), read)

    def archived(self, session_id: str) -> bool:
        """Whether the session is archived."""
        return self.archive(session_id) is not None

    def open_session(self, session_id: str) -> Session:
        """The session, if it may be written. Refusals SESSION_UNKNOWN, SESSION_ARCHIVED (with the restoring call)."""
        session = self.session(session_id)
        by = self.archive(session_id)
        if by is None:
            return session
        raise Refusal(
            "SESSION_ARCHIVED",
            f"Session {session_id} is archived since {by.recorded_at:%Y-%m-%dT%H:%M:%SZ} "
            f"({by.exclusion_id}: {_short(by.reason, 200)}). It can be read and exported, not written.",
            f"To write again, call revise_record with session_id {session_id}, action restore, target_type session, "
            f"target_id {session_id} and a reason.",
            {"session_id": session_id, "exclusion_id": by.exclusion_id},
        )

    def job(self, job_id: str) -> Job:
        """The job, whatever session it belongs to. Refusal JOB_UNKNOWN lists the latest jobs."""
        found = self.select(Job, "job_id = ?", [job_id])
        if found:
            return found[0]
        rows = self.fetch("SELECT job_id, count(*) OVER () FROM jobs ORDER BY recorded_at DESC LIMIT ?", [LISTED_IDS])
        ids = [str(row[0]) for row in rows]
        total = int(rows[0][1]) if rows else 0
        have = f"The latest of {total}: {', '.join(ids)}." if ids else "There is no job yet."
        raise Refusal(
            "JOB_UNKNOWN",
            f"No job has the id {_short(job_id)}. {have}",
            f"Call wait_job with one of these ids, for example {ids[0]}."
            if ids
            else "Start work first, for example with fetch_evidence.",
            {"job_id": _short(job_id), "valid_ids": ids, "total": total},
        )

    # named SQL ----------------------------------------------------------------------------------------------------

    def query(self, name: str, **params: object) -> list[dict[str, Any]]:
        """The rows of ``ledger/queries/<name>.sql``, whose parameters are written ``$name``."""
        return self.fetch_dicts(sql_text("queries", name), params)

    def gate(self, name: str, session_id: str, limit: int = LISTED_IDS, offset: int = 0) -> Blocker | None:
        """The rows of ``ledger/gates/<name>.sql`` that block the session, with their total; None when none does."""
        if limit > LARGE_PAGE:
            return self._gate(name, session_id, limit, offset)
        most = max(limit, GATE_ROWS)  # small pages share one answer
        found = self.remembered(
            ("gate", name, most, offset),
            session_id,
            GATE_KINDS[name],
            lambda: self._gate(name, session_id, most, offset),
        )
        return found and found.model_copy(update={"rows": [dict(row) for row in found.rows[:limit]]})

    def _gate(self, name: str, session_id: str, limit: int, offset: int) -> Blocker | None:
        rows = self.fetch_dicts(
            f"SELECT *, count(*) OVER () AS blocking FROM ({sql_text('gates', name)}) LIMIT $most OFFSET $skip",  # noqa: S608
            {"session_id": session_id, "most": limit, "skip": offset},
        )
        if not rows:
            return None
        total = int(rows[0]["blocking"])
        return Blocker(gate=name, total=total, rows=[{k: v for k, v in row.items() if k != "blocking"} for row in rows])


def _short(value: str, most: int = 80) -> str:
    return value if len(value) <= most else value[: most - 1] + "…"


def _listing(listed: Sequence[str], total: int) -> str:
    return ", ".join(listed) + (f" and {total - len(listed)} more" if total > len(listed) else "")
