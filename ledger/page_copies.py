"""What is kept of pages that were fetched for a citation, on chain ``_``: rows for ever, files until they expire."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from pydantic import Field

from evidence.ranges import Range
from evidence.urls import same_page
from ledger.chain import NO_SESSION
from ledger.evidence_log import compared
from ledger.folders import CitationsFolder
from ledger.new_files import NewFile
from ledger.reader import Reader
from ledger.records import CopyExpiry, PageCopy
from ledger.store import Ledger
from ledger.values import Exchange, PdfPage, Provenance, Redirect, SavedFile, Value
from ledger.writer import Writer

_SUFFIXES: Final = {"html": ".marked.html", "pdf": ".pdf", "exchange": ".exchange.json"}
LOOKED_AT: Final = 2_000
"""Copies of one page are looked for among this many: the latest."""


class CopyDraft(Value):
    """What a fetch learnt: the fields of `PageCopy` that the ledger does not find out by itself."""

    job_id: str
    provenance: Provenance
    url: str
    final_url: str | None = None
    redirects: list[Redirect] = Field(default_factory=list)
    http_status: int | None = None
    media_type: str | None = None
    charset: str | None = None
    charset_rule: str | None = None
    page_title: str | None = None
    page_kind: str | None = None
    language: str | None = None
    body_sha256: str
    article: list[Range] = Field(default_factory=list)
    hidden: list[Range] = Field(default_factory=list)
    pages: list[PdfPage] = Field(default_factory=list)
    exchange: Exchange | None = None
    readers: dict[str, str] = Field(default_factory=dict)


def record_copy(
    writer: Writer, folder: CitationsFolder, draft: CopyDraft, text: str, files: Sequence[NewFile]
) -> PageCopy:
    """Move the files into the folder, each under its SHA-256, save the text and record the copy.

    `files` have their digests (`ledger.new_files.hashed`). Raises OSError.
    """
    data = text.encode("utf-8")
    copy = PageCopy.model_validate(
        {
            **draft.model_dump(),
            "session_id": NO_SESSION,
            "recorded_at": writer.now(),
            "copy_id": writer.next_id(PageCopy, NO_SESSION),
            "text_sha256": hashlib.sha256(data).hexdigest(),
            "text_length": len(text),
            "files": [_saved_text(folder, data), *(_adopted(folder, file) for file in files)],
        }
    )
    writer.add(copy)
    return copy


def _saved_text(folder: CitationsFolder, data: bytes) -> SavedFile:
    name = f"{hashlib.sha256(data).hexdigest()}.txt"
    return folder.write_bytes(name, data, replace=True).saved("text")


def _adopted(folder: CitationsFolder, file: NewFile) -> SavedFile:
    if file.digest is None:
        raise ValueError("a file of a copy is named by its digest")
    name = f"{file.digest[0]}{_SUFFIXES.get(file.role, file.suffix)}"
    return folder.adopt(file.staged, name, replace=True, digest=file.digest).saved(file.role)


def fresh_copy(
    reader: Reader, folder: CitationsFolder, url: str, *, now: datetime, seconds: float, job_id: str
) -> PageCopy | None:
    """The latest copy of the page that is at most that old (or of this job), with its files as recorded."""
    since = (now - timedelta(seconds=seconds)).replace(tzinfo=None)
    return _latest(reader, folder, url, "recorded_at >= ? OR job_id = ?", [since, job_id])


def held_copy(reader: Reader, folder: CitationsFolder, url: str, *, but: str | None = None) -> PageCopy | None:
    """The latest copy of the page whose files are as recorded, whatever its age; `but` is none of them."""
    return _latest(reader, folder, url, "copy_id <> ?", [but or ""])


def _latest(
    reader: Reader, folder: CitationsFolder, url: str, condition: str, params: Sequence[object]
) -> PageCopy | None:
    rows = reader.fetch(
        f"SELECT copy_id, url FROM kept_copies WHERE {condition} ORDER BY seq DESC LIMIT {LOOKED_AT}",  # noqa: S608
        params,
    )
    for copy_id, known in rows:
        if not same_page(url, known):
            continue
        copy = reader.find(PageCopy, NO_SESSION, copy_id)
        if copy is not None and not copy_differs(copy, folder):
            return copy
    return None


def copy_differs(copy: PageCopy, folder: CitationsFolder) -> bool:
    """Whether a file of the copy is missing, or not as it was recorded."""
    return any(compared(folder, saved.path, saved.sha256, rehash=False) for saved in copy.files)


def expire_copies(ledger: Ledger, folder: CitationsFolder, before: datetime) -> int:
    """Remove the files of copies that were made before that time, and record it. How many copies those were."""
    with ledger.write(NO_SESSION) as writer:
        moment = before.replace(tzinfo=None)
        rows = writer.fetch("SELECT copy_id FROM kept_copies WHERE recorded_at < ? ORDER BY seq", [moment])
        now = writer.now()
        writer.add(*(CopyExpiry(session_id=NO_SESSION, recorded_at=now, copy_id=copy_id) for (copy_id,) in rows))
    # Only now is it sure that no row promises the files; no copy is recorded while the ledger is held.
    with ledger.write(NO_SESSION) as writer:
        kept = {
            saved.path
            for copy in writer.select(PageCopy, "copy_id IN (SELECT copy_id FROM kept_copies)", [])
            for saved in copy.files
        }
        for entry in folder.path.iterdir() if folder.path.is_dir() else ():
            if entry.name not in kept and not entry.name.startswith("."):
                entry.unlink(missing_ok=True)
    return len(rows)
