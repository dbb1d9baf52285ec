"""How a source that could not be had is told: each reason once, and the calls in the order of their worth."""

from __future__ import annotations

import asyncio

import pytest

from flows.fetch_refusals import refused_source, refused_start
from flows.sources import Failure, Source, Unobtainable
from flows.url_advice import url_advice
from flows.wording import agreeing, counted
from ledger.refusals import Refusal
from tasks.attempts import StageError
from tasks.guard import AddressPolicy, check_url, resolve_and_check

URL = "https://example.org/page"
THIN = "The page has 40 characters of prose that is no link, fewer than 200 (short: little text)."


def refusal(*failures: Failure, url: str = URL, pdf_links: list[str] | None = None) -> Refusal:
    failed = Unobtainable(Source(url=url), list(failures), pdf_links or [])
    return refused_source(failed, session_id="fc_1", discovered_via="agent_search")


def test_a_thin_page_is_kept_by_the_first_call_that_is_suggested() -> None:
    told = refusal(Failure("http", "thin_page", THIN), Failure("browser", "thin_page", THIN))
    assert told.code == "FETCH_FAILED"
    assert told.message.count(THIN) == 1
    assert "http and browser: The page has" in told.message
    call = f'call fetch_evidence with session_id "fc_1", sources [{{"type": "url", "url": "{URL}"}}], discovered_via '
    assert call + '"agent_search", accept_short=true' in told.suggestion
    assert told.suggestion.index("accept_short=true") < told.suggestion.index("submit_agent_capture")
    assert [one["stage"] for one in told.facts["stages"]] == ["http", "browser"]


def test_a_pdf_that_the_page_links_to_comes_before_the_thin_page() -> None:
    told = refusal(Failure("http", "thin_page", THIN), pdf_links=["https://example.org/a.pdf"])
    assert told.suggestion.index("a.pdf") < told.suggestion.index("accept_short=true")
    assert told.message.endswith("It links to 1 PDF.")


def test_a_missing_page_is_looked_for_before_it_is_captured() -> None:
    for failure in (
        Failure("http", "http_status", "The server answered 404.", 404),
        Failure("http", "page_soft_404", "Instead of the page there is this: soft_404 (title)."),
    ):
        told = refusal(failure)
        assert told.suggestion.startswith("Check the address")
        assert "another copy" in told.suggestion
        assert told.suggestion.index("another copy") < told.suggestion.index("submit_agent_capture")
    start = refused_start(Unobtainable(Source(url=URL), [Failure("http", "http_status", "404", 404)], []))
    assert start.suggestion.startswith("Check the address")


def test_a_short_local_page_is_kept_the_same_way() -> None:
    failed = Unobtainable(Source(path="/srv/a.html"), [Failure("file", "thin_page", THIN)], [])
    told = refused_source(failed, session_id="fc_1", discovered_via="agent_search")
    assert '"path": "/srv/a.html"' in told.suggestion
    assert "accept_short=true" in told.suggestion


@pytest.mark.promise("PDF-2")
@pytest.mark.parametrize(
    ("kind", "code", "advice"),
    [
        ("pdf_too_many_pages", "FILE_TOO_LARGE", "Give a part of it: a PDF of the pages that matter, at most 2,000."),
        ("pdf_too_long", "FILE_TOO_LARGE", "Give a part of it: a PDF of the pages that matter."),
        ("pdf_broken", "FILE_KIND_UNSUPPORTED", "Give another copy of the file"),
    ],
)
def test_a_local_pdf_is_refused_with_what_helps(kind: str, code: str, advice: str) -> None:
    failed = Unobtainable(Source(path="/srv/a.pdf"), [Failure("file", kind, "The reason.")], [])
    told = refused_source(failed, session_id="fc_1", discovered_via="agent_search")
    assert (told.code, told.facts["stages"][0]["kind"]) == (code, kind)
    assert "The reason." in told.message
    assert told.suggestion.startswith(advice)


@pytest.mark.parametrize(
    ("url", "message", "advice"),
    [
        ("https://example.org:6000/a", "port 6000", '"https://example.org/a"'),
        ("http://[::1]:25/a", "port 25", '"http://[::1]/a"'),
        ("www.example.org", "no scheme", '"https://www.example.org"'),
        ("example.org:8080/x", "no scheme", '"https://example.org:8080/x"'),
        ("mailto:a@example.org", "scheme mailto", "http or https"),
        ("https://", "can't be fetched", "http or https"),
        ("https://exa mple.org/", "spaces", "http or https"),
        ("https://example.org\\@other.example", "backslashes", "https://example.org/page"),
    ],
)
def test_a_url_is_refused_with_what_is_wrong_and_one_that_may_be(url: str, message: str, advice: str) -> None:
    with pytest.raises(StageError) as refused:
        check_url(url)
    said, suggested = url_advice(url, refused.value.message)
    assert message in said
    assert advice in suggested
    told = refusal(Failure("http", "url_invalid", refused.value.message), url=url)
    assert (told.code, told.message, told.suggestion) == ("URL_INVALID", said, suggested)


def test_a_redirect_to_a_bad_url_is_not_blamed_on_the_given_one() -> None:
    told = refusal(Failure("http", "redirect_invalid", "It leads to ftp://x."))
    assert told.code == "URL_INVALID"
    assert "final address" in told.suggestion


def test_numbers_and_nouns_agree() -> None:
    assert [counted(number, "claim") for number in (0, 1, 2, 1_000)] == [
        "0 claims",
        "1 claim",
        "2 claims",
        "1,000 claims",
    ]
    assert counted(2, "more item", "more items") == "2 more items"
    assert (agreeing(1, "is", "are"), agreeing(2, "is", "are")) == ("is", "are")


def test_a_port_that_a_setting_opens_names_the_setting() -> None:
    async def public(_host: str, _port: int) -> list[str]:
        return ["93.184.216.34"]

    with pytest.raises(StageError) as refused:
        asyncio.run(resolve_and_check("public.example", 8000, AddressPolicy(), resolver=public))
    told = refusal(Failure("http", refused.value.kind, refused.value.message), url="http://public.example:8000/")
    assert told.code == "ADDRESS_REFUSED"
    assert "port 8000" in told.message
    assert "URATORI_FETCH_PORTS" in told.suggestion
