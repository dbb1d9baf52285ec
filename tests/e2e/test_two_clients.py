"""Two bridges on one session, and what survives when something is killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import anyio
import pytest

from mcp_bridge.lock import read_holder
from mcp_bridge.stdio_client import call, connect
from tests.e2e import flow_of_work as work
from tests.e2e.conftest import SETTINGS, Connect
from tests.processes import gone, with_environment
from tests.site import Site

pytestmark = pytest.mark.anyio


@pytest.mark.promise("LEDGER-2")
@pytest.mark.promise("LEDGER-3")
async def test_forty_parallel_claims_of_two_clients_are_forty_records(connected: Connect) -> None:
    ids: list[str] = []

    async def register(client: work.Client, session: str, number: int) -> None:
        answer = await call(
            client, "register_claim", session_id=session, start=number, end=number + 1, claim=f"Claim {number}"
        )
        ids.append(answer["claim_id"])

    with anyio.fail_after(60):
        async with connected() as one, connected() as two:
            session = await work.start(one)
            async with anyio.create_task_group() as group:
                for number in range(40):
                    group.start_soon(register, (one, two)[number % 2], session, number)
            status = await call(two, "get_status", session_id=session)
    assert sorted(ids, key=lambda name: int(name[6:])) == [f"claim_{n}" for n in range(1, 41)]
    assert status["summary"]["claims"]["total"] == 40


@pytest.mark.promise("TOOL-5")
async def test_one_idempotency_key_is_one_record(connected: Connect) -> None:
    arguments = {"start": 0, "end": 9, "claim": "The ferry", "idempotency_key": "once"}
    answers = []

    async def register(client: work.Client, session: str) -> None:
        answers.append(await call(client, "register_claim", session_id=session, **arguments))

    with anyio.fail_after(60):
        async with connected() as one, connected() as two:
            session = await work.start(one)
            async with anyio.create_task_group() as group:
                group.start_soon(register, one, session)
                group.start_soon(register, two, session)
            assert answers[0]["claim_id"] == answers[1]["claim_id"] == "claim_1"
            status = await call(one, "get_status", session_id=session)
            assert status["summary"]["claims"]["total"] == 1
            other = await work.refused(two, "register_claim", session_id=session, **{**arguments, "claim": "Other"})
            assert other["code"] == "IDEMPOTENCY_CONFLICT"


@pytest.mark.promise("LEDGER-4")
@pytest.mark.promise("HUB-1")
async def test_after_kill_9_of_the_hub_the_next_call_works_and_nothing_is_lost(own_home: Path, tmp_path: Path) -> None:
    with anyio.fail_after(100):
        async with connect(own_home, tmp_path, SETTINGS) as client:
            session = await work.start(client)
            await work.register(client, session)
            holder = read_holder(own_home)
            assert holder is not None
            os.kill(holder["pid"], signal.SIGKILL)
            status = await call(client, "get_status", session_id=session)
            assert status["summary"]["claims"]["total"] == 4
            again = read_holder(own_home)
            assert again is not None
            assert again["pid"] != holder["pid"]


@pytest.mark.promise("JOB-6")
@pytest.mark.promise("ATTEMPT-1")
async def test_a_fetch_that_the_hub_died_in_is_done_after_the_restart(
    own_home: Path, tmp_path: Path, site: Site
) -> None:
    site.release.clear()
    with anyio.fail_after(110):
        async with connect(own_home, tmp_path, SETTINGS) as client:
            session = await work.start(client)
            sources = [{"type": "url", "url": site.url("/slow-killed")}]
            arguments = {"session_id": session, "sources": sources, "discovered_via": "agent_search"}
            first = await call(client, "fetch_evidence", **arguments, wait_seconds=1)
            while site.hits["/slow-killed"] < 1:
                await call(client, "wait_job", job_id=first["job_id"], wait_seconds=1)
            holder = read_holder(own_home)
            assert holder is not None
            os.kill(holder["pid"], signal.SIGKILL)
            site.release.set()
            done = await work.settle(client, await call(client, "wait_job", job_id=first["job_id"], wait_seconds=60))
            assert [item["evidence_id"] for item in done["items"]] == ["evidence_1"]
            outcomes = [(attempt["stage"], attempt["outcome"]) for attempt in done["items"][0]["attempts"]]
            assert outcomes == [("http", "interrupted"), ("http", "succeeded"), ("read", "succeeded")]


@pytest.mark.promise("HUB-2")
async def test_kill_9_of_the_hub_leaves_no_process(own_home: Path, tmp_path: Path, site: Site) -> None:
    with anyio.fail_after(110):
        async with connect(own_home, tmp_path, SETTINGS) as client:
            session = await work.start(client)
            await work.fetch(client, session, site.url("/app"))
        holder = read_holder(own_home)
        assert holder is not None
        family = with_environment("URATORI_HOME", str(own_home))
        assert len(family) > 3, "the hub, Prefect's server, the driver and Chromium"
        os.kill(holder["pid"], signal.SIGKILL)
        assert await anyio.to_thread.run_sync(gone, family, 15) == []
