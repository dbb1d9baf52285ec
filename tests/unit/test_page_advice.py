"""What to do for a page that could not be had: a real next call for each kind of what came instead."""

from __future__ import annotations

import pytest

from flows.fetch_refusals import refused_source, refused_start
from flows.job_errors import error_of
from flows.sources import Failure, Source, Unobtainable
from mcp_bridge.evidence_items import error_part

URL = "https://example.org/news/harbour/page"
FETCH = 'call fetch_evidence with session_id "fc_1", sources '
CAPTURE = f'call submit_agent_capture (session_id "fc_1", url "{URL}", discovered_via "agent_search"'


def failed(kind: str, status: int | None = None, **named: object) -> Unobtainable:
    failure = Failure("http", kind, "It said so.", status)
    return Unobtainable(
        Source(url=URL), [failure], named.get("pdf_links", []), named.get("copies", {}), named.get("frames")
    )


def advice(kind: str, status: int | None = None, **named: object) -> str:
    return refused_source(failed(kind, status, **named), session_id="fc_1", discovered_via="agent_search").suggestion


@pytest.mark.promise("FETCH-16")
@pytest.mark.parametrize(
    ("kind", "status", "begins", "says"),
    [
        ("page_login_wall", 200, "Look for the same facts", "if that is logged in there"),
        ("page_paywall", 200, "Look for the same facts", "free to read"),
        ("page_soft_404", 200, "Check the address", "web archive"),
        ("page_consent_wall", 200, "Open it with your own browser tool", "answer what it asks"),
        ("page_bot_check", 200, f"Wait some minutes and {FETCH}", "too many requests"),
        ("page_error", 200, f"Wait some minutes and {FETCH}", "may be over"),
        ("page_empty", 200, "Open it with your own browser tool", "the text you see"),
        ("thin_page", 200, "If the page really is that short", "accept_short=true"),
        ("http_status", 401, "Look for the same facts", "login"),
        ("http_status", 403, f"Wait some minutes and {FETCH}", "refused to show the page"),
        ("asked_to_wait", 503, f"C{FETCH[1:]}", "when the time is over"),
        ("http_status", 410, "Check the address", "web archive"),
        ("http_status", 429, f"Wait some minutes and {FETCH}", URL),
        ("http_status", 451, "Look for the same facts", "barred"),
        ("http_status", 503, f"Wait some minutes and {FETCH}", "may be over"),
        ("timeout", None, f"Wait some minutes and {FETCH}", "may be over"),
        ("dns", None, "Check the name", "web archive"),
    ],
)
def test_each_kind_has_its_next_call(kind: str, status: int | None, begins: str, says: str) -> None:
    told = advice(kind, status)
    assert told.startswith(begins)
    assert says in told
    assert CAPTURE in told
    assert told.endswith("set the verdict unverifiable and say why.")


def test_what_the_page_names_comes_first() -> None:
    links = [f"https://example.org/files/report-{number}.pdf" for number in range(7)]
    told = advice("page_login_wall", 200, pdf_links=links, copies={"amp": "https://example.org/amp/page"})
    first, rest = told.split(" Otherwise ", 1)
    assert first.startswith(FETCH[0].upper() + FETCH[1:])
    assert first.count(".pdf") == 5
    assert rest.startswith(f'{FETCH}[{{"type": "url", "url": "https://example.org/amp/page"}}]')


@pytest.mark.parametrize(("kind", "told"), [("page_empty", True), ("thin_page", True), ("page_login_wall", False)])
def test_a_page_of_frames_names_the_pages_in_them(kind: str, told: bool) -> None:
    said = advice(kind, 200, frames=["https://example.org/menu", "https://example.org/main"])
    assert ('"https://example.org/main"' in said and "the page shows those pages in frames" in said) is told


def test_long_links_are_left_to_the_facts() -> None:
    links = [f"https://example.org/{'long' * 40}/{number}.pdf" for number in range(5)]
    refusal = refused_source(
        failed("thin_page", 200, pdf_links=links), session_id="fc_1", discovered_via="agent_search"
    )
    assert refusal.suggestion.count(".pdf") == 1
    assert refusal.facts["pdf_links"] == links


@pytest.mark.parametrize(
    ("kind", "copies", "fetched"),
    [
        ("page_empty", {"leads_to": "https://example.org/new", "canonical": "https://example.org/c"}, "org/new"),
        ("page_soft_404", {"archive": "https://web.archive.org/web/2029/https://example.org/news"}, "archive.org"),
        ("page_soft_404", {"canonical": "https://example.org/elsewhere", "amp": "https://example.org/amp"}, None),
        ("page_error", {"canonical": URL + "#top"}, None),
        ("page_error", {"canonical": "https://example.org/"}, None),
        ("thin_page", {"print": "https://example.org/print/1", "amp": "https://example.org/amp/1"}, "print/1"),
    ],
)
def test_a_copy_is_fetched_only_where_it_is_another_one_of_the_page(
    kind: str, copies: dict[str, str], fetched: str | None
) -> None:
    told = advice(kind, 200, copies=copies)
    named = [address for address in copies.values() if f'[{{"type": "url", "url": "{address}"}}]' in told]
    assert len(named) == (1 if fetched else 0)
    assert all(str(fetched) in address for address in named)


@pytest.mark.parametrize("kind", ["thin_page", "page_bot_check", "page_login_wall", "page_soft_404", "page_error"])
def test_a_suggestion_fits_into_the_answer_for_many_sources(kind: str) -> None:
    links = [f"https://example.org/files/reports/2031/harbour-{number}.pdf" for number in range(5)]
    refusal = refused_source(
        failed(kind, 200, pdf_links=links[:1], copies={"amp": "https://example.org/amp/news/harbour/page"}),
        session_id="fc_20311130T101112Z_0a1b2c3d",
        discovered_via="cited_in_source",
    )
    assert "submit_agent_capture" in error_part(refusal).suggestion
    assert error_of(refusal)["code"] in {"FETCH_FAILED", "BODY_TRUNCATED"}


def test_a_session_is_started_from_what_the_page_names_or_from_its_text() -> None:
    told = refused_start(failed("page_login_wall", 200, pdf_links=["https://example.org/a.pdf"])).suggestion
    assert told.startswith('Call start_session with source {"type": "url", "url": "https://example.org/a.pdf"}')
    assert '{"type": "text"' in told
    for kind in ("thin_page", "truncated"):
        assert "accept_" not in refused_start(failed(kind, 200)).suggestion
