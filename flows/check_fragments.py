"""Whether links to quoted words still select them, on the live pages and against what is saved of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from prefect import flow

from evidence import limits
from evidence.fragment_parse import parse
from evidence.urls import fragmentless
from flows.cite_batch import Batch, summed
from flows.cite_fetch import CitedPage, Unobtainable
from flows.cite_rows import Row, check_page_url, clipped, fetch_failed, gone
from flows.job_folder import job_folder
from flows.link_check import check_directive
from flows.link_pages import LinkPages, saved_pages
from flows.names import current_run_name
from flows.services import current
from ledger.refusals import Refusal

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
        rows = await _Links(services, job, _bounded(links)).rows()
    told = ({"index": index, "url": clipped(link, 2_000)} for index, link in enumerate(links))
    each = [one | {"valid": row["status"] == "valid"} | row for one, row in zip(told, rows, strict=True)]
    return summed(each, STATUSES)


def _bounded(links: list[str]) -> list[str]:
    if 1 <= len(links) <= limits.LINKS_PER_CALL:
        return links
    raise Refusal(
        "ARGUMENT_INVALID",
        f"There are {len(links)} links; 1 to {limits.LINKS_PER_CALL} are taken.",
        "Check them in several calls.",
        {"links": len(links), "most": limits.LINKS_PER_CALL},
    )


class _Links(Batch):
    """The links of one job."""

    def check(self, index: int) -> None:
        check_page_url(self.urls[index])
        _check_fragment(self.urls[index])

    def refused(self, refusal: Refusal) -> Row:
        return {"status": "invalid", "code": refusal.code, "message": f"{refusal.message} {refusal.suggestion}"}

    def lost(self, index: int, failed: Unobtainable, /) -> Row:
        status = {"status": "gone"} if gone(failed) else {}
        return fetch_failed(failed) | status | self._was(self.urls[index])

    def answers(self, page: CitedPage) -> Callable[[int], Row]:
        pages = LinkPages(self.services, page)
        return lambda index: self._link(page, pages, self.urls[index])

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
