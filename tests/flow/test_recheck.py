"""Pages that change between a quote and a look back at it: what is said of each, and what stays as it was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import unquote

import pytest

from evidence.quotes import Found, find_quote
from evidence.ranges import Range
from flows.quote_texts import prepared
from flows.registry import DEPLOYMENT_NAME, NO_SESSION
from flows.report_keeper import ReportKeeper
from ledger import claims, evidence_log, jobs, rechecks, status
from ledger.attachments import record_attachment
from ledger.chain import verify
from ledger.claims import ItemInput
from ledger.evidence_log import EvidenceDraft, record_evidence
from ledger.finalizing import record_finalization
from ledger.folders import SessionFolder
from ledger.records import Attachment, Evidence, Finalization, Recheck
from ledger.revisions import revise
from ledger.staleness import REPORT_NAMES
from ledger.verdicts import set_verdict
from ledger.views import AttemptView, JobView
from mcp_bridge.quoting import fragment_url
from mcp_bridge.sample_site import make_pdf
from reports.data import render_json
from reports.html import render_html
from reports.markdown import render_markdown
from reports.reading import FINAL, PROVISIONAL
from tests.flow.engine_world import World, until
from tests.site import PROSE, Site, html

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

QUOTE = "It carries about three hundred people and forty cars"
TWICE = "The boat leaves at noon."
PDF_QUOTE = "Its quay is 412 metres long."


def page(*paragraphs: str, title: str = "The ferry") -> bytes:
    return html(
        title, f"<main><article><h1>{title}</h1>{''.join(f'<p>{one}</p>' for one in paragraphs)}</article></main>"
    )


class LivePages(Site):
    """Pages that can be changed. Each body is a version (ETag) that is sent once to who has it not."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: dict[str, tuple[int, bytes, str]] = {}
        self.unchanged: list[str] = []
        self.put("/robots.txt", b"User-agent: *\nDisallow: /private\n", kind="text/plain")

    def put(self, path: str, body: bytes = b"", *, status: int = 200, kind: str = "text/html; charset=utf-8") -> str:
        self.pages[path] = (status, body, kind)
        return self.url(path)

    def redirect(self, path: str, to: str) -> str:
        return self.put(path, status=302, kind=to)

    def answer(self, handler: BaseHTTPRequestHandler, path: str) -> None:
        status, body, kind = self.pages.get(path, (404, html("No", "<h1>404</h1>"), "text/html"))
        if status == 302:
            self.send(handler, b"", status=302, headers={"Location": kind})
            return
        etag = f'"{hashlib.sha256(body).hexdigest()[:12]}"'
        if handler.headers.get("If-None-Match") == etag:
            self.unchanged.append(path)
            handler.send_response(304)
            handler.send_header("ETag", etag)
            handler.end_headers()
            return
        self.send(handler, body, kind, status, {"ETag": etag})


@dataclass
class Text:
    """A session with quotes."""

    world: World
    site: LivePages
    session: str = ""
    path: str = ""
    attachments: dict[str, Attachment] = field(default_factory=dict)

    def __post_init__(self) -> None:
        text = "The ferry carries 300 people."
        self.session = self.world.session(text)
        with self.world.ledger.write(self.session) as writer:
            claims.register(
                writer, self.session, text, [ItemInput(kind="claim", start=0, end=len(text), claim="It carries 300.")]
            )

    @property
    def folder(self) -> SessionFolder:
        return SessionFolder(self.world.home, self.session)

    def fetch(self, *sources: dict[str, Any]) -> list[str]:
        """The ids of the evidence."""
        asked = {"sources": list(sources), "discovered_via": "agent_search", "accept_short": True}
        view = self.world.wait(self.world.desk.submit("fetch_evidence", self.session, asked))
        assert view.outcome is not None
        assert view.outcome.result is not None, view.outcome.error
        items = view.outcome.result["items"]
        assert [one["error"] for one in items if not one["ok"]] == []
        return [one["evidence_id"] for one in items]

    def quote(self, name: str, evidence_id: str, quote: str, occurrence: int | None = None) -> Attachment:
        """Attach the quote, as attach_evidence does."""
        ledger, session = self.world.ledger, self.session
        with ledger.read() as reader:
            evidence = reader.one(Evidence, session, evidence_id)
        text = evidence_log.read_text(evidence, self.folder)
        found = find_quote(prepared(evidence, text), quote, occurrence=occurrence, article=evidence.article)
        assert isinstance(found, Found), (name, found)
        with ledger.write(session) as writer:
            made = record_attachment(
                writer,
                session,
                claim_id="claim_1",
                evidence_id=evidence_id,
                quote=quote,
                found=found,
                relation="supports",
                rationale="It says so.",
                fragment_url=fragment_url(evidence, text, Range(found.start, found.end), self.folder),
            )
        self.attachments[name] = made
        return made

    def verified(self) -> None:
        with self.world.ledger.write(self.session) as writer:
            set_verdict(writer, self.session, "claim_1", "verified", "It says so.")

    def recheck(self, **parameters: Any) -> JobView:
        view = self.world.wait(self.world.desk.submit("recheck", self.session, parameters))
        assert view.status == "succeeded", view.outcome
        return view

    def found(self, job_id: str) -> dict[str, Recheck]:
        """What a job found, by the name of the quote."""
        names = {one.attachment_id: name for name, one in self.attachments.items()}
        with self.world.ledger.read() as reader:
            rows = [row for row in rechecks.rechecks_of_job(reader, job_id) if row.session_id == self.session]
        assert len({row.attachment_id for row in rows}) == len(rows), "a quote was judged twice"
        return {names[row.attachment_id]: row for row in rows}

    def tries(self, row: Recheck) -> list[AttemptView]:
        with self.world.ledger.read() as reader:
            known = {view.start.attempt_id: view for view in jobs.attempts_of_rechecks(reader, self.session)}
        return [known[one] for one in row.attempts]


@pytest.fixture(scope="module")
def site() -> Iterator[LivePages]:
    made = LivePages()
    yield made
    made.close()


@dataclass
class Story:
    """A text that was rechecked after its sources had changed."""

    text: Text
    job: JobView
    found: dict[str, Recheck]
    before: dict[str, bytes]
    hits: dict[str, int]


PLACES = (
    *("same", "inserted", "context", "number", "rewritten", "gone-404", "gone-410", "soft", "busy", "wall"),
    *("led-away", "led-here", "led-top", "asked", "pdf", "pdf-same", "pdf-page"),
)


@pytest.fixture(scope="module")
def story(world: World, site: LivePages, tmp_path_factory: pytest.TempPathFactory) -> Story:
    text = Text(world, site)
    for name in PLACES:
        site.put(f"/{name}", page(PROSE))
    site.put("/context", page(f"{TWICE} {PROSE}", f"In winter it is colder. {TWICE} {PROSE}"))
    site.put("/landed", page(PROSE))
    site.redirect("/asked", "/landed")
    old_pdf = [["The harbour report", "In 2021 the harbour counted 5,210 ships."], ["Second page", PDF_QUOTE]]
    for name in ("pdf", "pdf-same", "pdf-page"):
        site.put(f"/{name}", make_pdf(old_pdf), kind="application/pdf")
    folder = tmp_path_factory.mktemp("files")
    roots = [str(folder)]
    file, lost = folder / "notes.txt", folder / "lost.txt"
    for one in (file, lost):
        one.write_text(PROSE, encoding="utf-8")
    sources = [{"type": "url", "url": site.url(f"/{name}")} for name in PLACES]
    sources += [{"type": "file", "path": str(one), "roots": roots} for one in (file, lost)]
    ids = dict(zip([*PLACES, "file", "lost"], text.fetch(*sources), strict=True))
    for name, evidence_id in ids.items():
        if name.startswith("pdf"):
            text.quote(name, evidence_id, PDF_QUOTE)
        elif name == "context":
            text.quote(name, evidence_id, TWICE, occurrence=2)
        else:
            text.quote(name, evidence_id, QUOTE)
    text.quote("second on the page", ids["same"], "the crossing takes fifty minutes when the sea is calm")
    left_out = text.quote("excluded", ids["same"], "A new ship of 88 metres")
    with world.ledger.write(text.session) as writer:
        revise(writer, text.session, "exclude", "attachment", left_out.attachment_id, "Not needed.")
        draft = EvidenceDraft(provenance="agent_captured", discovered_via="agent_search", url=site.url("/seen"))
        seen = record_evidence(writer, text.session, text.folder, draft, PROSE)
    text.quote("capture", seen.evidence_id, QUOTE)
    text.verified()

    site.put("/inserted", page("A paragraph that nobody expected.", PROSE))
    site.put("/context", page(f"{TWICE} {PROSE}", f"In summer it is warmer. {TWICE} {PROSE}"))
    site.put("/number", page(PROSE.replace("three hundred", "four hundred")))
    site.put("/rewritten", page("The museum of clocks is open on Sundays, and children pay nothing there. " * 5))
    site.put("/gone-404", html("No", "<h1>Not found</h1>"), status=404)
    site.put("/gone-410", html("No", "<h1>Gone</h1>"), status=410)
    site.put("/soft", html("Page not found", "<h1>404 - Page not found</h1><p>The page does not exist.</p>"))
    site.put("/busy", html("Busy", "<h1>Try later</h1>"), status=503)
    site.put(
        "/wall",
        html("Log in", "<h1>Log in</h1><form><input name=user><input type=password><button>Log in</button></form>"),
    )
    site.redirect("/led-away", "/rewritten")
    site.redirect("/led-here", "/same")
    site.redirect("/led-top", "/same#top")
    site.put("/landed", html("No", "<h1>Not found</h1>"), status=404)
    site.put("/landed-again", page(PROSE))
    site.redirect("/asked", "/landed-again")
    site.put("/pdf", make_pdf([["A new cover"], *old_pdf]), kind="application/pdf")
    site.put("/pdf-same", make_pdf([["Another first page"], old_pdf[1], ["One more"]]), kind="application/pdf")
    site.put("/pdf-page", page(f"{PROSE} {PDF_QUOTE}"))
    file.write_text(PROSE.replace("forty cars", "fifty cars"), encoding="utf-8")
    lost.unlink()

    before = saved(text)
    site.hits.clear()
    site.unchanged.clear()
    job = text.recheck(obey_robots=False, roots=roots)
    return Story(text, job, text.found(job.job.job_id), before, dict(site.hits))


def saved(text: Text) -> dict[str, bytes]:
    """Every file of the session."""
    return {str(path): path.read_bytes() for path in sorted(text.folder.path.rglob("*")) if path.is_file()}


@pytest.mark.promise("RECHECK-1")
def test_every_live_quote_is_told_what_became_of_it(story: Story) -> None:
    assert {name: row.result for name, row in story.found.items()} == {
        "same": "same",
        "second on the page": "same",
        "inserted": "same",
        "context": "moved",
        "number": "changed",
        "rewritten": "changed",
        "gone-404": "gone",
        "gone-410": "gone",
        "soft": "gone",
        "busy": "unread",
        "wall": "unread",
        "led-away": "changed",
        "led-here": "same",
        "led-top": "moved",
        "asked": "moved",
        "pdf": "moved",
        "pdf-same": "same",
        "pdf-page": "moved",
        "file": "changed",
        "lost": "gone",
        "capture": "unread",
    }
    assert story.job.outcome is not None
    assert story.job.outcome.result == {
        "counts": {"same": 5, "moved": 5, "changed": 4, "gone": 4, "unread": 3},
        "not_marked": [],
    }


@pytest.mark.promise("RECHECK-1")
def test_each_page_is_asked_once_and_only_for_what_changed(story: Story) -> None:
    assert story.hits["/number"] == 1
    assert story.hits["/gone-404"] == 1
    assert story.text.site.unchanged.count("/same") >= 1, "the server was asked whether the page had changed"
    assert story.found["same"].http_status == 304
    assert story.found["number"].http_status == 200


@pytest.mark.promise("RECHECK-2")
def test_a_link_that_no_longer_opens_at_its_quote_is_replaced(story: Story) -> None:
    moved, before = story.found["context"], story.text.attachments["context"]
    assert before.fragment_url is not None
    assert "colder" in before.fragment_url
    assert moved.fragment_url is not None
    assert "warmer" in unquote(moved.fragment_url)
    assert moved.start is not None
    assert moved.start > 100, "the second of two places, by the words beside it"
    assert story.found["pdf"].fragment_url == f"{story.text.site.url('/pdf')}#page=3"
    assert story.found["pdf"].pages == [3]
    assert story.found["pdf-same"].fragment_url is None
    page_now = story.found["pdf-page"].fragment_url
    assert page_now is not None
    assert page_now.startswith(f"{story.text.site.url('/pdf-page')}#:~:text="), "its page number is no place of a page"
    led = story.found["led-top"]
    assert led.fragment_url is not None
    assert led.fragment_url.startswith(f"{story.text.site.url('/same')}#")


def test_where_a_page_was_led_on_from_is_asked_when_the_page_itself_is_gone(story: Story) -> None:
    row = story.found["asked"]
    assert row.checked_url == story.text.site.url("/landed")
    assert row.final_url == story.text.site.url("/landed-again")
    assert row.fragment_url is not None
    assert row.fragment_url.startswith(f"{story.text.site.url('/landed-again')}#:~:text=")
    tries = [(one.start.stage, one.end and one.end.http_status) for one in story.text.tries(row)]
    assert tries == [("http", 404), ("http", 200), ("read", None)]


@pytest.mark.promise("RECHECK-3")
def test_changed_words_are_shown_beside_the_old_ones(story: Story) -> None:
    row = story.found["number"]
    assert row.nearest == QUOTE.replace("three", "four")
    assert row.diff == "It carries about [-three-]{+four+} hundred people and forty cars"
    assert story.found["file"].diff == "It carries about three hundred people and [-forty-]{+fifty+} cars"
    assert story.found["rewritten"].nearest is None, "nothing there comes near"
    assert story.found["led-away"].final_url == story.text.site.url("/rewritten")


@pytest.mark.promise("RECHECK-4")
def test_what_could_not_be_read_is_not_called_gone(story: Story) -> None:
    busy, wall = story.found["busy"], story.found["wall"]
    assert (busy.http_status, busy.text_sha256) == (503, None)
    assert wall.reason == "page_login_wall"
    assert story.found["capture"].reason == "agent_captured"
    assert story.found["capture"].checked_url is None
    gone = story.found["gone-410"]
    assert (gone.reason, gone.http_status) == ("http_status", 410)
    assert story.found["soft"].http_status == 200
    assert story.found["lost"].reason == "file_not_found"


def test_each_row_names_its_tries(story: Story) -> None:
    busy = story.text.tries(story.found["busy"])
    assert [one.start.stage for one in busy] == ["http"] * 4 + ["browser"]
    assert {one.start.item for one in busy} == {story.text.site.url("/busy")}
    assert [one.start.stage for one in story.text.tries(story.found["same"])] == ["http", "read"]
    assert [one.start.item for one in story.text.tries(story.found["lost"])] == ["lost.txt"]
    assert story.found["capture"].attempts == []


@pytest.mark.promise("RECHECK-5")
def test_a_recheck_changes_nothing_that_was_recorded(story: Story) -> None:
    assert saved(story.text) == story.before
    assert verify(story.text.world.ledger, story.text.session, story.text.folder) == []
    with story.text.world.ledger.read() as reader:
        kept = {one.attachment_id: one for one in reader.all(Attachment, story.text.session)}
    assert all(kept[one.attachment_id] == one for one in story.text.attachments.values())


def test_the_reports_show_what_was_found(story: Story) -> None:
    text = story.text
    with text.world.ledger.read() as reader:
        extract = status.extract(reader, text.session)
    source = text.folder.source_text()
    told = render_markdown(extract, source)
    assert "\\[-three-\\]" in told
    assert "warmer" in told
    page_of = json.loads(render_json(extract, source))
    assert len(page_of["ledger"]["rechecks"]) == len(story.found)
    assert QUOTE.replace("three", "four") in render_html(extract, source)
    reasons = [item.reason for item in extract.attention]
    assert (reasons.count("quote_changed"), reasons.count("quote_gone")) == (4, 4)


@pytest.fixture
def plain(world: World, site: LivePages) -> Text:
    """A text with one quote of one page."""
    text = Text(world, site)
    text.path = f"/plain-{len(site.pages)}"
    text.quote("plain", text.fetch({"type": "url", "url": site.put(text.path, page(PROSE))})[0], QUOTE)
    text.verified()
    return text


@pytest.mark.promise("RECHECK-6")
def test_a_change_makes_final_reports_provisional_and_is_found_once_a_minute(plain: Text) -> None:
    ledger, session = plain.world.ledger, plain.session
    with ledger.write(session) as writer:
        finalization = record_finalization(writer, session, plain.folder)
        assert isinstance(finalization, Finalization)
    keeper = ReportKeeper(ledger, plain.world.home, session, finalization.finalization_id)
    for name in REPORT_NAMES:
        keeper.keep(name, f"<!-- uratori:state={FINAL} -->\n")
    plain.site.put(plain.path, page(PROSE.replace("three", "nine")))
    plain.site.hits.clear()
    first = plain.found(plain.recheck(obey_robots=False).job.job_id)["plain"]
    assert (first.result, first.news) == ("changed", True)
    assert {name: plain.folder.read_bytes(name).decode()[19:30] for name in REPORT_NAMES} == dict.fromkeys(
        REPORT_NAMES, PROVISIONAL
    )
    again = plain.found(plain.recheck(obey_robots=False).job.job_id)["plain"]
    assert (again.result, again.news) == ("changed", False)
    assert plain.site.hits[plain.path] == 1, "a copy that is less than a minute old is used again"
    assert again.attempts == first.attempts


def start_in_prefect(world: World, **parameters: Any) -> str:
    """The id of a run that a person starts in Prefect's pages."""

    async def start() -> str:
        client = world.engine.runner.client
        deployment = await client.read_deployment_by_name(f"recheck-quotes/{DEPLOYMENT_NAME}")
        return str((await client.create_flow_run_from_deployment(deployment.id, parameters=parameters)).id)

    return world.in_runner(start)


@pytest.mark.promise("RECHECK-8")
def test_a_scheduled_run_looks_at_every_session_and_obeys_robots_txt(
    plain: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, site = plain.world, plain.site
    plain.quote("private", plain.fetch({"type": "url", "url": site.put("/private", page(PROSE))})[0], QUOTE)
    other = Text(world, site)
    other.quote("same page", other.fetch({"type": "url", "url": site.url(plain.path)})[0], QUOTE)
    site.put(plain.path, page(PROSE.replace("three", "five")))
    every = rechecks.sessions_with_attachments
    mine = {plain.session, other.session}  # those of other tests have pages that are gone by now
    monkeypatch.setattr(rechecks, "sessions_with_attachments", lambda reader: [s for s in every(reader) if s in mine])
    site.hits.clear()
    run = start_in_prefect(world)

    def job() -> str | None:
        with world.ledger.read() as reader:
            rows = reader.fetch("SELECT job_id FROM job_runs WHERE flow_run_id = ?", [run])
        return rows[0][0] if rows else None

    until(lambda: job() is not None, 40)
    ended = world.wait(world.desk.view(str(job())))
    assert (ended.status, ended.job.session_id) == ("succeeded", NO_SESSION)
    found = plain.found(ended.job.job_id)
    assert (found["plain"].result, found["private"].result) == ("changed", "unread")
    assert found["private"].reason == "robots_disallowed"
    assert other.found(ended.job.job_id)["same page"].result == "changed"
    assert (site.hits[plain.path], site.hits["/private"]) == (1, 0)
    assert plain.found(plain.recheck(obey_robots=False).job.job_id)["private"].result == "same"
