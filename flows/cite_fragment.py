"""The link that opens one page at quoted words."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from prefect import flow

from flows import progress
from flows.cite_fetch import CitedPage, Unobtainable, cited_page
from flows.cite_rows import Row, check_cited, fetch_failed, look_up, matched, not_found
from flows.job_folder import job_folder
from flows.names import current_run_name, host
from flows.page_advice import page_advice
from flows.services import Services, current
from ledger.refusals import Refusal


@flow(name="cite-fragment", flow_run_name=lambda: current_run_name("cite_fragment"))
async def cite_fragment(
    url: str, cited_text: str, lang: str | None = None, job_id: str | None = None
) -> dict[str, Any]:
    """Make the link that opens a page at quoted words.

    Args:
        url: The page or PDF.
        cited_text: The words as they stand there.
        lang: Their language, such as en or ja; found by itself when left empty.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        check_cited(services.settings, url, cited_text, lang)
        progress.report(job, 0, 2, f"fetching {host(url)}")
        try:
            page = await cited_page(services, url, job)
        except Unobtainable as failed:
            raise unobtainable(failed, url, "generate_text_fragment") from None
        progress.report(job, 1, 2, "looking for the words")
        return await asyncio.to_thread(_linked, services, page, url, cited_text, lang)


class _Calls:
    """The call to make for another page, in words."""

    accepts = False

    def __init__(self, tool: str) -> None:
        self._tool = tool

    def fetch(self, urls: Sequence[str], **_accepting: bool) -> str:
        """The same call for the first of these pages."""
        return f"call {self._tool} with url {json.dumps(urls[0], ensure_ascii=False)}"

    def capture(self, _url: str) -> str:
        """What is left where uratori can't have the page."""
        return "read the words there: what it says can't be checked."


def unobtainable(failed: Unobtainable, url: str, tool: str) -> Refusal:
    """The refusal of a page that could not be had; `tool` is to be called for another one."""
    row = fetch_failed(failed)
    told: Row = {name: row[name] for name in ("http_status", "stage", "reason") if name in row}
    return Refusal("FETCH_FAILED", row["message"], page_advice(failed, url, _Calls(tool)), told)


def _linked(services: Services, page: CitedPage, url: str, text: str, lang: str | None) -> Row:
    """The link and what it opens at.

    Raises:
        Refusal: NOT_FOUND with the nearest passage; ENCODE_TOO_LONG.
    """
    cited = look_up(services, page, text, lang)
    if cited.found is None:
        row = not_found(cited)
        code, message = row.pop("code"), row.pop("message")
        near = row.get("nearest")
        advice = (
            f"If this passage says what you need, cite its words as they stand there: {near['passage'][:300]!r}."
            if near
            else "No part of it is there: cite words copied from the page, or give another page."
        )
        raise Refusal(code, f"{message} The page is {page.url[:300]}.", advice, row)
    row = matched(cited, url)
    if row.get("fragment_url") is None:
        advice = "Cite fewer or other words of the passage."
        if row["reason"] == "MEDIA_TYPE":
            advice = f"Cite the words with the plain address: {page.url[:300]}."
        raise Refusal(row["code"], row["message"], advice, {"matched_text": row["matched_text"]})
    return row
