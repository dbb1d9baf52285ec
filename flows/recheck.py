"""Looking again at the sources of quotes: is each still there, word for word, where its link opens."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from prefect import flow

from flows import progress, report_state
from flows.acquire import Source, Unobtainable
from flows.cite_rows import PASSAGE_CHARACTERS, clipped
from flows.fetch_refusals import message_of
from flows.job_folder import job_folder
from flows.names import current_run_name, host
from flows.own_files import INBOX, folder_of
from flows.page_advice import came_instead
from flows.places import Places
from flows.recheck_judge import LiveSource, Place, judged
from flows.recheck_sources import Quoted, look, quoted
from flows.registry import NO_SESSION
from flows.runner import is_engine_fault
from flows.services import Services, current
from ledger import rechecks
from ledger.evidence_log import read_text
from ledger.folders import SessionFolder
from ledger.rechecks import Checkable, RecheckDraft
from ledger.refusals import Refusal

logger = logging.getLogger(__name__)

HANDED_IN: Final = "An agent handed this in; uratori never fetched it and has nothing to compare it with."


@flow(name="recheck-quotes", flow_run_name=lambda: current_run_name("recheck"))
async def recheck(
    session_id: str = "", obey_robots: bool = True, roots: list[str] | None = None, job_id: str | None = None
) -> dict[str, Any]:
    """Look at the sources of a session's quotes, or of all sessions', as they are now: same, moved, changed or gone.

    Args:
        session_id: The session; all that are not archived when left empty.
        obey_robots: Leave out pages whose robots.txt asks programs to stay away.
        roots: Folders that local files may be read from; those of the settings when left empty.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        members = await asyncio.to_thread(_members, services, session_id, job)
        allowed = roots or [str(folder_of(services.home, INBOX)), *map(str, services.settings.allowed_roots)]
        groups = await asyncio.to_thread(quoted, services, members, allowed)
        work = _Work(services, job, groups, batch=obey_robots)
        await asyncio.gather(*(work.group(one) for one in groups))
        return await asyncio.to_thread(_finished, services, job)


def _members(services: Services, session_id: str, job_id: str) -> list[Checkable]:
    """The attachments that this job has still to look at.

    Raises:
        Refusal: SESSION_UNKNOWN, SESSION_ARCHIVED.
    """
    with services.ledger.read() as reader:
        if session_id and session_id != NO_SESSION:
            reader.open_session(session_id)
            return rechecks.to_check(reader, session_id, job_id)
        sessions = rechecks.sessions_with_attachments(reader)
        return [one for session in sessions for one in rechecks.to_check(reader, session, job_id)]


def _finished(services: Services, job_id: str) -> dict[str, Any]:
    """Mark the reports that are out of date now; how many attachments were found in each state."""
    with services.ledger.read() as reader:
        counts = rechecks.job_counts(reader, job_id)
        sessions = rechecks.sessions_with_news(reader, job_id)
    unmarked = []
    for session_id in sessions:
        try:
            report_state.mark_provisional(services.ledger, services.home, session_id)
        except Refusal as refusal:  # the records stand, and the other sessions' reports are to be marked
            logger.warning("the reports of %s still look final: %s", session_id, refusal.message)
            unmarked.append(session_id)
    return {"counts": counts, "not_marked": unmarked}


class _Work:
    """The sources of one job."""

    def __init__(self, services: Services, job_id: str, groups: Sequence[Quoted], *, batch: bool) -> None:
        self.services = services
        self.job_id = job_id
        self.batch = batch
        self._places = Places(services.settings.fetch_concurrency, [one.source for one in groups if one.source])
        self._failed: dict[str, Unobtainable] = {}
        self._total = len(groups)
        self._done = 0

    async def group(self, group: Quoted) -> None:
        """Look at one source and record what became of each of its quotes, before its place is given to the next."""
        name = "what agents handed in"
        if group.source is None:
            handed_in = [_draft(one, "unread", "agent_captured", HANDED_IN) for one in group.members]
            await asyncio.to_thread(self._record, group, handed_in, [])
        else:
            name = host(group.source.url) if group.source.url else group.source.item
            async with self._places.place(group.source):
                await self._looked(group, group.source)
        self._done += 1
        progress.report(self.job_id, self._done, self._total, f"{self._done} of {self._total} sources, last {name}")

    async def _looked(self, group: Quoted, source: Source) -> None:
        tries = [(self.job_id, source.item)]
        try:
            live = await self._look(source, group)
            drafts = await asyncio.to_thread(self._judged, group.members, live)
            tries = [live.tries]
        except Unobtainable as failed:
            drafts = [_lost(one, failed) for one in group.members]
            if drafts[0].result == "gone" and group.asked is not None:
                tries.append((self.job_id, group.asked))
                drafts = await self._elsewhere(group, group.asked, drafts)
        except Exception as error:  # one source's fault, whatever it is, must not take the others' rows with it
            if is_engine_fault(error):
                raise
            logger.exception("source %s of job %s failed", source.item, self.job_id)
            said = f"A fault of the program; the hub's log has the details under {self.job_id}."
            drafts = [_draft(one, "unread", "internal_error", said) for one in group.members]
        drafts = [draft.model_copy(update={"checked_url": source.url}) for draft in drafts]
        await asyncio.to_thread(self._record, group, drafts, tries)

    async def _look(self, source: Source, group: Quoted) -> LiveSource:
        """The source as it is now; what has failed once in this job is not tried again."""
        if source.item in self._failed:
            raise self._failed[source.item]
        evidence = [one.evidence for one in group.members]
        try:
            return await look(self.services, source, self.job_id, evidence=evidence, batch=self.batch)
        except Unobtainable as failed:
            self._failed[source.item] = failed
            raise

    async def _elsewhere(self, group: Quoted, asked: str, gone: list[RecheckDraft]) -> list[RecheckDraft]:
        """The quotes at the address where the evidence was asked for, now that the one it led to is gone."""
        try:
            live = await self._look(Source(url=asked), group)
        except Unobtainable:
            return gone
        found = await asyncio.to_thread(self._judged, group.members, live, address=False)
        return [now if now.result == "moved" else before for now, before in zip(found, gone, strict=True)]

    def _judged(self, members: Sequence[Checkable], live: LiveSource, *, address: bool = True) -> list[RecheckDraft]:
        page = live.page
        facts = {"http_status": page.copy.http_status, "final_url": page.url} if page else {}
        return [
            judged(live, one.attachment, partial(self._stood, one), address=address).model_copy(update=facts)
            for one in members
        ]

    def _stood(self, one: Checkable) -> Place | None:
        """Where the quote stood; None where the saved text is not as it was recorded."""
        folder = SessionFolder(self.services.home, one.evidence.session_id)
        try:
            text = read_text(one.evidence, folder)
        except Refusal:
            return None
        return Place.of(text, one.attachment.start, one.attachment.end)

    def _record(self, group: Quoted, drafts: Sequence[RecheckDraft], tries: Sequence[tuple[str, str]]) -> None:
        """Record what was found, each session's in one transaction; a session that was archived meanwhile is left."""
        by_session: dict[str, list[RecheckDraft]] = defaultdict(list)
        with self.services.ledger.read() as reader:
            ids = [one for job_id, item in tries for one in rechecks.tries(reader, job_id, item)]
        for one, draft in zip(group.members, drafts, strict=True):
            by_session[one.attachment.session_id].append(draft.model_copy(update={"attempts": ids}))
        for session_id, rows in by_session.items():
            try:
                with self.services.ledger.write(session_id) as writer:
                    rechecks.record_rechecks(writer, session_id, self.job_id, rows)
            except Refusal as refusal:
                logger.info("session %s is left out: %s", session_id, refusal.message)


def _lost(one: Checkable, failed: Unobtainable) -> RecheckDraft:
    """What is known of a quote whose source was not got: that the source is gone, or nothing."""
    last = failed.failures[-1]
    gone = last.kind == "file_not_found" or came_instead(failed) == "soft_404"
    statuses = [failure.http_status for failure in failed.failures if failure.http_status is not None]
    draft = _draft(one, "gone" if gone else "unread", last.kind, clipped(message_of(failed), PASSAGE_CHARACTERS))
    return draft.model_copy(update={"http_status": statuses[-1] if statuses else None})


def _draft(one: Checkable, result: str, reason: str, message: str) -> RecheckDraft:
    found = {"attachment_id": one.attachment.attachment_id, "result": result, "reason": reason, "message": message}
    return RecheckDraft.model_validate(found)
