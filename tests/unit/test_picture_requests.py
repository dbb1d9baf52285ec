"""No picture is drawn twice: what waits for its burst or is being drawn is joined."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from flows import job_rows
from flows.bursts import Bursts
from flows.picture_requests import PictureRequests
from ledger.attachments import record_picture
from ledger.store import Ledger
from ledger.values import JobKind
from ledger.views import JobView
from tests.unit.ledger_world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as made:
        yield made


def requests(ledger: Ledger, submitted: list[list[str]]) -> PictureRequests:
    def submit(kind: JobKind, session_id: str, parameters: Mapping[str, Any]) -> JobView:
        submitted.append(parameters["attachment_ids"])
        return job_rows.submit(ledger, kind, session_id, parameters, None)[0]

    return PictureRequests(ledger, submit)


@pytest.mark.promise("PICTURE-7")
def test_what_a_job_draws_already_is_waited_for_and_the_rest_is_one_job(world: World) -> None:
    submitted: list[list[str]] = []
    asked = requests(world.ledger, submitted)
    [first] = asked.ask(world.session, ["attachment_2", "attachment_1"])
    assert [view.job.job_id for view in asked.ask(world.session, ["attachment_1"])] == [first.job.job_id]
    both = asked.ask(world.session, ["attachment_10", "attachment_2", "attachment_3"])
    assert [view.job.job_id for view in both][:1] == [first.job.job_id]
    assert submitted == [["attachment_1", "attachment_2"], ["attachment_3", "attachment_10"]]


def test_what_was_tried_is_not_drawn_again(world: World) -> None:
    attachment = world.attach(world.claim(), world.evidence().evidence_id)
    with world.ledger.write(world.session) as writer:
        record_picture(
            writer, world.session, attachment_id=attachment.attachment_id, source="saved_text", highlighted=False,
            adopted=False, note="It could not be drawn.",
        )  # fmt: skip
    submitted: list[list[str]] = []
    assert requests(world.ledger, submitted).ask(world.session, [attachment.attachment_id]) == []
    assert submitted == []


def test_a_burst_that_is_taken_is_not_flushed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flows.bursts.BURST_SECONDS", 0.01)
    flushed: list[tuple[str, list[str]]] = []

    async def scenario() -> None:
        done = asyncio.Event()

        def flush(session_id: str, ids: list[str]) -> None:
            flushed.append((session_id, ids))
            done.set()

        bursts = Bursts(flush)
        bursts.add("fc_1", "attachment_2")
        bursts.add("fc_1", "attachment_1")
        assert bursts.take("fc_1") == ["attachment_1", "attachment_2"]
        assert bursts.take("fc_1") == []
        assert not bursts.waiting
        bursts.add("fc_2", "attachment_3")
        await asyncio.wait_for(done.wait(), 5)

    asyncio.run(scenario())
    assert flushed == [("fc_2", ["attachment_3"])]
