"""Many reports into one folder: what is broken is told, what did not change is left, a schedule does it by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from flows.reexport import ARTIFACT
from flows.reexport_log import NAME, ExportLog, Logged
from flows.registry import DEPLOYMENT_NAME, NO_SESSION
from ledger.claims import ItemInput, register
from ledger.folders import SessionFolder
from tests.flow.engine_world import World, until

pytest_plugins = ["tests.flow.engine_fixture"]

SESSIONS = 200
BROKEN = 3


def batch(world: World, folder: Path, seconds: float = 150, **more: Any) -> dict[str, Any]:
    parameters = {"folder": str(folder), "roots": [str(folder)], **more}
    view = world.wait(world.desk.submit("reexport", NO_SESSION, parameters), seconds)
    assert view.outcome is not None, "not in time"
    assert view.outcome.result is not None, view.outcome.error
    return view.outcome.result


def artifact(world: World) -> dict[str, Any]:
    async def read() -> dict[str, Any]:
        body = {"artifacts": {"key": {"any_": [ARTIFACT]}}, "sort": "CREATED_DESC", "limit": 1}
        response = await world.engine.runner.client.request("POST", "/artifacts/filter", json=body)
        found: dict[str, Any] = response.json()[0]
        return found

    return world.in_runner(read)


@pytest.mark.timeout(240)
@pytest.mark.promise("EXPORT-8")
def test_of_many_sessions_the_broken_ones_are_told_and_all_others_written(world: World, tmp_path: Path) -> None:
    sessions = [world.session(f"The harbour number {number} was rebuilt in 1931.") for number in range(SESSIONS)]
    for session_id in sessions[:BROKEN]:
        (SessionFolder(world.home, session_id).path / "source.txt").write_text("Other words.", encoding="utf-8")
    folder = tmp_path / "out"
    result = batch(world, folder, sessions=sessions, seconds=220)
    assert result["counts"] == {"written": SESSIONS - BROKEN, "unchanged": 0, "failed": BROKEN}
    assert {(row["session_id"], row["code"]) for row in result["failed"]} == {
        (session_id, "EVIDENCE_CHANGED") for session_id in sessions[:BROKEN]
    }
    files = sorted(path.name for path in folder.glob("*.html"))
    assert files == sorted(f"{session_id}.html" for session_id in sessions[BROKEN:])
    told = artifact(world)
    rows = json.loads(told["data"])
    assert [row["result"] for row in rows[: BROKEN + 1]] == ["failed"] * BROKEN + ["written"]
    assert (
        told["description"]
        == f"Reports of {SESSIONS} sessions: {SESSIONS - BROKEN} written, 0 unchanged, {BROKEN} failed."
    )


@pytest.mark.promise("EXPORT-9")
def test_what_did_not_change_is_left_and_what_is_missing_written_again(world: World, tmp_path: Path) -> None:
    sessions = [world.session(f"The quay number {number} is 412 m long.") for number in range(4)]
    folder = tmp_path / "out"
    assert batch(world, folder, sessions=sessions)["counts"]["written"] == 4
    before = (folder / f"{sessions[3]}.html").stat().st_mtime_ns
    (folder / f"{sessions[0]}.html").unlink()
    (folder / f"{sessions[1]}.html").write_text("changed by hand", encoding="utf-8")
    with world.ledger.write(sessions[2]) as writer:
        text = "The quay number 2 is 412 m long."
        register(writer, sessions[2], text, [ItemInput(kind="claim", start=0, end=32, claim=text)])
    counts = batch(world, folder, sessions=sessions)["counts"]
    assert counts == {"written": 3, "unchanged": 1, "failed": 0}
    assert (folder / f"{sessions[3]}.html").stat().st_mtime_ns == before
    assert batch(world, folder, sessions=sessions, only_changed=False)["counts"]["written"] == 4


@pytest.mark.promise("EXPORT-3")
def test_a_file_that_no_batch_wrote_is_never_written_over(world: World, tmp_path: Path) -> None:
    session, other = world.session("The mole is 90 m long."), world.session("The mole is 91 m long.")
    (tmp_path / f"{session}.html").write_text("mine", encoding="utf-8")
    result = batch(world, tmp_path, sessions=[session, other, "fc_19990101_000000_aaaaaaaa"])
    assert result["counts"] == {"written": 1, "unchanged": 0, "failed": 2}
    assert {row["session_id"]: row["code"] for row in result["failed"]} == {
        session: "EXPORT_FAILED",
        "fc_19990101_000000_aaaaaaaa": "SESSION_UNKNOWN",
    }
    assert (tmp_path / f"{session}.html").read_text(encoding="utf-8") == "mine"


@pytest.mark.promise("EXPORT-8")
def test_a_folder_that_may_not_be_written_is_refused_before_anything(world: World, tmp_path: Path) -> None:
    parameters = {"folder": str(tmp_path / "a"), "roots": [str(tmp_path / "b")]}
    view = world.wait(world.desk.submit("reexport", NO_SESSION, parameters))
    assert view.outcome is not None
    assert view.outcome.error is not None
    assert view.outcome.error["code"] == "FILE_OUTSIDE_ROOTS"
    assert not (tmp_path / "a").exists()


@pytest.mark.promise("EXPORT-10")
def test_a_schedule_of_ten_seconds_writes_the_files(world: World) -> None:
    session = world.session("The lighthouse was built in 1902.")
    file = world.home / "exports" / "scheduled" / f"{session}.html"

    async def schedule() -> tuple[str, str]:
        client = world.engine.runner.client
        found = await client.read_deployment_by_name(f"reexport-reports/{DEPLOYMENT_NAME}")
        body = [
            {
                "schedule": {"interval": 10},
                "active": True,
                "parameters": {"folder": str(file.parent), "sessions": [session]},
            }
        ]
        made = await client.request("POST", "/deployments/{id}/schedules", path_params={"id": found.id}, json=body)
        return str(found.id), str(made.json()[0]["id"])

    deployment, made = world.in_runner(schedule)
    try:
        until(file.exists, 90)
    finally:

        async def stop() -> None:
            await world.engine.runner.client.request(
                "DELETE",
                "/deployments/{id}/schedules/{schedule_id}",
                path_params={"id": deployment, "schedule_id": made},
            )

        world.in_runner(stop)
    until(lambda: "lighthouse" in file.read_text(encoding="utf-8"), 10)


def test_a_log_that_is_not_understood_knows_no_file(tmp_path: Path) -> None:
    for text in ("{", "[]", '{"version": 9, "files": {}}', '{"version": 1, "files": {"a": {"x": 1}}}'):
        (tmp_path / NAME).write_text(text, encoding="utf-8")
        assert ExportLog.read(tmp_path).of("a") is None
    log = ExportLog.read(tmp_path)
    log.add("a.html", Logged(3, "0" * 64, "job_1"))
    assert ExportLog.read(tmp_path).of("a.html") == Logged(3, "0" * 64, "job_1")
