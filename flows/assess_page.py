"""Assessing a page on the web: what it tries to do to who reads it. Nothing of it is kept."""

from __future__ import annotations

import asyncio
from typing import Any

from prefect import flow

from flows import progress
from flows.acquire import Acquisition
from flows.cite_fragment import unobtainable
from flows.cite_rows import check_page_url
from flows.job_folder import job_folder
from flows.names import current_run_name, host
from flows.registry import NO_SESSION
from flows.services import current
from flows.signals import judged_source
from flows.sources import Source, Terms, Unobtainable


@flow(name="assess-page", flow_run_name=lambda: current_run_name("assess_page"))
async def assess_page(url: str, job_id: str | None = None) -> dict[str, Any]:
    """Assess a page: what it tries to do to who reads it, in plain view and in words that nobody sees.

    Args:
        url: The page or PDF.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        check_page_url(url)
        progress.report(job, 0, 2, f"fetching {host(url)}")
        source = Source(url=url)
        terms = Terms(short_at_last=True, accept_incomplete=True, tables=False, unjudged=True)
        try:
            got = await Acquisition(services, source, job_id=job, session_id=NO_SESSION, terms=terms).acquire()
        except Unobtainable as failed:
            raise unobtainable(failed, url, "assess_page") from None
        progress.report(job, 1, 2, "assessing the page")
        judged = await asyncio.to_thread(judged_source, services.policy, source, got)
        return {
            "url": got.body.final_url or url,
            "risk": judged.risk,
            "decision": judged.decision,
            "signals": [signal.model_dump(mode="json") for signal in judged.signals],
        }
