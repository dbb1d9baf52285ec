"""Fetching sources as evidence: many at once, each on its own, in the order asked for."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

from prefect import flow

from evidence import limits
from flows import evidence_records, progress
from flows.acquire import Acquisition
from flows.fetch_refusals import refused_source
from flows.job_errors import error_of
from flows.job_folder import job_folder
from flows.names import current_run_name, source_name
from flows.own_files import INBOX, is_own
from flows.page_locks import page_lock, page_of
from flows.places import Places
from flows.runner import is_engine_fault
from flows.services import Services, current
from flows.sources import Source, Terms, Unobtainable
from ledger.jobs import attempts_of
from ledger.records import Evidence
from ledger.refusals import Refusal
from ledger.values import DiscoveredVia
from ledger.views import AttemptView

logger = logging.getLogger(__name__)


@flow(name="fetch-evidence", flow_run_name=lambda: current_run_name("fetch_evidence"))
async def fetch_evidence(
    session_id: str,
    sources: list[dict[str, Any]],
    discovered_via: DiscoveredVia,
    discovery_note: str | None = None,
    refetch: bool = False,
    accept_short: bool = False,
    accept_incomplete: bool = False,
    job_id: str | None = None,
) -> dict[str, Any]:
    """Fetch pages, PDFs and files and keep them as evidence of a session.

    Args:
        session_id: The session.
        sources: Up to 50, each {"type": "url", "url": …} or {"type": "file", "path": …}.
        discovered_via: How the sources were found.
        discovery_note: A word more on that.
        refetch: Fetch sources anew that the session has already.
        accept_short: Keep a page with little prose too.
        accept_incomplete: Keep a body that was cut short too.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    asked = {"discovered_via": discovered_via, "discovery_note": discovery_note}
    with job_folder(services.home, job_id) as job:
        wanted = [described(services, source) for source in _bounded(sources)]
        await asyncio.to_thread(_check, services, session_id)
        places = Places(services.settings.fetch_concurrency, wanted)
        terms = Terms(accept_short=accept_short, accept_incomplete=accept_incomplete)
        work = _Work(services, session_id, job, asked, terms, places, refetch=refetch, total=len(wanted))
        items = await asyncio.gather(*(work.item(index, source) for index, source in enumerate(wanted)))
        tries = await asyncio.to_thread(work.attempts)
    return {
        "items": [item | {"attempts": tries.get(source.item, [])} for item, source in zip(items, wanted, strict=True)]
    }


def _bounded(sources: list[dict[str, Any]]) -> list[dict[str, Any]]:
    if 1 <= len(sources) <= limits.SOURCES_PER_FETCH:
        return sources
    raise Refusal(
        "ARGUMENT_INVALID",
        f"sources has {len(sources)} entries; 1 to {limits.SOURCES_PER_FETCH} are taken.",
        "Split the sources over several calls.",
        {"sources": len(sources), "most": limits.SOURCES_PER_FETCH},
    )


def described(services: Services, source: dict[str, Any]) -> Source:
    """A source as the stages want it; files are named by the path that their links lead to.

    uratori's own files lie under no root. `given` is the path in the caller's words, where `path` is not.
    """
    if source.get("type") == "url" and isinstance(source.get("url"), str):
        return Source(url=source["url"])
    if source.get("type") == "file" and isinstance(source.get("path"), str) and "\0" not in source["path"]:
        roots = [str(root) for root in source.get("roots") or services.settings.allowed_roots]
        real = _resolved(source["path"], roots)
        if is_own(real, services.home.resolve(), but=INBOX):
            roots = []
        return Source(path=str(real), roots=tuple(roots), given=str(source.get("given") or source["path"]))
    raise Refusal(
        "ARGUMENT_INVALID",
        "A source is neither a url nor a file.",
        'Give {"type": "url", "url": …} or {"type": "file", "path": …}.',
        {"source": {name: str(value)[:200] for name, value in source.items()}},
    )


def _resolved(given: str, roots: list[str]) -> Path:
    """Where a path leads; a path that leads nowhere stays as it is, and the stage says why."""
    try:
        path = Path(given).expanduser()
        if not path.is_absolute() and roots:
            path = Path(roots[0]) / path  # the first root is the caller's working directory
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return Path(given)


def _check(services: Services, session_id: str) -> None:
    with services.ledger.read() as reader:
        reader.open_session(session_id)


class _Work:
    """The items of one job."""

    def __init__(
        self,
        services: Services,
        session_id: str,
        job_id: str,
        asked: dict[str, Any],
        terms: Terms,
        places: Places,
        *,
        refetch: bool,
        total: int,
    ) -> None:
        self.services = services
        self.session_id = session_id
        self.job_id = job_id
        self.asked = asked
        self.terms = terms
        self.places = places
        self.refetch = refetch
        self.total = total
        self.done = 0
        self._made_by: dict[str, int] = {}

    async def item(self, index: int, source: Source) -> dict[str, Any]:
        """What came of one source; its failure is its own."""
        name = source_name({"type": "url", "url": source.url} if source.url else {"type": "file", "path": source.path})
        try:
            # Who waits for another to fetch the same page takes no place meanwhile.
            async with page_lock(self.session_id, source), self.places.place(source):
                progress.report(self.job_id, self.done, self.total, f"fetching {name}")
                evidence, reused = await self._evidence(index, source)
            told: dict[str, Any] = {"ok": True, "evidence_id": evidence.evidence_id, "reused": reused}
        except Unobtainable as failed:
            via = self.asked["discovered_via"]
            refusal = refused_source(failed, session_id=self.session_id, discovered_via=via, terms=self.terms)
            told = {"ok": False, "error": error_of(refusal)}
        except Refusal as refusal:
            told = {"ok": False, "error": error_of(refusal)}
        except Exception as error:  # one source's fault, whatever it is, must not take the others' evidence with it
            if is_engine_fault(error):
                raise
            logger.exception("source %s of job %s failed", source.item, self.job_id)
            told = {"ok": False, "error": error_of(_internal(source, self.job_id))}
        self.done += 1
        progress.report(self.job_id, self.done, self.total, f"{self.done} of {self.total} done, last {name}")
        return {"index": index, **told}

    async def _evidence(self, index: int, source: Source) -> tuple[Evidence, bool]:
        services, session_id, job_id = self.services, self.session_id, self.job_id
        mine = await asyncio.to_thread(
            evidence_records.known_of_job, services, source, session_id=session_id, job_id=job_id
        )
        if mine is not None:
            return mine, self._made_by.setdefault(page_of(source), index) != index
        held = None
        if self.refetch:
            held = await asyncio.to_thread(evidence_records.held_of_session, services, source, session_id=session_id)
        else:
            known = await asyncio.to_thread(evidence_records.known_of_session, services, source, session_id=session_id)
            if known is not None:
                return known, True
        got = await Acquisition(
            services, source, job_id=job_id, session_id=session_id, terms=self.terms, held=held
        ).acquire()
        made, reused = await asyncio.to_thread(
            evidence_records.record,
            services,
            source,
            got,
            session_id=session_id,
            job_id=job_id,
            asked=self.asked,
            refetch=self.refetch,
        )
        self._made_by[page_of(source)] = index
        return made, reused

    def attempts(self) -> dict[str, list[dict[str, Any]]]:
        """Every try of the job in the order begun, by the source that it was for (`Source.item`)."""
        told: dict[str, list[dict[str, Any]]] = {}
        with self.services.ledger.read() as reader:
            for one in attempts_of(reader, self.session_id, self.job_id):
                told.setdefault(one.start.item, []).append(_told(one))
        return told


def _told(view: AttemptView) -> dict[str, Any]:
    end = view.end
    return {
        "stage": view.start.stage,
        "number": view.start.number,
        "outcome": view.outcome,
        "error_kind": end.error_kind if end else None,
        "http_status": end.http_status if end else None,
        "message": (end.message or end.detail) if end else None,
        "at": view.start.recorded_at.isoformat(),
    }


def _internal(source: Source, job_id: str) -> Refusal:
    return Refusal(
        "INTERNAL_ERROR",
        f"{source.item} could not be kept by a fault of the program; the hub's log has the details.",
        f"Make the same call again; if it fails again, report it with the job's id {job_id}.",
        {"job_id": job_id},
    )
