"""What finalize does about saved files that are not what was recorded, pictures above all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flows import finalize as finalizing
from ledger.records import Picture
from ledger.staleness import report_files
from reports.reading import PROVISIONAL
from tests.flow.engine_world import World
from tests.flow.test_flows_reports import Check, refusal, result
from tests.site import Site

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


@pytest.fixture
def checked(world: World, site: Site) -> Check:
    check = Check(world, site)
    check.attach(check.evidence())
    check.verify()
    result(check.run("finalize"))
    return check


def shown(check: Check) -> list[Picture]:
    return [picture for picture in check.extract().pictures if picture.adopted]


def file_of(check: Check) -> Path:
    return check.folder.locate(str(shown(check)[0].path))


def reasons(check: Check) -> list[str]:
    return [item.reason for item in check.extract().attention]


def swap(path: Path) -> None:
    path.write_bytes(b"\x89PNG\r\n\x1a\n another picture")


def link(path: Path) -> None:
    other = path.parents[2] / "elsewhere.png"
    path.rename(other)
    path.symlink_to(other)


@pytest.mark.promise("PICTURE-9")
@pytest.mark.parametrize("harm", [swap, Path.unlink, link])
def test_a_picture_that_is_not_as_recorded_is_drawn_again(checked: Check, harm: Any) -> None:
    before = shown(checked)[0]
    harm(file_of(checked))
    result(checked.run("finalize"))
    after = shown(checked)
    assert [picture.highlighted for picture in after] == [True]
    assert after[0].path != before.path
    assert file_of(checked).read_bytes().startswith(b"\x89PNG")
    assert "picture_changed" not in reasons(checked)
    old = [picture for picture in checked.extract().pictures if picture.path == before.path]
    assert [(picture.adopted, picture.highlighted) for picture in old] == [(False, False)]


@pytest.mark.promise("PICTURE-9")
def test_a_changed_picture_that_can_not_be_drawn_again_is_shown_no_more(
    checked: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_arguments: Any, **_named: Any) -> Any:
        raise ZeroDivisionError

    swap(file_of(checked))
    with monkeypatch.context() as patch:
        patch.setattr("flows.drawing.draw_evidence", broken)
        result(checked.run("finalize"))
    assert shown(checked) == []
    assert reasons(checked).count("picture_changed") == 1
    assert "changed or lost" in checked.folder.read_bytes("report.md").decode("utf-8")
    result(checked.run("finalize"))  # the next one tries again
    assert len(shown(checked)) == 1
    assert "picture_changed" not in reasons(checked)


@pytest.mark.promise("PICTURE-9")
def test_a_picture_that_is_changed_after_the_drawing_is_given_up(
    checked: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = finalizing._pictures

    async def changed_after(*arguments: Any) -> None:
        await real(*arguments)
        swap(file_of(checked))

    monkeypatch.setattr(finalizing, "_pictures", changed_after)
    result(checked.run("finalize"))
    assert shown(checked) == []
    assert [picture.note for picture in checked.pictures()][-1] is not None
    assert "picture_changed" in reasons(checked)


@pytest.mark.promise("GATE-5")
@pytest.mark.promise("GATE-7")
def test_evidence_that_is_changed_while_finalize_is_at_work_refuses_it(
    checked: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def changes_meanwhile(*_arguments: Any) -> None:
        path = checked.folder.locate("evidence/evidence_1.txt")
        path.write_bytes(path.read_bytes()[::-1])  # the same size

    monkeypatch.setattr(finalizing, "_pictures", changes_meanwhile)
    told = refusal(checked.run("finalize"))
    assert [one["gate"] for one in told.facts["blockers"]] == ["evidence_changed"]
    assert len(checked.extract().finalizations) == 1


@pytest.mark.promise("STALE-1")
def test_a_change_between_closing_and_writing_makes_every_report_provisional(
    checked: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = finalizing._close

    def overtaken(*arguments: Any) -> Any:
        closed = real(*arguments)
        checked.verify()
        return closed

    monkeypatch.setattr(finalizing, "_close", overtaken)
    result(checked.run("finalize"))
    with checked.world.ledger.read() as reader:
        assert {one.state for one in report_files(reader, checked.session_id).values()} == {"provisional"}
    assert PROVISIONAL in checked.folder.read_bytes("report.md").decode("utf-8")
