"""Hostile servers beside a good one in one call, on the real stack: each costs its own tries and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from ledger.evidence_log import verify_files
from ledger.folders import SessionFolder, staging
from ledger.records import Evidence
from tests.faults import Fault
from tests.flow.engine_world import World
from tests.flow.http_server import Aside, bomb, endless, reply
from tests.site import article

pytest_plugins = ["tests.flow.engine_fixture"]
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

PAGE = article()


async def stalls(_request: str, _writer: Any) -> None:
    """Takes the request and says nothing."""
    await asyncio.sleep(60)


async def for_browsers(request: str, writer: Any) -> None:
    """Shows its page to browsers only."""
    page = reply(PAGE, Content_Type="text/html; charset=utf-8")
    writer.write(page if "Mozilla/" in request else reply(b"no", "403 Forbidden"))


HOSTILE: dict[str, Any] = {
    "/bomb": reply(bomb(64), Content_Encoding="gzip", Content_Type="text/html"),
    "/endless": endless(b"<p>more " * 9_000),
    "/fields": b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 10_000 + b"\r\n" + PAGE,
    "/brotli": reply(PAGE, Content_Encoding="gzip, gzip"),
    "/loop": reply(b"", "302 Found", Location="/loop"),
    "/inside": reply(b"", "302 Found", Location="http://169.254.169.254/"),
    "/nothing": reply(b"", "204 No Content"),
    "/noise": b"\0" * 500,
}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with Aside({"/ferry": reply(PAGE), "/stalls": stalls, "/browsers": for_browsers, **HOSTILE}) as base:
        yield base


def fetched(world: World, session_id: str, urls: list[str]) -> list[dict[str, Any]]:
    sources = [{"type": "url", "url": url} for url in urls]
    view = world.wait(
        world.desk.submit("fetch_evidence", session_id, {"sources": sources, "discovered_via": "agent_search"})
    )
    assert view.outcome is not None
    assert view.outcome.result is not None, view.outcome.error
    items: list[dict[str, Any]] = view.outcome.result["items"]
    return items


@pytest.mark.promise("FETCH-7")
@pytest.mark.fault("F-25", "A bomb, a stream, floods, loops and noise beside one good page, in one call")
def test_hostile_answers_cost_their_own_tries(world: World, server: str, fault: Fault) -> None:
    session_id = world.session()
    *bad, good = fetched(world, session_id, [server + path for path in [*HOSTILE, "/ferry"]])
    assert good["ok"]
    assert not any(item["ok"] for item in bad)
    tries = [[one["error_kind"] for one in item["attempts"] if one["stage"] == "http"] for item in bad]
    assert dict(zip(HOSTILE, tries, strict=True)) == {
        "/bomb": ["too_large"],
        "/endless": ["too_large"],
        "/fields": ["too_large"],
        "/brotli": ["encoding_unsupported"],
        "/loop": ["redirect_loop"],
        "/inside": ["address_refused"],
        "/nothing": ["empty_body"],
        "/noise": ["protocol"],
    }
    with world.ledger.read() as reader:
        [kept] = reader.all(Evidence, session_id)
    verify_files(kept, SessionFolder(world.home, session_id))
    assert list(staging(world.home).rglob("*.part")) == []
    fault.happened(
        "Eight refused after one HTTP try each; the good page was read.",
        kept="The good page, intact, and each try; of the others nothing, on the disk neither.",
    )


@pytest.mark.fault("F-26", "A server that answers nothing, fetched as evidence")
def test_a_stalled_server_costs_its_tries(
    world: World, server: str, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    brief = {"fetch_timeout": 0.3, "fetch_retries": 1, "browser_timeout": 1.0}
    monkeypatch.setattr(world.services, "settings", world.settings.model_copy(update=brief))
    session_id = world.session()
    [item] = fetched(world, session_id, [server + "/stalls"])
    assert item["error"]["code"] == "FETCH_FAILED"
    assert [(one["stage"], one["error_kind"]) for one in item["attempts"]] == [
        ("http", "timeout"),
        ("http", "timeout"),
        ("browser", "timeout"),
    ]
    with world.ledger.read() as reader:
        assert reader.all(Evidence, session_id) == []
    fault.happened(
        "Refused when every try had met its deadline; both stages are named.", kept="Every try; no evidence."
    )


@pytest.mark.promise("FETCH-6")
@pytest.mark.fault("F-27", "503 with Retry-After of an hour, fetched as evidence")
def test_a_site_that_asks_for_an_hour_is_left_alone(world: World, fault: Fault) -> None:
    with Aside({"/": reply(status="503 Busy", Retry_After="3600")}) as base:
        [item] = fetched(world, world.session(), [base + "/"])
    assert [(one["stage"], one["error_kind"], one["http_status"]) for one in item["attempts"]] == [
        ("http", "asked_to_wait", 503)
    ]
    assert "asks to be left alone for 3600 seconds" in item["error"]["message"]
    fault.happened("Refused at once with the time that it asked for; no browser was tried.", kept="The try.")


@pytest.mark.promise("FETCH-10")
@pytest.mark.fault("F-27", "403 for everything but browsers")
def test_a_page_for_browsers_only_is_read_by_one(world: World, server: str, fault: Fault) -> None:
    session_id = world.session()
    [item] = fetched(world, session_id, [server + "/browsers"])
    assert item["ok"]
    assert [(one["stage"], one["http_status"]) for one in item["attempts"][:2]] == [("http", 403), ("browser", 200)]
    with world.ledger.read() as reader:
        assert [kept.provenance for kept in reader.all(Evidence, session_id)] == ["browser"]
    fault.happened("Read by the browser after one HTTP try.", kept="The page as rendered, and both tries.")
