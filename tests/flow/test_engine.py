"""Prefect as the hub's child: who may talk to it, how it starts, dies and stops."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flows import registry
from flows.settings import Settings
from ledger.refusals import Refusal
from mcp_bridge.engine import Engine
from mcp_bridge.engine_environment import apply_environment, prefect_environment, server_environment
from mcp_bridge.prefect_child import PrefectChild, bind
from tests.flow import fake_flows
from tests.flow.engine_world import World, until
from tests.prepared import prepare
from tests.processes import alive, gone

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


def ask(world: World, method: str, path: str, headers: dict[str, str], body: str | None = None) -> tuple[int, bytes]:
    """The status and the start of the body of one request to Prefect's server."""
    port = int(str(world.engine.ui_url).rpartition(":")[2])
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read(2_000)
    finally:
        connection.close()


@pytest.mark.promise("ENGINE-1")
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example", "Content-Type": "application/json"},
        {"Origin": "http://evil.example", "Content-Type": "text/plain"},
        {"Origin": "null", "Content-Type": "text/plain"},
        {"Origin": "http://127.0.0.1:1", "Content-Type": "text/plain"},
        {"Sec-Fetch-Site": "cross-site", "Content-Type": "text/plain"},
        {"Host": "evil.example", "Content-Type": "application/json"},
        {"Host": "localhost", "Content-Type": "application/json"},
    ],
)
def test_a_page_of_another_origin_can_create_nothing(world: World, headers: dict[str, str]) -> None:
    name = f"evil-{abs(hash(frozenset(headers.items())))}"
    status, reason = ask(world, "POST", "/api/flows/", headers, json.dumps({"name": name}))
    assert status == 403
    assert b"refused" in reason or b"own address" in reason
    status, body = ask(world, "GET", f"/api/flows/name/{name}", {})
    assert status == 404, body


@pytest.mark.promise("ENGINE-1")
def test_a_page_of_another_origin_gets_no_permission_by_preflight(world: World) -> None:
    headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    status, _ = ask(world, "OPTIONS", "/api/flows/", headers)
    assert status == 403


@pytest.mark.promise("ENGINE-1")
def test_a_page_of_another_origin_opens_no_websocket(world: World) -> None:
    headers = {
        "Origin": "http://evil.example",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    assert ask(world, "GET", "/api/events/in", headers)[0] == 403


def test_prefects_own_pages_work_and_call_their_own_address(world: World) -> None:
    own = {"Origin": str(world.engine.ui_url), "Content-Type": "application/json"}
    assert ask(world, "POST", "/api/flows/filter", own, "{}")[0] == 403, "a page needs a token of the server"
    status, body = ask(world, "GET", "/api/csrf-token?client=a-page", own)
    token = {"Prefect-Csrf-Token": json.loads(body)["token"], "Prefect-Csrf-Client": "a-page"}
    assert ask(world, "POST", "/api/flows/filter", own | token, "{}")[0] == 200
    status, body = ask(world, "GET", "/ui-settings", {})
    assert status == 200
    assert json.loads(body)["api_url"] == world.engine.api_url


@pytest.mark.promise("ENGINE-4")
def test_a_users_own_prefect_is_neither_used_nor_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PREFECT_API_URL", "https://api.example.org/api")
    monkeypatch.setenv("PREFECT_API_KEY", "secret")
    monkeypatch.setenv("PREFECT_PROFILE", "work")
    settings = Settings(home=tmp_path)
    for environment in (prefect_environment(settings), server_environment(settings, 4300)):
        assert "PREFECT_API_KEY" not in environment
        assert "api.example.org" not in " ".join(environment.values())
        assert environment["PREFECT_HOME"] == str(tmp_path / "prefect")
        assert environment["DO_NOT_TRACK"] == "1"
    mine = dict(os.environ)
    apply_environment(settings, "http://127.0.0.1:4300/api", mine)
    assert mine["PREFECT_API_URL"] == "http://127.0.0.1:4300/api"
    assert "PREFECT_API_KEY" not in mine


@pytest.mark.promise("HUB-12")
def test_a_taken_port_is_an_error_that_names_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        engine = Engine(Settings(home=tmp_path, prefect_port=port))
        with pytest.raises(Refusal) as caught:
            asyncio.run(engine.ensure_ready())
    assert caught.value.code == "ENGINE_UNAVAILABLE"
    assert str(port) in caught.value.message
    assert "URATORI_PREFECT_PORT" in caught.value.suggestion
    assert engine.state == "failed"


def test_a_free_port_is_bound_but_not_open_before_the_server_is_there() -> None:
    with bind(0) as bound, pytest.raises(ConnectionRefusedError):
        socket.create_connection(bound.getsockname(), 1)


@pytest.fixture
def counted() -> Iterator[list[str]]:
    """The answers of Prefect's API as the client's library logs them."""
    seen: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            seen.append(record.getMessage())

    logger, handler = logging.getLogger("httpx"), Keep()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield seen
    logger.removeHandler(handler)
    logger.setLevel(level)


@pytest.mark.promise("ENGINE-2")
def test_sixteen_flows_at_once_meet_no_locked_database(
    world: World, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry.FlowEntry, "load", lambda _self: fake_flows.fake)

    async def one(number: int) -> Any:
        parameters = {"steps": [str(number)], "job_id": f"job_{number}"}
        run = await world.engine.runner.create_run(fake_flows.fake, parameters, name=f"load {number}")
        return await world.engine.runner.execute(fake_flows.fake, run, parameters)

    async def all_of_them() -> list[Any]:
        return await asyncio.gather(*(one(number) for number in range(16)))

    results = world.in_runner(all_of_them, 60)
    assert [result["steps"] for result in results] == [[str(number)] for number in range(16)]
    assert counted
    assert not [line for line in counted if " 503 " in line or " 500 " in line]
    assert "locked" not in (world.home / "logs" / "prefect.log").read_text(encoding="utf-8")


@pytest.mark.promise("ENGINE-5")
def test_a_server_that_dies_is_started_again_at_the_same_address(world: World) -> None:
    before, pid = world.engine.ui_url, world.engine.server_pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    until(lambda: world.engine.state == "ready" and world.engine.server_pid not in (None, pid), 60)
    assert world.engine.ui_url == before
    assert ask(world, "GET", "/api/health", {})[0] == 200


@pytest.mark.promise("ENGINE-6")
def test_the_server_stops_when_nothing_needs_it_and_starts_with_the_next_need(world: World) -> None:
    pid = world.engine.server_pid
    world.engine.settings = world.settings.model_copy(update={"engine_idle_minutes": 0.001})
    try:
        until(lambda: world.engine.state == "stopped", 30)
    finally:
        world.engine.settings = world.settings
    assert gone([pid or 0], 5) == []
    told: list[str] = []

    async def progress(_done: float, _total: float | None, message: str) -> None:
        told.append(message)

    async def several() -> None:
        await asyncio.gather(*(world.engine.ensure_ready(progress) for _ in range(3)))

    world.run(several())
    assert world.engine.state == "ready"
    assert any(message.startswith("waiting for Prefect's server, ") for message in told)


HUB = """
import asyncio, os, signal, sys
from pathlib import Path
from flows.settings import Settings
from mcp_bridge.engine import Engine

async def main():
    engine = Engine(Settings(home=Path(sys.argv[1])))
    await engine.ensure_ready()
    assert "prefect.server" not in sys.modules
    print(engine.server_pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@pytest.mark.promise("ENGINE-3")
def test_nothing_is_left_running_when_the_hub_is_killed(tmp_path: Path) -> None:
    prepare(tmp_path)
    hub = subprocess.run(
        [sys.executable, "-c", HUB, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        timeout=100,
        check=False,
        text=True,
        encoding="utf-8",
    )
    assert hub.returncode == -signal.SIGKILL
    pid = int(hub.stdout)
    assert gone([pid], 10) == []


@pytest.mark.promise("ENGINE-3")
def test_stopping_a_child_leaves_no_process_and_no_pid_file(tmp_path: Path) -> None:
    child = PrefectChild.start(Settings(home=tmp_path), 0)
    pid = child.process.pid
    assert json.loads((tmp_path / "prefect" / "server.pid").read_text(encoding="utf-8"))["pid"] == pid
    assert alive(pid)
    child.stop()
    assert not alive(pid)
    assert not (tmp_path / "prefect" / "server.pid").exists()
