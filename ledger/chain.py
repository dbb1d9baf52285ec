"""The chain: every record of a session is a link that names the one before, so that an edit or a gap shows."""

from __future__ import annotations

import hashlib
from typing import Final, Literal

from ledger.records import Record, Value

GENESIS: Final = "0" * 64
NO_SESSION: Final = "_"


class Link(Value):
    """One row of the table `chain`. `tx` is the `seq` of the first link that was committed together with it."""

    session_id: str
    seq: int
    tx: int
    kind: str
    record_id: str
    sha256: str
    prev: str


class Finding(Value):
    """Something that differs from what was recorded.

    `what` is `missing` (recorded, not there), `changed` (there, but different), `unreadable` (there, can't be read)
    or `unrecorded` (there, never recorded).
    """

    what: Literal["missing", "changed", "unreadable", "unrecorded"]
    where: str
    detail: str
    seq: int | None = None


def link_hash(prev: str, session_id: str, seq: int, kind: str, record_id: str, digest: str) -> str:
    """The `sha256` of a link: over the link before, its own place, and the record's digest."""
    return hashlib.sha256("\n".join((prev, session_id, str(seq), kind, record_id, digest)).encode("utf-8")).hexdigest()


def forge(prev: str, seq: int, tx: int, record: Record) -> Link:
    """The link of `record` at place `seq` after the link `prev`."""
    kind = type(record).TABLE
    return Link.model_construct(
        session_id=record.session_id,
        seq=seq,
        tx=tx,
        kind=kind,
        record_id=record.record_id,
        sha256=link_hash(prev, record.session_id, seq, kind, record.record_id, record.digest()),
        prev=prev,
    )
