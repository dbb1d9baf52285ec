"""From an acquired source to its evidence record and files."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from flows.held import HeldPage, held_page
from flows.raw_files import raw_file
from flows.services import Services
from flows.signals import judged_source
from flows.sources import Acquired, Source
from ledger.evidence_log import EvidenceDraft, evidence_of_job, find_same_source, record_evidence, verify_files
from ledger.folders import SessionFolder, stage_bytes
from ledger.new_files import NewFile, hashed
from ledger.reader import Reader
from ledger.records import Evidence
from ledger.refusals import Refusal
from tasks.parsed import Table

TABLES: Final = TypeAdapter(list[Table])


def record(
    services: Services,
    source: Source,
    got: Acquired,
    *,
    session_id: str,
    job_id: str,
    asked: dict[str, Any],
    refetch: bool = False,
) -> tuple[Evidence, bool]:
    """Move the files to their places and record the evidence, in one transaction. `asked`: how it was discovered.

    The evidence, and whether the session had it already: recorded by another job meanwhile, unless `refetch`.
    """
    parsed, body = got.parsed, got.body
    judged = judged_source(services.policy, source, got)
    draft = EvidenceDraft(
        provenance=got.stage,
        job_id=job_id,
        url=source.url,
        file_path=source.path,
        final_url=body.final_url,
        redirects=body.redirects,
        http_status=body.status,
        peer=body.peer,
        media_type=body.content_type or body.media,
        charset=parsed.charset,
        charset_rule=parsed.charset_rule,
        page_title=parsed.title,
        page_kind="short" if parsed.kind is not None and not parsed.reads_as_article else parsed.kind,
        page_kind_reasons=parsed.kind_reasons,
        signals=judged.signals,
        risk=judged.risk,
        decision=judged.decision,
        body_sha256=body.sha256,
        complete=body.complete,
        article=parsed.article,
        hidden=parsed.hidden,
        pages=parsed.pages,
        exchange=got.exchange,
        readers=got.readers,
        **asked,
    )
    files = evidence_files(services.home, got, job_id)
    with services.ledger.write(session_id) as writer:
        writer.open_session(session_id)
        known = None if refetch else _intact(services, writer, source, session_id)
        if known is not None:
            return known, True
        folder = SessionFolder(services.home, session_id)
        return record_evidence(writer, session_id, folder, draft, parsed.text, files), False


def raw_files(got: Acquired) -> list[NewFile]:
    """The bytes as they came and how they came, hashed before any lock is held.

    Raises:
        RuntimeError: the staged file is not the one that was read.
    """
    files = [raw_file(got.body.staged, got.body.media)]
    if got.exchange_staged is not None:
        files.append(NewFile(role="exchange", staged=Path(got.exchange_staged)))
    found = hashed(files)
    if found[0].digest != (got.body.sha256, got.body.bytes):
        raise RuntimeError("a staged file changed before it was recorded")
    return found


def evidence_files(home: Path, got: Acquired, job_id: str) -> list[NewFile]:
    """Everything that is saved of a source beside its text."""
    files = []
    if got.parsed.marked_staged is not None:
        files.append(NewFile(role="html", staged=Path(got.parsed.marked_staged)))
    if got.screenshot is not None:
        files.append(NewFile(role="screenshot", staged=Path(got.screenshot), suffix=".jpg"))
    if got.parsed.tables:
        tables = TABLES.dump_json(got.parsed.tables, indent=1)
        files.append(NewFile(role="tables", staged=stage_bytes(home, tables, ".json", job_id=job_id)))
    return [*raw_files(got), *hashed(files)]


def known_of_job(services: Services, source: Source, *, session_id: str, job_id: str) -> Evidence | None:
    """What an earlier run of this job recorded for the source: a run after a crash makes no second evidence."""
    with services.ledger.read() as reader:
        return evidence_of_job(reader, session_id, job_id, url=source.url, file_path=source.path)


def known_of_session(services: Services, source: Source, *, session_id: str) -> Evidence | None:
    """The effective evidence of this source whose files are as recorded; None when it must be fetched."""
    with services.ledger.read() as reader:
        return _intact(services, reader, source, session_id)


def held_of_session(services: Services, source: Source, *, session_id: str) -> HeldPage | None:
    """What the session holds of the page and its server can be asked about; None where it must send all of it."""
    if source.url is None:
        return None
    with services.ledger.read() as reader:
        found = _intact(services, reader, source, session_id)
        return held_page(reader, SessionFolder(services.home, session_id), found) if found is not None else None


def _intact(services: Services, reader: Reader, source: Source, session_id: str) -> Evidence | None:
    found = find_same_source(reader, session_id, url=source.url, file_path=source.path)
    if found is None:
        return None
    try:
        verify_files(found, SessionFolder(services.home, session_id))
    except Refusal:
        return None  # changed on the disk: nothing rests on it any more, and the source can be had again
    return found
