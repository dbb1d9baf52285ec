"""Weighing claims against a page on the web: what supports them there, what opposes them, and why."""

from __future__ import annotations

import asyncio
from typing import Any

from prefect import flow

from evidence import limits
from evidence.fragments import Link, page_fragment
from evidence.ranges import Range
from flows import progress
from flows.cite_fetch import CitedPage, Unobtainable, cited_page
from flows.cite_fragment import unobtainable
from flows.cite_links import built
from flows.cite_rows import check_page_url
from flows.job_folder import job_folder
from flows.names import current_run_name, host
from flows.services import current
from flows.weighing import WeighedPage, weigh
from ledger.refusals import Refusal


@flow(name="extract-evidence", flow_run_name=lambda: current_run_name("extract_evidence"))
async def extract_evidence(
    url: str, claims: list[str], backend: str = "rules", job_id: str | None = None
) -> dict[str, Any]:
    """Weigh claims against a page: what supports them there, what opposes them, and why.

    Args:
        url: The page or PDF.
        claims: Up to 200, a sentence or two each.
        backend: What weighs them.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        check_page_url(url)
        if not 1 <= len(claims) <= limits.CLAIMS_PER_CALL:
            raise Refusal(
                "ARGUMENT_INVALID",
                f"{len(claims)} claims were given; 1 to {limits.CLAIMS_PER_CALL} are taken.",
                "Give more than that in several calls.",
                {"claims": len(claims), "most": limits.CLAIMS_PER_CALL},
            )
        progress.report(job, 0, 2, f"fetching {host(url)}")
        try:
            page = await cited_page(services, url, job)
        except Unobtainable as failed:
            raise unobtainable(failed, url, "extract_evidence") from None
        progress.report(job, 1, 2, "weighing the claims")
        rows = await asyncio.to_thread(weigh, _weighed(page, url), claims, backend)
        return {"rows": rows, "url": page.url, "page_kind": page.copy.page_kind}


def _weighed(page: CitedPage, given: str) -> WeighedPage:
    def link(place: Range) -> str | None:
        if page.is_pdf:
            numbers = page.pages_at(place)
            return page_fragment(page.url, numbers[0]) if numbers else None
        made = built(page, place, given=given)
        return made.url if isinstance(made, Link) else None

    copy = page.copy
    return WeighedPage(page.text, page.marked_html(), link, copy.page_title, copy.language, copy.article)
