"""Looking up many quotes on web pages and PDFs: one fetch per distinct page, every claim for itself, order kept."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

from prefect import flow

from evidence import limits
from flows import progress
from flows.acquire import Source
from flows.cite_fetch import CitedPage, CitedPages, Unobtainable
from flows.cite_rows import Row, check_cited, fetch_failed, look_up, refused, row_of
from flows.job_folder import job_folder
from flows.names import current_run_name, host
from flows.page_locks import page_of
from flows.runner import is_engine_fault
from flows.services import Services, current
from ledger.refusals import Refusal

logger = logging.getLogger(__name__)
STATUSES = ("verified", "not_found", "fetch_failed")


@flow(name="verify-claims", flow_run_name=lambda: current_run_name("verify_claims"))
async def verify_claims(claims: list[dict[str, Any]], job_id: str | None = None) -> dict[str, Any]:
    """Look up quotes on web pages and PDFs, and make the links that open at them.

    Args:
        claims: Up to 200, each {"url": …, "claim": …}, with "lang" where the language is known.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        rows = await _Work(services, job, _bounded(claims)).rows()
    counts = Counter(row["status"] for row in rows)
    summary = {"total": len(rows), **{status: counts[status] for status in STATUSES}}
    return {"rows": rows, "summary": summary}


def _bounded(claims: list[dict[str, Any]]) -> list[dict[str, Any]]:
    whole = [one for one in claims if isinstance(one.get("url"), str) and isinstance(one.get("claim"), str)]
    if len(whole) == len(claims) and 1 <= len(claims) <= limits.CLAIMS_PER_CALL:
        return claims
    raise Refusal(
        "ARGUMENT_INVALID",
        f"claims has {len(claims)} entries, {len(whole)} of them with url and claim; 1 to {limits.CLAIMS_PER_CALL} "
        "whole ones are taken.",
        'Give each as {"url": …, "claim": …}, and more than that in several calls.',
        {"claims": len(claims), "most": limits.CLAIMS_PER_CALL},
    )


class _Work:
    """The claims of one job, by the page that they name."""

    def __init__(self, services: Services, job_id: str, claims: list[dict[str, Any]]) -> None:
        self.services = services
        self.job_id = job_id
        self.claims = claims
        self._rows: dict[int, Row] = {}
        self._done = 0

    async def rows(self) -> list[Row]:
        """One row per claim, in the order of the claims."""
        groups: dict[str, list[int]] = {}
        for index, claim in enumerate(self.claims):
            try:
                check_cited(self.services.settings, claim["url"], claim["claim"], claim.get("lang"))
            except Refusal as refusal:
                self._rows[index] = refused(refusal)
            else:
                groups.setdefault(page_of(Source(url=claim["url"])), []).append(index)
        urls = [self.claims[indexes[0]]["url"] for indexes in groups.values()]
        pages = CitedPages(self.services, self.job_id, urls)
        await asyncio.gather(*(self._page(pages, indexes, len(groups)) for indexes in groups.values()))
        return [{"index": index, "url": claim["url"], **self._rows[index]} for index, claim in enumerate(self.claims)]

    async def _page(self, pages: CitedPages, indexes: list[int], total: int) -> None:
        """Every claim on one page; what goes wrong with it is their answer."""
        url = self.claims[indexes[0]]["url"]
        try:
            page = await pages.get(url)
        except Unobtainable as failed:
            self._rows |= dict.fromkeys(indexes, fetch_failed(failed))
        except Exception as error:  # one page's fault, whatever it is, must not take the others' answers with it
            if is_engine_fault(error):
                raise
            logger.exception("a page of job %s failed", self.job_id)
            self._rows |= dict.fromkeys(indexes, self._internal())
        else:
            await asyncio.to_thread(self._look_up, page, indexes)
        self._done += 1
        progress.report(self.job_id, self._done, total, f"{self._done} of {total} pages, last {host(url)}")

    def _look_up(self, page: CitedPage, indexes: list[int]) -> None:
        for index in indexes:
            claim = self.claims[index]
            try:
                cited = look_up(self.services, page, claim["claim"], claim.get("lang"))
                row = row_of(cited, claim["url"])
            except Exception:  # as above, for one claim
                logger.exception("claim %d of job %s failed", index, self.job_id)
                row = self._internal()
            row.pop("context_used", None)
            row.pop("detected_lang", None)
            self._rows[index] = row

    def _internal(self) -> Row:
        return {
            "status": "fetch_failed",
            "code": "INTERNAL_ERROR",
            "message": f"A fault of the program; the hub's log has the details under {self.job_id}.",
        }
