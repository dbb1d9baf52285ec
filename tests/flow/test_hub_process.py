"""The hub as a process (on fake parts): one per data directory, its stops, its logs, and its reasons not to start."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from mcp_bridge.lock import read_holder
from tests.flow.bridge_client import FAKES, Client, end_hub, hub_pid, structured, until
from tests.processes import gone

Start = Callable[..., Client]


def started(home: Path, **env: str) -> tuple[str, str]:
    """Start a hub as the bridge does; what it reports: state and reason."""
    told, tell = os.pipe()
    child = subprocess.Popen(
        [sys.executable, "-P", str(FAKES / "fake_hub.py"), "--report-fd", str(tell)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "URATORI_HOME": str(home), **env},
        start_new_session=True,
        pass_fds=(tell,),
    )
    os.close(tell)
    with os.fdopen(told, encoding="utf-8") as pipe:
        said = json.loads(pipe.read())
    assert child.wait(timeout=5) == 0
    return said["state"], said["reason"]


@pytest.fixture
def start_hub(hub_home: Path) -> Iterator[Callable[..., tuple[str, str]]]:
    """`started` in the test's data directory; the hub ends with the test."""
    yield partial(started, hub_home)
    end_hub(hub_home)


@pytest.fixture(scope="module")
def running() -> Iterator[Path]:
    """The data directory of one hub for the tests that only look at it."""
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    assert started(home) == ("ready", "")
    yield home
    end_hub(home)
    shutil.rmtree(home)


@pytest.mark.promise("HUB-3")
def test_a_second_hub_ends_at_once_and_names_the_first(running: Path) -> None:
    state, reason = started(running)
    assert state == "lost"
    assert f"process {hub_pid(running)}" in reason
    assert len((running / "opened").read_text(encoding="utf-8").splitlines()) == 1


def test_the_lock_file_tells_the_addresses(running: Path) -> None:
    holder = read_holder(running)
    assert holder is not None
    assert holder["url"].startswith("http://127.0.0.1:")
    assert stat.S_ISSOCK(Path(holder["socket"]).stat().st_mode)
    assert holder["log"] == str(running / "logs" / "hub.log")


@pytest.mark.promise("HUB-5")
def test_everything_of_a_hub_is_for_its_user_alone(running: Path) -> None:
    holder = read_holder(running)
    assert holder is not None
    private = [running / "hub.lock", running / "opened", running / "logs", Path(holder["socket"]).parent]
    assert [path.name for path in private if path.stat().st_mode & 0o077] == []


@pytest.mark.promise("HUB-11")
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_closes_the_ledger_and_frees_everything(start_hub: Callable, hub_home: Path, name: int) -> None:
    start_hub()
    holder = read_holder(hub_home)
    assert holder is not None
    os.kill(holder["pid"], name)
    assert gone([holder["pid"]], 5) == []
    assert (hub_home / "closed").exists()
    assert not Path(holder["socket"]).parent.exists()
    assert read_holder(hub_home) is None
    assert (hub_home / "hub.lock").read_bytes() == b""


def test_a_stop_waits_for_running_calls_but_not_for_long(bridge: Start, hub_home: Path, tmp_path: Path) -> None:
    client = bridge()
    client.greet()
    waiting = tmp_path / "waiting"
    number = client.ask("tools/call", name="wait", arguments={"path": str(waiting)})
    until(waiting.exists)
    pid = hub_pid(hub_home)
    os.kill(pid, signal.SIGTERM)
    waiting.unlink()
    assert client.answer(number)["result"]["content"][0]["text"] == "done"
    assert gone([pid], 5) == []

    structured(client.call("who"))
    number = client.ask("tools/call", name="wait", arguments={"path": str(waiting)})
    until(waiting.exists)
    pid = hub_pid(hub_home)
    os.kill(pid, signal.SIGTERM)
    assert "idempotency_key" in client.answer(number)["error"]["message"]
    assert gone([pid], 6) == []
    waiting.unlink()


@pytest.mark.promise("HUB-7")
def test_an_idle_hub_stops_by_itself(start_hub: Callable, hub_home: Path) -> None:
    start_hub(URATORI_HUB_IDLE_MINUTES="0.005")
    pid = hub_pid(hub_home)
    assert gone([pid], 6) == []
    assert (hub_home / "closed").exists()


@pytest.mark.promise("HUB-7")
def test_a_client_or_a_job_keeps_the_hub(bridge: Start, hub_home: Path, tmp_path: Path) -> None:
    job = tmp_path / "job"
    job.write_text("", encoding="utf-8")
    client = bridge(URATORI_HUB_IDLE_MINUTES="0.005", FAKE_OPEN_JOBS=str(job))
    client.greet()
    pid = hub_pid(hub_home)
    assert gone([pid], 1) == [pid], "a client"
    client.close()
    assert gone([pid], 1) == [pid], "a job"
    job.unlink()
    assert gone([pid], 6) == []


def test_a_sick_ledger_ends_the_hub(start_hub: Callable, hub_home: Path, tmp_path: Path) -> None:
    sick = tmp_path / "sick"
    start_hub(FAKE_SICK=str(sick))
    pid = hub_pid(hub_home)
    sick.write_text("", encoding="utf-8")
    assert gone([pid], 8) == []
    assert "the ledger is not healthy" in (hub_home / "logs" / "hub.log").read_text(encoding="utf-8")


def test_a_hub_whose_lock_file_was_removed_ends(start_hub: Callable, hub_home: Path) -> None:
    start_hub()
    pid = hub_pid(hub_home)
    (hub_home / "hub.lock").unlink()
    assert gone([pid], 8) == []


def test_a_hub_whose_home_was_removed_acknowledges_nothing_more(bridge: Start, hub_home: Path, tmp_path: Path) -> None:
    client = bridge()
    client.greet()
    pid = hub_pid(hub_home)
    shutil.rmtree(hub_home)
    answer = client.call("echo", text="x")
    assert answer["result"]["isError"]
    assert answer["result"]["structuredContent"]["code"] == "HUB_STOPPING"
    assert gone([pid], 8) == []
    assert structured(client.call("who"))["pid"] != str(pid)


def test_a_call_whose_home_was_removed_while_it_ran_is_not_acknowledged(
    bridge: Start, hub_home: Path, tmp_path: Path
) -> None:
    client = bridge()
    client.greet()
    waiting = tmp_path / "waiting"
    number = client.ask("tools/call", name="wait", arguments={"path": str(waiting)})
    until(waiting.exists)
    pid = hub_pid(hub_home)
    shutil.rmtree(hub_home)
    waiting.unlink()
    assert client.answer(number)["error"]["data"]["code"] == "HUB_UNAVAILABLE"
    assert gone([pid], 8) == []


def test_a_hub_clears_away_what_killed_ones_left(start_hub: Callable, hub_home: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir(mode=0o700)
    left = run / "uratori" / ("a" * 12)
    left.mkdir(mode=0o700, parents=True)
    left.parent.chmod(0o700)
    start_hub(XDG_RUNTIME_DIR=str(run))
    until(lambda: not left.exists())
    holder = read_holder(hub_home)
    assert holder is not None
    assert Path(holder["socket"]).exists()


@pytest.mark.promise("HUB-12")
def test_a_taken_port_is_refused_with_its_holder(start_hub: Callable, hub_home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        state, reason = start_hub(URATORI_PORT=str(port))
    assert state == "failed"
    assert f"port {port}" in reason
    assert f"process {os.getpid()}" in reason
    assert read_holder(hub_home) is None


@pytest.mark.promise("WEB-3")
def test_an_open_address_without_a_token_is_refused(start_hub: Callable) -> None:
    state, reason = start_hub(URATORI_HOST="0.0.0.0")
    assert state == "failed"
    assert "URATORI_TOKEN" in reason


def test_a_wrong_setting_is_named(start_hub: Callable) -> None:
    state, reason = start_hub(URATORI_PORT="many")
    assert state == "failed"
    assert reason.endswith("URATORI_PORT is 'many', but must be a whole number from 0 to 65535")


def test_a_refused_start_is_told_without_a_double_full_stop(bridge: Start) -> None:
    client = bridge(URATORI_TOOLSETS="ledger,nonsense")
    message = client.greet()["error"]["message"]
    assert "URATORI_TOOLSETS is 'ledger,nonsense', but must be names out of ledger, " in message
    assert ".." not in message
    client.close()
    complaint = "".join(client.complaints)
    assert "URATORI_TOOLSETS" in complaint
    assert ".." not in complaint


@pytest.mark.promise("HUB-2")
def test_kill_9_of_the_hub_leaves_no_process_and_the_next_hub_starts(bridge: Start, hub_home: Path) -> None:
    client = bridge()
    client.greet()
    pid = hub_pid(hub_home)
    session = os.getsid(pid)
    client.process.kill()
    client.close()
    os.kill(pid, signal.SIGKILL)
    assert gone(_session(session), 10) == []
    other = bridge()
    other.greet()
    assert structured(other.call("who"))["pid"] != str(pid)


def _session(session: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(entry.name)) == session:
                found.append(int(entry.name))
        except ProcessLookupError:
            continue
    return found
