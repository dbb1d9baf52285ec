"""`uratori recheck` on a real hub: its exit codes, and a hub that is killed while it looks."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ledger.records import AttemptStart, Recheck
from ledger.store import Ledger
from mcp_bridge.hub_control import stop
from mcp_bridge.stdio_client import call, connect
from tests.flow.bridge_client import hub_pid, until
from tests.prepared import prepare
from tests.site import PROSE, Site

SETTINGS = {"URATORI_ALLOW_PRIVATE_ADDRESSES": "1"}
QUOTE = "It carries about three hundred people and forty cars"


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    prepare(home)
    yield home
    stop(home, force=True, say=lambda _line: None)
    shutil.rmtree(home)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


def command(home: Path, folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "mcp_bridge.entry", "recheck", *arguments],
        env={**os.environ, **SETTINGS, "URATORI_HOME": str(home)},
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def recheck(home: Path, folder: Path, *arguments: str) -> tuple[int, str, str]:
    process = command(home, folder, *arguments)
    out, error = process.communicate(timeout=100)
    return process.returncode, out, error


def session_with(home: Path, folder: Path, sources: Sequence[dict[str, Any]]) -> str:
    """A session that quotes each of the sources once."""

    async def work() -> str:
        async with connect(home, folder, SETTINGS) as client:
            source = {"type": "text", "text": "The ferry carries 300 people."}
            session: str = (await call(client, "start_session", source=source))["session_id"]
            await call(client, "register_claim", session_id=session, start=0, end=29, claim="It carries 300.")
            asked = {"sources": list(sources), "discovered_via": "agent_search", "wait_seconds": 100}
            for item in (await call(client, "fetch_evidence", session_id=session, **asked))["items"]:
                assert item["ok"], item
                quoted = {"evidence_id": item["evidence_id"], "quote": QUOTE, "relation": "supports"}
                rest = {"claim_id": "claim_1", "rationale": "It says so."}
                await call(client, "attach_evidence", session_id=session, **quoted, **rest)
            return session

    return asyncio.run(work())


@pytest.mark.promise("RECHECK-7")
@pytest.mark.timeout(240)
def test_the_exit_code_tells_a_script_how_the_quotes_are(home: Path, tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "work", tmp_path / "elsewhere"
    for one in (folder, elsewhere):
        one.mkdir()
    file = folder / "notes.txt"
    file.write_text(PROSE, encoding="utf-8")
    session = session_with(home, folder, [{"type": "file", "path": str(file)}])
    code, out, _ = recheck(home, folder, session)
    assert (code, out) == (0, "1 same\n")
    file.write_text(PROSE.replace("forty", "fifty"), encoding="utf-8")
    code, out, _ = recheck(home, folder, session)
    assert code == 1
    assert "changed  attachment_1 (claim_1): It carries about three hundred people and [-forty-]{+fifty+} cars" in out
    code, out, _ = recheck(home, elsewhere, "--all", "--json")
    assert code == 2, "a file outside of the folders that may be read says nothing"
    told = json.loads(out)
    assert told["counts"] == {"same": 0, "moved": 0, "changed": 0, "gone": 0, "unread": 1}
    assert told["results"][0]["session_id"] == session
    assert told["results"][0]["reason"] == "file_outside_roots"
    code, _, error = recheck(home, folder, "fc_unknown")
    assert code == 2
    assert "uratori sessions" in error


@pytest.mark.promise("RECHECK-5")
@pytest.mark.promise("JOB-6")
@pytest.mark.timeout(240)
def test_a_recheck_whose_hub_is_killed_is_ended_by_the_next_one(home: Path, site: Site, tmp_path: Path) -> None:
    quick, slow = site.url("/ferry"), site.url("/slow")
    site.release.set()
    session = session_with(home, tmp_path, [{"type": "url", "url": quick}, {"type": "url", "url": slow}])
    site.release.clear()
    site.hits.clear()
    process = command(home, tmp_path, session, "--json")

    def looked() -> bool:
        async def counts() -> Any:
            async with connect(home, tmp_path, SETTINGS) as client:
                return (await call(client, "get_status", session_id=session)).get("rechecks")

        return site.hits["/slow"] > 0 and (asyncio.run(counts()) or {}).get("same") == 1

    until(looked, 60)
    os.kill(hub_pid(home), signal.SIGKILL)
    site.release.set()
    out, error = process.communicate(timeout=100)
    assert process.returncode == 0, error
    assert json.loads(out)["counts"]["same"] == 2
    assert site.hits["/ferry"] == 1, "what was judged before the kill is not fetched again"
    assert stop(home, force=False, say=lambda _line: None)
    ledger = Ledger.open(home)
    try:
        with ledger.read() as reader:
            rows = reader.all(Recheck, session)
            tries = reader.select(AttemptStart, "item = ? AND stage = 'http' AND session_id = '_'", [slow])
            ended = dict(reader.fetch("SELECT attempt_id, outcome FROM attempts"))
    finally:
        ledger.close()
    assert sorted(row.attachment_id for row in rows) == ["attachment_1", "attachment_2"]
    assert [ended[one.attempt_id] for one in tries] == ["interrupted", "succeeded"]
    assert {one.attempt_id for one in tries} <= set(rows[1].attempts)
