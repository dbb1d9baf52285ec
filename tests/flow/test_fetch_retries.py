"""The fetch task inside the engine: which failures are tried again, and what a job keeps over a crash."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from prefect import flow

from ledger.records import AttemptEnd, AttemptStart
from tasks.attempts import StageError
from tasks.bodies import Body, Held, Unchanged
from tasks.guard import AddressPolicy
from tasks.http_fetch import fetch_kept
from tests.faults import Fault
from tests.flow.engine_world import World

pytest_plugins = ["tests.flow.engine_fixture"]

PAGE = b"<!doctype html><p>The harbour was rebuilt in 1931."


class Sink:
    """Remembers attempts as (number, outcome, kind)."""

    def __init__(self) -> None:
        self.open: dict[str, int] = {}
        self.tries: list[tuple[int, str, str | None]] = []

    def started(self, start: AttemptStart) -> None:
        self.open[start.attempt_id] = start.number

    def ended(self, end: AttemptEnd) -> None:
        self.tries.append((self.open.pop(end.attempt_id), end.outcome, end.error_kind))


class Script:
    """A server that answers with the next of its answers: a status, or "cut" for a body cut short."""

    def __init__(self) -> None:
        self.answers: list[int | str] = []
        script = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answer = script.answers.pop(0)
                self.send_response(200 if answer == "cut" else int(answer))
                self.send_header("Content-Length", str(len(PAGE) + (9 if answer == "cut" else 0)))
                self.end_headers()
                self.wfile.write(PAGE)

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/"


@pytest.fixture
def script() -> Iterator[Script]:
    made = Script()
    yield made
    made.server.shutdown()
    made.server.server_close()
    made.thread.join(10)


def fetch(
    world: World, script: Script, sink: Sink, staging: Path, job_id: str, retries: int = 3, held: Held | None = None
):
    @flow(name="fetch once")
    async def once() -> Body | Unchanged:
        return await fetch_kept(
            script.url,
            retries=retries,
            retry_delay=0.05,
            job_id=job_id,
            session_id="fc_x",
            staging=str(staging),
            sink=sink,
            policy=AddressPolicy(allow_private=True),
            held=held,
        )

    return world.in_runner(once, 60)


@pytest.mark.promise("FETCH-5")
@pytest.mark.promise("ATTEMPT-2")
@pytest.mark.fault("F-27", "503, then a body cut short, then the page")
def test_passing_failures_are_tried_again_and_every_try_is_recorded(world, script, tmp_path, fault: Fault):
    sink = Sink()
    script.answers = [503, "cut", 200]
    body = fetch(world, script, sink, tmp_path, uuid4().hex)
    assert Path(body.staged).read_bytes() == PAGE
    assert body.complete
    assert sink.tries == [(1, "failed", "http_status"), (2, "failed", "truncated"), (3, "succeeded", None)]
    fault.happened("Tried again until it was there.", kept="The page, and all three tries.")


@pytest.mark.promise("FETCH-5")
def test_a_failure_that_does_not_pass_is_tried_once(world, script, tmp_path):
    sink = Sink()
    script.answers = [404, 200]
    with pytest.raises(StageError) as failed:
        fetch(world, script, sink, tmp_path, uuid4().hex)
    assert (failed.value.kind, failed.value.http_status) == ("http_status", 404)
    assert sink.tries == [(1, "failed", "http_status")]


@pytest.mark.promise("FETCH-2")
def test_a_body_that_stays_cut_short_is_returned_as_incomplete(world, script, tmp_path):
    sink = Sink()
    script.answers = ["cut", "cut"]
    assert not fetch(world, script, sink, tmp_path, uuid4().hex, retries=1).complete
    assert sink.tries == [(1, "failed", "truncated"), (2, "succeeded", None)]


@pytest.mark.promise("JOB-7")
def test_a_job_that_runs_again_takes_the_body_it_has_unless_the_file_was_changed(world, script, tmp_path):
    sink, job_id = Sink(), uuid4().hex
    script.answers = [200, 200, 200]
    first = fetch(world, script, sink, tmp_path, job_id)
    assert fetch(world, script, sink, tmp_path, job_id) == first
    assert len(script.answers) == 2
    Path(first.staged).write_bytes(b"something else")
    again = fetch(world, script, sink, tmp_path, job_id)
    assert (again.sha256, again.staged != first.staged) == (first.sha256, True)
    fetch(world, script, sink, tmp_path, uuid4().hex)
    assert script.answers == []


@pytest.mark.promise("JOB-7")
def test_a_job_that_runs_again_takes_the_word_for_the_copy_it_holds_and_for_no_other(world, script, tmp_path):
    sink, job_id = Sink(), uuid4().hex
    script.answers = [304, 200]
    first = fetch(world, script, sink, tmp_path, job_id, held=Held(etag='"1"'))
    assert isinstance(first, Unchanged)
    assert fetch(world, script, sink, tmp_path, job_id, held=Held(etag='"1"')) == first
    assert script.answers == [200]
    assert isinstance(fetch(world, script, sink, tmp_path, job_id), Body)
    assert script.answers == []
