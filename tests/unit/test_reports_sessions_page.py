"""The list of sessions."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from bs4 import BeautifulSoup

from ledger.views import SessionRow
from reports.sessions_page import render_sessions
from tests.unit.report_hostile import CORPUS

DAY = datetime(2026, 7, 4, 1, 2, 3, tzinfo=UTC)


def row(**values: object) -> SessionRow:
    return SessionRow.model_validate({"session_id": "fc_20260704T010203_0badcafe", "recorded_at": DAY, **values})


def page(*rows: SessionRow, engine_url: str | None = None) -> BeautifulSoup:
    html = render_sessions(rows, total=40, base_url="http://127.0.0.1:8100/", engine_url=engine_url, lang="en")
    return BeautifulSoup(html, "html.parser")


def test_a_finalized_session_links_its_three_reports() -> None:
    found = page(row(title="Towers", finalized_at=DAY))
    base = "http://127.0.0.1:8100/sessions/fc_20260704T010203_0badcafe/report"
    assert {str(link["href"]) for link in found.find_all("a")} == {f"{base}.html", f"{base}.md", f"{base}.json"}


def test_an_open_session_shows_its_figures_and_links_nothing() -> None:
    found = page(row(title="Towers", percent="12.00%", claims=3, verified=1, contradicted=2, open_jobs=4))
    text = found.get_text(" ", strip=True)
    for words in ("Towers", "12.00%", "Contradicted", "in progress", "Open jobs", "2026-07-04 01:02:03 UTC", "1 of 40"):
        assert words in text
    assert not found.find_all("a")


def test_a_session_that_cannot_be_read_says_why() -> None:
    found = page(row(problem="The text file is missing."))
    assert "Cannot be read" in found.get_text()
    assert "The text file is missing." in found.get_text()


def test_the_engines_pages_are_linked_while_it_runs() -> None:
    assert page(engine_url="http://127.0.0.1:4200").find("a", href="http://127.0.0.1:4200")
    assert "uratori ui" in page().get_text()


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
        (None, "fc_20260704T010203_0badcafe"),
    ],
)
def test_a_session_without_title_is_named_by_what_it_came_from(origin: str | None, name: str) -> None:
    found = page(row(origin=origin))
    heading = found.find("h2")
    assert heading is not None
    assert heading.get_text(strip=True) == name
    assert found.get_text().count("fc_20260704T010203_0badcafe") == 1


def test_both_languages_stand_in_the_page() -> None:
    text = page(row(percent="1.00%")).get_text()
    assert "Coverage" in text
    assert "網羅率" in text
