"""Links to quoted words, checked against the live page and what is saved of it, over loopback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from evidence import limits
from ledger.chain import NO_SESSION
from mcp_bridge.sample_site import make_pdf
from tests.changing_site import ChangingSite
from tests.flow.engine_world import World
from tests.site import PROSE

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

WORDS = "the crossing takes fifty minutes when the sea is calm"
Row = dict[str, Any]


@pytest.fixture(scope="module")
def site() -> Iterator[ChangingSite]:
    made = ChangingSite()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _no_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every job sees the page as it is now."""
    monkeypatch.setattr(limits, "CITED_AGAIN_SECONDS", 0)


def result(world: World, kind: Any, parameters: dict[str, Any]) -> Row:
    view = world.wait(world.desk.submit(kind, NO_SESSION, parameters))
    assert view.outcome is not None
    assert view.outcome.result is not None, view.outcome.error
    return view.outcome.result


def linked(world: World, url: str, text: str) -> str:
    return str(result(world, "cite_fragment", {"url": url, "cited_text": text})["fragment_url"])


def checked(world: World, *links: str) -> list[Row]:
    told = result(world, "check_fragments", {"links": list(links)})
    rows: list[Row] = told["rows"]
    assert [row["index"] for row in rows] == list(range(len(links)))
    assert [row["valid"] for row in rows] == [row["status"] == "valid" for row in rows]
    return rows


@pytest.mark.promise("CITE-6")
def test_a_link_that_still_selects_its_words_is_valid(world: World, site: ChangingSite) -> None:
    link = linked(world, site.put("/same", PROSE), WORDS)
    site.put("/same", f"{PROSE} The island has a school since 1970.")
    row = checked(world, link)[0]
    assert (row["status"], row["matched_text"], row["match_count"], row["is_unique"]) == ("valid", WORDS, 1, True)
    assert f"cars, and {WORDS}." in row["surrounding_context"]
    assert row["compared_with"]["saved"].startswith("copy_")


@pytest.mark.promise("CITE-6")
def test_words_that_stand_elsewhere_get_a_new_link(world: World, site: ChangingSite) -> None:
    url = site.put("/moved", f"{PROSE} In spring the crossing takes longer.")
    link = linked(world, url, "In winter the last boat leaves at five in the afternoon")
    broken = f"{url}#:~:text=no%20such%20words-,In%20winter%20the%20last%20boat%20leaves"
    row = checked(world, broken, link)[0]
    assert row["status"] == "moved"
    assert row["matched_text"] == "In winter the last boat leaves"
    assert checked(world, row["new_url"])[0]["status"] == "valid"


@pytest.mark.promise("CITE-6")
def test_words_that_changed_are_shown_with_what_stands_there_now(world: World, site: ChangingSite) -> None:
    link = linked(world, site.put("/changed", PROSE), WORDS)
    site.put("/changed", PROSE.replace("fifty minutes", "fifty-five minutes"))
    row = checked(world, link)[0]
    assert row["status"] == "changed"
    assert "takes fifty{+-five+} minutes" in row["nearest"]["diff"]
    assert row["nearest"]["passage"].startswith("the crossing takes fifty-five minutes")


@pytest.mark.promise("CITE-7")
def test_a_link_from_here_to_there_is_held_against_the_words_that_were_saved(world: World, site: ChangingSite) -> None:
    url = site.put("/range", PROSE)
    link = f"{url}#:~:text={quote('It carries about')},{quote('sea is calm')}"
    assert checked(world, link)[0]["status"] == "valid"
    site.put("/range", PROSE.replace("forty cars", "fifty cars"))
    row = checked(world, link)[0]
    # It selects something still, but no longer the words that were saved.
    assert row["status"] == "changed"
    assert "[-forty-]{+fifty+}" in row["nearest"]["diff"]
    assert row["compared_with"]["saved_at"]


def test_a_link_made_of_the_page_as_it_is_is_valid_though_it_was_another_page_before(
    world: World, site: ChangingSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = site.put("/younger", PROSE)
    link = f"{url}#:~:text={quote('It carries about')},{quote('sea is calm')}"
    linked(world, url, WORDS)
    site.put("/younger", PROSE.replace("forty cars", "fifty cars"))
    linked(world, url, WORDS)
    for seconds in (0, 60):
        monkeypatch.setattr(limits, "CITED_AGAIN_SECONDS", seconds)
        row = checked(world, link)[0]
        assert row["status"] == "valid"
        assert "[-forty-]{+fifty+}" in row["differs_from"]["diff"]


@pytest.mark.promise("CITE-6")
def test_a_page_that_is_gone_is_told_with_what_the_link_selected(world: World, site: ChangingSite) -> None:
    link = linked(world, site.put("/gone", PROSE), WORDS)
    del site.pages["/gone"]
    row = checked(world, link)[0]
    assert (row["status"], row["http_status"], row["matched_text"]) == ("gone", 404, WORDS)


@pytest.mark.promise("CITE-7")
def test_evidence_of_a_session_is_compared_with_too(world: World, site: ChangingSite) -> None:
    url = site.put("/evidence", PROSE)
    session_id = world.session()
    parameters = {"sources": [{"type": "url", "url": url}], "discovered_via": "agent_search"}
    world.wait(world.desk.submit("fetch_evidence", session_id, parameters))
    site.put("/evidence", PROSE.replace("three hundred", "two hundred"))
    row = checked(world, f"{url}#:~:text={quote('about three hundred people')}")[0]
    assert row["status"] == "changed"
    assert row["compared_with"]["saved"] == f"evidence_1 of {session_id}"
    assert "[-three-]{+two+} hundred people" in row["nearest"]["diff"]


@pytest.mark.promise("CITE-2")
def test_each_link_of_many_is_told_for_itself_and_each_page_fetched_once(world: World, site: ChangingSite) -> None:
    url = site.put("/many", PROSE)
    site.serve("/many.pdf", make_pdf([["One"], ["Two"]]), "application/pdf")
    site.serve("/broken", b"broken", status=500)
    before = site.hits["/many"]
    rows = checked(
        world,
        f"{url}#:~:text=fifty%20minutes",
        f"{url}#top:~:text=forty%20cars&text=no%20harbour%20at%20all",
        f"{url}#section",
        "ftp://example.org/#:~:text=x",
        f"{site.url('/many.pdf')}#page=2",
        f"{site.url('/many.pdf')}#page=3",
        f"{site.url('/broken')}#:~:text=fifty",
        f"{url}#:~:text=in",
        f"{site.url('/many.pdf')}#page=99999999999",
        f"{url}#:~:text=zeppelin",
        f"{site.serve('/many.json', PROSE.encode(), 'application/json')}#:~:text=forty%20cars",
        f"{site.put('/often', 'The ferry sails at noon. ' * 150)}#:~:text=ferry%20sails",
    )
    assert [row["status"] for row in rows] == [
        *("valid", "changed", "invalid", "invalid", "valid", "changed", "fetch_failed", "valid"),
        *("changed", "changed", "moved", "valid"),
    ]  # fmt: skip
    assert site.hits["/many"] == before + 1
    assert [part["status"] for part in rows[1]["parts"]] == ["valid", "changed"]
    assert rows[2]["code"] == "INVALID_URL"
    assert "generate_text_fragment" in rows[2]["message"]
    assert rows[4]["page_number"] == 2
    assert rows[5]["message"] == "The PDF has 2 pages."
    assert (rows[6]["http_status"], rows[6]["code"]) == (500, "FETCH_FAILED")
    assert rows[7]["match_count"] > 1
    assert rows[7]["is_unique"] is False
    assert "message" not in rows[7]
    assert rows[8]["message"] == "The PDF has 2 pages."
    assert rows[9]["message"] == "Nothing there comes near its words."
    assert (rows[10]["code"], "new_url" in rows[10]) == ("NO_LINK", False)
    assert (rows[11]["match_count"], "more places" in rows[11]["message"]) == (100, True)
