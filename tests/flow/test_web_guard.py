"""Who may speak HTTP to the hub, and what its pages may do (a real hub process on fake parts)."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import http.client
import json
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from anyio import to_thread
from mcp import Client as McpClient
from mcp import MCPError

from mcp_bridge.lock import read_holder
from tests.flow.bridge_client import Client, end_hub
from tests.processes import gone

SESSION = "fc_20260101_abc"
SCRIPT = "document.title = 'report'"


class Web:
    """Raw requests: no client library that puts headers right."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.host = urlsplit(url).netloc

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, dict, bytes]:
        connection = http.client.HTTPConnection(self.host, timeout=10)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            sent = {"Host": self.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
            if body is not None:
                sent["Content-Length"] = str(len(body))
            for name, value in sent.items():
                if value:
                    connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            return answer.status, dict(answer.headers), answer.read()
        finally:
            connection.close()


def start(**env: str) -> tuple[Path, Web]:
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    client = Client(home, home, **env)
    try:
        client.greet()
    finally:
        client.process.kill()
        client.close()
    holder = read_holder(home)
    assert holder is not None
    return home, Web(holder["url"])


@pytest.fixture(scope="module")
def hub() -> Iterator[tuple[Path, Web]]:
    home, web = start()
    folder = home / "sessions" / SESSION
    (folder / "evidence").mkdir(parents=True)
    (folder / "report.html").write_text(f"<!doctype html><script>{SCRIPT}</script>", encoding="utf-8")
    (folder / "report.md").write_text("# 報告", encoding="utf-8")
    (folder / "evidence" / "page.html").write_text("<script>alert(1)</script>", encoding="utf-8")
    (folder / "evidence" / "data.csv").write_text("a", encoding="utf-8")
    (folder / "evidence" / "folder.txt").mkdir()
    (home / "secret.txt").write_text("secret", encoding="utf-8")
    (folder / "link.txt").symlink_to(home / "secret.txt")
    (folder / "linked").symlink_to(home)
    os.mkfifo(folder / "pipe.txt")
    yield home, web
    end_hub(home)
    shutil.rmtree(home)


@pytest.fixture
def web(hub: tuple[Path, Web]) -> Web:
    return hub[1]


INITIALIZE = json.dumps({
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    },
}).encode()  # fmt: skip
MCP_HEADERS = {"Content_Type": "application/json", "Accept": "application/json, text/event-stream"}


def code_of(body: bytes) -> str:
    return json.loads(body)["error"]["code"]


def test_a_program_of_this_machine_is_let_in(web: Web) -> None:
    assert web.ask("POST", "/mcp", INITIALIZE, **MCP_HEADERS)[0] == 200
    port = web.host.rpartition(":")[2]
    assert web.ask("POST", "/mcp", INITIALIZE, **MCP_HEADERS, Host=f"localhost:{port}")[0] == 200
    assert web.ask("POST", "/mcp", INITIALIZE, **MCP_HEADERS, Origin=web.url)[0] == 200


@pytest.mark.promise("WEB-1")
@pytest.mark.parametrize("path", ["/mcp", "/", "/healthz", "/sessions/x/report.html", "/nothing"])
def test_a_page_of_another_origin_is_refused_everywhere(web: Web, path: str) -> None:
    for origin in (
        "https://evil.example",
        "null",
        "http://127.0.0.1:1",
        f"https://{web.host}",
        f"{web.url}.evil.example",
    ):
        for method in ("GET", "POST"):
            status, headers, body = web.ask(
                method, path, INITIALIZE if method == "POST" else None, **MCP_HEADERS, Origin=origin
            )
            assert (status, code_of(body)) == (403, "ORIGIN_REFUSED"), origin
            assert "access-control-allow-origin" not in {name.lower() for name in headers}


@pytest.mark.promise("WEB-1")
def test_a_name_that_was_rebound_to_loopback_is_refused(web: Web) -> None:
    port = web.host.rpartition(":")[2]
    for host in (
        f"evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        f"127.0.0.1.evil.example:{port}",
        f"evil@{web.host}",
        "",
    ):
        status, _, body = web.ask("POST", "/mcp", INITIALIZE, **MCP_HEADERS, Host=host)
        assert status in (400, 403), host
        assert status == 400 or code_of(body) == "HOST_REFUSED"


def test_health_tells_what_a_watcher_needs(web: Web, hub: tuple[Path, Web]) -> None:
    status, _, body = web.ask("GET", "/healthz")
    health = json.loads(body)
    holder = read_holder(hub[0])
    assert holder is not None
    assert status == 200
    assert health["pid"] == holder["pid"]
    assert health["ledger"] == {"healthy": True}
    assert health["engine"] == {"state": "stopped"}


def test_every_answer_forbids_framing_and_sniffing(web: Web) -> None:
    for path in ("/", "/healthz", f"/sessions/{SESSION}/report.md", "/nothing"):
        headers = web.ask("GET", path)[1]
        assert headers["x-frame-options"] == "DENY", path
        assert headers["x-content-type-options"] == "nosniff", path


def test_the_report_runs_its_own_scripts_and_reaches_nothing(web: Web) -> None:
    status, headers, body = web.ask("GET", f"/sessions/{SESSION}/report.html")
    policy = headers["content-security-policy"]
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert status == 200
    assert SCRIPT.encode() in body
    assert f"script-src 'sha256-{digest}';" in policy
    assert "connect-src 'none'" in policy
    assert "form-action 'none'" in policy


@pytest.mark.promise("WEB-2")
def test_a_saved_page_is_never_run_on_our_origin(web: Web) -> None:
    status, headers, _ = web.ask("GET", f"/sessions/{SESSION}/evidence/page.html")
    assert status == 200
    assert headers["content-type"].startswith("text/plain")
    assert headers["content-disposition"] == "attachment"
    assert headers["content-security-policy"].startswith("sandbox;")


@pytest.mark.promise("WEB-4")
@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"/sessions/{SESSION}/report.md", 200),
        (f"/sessions/{SESSION}/missing.md", 404),
        ("/sessions/fc_unknown/report.md", 404),
        (f"/sessions/{SESSION}/evidence/data.csv", 415),
        (f"/sessions/{SESSION}/evidence", 415),
        (f"/sessions/{SESSION}/evidence/folder.txt", 403),
        (f"/sessions/{SESSION}/../../secret.txt", 403),
        (f"/sessions/{SESSION}/%2e%2e/%2e%2e/secret.txt", 403),
        (f"/sessions/{SESSION}/..%2f..%2fsecret.txt", 403),
        (f"/sessions/{SESSION}//etc/hosts.txt", 403),
        (f"/sessions/{SESSION}/link.txt", 403),
        (f"/sessions/{SESSION}/linked/secret.txt", 403),
        (f"/sessions/{SESSION}/pipe.txt", 403),
        (f"/sessions/{SESSION}/a%00.txt", 403),
        ("/sessions/..%2f/secret.txt", 400),
        ("/sessions/%2e%2e/secret.txt", 400),
        ("/sessions/.hidden/secret.txt", 400),
        (f"/sessions/{SESSION}", 404),
        ("/sessions/.hidden", 400),
        ("/attempts", 200),
        ("/attempts?outcome=failed&first=x", 200),
        ("/attempts?outcome=odd", 400),
        ("/attempts?session=../x", 400),
    ],
)
def test_only_files_of_a_session_are_served(web: Web, path: str, status: int) -> None:
    found, _, body = web.ask("GET", path)
    assert found == status
    assert b"secret" not in body


@pytest.mark.promise("WEB-4")
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_pages_are_only_read(web: Web, method: str) -> None:
    for path in ("/", f"/sessions/{SESSION}/report.md", "/healthz"):
        assert web.ask(method, path)[0] == 405


def test_head_answers_without_a_body(web: Web) -> None:
    status, headers, body = web.ask("HEAD", f"/sessions/{SESSION}/report.md")
    assert (status, headers["content-length"], body) == (200, str(len("# 報告".encode())), b"")


def test_a_body_of_more_than_16_mb_is_refused(web: Web) -> None:
    assert web.ask("POST", "/mcp", b" " * (16 << 20) + b"   ", **MCP_HEADERS)[0] == 413


@pytest.mark.promise("WEB-3")
def test_with_a_token_everything_but_health_asks_for_it() -> None:
    home, web = start(URATORI_TOKEN="long random text", URATORI_HOST="0.0.0.0")
    try:
        assert web.ask("GET", "/healthz")[0] == 200
        for path in ("/", "/mcp", "/sessions/x/report.html"):
            for given in ("", "Bearer wrong", "Bearer", "Basic long random text", "long random text"):
                status, headers, body = web.ask("GET", path, Authorization=given)
                assert (status, code_of(body)) == (401, "TOKEN_REQUIRED"), given
                assert headers["www-authenticate"] == "Bearer"
        assert web.ask("GET", "/", Authorization="Bearer long random text")[0] == 200
        assert web.ask("GET", "/", Authorization="Bearer long random text", Host="box.example:1")[0] == 200
        assert web.ask("GET", "/", Authorization="Bearer long random text", Origin="https://evil.example")[0] == 403
    finally:
        end_hub(home)
        shutil.rmtree(home)


@pytest.mark.promise("TOOL-12")
@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_official_client_works_over_http_in_both_eras(web: Web, mode: str) -> None:
    async with McpClient(f"{web.url}/mcp", mode=mode) as client:
        result = await client.call_tool("who", {})
        assert result.structured_content["transport"] == "http"
        assert result.structured_content["cwd"] == "None"


@pytest.mark.anyio
async def test_a_connected_client_does_not_hold_up_a_stop() -> None:
    home, web = start()
    try:
        holder = read_holder(home)
        assert holder is not None
        with contextlib.suppress(BaseExceptionGroup, MCPError):
            async with McpClient(f"{web.url}/mcp", mode="legacy") as client:
                await client.call_tool("who", {})
                os.kill(holder["pid"], signal.SIGTERM)
                assert await to_thread.run_sync(gone, [holder["pid"]], 8) == []
        assert gone([holder["pid"]], 0) == []
    finally:
        end_hub(home)
        shutil.rmtree(home)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.parametrize(("method", "path", "code"), [("GET", "/nowhere", "HTTP_404"), ("POST", "/", "HTTP_405")])
def test_a_path_that_there_is_not_is_refused_in_the_form_of_every_refusal(
    web: Web, method: str, path: str, code: str
) -> None:
    status, headers, body = web.ask(method, path)
    assert f"HTTP_{status}" == code == code_of(body)
    assert set(json.loads(body)["error"]) == {"code", "message"}
    assert headers["content-type"] == "application/json"
    assert headers["x-content-type-options"] == "nosniff"
