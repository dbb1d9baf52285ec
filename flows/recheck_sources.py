"""The sources that a recheck looks at, who quotes them, and getting each as it is now."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from evidence.urls import fragmentless, same_page
from flows import quote_texts
from flows.acquire import Acquisition, Source, Terms
from flows.cite_fetch import cited_page
from flows.fetch_evidence import described
from flows.held import HeldPage, held_page
from flows.page_locks import page_of
from flows.recheck_judge import LiveSource
from flows.registry import NO_SESSION
from flows.services import Services
from ledger.folders import CitationsFolder, SessionFolder
from ledger.page_copies import held_copy
from ledger.rechecks import Checkable
from ledger.records import Evidence
from ledger.values import Redirect


@dataclass
class Quoted:
    """A source and the attachments that quote it. `source` is None for what an agent handed in."""

    source: Source | None
    members: list[Checkable] = field(default_factory=list)

    @property
    def asked(self) -> str | None:
        """The address that the evidence was asked for at, where the links are to another: it may lead on once more."""
        if self.source is None or self.source.url is None:
            return None
        urls = (one.evidence.url for one in self.members)
        return next((fragmentless(url) for url in urls if url and not same_page(url, self.source.url)), None)


def quoted(services: Services, members: Iterable[Checkable], roots: Sequence[str]) -> list[Quoted]:
    """The distinct sources in the order of their first quote. `roots`: folders that files may be read from."""
    groups: dict[str, Quoted] = {}
    for one in members:
        source = _source(services, one, roots)
        key = page_of(source) if source is not None else ""
        groups.setdefault(key, Quoted(source)).members.append(one)
    return list(groups.values())


def _source(services: Services, one: Checkable, roots: Sequence[str]) -> Source | None:
    """Where the quote is looked for: at the address of its link."""
    evidence = one.evidence
    if evidence.provenance == "agent_captured":
        return None
    if evidence.file_path is not None:
        return described(services, {"type": "file", "path": evidence.file_path, "roots": list(roots)})
    return Source(url=fragmentless(one.attachment.fragment_url or evidence.final_url or evidence.url or ""))


async def look(
    services: Services, source: Source, job_id: str, *, evidence: Sequence[Evidence], batch: bool
) -> LiveSource:
    """The source as it is now. `evidence`: what is held of it; `batch` as in `Terms`.

    Raises:
        Unobtainable: no stage gave it.
    """
    if source.url is None:
        return await _file(services, source, job_id, evidence[0])
    held = await asyncio.to_thread(_held, services, source.url, evidence)
    page = await cited_page(services, source.url, job_id, held=held, batch=batch)
    prepared = await asyncio.to_thread(quote_texts.quote_text, services.quotes, page.copy, lambda: page.text)
    copy = page.copy
    tries = (copy.job_id, copy.url)
    return LiveSource(copy, page.text, prepared, tries, page, _loses_fragment(copy.redirects))


async def _file(services: Services, source: Source, job_id: str, evidence: Evidence) -> LiveSource:
    """A local file, read again; nothing of it is kept."""
    terms = Terms(accept_short=True, accept_incomplete=True, tables=False)
    got = await Acquisition(services, source, job_id=job_id, session_id=NO_SESSION, terms=terms).acquire()
    parsed = got.parsed
    now = {
        "text_sha256": hashlib.sha256(parsed.text.encode("utf-8")).hexdigest(),
        "text_length": len(parsed.text),
        "article": parsed.article,
        "hidden": parsed.hidden,
        "pages": parsed.pages,
    }
    saved = evidence.model_copy(update=now)
    prepared = await asyncio.to_thread(quote_texts.quote_text, services.quotes, saved, lambda: parsed.text)
    return LiveSource(saved, parsed.text, prepared, (job_id, source.item))


def _held(services: Services, url: str, evidence: Sequence[Evidence]) -> HeldPage | None:
    """What the server can be asked about: the newest copy of the page, else the evidence."""
    with services.ledger.read() as reader:
        folder = CitationsFolder(services.home)
        copy = held_copy(reader, folder, url)
        found = held_page(reader, folder, copy) if copy is not None else None
        for one in reversed(evidence):
            if found is not None:
                break
            found = held_page(reader, SessionFolder(services.home, one.session_id), one)
        return found


def _loses_fragment(redirects: Sequence[Redirect]) -> bool:
    """Whether a browser that follows a link there forgets what the link says behind its ``#``."""
    return any("#" in hop.location for hop in redirects)
