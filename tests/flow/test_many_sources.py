"""Many sources in one call, several calls at once: order, bounds, and that nothing slow holds up anything else.

Nothing here is measured by a clock: the server holds its answers until what must not wait for them is done.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from evidence import limits
from ledger.evidence_log import read_text
from ledger.folders import SessionFolder
from ledger.jobs import attempts_of
from ledger.records import Evidence
from mcp_bridge.app import App
from mcp_bridge.caller import Caller, caller
from mcp_bridge.server import create_server
from mcp_bridge.stdio_client import CallRefused, call
from tests.flow.engine_world import World
from tests.site import PROSE, article, html

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

AT_ONCE = 4
SECONDS = 30
"""A wait for an event that should be there at once; only a fault lets it pass."""
VIA = {"discovered_via": "agent_search", "wait_seconds": 120}


@dataclass
class HeldSite:
    """A server that says how many requests it has open, and holds pages back.

    ``/page-N`` is an article that names N; ``/gate-N`` too, but is answered only when `AT_ONCE` of them are asked for;
    ``/held`` waits for `release`. ``/empty-N`` has no body, ``/away-N`` leads to what is never fetched, and all else
    is missing.
    """

    hits: Counter[str] = field(default_factory=Counter)
    open: int = 0
    most_open: int = 0
    entered: threading.Event = field(default_factory=threading.Event)
    release: threading.Event = field(default_factory=threading.Event)
    gate: threading.Barrier = field(default_factory=lambda: threading.Barrier(AT_ONCE))
    lock: threading.Lock = field(default_factory=threading.Lock)
    base: str = ""

    def url(self, path: str) -> str:
        return self.base + path

    def body(self, path: str) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers; waits as long as the page is held."""
        kind, _, number = path.strip("/").partition("-")
        if kind == "held":
            self.entered.set()
            assert self.release.wait(SECONDS)
        elif kind == "gate":
            self.gate.wait(SECONDS)
        if kind in {"page", "gate", "held"}:
            return 200, article(f"This is {kind} number {number or 'one'}. {PROSE}"), {}
        if kind == "away":
            return 302, b"", {"Location": "ftp://127.0.0.1/"}
        return (200, b"", {}) if kind == "empty" else (404, html("404", "<h1>Not found</h1>"), {})

    def serve(self, handler: BaseHTTPRequestHandler) -> None:
        path = handler.path
        with self.lock:
            self.hits[path] += 1
            self.open += 1
            self.most_open = max(self.most_open, self.open)
        try:
            status, body, headers = self.body(path)
        finally:
            with self.lock:
                self.open -= 1  # before the answer is out: whoever has it may ask for the next at once
        handler.send_response(status)
        sent = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body)), **headers}
        for name, value in sent.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)


@pytest.fixture
def site() -> Iterator[HeldSite]:
    site = HeldSite()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.serve(self)

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 64
        daemon_threads = True

    server = Server(("127.0.0.1", 0), Handler)
    site.base = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield site
    site.release.set()
    site.gate.abort()
    server.shutdown()
    server.server_close()
    thread.join(5)


@dataclass
class Hub:
    """The tools on the engine of the tests, for clients in the hub's own loop."""

    world: World
    app: App
    folder: Path

    @asynccontextmanager
    async def client(self, **more: Any) -> Any:
        caller.set(Caller("stdio", self.folder, "1"))
        async with Client(create_server(self.app.settings, self.app), **more) as client:
            yield client

    def run(self, check: Callable[[], Awaitable[None]]) -> None:
        """Run a check in the loop of the hub, with a deadline."""

        async def bounded() -> None:
            async with asyncio.timeout(3 * SECONDS):
                await check()

        self.world.run(bounded())

    def evidence(self, session_id: str) -> list[Evidence]:
        with self.world.ledger.read() as reader:
            return reader.all(Evidence, session_id)

    def text(self, session_id: str, item: dict[str, Any]) -> str:
        with self.world.ledger.read() as reader:
            found = reader.one(Evidence, session_id, item["evidence_id"])
        return read_text(found, SessionFolder(self.world.home, session_id))


@pytest.fixture
def hub(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hub:
    monkeypatch.setattr(world.desk, "request_picture", lambda *_: None)  # no browser is started for these quotes
    settings = world.settings.model_copy(update={"fetch_concurrency": AT_ONCE})
    monkeypatch.setattr(world.services, "settings", settings)
    parts: dict[str, Any] = {"settings": settings, "ledger": world.ledger, "desk": world.desk}
    app = App(**parts, services=world.services, engine=world.engine, web_url="http://127.0.0.1:1")
    return Hub(world, app, tmp_path)


def urls(site: HeldSite, *paths: str) -> list[dict[str, str]]:
    return [{"type": "url", "url": site.url(path)} for path in paths]


async def started(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, SECONDS)


FAILING = {
    "/nowhere": "FETCH_FAILED",
    "/empty": "FETCH_FAILED",
    "/away": "URL_INVALID",
    "ftp://127.0.0.1/": "URL_INVALID",
    "http://user:word@127.0.0.1/": "URL_INVALID",
    "gopher://127.0.0.1/": "URL_INVALID",
}
"""Paths of the site, or URLs of its host, that come to nothing; with the codes of their refusals."""


def in_turn(rows: list[tuple[dict[str, str], str]]) -> tuple[list[dict[str, str]], list[str]]:
    """The sources with kinds mixed, and what is wanted of each."""
    mixed = [rows[place * 7 % len(rows)] for place in range(len(rows))]
    assert len(rows) % 7, "a multiple of 7 leaves sources out"
    return [source for source, _ in mixed], [want for _, want in mixed]


def said(hub: Hub, session: str, items: list[dict[str, Any]]) -> list[str]:
    """The text of each source, or the code of its refusal."""
    return [hub.text(session, item) if item["ok"] else item["error"]["code"] for item in items]


@pytest.mark.promise("FETCH-7")
@pytest.mark.promise("FETCH-30")
def test_fifty_sources_keep_their_order_fail_alone_and_come_a_few_at_a_time(hub: Hub, site: HeldSite) -> None:
    pages = 9 * AT_ONCE
    paths = [f"/gate-{number}" for number in range(pages)]
    rows = [(source, f"This is gate number {number}.") for number, source in enumerate(urls(site, *paths))]
    rows += [
        (source, f"This is gate number {number}.") for number, source in enumerate(urls(site, "/gate-0", "/gate-1"))
    ]
    for name, code in FAILING.items():
        rows += [
            ({"type": "url", "url": site.url(f"{name}-{n}") if name.startswith("/") else f"{name}{n}"}, code)
            for n in "ab"
        ]
    sources, wanted = in_turn(rows)
    assert len(sources) == limits.SOURCES_PER_FETCH == 50
    session = hub.world.session()

    async def check() -> None:
        async with hub.client() as client:
            answer = await call(client, "fetch_evidence", session_id=session, sources=sources, **VIA)
        assert [item["index"] for item in answer["items"]] == list(range(50))
        told = said(hub, session, answer["items"])
        assert [pair for pair in zip(wanted, told, strict=True) if pair[0] not in pair[1]] == []

    hub.run(check)
    assert site.most_open == AT_ONCE  # the gates were passed, so as many as may be were open, and never more
    assert [site.hits[path] for path in paths] == [1] * pages
    assert len(hub.evidence(session)) == pages
    with hub.world.ledger.read() as reader:
        tries = attempts_of(reader, session)
    ended = {(one.start.item, one.start.stage, one.outcome) for one in tries}
    assert ended >= {(site.url(path), stage, "succeeded") for path in paths for stage in ("http", "read")}
    assert ended >= {
        (site.url(f"{path}-{n}"), "http", "failed") for path in ("/nowhere", "/empty", "/away") for n in "ab"
    }


@pytest.mark.promise("FETCH-7")
def test_files_and_pages_of_one_call_keep_their_order(hub: Hub, site: HeldSite) -> None:
    rows = [
        (source, f"This is page number {n}.") for n, source in enumerate(urls(site, *(f"/page-{n}" for n in range(5))))
    ]
    for number in range(4):
        name = f"note-{number}.txt"
        hub.folder.joinpath(name).write_text(f"This is note number {number}. {PROSE}", encoding="utf-8")
        rows.append(({"type": "file", "path": name}, f"This is note number {number}."))
    hub.folder.joinpath("table.bin").write_bytes(bytes(range(256)) * 8)
    failing = {
        "none.txt": "FILE_NOT_FOUND",
        "/etc/hostname": "FILE_OUTSIDE_ROOTS",
        "table.bin": "FILE_KIND_UNSUPPORTED",
    }
    rows += [({"type": "file", "path": path}, code) for path, code in failing.items()]
    rows.append((*urls(site, "/nowhere"), "FETCH_FAILED"))
    sources, wanted = in_turn(rows)
    session = hub.world.session()

    async def check() -> None:
        async with hub.client() as client:
            answer = await call(client, "fetch_evidence", session_id=session, sources=sources, **VIA)
        told = said(hub, session, answer["items"])
        assert [pair for pair in zip(wanted, told, strict=True) if pair[0] not in pair[1]] == []

    hub.run(check)
    assert len(hub.evidence(session)) == 9


@pytest.mark.promise("FETCH-31")
def test_a_slow_source_delays_no_other_call_of_its_session(hub: Hub, site: HeldSite) -> None:
    session = hub.world.session()

    async def check() -> None:
        async with hub.client() as client:
            slow = asyncio.create_task(
                call(client, "fetch_evidence", session_id=session, sources=urls(site, "/held", "/page-1"), **VIA)
            )
            await started(site.entered)
            status = await call(client, "get_status", session_id=session)
            assert status["summary"]["claims"]["total"] == 0
            claim = await call(client, "register_claim", session_id=session, start=0, end=11, claim="The harbour")
            other = await call(client, "fetch_evidence", session_id=session, sources=urls(site, "/page-2"), **VIA)
            attached = await call(
                client, "attach_evidence",
                session_id=session, claim_id=claim["claim_id"], evidence_id=other["items"][0]["evidence_id"],
                quote="This is page number 2.", relation="supports", rationale="It says so.",
            )  # fmt: skip
            assert attached["attachment_id"]
            again = await call(client, "fetch_evidence", session_id=session, sources=urls(site, "/page-2"), **VIA)
            assert again["items"][0]["reused_existing_snapshot"]
            verdict = {"verdict": "verified", "rationale": "The page says so."}
            await call(client, "set_verdict", session_id=session, claim_id=claim["claim_id"], **verdict)
            assert not slow.done()
            site.release.set()
            answer = await slow
            assert "held number one" in hub.text(session, answer["items"][0])
            assert "page number 1" in hub.text(session, answer["items"][1])

    hub.run(check)


@pytest.mark.promise("FETCH-31")
def test_the_other_sources_of_the_call_are_evidence_while_one_is_slow(hub: Hub, site: HeldSite) -> None:
    session = hub.world.session()
    all_but_one = threading.Event()

    async def progress(_done: float, _total: float | None, message: str | None) -> None:
        if message and message.startswith("10 of 11 done"):
            all_but_one.set()

    async def check() -> None:
        paths = ["/held", *(f"/page-{number}" for number in range(10))]
        async with hub.client() as client:
            arguments = {"session_id": session, "sources": urls(site, *paths), **VIA}
            slow = asyncio.create_task(client.call_tool("fetch_evidence", arguments, progress_callback=progress))
            await started(all_but_one)
            assert not site.release.is_set()
            assert {one.url for one in hub.evidence(session)} == {site.url(path) for path in paths[1:]}
            site.release.set()
            answer = (await slow).structured_content
        assert answer is not None
        assert [item["ok"] for item in answer["items"]] == [True] * 11

    hub.run(check)


@pytest.mark.promise("FETCH-7")
def test_one_source_more_than_fifty_is_refused_and_none_is_fetched(hub: Hub, site: HeldSite) -> None:
    session = hub.world.session()
    sources = urls(site, *(f"/page-{number}" for number in range(limits.SOURCES_PER_FETCH + 1)))

    async def check() -> None:
        async with hub.client() as client:
            with pytest.raises(CallRefused) as refused:
                await call(client, "fetch_evidence", session_id=session, sources=sources, **VIA)
        assert refused.value.structured["code"] == "ARGUMENT_INVALID"
        assert "50" in str(refused.value)

    hub.run(check)
    view = hub.world.desk.submit("fetch_evidence", session, {"sources": sources, "discovered_via": "agent_search"})
    outcome = hub.world.wait(view).outcome  # a run that was made in Prefect's pages is refused too
    assert outcome is not None
    assert outcome.error is not None
    assert outcome.error["code"] == "ARGUMENT_INVALID"
    assert (site.hits.total(), hub.evidence(session)) == (0, [])


@pytest.mark.promise("FETCH-32")
def test_two_clients_at_once_get_their_own_answers_and_share_the_pages(hub: Hub, site: HeldSite) -> None:
    session = hub.world.session()
    wanted = [[f"/page-{number}" for number in numbers] for numbers in (range(8), range(12, 4, -1))]

    async def fetch(paths: list[str]) -> list[dict[str, Any]]:
        async with hub.client() as client:
            answer = await call(client, "fetch_evidence", session_id=session, sources=urls(site, *paths), **VIA)
        found: list[dict[str, Any]] = answer["items"]
        return found

    async def check() -> None:
        answers = await asyncio.gather(*(fetch(paths) for paths in wanted))
        for paths, items in zip(wanted, answers, strict=True):
            for path, item in zip(paths, items, strict=True):
                assert f"This is page number {path[6:]}." in hub.text(session, item)
        ids = [
            {path: item["evidence_id"] for path, item in zip(*pair, strict=True)}
            for pair in zip(wanted, answers, strict=True)
        ]
        shared = set(ids[0]) & set(ids[1])
        assert len(shared) == 3
        assert [ids[0][path] for path in shared] == [ids[1][path] for path in shared]

    hub.run(check)
    assert {path: count for path, count in site.hits.items() if path.startswith("/page")} == {
        f"/page-{number}": 1 for number in range(13)
    }
    assert len(hub.evidence(session)) == 13
