"""What is kept of a fetch, when, and what the server is asked about what is held already. On the real stack."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen import canvas

from flows import acquire
from flows.job_errors import refusal_of
from ledger.chain import verify
from ledger.evidence_log import read_text
from ledger.folders import SessionFolder
from ledger.jobs import attempts_of
from ledger.records import Evidence, Session
from ledger.revisions import revise
from ledger.saved_files import difference
from ledger.views import JobView
from tests.faults import Fault
from tests.flow.engine_world import World
from tests.site import PROSE, Site, article, html

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

DATE = "Mon, 04 May 2026 10:00:00 GMT"


ROWS = [["Year", "Ships"], ["1998", "850"], ["1999", "903"]]


def table_pdf() -> bytes:
    """A PDF of one page with one table in rules."""
    file = io.BytesIO()
    page = canvas.Canvas(file)
    page.drawString(72, 760, "The ships of the harbour, by year.")
    for y in (714, 694, 674, 654):
        page.line(72, y, 300, y)
    for x in (72, 172, 300):
        page.line(x, 714, x, 654)
    for row, cells in enumerate(ROWS):
        for column, cell in enumerate(cells):
            page.drawString(76 + 100 * column, 700 - 20 * row, cell)
    page.save()
    return file.getvalue()


class HeldSite(Site):
    """A site whose pages have versions; one of them is always cut short."""

    def __init__(self) -> None:
        super().__init__()
        self.version = 1
        self.asked: list[tuple[str, str | None, str | None]] = []

    def answer(self, handler: BaseHTTPRequestHandler, path: str) -> None:
        self.asked.append((path, handler.headers["If-None-Match"], handler.headers["If-Modified-Since"]))
        tag = f'"v{self.version}"'
        if path == "/from":
            self.send(handler, b"", status=301, headers={"Location": "/tagged"})
        elif path == "/dated" and handler.headers["If-Modified-Since"] == DATE:
            self.unchanged(handler, {})
        elif path == "/dated":
            self.send(handler, article(), headers={"Last-Modified": DATE})
        elif path.startswith("/tagged") and handler.headers["If-None-Match"] == tag:
            self.unchanged(handler, {"ETag": tag})
        elif path.startswith("/tagged"):
            page = article(f"Version {self.version}. {PROSE}")
            self.send(handler, page, headers={"ETag": tag, "Last-Modified": DATE, "X-Kept": "yes"})
        elif path.startswith("/cut"):
            page = article()
            handler.send_response(200)
            handler.send_header("Content-Type", "text/html; charset=utf-8")
            handler.send_header("Content-Length", str(len(page) + 1_000))
            handler.end_headers()
            handler.wfile.write(page)
            handler.close_connection = True
        elif path == "/tables.pdf":
            self.send(handler, table_pdf(), "application/pdf")
        elif path == "/filled":
            script = f"<script>document.getElementById('root').textContent={PROSE!r}</script>"
            self.send(handler, html("App", f"<main><p id=root></p></main>{script}"))
        else:
            super().answer(handler, path)

    def unchanged(self, handler: BaseHTTPRequestHandler, headers: dict[str, str]) -> None:
        handler.send_response(304)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()

    def conditions(self, path: str) -> list[tuple[str | None, str | None]]:
        return [(tag, date) for asked, tag, date in self.asked if asked == path]


@pytest.fixture(scope="module")
def site() -> Iterator[HeldSite]:
    made = HeldSite()
    yield made
    made.close()


@pytest.fixture
def session_id(world: World) -> str:
    return world.session()


Fetch = Callable[..., dict[str, Any]]


@pytest.fixture
def fetch(world: World, session_id: str, site: HeldSite) -> Fetch:
    """The only item of a fetch of one path of the site."""

    def run(path: str, **options: Any) -> dict[str, Any]:
        parameters = {"sources": [{"type": "url", "url": site.url(path)}], "discovered_via": "agent_search", **options}
        view = world.wait(world.desk.submit("fetch_evidence", session_id, parameters))
        assert view.outcome is not None
        assert view.outcome.result is not None, view.outcome.error
        [item] = view.outcome.result["items"]
        return dict(item)

    return run


def saved(world: World, session_id: str, item: dict[str, Any]) -> Evidence:
    assert item["ok"], item
    with world.ledger.read() as reader:
        return reader.one(Evidence, session_id, item["evidence_id"])


def exchange_file(world: World, session_id: str, record: Evidence | Session) -> dict[str, Any]:
    path = next(one.path for one in record.files if one.role == "exchange")
    told: dict[str, Any] = json.loads(SessionFolder(world.home, session_id).read_bytes(path))
    return told


@pytest.mark.promise("FETCH-1")
def test_how_a_page_came_is_kept_in_the_ledger_and_beside_it(
    world: World, session_id: str, site: HeldSite, fetch: Fetch
) -> None:
    evidence = saved(world, session_id, fetch("/from"))
    exchange = evidence.exchange
    assert exchange is not None
    assert exchange.request_headers["user-agent"].startswith("uratori/")
    assert exchange.response_headers["x-kept"] == "yes"
    assert (exchange.content, exchange.http_version, exchange.framing) == ("body", "HTTP/1.1", "length")
    assert exchange.peer == evidence.peer == "127.0.0.1"
    assert exchange.wire_bytes == exchange.body_bytes == evidence.file("raw").bytes  # type: ignore[union-attr]
    assert exchange.started_at is not None
    assert exchange.ended_at is not None
    assert exchange.seconds is not None
    assert (exchange.confirmed, evidence.complete) == (None, True)
    assert {"selectolax", "beautifulsoup4", "uratori"} <= evidence.readers.keys()
    told = exchange_file(world, session_id, evidence)
    assert told["exchange"] == exchange.model_dump(mode="json")
    assert [(hop["url"], hop["status"]) for hop in told["redirects"]] == [(site.url("/from"), 301)]
    assert (told["url"], told["final_url"]) == (site.url("/from"), site.url("/tagged"))
    assert (told["status"], told["sha256"], told["complete"]) == (200, evidence.body_sha256, True)
    folder = SessionFolder(world.home, session_id)
    assert verify(world.ledger, session_id, folder) == []
    folder.locate(evidence.file("exchange").path).write_text("{}", "utf-8")  # type: ignore[union-attr]
    assert [finding.what for finding in verify(world.ledger, session_id, folder)] == ["changed"]


@pytest.mark.promise("FETCH-1")
def test_bytes_and_exchange_are_on_the_disk_before_anything_is_parsed(
    world: World, session_id: str, site: HeldSite, fetch: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, seen = acquire.read_source, []

    async def reading(staged: str, **more: Any) -> Any:
        seen.append((Path(staged).read_bytes(), [json.loads(one.read_bytes()) for one in exchanges(staged)]))
        return await real(staged, **more)

    def exchanges(staged: str) -> list[Path]:
        return list(Path(staged).parent.glob("*.json"))

    monkeypatch.setattr(acquire, "read_source", reading)
    evidence = saved(world, session_id, fetch("/ferry"))
    [(body, [told])] = seen
    assert body == article()
    assert (told["url"], told["sha256"]) == (site.url("/ferry"), evidence.body_sha256)


def test_of_a_rendered_page_is_kept_what_is_known(world: World, session_id: str, fetch: Fetch) -> None:
    evidence = saved(world, session_id, fetch("/filled"))
    exchange = evidence.exchange
    assert exchange is not None
    assert (evidence.provenance, exchange.content, exchange.peer) == ("browser", "rendered_dom", "127.0.0.1")
    assert exchange.http_version == "HTTP/1.1"
    assert (
        "HeadlessChrome" in exchange.request_headers["user-agent"] or "Chrome" in exchange.request_headers["user-agent"]
    )
    assert exchange.response_headers["content-type"] == "text/html; charset=utf-8"
    assert evidence.readers["chromium"][0].isdigit()
    assert {one.role for one in evidence.files} == {"text", "raw", "html", "screenshot", "exchange"}
    assert exchange_file(world, session_id, evidence)["exchange"]["content"] == "rendered_dom"


@pytest.mark.promise("FETCH-21")
def test_the_tables_of_a_pdf_are_saved_with_it(world: World, session_id: str, fetch: Fetch) -> None:
    evidence = saved(world, session_id, fetch("/tables.pdf"))
    assert {one.role for one in evidence.files} == {"text", "pdf", "exchange", "tables"}
    tables = SessionFolder(world.home, session_id).read_bytes(evidence.file("tables").path)  # type: ignore[union-attr]
    assert json.loads(tables) == [{"page": 1, "rows": ROWS}]
    assert {"pypdfium2", "pdfplumber"} <= evidence.readers.keys()


# A body cut short ---------------------------------------------------------------------------------------------------


@pytest.mark.fault("F-24", "A page cut short in every try, fetched as evidence")
@pytest.mark.promise("FETCH-2")
def test_a_page_cut_short_is_evidence_only_when_asked_for_and_marked_then(
    world: World, session_id: str, site: HeldSite, fetch: Fetch, fault: Fault
) -> None:
    item = fetch("/cut")
    assert item["error"]["code"] == "BODY_TRUNCATED"
    assert [one["stage"] for one in item["error"]["facts"]["stages"]] == ["http"]
    assert "accept_incomplete=true" in item["error"]["suggestion"]
    tries = [(one["stage"], one["error_kind"]) for one in item["attempts"]]
    assert tries == [("http", "truncated")] * 3 + [("http", None)]
    with world.ledger.read() as reader:
        assert reader.all(Evidence, session_id) == []
    evidence = saved(world, session_id, fetch("/cut", accept_incomplete=True))
    assert not evidence.complete
    assert [one.name for one in evidence.signals] == ["incomplete"]
    assert "fifty minutes" in read_text(evidence, SessionFolder(world.home, session_id))
    assert exchange_file(world, session_id, evidence)["complete"] is False
    fault.happened(
        "Refused as BODY_TRUNCATED after four tries, naming the argument that accepts it; no browser was tried.",
        kept="Every try. With that argument the part that came, marked incomplete and listed for attention.",
    )


def test_a_text_that_is_cut_short_starts_no_session(world: World, site: HeldSite) -> None:
    refusal = refusal_of(world.wait(world.desk.submit("start_session", "_", {"url": site.url("/cut-start")})))
    assert refusal is not None
    assert refusal.code == "BODY_TRUNCATED"
    assert "start_session" in refusal.suggestion


# What is held ---------------------------------------------------------------------------------------------------------


@pytest.mark.promise("FETCH-19")
def test_a_page_that_the_server_says_is_unchanged_is_new_evidence_of_the_held_bytes(
    world: World, session_id: str, site: HeldSite, fetch: Fetch
) -> None:
    first = saved(world, session_id, fetch("/tagged-a"))
    item = fetch("/tagged-a", refetch=True)
    second = saved(world, session_id, item)
    assert site.conditions("/tagged-a")[1:] == [('"v1"', DATE)]
    assert second.evidence_id != first.evidence_id
    assert second.recorded_at > first.recorded_at
    assert (second.http_status, second.body_sha256, second.text_sha256) == (304, first.body_sha256, first.text_sha256)
    assert second.exchange is not None
    assert second.exchange.confirmed == first.evidence_id
    assert "304" in item["attempts"][0]["message"]
    assert second.page_kind == "article"
    assert verify(world.ledger, session_id, SessionFolder(world.home, session_id)) == []
    # The confirmation gives no date itself: that of the first answer still counts.
    third = saved(world, session_id, fetch("/tagged-a", refetch=True))
    assert site.conditions("/tagged-a")[2:] == [('"v1"', DATE)]
    assert third.exchange is not None
    assert third.exchange.confirmed == second.evidence_id


def test_a_date_alone_is_asked_about_too(world: World, session_id: str, site: HeldSite, fetch: Fetch) -> None:
    first = saved(world, session_id, fetch("/dated"))
    second = saved(world, session_id, fetch("/dated", refetch=True))
    assert site.conditions("/dated") == [(None, None), (None, DATE)]
    assert second.exchange is not None
    assert second.exchange.confirmed == first.evidence_id


@pytest.mark.promise("FETCH-19")
def test_a_page_that_has_changed_is_fetched_whole(
    world: World, session_id: str, site: HeldSite, fetch: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = saved(world, session_id, fetch("/tagged-b"))
    monkeypatch.setattr(site, "version", 2)
    second = saved(world, session_id, fetch("/tagged-b", refetch=True))
    assert second.exchange is not None
    assert (second.http_status, second.exchange.confirmed) == (200, None)
    assert second.body_sha256 != first.body_sha256
    assert "Version 2" in read_text(second, SessionFolder(world.home, session_id))


@pytest.mark.promise("EVIDENCE-4")
@pytest.mark.parametrize("loss", ["altered", "missing", "excluded"])
def test_what_is_not_held_as_recorded_is_not_asked_about(
    world: World, session_id: str, site: HeldSite, fetch: Fetch, loss: str
) -> None:
    path = f"/tagged-{loss}"
    first = saved(world, session_id, fetch(path))
    raw = SessionFolder(world.home, session_id).locate(first.file("raw").path)  # type: ignore[union-attr]
    if loss == "altered":
        raw.write_bytes(b"forged")
    elif loss == "missing":
        raw.unlink()
    else:
        with world.ledger.write(session_id) as writer:
            revise(writer, session_id, "exclude", "evidence", first.evidence_id, "wrong page")
    second = saved(world, session_id, fetch(path, refetch=True))
    assert site.conditions(path) == [(None, None), (None, None)]
    assert second.http_status == 200


def test_a_validator_is_told_to_the_url_that_gave_it_alone(
    world: World, session_id: str, site: HeldSite, fetch: Fetch
) -> None:
    fetch("/from")
    seen = len(site.asked)
    again = saved(world, session_id, fetch("/from", refetch=True))
    assert site.asked[seen:] == [("/from", None, None), ("/tagged", '"v1"', DATE)]
    assert [(hop.url, hop.status) for hop in again.redirects] == [(site.url("/from"), 301)]
    assert again.http_status == 304


# The text under check -----------------------------------------------------------------------------------------------


@pytest.mark.promise("FETCH-1")
def test_of_a_session_that_starts_from_a_page_the_page_is_kept_too(world: World, site: HeldSite) -> None:
    view: JobView = world.wait(world.desk.submit("start_session", "_", {"url": site.url("/from")}))
    assert view.outcome is not None
    assert view.outcome.result is not None, view.outcome.error
    session_id = view.outcome.result["session_id"]
    folder = SessionFolder(world.home, session_id)
    with world.ledger.read() as reader:
        session = reader.session(session_id)
        tries = attempts_of(reader, "_", view.job.job_id)
    assert [one.path for one in session.files] == ["source-raw.html", "source-exchange.json"]
    assert session.files[0].sha256 == session.file_sha256
    assert session.exchange is not None
    assert session.exchange.response_headers["x-kept"] == "yes"
    assert "selectolax" in session.readers
    assert exchange_file(world, session_id, session)["redirects"][0]["status"] == 301
    assert [one.start.stage for one in tries] == ["http", "read"]
    assert verify(world.ledger, session_id, folder) == []
    folder.locate("source-raw.html").write_bytes(b"forged")
    assert [(one.what, one.where) for one in verify(world.ledger, session_id, folder)] == [
        ("changed", "source-raw.html")
    ]
    found = difference(world.ledger, world.home, session_id, "source-raw.html")
    assert found is not None
    assert difference(world.ledger, world.home, session_id, "source-exchange.json") is None
