"""Writing the ledger: one transaction, records and their links of the chain together."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import duckdb

from ledger.anchor import Head
from ledger.chain import GENESIS, Link, forge
from ledger.memo import Memo
from ledger.reader import Reader
from ledger.records import IdempotencyEntry, Record
from ledger.refusals import Refusal
from ledger.rows import RecordType, in_utc, insert_many, insert_one, to_row

_LINKS_INSERT = (
    "INSERT INTO chain (session_id, seq, tx, kind, record_id, sha256, prev) SELECT unnest(?::VARCHAR[]), "
    "unnest(?::BIGINT[]), unnest(?::BIGINT[]), unnest(?::VARCHAR[]), unnest(?::VARCHAR[]), unnest(?::VARCHAR[]), "
    "unnest(?::VARCHAR[])"
)


@dataclass
class Known:
    """What the one writer knows of the committed rows without asking: by session, filled by its own commits."""

    heads: dict[str, Head] = field(default_factory=dict)
    versions: dict[str, Mapping[str, int]] = field(default_factory=dict)
    ids: dict[tuple[str, str], int] = field(default_factory=dict)


class Writer(Reader):
    """A reader that may add records. It lives inside one transaction; leaving it by an exception undoes everything."""

    def __init__(
        self,
        cursor: duckdb.DuckDBPyConnection,
        on_fatal: Callable[[], None],
        memo: Memo,
        *,
        clock: Callable[[], datetime],
        known: Known,
    ) -> None:
        super().__init__(cursor, on_fatal, memo, known.versions)
        self._clock = clock
        self._known = known
        self._links: list[Link] = []
        self._ids: dict[tuple[str, str], int] = {}
        self.heads: dict[str, Head] = {}
        self._tx: dict[str, int] = {}

    def now(self) -> datetime:
        """The time in UTC; later than every time given before in this process."""
        return self._clock()

    def add(self, *records: Record) -> None:
        """Insert the records, in this order, each with its link of its session's chain."""
        groups: dict[type[Record], list[list[object]]] = {}
        for given in records:
            record = in_utc(given)
            link = self._link(record)
            groups.setdefault(type(record), []).append([*to_row(record), link.seq])
        for model, rows in groups.items():
            if len(rows) == 1:
                self.fetch(insert_one(model), rows[0])
            else:
                self.fetch(insert_many(model), [list(values) for values in zip(*rows, strict=True)])

    def _link(self, record: Record) -> Link:
        head = self.heads.get(record.session_id) or self._head(record.session_id)
        tx = self._tx.setdefault(record.session_id, head.seq + 1)
        link = forge(head.sha256, head.seq + 1, tx, record)
        self.heads[record.session_id] = Head(record.session_id, link.seq, link.sha256)
        self._links.append(link)
        self._added.setdefault(record.session_id, {})[link.kind] = link.seq
        self._note_id(record)
        return link

    def _note_id(self, record: Record) -> None:
        """An id that was not taken from `next_id` is not given by it later."""
        place = (record.TABLE, record.session_id)
        last = self._ids.get(place, self._known.ids.get(place))
        number = record.record_id.removeprefix(record.PREFIX)
        if last is not None and record.PREFIX and number.isdecimal() and int(number) > last:
            self._ids[place] = int(number)

    def versions(self, session_id: str) -> Mapping[str, int]:
        """The last `seq` of each kind of record in the session, those added in this transaction included."""
        return {**super().versions(session_id), **self._added.get(session_id, {})}

    def _head(self, session_id: str) -> Head:
        head = self._known.heads.get(session_id)
        if head is not None:
            return head
        rows = self.fetch("SELECT seq, sha256 FROM chain WHERE session_id = ? ORDER BY seq DESC LIMIT 1", [session_id])
        return Head(session_id, int(rows[0][0]), str(rows[0][1])) if rows else Head(session_id, 0, GENESIS)

    def flush_links(self) -> None:
        """Insert the links of everything added, in one statement. Called once, before the commit."""
        if self._links:
            fields = ("session_id", "seq", "tx", "kind", "record_id", "sha256", "prev")
            self.fetch(_LINKS_INSERT, [[getattr(link, field) for link in self._links] for field in fields])
            self._links = []

    def committed(self) -> None:
        """After the commit: pass on what is known now."""
        self._known.heads.update(self.heads)
        self._known.ids.update(self._ids)
        for session_id in self._added.keys() & self._versions.keys():
            self._known.versions[session_id] = self.versions(session_id)

    def next_id(self, model: type[RecordType], session_id: str) -> str:
        """The next free id, such as ``claim_7``: counted per session and type, never given twice."""
        if not model.PREFIX:
            raise TypeError(f"{model.__name__} has no counted ids")
        place = (model.TABLE, session_id)
        if place not in self._ids and place in self._known.ids:
            self._ids[place] = self._known.ids[place]
        if place not in self._ids:
            sql = (
                f'SELECT coalesce(max(TRY_CAST(substr("{model.KEY}", ?) AS BIGINT)), 0) '  # noqa: S608 - fixed names
                f"FROM {model.TABLE} WHERE session_id = ?"
            )
            self._ids[place] = int(self.fetch(sql, [len(model.PREFIX) + 1, session_id])[0][0])
        self._ids[place] += 1
        return f"{model.PREFIX}{self._ids[place]}"

    def idempotent(
        self,
        tool: str,
        session_id: str,
        key: str | None,
        request: Mapping[str, Any],
        make: Callable[[], dict[str, Any]],
    ) -> dict[str, Any]:
        """The answer of `make`, or the first answer again when the key was used before for this tool and session.

        `request` are the arguments that must be equal, `make` does the writing. Without a key it simply runs `make`.
        Refusal IDEMPOTENCY_CONFLICT when the key came with other arguments.
        """
        if key is None:
            return make()
        wanted = hashlib.sha256(
            json.dumps(request, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")
        ).hexdigest()
        entry_id = hashlib.sha256("\n".join((session_id, tool, key)).encode("utf-8")).hexdigest()
        found = self.select(IdempotencyEntry, "entry_id = ?", [entry_id])
        if found:
            if found[0].request_sha256 != wanted:
                raise Refusal(
                    "IDEMPOTENCY_CONFLICT",
                    f"The idempotency_key {key[:80]!r} was used for another {tool} call at "
                    f"{found[0].recorded_at:%Y-%m-%dT%H:%M:%SZ}; nothing was recorded now.",
                    f"Repeat {tool} with a new idempotency_key, or with the first call's arguments to get its answer.",
                    {"tool": tool, "idempotency_key": key[:80]},
                )
            return found[0].result
        result = make()
        self.add(
            IdempotencyEntry(
                session_id=session_id,
                recorded_at=self.now(),
                entry_id=entry_id,
                tool=tool,
                idempotency_key=key,
                request_sha256=wanted,
                result=result,
            )
        )
        return result
