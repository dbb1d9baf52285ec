"""The job desk over a real Prefect and a real ledger, with flows that do what the test says."""

from __future__ import annotations

import asyncio
import concurrent.futures
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from flows import job_rows, registry
from flows.job_errors import refusal_of
from flows.job_runs import RUNS_MOST
from flows.jobs import JobDesk
from flows.runner import EngineLostError, FlowRunner
from ledger.jobs import jobs_of
from ledger.records import AttemptStart
from ledger.refusals import Refusal
from ledger.views import JobView
from tests.flow import fake_flows
from tests.flow.engine_world import World, until

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every kind of job runs the fake flow."""
    monkeypatch.setattr(registry.FlowEntry, "load", lambda _self: fake_flows.fake)
    fake_flows.gates.clear()
    fake_flows.reached.clear()
    yield
    for name in list(fake_flows.gates):
        fake_flows.gates[name].set()


def submit(world: World, *steps: str, **options: Any) -> JobView:
    return world.desk.submit("fetch_evidence", options.pop("session_id", "_"), {"steps": list(steps)}, **options)


def open_gate(world: World, name: str) -> None:
    async def opening() -> None:
        fake_flows.gates[name].set()

    until(lambda: name in fake_flows.gates)
    world.in_runner(opening)


def state_of(world: World, view: JobView, run: int = 0) -> str:
    async def read() -> str:
        found = await world.engine.runner.client.read_flow_run(world.desk.view(view.job.job_id).runs[run].flow_run_id)
        return str(found.state_type.value)

    return world.in_runner(read)


def test_a_job_runs_as_a_flow_and_its_outcome_is_in_the_ledger(world: World) -> None:
    session_id = world.session()
    view = world.wait(submit(world, "one", "two", session_id=session_id))
    assert view.status == "succeeded"
    assert view.outcome is not None
    assert view.outcome.result == {"steps": ["one", "two"], "job_id": view.job.job_id}
    assert [run.number for run in view.runs] == [1]
    assert state_of(world, view) == "COMPLETED"
    assert session_id in view.runs[0].flow_run_name


@pytest.mark.promise("JOB-9")
def test_a_refusal_in_the_flow_reaches_the_caller_whole(world: World) -> None:
    view = world.wait(submit(world, "refuse:x"))
    assert view.status == "failed"
    refusal = refusal_of(view)
    assert refusal is not None
    assert (refusal.code, refusal.message, refusal.suggestion, refusal.facts) == (
        "FETCH_FAILED",
        "The page is thin.",
        "Try another.",
        {"page": "x"},
    )
    assert state_of(world, view) == "FAILED"


@pytest.mark.promise("JOB-9")
def test_a_crash_is_an_internal_error_without_its_details(world: World) -> None:
    view = world.wait(submit(world, "crash:secret detail"))
    refusal = refusal_of(view)
    assert refusal is not None
    assert refusal.code == "INTERNAL_ERROR"
    assert "secret" not in refusal.message + refusal.suggestion + str(refusal.facts)
    assert state_of(world, view) == "FAILED"


@pytest.mark.promise("JOB-2")
def test_equal_requests_join_while_the_job_runs_and_not_afterwards(world: World) -> None:
    first = submit(world, "wait:join")
    second = submit(world, "wait:join")
    other = submit(world, "something else")
    assert second.job.job_id == first.job.job_id != other.job.job_id
    open_gate(world, "join")
    assert world.wait(first).status == world.wait(second).status == "succeeded"
    fake_flows.gates.clear()
    third = submit(world, "wait:join")
    assert third.job.job_id != first.job.job_id
    open_gate(world, "join")
    world.wait(third)


@pytest.mark.promise("JOB-2")
def test_equal_requests_from_many_threads_are_one_job(world: World) -> None:
    steps = ["wait:crowd", uuid.uuid4().hex]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        ids = {view.job.job_id for view in pool.map(lambda _: submit(world, *steps), range(16))}
    assert len(ids) == 1
    open_gate(world, "crowd")
    until(lambda: not world.desk.busy)
    assert fake_flows.reached.count("wait:crowd") == 1


@pytest.mark.promise("JOB-1")
def test_an_idempotency_key_gives_the_first_job_again_even_when_it_ended(world: World) -> None:
    key = uuid.uuid4().hex
    first = world.wait(submit(world, "keyed", idempotency_key=key))
    again = submit(world, "keyed", idempotency_key=key)
    assert again.job.job_id == first.job.job_id
    assert again.outcome == first.outcome
    with pytest.raises(Refusal) as caught:
        submit(world, "other", idempotency_key=key)
    assert caught.value.code == "IDEMPOTENCY_CONFLICT"


@pytest.mark.promise("JOB-3")
def test_a_waiter_that_is_cancelled_does_not_stop_the_job(world: World) -> None:
    view = submit(world, "wait:cut", "after")

    async def impatient() -> None:
        waiting = asyncio.create_task(world.desk.wait(view.job.job_id, 60))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    world.run(impatient())
    open_gate(world, "cut")
    assert world.wait(view).status == "succeeded"
    assert "after" in fake_flows.reached


@pytest.mark.promise("JOB-4")
def test_waiting_no_longer_than_asked_answers_running(world: World) -> None:
    view = submit(world, "wait:slow")
    assert world.wait(view, seconds=0.2).status == "running"
    open_gate(world, "slow")
    assert world.wait(view).status == "succeeded"


@pytest.mark.promise("JOB-5")
def test_progress_rises_and_tells_the_steps(world: World) -> None:
    view = submit(world, "a", "wait:progress", "b")
    told: list[tuple[float, float | None, str]] = []

    async def progress(done: float, total: float | None, message: str) -> None:
        told.append((done, total, message))
        if "progress" in message:
            world.engine.runner.call(lambda: _set("progress"))

    world.run(world.desk.wait(view.job.job_id, 60, progress))
    values = [value for value, _, _ in told]
    assert values == sorted(set(values))
    assert any(message == "step wait:progress" for _, _, message in told)
    assert all(total is None or value <= total for value, total, _ in told)


async def _set(name: str) -> None:
    fake_flows.gates[name].set()


@pytest.mark.promise("JOB-8")
def test_a_run_that_the_engine_lost_is_started_again_as_another_run(world: World) -> None:
    view = world.wait(submit(world, "lose:2"))
    assert view.status == "succeeded"
    assert [run.number for run in view.runs] == [1, 2, 3]
    assert len({run.flow_run_id for run in view.runs}) == 3


@pytest.mark.promise("JOB-8")
def test_a_job_whose_runs_are_always_lost_is_given_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flows.job_runs.RETRY_SECONDS", 0.01)
    view = world.wait(submit(world, "lose:99"))
    assert view.status == "lost"
    assert len(view.runs) == RUNS_MOST
    refusal = refusal_of(view)
    assert refusal is not None
    assert refusal.code == "JOB_FAILED"


@pytest.mark.promise("JOB-6")
@pytest.mark.promise("ATTEMPT-1")
def test_jobs_left_open_by_a_dead_hub_are_run_again_and_their_tries_closed(world: World) -> None:
    left = _left_by_a_dead_hub(world)
    desk = JobDesk(world.services, world.engine.runner, world.engine)
    try:
        assert world.run(desk.open()) == 1
        view = world.run(desk.wait(left.job.job_id, 60))
    finally:
        world.run(desk.close())
    assert view.status == "succeeded"
    assert [run.number for run in view.runs] == [1, 2]
    with world.ledger.read() as reader:
        rows = reader.fetch("SELECT outcome FROM attempts WHERE job_id = ?", [left.job.job_id])
    assert rows == [("interrupted",)]


def _left_by_a_dead_hub(world: World) -> JobView:
    """A job with a run that nobody drives and a try that nobody ends, as a kill leaves them."""
    view, _ = job_rows.submit(world.ledger, "fetch_evidence", "_", {"steps": ["left"]}, None)
    job_rows.run_started(world.ledger, view.job, str(uuid.uuid4()), "lost run")
    with world.ledger.write("_") as writer:
        writer.add(
            AttemptStart(
                session_id="_",
                recorded_at=writer.now(),
                attempt_id=uuid.uuid4().hex,
                job_id=view.job.job_id,
                stage="http",
                item="https://example.org/",
                number=1,
            )
        )
    return view


@pytest.mark.promise("ENGINE-8")
def test_a_cancel_in_prefects_pages_is_carried_out(world: World) -> None:
    view = submit(world, "wait:person")
    until(lambda: bool(world.desk.view(view.job.job_id).runs) and "person" in fake_flows.gates)
    run_id = world.desk.view(view.job.job_id).runs[0].flow_run_id

    async def press_cancel() -> None:
        body = {"state": {"type": "CANCELLING"}}
        await world.engine.runner.client.request(
            "POST", "/flow_runs/{id}/set_state", path_params={"id": run_id}, json=body
        )

    world.in_runner(press_cancel)
    assert world.wait(view, 20).status == "cancelled"
    assert state_of(world, view) == "CANCELLED"


@pytest.mark.promise("ENGINE-7")
def test_a_run_started_in_prefects_pages_is_executed_as_a_job(world: World) -> None:
    async def press_run() -> str:
        client = world.engine.runner.client
        deployment = await client.read_deployment_by_name("export-report/hub")
        body = {"parameters": {"session_id": "_", "steps": ["from the pages"]}, "enforce_parameter_schema": False}
        response = await client.request(
            "POST", "/deployments/{id}/create_flow_run", path_params={"id": deployment.id}, json=body
        )
        return str(response.json()["id"])

    run_id = world.in_runner(press_run)
    until(lambda: "from the pages" in fake_flows.reached, 30)
    until(lambda: not world.desk.busy)
    with world.ledger.read() as reader:
        job_ids = [row[0] for row in reader.fetch("SELECT job_id FROM job_runs WHERE flow_run_id = ?", [run_id])]
    assert len(job_ids) == 1
    view = world.desk.view(job_ids[0])
    assert view.job.kind == "export_report"
    assert view.status == "succeeded"
    assert state_of(world, view) == "COMPLETED"


def test_pictures_asked_for_together_are_one_job(world: World) -> None:
    session_id = world.session()
    world.run(_ask(world, session_id, ["attachment_2", "attachment_10", "attachment_1"]))
    until(lambda: bool(_jobs(world, session_id)))
    assert _jobs(world, session_id) == [
        ("render_pictures", {"attachment_ids": ["attachment_1", "attachment_2", "attachment_10"]})
    ]
    until(lambda: not world.desk.busy)


@pytest.mark.promise("PICTURE-7")
def test_pictures_that_are_waited_for_end_their_burst_and_are_drawn_by_one_job(world: World) -> None:
    session_id = world.session()

    async def now() -> list[JobView]:
        await _ask(world, session_id, ["attachment_1", "attachment_2"])
        return await world.desk.draw_now(session_id, ["attachment_2"])

    [view] = world.run(now())
    assert view.job.kind == "render_pictures"
    until(lambda: not world.desk.busy)
    assert _jobs(world, session_id) == [("render_pictures", {"attachment_ids": ["attachment_1", "attachment_2"]})]


async def _ask(world: World, session_id: str, ids: list[str]) -> None:
    for attachment_id in ids:
        await asyncio.to_thread(world.desk.request_picture, session_id, attachment_id)


def _jobs(world: World, session_id: str) -> list[tuple[str, dict[str, Any]]]:
    with world.ledger.read() as reader:
        return [(view.job.kind, view.job.parameters) for view in jobs_of(reader, session_id)]


def test_unknown_sessions_are_refused_before_anything_is_recorded(world: World) -> None:
    with pytest.raises(Refusal) as caught:
        submit(world, "x", session_id="fc_20260101T000000_00000000")
    assert caught.value.code == "SESSION_UNKNOWN"


def test_a_closed_desk_takes_no_job(world: World) -> None:
    desk = JobDesk(world.services, world.engine.runner, world.engine)
    with pytest.raises(Refusal) as caught:
        desk.submit("finalize", "_", {})
    assert caught.value.code == "HUB_STOPPING"


def test_a_stopped_runner_refuses_instead_of_hanging() -> None:
    async def nothing() -> None: ...

    with pytest.raises(EngineLostError):
        FlowRunner().call(nothing).result(5)
