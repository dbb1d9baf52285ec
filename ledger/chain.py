"""The chain: every record of a session is a link that names the one before, so that an edit or a gap shows."""

from __future__ import annotations

import errno
import hashlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal

from ledger.anchor import Head
from ledger.folders import SOURCE_NAME, SavedFolder
from ledger.reader import Reader
from ledger.records import RECORDS, CopyExpiry, Evidence, PageCopy, Picture, Record, Session
from ledger.report_lock import report_lock
from ledger.rows import column_list, columns, from_row
from ledger.values import Value

if TYPE_CHECKING:
    from ledger.store import Ledger

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


def verify(ledger: Ledger, session_id: str, folder: SavedFolder | None = None) -> list[Finding]:
    """Recompute the session's chain, compare its head with the anchor and every saved file with its record.

    The findings in the order of the chain, so that the first one names the first thing that differs; none: everything
    is as recorded. Chain ``_`` holds the jobs without a session. Refusal SESSION_UNKNOWN when there is no trace of it.
    """
    anchored = ledger.anchor.heads().get(session_id)
    with ledger.read() as reader:
        links = [
            Link.model_validate(row)
            for row in reader.fetch_dicts("SELECT * FROM chain WHERE session_id = ? ORDER BY seq", [session_id])
        ]
        if not links and anchored is None and session_id != NO_SESSION:
            reader.session(session_id)
        stored = _stored(reader, session_id)
    findings = [*_check_links(links, stored), *_check_anchor(links, anchored)]
    if folder is not None:
        findings += _check_files(folder, stored)
        findings += _check_reports(ledger, session_id, folder)
    return findings


class _Stored:
    """A row as it is now: the record, or why it can't be read."""

    def __init__(self, seq: int, record: Record | None, problem: str = "") -> None:
        self.seq = seq
        self.record = record
        self.problem = problem


_Rows = dict[tuple[str, str], _Stored]


def _stored(reader: Reader, session_id: str) -> _Rows:
    found: _Rows = {}
    for model in RECORDS:
        key = [column.name for column in columns(model)].index(model.KEY)
        sql = f"SELECT {column_list(model)}, seq FROM {model.TABLE} WHERE session_id = ? ORDER BY seq"  # noqa: S608
        for row in reader.fetch(sql, [session_id]):
            try:
                entry = _Stored(row[-1], from_row(model, row))
            except ValueError as error:
                entry = _Stored(row[-1], None, f"{type(error).__name__}: {str(error).splitlines()[0]}")
            found[model.TABLE, str(row[key])] = entry
    return found


def _check_links(links: Sequence[Link], stored: _Rows) -> Iterator[Finding]:
    prev, due = GENESIS, 1
    for link in links:
        where = f"{link.kind}/{link.record_id}"
        if link.seq != due:
            yield Finding(what="missing", where=f"chain/{due}", detail=f"The chain has no link {due}.", seq=due)
        elif link.prev != prev:
            yield Finding(
                what="changed", where=f"chain/{link.seq}", detail="The link does not name the one before it.", seq=due
            )
        prev, due = link.sha256, link.seq + 1
        entry = stored.get((link.kind, link.record_id))
        if entry is None:
            yield Finding(what="missing", where=where, detail="The record is gone.", seq=link.seq)
        elif entry.record is None:
            yield Finding(what="unreadable", where=where, detail=entry.problem, seq=link.seq)
        elif entry.seq != link.seq or link.sha256 != link_hash(
            link.prev, link.session_id, link.seq, link.kind, link.record_id, entry.record.digest()
        ):
            yield Finding(what="changed", where=where, detail="The record differs from its link.", seq=link.seq)
    linked = {(link.kind, link.record_id) for link in links}
    for (kind, record_id), entry in stored.items():
        if (kind, record_id) not in linked:
            yield Finding(what="unrecorded", where=f"{kind}/{record_id}", detail="No link names it.", seq=entry.seq)


def _check_anchor(links: Sequence[Link], anchored: Head | None) -> Iterator[Finding]:
    """The anchor may be one commit behind the chain (a crash between the two), never ahead of it."""
    behind = [link for link in links if anchored is None or link.seq > anchored.seq]
    if len({link.tx for link in behind}) > 1:
        yield Finding(
            what="unrecorded",
            where="anchor",
            detail=f"The anchor ends {len(behind)} links before the chain: more than one commit.",
            seq=behind[0].seq,
        )
    if anchored is None:
        return
    by_seq = {link.seq: link for link in links}
    named = by_seq.get(anchored.seq)
    if named is None:
        detail = f"The anchor names link {anchored.seq}; the chain ends at {links[-1].seq if links else 0}."
        yield Finding(what="missing", where="anchor", detail=detail, seq=anchored.seq)
    elif named.sha256 != anchored.sha256:
        yield Finding(
            what="changed", where="anchor", detail="The link that the anchor names is another one.", seq=anchored.seq
        )


def _check_files(folder: SavedFolder, stored: _Rows) -> Iterator[Finding]:
    for (_, record_id), entry in stored.items():
        record = entry.record
        if isinstance(record, Session):
            yield from compare(folder, SOURCE_NAME, record.source_sha256)
        if isinstance(record, PageCopy) and (CopyExpiry.TABLE, record_id) in stored:
            continue
        if isinstance(record, Session | Evidence | PageCopy):
            for saved in record.files:
                yield from compare(folder, saved.path, saved.sha256)
        elif isinstance(record, Picture) and record.path and record.sha256:
            yield from compare(folder, record.path, record.sha256)


def _check_reports(ledger: Ledger, session_id: str, folder: SavedFolder) -> list[Finding]:
    """The report files, each in its latest state; not while one is being written or marked."""
    with report_lock(session_id):
        with ledger.read() as reader:
            latest = dict(
                reader.fetch("SELECT name, sha256 FROM report_files WHERE session_id = ? ORDER BY seq", [session_id])
            )
        return [found for name, sha256 in latest.items() if sha256 for found in compare(folder, str(name), sha256)]


def compare(folder: SavedFolder, relative: str, sha256: str) -> Iterator[Finding]:
    """The finding about one file of the folder, or none when it is as recorded."""
    try:
        found = folder.found(relative).sha256
    except FileNotFoundError:
        yield Finding(what="missing", where=relative, detail="The file is not there.")
    except (OSError, ValueError) as error:
        yield Finding(what="unreadable", where=relative, detail=unreadable(error))
    else:
        if found != sha256:
            yield Finding(what="changed", where=relative, detail=f"Its SHA-256 is {found}, recorded was {sha256}.")


def unreadable(error: OSError | ValueError) -> str:
    """Why a file of such a folder can't be read as one."""
    code = error.errno if isinstance(error, OSError) else None
    if code in (errno.ELOOP, errno.ENOTDIR, errno.EACCES, errno.ENXIO, errno.EISDIR):
        return f"It is no regular file of this folder, or may not be read ({errno.errorcode[code]})."
    return f"The file can't be read ({type(error).__name__})."
