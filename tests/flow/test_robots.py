"""robots.txt: read beside the fetch, once per origin, recorded, obeyed where that is set. It never stops a page."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from ledger.records import Evidence
from tasks import robots as module
from tasks.politeness import Politeness
from tasks.robots import Robots, in_time
from tests.flow.engine_world import World
from tests.flow.http_server import NOT_FOUND, OPEN, reply, serving
from tests.pace import pace
from tests.site import Site

pytest_plugins = ["tests.flow.engine_fixture"]
RULES = b"User-agent: *\nDisallow: /shut\n\nUser-agent: uratori\nDisallow: /ours\nAllow: /ours/open\n"


def ask(answer, *paths):
    """What a site with this robots.txt says of each path, and how often it was asked for the file."""

    async def run():
        robots = Robots(Politeness())
        async with serving() as server:
            server.answers["/robots.txt"] = answer
            said = await asyncio.gather(*(robots.robots(server.base + path, OPEN) for path in paths))
            said += [await robots.robots(server.base + path, OPEN) for path in paths]
            await robots.close()
            assert {one.url for one in said} == {server.base + "/robots.txt"}
            return [one.word for one in said], len(server.requests)

    words, asked = asyncio.run(run())
    assert words[: len(paths)] == words[len(paths) :]
    return words[: len(paths)], asked


@pytest.mark.promise("FETCH-15")
def test_the_file_is_read_once_and_says_what_may_be_fetched():
    assert ask(reply(RULES), "/", "/shut", "/ours", "/ours/open?x=1") == (
        ["allowed", "allowed", "disallowed", "allowed"],
        1,
    )
    assert ask(reply(b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /"), "/x")[0] == ["disallowed"]
    assert ask(reply(b"\xff\xfe\0 nonsense"), "/x")[0] == ["allowed"]


@pytest.mark.promise("FETCH-15")
@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (NOT_FOUND, "absent"),
        (reply(status="403 Forbidden"), "absent"),
        (reply(b""), "absent"),
        (reply(b"<!doctype html><title>Our shop</title>"), "absent"),
        (reply(status="500 Oh"), "unread"),
        (reply(status="429 Slow down"), "unread"),
        (reply(b"User-agent: *\nDisallow: /\n" + b"#" * 600_000), "unread"),
        (reply(b"", "302 Found", Location="http://169.254.169.254/robots.txt"), "unread"),
        (b"", "unread"),
    ],
)
def test_a_file_that_is_none_or_that_cannot_be_read_is_told(answer, word):
    assert ask(answer, "/", "/x") == ([word, word], 1)


def test_a_file_that_breaks_its_parser_stops_nothing(monkeypatch):
    def breaks(_text, _page):
        raise RecursionError

    monkeypatch.setattr(module, "_allows", breaks)
    assert ask(reply(RULES), "/")[0] == ["unread"]


def test_a_hostile_file_is_judged_in_bounded_time():
    begun = time.monotonic()
    rules = b"User-agent: *\nDisallow: /" + b"a*" * 200_000 + b"b$\n" + b"Disallow: /*a*b*c*d$\n" * 1_000
    assert ask(reply(rules), "/" + "a" * 7_000)[0] == ["allowed"]
    assert time.monotonic() - begun < 5 * pace()


@pytest.mark.promise("FETCH-15")
def test_a_slow_file_does_not_keep_its_page_waiting():
    async def stalls(_request, _writer):
        await asyncio.sleep(60)

    async def run():
        robots = Robots(Politeness())
        async with serving() as server:
            server.answers["/robots.txt"] = stalls
            asked = asyncio.create_task(robots.robots(server.base + "/", OPEN))
            begun = time.monotonic()
            word = await in_time(asked)
            await robots.close()
            return word, time.monotonic() - begun

    word, waited = asyncio.run(run())
    assert (word, waited < 1.5) == ("unread", True)


class RuledSite(Site):
    """A site with a robots.txt and a page that it shuts to us."""

    def answer(self, handler, path):
        if path == "/robots.txt":
            self.send(handler, RULES, "text/plain")
        else:
            super().answer(handler, path.removeprefix("/ours"))


@pytest.fixture(scope="module")
def site() -> Iterator[RuledSite]:
    made = RuledSite()
    yield made
    made.close()


class TestFetched:
    @pytest.fixture
    def fetch(self, world: World, site: RuledSite, monkeypatch):
        """Fetch a page of the site under a setting; what became of it."""

        def run(path: str, mode: str):
            monkeypatch.setattr(world.services, "settings", world.settings.model_copy(update={"robots": mode}))
            session_id = world.session()
            parameters = {"sources": [{"type": "url", "url": site.url(path)}], "discovered_via": "agent_search"}
            view = world.wait(world.desk.submit("fetch_evidence", session_id, parameters))
            [item] = view.outcome.result["items"]
            if not item["ok"]:
                return item["error"]
            with world.ledger.read() as reader:
                return reader.one(Evidence, session_id, item["evidence_id"]).exchange.robots

        return run

    @pytest.mark.promise("FETCH-15")
    @pytest.mark.parametrize(("mode", "said"), [("record", "disallowed"), ("off", None)])
    def test_what_is_said_is_recorded_with_the_page(self, fetch, mode, said):
        assert fetch("/ours/ferry", mode) == said

    @pytest.mark.promise("FETCH-15")
    def test_what_is_said_is_obeyed_where_that_is_set(self, fetch, site):
        before = site.hits["/ours/ferry"]
        error = fetch("/ours/ferry", "obey")
        assert error["code"] == "FETCH_FAILED"
        assert [one["kind"] for one in error["facts"]["stages"]] == ["robots_disallowed"]
        assert site.hits["/ours/ferry"] == before
        assert fetch("/ferry", "obey") == "allowed"
