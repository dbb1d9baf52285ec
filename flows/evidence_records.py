"""From an acquired source to its evidence record and files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flows.acquire import Acquired, Source
from flows.services import Services
from flows.signals import signals_of
from ledger.evidence_log import EvidenceDraft, NewFile, evidence_of_job, find_same_source, record_evidence, verify_files
from ledger.folders import SessionFolder, stage_bytes
from ledger.reader import Reader
from ledger.records import Evidence
from ledger.refusals import Refusal

SUFFIXES = {"html": ".html", "text": ".txt", "markdown": ".md", "pdf": ".pdf"}


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
    parsed = got.parsed
    draft = EvidenceDraft(
        provenance=got.stage,
        job_id=job_id,
        url=source.url,
        file_path=source.path,
        final_url=got.final_url,
        redirects=got.redirects,
        http_status=got.status,
        peer=got.peer,
        media_type=got.content_type or got.media,
        charset=parsed.charset,
        charset_rule=parsed.charset_rule,
        page_title=parsed.title,
        page_kind="short" if parsed.kind is not None and not parsed.reads_as_article else parsed.kind,
        page_kind_reasons=parsed.kind_reasons,
        signals=signals_of(services.policy, source, got),
        body_sha256=got.sha256,
        complete=got.complete,
        article=parsed.article,
        hidden=parsed.hidden,
        pages=parsed.pages,
        **asked,
    )
    files = _files(services.home, got, job_id)
    with services.ledger.write(session_id) as writer:
        writer.open_session(session_id)
        known = None if refetch else _intact(services, writer, source, session_id)
        if known is not None:
            return known, True
        folder = SessionFolder(services.home, session_id)
        return record_evidence(writer, session_id, folder, draft, parsed.text, files), False


def _files(home: Path, got: Acquired, job_id: str) -> list[NewFile]:
    staged = Path(got.staged)
    if got.media == "pdf":
        files = [NewFile(role="pdf", staged=staged)]
    else:
        files = [NewFile(role="raw", staged=staged, suffix=SUFFIXES[got.media])]
    if got.parsed.marked_html is not None:
        marked = stage_bytes(home, got.parsed.marked_html.encode("utf-8", "replace"), ".html", job_id=job_id)
        files.append(NewFile(role="html", staged=marked))
    if got.screenshot is not None:
        files.append(NewFile(role="screenshot", staged=Path(got.screenshot), suffix=".png"))
    if got.headers:
        headers = json.dumps(got.headers, ensure_ascii=False, indent=1, sort_keys=True).encode("utf-8")
        files.append(NewFile(role="headers", staged=stage_bytes(home, headers, ".json", job_id=job_id)))
    return files


def known_of_job(services: Services, source: Source, *, session_id: str, job_id: str) -> Evidence | None:
    """What an earlier run of this job recorded for the source: a run after a crash makes no second evidence."""
    with services.ledger.read() as reader:
        return evidence_of_job(reader, session_id, job_id, url=source.url, file_path=source.path)


def known_of_session(services: Services, source: Source, *, session_id: str) -> Evidence | None:
    """The effective evidence of this source whose files are as recorded; None when it must be fetched."""
    with services.ledger.read() as reader:
        return _intact(services, reader, source, session_id)


def _intact(services: Services, reader: Reader, source: Source, session_id: str) -> Evidence | None:
    found = find_same_source(reader, session_id, url=source.url, file_path=source.path)
    if found is None:
        return None
    try:
        verify_files(found, SessionFolder(services.home, session_id))
    except Refusal:
        return None  # changed on the disk: nothing rests on it any more, and the source can be had again
    return found
