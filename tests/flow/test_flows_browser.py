"""A browser that dies or is missing under `fetch_evidence`: the job goes on, and says what happened."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from ledger.jobs import attempts_of
from tasks.browser import Chromium
from tests.faults import Fault
from tests.flow.browsers import needs_chromium
from tests.flow.engine_world import World
from tests.site import PROSE, Site, html

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = [needs_chromium, pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")]

LATE = (
    "<main><p id=root>Loading</p></main><script>fetch('/reached').then(() => setTimeout(() => "
    f"{{ document.getElementById('root').textContent = {PROSE!r} }}, 300))</script>"
)


class Deadly(Site):
    """A site that kills the browser of `world` when a page of it has got that far for the first time."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world

    def answer(self, handler: BaseHTTPRequestHandler, path: str) -> None:
        if path == "/reached" and self.hits[path] == 1:
            pid = self.world.services.chromium.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
        self.send(handler, html("App", LATE) if path == "/app" else b"x")


@pytest.fixture
def deadly(world: World) -> Iterator[Deadly]:
    made = Deadly(world)
    yield made
    made.close()


def fetch(world: World, url: str) -> tuple[dict[str, Any], list[tuple[str, str, str | None]]]:
    """The item, and the stage, outcome and kind of failure of every try."""
    session_id = world.session()
    asked = {"sources": [{"type": "url", "url": url}], "discovered_via": "agent_search"}
    view = world.wait(world.desk.submit("fetch_evidence", session_id, asked))
    assert view.outcome is not None
    assert view.outcome.result is not None
    with world.ledger.read() as reader:
        tries = attempts_of(reader, session_id, view.job.job_id)
    told = [(one.start.stage, one.outcome, one.end.error_kind if one.end else None) for one in tries]
    return view.outcome.result["items"][0], [one for one in told if one[0] in {"http", "browser"}]


@pytest.mark.promise("BROWSER-1")
@pytest.mark.fault("F-33", "The whole browser is killed under fetch_evidence")
def test_a_fetch_whose_browser_is_killed_is_tried_again(world: World, deadly: Deadly, fault: Fault) -> None:
    item, tries = fetch(world, deadly.url("/app"))
    assert item["ok"], item
    assert tries == [
        ("http", "succeeded", None),
        ("browser", "failed", "browser_crashed"),
        ("browser", "succeeded", None),
    ]
    fault.happened(
        "The try ended as browser_crashed, the browser was started again, and the second try read the page.",
        kept="One evidence; all three tries.",
    )


@pytest.mark.promise("BROWSER-2")
@pytest.mark.fault("F-33", "A page that scripts fill, without a Chromium")
def test_without_a_browser_the_page_is_refused_with_both_stages(
    world: World, deadly: Deadly, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    monkeypatch.setattr(world.services, "_chromium", Chromium(None))
    item, tries = fetch(world, deadly.url("/app"))
    assert tries == [("http", "succeeded", None), ("browser", "failed", "browser_unavailable")]
    assert [stage["kind"] for stage in item["error"]["facts"]["stages"]][-1] == "browser_unavailable"
    assert len(item["error"]["facts"]["stages"]) == 2
    fault.happened("Refused with what each stage said.", kept="No evidence; both tries.")
