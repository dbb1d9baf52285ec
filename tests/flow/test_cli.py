"""The commands of a person, on a real hub: found, looked at, asked, stopped."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.store import LEDGER_NAME
from mcp_bridge.hub_control import stop
from mcp_bridge.lock import read_holder
from mcp_bridge.stdio_client import call, connect
from tests.flow.bridge_client import Client, hub_pid, until
from tests.processes import gone


def uratori(home: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mcp_bridge.entry", *arguments],
        env={**os.environ, "URATORI_HOME": str(home), **env},
        cwd=home.parent,
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """The data directory of one real hub for all tests of this file."""
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    yield home
    stop(home, force=True, say=lambda _line: None)
    shutil.rmtree(home)


@pytest.fixture
def session(home: Path, tmp_path: Path) -> str:
    async def start() -> str:
        async with connect(home, tmp_path) as client:
            source = {"type": "text", "text": "The ferry carries 400 passengers."}
            return (await call(client, "start_session", source=source, title="Ferry"))["session_id"]

    return asyncio.run(start())


def test_without_a_hub_status_says_so_and_down_is_done(tmp_path: Path) -> None:
    found = uratori(tmp_path, "status", "--json")
    assert found.returncode == 3
    assert json.loads(found.stdout)["running"] is False
    assert uratori(tmp_path, "down").returncode == 0
    assert list(tmp_path.iterdir()) == [], "looking leaves no file"


def test_status_tells_addresses_that_answer(home: Path, session: str) -> None:
    found = json.loads(uratori(home, "status", "--json").stdout)
    assert found["pid"] == hub_pid(home)
    with urllib.request.urlopen(found["health"], timeout=10) as answer:
        assert json.load(answer)["pid"] == found["pid"]
    with urllib.request.urlopen(found["viewer"], timeout=10) as answer:
        page = answer.read().decode()
    assert session in page
    text = uratori(home, "status").stdout
    assert found["mcp"] in text
    assert str(home) in text


def test_sessions_are_listed_with_their_state(home: Path, session: str) -> None:
    rows = json.loads(uratori(home, "sessions", "--json").stdout)["sessions"]
    assert rows[0]["session_id"] == session
    table = uratori(home, "sessions").stdout
    assert session in table
    assert "Ferry" in table
    assert "0.00%" in table


@pytest.mark.promise("CHAIN-3")
def test_verify_names_what_differs(home: Path, session: str) -> None:
    assert uratori(home, "verify", session).returncode == 0
    assert uratori(home, "verify", "_").returncode == 0
    source = home / "sessions" / session / "source.txt"
    source.write_text("The ferry carries 500 passengers.", encoding="utf-8")
    changed = uratori(home, "verify", session)
    assert changed.returncode == 1
    assert "source.txt" in changed.stdout
    source.unlink()
    assert "missing" in uratori(home, "verify", session).stdout


def test_gc_tells_how_many_pages_were_kept_too_long(home: Path, session: str) -> None:
    collected = uratori(home, "gc")
    assert (collected.returncode, collected.stdout.split(" kept")[0]) == (0, "no page")


@pytest.mark.parametrize("session_id", ["fc_unknown", "../.."])
def test_an_unknown_session_is_refused(home: Path, session_id: str) -> None:
    refused = uratori(home, "verify", session_id)
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert "session" in refused.stderr
    assert "uratori sessions" in refused.stderr or session_id == "_"
    assert "list_sessions" not in refused.stderr


def test_a_refused_export_speaks_to_a_person(home: Path, session: str, tmp_path: Path) -> None:
    unknown = uratori(home, "export", "fc_unknown", str(tmp_path / "a.html"))
    assert "Run `uratori sessions`" in unknown.stderr
    (tmp_path / "a.html").write_text("mine", encoding="utf-8")
    there = uratori(home, "export", session, str(tmp_path / "a.html"))
    assert there.returncode == 1
    assert "--overwrite" in there.stderr
    assert "export_report" not in there.stderr


def test_a_command_that_had_to_start_a_hub_says_that_it_runs() -> None:
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    try:
        first = uratori(home, "sessions", "--json")
        assert json.loads(first.stdout)["sessions"] == []
        assert "a hub was started for this" in first.stderr
        assert "uratori down" in first.stderr
        assert "hub" not in uratori(home, "sessions", "--json").stderr
    finally:
        stop(home, force=True, say=lambda _line: None)
        shutil.rmtree(home)


def test_export_wants_a_path_that_can_be(home: Path, tmp_path: Path) -> None:
    for out in (tmp_path / "report.docx", tmp_path / "missing" / "report.html"):
        assert "must end in .html or .pdf" in uratori(home, "export", "fc_x", str(out)).stderr


@pytest.mark.promise("HUB-3")
def test_a_second_hub_in_the_foreground_names_the_first(home: Path) -> None:
    second = uratori(home, "up")
    assert second.returncode == 75
    assert f"process {hub_pid(home)}" in second.stderr
    assert uratori(home, "migrate").returncode == 75


def test_doctor_finds_the_hub(home: Path, session: str) -> None:
    found = json.loads(uratori(home, "doctor", "--json").stdout)
    checks = {check["name"]: check for check in found["checks"]}
    assert f"process {hub_pid(home)}" in checks["hub"]["detail"]
    assert checks["chromium"]["ok"]


def test_doctor_says_how_to_prepare_prefect(tmp_path: Path) -> None:
    found = json.loads(uratori(tmp_path / "new", "doctor", "--json").stdout)
    checks = {check["name"]: check for check in found["checks"]}
    assert checks["prefect"]["fix"] == "uratori setup"
    assert not found["ok"]


def test_a_quiet_hub_moves_the_ledgers_log_into_its_file(tmp_path: Path) -> None:
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    log = home / f"{LEDGER_NAME}.wal"

    async def be_quiet() -> None:
        async with connect(home, tmp_path, {"URATORI_HUB_IDLE_MINUTES": "0.02"}) as client:
            await call(client, "start_session", source={"type": "text", "text": "A text."})
            assert log.exists()
            await asyncio.to_thread(until, lambda: not log.exists())

    try:
        asyncio.run(be_quiet())
    finally:
        stop(home, force=True, say=lambda _line: None)
        shutil.rmtree(home)


@pytest.mark.promise("HUB-11")
def test_down_ends_a_hub_that_clients_use_and_the_ledger_is_whole(home: Path) -> None:
    pid = hub_pid(home)
    assert uratori(home, "down").returncode == 0
    assert gone([pid], 1) == []
    assert not (home / f"{LEDGER_NAME}.wal").exists(), "checkpointed"
    assert uratori(home, "migrate").returncode == 0


def test_up_serves_until_it_is_told_to_end(tmp_path: Path) -> None:
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    process = subprocess.Popen(
        [sys.executable, "-m", "mcp_bridge.entry", "up"],
        env={**os.environ, "URATORI_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        line = process.stdout.readline().decode()
        until(lambda: (read_holder(home) or {}).get("socket"), 60)
        holder = read_holder(home)
        assert holder is not None
        assert holder["pid"] == process.pid
        assert f"{holder['url']}/mcp" in line
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        shutil.rmtree(home)


def test_down_with_force_ends_a_hub_that_hangs(tmp_path: Path) -> None:
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    client = Client(home, tmp_path)
    try:
        client.greet()
        pid = hub_pid(home)
        os.kill(pid, signal.SIGSTOP)
        assert uratori(home, "down", "--force").returncode == 0
        assert gone([pid], 2) == []
    finally:
        client.process.kill()
        client.close()
        shutil.rmtree(home)
