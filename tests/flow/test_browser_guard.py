"""What a hostile page reaches from the browser: nothing but public addresses, and nothing past our proxy."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tasks.attempts import StageError
from tasks.browser_fetch import RenderedPage, fetch_rendered
from tasks.guard import AddressPolicy, Resolver, resolve_and_check
from tests.faults import Fault
from tests.flow.browsers import Sink, Stage, count, load, needs_chromium, quick, stage
from tests.ssrf.corpus import HOSTILE, resolver
from tests.ssrf.internet import Answers, Internet
from tests.ssrf.site import PROSE, Request, Site, moved, page, site

__all__ = ["quick", "stage"]
pytestmark = [needs_chromium, pytest.mark.usefixtures("quick")]
PUBLIC, OTHER = "93.184.216.34", "93.184.216.35"


@pytest.fixture
def internet(monkeypatch: pytest.MonkeyPatch) -> Internet:
    return Internet(monkeypatch)


@pytest.fixture
def refusals(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The kind of the refusal of each host that the proxy did not reach."""
    found: dict[str, str] = {}

    async def watched(host: str, port: int, policy: AddressPolicy, *, resolver: Resolver) -> list[str]:
        try:
            return await resolve_and_check(host, port, policy, resolver=resolver)
        except StageError as error:
            found[host] = error.kind
            raise

    monkeypatch.setattr("tasks.browser_proxy.resolve_and_check", watched)
    return found


@dataclass
class Wire(asyncio.DatagramProtocol):
    """Whatever reaches one port of loopback past the proxy."""

    port: int = 0
    packets: list[bytes] = field(default_factory=list)
    connections: int = 0

    def datagram_received(self, data: bytes, _sender: object) -> None:
        self.packets.append(data)

    async def connected(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        writer.close()


@asynccontextmanager
async def wire() -> AsyncIterator[Wire]:
    """A port on which both datagrams and connections are seen."""
    made = Wire()
    server = await asyncio.start_server(made.connected, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    datagrams, _ = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: made, local_addr=("127.0.0.1", made.port)
    )
    try:
        yield made
    finally:
        datagrams.close()
        server.close()


async def visit(
    stage: Stage,
    url: str,
    folder: Path,
    *,
    names: Resolver = resolver,
    policy: AddressPolicy | None = None,
    screenshot: bool = False,
) -> RenderedPage:
    return await fetch_rendered.fn(
        url,
        job_id="j",
        session_id="fc_1",
        staging=str(folder),
        sink=Sink(),
        chromium=stage.chromium,
        policy=policy,
        seconds=20,
        screenshot=screenshot,
        resolver=names,
    )


def document(got: RenderedPage) -> str:
    return Path(got.body.staged).read_text(encoding="utf-8")


@pytest.mark.promise("GUARD-5")
@pytest.mark.fault("F-21", "A public page whose frames, pictures, scripts and sockets ask for every hostile URL")
def test_a_page_reaches_no_hostile_url_by_any_means(
    stage: Stage, internet: Internet, refusals: dict[str, str], tmp_path: Path, fault: Fault
) -> None:
    urls = [one.url.encode("utf-8", "replace").decode() for one in HOSTILE]
    frames = {one.what: one.url for one in HOSTILE if one.refused == "address_refused"}
    script = f"""<script>
const add = (name, url) => {{ const made = document.createElement(name); made.src = url; document.body.append(made) }};
for (const url of {json.dumps(urls).replace("<", "%3C")}) {{
  add('img', url);
  fetch(url, {{mode: 'no-cors'}}).catch(() => 0);
  try {{ new WebSocket(url.replace(/^http/i, 'ws')) }} catch {{ }}
}}
for (const url of {json.dumps(list(frames.values()))}) add('iframe', url);
</script>"""

    async def run() -> RenderedPage:
        async with site(lambda _request: page(PROSE + script)) as public:
            internet.serve(PUBLIC, 80, public.port)
            return await visit(stage, "http://public.example/", tmp_path)

    got = stage.run(run())
    assert "said the authority" in document(got)
    # 134744072 is another spelling of a public address, which a browser writes out before it asks.
    assert set(internet.dialled) <= {(PUBLIC, 80), (PUBLIC, 443), ("8.8.8.8", 80)}
    assert {"127.0.0.1", "169.254.169.254", "::ffff:7f00:1", "localhost", "intranet", "224.0.0.1"} <= set(refusals)
    assert len(refusals) > 60
    fault.happened(
        "The page was read; every hostile request of it was refused, and none left the proxy.",
        kept="The page as evidence; no connection but to its own address.",
    )


PAST_THE_PROXY = """<script>
const told = document.createElement('pre');
document.body.append(told);
const attempt = async (name, doing) => {
  let result;
  try { result = await doing() } catch (error) { result = error.name }
  told.textContent += `${name}: ${result}\\n`;
};
const soon = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const socket = (made) => new Promise((done) => {
  made.onopen = () => done('open'); made.onerror = () => done('failed') });
attempt('webrtc', async () => {
  const urls = ['stun:HERE', 'turn:HERE?transport=udp', 'turn:HERE?transport=tcp', 'turns:HERE?transport=tcp'];
  const peer = new RTCPeerConnection({iceServers: [{urls, username: 'a', credential: 'b'}]});
  const found = [];
  peer.onicecandidate = (event) => event.candidate && found.push(event.candidate.candidate);
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());
  await soon(400);
  return `${found.length} candidates`;
});
attempt('webtransport', async () => { await new WebTransport('https://HERE/').ready; return 'open' });
attempt('websocket', () => socket(new WebSocket('ws://HERE/')));
attempt('tls websocket', () => socket(new WebSocket('wss://HERE/')));
attempt('events', () => socket(new EventSource('http://HERE/')));
attempt('beacon', () => navigator.sendBeacon('http://HERE/', 'x'));
attempt('keepalive', () => fetch('http://HERE/', {mode: 'no-cors', keepalive: true, method: 'POST', body: 'x'}).then(
  (answer) => answer.type));
attempt('service worker', () => navigator.serviceWorker.register('/worker.js').then((made) => String(made)));
attempt('worker', () => void new Worker(URL.createObjectURL(new Blob(["fetch('http://HERE/', {mode: 'no-cors'})"]))));
attempt('popup', () => void open('http://HERE/'));
attempt('ping', () => { const link = document.createElement('a'); link.href = '#'; link.ping = 'http://HERE/';
  document.body.append(link); link.click() });
attempt('form', () => { const form = document.createElement('form'); form.action = 'http://HERE/'; form.method = 'post';
  form.target = '_blank'; document.body.append(form); form.submit() });
attempt('download', () => { const link = document.createElement('a'); link.href = '/file'; link.download = 'x';
  document.body.append(link); link.click() });
</script>
<script type="speculationrules">{"prefetch": [{"source": "list", "urls": ["http://HERE/"], "eagerness": "immediate"}],
  "prerender": [{"source": "list", "urls": ["/prerendered"], "eagerness": "immediate"}]}</script>
<link rel="dns-prefetch" href="//HERE-dns.example"><link rel="preconnect" href="http://HERE/">
<link rel="prefetch" href="http://HERE/"><link rel="prerender" href="http://HERE/">
<link rel="preload" as="image" href="http://HERE/"><link rel="modulepreload" href="http://HERE/">
<link rel="icon" href="http://HERE/"><link rel="manifest" href="http://HERE/"><link rel="stylesheet" href="http://HERE/">
<iframe src="data:text/html,<img src=http://HERE/>"></iframe><iframe srcdoc="<img src=http://HERE/>"></iframe>
<object data="http://HERE/"></object><embed src="http://HERE/"><video src="http://HERE/" poster="http://HERE/"></video>
<svg><image href="http://HERE/" /></svg>
<style>@import url(http://HERE/); body { background: url(http://HERE/) }</style>
"""


@pytest.mark.promise("GUARD-5")
@pytest.mark.fault(
    "F-21", "A page that tries every way past a proxy: WebRTC, WebTransport, workers, prefetches, reports"
)
def test_nothing_of_a_page_passes_the_proxy_by(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    monkeypatch.setattr("tasks.browser_settle.QUIET_SECONDS", 0.8)  # longer than any of its attempts takes
    monkeypatch.setattr("tasks.browser_settle.MOST_SECONDS", 4.0)
    refused: set[tuple[str, int]] = set()

    async def run() -> tuple[RenderedPage, Wire, Site]:
        async with wire() as past, site(lambda request: answer(request, past)) as own:

            async def own_alone(host: str, port: int, policy: AddressPolicy, *, resolver: Resolver) -> list[str]:
                if port != own.port:
                    refused.add((host, port))
                    raise StageError("address_refused", f"{host} is not reached.")
                return await resolve_and_check(host, port, policy, resolver=resolver)

            monkeypatch.setattr("tasks.browser_proxy.resolve_and_check", own_alone)
            # On loopback a page is as trusted as one with TLS: service workers and WebTransport are there to try.
            url, opened = f"http://127.0.0.1:{own.port}/", AddressPolicy(allow_private=True)
            return await visit(stage, url, tmp_path, policy=opened), past, own

    def answer(request: Request, past: Wire) -> bytes:
        here = f"http://127.0.0.1:{past.port}/"
        if request.target != "/":
            return page("x", Content_Disposition="attachment")
        reports = {"Reporting-Endpoints": f'default="{here}"', "Link": f"<{here}>; rel=preload; as=image"}
        policy = {"Content-Security-Policy-Report-Only": f"default-src 'none'; report-uri {here}; report-to default"}
        return page(PROSE + PAST_THE_PROXY.replace("HERE", f"127.0.0.1:{past.port}"), **reports, **policy)

    got, past, own = stage.run(run())
    assert (past.packets, past.connections) == ([], 0)
    assert ("127.0.0.1", past.port) in refused
    told = dict(line.split(": ") for line in document(got).partition("<pre>")[2].partition("</pre>")[0].splitlines())
    assert told["webrtc"] == "0 candidates"
    assert told["webtransport"] == "WebTransportError"
    assert {told["websocket"], told["tls websocket"], told["events"]} == {"failed"}
    assert {"beacon", "keepalive", "service worker", "worker", "popup", "ping", "form", "download"} <= set(told)
    asked = {request.target for request in own.requests}
    assert "/worker.js" not in asked
    assert [path.suffix for path in tmp_path.iterdir()] == [".body"]
    fault.happened(
        "No packet and no connection beside the proxy; service workers and downloads were stopped, the page was read.",
        kept="The page as evidence, and no other file.",
    )


@pytest.mark.promise("GUARD-5")
@pytest.mark.fault("F-33", "A page that opens a file of this machine and the browser's own pages in frames and windows")
def test_a_page_shows_no_file_and_no_page_of_the_browser(
    stage: Stage, internet: Internet, tmp_path: Path, fault: Fault
) -> None:
    secret = tmp_path / "secret.html"
    secret.write_text("<body style='background:#ff00ff'>secret</body>", encoding="utf-8")
    inner = [f"file://{secret}", f"view-source:file://{secret}", "chrome://version", "about:version"]
    frames = "".join(
        f"<iframe width=600 height=200 src='{url}'></iframe><object data='{url}'></object>" for url in inner
    )
    script = f"""<script>for (const url of {json.dumps(inner)}) {{
  open(url); fetch(url).then((answer) => answer.text()).then((text) => document.body.append(text)).catch(() => 0);
}}
location.href = 'file://{secret}'; location.href = 'chrome://version'</script>"""

    async def run() -> RenderedPage:
        async with site(lambda _request: page(PROSE + frames + script)) as public:
            internet.serve(PUBLIC, 80, public.port)
            return await visit(stage, "http://public.example/", tmp_path / "staging", screenshot=True)

    got = stage.run(run())
    assert got.body.final_url == "http://public.example/"
    assert "said the authority" in document(got)
    assert ">secret<" not in document(got)
    assert got.screenshot_staged is not None
    assert count(load(got.screenshot_staged), (255, 0, 255)) == 0
    fault.happened(
        "Every one was stopped by the browser; the page was read and pictured with empty frames.",
        kept="The page as evidence; nothing of the file in its text or on its picture.",
    )


@pytest.mark.promise("GUARD-3")
@pytest.mark.parametrize(
    ("leading", "url"),
    [
        ("<script>location.href = 'URL'</script>", "http://127.0.0.1/"),
        ("<script>setTimeout(() => { location.replace('URL') }, 100)</script>", "http://[::ffff:10.0.0.1]/"),
        ("<meta http-equiv=refresh content='0;url=URL'>", "https://intranet/"),
        (
            "<form action='URL' method=post></form><script>document.forms[0].submit()</script>",
            "http://169.254.169.254/",
        ),
    ],
    ids=["script", "late script", "refresh", "form"],
)
@pytest.mark.fault(
    "F-21", "Public pages that lead on to loopback, an intranet and metadata by script, refresh and form"
)
def test_a_page_that_leads_inside_is_refused(
    stage: Stage, internet: Internet, tmp_path: Path, fault: Fault, leading: str, url: str
) -> None:
    async def run() -> StageError:
        async with site(lambda _request: page(PROSE + leading.replace("URL", url))) as public:
            internet.serve(PUBLIC, 80, public.port)
            with pytest.raises(StageError) as caught:
                await visit(stage, "http://public.example/", tmp_path)
            return caught.value

    assert stage.run(run()).kind == "address_refused"
    assert set(internet.dialled) == {(PUBLIC, 80)}
    assert list(tmp_path.iterdir()) == []
    fault.happened(
        "All 4 refused as an address that is not reached; nothing but the public page was asked for.",
        kept="The failed attempt; neither page is evidence.",
    )


@pytest.mark.promise("BROWSER-3")
@pytest.mark.parametrize(
    "leading",
    [
        "location.href = URL.createObjectURL(new Blob(['<p>Forged.</p>'], {type: 'text/html'}))",
        "location.href = 'about:blank'",
        "location.href = 'https://dead.example/'",
    ],
    ids=["blob", "blank", "dead"],
)
def test_what_no_server_gave_is_not_kept_under_the_address_of_a_page(
    stage: Stage, internet: Internet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leading: str
) -> None:
    monkeypatch.setattr("tasks.browser_visit.READINGS", 1)
    names = Answers({"public.example": [[PUBLIC]], "dead.example": [[OTHER]]})

    async def run() -> StageError:
        async with site(lambda _request: page(f"{PROSE}<script>{leading}</script>")) as public:
            internet.serve(PUBLIC, 80, public.port)
            with pytest.raises(StageError) as caught:
                await visit(stage, "http://public.example/", tmp_path, names=names)
            return caught.value

    assert stage.run(run()).kind in {"browser", "connection"}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.promise("GUARD-4")
@pytest.mark.fault("F-22", "A name that is public when it is checked and loopback when the browser asks for it")
def test_a_name_that_moves_inside_is_not_followed_by_the_browser(
    stage: Stage, internet: Internet, tmp_path: Path, fault: Fault
) -> None:
    names = Answers({"rebind.example": [[PUBLIC], ["127.0.0.1"]]})
    internet.serve("127.0.0.1", 80, 9)

    async def run() -> StageError:
        with pytest.raises(StageError) as caught:
            await visit(stage, "http://rebind.example/", tmp_path, names=names)
        return caught.value

    error = stage.run(run())
    assert (error.kind, names.asked["rebind.example"], internet.dialled) == ("address_refused", 2, [])
    fault.happened("Refused by the second answer; no connection made.", kept="One failed attempt; no file.")


@pytest.mark.promise("GUARD-4")
@pytest.mark.fault("F-22", "A page whose script asks its own name again until the name is loopback")
def test_a_page_keeps_the_address_that_it_came_from(
    stage: Stage, internet: Internet, tmp_path: Path, fault: Fault
) -> None:
    names = Answers({"rebind.example": [[PUBLIC], [PUBLIC], ["127.0.0.1"]]})
    again = "<script>for (const at of [1, 2, 3]) fetch('/again' + at)</script>"

    async def run() -> tuple[RenderedPage, list[str]]:
        async with site(lambda request: page(PROSE + again) if request.target == "/" else page("x")) as public:
            internet.serve(PUBLIC, 80, public.port)
            got = await visit(stage, "http://rebind.example/", tmp_path, names=names)
            return got, [request.target for request in public.requests]

    got, asked = stage.run(run())
    assert {"/again1", "/again2", "/again3"} <= set(asked)
    assert set(internet.dialled) == {(PUBLIC, 80)}
    assert (names.asked["rebind.example"], got.body.peer) == (2, PUBLIC)
    fault.happened(
        "Every request of the page went to the address that its name had when it was opened.",
        kept="The page as evidence, with that address.",
    )


@pytest.mark.fault("F-22", "Mixed IPv4 and IPv6 answers, one of which leads inside, in the browser")
def test_a_page_of_a_mixed_name_is_not_opened(stage: Stage, internet: Internet, tmp_path: Path, fault: Fault) -> None:
    names = Answers({"public.example": [[PUBLIC]], "mixed.example": [[PUBLIC, "::1"]]})

    async def run() -> StageError:
        async with site(lambda _request: moved("http://mixed.example/")) as public:
            internet.serve(PUBLIC, 80, public.port)
            with pytest.raises(StageError) as caught:
                await visit(stage, "http://public.example/", tmp_path, names=names)
            return caught.value

    assert stage.run(run()).kind == "address_refused"
    assert internet.dialled == [(PUBLIC, 80)]
    fault.happened("Refused at the redirect to the name.", kept="One failed attempt; no file.")


def test_a_dead_address_is_passed_over_by_the_browser_too(stage: Stage, internet: Internet, tmp_path: Path) -> None:
    names = Answers({"public.example": [["2606:4700::1111", OTHER, PUBLIC]]})

    async def run() -> RenderedPage:
        async with site(lambda _request: page()) as public:
            internet.serve(PUBLIC, 80, public.port)
            return await visit(stage, "http://public.example/", tmp_path, names=names)

    assert stage.run(run()).body.peer == PUBLIC
    assert internet.dialled[:3] == [("2606:4700::1111", 80), (OTHER, 80), (PUBLIC, 80)]


def test_a_connection_of_the_browser_carries_one_request(stage: Stage, internet: Internet, tmp_path: Path) -> None:
    """A second one would go out as it came: to the same server, unchecked and in the form meant for a proxy."""
    more = "<script>fetch('/a', {method: 'POST', body: 'abc'}).then(() => fetch('/b')).then(() => fetch('/c'))</script>"

    async def run() -> Site:
        async with site(lambda request: page(PROSE + more) if request.target == "/" else page("x")) as public:
            internet.serve(PUBLIC, 80, public.port)
            await visit(stage, "http://public.example/", tmp_path)
            return public

    public = stage.run(run())
    targets = [request.target for request in public.requests]
    assert [target for target in targets if target != "/favicon.ico"] == ["/", "/a", "/b", "/c"]
    assert public.connections == len(public.requests)
    for request in public.requests:
        assert request.headers["connection"] == "close"
        assert not [name for name in request.headers if name.startswith("proxy-")]
