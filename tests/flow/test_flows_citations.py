"""Citations without a session: quotes looked up on live pages and PDFs, links to them, over loopback."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pikepdf
import pytest

from evidence.urls import fragmentless
from flows.job_errors import refusal_of
from ledger.chain import NO_SESSION, verify
from ledger.folders import CitationsFolder, staging
from ledger.jobs import attempts_of
from ledger.page_copies import expire_copies
from ledger.records import PageCopy
from ledger.views import AttemptView, JobView
from tests.changing_site import ChangingSite
from tests.flow.engine_world import World
from tests.pace import pace
from tests.pdf_files import pdf, words
from tests.site import PROSE, Site, html

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

QUOTE = "the crossing takes fifty minutes when the sea is calm"
Row = dict[str, Any]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


def verified(world: World, *claims: tuple[str, str]) -> tuple[JobView, list[Row]]:
    """The job that verifies these claims, ended, and its rows."""
    parameters = {"claims": [{"url": url, "claim": claim} for url, claim in claims]}
    view = world.wait(world.desk.submit("verify_claims", NO_SESSION, parameters))
    assert view.outcome is not None
    assert view.outcome.result is not None, view.outcome.error
    rows: list[Row] = view.outcome.result["rows"]
    assert [row["index"] for row in rows] == list(range(len(claims)))
    return view, rows


def tries(world: World, view: JobView) -> list[AttemptView]:
    with world.ledger.read() as reader:
        return attempts_of(reader, NO_SESSION, view.job.job_id)


@pytest.mark.promise("CITE-2")
@pytest.mark.promise("CITE-5")
def test_each_claim_is_answered_for_itself_in_order(world: World, site: Site) -> None:
    before = site.hits["/ferry-one"]
    view, rows = verified(
        world,
        (site.url("/ferry-one#history"), QUOTE),
        (site.url("/gone"), QUOTE),
        (site.url("/ferry-one"), "THE FERRY between the two islands"),
        ("ftp://example.org/x", QUOTE),
        (site.url("/ferry-one"), "the crossing takes forty minutes when the sea is calm"),
        (site.url("/ferry-one"), "88"),
        (site.url("/report.pdf"), "Its quay is 412 metres long."),
        (site.url("/ja"), "新しい船は2021年に注文された"),
    )
    assert [row["status"] for row in rows] == [
        "verified", "fetch_failed", "verified", "fetch_failed", "not_found", "not_found", "verified", "verified"
    ]  # fmt: skip
    assert site.hits["/ferry-one"] == before + 1
    assert rows[0]["fragment_url"].startswith(site.url("/ferry-one#history:~:text="))
    assert rows[0]["matched_text"] == QUOTE
    assert f"cars, and {QUOTE}. In winter" in rows[0]["surrounding_context"]
    assert (rows[0]["match_kind"], rows[0]["is_unique"], rows[0]["match_count"]) == ("exact", True, 1)
    assert (rows[1]["code"], rows[1]["http_status"], rows[1]["stage"]) == ("FETCH_FAILED", 404, "http")
    assert (rows[2]["match_kind"], rows[2]["folds"]) == ("folded", ["case"])
    assert rows[2]["matched_text"] == "The ferry between the two islands"
    assert rows[3]["code"] == "INVALID_URL"
    assert (rows[4]["code"], rows[4]["reason"]) == ("NOT_FOUND", "QUOTE_NOT_FOUND")
    assert "the crossing takes [-forty-]{+fifty+} minutes" in rows[4]["nearest"]["diff"]
    assert rows[5]["code"] == "TEXT_TOO_SHORT"
    assert (rows[6]["page_number"], rows[6]["fragment_url"]) == (2, site.url("/report.pdf#page=2"))
    assert "%E6%96%B0" in rows[7]["fragment_url"]
    assert view.outcome is not None
    assert view.outcome.result is not None
    assert view.outcome.result["summary"] == {"total": 8, "verified": 4, "not_found": 2, "fetch_failed": 2}


@pytest.mark.promise("CITE-3")
@pytest.mark.promise("CITE-4")
def test_what_is_fetched_is_kept_with_its_tries_and_not_fetched_again_within_a_minute(world: World, site: Site) -> None:
    view, _ = verified(world, (site.url("/ferry-kept"), QUOTE))
    stages = [(one.start.stage, one.outcome) for one in tries(world, view)]
    assert stages == [("http", "succeeded"), ("read", "succeeded")]
    assert {one.start.session_id for one in tries(world, view)} == {NO_SESSION}
    again, rows = verified(world, (site.url("/ferry-kept#top"), "three hundred people and forty cars"))
    assert rows[0]["status"] == "verified"
    assert tries(world, again) == []
    assert site.hits["/ferry-kept"] == 1
    with world.ledger.read() as reader:
        copies = [copy for copy in reader.all(PageCopy, NO_SESSION) if copy.url == site.url("/ferry-kept")]
    assert len(copies) == 1
    assert {saved.role for saved in copies[0].files} == {"text", "raw", "html", "exchange"}
    folder = CitationsFolder(world.home)
    for saved in copies[0].files:
        assert saved.path.startswith(saved.sha256)
        assert folder.found(saved.path).sha256 == saved.sha256
    assert copies[0].exchange is not None
    assert verify(world.ledger, NO_SESSION, folder) == []
    assert not (staging(world.home) / view.job.job_id).exists()


@pytest.mark.promise("CITE-4")
def test_a_copy_whose_file_was_changed_is_fetched_again(world: World, site: Site) -> None:
    verified(world, (site.url("/ferry-changed"), QUOTE))
    with world.ledger.read() as reader:
        copy = next(copy for copy in reader.all(PageCopy, NO_SESSION) if copy.url == site.url("/ferry-changed"))
    text = CitationsFolder(world.home).locate(copy.files[0].path)
    text.write_text("Another text.", encoding="utf-8")
    _, rows = verified(world, (site.url("/ferry-changed"), QUOTE))
    assert rows[0]["status"] == "verified"
    assert site.hits["/ferry-changed"] == 2
    # The new copy has the same text under the same name: it is whole again.
    assert verify(world.ledger, NO_SESSION, CitationsFolder(world.home)) == []


@pytest.mark.promise("CITE-3")
def test_jobs_that_ask_for_one_page_at_once_share_one_fetch(world: World, site: Site) -> None:
    views = [
        world.desk.submit("cite_fragment", NO_SESSION, {"url": site.url("/ferry-shared"), "cited_text": text})
        for text in (QUOTE, "has run every day since 1962", "A new ship of 88 metres")
    ]
    ended = [world.wait(view) for view in views]
    assert [view.status for view in ended] == ["succeeded"] * 3
    assert site.hits["/ferry-shared"] == 1


def test_a_page_drawn_by_its_scripts_is_read_in_the_browser_and_a_short_one_counts(world: World, site: Site) -> None:
    _, rows = verified(
        world,
        (site.url("/app"), QUOTE),
        (site.url("/short"), "The shop is closed on Mondays."),
        (site.url("/empty"), QUOTE),
    )
    assert [row["status"] for row in rows] == ["verified", "verified", "fetch_failed"]
    with world.ledger.read() as reader:
        kinds = {copy.url: (copy.provenance, copy.page_kind) for copy in reader.all(PageCopy, NO_SESSION)}
    assert kinds[site.url("/app")] == ("browser", "article")
    assert kinds[site.url("/short")][1] == "short"


def cite(world: World, url: str, text: str, lang: str | None = None) -> JobView:
    parameters = {"url": url, "cited_text": text, "lang": lang}
    return world.wait(world.desk.submit("cite_fragment", NO_SESSION, parameters))


def test_one_quote_gets_its_link(world: World, site: Site) -> None:
    view = cite(world, site.url("/ja"), "船の長さは88メートルで")
    assert view.outcome is not None
    assert view.outcome.result is not None, view.outcome.error
    row = view.outcome.result
    assert fragmentless(row["fragment_url"]) == site.url("/ja")
    assert (row["detected_lang"], row["is_unique"], row["match_count"]) == ("ja", True, 1)
    assert row["matched_text"] == "船の長さは88メートルで"


@pytest.mark.promise("CITE-8")
@pytest.mark.parametrize(
    ("path", "text", "code", "said"),
    [
        ("/ferry", "the crossing takes two hours", "NOT_FOUND", "the crossing takes fifty"),
        ("/nothing-here", QUOTE, "FETCH_FAILED", "check the address"),
        ("/ferry", "boat", "TEXT_TOO_SHORT", "copy more"),
        ("/ferry", "…", "TEXT_TOO_SHORT", "copy more"),
    ],
)
def test_a_citation_that_fails_says_why(world: World, site: Site, path: str, text: str, code: str, said: str) -> None:
    refusal = refusal_of(cite(world, site.url(path), text))
    assert refusal is not None
    assert (refusal.code, said in refusal.suggestion.lower()) == (code, True), refusal.suggestion
    if code == "FETCH_FAILED":
        assert (refusal.facts["http_status"], refusal.facts["stage"]) == (404, "http")


@pytest.mark.parametrize(
    "url", ["ftp://example.org/", "example.org", "javascript:alert(1)", "http://", "https://a:b@c.org/"]
)
def test_a_url_that_is_never_fetched_is_refused(world: World, url: str) -> None:
    refusal = refusal_of(cite(world, url, QUOTE))
    assert refusal is not None
    assert refusal.code == "INVALID_URL"
    assert '"type"' not in refusal.suggestion, "this tool takes an address, no source"


@pytest.fixture(scope="module")
def changing() -> Iterator[ChangingSite]:
    made = ChangingSite()
    yield made
    made.close()


def locked(data: bytes) -> bytes:
    file = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as opened:
        opened.save(file, encryption=pikepdf.Encryption(owner="owner", user="secret"))
    return file.getvalue()


@pytest.mark.promise("CITE-8")
def test_pages_and_pdfs_of_the_worst_kind_get_an_answer(world: World, changing: ChangingSite) -> None:
    repeated = changing.serve("/repeated", html("Repeated", f"<main><p>{f'{QUOTE}. ' * 100_000}</p></main>"))
    long = changing.put(f"/long-{'x' * 1_950}", PROSE)
    no_text = changing.serve("/no-text.pdf", pdf([b"72 72 100 100 re f"]), "application/pdf")
    password = changing.serve("/password.pdf", locked(pdf([words([(72, 700, QUOTE)])])), "application/pdf")
    cut = changing.put("/cut", PROSE)
    _, rows = verified(
        world, (repeated, QUOTE), (long, QUOTE), (no_text, QUOTE), (password, QUOTE), (cut, QUOTE * 400), (cut, QUOTE)
    )
    assert [row["status"] for row in rows] == [
        "verified", "verified", "fetch_failed", "fetch_failed", "not_found", "verified"
    ]  # fmt: skip
    assert (rows[0]["is_unique"], rows[0]["match_count"]) == (False, 100_000)
    assert ("fragment_url" in rows[1], rows[1]["code"]) == (False, "ENCODE_TOO_LONG")
    assert [row["reason"] for row in rows[2:5]] == ["pdf_no_text", "pdf_encrypted", "QUOTE_TOO_LONG"]
    refusal = refusal_of(cite(world, long, QUOTE))
    assert refusal is not None
    assert refusal.code == "ENCODE_TOO_LONG"


def test_words_shown_on_demand_are_marked_and_where_no_link_opens_them_it_says_why(
    world: World, changing: ChangingSite
) -> None:
    more = "<details><summary>More</summary>It has two cranes.</details><p hidden>Its quay is 412 metres long.</p>"
    url = changing.serve("/details", html("Details", f"<main><p>{PROSE}</p>{more}</main>"))
    _, rows = verified(world, (url, "It has two cranes."), (url, "Its quay is 412 metres long."))
    assert [(row["status"], row["hidden_text"]) for row in rows] == [("verified", True), ("verified", True)]
    assert fragmentless(rows[0]["fragment_url"]) == url
    assert (rows[1]["code"], "fragment_url" in rows[1]) == ("NO_LINK", False)
    refusal = refusal_of(cite(world, url, "Its quay is 412 metres long."))
    assert refusal is not None
    assert (refusal.code, refusal.facts["matched_text"]) == ("NO_LINK", "Its quay is 412 metres long.")


@pytest.mark.promise("CITE-9")
def test_where_no_browser_opens_a_link_at_words_there_is_none(world: World, changing: ChangingSite) -> None:
    url = changing.serve("/ferry.json", json.dumps({"about": PROSE}).encode(), "application/json")
    _, rows = verified(world, (url, QUOTE))
    assert (rows[0]["status"], rows[0]["code"], rows[0]["reason"]) == ("verified", "NO_LINK", "MEDIA_TYPE")
    refusal = refusal_of(cite(world, url, QUOTE))
    assert refusal is not None
    assert url in refusal.suggestion


def test_copies_expire_and_their_rows_stay(world: World, site: Site) -> None:
    verified(world, (site.url("/ferry-old"), f"This is page old. {PROSE[:40]}"))
    folder = CitationsFolder(world.home)
    with world.ledger.read() as reader:
        copies = reader.all(PageCopy, NO_SESSION)
    assert expire_copies(world.ledger, folder, datetime.now(UTC) - timedelta(minutes=5)) == 0
    assert expire_copies(world.ledger, folder, datetime.now(UTC) + timedelta(minutes=5)) == len(copies)
    assert list(folder.path.iterdir()) == []
    with world.ledger.read() as reader:
        assert reader.all(PageCopy, NO_SESSION) == copies
    assert verify(world.ledger, NO_SESSION, folder) == []
    _, rows = verified(world, (site.url("/ferry-old"), QUOTE))
    assert rows[0]["status"] == "verified"
    assert site.hits["/ferry-old"] == 2


def test_fifty_claims_on_five_pages_take_seconds(world: World, site: Site) -> None:
    sentences = [part.strip() for part in PROSE.split(".") if part.strip()]
    claims = [(site.url(f"/ferry-many{number % 5}"), sentences[number % len(sentences)]) for number in range(50)]
    began = time.perf_counter()
    _, rows = verified(world, *claims)
    seconds = time.perf_counter() - began
    assert {row["status"] for row in rows} == {"verified"}
    assert sum(site.hits[f"/ferry-many{number}"] for number in range(5)) == 5
    assert seconds < 5 * pace(), f"{seconds:.2f} s"
