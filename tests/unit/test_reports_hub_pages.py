"""The pages that the hub serves: the list of sessions, one session, and the tries of all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from bs4 import BeautifulSoup

from ledger.views import AttemptView, Blocker, HostTries, LoggedAttempt, SessionExtract, SessionRow, TryReason
from reports.hub_pages import (
    Asked,
    Frame,
    ListPage,
    SessionParts,
    Tries,
    render_attempts,
    render_session,
    render_sessions,
)
from tests.unit.report_hostile import CALM, CORPUS, HOSTILE, poisoned
from tests.unit.report_samples import rich

DAY = datetime(2026, 7, 4, 1, 2, 3, tzinfo=UTC)
HUB = "http://127.0.0.1:8100"
ENGINE = "http://127.0.0.1:4200"
SESSION = "fc_20260704T010203_0badcafe"


def row(**values: object) -> SessionRow:
    return SessionRow.model_validate({"session_id": SESSION, "recorded_at": DAY, **values})


def parsed(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


def page(*rows: SessionRow, engine_url: str | None = None, **place: int) -> BeautifulSoup:
    return parsed(render_sessions(rows, ListPage(**{"total": 40, **place}), Frame(HUB, engine_url)))


def links(found: BeautifulSoup) -> set[str]:
    return {str(link["href"]) for link in found.find_all("a")}


def test_a_finalized_session_links_its_page_and_its_three_reports() -> None:
    session = f"{HUB}/sessions/{SESSION}"
    found = page(row(title="Towers", finalized_at=DAY))
    assert {session, *(f"{session}/report.{kind}" for kind in ("html", "md", "json"))} <= links(found)


def test_an_open_session_shows_its_figures_and_links_no_report() -> None:
    found = page(row(title="Towers", percent="12.00%", claims=3, verified=1, contradicted=2, open_jobs=4))
    text = found.get_text(" ", strip=True)
    for words in ("Towers", "12.00%", "Contradicted", "in progress", "Open jobs", "2026-07-04 01:02:03 UTC", "1 of 40"):
        assert words in text
    assert not [link for link in links(found) if "report." in link]


def test_a_session_that_cannot_be_read_says_why() -> None:
    found = page(row(problem="The text file is missing."))
    assert "Cannot be read" in found.get_text()
    assert "The text file is missing." in found.get_text()


def test_the_engines_pages_are_linked_while_it_runs() -> None:
    assert ENGINE in links(page(engine_url=ENGINE))
    assert "uratori ui" in page().get_text()


@pytest.mark.parametrize(("first", "found"), [(0, {"first=1"}), (1, {"first=0", "first=2"}), (39, {"first=38"})])
def test_a_long_list_has_pages(first: int, found: set[str]) -> None:
    turned = links(page(row(), first=first, most=1))
    assert {link.partition("?")[2] for link in turned if "?" in link} == found


@pytest.mark.promise("REPORT-1")
def test_hostile_titles_and_origins_add_no_element() -> None:
    rows = [row(title=text, origin=text, project=text, problem=text or None) for text in CORPUS if text]
    calm = [row(title="x", origin="x", project="x", problem="x") for text in CORPUS if text]
    assert [tag.name for tag in page(*rows).find_all(True)] == [tag.name for tag in page(*calm).find_all(True)]


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ("https://news.example/a/b?c=d", "news.example"),
        ("/home/reader/drafts/steel.md", "steel.md"),
        (None, SESSION),
    ],
)
def test_a_session_without_title_is_named_by_what_it_came_from(origin: str | None, name: str) -> None:
    found = page(row(origin=origin))
    heading = found.find("h2")
    assert heading is not None
    assert heading.get_text(strip=True) == name
    assert found.get_text().count(SESSION) == 1


def test_both_languages_stand_in_the_page() -> None:
    text = page(row(percent="1.00%")).get_text()
    assert "Coverage" in text
    assert "網羅率" in text


def session_parts(extract: SessionExtract) -> SessionParts:
    return SessionParts(
        row=row(title=extract.session.title, origin=extract.session.origin, source_kind="url", percent="98.00%"),
        waiting=[Blocker(gate="claims_without_verdict", total=3, rows=[])],
        attention=2,
        evidence=extract.evidence,
        live=frozenset(extract.effective.evidence),
        jobs=extract.jobs,
        hosts=[host(extract.session.project or "", "https://a.example/")],
    )


def host(message: str, name: str) -> HostTries:
    reason = TryReason(stage="http", error_kind=message, times=2, message=message)
    return HostTries(
        host=name,
        attempts=3,
        succeeded=1,
        failed=2,
        interrupted=0,
        running=0,
        sessions=1,
        last_at=DAY,
        reasons=[reason],
    )


def tried(view: AttemptView, title: str | None) -> LoggedAttempt:
    start, end = view.start, view.end
    return LoggedAttempt(
        session_id=start.session_id,
        title=title,
        job_id=start.job_id,
        job_kind="fetch_evidence",
        stage=start.stage,
        item=start.item,
        host="",
        number=start.number,
        started_at=start.recorded_at,
        ended_at=end.recorded_at + timedelta(seconds=1) if end else None,
        outcome=view.outcome,
        error_kind=end.error_kind if end else None,
        message=end.message if end else None,
        http_status=end.http_status if end else None,
        bytes=end.bytes if end else None,
        flow_run_id=start.flow_run_id,
    )


def test_a_session_page_tells_what_is_missing_and_leads_to_what_was_saved() -> None:
    extract = rich()[0]
    found = parsed(render_session(session_parts(extract), Frame(HUB, ENGINE)))
    text = found.get_text(" ", strip=True)
    assert "claims without a verdict 判定のない主張 3" in text
    saved = [file.path for item in extract.evidence for file in item.files]
    assert {f"{HUB}/sessions/{SESSION}/{path}" for path in saved} <= links(found)
    runs = [run.flow_run_id for job in extract.jobs for run in job.runs]
    assert {f"{ENGINE}/runs/flow-run/{run}" for run in runs} <= links(found)
    assert f"{HUB}/attempts?session={SESSION}" in links(found)


def test_the_tries_are_counted_by_host_and_lead_to_their_sessions() -> None:
    extract = rich()[0]
    rows = [tried(view, "Towers") for view in extract.attempts]
    asked = Asked(host="slow.example", outcome="failed")
    html = render_attempts(
        Tries([host("timeout", "slow.example")], 1, rows, ListPage(len(rows)), asked), Frame(HUB, ENGINE)
    )
    found = parsed(html)
    assert f"{HUB}/attempts?host=slow.example&outcome=running" in links(found)
    assert f"{HUB}/sessions/{extract.session.session_id}" in links(found)
    assert "timeout × 2" in " ".join(found.get_text(" ", strip=True).split())
    assert [tag.get_text(strip=True) for tag in found.select(".filters [aria-current]")] == ["failed失敗"]


@pytest.mark.promise("REPORT-1")
@pytest.mark.parametrize("first", range(0, len(HOSTILE), 5))
def test_hostile_sources_and_messages_add_no_element(first: int) -> None:
    def both(texts: tuple[str, ...]) -> list[list[str]]:
        extract = poisoned(texts, first)[0]
        rows = [tried(view, extract.session.title) for view in extract.attempts]
        hosts = [host(texts[first], texts[first])]
        tries = render_attempts(Tries(hosts, 1, rows, ListPage(9), Asked()), Frame(HUB))
        session = render_session(session_parts(extract), Frame(HUB))
        return [[tag.name for tag in parsed(html).find_all(True)] for html in (tries, session)]

    assert both(HOSTILE) == both(CALM)
