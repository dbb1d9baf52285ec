"""What an agent reads of a page that is not the one asked for: by kind, in one job over loopback, browser included."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from ledger.records import Evidence
from ledger.refusals import Refusal
from ledger.views import JobView
from mcp_bridge.answers import ErrorPart
from mcp_bridge.evidence_items import error_part
from mcp_bridge.evidence_parts import facts
from tests.faults import Fault
from tests.flow.engine_world import World
from tests.site import Site, article, html

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

LABELLED = Path(__file__).parents[1] / "pages" / "kinds" / "tuning"
PAGES = {
    "login_wall": "en-login-2",
    "paywall": "en-pay-2",
    "soft_404": "ja-404-1",
    "consent_wall": "en-consent-1",
    "bot_check": "en-bot-2",
    "error": "en-err-3",
    "empty": "en-empty-5",
    "short": "en-short-1",
    "list": "en-list-search-few",
}
NAMED = html("Report", '<main><h1>Members only</h1><p>Please log in to read this report.</p></main>'
             '<a href="/one.pdf">1</a> <a href="/two.pdf">2</a>',
             '<link rel="amphtml" href="/amp"><link rel="canonical" href="/">')  # fmt: skip
LEADING = html("Moved", '<p>This page has moved to <a href="/ferry">a new address</a>.</p>',
               '<meta http-equiv="refresh" content="0; url=/ferry">')  # fmt: skip


class KindsSite(Site):
    """Serves the labelled pages by their kind."""

    def answer(self, handler: BaseHTTPRequestHandler, path: str) -> None:
        kind = path.removeprefix("/")
        if kind in PAGES:
            self.send(handler, (LABELLED / f"{PAGES[kind]}.html").read_bytes())
        elif path in {"/named", "/leading"}:
            self.send(handler, NAMED if path == "/named" else LEADING)
        elif path == "/ferry":
            self.send(handler, article())
        else:
            super().answer(handler, "/nowhere")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    made = KindsSite()
    yield made
    made.close()


class Fetched:
    """The items of one job by the path of their page, and the session that asked."""

    def __init__(self, world: World, site: Site, paths: list[str], **options: Any) -> None:
        self.world = world
        self.session_id = world.session()
        sources = [{"type": "url", "url": site.url(path)} for path in paths]
        parameters = {"sources": sources, "discovered_via": "agent_search", **options}
        view: JobView = world.wait(world.desk.submit("fetch_evidence", self.session_id, parameters))
        assert view.outcome is not None
        assert view.outcome.result is not None, view.outcome.error
        self.items = dict(zip(paths, view.outcome.result["items"], strict=True))

    def error(self, path: str) -> ErrorPart:
        """What an answer with several sources says of a failure."""
        assert not self.items[path]["ok"], path
        error = self.items[path]["error"]
        return error_part(Refusal(error["code"], error["message"], error["suggestion"], error["facts"]))

    def evidence(self, path: str) -> Evidence:
        """The evidence made of a page."""
        assert self.items[path]["ok"], self.items[path]
        with self.world.ledger.read() as reader:
            return reader.one(Evidence, self.session_id, self.items[path]["evidence_id"])


@pytest.fixture(scope="module")
def refused(world: World, site: Site) -> Fetched:
    return Fetched(world, site, [*(f"/{kind}" for kind in PAGES), "/named", "/leading"])


TOLD = {
    "login_wall": ("a login page", "it asks for a password", "Look for the same facts"),
    "paywall": ("a paywall", "no free articles", "Look for the same facts"),
    "soft_404": ("a notice that there is no such page", "ページが見つかりません", "Check the address"),
    "consent_wall": ("a page that wants an agreement first", "We value your privacy", "Open it with your own browser"),
    "bot_check": ("a check for robots", "it carries a captcha", "Wait some minutes and call fetch_evidence"),
    "error": ("an error page", "Down for maintenance", "Wait some minutes and call fetch_evidence"),
    "empty": ("an empty page", "enable JavaScript", "Open it with your own browser"),
    "short": ("75 characters of prose", "fewer than 200", "If the page really is that short"),
    "list": ("a list", "lines that are links", "If the page really is that short"),
}


@pytest.mark.promise("FETCH-16")
@pytest.mark.promise("PAGE-7")
@pytest.mark.fault(
    "F-27", "Answered 200 in place of the page: login, paywall, soft 404, consent, robot check and 4 more"
)
@pytest.mark.parametrize("kind", PAGES)
def test_a_refused_page_says_what_it_is_why_and_what_to_do(
    refused: Fetched, site: Site, kind: str, fault: Fault
) -> None:
    error = refused.error(f"/{kind}")
    what, why, begins = TOLD[kind]
    assert error.code == "FETCH_FAILED"
    assert f"http and browser: {'The' if kind in {'short', 'list'} else 'Instead of the'} page " in error.message
    assert what in error.message
    assert why in error.message
    assert len(error.message) < 420
    assert error.suggestion.startswith(begins)
    assert f'submit_agent_capture (session_id "{refused.session_id}", url "{site.url(f"/{kind}")}"' in error.suggestion
    kept = "thin_page" if kind in {"short", "list"} else f"page_{kind}"
    assert [(stage["stage"], stage["kind"]) for stage in error.facts["stages"]] == [("http", kept), ("browser", kept)]
    fault.happened(
        "Each of the 9 kinds refused with its reasons, after the browser got it too, with the call to make next.",
        kept="What each stage said; no evidence.",
    )


def test_what_a_wall_names_is_the_next_call(refused: Fetched, site: Site) -> None:
    error = refused.error("/named")
    pdfs = ", ".join(f'{{"type": "url", "url": "{site.url(path)}"}}' for path in ("/one.pdf", "/two.pdf"))
    assert error.suggestion.startswith(
        f'Call fetch_evidence with session_id "{refused.session_id}", sources [{pdfs}], discovered_via "agent_search": '
        "the page links to those PDFs. Otherwise call fetch_evidence"
    )
    assert f'[{{"type": "url", "url": "{site.url("/amp")}"}}]' in error.suggestion


def test_a_page_that_leads_on_by_itself_is_followed_by_the_browser(refused: Fetched, site: Site) -> None:
    saved = refused.evidence("/leading")
    assert (saved.provenance, saved.page_kind, saved.final_url) == ("browser", "article", site.url("/ferry"))


@pytest.mark.promise("PAGE-9")
def test_short_pages_and_lists_are_kept_when_asked_and_walls_are_not(world: World, site: Site) -> None:
    fetched = Fetched(world, site, ["/short", "/list", "/soft_404"], accept_short=True)
    for path, reason in (("/short", "fewer than 200"), ("/list", "lines that are links")):
        saved = fetched.evidence(path)
        assert (saved.provenance, saved.page_kind) == ("http", "short")
        told = facts(saved, 0, reused=False, attempts=None)
        assert reason in "; ".join(told.page_kind_reasons or [])
    assert fetched.error("/soft_404").facts["stages"][0]["kind"] == "page_soft_404"
