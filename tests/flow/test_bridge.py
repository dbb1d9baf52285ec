"""`uratori mcp` between a client and a real hub process (on fake parts): starts, deaths, and ends."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mcp_bridge.lock import read_holder
from tests.flow.bridge_client import GREETING, Client, end_hub, hub_pid, structured, until
from tests.pace import pace
from tests.processes import gone

Start = Callable[..., Client]
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


@pytest.mark.promise("TOOL-12")
def test_the_first_client_starts_the_hub_and_the_next_finds_it_quickly(bridge: Start, tmp_path: Path) -> None:
    first = bridge()
    assert first.greet()["result"]["instructions"] == "fake hub"
    began = time.monotonic()
    second = bridge()
    second.greet()
    assert time.monotonic() - began < 2 * pace(), "the bench measures it; this catches a bridge that imports much"
    who, again = structured(first.call("who")), structured(second.call("who"))
    assert who["pid"] == again["pid"]
    assert who["transport"] == "stdio"
    assert who["cwd"] == str(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_bridge_is_small(bridge: Start) -> None:
    client = bridge()
    client.greet()
    client.call("echo", text="x" * 1_000_000)
    status = Path(f"/proc/{client.process.pid}/status").read_text(encoding="utf-8")
    [resident] = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")]
    assert resident < 40_000, "KiB; 22,000 when idle, and what a large message leaves in the allocator"


@pytest.mark.promise("HUB-3")
def test_bridges_that_race_start_one_hub(bridge: Start, hub_home: Path) -> None:
    clients = [bridge() for _ in range(5)]
    numbers = [client.ask("initialize", **GREETING) for client in clients]
    for client, number in zip(clients, numbers, strict=True):
        assert "result" in client.answer(number)
    assert (hub_home / "opened").read_text(encoding="utf-8").splitlines() == [str(hub_pid(hub_home))]


@pytest.mark.promise("HUB-4")
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_hub_holds_none_of_the_clients_pipes_and_is_no_child_of_the_bridge(bridge: Start, hub_home: Path) -> None:
    client = bridge()
    client.greet()
    pid, ours = hub_pid(hub_home), client.process.pid
    pipes = {str(Path(f"/proc/{ours}/fd/{number}").readlink()) for number in (0, 1, 2)}
    held = {str(link.readlink()) for link in Path(f"/proc/{pid}/fd").iterdir()}
    assert not pipes & held
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    parent, _group, session = (int(field) for field in fields[1:4])
    assert parent != ours
    assert session != os.getsid(ours)


def test_the_client_closing_its_pipe_ends_the_bridge_at_once_and_the_hub_stays(bridge: Start, hub_home: Path) -> None:
    client = bridge()
    client.greet()
    began = time.monotonic()
    assert client.close() == 0
    assert time.monotonic() - began < 1 * pace()
    assert read_holder(hub_home) is not None


def test_sigterm_ends_the_bridge_cleanly(bridge: Start) -> None:
    client = bridge()
    client.greet()
    client.process.send_signal(signal.SIGTERM)
    assert client.process.wait(timeout=2) == 0


@pytest.mark.promise("HUB-1")
@pytest.mark.promise("HUB-10")
def test_after_kill_9_only_the_call_in_flight_fails_and_the_next_one_works(
    bridge: Start, hub_home: Path, tmp_path: Path
) -> None:
    client = bridge()
    client.greet()
    first = hub_pid(hub_home)
    waiting = tmp_path / "waiting"
    number = client.ask("tools/call", name="wait", arguments={"path": str(waiting)})
    until(waiting.exists)
    os.kill(first, signal.SIGKILL)
    error = client.answer(number, 2)["error"]
    assert "idempotency_key" in error["message"]
    assert error["data"]["code"] == "HUB_UNAVAILABLE"
    assert structured(client.call("who"))["pid"] != str(first)
    assert client.lines.empty(), "the repeated handshake is not seen by the client"


def test_a_request_that_changes_nothing_is_asked_again_after_a_death(bridge: Start, hub_home: Path) -> None:
    client = bridge()
    client.greet()
    pid = hub_pid(hub_home)
    os.kill(pid, signal.SIGSTOP)
    number = client.ask("tools/list")
    os.kill(pid, signal.SIGKILL)
    assert [tool["name"] for tool in client.answer(number)["result"]["tools"]] == ["who", "echo", "wait"]


def test_a_stopped_hub_is_started_by_the_next_call_not_before(bridge: Start, hub_home: Path) -> None:
    client = bridge()
    client.greet()
    pid = int(structured(client.call("who"))["pid"])  # so the greeting's last message has arrived too
    os.kill(pid, signal.SIGTERM)
    assert gone([pid], 5) == []
    assert (hub_home / "closed").exists()
    assert read_holder(hub_home) is None
    assert structured(client.call("who"))["pid"] != str(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells that bytes were left unread")
def test_a_call_that_the_dying_hub_never_read_is_made_with_the_next(bridge: Start, hub_home: Path) -> None:
    client = bridge()
    client.greet()
    pid = hub_pid(hub_home)
    os.kill(pid, signal.SIGSTOP)
    number = client.ask("tools/call", name="who", arguments={})
    os.kill(pid, signal.SIGKILL)
    assert structured(client.answer(number))["pid"] != str(pid)


def test_messages_of_many_megabytes_pass_whole(bridge: Start) -> None:
    client = bridge()
    client.greet()
    text = "裏取り" * 2_000_000
    answer = client.call("echo", text=text)
    assert answer["result"]["content"][0]["text"] == text


@pytest.mark.promise("HUB-9")
def test_a_hub_that_cannot_start_says_why_and_what_to_do(bridge: Start) -> None:
    client = bridge(FAKE_REFUSES="The ledger was written by version 9.")
    error = client.greet()["error"]
    assert "The ledger was written by version 9." in error["message"]
    assert "uratori doctor" in error["message"]
    client.close()
    complaint = "".join(client.complaints)
    assert "The ledger was written by version 9." in complaint
    assert "hub.log" in complaint


@pytest.mark.promise("HUB-9")
def test_a_data_directory_that_cannot_be_made_is_said(hub_home: Path, tmp_path: Path) -> None:
    (hub_home / "file").write_text("", encoding="utf-8")
    client = Client(hub_home / "file" / "below", tmp_path)
    try:
        assert "uratori doctor" in client.greet()["error"]["message"]
    finally:
        client.close()


def test_a_slow_start_is_bridged_by_the_last_handshake(bridge: Start, hub_home: Path) -> None:
    first = bridge()
    greeting = first.greet()["result"]
    until((hub_home / "cache" / "handshake.json").exists)
    pid = hub_pid(hub_home)
    os.kill(pid, signal.SIGTERM)
    assert gone([pid], 5) == []
    slow = bridge(FAKE_SLOW="6")
    began = time.monotonic()
    assert slow.greet()["result"] == greeting
    assert time.monotonic() - began < 5.5 * pace()
    assert structured(slow.call("who"))["transport"] == "stdio"


def test_a_hub_that_is_halted_is_bridged_by_the_last_handshake(bridge: Start, hub_home: Path) -> None:
    first = bridge()
    greeting = first.greet()["result"]
    until((hub_home / "cache" / "handshake.json").exists)
    pid = hub_pid(hub_home)
    os.kill(pid, signal.SIGSTOP)
    second = bridge()
    began = time.monotonic()
    assert second.greet()["result"] == greeting
    assert time.monotonic() - began < 5 * pace(), "4 s, and what a busy machine takes"
    os.kill(pid, signal.SIGCONT)
    assert structured(second.call("who"))["pid"] == str(pid)


def test_a_slow_start_is_bridged_in_the_modern_protocol_too(bridge: Start, hub_home: Path) -> None:
    first = bridge()
    greeting = first.answer(first.ask("server/discover", _meta=MODERN))["result"]
    until((hub_home / "cache" / "handshake.json").exists)
    pid = hub_pid(hub_home)
    os.kill(pid, signal.SIGTERM)
    assert gone([pid], 5) == []
    slow = bridge(FAKE_SLOW="6")
    assert slow.answer(slow.ask("server/discover", _meta=MODERN), 6)["result"] == greeting
    assert structured(slow.answer(slow.ask("tools/call", name="who", arguments={}, _meta=MODERN)))


@pytest.mark.promise("HUB-8")
def test_a_newer_bridge_takes_the_place_of_an_idle_hub(bridge: Start, hub_home: Path) -> None:
    old = bridge(FAKE_VERSION="0.0.1", FAKE_BRIDGE_VERSION="0.0.1")
    old.greet()
    old.close()
    first = hub_pid(hub_home)
    new = bridge(FAKE_VERSION="0.2.0", FAKE_BRIDGE_VERSION="0.2.0")
    new.greet()
    assert structured(new.call("who"))["pid"] != str(first)
    holder = read_holder(hub_home)
    assert holder is not None
    assert holder["version"] == "0.2.0"


@pytest.mark.promise("HUB-8")
def test_an_older_hub_with_work_is_used_as_it_is_and_hands_over_when_done(
    bridge: Start, hub_home: Path, tmp_path: Path
) -> None:
    job = tmp_path / "job"
    job.write_text("", encoding="utf-8")
    bridge(FAKE_VERSION="0.0.1", FAKE_BRIDGE_VERSION="0.0.1", FAKE_OPEN_JOBS=str(job)).greet()
    first = hub_pid(hub_home)
    new = bridge(FAKE_VERSION="0.2.0", FAKE_BRIDGE_VERSION="0.2.0")
    new.greet()
    assert structured(new.call("who"))["pid"] == str(first)
    job.unlink()
    assert gone([first], 8) == []
    assert structured(new.call("who"))["pid"] != str(first)
    new.close()
    assert "hands over when its work is done" in "".join(new.complaints)


def test_an_older_bridge_uses_a_newer_hub_and_says_so(bridge: Start, hub_home: Path) -> None:
    bridge(FAKE_VERSION="0.2.0", FAKE_BRIDGE_VERSION="0.2.0").greet()
    first = hub_pid(hub_home)
    old = bridge(FAKE_VERSION="0.0.1", FAKE_BRIDGE_VERSION="0.0.1")
    old.greet()
    assert structured(old.call("who"))["pid"] == str(first)
    old.close()
    assert "version 0.2.0, this is 0.0.1" in "".join(old.complaints)


@pytest.mark.promise("TOOL-12")
def test_the_modern_protocol_works_without_a_handshake_and_across_a_death(bridge: Start, hub_home: Path) -> None:
    client = bridge()
    first = client.answer(client.ask("tools/call", name="who", arguments={}, _meta=MODERN))
    os.kill(hub_pid(hub_home), signal.SIGKILL)
    second = client.answer(client.ask("tools/call", name="who", arguments={}, _meta=MODERN))
    assert structured(first)["pid"] != structured(second)["pid"]


@pytest.mark.promise("HUB-4")
def test_kill_9_of_the_bridge_leaves_a_hub_that_serves_others(bridge: Start, hub_home: Path) -> None:
    client = bridge()
    client.greet()
    client.process.kill()
    client.close()
    other = bridge()
    other.greet()
    assert structured(other.call("who"))["pid"] == str(hub_pid(hub_home))


WRONG = {
    "half of a surrogate pair": (
        901,
        -32602,
        b'"method":"tools/call","params":{"name":"echo","arguments":{"text":"\\ud83d"}}',
    ),
    "params are a list": (902, -32602, b'"method":"tools/call","params":[1]'),
    "250 levels": (904, -32600, b'"method":"tools/call","params":{"name":"echo","arguments":{"text":%b}}'),
    "a comma too many": (905, -32700, b'"method":"tools/list",'),
    "the method is a number": (906, -32600, b'"method":5'),
    "no method": (907, -32600, b'"params":{}'),
}


@pytest.fixture(scope="module")
def conversation() -> Iterator[Client]:
    """One client that makes every mistake."""
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    client = Client(home, home)
    client.greet()
    yield client
    client.process.kill()
    client.close()
    end_hub(home)
    shutil.rmtree(home)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_request_is_answered_and_the_conversation_goes_on(conversation: Client, name: str) -> None:
    number, code, rest = WRONG[name]
    client = conversation
    rest = rest.replace(b"%b", b"[" * 250 + b"]" * 250)
    client.write(b'{"jsonrpc":"2.0","id":%d,%b}\n' % (number, rest))
    assert client.answer(number, 5)["error"]["code"] == code
    assert json.loads(structured(client.call("who"))["pid"]) > 0


def test_a_wrong_line_without_an_id_is_answered_with_none(conversation: Client) -> None:
    client = conversation
    for line, code in (
        (b"nonsense\n", -32700),
        (b"[]\n", -32600),
        (b'{"id":3,"method":"tools/list"}\n', -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"tools/list"}\n', -32600),
        (b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}\n', None),
    ):
        client.write(line)
        if code is not None:
            answer = client.lines.get(timeout=5)
            assert answer["id"] == (3 if b"3" in line else None)
            assert answer["error"]["code"] == code
    assert json.loads(structured(client.call("who"))["pid"]) > 0


def test_a_wrong_line_is_answered_where_no_hub_can_start(bridge: Start) -> None:
    client = bridge(FAKE_REFUSES="no")
    client.write(b'{"jsonrpc":"2.0","id":1,"method":5}\n')
    assert client.answer(1)["error"]["code"] == -32600
