"""A hub that is killed in the middle of a fetch, and the next one."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.flow.engine_world import until
from tests.prepared import prepare
from tests.processes import gone
from tests.site import Site

ROOT = Path(__file__).parents[2]

KILLED = """
import os, signal, sys
from pathlib import Path
from tests.flow.engine_world import World, until

world = World(Path(sys.argv[1]))
sources = [{"type": "url", "url": url} for url in sys.argv[2:]]
view = world.desk.submit("fetch_evidence", world.session(), {"sources": sources, "discovered_via": "agent_search"})

def tries(outcome):
    with world.ledger.read() as reader:
        return reader.fetch("SELECT 1 FROM attempts WHERE stage = 'http' AND outcome = ?", [outcome])

def recorded():
    with world.ledger.read() as reader:
        return reader.fetch("SELECT 1 FROM evidence")

until(lambda: tries("running") and recorded(), 90)
print(view.job.job_id, world.engine.server_pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""

NEXT = """
import json, sys
from pathlib import Path
from ledger.jobs import attempts_of
from ledger.records import Evidence
from tests.flow.engine_world import World

world = World(Path(sys.argv[1]))
view = world.wait(world.desk.view(sys.argv[2]), 90)
with world.ledger.read() as reader:
    tries = attempts_of(reader, view.job.session_id, view.job.job_id)
    evidence = reader.all(Evidence, view.job.session_id)

async def states():
    client = world.engine.runner.client
    return [(await client.read_flow_run(run.flow_run_id)).state_type.value for run in view.runs]

told = {
    "status": view.status,
    "items": view.outcome.result["items"],
    "states": world.in_runner(states),
    "tries": [[one.start.stage, one.start.item, one.outcome] for one in tries],
    "evidence": [one.url for one in evidence],
}
world.close()
print(json.dumps(told))
"""


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        timeout=110,
        check=False,
        text=True,
        encoding="utf-8",
    )


@pytest.mark.promise("JOB-6")
@pytest.mark.promise("JOB-7")
@pytest.mark.promise("ATTEMPT-1")
@pytest.mark.timeout(240)
def test_the_next_hub_ends_the_fetch_and_nothing_is_kept_twice(hub_home: Path, site: Site) -> None:
    prepare(hub_home)
    quick, slow = site.url("/ferry"), site.url("/slow")
    killed = run(KILLED, str(hub_home), quick, slow)
    assert killed.returncode == -signal.SIGKILL
    job_id, server_pid = killed.stdout.split()
    assert gone([int(server_pid)], 10) == []
    site.release.set()
    after = run(NEXT, str(hub_home), job_id)
    assert after.returncode == 0
    told: dict[str, Any] = json.loads(after.stdout.splitlines()[-1])
    assert told["status"] == "succeeded"
    assert [one["ok"] for one in told["items"]] == [True, True]
    assert sorted(told["evidence"]) == sorted([quick, slow])
    assert told["states"] == ["CRASHED", "COMPLETED"]
    assert ["http", slow, "interrupted"] in told["tries"]
    assert ["http", slow, "succeeded"] in told["tries"]
    assert site.hits["/ferry"] == 1, "what was kept before the kill is not fetched again"
    until(lambda: not (hub_home / "prefect" / "server.pid").exists(), 5)
