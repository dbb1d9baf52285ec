"""The tries of all sessions: by host with the reasons, and the latest first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from ledger.attempt_log import latest_attempts, tries_by_host
from ledger.jobs import LedgerSink, submit_job
from ledger.records import AttemptEnd, AttemptStart
from tests.unit.ledger_world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


def attempt(world: World, name: str, item: str, outcome: str | None = "succeeded", **end: object) -> None:
    with world.ledger.write(world.session) as writer:
        job, _ = submit_job(writer, kind="fetch_evidence", session_id=world.session, parameters={"item": item})
        now = writer.now()
    sink = LedgerSink(world.ledger)
    base = {"session_id": world.session, "attempt_id": name}
    sink.started(AttemptStart(**base, recorded_at=now, job_id=job.job_id, stage="http", item=item, number=1))
    if outcome:
        values = {**base, "recorded_at": now + timedelta(seconds=1), "outcome": outcome, **end}
        sink.ended(AttemptEnd.model_validate(values))


def test_hosts_that_fail_come_first_with_their_reasons(world: World) -> None:
    attempt(world, "a1", "https://good.example/1")
    attempt(
        world, "a2", "https://Bad.example:8080/x?u=https://other.example", "failed", error_kind="timeout", message="1"
    )
    attempt(world, "a3", "http://me:pw@bad.example:8080#y", "failed", error_kind="timeout", message="2")
    attempt(world, "a4", "https://bad.example:8080", "failed", error_kind="http_404", message="3")
    attempt(world, "a5", "evidence_1 page")
    attempt(world, "a6", "https://slow.example", None)
    with world.ledger.read() as reader:
        hosts, total = tries_by_host(reader)
        mine, _ = tries_by_host(reader, world.session)
        none, nothing = tries_by_host(reader, "fc_20260101T000000_00000000")
    assert [row.host for row in hosts] == ["bad.example:8080", "good.example", "slow.example", ""]
    assert (total, nothing, none, mine) == (4, 0, [], hosts)
    assert (hosts[0].attempts, hosts[0].failed, hosts[2].running, hosts[0].sessions) == (3, 3, 1, 1)
    assert [(reason.error_kind, reason.times) for reason in hosts[0].reasons] == [("timeout", 2), ("http_404", 1)]
    assert hosts[0].reasons[0].message == "2"


def test_the_latest_tries_come_first_page_by_page(world: World) -> None:
    for number in range(5):
        attempt(world, f"a{number}", f"https://one.example/{number}", "failed" if number % 2 else "succeeded")
    with world.ledger.read() as reader:
        first, total = latest_attempts(reader, most=2)
        second, _ = latest_attempts(reader, most=2, skip=2)
        failed, failures = latest_attempts(reader, host="one.example", outcome="failed", most=9)
        elsewhere, _ = latest_attempts(reader, host="", most=9)
    assert [row.item[-1] for row in (*first, *second)] == ["4", "3", "2", "1"]
    assert (total, failures, elsewhere) == (5, 2, [])
    assert {row.job_kind for row in failed} == {"fetch_evidence"}
    assert all(row.ended_at and row.ended_at > row.started_at for row in failed)
