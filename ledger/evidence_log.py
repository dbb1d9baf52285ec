"""Evidence records and the files they stand on. A saved file is compared with its record before it is believed."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from typing import Any, Final

from pydantic import Field

from evidence.ranges import Range
from evidence.urls import same_page
from ledger.chain import Finding, compare, unreadable
from ledger.folders import SavedFolder, SessionFolder, Stamp
from ledger.new_files import NewFile, adopt, path
from ledger.reader import Reader
from ledger.records import Evidence
from ledger.refusals import Refusal
from ledger.values import (
    Decision,
    DiscoveredVia,
    Exchange,
    PdfPage,
    Provenance,
    Redirect,
    Risk,
    Signal,
    TermCheck,
    Value,
)
from ledger.writer import Writer


class EvidenceDraft(Value):
    """What a fetch or a capture learnt: the fields of `Evidence` that the ledger does not find out by itself."""

    provenance: Provenance
    discovered_via: DiscoveredVia
    discovery_note: str | None = None
    job_id: str | None = None
    url: str | None = None
    file_path: str | None = None
    final_url: str | None = None
    redirects: list[Redirect] = Field(default_factory=list)
    http_status: int | None = None
    peer: str | None = None
    media_type: str | None = None
    charset: str | None = None
    charset_rule: str | None = None
    page_title: str | None = None
    page_kind: str | None = None
    page_kind_reasons: list[str] = Field(default_factory=list)
    signals: list[Signal] = Field(default_factory=list)
    risk: Risk | None = None
    decision: Decision | None = None
    body_sha256: str | None = None
    complete: bool = True
    article: list[Range] = Field(default_factory=list)
    hidden: list[Range] = Field(default_factory=list)
    pages: list[PdfPage] = Field(default_factory=list)
    expected_terms: list[TermCheck] | None = None
    note: str | None = None
    exchange: Exchange | None = None
    readers: dict[str, str] = Field(default_factory=dict)


def find_same_source(
    reader: Reader, session_id: str, *, url: str | None = None, file_path: str | None = None
) -> Evidence | None:
    """The latest effective evidence that was fetched from this URL or file; None when it must be fetched.

    Excluded evidence and text that an agent handed in never stand in for a fetch.
    """
    rows = reader.fetch(
        "SELECT evidence_id, url, file_path FROM effective_evidence "
        "WHERE session_id = ? AND provenance <> 'agent_captured' ORDER BY seq DESC",
        [session_id],
    )
    for evidence_id, known_url, known_path in rows:
        if (url and known_url and same_page(url, known_url)) or (file_path and known_path == file_path):
            return reader.find(Evidence, session_id, evidence_id)
    return None


def evidence_of_job(
    reader: Reader, session_id: str, job_id: str, *, url: str | None = None, file_path: str | None = None
) -> Evidence | None:
    """The evidence that an earlier run of the job, or another item of it, already recorded for this source."""
    for known in reader.select(Evidence, "session_id = ? AND job_id = ?", [session_id, job_id]):
        if (url and known.url and same_page(url, known.url)) or (file_path and known.file_path == file_path):
            return known
    return None


def record_evidence(
    writer: Writer,
    session_id: str,
    folder: SessionFolder,
    draft: EvidenceDraft,
    text: str,
    files: Sequence[NewFile] = (),
) -> Evidence:
    """Move the files into the folder, save the text, record the evidence. A job's second run gets the first's record.

    Refusals SESSION_UNKNOWN, SESSION_ARCHIVED. Raises ValueError when two files have one role, OSError.
    """
    writer.open_session(session_id)
    if draft.job_id is not None:
        known = evidence_of_job(writer, session_id, draft.job_id, url=draft.url, file_path=draft.file_path)
        if known is not None:
            return known
    evidence_id = writer.next_id(Evidence, session_id)
    name = f"evidence/{evidence_id}"
    data = text.encode("utf-8")
    saved = adopt(folder, name, files)
    stored = folder.write_bytes(path(name, "text"), data, replace=True)
    evidence = Evidence.model_validate(
        {
            **draft.model_dump(),
            "session_id": session_id,
            "recorded_at": writer.now(),
            "evidence_id": evidence_id,
            "text_sha256": hashlib.sha256(data).hexdigest(),
            "text_length": len(text),
            "files": [stored.saved("text"), *saved],
        }
    )
    writer.add(evidence)
    return evidence


# Comparing ------------------------------------------------------------------------------------------------------------

_compared: dict[tuple[str, str], Stamp] = {}
_compared_lock = threading.Lock()
_COMPARED_MOST: Final = 20_000


def file_findings(evidence: Evidence, folder: SessionFolder, *, rehash: bool = True) -> list[Finding]:
    """How the saved files of one evidence differ from its record; nothing when they are as recorded.

    `rehash=False` trusts a file whose size, inode and times have not moved since it was compared in this process.
    """
    return [
        finding for saved in evidence.files for finding in compared(folder, saved.path, saved.sha256, rehash=rehash)
    ]


def compared(folder: SavedFolder, relative: str, sha256: str, *, rehash: bool = True) -> list[Finding]:
    """How one saved file differs from its record; nothing when it is as recorded. `rehash` as `file_findings`."""
    place = (str(folder.locate(relative)), sha256)
    stamp = _stamp(folder, relative)
    if not rehash and stamp is not None and _compared.get(place) == stamp:
        return []
    differs = list(compare(folder, relative, sha256))
    # Only a file that nobody touched while it was read is remembered.
    if not differs and stamp is not None and _stamp(folder, relative) == stamp:
        with _compared_lock:
            if len(_compared) >= _COMPARED_MOST:
                _compared.clear()
            _compared[place] = stamp
    return differs


def _stamp(folder: SavedFolder, relative: str) -> Stamp | None:
    try:
        return folder.stamp(relative)
    except (OSError, ValueError):
        return None


def evidence_findings(
    reader: Reader, session_id: str, folder: SessionFolder, *, rehash: bool = True
) -> list[tuple[str, Finding]]:
    """`file_findings` of every effective evidence of the session, with the evidence's id."""
    condition = "session_id = ? AND evidence_id IN (SELECT evidence_id FROM effective_evidence WHERE session_id = ?)"

    def read() -> tuple[Evidence, ...]:
        return tuple(reader.select(Evidence, condition, [session_id, session_id]))

    kinds = ("evidence", "exclusions", "restorations")
    return [
        (evidence.evidence_id, finding)
        for evidence in reader.remembered(("effective_evidence",), session_id, kinds, read)
        for finding in file_findings(evidence, folder, rehash=rehash)
    ]


_SAID: Final = {"missing": "is missing", "changed": "has changed since it was saved", "unreadable": "can't be read"}


def verify_files(evidence: Evidence, folder: SessionFolder) -> None:
    """Compare every saved file with the record. Refusal EVIDENCE_CHANGED names each that differs, and how."""
    found = file_findings(evidence, folder)
    if found:
        raise _changed(evidence, found)


def read_text(evidence: Evidence, folder: SessionFolder) -> str:
    """The evidence's text, compared with the record. Refusal EVIDENCE_CHANGED."""
    saved = evidence.file("text")
    where = saved.path if saved else f"evidence/{evidence.evidence_id}.txt"
    try:
        data = folder.read_bytes(where)
    except FileNotFoundError:
        finding = Finding(what="missing", where=where, detail="The file is not there.")
    except (OSError, ValueError) as error:
        finding = Finding(what="unreadable", where=where, detail=unreadable(error))
    else:
        sha256 = hashlib.sha256(data).hexdigest()
        if sha256 == evidence.text_sha256:
            return data.decode("utf-8")
        finding = Finding(
            what="changed", where=where, detail=f"Its SHA-256 is {sha256}, recorded was {evidence.text_sha256}."
        )
    raise _changed(evidence, [finding])


def marked_html(evidence: Evidence, folder: SessionFolder) -> str | None:
    """The page's marked copy; None where there is none, or none that is as recorded (`finalize` and `verify` tell)."""
    saved = evidence.file("html")
    if saved is None:
        return None
    try:
        data = folder.read_bytes(saved.path)
    except OSError:
        return None
    return data.decode("utf-8") if hashlib.sha256(data).hexdigest() == saved.sha256 else None


def _changed(evidence: Evidence, found: Sequence[Finding]) -> Refusal:
    told = "; ".join(f"{finding.where} {_SAID[finding.what]}" for finding in found)
    again: dict[str, Any]
    if evidence.provenance == "agent_captured":
        advice = "submit the capture again with submit_agent_capture"
    elif evidence.url:
        advice = f"call fetch_evidence with url {evidence.url} and refetch true"
    else:
        advice = "call fetch_evidence with the same path and refetch true"
    again = {"evidence_id": evidence.evidence_id, "files": [finding.model_dump(exclude_none=True) for finding in found]}
    return Refusal(
        "EVIDENCE_CHANGED",
        f"The saved files of {evidence.evidence_id} are not what was recorded: {told}.",
        f"Nothing can rest on it: {advice}, attach to the new evidence, and exclude {evidence.evidence_id} with "
        "revise_record.",
        again,
    )
