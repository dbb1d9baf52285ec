from __future__ import annotations

import asyncio
import hashlib
import http.server
import re
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tasks.attempts import StageError
from tasks.browser_fetch import RenderedPage, fetch_rendered
from tasks.browser_proxy import guarded_proxy
from tasks.guard import AddressPolicy, resolve_and_check
from tests.faults import Fault
from tests.flow.browsers import Sink, Stage, load, needs_chromium, stage
from tests.pace import pace

__all__ = ["stage"]
pytestmark = needs_chromium

WORDS = "<p>" + "The harbour handled ships, said the authority. " * 12 + "</p>"
LATE = "<main></main><script>setTimeout(() => {{ document.querySelector('main').innerHTML = '{}' }}, {})</script>"
PAGES: dict[str, str] = {
    "/plain": f"<title>Plain</title>{WORDS}",
    "/late": LATE.format(WORDS, 800),
    "/later": LATE.format(WORDS, 2000),
    "/fetched": "<main></main><script>fetch('/slow').then((r) => r.text()).then((text) => "
    "{ document.querySelector('main').innerHTML = text })</script>",
    "/slow": WORDS,
    "/restless": WORDS + "<b></b><script>setInterval(() => { document.querySelector('b').textContent += 'x' }, 50);"
    "fetch('/never')</script>",
    "/unfinished": WORDS + "<img src=/never>",
    "/moved-by-script": "<script>location.href = '/plain'</script>",
    "/to-missing-by-script": "<script>location.href = '/missing'</script>",
    "/popups": WORDS + "<script>window.open('/plain'); alert(1); confirm(2)</script>",
    "/parts": WORDS + "<img src='http://169.254.169.254/a.png'><iframe src='http://169.254.169.254/b'></iframe>"
    "<script>fetch('http://169.254.169.254/c').catch(() => {}); new WebSocket('ws://169.254.169.254/d');"
    "new Worker(URL.createObjectURL(new Blob([\"fetch('http://169.254.169.254/e')\"])));"
    "navigator.sendBeacon('http://169.254.169.254/f')</script>",
    "/tall": WORDS + "<div style='height:30000px;background:linear-gradient(red,blue)'></div>",
}
REDIRECTS = {
    "/one": "/two",
    "/two": "/plain",
    "/to-metadata": "http://169.254.169.254/latest/meta-data/",
    "/to-file": "file:///etc/passwd",
    "/loop": "/loop",
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    over = threading.Event()
    seen: list[tuple[str, dict[str, str]]] = []  # noqa: RUF012

    def do_GET(self) -> None:
        self.seen.append((self.path, dict(self.headers)))
        path = self.path.partition("?")[0]
        page = {"Content-Type": "text/html"}
        if path == "/never":
            self.over.wait(60)
            self.close_connection = True
        elif path.startswith("/many/"):
            left = int(path.removeprefix("/many/"))
            self.answer(302, b"", Location=f"/many/{left - 1}" if left > 1 else "/plain")
        elif path in REDIRECTS:
            self.answer(302 if path != "/one" else 301, b"", Location=REDIRECTS[path])
        elif path in PAGES:
            if path == "/slow":
                self.over.wait(1.5)
            self.answer(200, PAGES[path].encode(), **{"Content-Type": "text/html; charset=utf-8"})
        elif path == "/json":
            self.answer(200, b'{"a": 1}', **{"Content-Type": "application/json"})
        elif path == "/pdf":
            self.answer(200, b"%PDF-1.4 x", **{"Content-Type": "application/pdf"})
        elif path == "/file":
            self.answer(200, b"abc", **page, **{"Content-Disposition": "attachment"})
        elif path == "/sjis":
            body = f"<meta charset=shift_jis><p>{'日本語の文章です。' * 30}</p>".encode("shift_jis")
            self.answer(200, body, **page)
        elif path == "/big":
            self.answer(200, b"<p>" + b"x" * 3_000_000, **page)
        else:
            self.answer(404, b"<p>nothing here</p>", **page)

    def answer(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    Handler.over.clear()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    Handler.over.set()
    server.shutdown()
    server.server_close()
    thread.join()


def fetch(stage: Stage, url: str, folder: Path, **more) -> tuple[RenderedPage, Sink]:
    sink = Sink()
    arguments = {"policy": AddressPolicy(allow_private=True), "screenshot": False, "seconds": 25, **more}
    call = fetch_rendered.fn(
        url, job_id="j", session_id="fc_1", staging=str(folder), sink=sink, chromium=stage.chromium, **arguments
    )
    try:
        return stage.run(call), sink
    finally:
        assert len(sink.starts) == len(sink.ends) == 1
        assert (sink.starts[0].stage, sink.starts[0].item) == ("browser", url)


def refused(stage: Stage, url: str, folder: Path, **more) -> StageError:
    with pytest.raises(StageError) as caught:
        fetch(stage, url, folder, **more)
    assert not list(folder.glob("*.body"))
    return caught.value


def document(page: RenderedPage) -> str:
    data = Path(page.body.staged).read_bytes()
    assert hashlib.sha256(data).hexdigest() == page.body.sha256
    return data.decode("utf-8")


def test_five_redirects_are_followed(stage, site, tmp_path):
    page, _ = fetch(stage, f"{site}/many/5", tmp_path)
    assert len(page.body.redirects) == 5


def test_page_is_read_with_its_final_address_status_and_hops(stage, site, tmp_path):
    page, sink = fetch(stage, f"{site}/one", tmp_path, screenshot=True)
    assert "<title>Plain</title>" in document(page)
    assert page.body.final_url == f"{site}/plain"
    assert page.body.status == 200
    assert page.body.peer == "127.0.0.1"
    assert [(hop.url, hop.status, hop.location) for hop in page.body.redirects] == [
        (f"{site}/one", 301, f"{site}/two"),
        (f"{site}/two", 302, f"{site}/plain"),
    ]
    assert page.loaded
    assert page.settled
    image = load(page.screenshot_staged)
    assert image.width == 1280
    assert hashlib.sha256(Path(page.screenshot_staged).read_bytes()).hexdigest() == page.screenshot_sha256
    assert (sink.ends[0].outcome, sink.ends[0].http_status) == ("succeeded", 200)


@pytest.mark.promise("FETCH-10")
@pytest.mark.parametrize("path", ["/late", "/later", "/fetched"])
def test_content_that_comes_after_load_is_waited_for(stage, site, tmp_path, path):
    page, _ = fetch(stage, site + path, tmp_path)
    assert "said the authority" in document(page).partition("<script>")[0]
    assert page.settled


@pytest.mark.parametrize("path", ["/restless", "/unfinished"])
def test_page_that_never_rests_is_taken_as_it_is(stage, site, tmp_path, monkeypatch, path):
    monkeypatch.setattr("tasks.browser_settle.MOST_SECONDS", 3.0)
    start = time.monotonic()
    page, sink = fetch(stage, site + path, tmp_path, seconds=8)
    assert time.monotonic() - start < 20 * pace()
    assert "said the authority" in document(page)
    assert not (page.loaded and page.settled)
    assert sink.ends[0].detail


def test_page_that_never_answers_times_out(stage, site, tmp_path):
    start = time.monotonic()
    assert refused(stage, f"{site}/never", tmp_path, seconds=2).kind == "timeout"
    assert time.monotonic() - start < 10 * pace()


def test_scripts_may_lead_to_another_page(stage, site, tmp_path):
    page, _ = fetch(stage, f"{site}/moved-by-script", tmp_path)
    assert page.body.final_url == f"{site}/plain"
    assert "<title>Plain</title>" in document(page)
    error = refused(stage, f"{site}/to-missing-by-script", tmp_path / "other")
    assert (error.kind, error.http_status) == ("http_status", 404)


def test_popups_and_dialogs_do_not_stop_a_page(stage, site, tmp_path):
    page, _ = fetch(stage, f"{site}/popups", tmp_path)
    assert "said the authority" in document(page)


def test_charset_of_the_page_is_read_right_and_the_document_is_utf8(stage, site, tmp_path):
    page, _ = fetch(stage, f"{site}/sjis", tmp_path)
    assert "日本語の文章です。" in document(page)
    assert page.body.content_type == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/missing", "http_status"),
        ("/json", "media_type"),
        ("/pdf", "media_type|download"),
        ("/file", "download"),
        ("/loop", "too_many_redirects"),
        ("/many/6", "too_many_redirects"),
    ],
)
def test_what_is_no_page_is_refused(stage, site, tmp_path, path, kind):
    assert refused(stage, site + path, tmp_path).kind in kind.split("|")


def test_unreachable_server_is_a_failure_of_the_connection(stage, tmp_path):
    error = refused(stage, "http://127.0.0.1:49151/", tmp_path)
    assert error.kind == "connection"


def test_page_that_is_too_large_is_cut_off(stage, site, tmp_path, monkeypatch):
    monkeypatch.setattr("tasks.browser_fetch.limits.EVIDENCE_WIRE_BYTES", 1_000_000)
    assert refused(stage, f"{site}/big", tmp_path).kind == "too_large"


@pytest.mark.promise("GUARD-3")
@pytest.mark.parametrize("path", ["/to-metadata", "/to-file"])
def test_redirect_to_a_refused_address_is_refused_before_it_is_asked(stage, site, tmp_path, path):
    error = refused(stage, site + path, tmp_path)
    assert error.kind in {"address_refused", "connection"}
    if path == "/to-metadata":
        assert error.kind == "address_refused"
        assert "169.254.169.254" in error.message


@pytest.mark.promise("GUARD-2")
def test_private_address_is_refused_unless_allowed(stage, site, tmp_path):
    Handler.seen.clear()
    for url in (site, site.replace("127.0.0.1", "localhost"), site.replace("127.0.0.1", "[::ffff:127.0.0.1]")):
        assert refused(stage, f"{url}/plain", tmp_path, policy=AddressPolicy()).kind == "address_refused"
    assert refused(stage, "file:///etc/passwd", tmp_path).kind == "url_invalid"
    assert Handler.seen == []


@pytest.mark.promise("GUARD-5")
def test_parts_of_a_page_reach_no_refused_address_and_the_page_is_read(stage, site, tmp_path, monkeypatch):
    refusals = {}

    async def watched(host: str, port: int, policy: AddressPolicy, **more) -> list[str]:
        try:
            return await resolve_and_check(host, port, policy, **more)
        except StageError as error:
            refusals[host] = error.kind
            raise

    monkeypatch.setattr("tasks.browser_proxy.resolve_and_check", watched)
    page, _ = fetch(stage, f"{site}/parts", tmp_path)
    assert "said the authority" in document(page)
    assert refusals == {"169.254.169.254": "address_refused"}


@pytest.mark.promise("GUARD-4")
def test_names_are_resolved_by_the_guard_alone(stage, site, tmp_path):
    asked = []

    async def resolver(host: str, port: int) -> Sequence[str]:
        asked.append((host, port))
        return ["127.0.0.1"]

    port = int(site.rpartition(":")[2])
    page, _ = fetch(stage, f"http://harbour.example:{port}/plain?a=%7C&b=1", tmp_path, resolver=resolver)
    assert page.body.final_url == f"http://harbour.example:{port}/plain?a=%7C&b=1"
    assert set(asked) == {("harbour.example", port)}
    path, headers = next(one for one in Handler.seen if one[0].startswith("/plain?"))
    assert path == "/plain?a=%7C&b=1"
    assert headers["Host"] == f"harbour.example:{port}"
    assert not [name for name in headers if name.lower().startswith("proxy-")]


@pytest.mark.fault("F-33", "A page of 30,000 pixels")
def test_picture_of_a_tall_page_has_a_bound_and_says_so(stage, site, tmp_path, fault: Fault):
    page, sink = fetch(stage, f"{site}/tall", tmp_path, screenshot=True)
    image = load(page.screenshot_staged)
    assert (image.width, image.height) == (1_280, 20_000)
    assert re.fullmatch(r"Its picture shows the first 20,000 of 30,\d\d\d pixels\.", sink.ends[0].detail)
    assert "said the authority" in document(page)
    fault.happened(
        "Read whole; pictured down to a bound, and the try says how much of the page that is.",
        kept="The document and the picture.",
    )


@pytest.mark.promise("GUARD-5")
def test_proxy_speaks_to_nothing_but_http(stage):
    async def ask(line: bytes) -> bytes:
        async with guarded_proxy(AddressPolicy(), 1_000_000) as proxy:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(proxy.url.rpartition(":")[2]))
            writer.write(line + b"\r\nHost: x\r\n\r\n")
            answer = await asyncio.wait_for(reader.read(), 10)
            writer.close()
            return answer.split(b"\r\n")[0]

    assert stage.run(ask(b"GET /relative HTTP/1.1")) == b"HTTP/1.1 403 Forbidden"
    assert stage.run(ask(b"GET ftp://example.org/ HTTP/1.1")) == b"HTTP/1.1 403 Forbidden"
    assert stage.run(ask(b"CONNECT 127.0.0.1:443 HTTP/1.1")) == b"HTTP/1.1 403 Forbidden"
    assert stage.run(ask(b"CONNECT 93.184.216.34:22 HTTP/1.1")) == b"HTTP/1.1 403 Forbidden"
    assert stage.run(ask(b"nonsense")) == b"HTTP/1.1 400 Bad Request"
