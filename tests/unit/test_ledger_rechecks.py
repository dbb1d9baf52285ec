"""What a recheck changes in the ledger: its own rows, what a reader is told, and whether reports are out of date."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger import rechecks, status
from ledger.chain import verify
from ledger.finalizing import record_finalization
from ledger.rechecks import RecheckDraft
from ledger.records import Finalization, Recheck
from ledger.refusals import Refusal
from ledger.staleness import REPORT_NAMES, mark_report, stale_since
from tests.unit.ledger_world import World, open_world

LINK = "https://example.org/bridge#:~:text=120"
MOVED = {"result": "moved", "fragment_url": LINK}
CHANGED = {"result": "changed", "nearest": "130 metres"}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        made.checked()
        yield made


def recheck(world: World, result: str = "same", job: str = "job_1", **fields: Any) -> list[Recheck]:
    draft = RecheckDraft.model_validate({"attachment_id": "attachment_1", "result": result, **fields})
    with world.ledger.write(world.session) as writer:
        return rechecks.record_rechecks(writer, world.session, job, [draft])


def finalize(world: World) -> None:
    with world.ledger.write(world.session) as writer:
        assert isinstance(record_finalization(writer, world.session, world.folder), Finalization)
        for name in REPORT_NAMES:
            mark_report(writer, world.session, name, "final")


def stale(world: World) -> bool:
    with world.ledger.read() as reader:
        return stale_since(reader, world.session) is not None


def left(world: World, job: str) -> list[str]:
    with world.ledger.read() as reader:
        return [one.attachment.attachment_id for one in rechecks.to_check(reader, world.session, job)]


def reasons(world: World) -> dict[str, str]:
    with world.ledger.read() as reader:
        return {item.reason: item.detail for item in status.attention(reader, world.session)}


def test_a_job_looks_at_each_attachment_that_counts_once(world: World) -> None:
    world.attach("claim_1", "evidence_1")
    world.exclude("attachment", "attachment_2")
    assert left(world, "job_1") == ["attachment_1"]
    assert [one.recheck_id for one in recheck(world)] == ["recheck_1"]
    assert left(world, "job_1") == []
    assert recheck(world, "gone") == [], "a second run of the job adds nothing"
    assert left(world, "job_2") == ["attachment_1"]


def test_sessions_without_live_attachments_and_archived_ones_are_not_rechecked(world: World) -> None:
    world.start("Another text.")

    def sessions() -> list[str]:
        with world.ledger.read() as reader:
            return rechecks.sessions_with_attachments(reader)

    assert sessions() == [world.session]
    world.archive()
    assert sessions() == []
    with pytest.raises(Refusal) as refused:
        recheck(world)
    assert refused.value.code == "SESSION_ARCHIVED"


@pytest.mark.promise("RECHECK-6")
@pytest.mark.parametrize(
    ("found", "news"),
    [
        ([{"result": "same"}], [False]),
        ([{"result": "unread"}], [False]),
        ([MOVED, MOVED], [True, False]),
        ([MOVED, {"result": "same"}, {"result": "same"}], [True, True, False]),
        ([CHANGED, {"result": "unread"}, CHANGED], [True, False, False]),
        ([CHANGED, CHANGED | {"nearest": "140 metres"}], [True, True]),
        ([{"result": "gone"}], [True]),
    ],
)
def test_only_a_recheck_that_says_something_new_makes_reports_old(
    world: World, found: list[dict[str, Any]], news: list[bool]
) -> None:
    for number, one in enumerate(found):
        finalize(world)
        assert not stale(world)
        [made] = recheck(world, job=f"job_{number}", **one)
        assert made.news is stale(world) is news[number]


def test_what_is_no_longer_there_is_listed_for_attention_until_it_is_back(world: World) -> None:
    recheck(world, job="job_1", **CHANGED)
    assert reasons(world)["quote_changed"].startswith("attachment_1: its source no longer has the quoted words (")
    recheck(world, job="job_2", result="unread")
    assert "quote_changed" in reasons(world), "that a page cannot be read now takes nothing back"
    recheck(world, job="job_3", result="gone", http_status=404)
    assert reasons(world)["quote_gone"].startswith("attachment_1: its source is gone (rechecked 2")
    recheck(world, job="job_4", **MOVED)
    assert not {"quote_gone", "quote_changed"} & reasons(world).keys()


def test_the_newest_recheck_of_each_live_attachment_is_counted(world: World) -> None:
    def counts() -> dict[str, int] | None:
        with world.ledger.read() as reader:
            found = rechecks.latest_counts(reader, world.session)
        return found and {name: value for name, value in found.model_dump(exclude={"at"}).items() if value}

    assert counts() is None
    recheck(world, job="job_1", **CHANGED)
    world.attach("claim_1", "evidence_1")
    recheck(world, job="job_2", result="same")
    recheck(world, job="job_2", result="gone", attachment_id="attachment_2")
    assert counts() == {"same": 1, "gone": 1}
    world.exclude("attachment", "attachment_2")
    assert counts() == {"same": 1}


def test_rechecks_are_chained_and_in_the_extract(world: World) -> None:
    made = recheck(world, **CHANGED) + recheck(world, job="job_2", attempts=["none"])
    assert verify(world.ledger, world.session, world.folder) == []
    with world.ledger.read() as reader:
        assert status.extract(reader, world.session).rechecks == made
        assert rechecks.standing_rechecks(reader, world.session) == {"attachment_1": made[1]}
        assert rechecks.job_counts(reader, "job_1") == {"changed": 1}
