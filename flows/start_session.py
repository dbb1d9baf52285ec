"""Starting a session from a page: its article becomes the text under check."""

from __future__ import annotations

import asyncio
from typing import Any

from prefect import flow

from evidence.urls import cited_urls
from flows import progress
from flows.acquire import Acquisition
from flows.evidence_records import raw_files
from flows.fetch_refusals import refused_start
from flows.job_folder import job_folder
from flows.names import current_run_name, host
from flows.registry import NO_SESSION
from flows.services import Services, current
from flows.sources import Acquired, Source, Unobtainable
from ledger.records import Session
from ledger.sessions import Fetched, create_session, session_of_job
from ledger.values import CitedUrl
from tasks.parsed import ParsedSource


@flow(name="start-session", flow_run_name=lambda: current_run_name("start_session"))
async def start_session(
    url: str,
    title: str | None = None,
    language: str | None = None,
    project: str | None = None,
    job_id: str | None = None,
) -> dict[str, Any]:
    """Start a session from a page: fetch it and take its article as the text to check.

    Args:
        url: The page, PDF or text.
        title: The report's title; the page's own when left empty.
        language: Of the text, such as en or ja; the page's own when left empty.
        project: A word to group sessions by.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    told = {"title": title, "language": language, "project": project}
    with job_folder(services.home, job_id) as job:
        made = await asyncio.to_thread(_made_before, services, job)
        if made is None:
            progress.report(job, 0, 2, f"fetching {host(url)}")
            source = Source(url=url)
            try:
                got = await Acquisition(services, source, job_id=job, session_id=NO_SESSION).acquire()
            except Unobtainable as failed:
                raise refused_start(failed) from None
            progress.report(job, 1, 2, "recording the session")
            made = await asyncio.to_thread(_record, services, url, got, told, job)
    return {"session_id": made.session_id}


def _made_before(services: Services, job_id: str) -> Session | None:
    """The session that a run of this job made before it was lost."""
    with services.ledger.read() as reader:
        return session_of_job(reader, job_id)


def article_text(parsed: ParsedSource) -> str:
    """The text to check: of a page its article, of anything else the whole."""
    article = "\n\n".join(parsed.text[part.start : part.end] for part in parsed.article)
    return article if article.strip() else parsed.text


def _record(services: Services, url: str, got: Acquired, told: dict[str, str | None], job_id: str) -> Session:
    text = article_text(got.parsed)
    fetched = Fetched(final_url=got.body.final_url, exchange=got.exchange, files=raw_files(got), readers=got.readers)
    with services.ledger.write(NO_SESSION) as writer:
        made = session_of_job(writer, job_id)
        return made or create_session(
            writer,
            services.home,
            text,
            source_kind="url",
            title=told["title"] or got.parsed.title,
            language=told["language"] or got.parsed.language,
            project=told["project"],
            origin=url,
            file_sha256=got.body.sha256,
            cited_urls=[CitedUrl(url=cited, start=start, end=end) for cited, start, end in cited_urls(text)],
            job_id=job_id,
            fetched=fetched,
        )
