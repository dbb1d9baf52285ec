"""Whether links to quoted words still select them, on the live pages and against what is saved of them."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from typing import Any, Final

from prefect import flow

from evidence import limits
from evidence.fragment_parse import parse
from evidence.urls import fragmentless
from flows import progress
from flows.acquire import Source
from flows.cite_fetch import CitedPage, CitedPages, Unobtainable
from flows.cite_rows import Row, check_page_url, clipped, fetch_failed, gone
from flows.job_folder import job_folder
from flows.link_check import check_directive
from flows.link_pages import LinkPages, saved_pages
from flows.names import current_run_name, host
from flows.page_locks import page_of
from flows.runner import is_engine_fault
from flows.services import Services, current
from ledger.refusals import Refusal

logger = logging.getLogger(__name__)
STATUSES: Final = ("valid", "moved", "changed", "gone", "fetch_failed", "invalid")
WORST: Final = ("changed", "moved", "valid")
_DIGITS_MOST: Final = 9
_PAGE: Final = re.compile(r"(?:^|&)page=(\d+)(?:&|$)")


@flow(name="check-fragments", flow_run_name=lambda: current_run_name("check_fragments"))
async def check_fragments(links: list[str], job_id: str | None = None) -> dict[str, Any]:
    """Check whether links to quoted words still select them.

    Args:
        links: Up to 50 URLs with #:~:text=… (or #page=… of a PDF).
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        rows = await _Work(services, job, _bounded(links)).rows()
    counts = Counter(row["status"] for row in rows)
    return {"rows": rows, "summary": {"total": len(rows), **{status: counts[status] for status in STATUSES}}}


def _bounded(links: list[str]) -> list[str]:
    if 1 <= len(links) <= limits.LINKS_PER_CALL:
        return links
    raise Refusal(
        "ARGUMENT_INVALID",
        f"There are {len(links)} links; 1 to {limits.LINKS_PER_CALL} are taken.",
        "Check them in several calls.",
        {"links": len(links), "most": limits.LINKS_PER_CALL},
    )


class _Work:
    """The links of one job, by the page that they lead to."""

    def __init__(self, services: Services, job_id: str, links: list[str]) -> None:
        self.services = services
        self.job_id = job_id
        self.links = links
        self._rows: dict[int, Row] = {}
        self._done = 0

    async def rows(self) -> list[Row]:
        """One row per link, in the order of the links."""
        groups: dict[str, list[int]] = {}
        for index, link in enumerate(self.links):
            try:
                check_page_url(link)
                _check_fragment(link)
            except Refusal as refusal:
                message = f"{refusal.message} {refusal.suggestion}"
                self._rows[index] = {"status": "invalid", "code": refusal.code, "message": message}
            else:
                groups.setdefault(page_of(Source(url=fragmentless(link))), []).append(index)
        pages = CitedPages(self.services, self.job_id, [self.links[indexes[0]] for indexes in groups.values()])
        await asyncio.gather(*(self._page(pages, indexes, len(groups)) for indexes in groups.values()))
        return [
            {"index": index, "url": clipped(link, 2_000), "valid": self._rows[index]["status"] == "valid"}
            | self._rows[index]
            for index, link in enumerate(self.links)
        ]

    async def _page(self, pages: CitedPages, indexes: list[int], total: int) -> None:
        url = self.links[indexes[0]]
        try:
            page = await pages.get(url)
        except Unobtainable as failed:
            row = fetch_failed(failed) | ({"status": "gone"} if gone(failed) else {})
            for index in indexes:
                self._rows[index] = row | await asyncio.to_thread(self._was, self.links[index])
        except Exception as error:  # one page's fault, whatever it is, must not take the others' answers with it
            if is_engine_fault(error):
                raise
            logger.exception("a page of job %s failed", self.job_id)
            self._rows |= dict.fromkeys(indexes, self._internal())
        else:
            await asyncio.to_thread(self._check, page, indexes)
        self._done += 1
        progress.report(self.job_id, self._done, total, f"{self._done} of {total} pages, last {host(url)}")

    def _check(self, page: CitedPage, indexes: list[int]) -> None:
        pages = LinkPages(self.services, page)
        for index in indexes:
            try:
                self._rows[index] = self._link(page, pages, self.links[index])
            except Exception:  # as above, for one link
                logger.exception("link %d of job %s failed", index, self.job_id)
                self._rows[index] = self._internal()

    def _link(self, page: CitedPage, pages: LinkPages, link: str) -> Row:
        directives = parse(link)
        if not directives:
            return _numbered(page, link)
        rows = [check_directive(self.services, page, pages, directive) for directive in directives]
        worst = min(rows, key=lambda row: WORST.index(row["status"]))
        if len(rows) == 1:
            return worst
        return worst | {"parts": [{"text": str(one)} | row for one, row in zip(directives, rows, strict=True)]}

    def _was(self, link: str) -> Row:
        """What the link selected on a saved page, for one whose page can't be had."""
        for directive in parse(link):
            for saved in saved_pages(self.services, fragmentless(link)):
                then = saved.selected(directive)
                if then is not None and saved.saved_at is not None:
                    when = saved.saved_at.isoformat(timespec="seconds")
                    return {
                        "matched_text": clipped(then.text, 600),
                        "compared_with": {"saved": saved.name, "saved_at": when},
                    }
        return {}

    def _internal(self) -> Row:
        return {
            "status": "fetch_failed",
            "code": "INTERNAL_ERROR",
            "message": f"A fault of the program; the hub's log has the details under {self.job_id}.",
        }


def _check_fragment(link: str) -> None:
    """Refuse a link that names no words and no page number. Refusal INVALID_URL."""
    if parse(link) or _PAGE.search(link.partition("#")[2]):
        return
    raise Refusal(
        "INVALID_URL",
        "The link names no words: it has no #:~:text=…, or one that a browser does not understand.",
        "Make a link with generate_text_fragment.",
        {"url": link[:200]},
    )


def _numbered(page: CitedPage, link: str) -> Row:
    """A link to a physical page of a PDF."""
    found = _PAGE.search(link.partition("#")[2])
    number = int(found[1]) if found and len(found[1]) <= _DIGITS_MOST else 0
    total = len(page.copy.pages)
    if 1 <= number <= total:
        return {"status": "valid", "page_number": number}
    what = f"The PDF has {total} pages." if total else "It is no PDF now."
    return {"status": "changed", "message": what}
