"""Rows about several pages: what goes wrong with one page or one row is the answer of that one alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from flows import cite_batch
from flows.cite_batch import Batch, summed
from flows.cite_fetch import CitedPage
from flows.cite_rows import Row
from flows.sources import Failure, Source, Unobtainable
from ledger.refusals import Refusal

ONE, TWO = "https://one.example/a", "https://two.example/b"


class Pages:
    """Has the page of each URL by its name; `gone` can't be had, `bad` is a fault."""

    asked: list[str]

    def __init__(self, _services: object, _job_id: str, _urls: list[str]) -> None:
        type(self).asked = []

    async def get(self, url: str) -> str:
        self.asked.append(url)
        if "gone" in url:
            raise Unobtainable(Source(url=url), [Failure("http", "http_status", "It answered 404.", 404)], [])
        if "bad" in url:
            raise ZeroDivisionError
        return url


class Words(Batch):
    def check(self, index: int) -> None:
        if "never" in self.urls[index]:
            raise Refusal("INVALID_URL", "Never.", "Another.", {})

    def refused(self, refusal: Refusal) -> Row:
        return {"status": "refused", "code": refusal.code}

    def lost(self, _index: int, failed: Unobtainable, /) -> Row:
        return {"status": "lost", "of": failed.source.url}

    def answers(self, page: CitedPage) -> Callable[[int], Row]:
        if "closed" in str(page):
            raise KeyError("closed")

        def answer(index: int) -> Row:
            if "#wrong" in self.urls[index]:
                raise ValueError("wrong")
            return {"status": "said", "page": page}

        return answer


@pytest.fixture(autouse=True)
def _pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cite_batch, "CitedPages", Pages)


def rows(*urls: str) -> list[Row]:
    services: Any = None
    return asyncio.run(Words(services, "job_1", urls).rows())


@pytest.mark.promise("CITE-2")
def test_what_goes_wrong_with_one_leaves_the_others_alone() -> None:
    gone, bad, closed = "https://gone.example/", "https://bad.example/", "https://closed.example/"
    told = rows(ONE, "never", f"{ONE}#wrong", gone, TWO, bad, f"{ONE}#top", closed)
    assert [row.get("code") or row["status"] for row in told] == [
        "said", "INVALID_URL", "INTERNAL_ERROR", "lost", "said", "INTERNAL_ERROR", "said", "INTERNAL_ERROR"
    ]  # fmt: skip
    assert told[3]["of"] == gone
    assert "job_1" in told[2]["message"], "the log has the details under the job"
    assert sorted(Pages.asked) == sorted([ONE, TWO, gone, bad, closed]), "each page is asked for once"


def test_rows_are_counted_by_their_status() -> None:
    told = summed([{"status": "a"}, {"status": "b"}, {"status": "a"}], ("a", "b", "c"))
    assert told["summary"] == {"total": 3, "a": 2, "b": 1, "c": 0}
