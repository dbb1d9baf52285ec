"""Jobs: joined by equal requests, held by keys, ended once; attempts survive a crash."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.chain import NO_SESSION, verify
from ledger.jobs import (
    LedgerSink,
    attempts_of,
    close_open_attempts,
    end_job,
    job_view,
    jobs_of,
    open_jobs,
    request_key,
    start_run,
    submit_job,
)
from ledger.records import AttemptEnd, AttemptStart, Job
from ledger.refusals import Refusal
from ledger.store import Ledger
from tests.unit.ledger_world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


def submit(world: World, parameters: dict[str, Any] | None = None, **fields: Any) -> tuple[Job, bool]:
    wanted = {"kind": "fetch_evidence", "session_id": world.session, **fields}
    with world.ledger.write(world.session) as writer:
        return submit_job(writer, parameters=parameters or {"sources": [1]}, **wanted)


def end(world: World, job: Job, outcome: str = "succeeded", **fields: Any) -> Any:
    with world.ledger.write(job.session_id) as writer:
        return end_job(writer, job.job_id, outcome, **fields)  # type: ignore[arg-type]


@pytest.mark.promise("JOB-2")
def test_an_equal_request_joins_the_running_job(world: World) -> None:
    job, joined = submit(world, {"a": 1, "b": 2})
    assert not joined
    assert submit(world, {"b": 2, "a": 1}) == (job, True)
    assert submit(world, {"a": 2})[1] is False
    assert submit(world, {"a": 1, "b": 2}, kind="finalize")[1] is False
    end(world, job)
    assert submit(world, {"a": 1, "b": 2})[0] != job


@pytest.mark.promise("JOB-1")
def test_a_key_gives_its_job_again_even_when_it_has_ended(world: World) -> None:
    job, _ = submit(world, idempotency_key="k")
    end(world, job, "failed", error={"code": "FETCH_FAILED"})
    before = world.rows()
    assert submit(world, idempotency_key="k") == (job, True)
    assert world.rows() == before
    with pytest.raises(Refusal) as refused:
        submit(world, {"other": 1}, idempotency_key="k")
    assert refused.value.code == "IDEMPOTENCY_CONFLICT"


def test_a_key_that_joined_a_running_job_stays_with_it(world: World) -> None:
    job, _ = submit(world)
    assert submit(world, idempotency_key="k") == (job, True)
    end(world, job)
    assert submit(world, idempotency_key="k") == (job, True)


def test_a_caller_may_say_which_requests_are_equal(world: World) -> None:
    job, _ = submit(world, {"roots": [1]}, key="same")
    assert submit(world, {"roots": [2]}, key="same") == (job, True)
    assert request_key({"a": [1], "b": None}) == request_key({"b": None, "a": [1]})


@pytest.mark.promise("REVISE-2")
def test_an_archived_session_takes_no_job_but_exports(world: World) -> None:
    world.archive()
    with pytest.raises(Refusal) as refused:
        submit(world)
    assert refused.value.code == "SESSION_ARCHIVED"
    assert submit(world, kind="export_report")[1] is False


def test_a_job_ends_once(world: World) -> None:
    job, _ = submit(world)
    first = end(world, job, "succeeded", result={"items": []})
    assert end(world, job, "lost") == first
    with world.ledger.read() as reader:
        view = job_view(reader, job.job_id)
    assert (view.status, view.outcome) == ("succeeded", first)


def test_runs_are_numbered_and_open_jobs_listed_oldest_first(world: World) -> None:
    one, two = submit(world)[0], submit(world, {"x": 1})[0]
    other = submit(world, kind="start_session", session_id=NO_SESSION)[0]
    for name in ("a", "b"):
        with world.ledger.write(world.session) as writer:
            start_run(writer, one.job_id, flow_run_id=name, flow_run_name=f"fetch {name}")
    with world.ledger.read() as reader:
        assert [view.job for view in open_jobs(reader)] == [one, two, other]
        assert [view.job for view in open_jobs(reader, world.session)] == [one, two]
        assert [(run.number, run.flow_run_id) for run in job_view(reader, one.job_id).runs] == [(1, "a"), (2, "b")]
    end(world, one)
    with world.ledger.read() as reader:
        assert [view.job for view in open_jobs(reader)] == [two, other]
        assert [view.job for view in jobs_of(reader, world.session)] == [one, two]


def test_an_unknown_job_lists_the_latest(world: World) -> None:
    job, _ = submit(world)
    with world.ledger.read() as reader, pytest.raises(Refusal) as refused:
        job_view(reader, "job_none")
    assert refused.value.code == "JOB_UNKNOWN"
    assert refused.value.facts["valid_ids"] == [job.job_id]


def start(world: World, attempt_id: str, session_id: str, job_id: str = "job_1") -> None:
    with world.ledger.write(session_id) as writer:
        now = writer.now()
    LedgerSink(world.ledger).started(
        AttemptStart(
            session_id=session_id,
            recorded_at=now,
            attempt_id=attempt_id,
            job_id=job_id,
            stage="http",
            item="https://example.org/",
            number=1,
        )
    )


@pytest.mark.promise("ATTEMPT-1")
def test_a_try_left_open_by_a_crash_is_closed_as_interrupted(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        start(world, "a1", world.session)
        start(world, "a2", NO_SESSION)
        session = world.session
    ledger = Ledger.open(tmp_path)
    world = World(ledger.home, ledger, session)
    with ledger.write(NO_SESSION) as writer:
        assert close_open_attempts(writer) == 2
        assert close_open_attempts(writer) == 0
    with ledger.read() as reader:
        [view] = attempts_of(reader, session)
        assert view.outcome == "interrupted"
        assert view.end is not None
        assert view.end.error_kind == "process_ended"
    late = AttemptEnd(session_id=session, recorded_at=view.start.recorded_at, attempt_id="a1", outcome="succeeded")
    LedgerSink(ledger).ended(late)
    with ledger.read() as reader:
        assert attempts_of(reader, session)[0].outcome == "interrupted"
    assert verify(ledger, session) == []
    assert verify(ledger, NO_SESSION) == []
    ledger.close()


def test_only_the_tries_of_one_job_are_closed_when_it_is_named(world: World) -> None:
    start(world, "a1", world.session, "job_1")
    start(world, "a2", world.session, "job_2")
    with world.ledger.write(world.session) as writer:
        assert close_open_attempts(writer, "job_2") == 1
    with world.ledger.read() as reader:
        assert [view.outcome for view in attempts_of(reader, world.session)] == ["running", "interrupted"]
        assert [view.start.attempt_id for view in attempts_of(reader, world.session, "job_2")] == ["a2"]


def test_tries_of_the_job_that_started_a_session_belong_to_it(world: World) -> None:
    job, _ = submit(world, kind="start_session", session_id=NO_SESSION)
    start(world, "a1", NO_SESSION, job.job_id)
    start(world, "a2", NO_SESSION, "job_other")
    session = world.start("From a page", job_id=job.job_id)
    with world.ledger.read() as reader:
        assert [view.start.attempt_id for view in attempts_of(reader, session)] == ["a1"]
        assert [view.job for view in jobs_of(reader, session)] == [job]
        assert attempts_of(reader, world.session) == []
