"""Rows of one job about several pages: each distinct page is had once, and answers its own rows alone."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from flows import progress
from flows.acquire import Source
from flows.cite_fetch import CitedPage, CitedPages, Unobtainable
from flows.cite_rows import Row
from flows.names import host
from flows.page_locks import page_of
from flows.runner import is_engine_fault
from flows.services import Services
from ledger.refusals import Refusal

logger: Final = logging.getLogger(__name__)


class Batch(ABC):
    """One row per URL, in their order. What goes wrong with one page or one row leaves the others alone."""

    def __init__(self, services: Services, job_id: str, urls: Sequence[str]) -> None:
        self.services = services
        self.job_id = job_id
        self.urls = urls
        self._rows: dict[int, Row] = {}
        self._done = 0

    @abstractmethod
    def check(self, index: int) -> None:
        """Refuse what is never fetched. Raises Refusal."""

    @abstractmethod
    def refused(self, refusal: Refusal) -> Row:
        """The row of what `check` refused."""

    @abstractmethod
    def lost(self, index: int, failed: Unobtainable, /) -> Row:
        """The row of one whose page can't be had. In a thread."""

    @abstractmethod
    def answers(self, page: CitedPage) -> Callable[[int], Row]:
        """What makes the row of each one on the page. In a thread."""

    async def rows(self) -> list[Row]:
        """The rows. In the loop of the flow."""
        groups: dict[str, list[int]] = {}
        for index, url in enumerate(self.urls):
            try:
                self.check(index)
            except Refusal as refusal:
                self._rows[index] = self.refused(refusal)
            else:
                groups.setdefault(page_of(Source(url=url)), []).append(index)
        pages = CitedPages(self.services, self.job_id, [self.urls[indexes[0]] for indexes in groups.values()])
        await asyncio.gather(*(self._page(pages, indexes, len(groups)) for indexes in groups.values()))
        return [self._rows[index] for index in range(len(self.urls))]

    async def _page(self, pages: CitedPages, indexes: list[int], total: int) -> None:
        url = self.urls[indexes[0]]
        try:
            page = await pages.get(url)
        except Unobtainable as error:
            failed = error
            await asyncio.to_thread(self._each, indexes, lambda: lambda index: self.lost(index, failed))
        except Exception as error:  # one page's fault, whatever it is, must not take the others' answers with it
            if is_engine_fault(error):
                raise
            logger.exception("a page of job %s failed", self.job_id)
            self._rows |= dict.fromkeys(indexes, self._internal())
        else:
            await asyncio.to_thread(self._each, indexes, lambda: self.answers(page))
        self._done += 1
        progress.report(self.job_id, self._done, total, f"{self._done} of {total} pages, last {host(url)}")

    def _each(self, indexes: Sequence[int], opened: Callable[[], Callable[[int], Row]]) -> None:
        answer: Callable[[int], Row] | None = None
        for index in indexes:
            try:
                answer = answer or opened()
                self._rows[index] = answer(index)
            except Exception:  # as above, for one row
                logger.exception("row %d of job %s failed", index, self.job_id)
                self._rows[index] = self._internal()

    def _internal(self) -> Row:
        return {
            "status": "fetch_failed",
            "code": "INTERNAL_ERROR",
            "message": f"A fault of the program; the hub's log has the details under {self.job_id}.",
        }


def summed(rows: Sequence[Row], statuses: Sequence[str]) -> dict[str, Any]:
    """The rows as a job leaves them, with how many there are of each status."""
    counts = Counter(row["status"] for row in rows)
    return {"rows": list(rows), "summary": {"total": len(rows), **{status: counts[status] for status in statuses}}}
