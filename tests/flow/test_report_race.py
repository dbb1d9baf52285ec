"""A change that is acknowledged while reports are being written shows in every one of them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from flows import report_keeper
from flows.report_keeper import ReportKeeper
from ledger.chain import verify
from ledger.finalizing import record_finalization
from ledger.records import Finalization
from ledger.staleness import REPORT_NAMES, report_files
from mcp_bridge.stale_reports import mark_provisional
from reports.reading import FINAL, PROVISIONAL
from tasks.attempts import StageError
from tests.unit.ledger_world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        made.checked()
        yield made


def keeper_of(world: World) -> ReportKeeper:
    with world.ledger.write(world.session) as writer:
        record = record_finalization(writer, world.session, world.folder)
    assert isinstance(record, Finalization)
    return ReportKeeper(world.ledger, world.home, world.session, record.finalization_id)


def change(world: World) -> None:
    """A change as a tool makes it: recorded, and acknowledged once the reports own up to it."""
    world.verdict("claim_1", "verified", "looked at again")
    mark(world)


def mark(world: World) -> list[str]:
    app = SimpleNamespace(ledger=world.ledger, settings=SimpleNamespace(home=world.home))
    return mark_provisional(cast("Any", app), world.session)


def states(world: World) -> dict[str, str]:
    """What each file says itself, compared with its row."""
    said = {}
    with world.ledger.read() as reader:
        rows = report_files(reader, world.session)
    for name in rows:
        text = world.folder.read_bytes(name).decode("utf-8")
        said[str(name)] = "final" if FINAL in text else "provisional"
        assert rows[name].state == said[str(name)]
    assert verify(world.ledger, world.session, world.folder) == []
    return said


@pytest.mark.promise("STALE-1")
@pytest.mark.parametrize("after", [0, 1, 2, 3])
@pytest.mark.parametrize("again", [False, True], ids=["first finalize", "second finalize"])
def test_a_change_at_any_point_of_the_writing_marks_every_file(world: World, after: int, again: bool) -> None:
    if again:
        first = keeper_of(world)
        for name in REPORT_NAMES:
            first.keep(name, f"<!-- {FINAL} -->")
        assert set(states(world).values()) == {"final"}
        change(world)
        assert set(states(world).values()) == {"provisional"}
    keeper = keeper_of(world)
    for place, name in enumerate(REPORT_NAMES):
        if place == after:
            change(world)
        keeper.keep(name, f"<!-- {FINAL} -->")
    if after == len(REPORT_NAMES):
        change(world)
    assert states(world) == dict.fromkeys(REPORT_NAMES, "provisional")


@pytest.mark.promise("STALE-1")
def test_a_change_while_a_file_is_being_written_is_acknowledged_only_when_the_file_is_marked(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = keeper_of(world)
    looked, go_on, acknowledged = threading.Event(), threading.Event(), threading.Event()
    write_file = report_keeper.write_file

    def held(*arguments: Any) -> Any:
        looked.set()
        assert go_on.wait(20)
        assert not acknowledged.is_set()
        return write_file(*arguments)

    monkeypatch.setattr(report_keeper, "write_file", held)
    writing = threading.Thread(target=keeper.keep, args=("report.md", f"<!-- {FINAL} -->"))
    writing.start()
    assert looked.wait(20)
    world.verdict("claim_1", "verified", "looked at again")

    def acknowledge() -> None:
        mark(world)
        acknowledged.set()

    marking = threading.Thread(target=acknowledge)
    marking.start()
    go_on.set()
    for thread in (writing, marking):
        thread.join(20)
        assert not thread.is_alive()
    assert acknowledged.is_set()
    assert PROVISIONAL in world.folder.read_bytes("report.md").decode("utf-8")
    assert states(world) == {"report.md": "provisional"}


def test_a_writer_that_a_later_finalize_overtook_writes_nothing(world: World) -> None:
    older, newer = keeper_of(world), keeper_of(world)
    newer.keep("report.md", f"newer {FINAL}")
    with pytest.raises(StageError) as caught:
        older.keep("report.md", f"older {FINAL}")
    assert caught.value.kind == "superseded"
    assert world.folder.read_bytes("report.md").startswith(b"newer")


@pytest.mark.promise("CHAIN-3")
def test_a_report_file_that_others_changed_is_named_and_marking_does_not_make_it_right(world: World) -> None:
    keeper = keeper_of(world)
    for name in REPORT_NAMES:
        keeper.keep(name, f"<!-- {FINAL} -->")
    world.folder.locate("report.md").write_text(f"forged <!-- {FINAL} -->", encoding="utf-8")
    world.folder.locate("report.json").unlink()

    def found() -> list[tuple[str, str]]:
        return [(one.what, one.where) for one in verify(world.ledger, world.session, world.folder)]

    assert found() == [("changed", "report.md"), ("missing", "report.json")]
    change(world)
    assert found() == [("changed", "report.md"), ("missing", "report.json")]
    assert FINAL not in world.folder.read_bytes("report.md").decode("utf-8")
