"""Pictures, finalize and export, as flows on the real stack with a real browser."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flows.job_errors import refusal_of
from ledger import status
from ledger.attachments import record_attachment
from ledger.claims import ItemInput, register
from ledger.evidence_log import read_text
from ledger.folders import SessionFolder
from ledger.records import Attachment, Evidence, Picture, ReportFile
from ledger.refusals import Refusal
from ledger.revisions import revise
from ledger.staleness import stale_since
from ledger.verdicts import set_verdict
from ledger.views import JobView, SessionExtract
from tests.flow.engine_world import World, until
from tests.site import Site

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

TEXT = "The crossing takes fifty minutes when the sea is calm."
QUOTE = "the crossing takes fifty minutes"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


class Check:
    """A session whose text is one claim, with evidence and quotes."""

    def __init__(self, world: World, site: Site) -> None:
        self.world = world
        self.site = site
        self.session_id = world.session(TEXT)
        self.folder = SessionFolder(world.home, self.session_id)
        with world.ledger.write(self.session_id) as writer:
            item = ItemInput(kind="claim", start=0, end=len(TEXT), claim="The crossing takes fifty minutes.")
            register(writer, self.session_id, TEXT, [item])

    def run(self, kind: Any, parameters: dict[str, Any] | None = None) -> JobView:
        return self.world.wait(self.world.desk.submit(kind, self.session_id, parameters or {}), 90)

    def evidence(self, path: str = "/ferry") -> Evidence:
        source = {"type": "url", "url": self.site.url(path)}
        view = self.run("fetch_evidence", {"sources": [source], "discovered_via": "agent_search"})
        with self.world.ledger.read() as reader:
            return reader.one(Evidence, self.session_id, result(view)["items"][0]["evidence_id"])

    def attach(self, evidence: Evidence, quote: str = QUOTE) -> Attachment:
        start = read_text(evidence, self.folder).index(quote)
        found = {
            "start": start,
            "end": start + len(quote),
            "matched_text": quote,
            "kind": "exact",
            "occurrence": 1,
            "occurrences": 1,
        }
        with self.world.ledger.write(self.session_id) as writer:
            return record_attachment(
                writer,
                self.session_id,
                claim_id="claim_1",
                evidence_id=evidence.evidence_id,
                quote=quote,
                found=found,
                relation="supports",
                rationale="It says so.",
            )

    def verify(self) -> None:
        with self.world.ledger.write(self.session_id) as writer:
            set_verdict(writer, self.session_id, "claim_1", "verified", "The page says the same.")

    def pictures(self) -> list[Picture]:
        with self.world.ledger.read() as reader:
            return reader.all(Picture, self.session_id)

    def extract(self) -> SessionExtract:
        with self.world.ledger.read() as reader:
            return status.extract(reader, self.session_id)


def result(view: JobView) -> dict[str, Any]:
    assert view.outcome is not None
    assert view.outcome.result is not None, view.outcome.error
    return view.outcome.result


def refusal(view: JobView) -> Refusal:
    found = refusal_of(view)
    assert found is not None, view
    return found


@pytest.fixture
def check(world: World, site: Site) -> Check:
    return Check(world, site)


@pytest.fixture
def checked(check: Check) -> Check:
    check.attach(check.evidence())
    check.verify()
    return check


def test_quotes_attached_together_are_drawn_by_one_job(check: Check) -> None:
    evidence = check.evidence()
    ids = [check.attach(evidence, quote).attachment_id for quote in (QUOTE, "three hundred people", "since 1962")]
    for attachment_id in ids:
        check.world.desk.request_picture(check.session_id, attachment_id)
    until(lambda: {one.attachment_id for one in check.pictures()} == set(ids), 60)
    until(lambda: not check.world.desk.busy)
    jobs = [view for view in check.extract().jobs if view.job.kind == "render_pictures"]
    assert len(jobs) == 1
    assert result(jobs[0])["failed"] == []
    for picture in check.pictures():
        assert picture.adopted
        assert picture.highlighted, picture.note
        assert picture.source == "saved_html"
        assert check.folder.read_bytes(str(picture.path)).startswith(b"\x89PNG")
    attempts = [view for view in check.extract().attempts if view.start.stage == "picture"]
    assert [view.outcome for view in attempts] == ["succeeded"]


@pytest.mark.promise("PICTURE-7")
def test_a_picture_that_is_waited_for_is_drawn_once(check: Check) -> None:
    evidence = check.evidence()
    ids = [check.attach(evidence, quote).attachment_id for quote in (QUOTE, "since 1962")]

    async def ask_and_wait() -> list[JobView]:
        desk = check.world.desk
        for attachment_id in ids:
            desk.request_picture(check.session_id, attachment_id)
        await asyncio.sleep(0)
        views = [*await desk.draw_now(check.session_id, ids[:1]), *await desk.draw_now(check.session_id, ids)]
        return [await desk.wait(view.job.job_id, 60) for view in views]

    first, joined = check.world.run(ask_and_wait())
    assert first.job.job_id == joined.job.job_id
    assert result(first)["failed"] == []
    until(lambda: not check.world.desk.busy)
    assert [view.job.kind for view in check.extract().jobs].count("render_pictures") == 1
    attempts = [view for view in check.extract().attempts if view.start.stage == "picture"]
    assert [view.outcome for view in attempts] == ["succeeded"]
    assert sorted(one.attachment_id for one in check.pictures()) == sorted(ids)
    assert check.world.run(check.world.desk.draw_now(check.session_id, ids)) == []


@pytest.mark.promise("PICTURE-5")
def test_a_pdf_quote_is_drawn_on_its_page(check: Check) -> None:
    attachment = check.attach(check.evidence("/report.pdf"), "412 metres long")
    assert result(check.run("render_pictures", {"attachment_ids": [attachment.attachment_id]}))["failed"] == []
    assert [(one.source, one.page) for one in check.pictures()] == [("pdf_page", 2)]


@pytest.mark.promise("PICTURE-6")
def test_a_picture_that_can_not_be_drawn_is_a_record_with_its_reason(check: Check) -> None:
    evidence = check.evidence()
    attachment = check.attach(evidence)
    for saved in evidence.files:
        check.folder.locate(saved.path).unlink()
    told = result(check.run("render_pictures", {"attachment_ids": [attachment.attachment_id]}))
    assert told["failed"] == [attachment.attachment_id]
    assert len(told["pictures"]) == len(check.pictures()) > 0
    assert not any(one.adopted for one in check.pictures())
    assert all(one.note for one in check.pictures())
    with check.world.ledger.read() as reader:
        assert reader.all(Attachment, check.session_id) == [attachment]


def test_pictures_are_not_drawn_twice(check: Check) -> None:
    attachment = check.attach(check.evidence())
    first = result(check.run("render_pictures", {"attachment_ids": [attachment.attachment_id]}))
    again = result(check.run("render_pictures", {"attachment_ids": [attachment.attachment_id]}))
    assert again == first
    assert len(check.pictures()) == len(first["pictures"])


@pytest.mark.promise("GATE-8")
@pytest.mark.promise("PICTURE-7")
def test_finalize_draws_what_is_missing_and_writes_three_reports(checked: Check) -> None:
    told = result(checked.run("finalize"))
    assert told["finalization_id"].startswith("finalization_")
    for form, name in (("markdown", "report.md"), ("json", "report.json"), ("html", "report.html")):
        assert told["report"][form] == str(checked.folder.path / name)
        assert Path(told["report"][form]).stat().st_size > 0
    document = json.loads((checked.folder.path / "report.json").read_text("utf-8"))
    kinds = [view["job"]["kind"] for view in document["ledger"]["jobs"]]
    assert kinds == ["fetch_evidence"], "the job that writes the report could only call itself running"
    assert [one.adopted for one in checked.pictures()].count(True) == 1
    with checked.world.ledger.read() as reader:
        states = {one.name: one.state for one in reader.all(ReportFile, checked.session_id)}
        assert stale_since(reader, checked.session_id) is None
    assert states == dict.fromkeys(("report.md", "report.json", "report.html"), "final")


@pytest.mark.promise("GATE-3")
@pytest.mark.promise("GATE-6")
def test_finalize_refuses_with_every_gate_and_writes_nothing(check: Check) -> None:
    told = refusal(check.run("finalize"))
    assert told.code == "FINALIZE_BLOCKED"
    assert [one["gate"] for one in told.facts["blockers"]] == ["claims_without_verdict"]
    assert check.extract().finalizations == []
    assert not (check.folder.path / "report.md").exists()


@pytest.mark.promise("GATE-5")
def test_finalize_refuses_altered_evidence(checked: Check) -> None:
    checked.folder.locate("evidence/evidence_1.txt").write_text(TEXT, "utf-8")
    told = refusal(checked.run("finalize"))
    assert [one["gate"] for one in told.facts["blockers"]] == ["evidence_changed"]


@pytest.mark.promise("GATE-7")
def test_a_change_while_finalize_is_at_work_refuses_it(checked: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    async def claims_meanwhile(*_arguments: Any, **_named: Any) -> Any:
        with checked.world.ledger.write(checked.session_id) as writer:
            item = ItemInput(kind="claim", start=0, end=12, claim="There is a crossing.")
            register(writer, checked.session_id, TEXT, [item])
        raise ZeroDivisionError

    monkeypatch.setattr("flows.drawing.draw_evidence", claims_meanwhile)
    told = refusal(checked.run("finalize"))
    assert told.code == "FINALIZE_BLOCKED"
    assert [one["gate"] for one in told.facts["blockers"]] == ["claims_without_verdict"]
    assert checked.extract().finalizations == []
    assert not (checked.folder.path / "report.md").exists()


@pytest.mark.promise("PICTURE-6")
def test_a_failed_picture_does_not_block_finalize(checked: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_arguments: Any, **_named: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("flows.drawing.draw_evidence", broken)
    told = result(checked.run("finalize"))
    assert Path(told["report"]["html"]).exists()
    assert [one.adopted for one in checked.pictures()] == [False]


@pytest.mark.promise("REPORT-5")
def test_a_report_that_can_not_be_written_says_which_file_is_old(checked: Check) -> None:
    (checked.folder.path / "report.json").mkdir()
    told = refusal(checked.run("finalize"))
    assert told.code == "REPORT_NOT_WRITTEN"
    assert (told.facts["new"], told.facts["old"]) == (["report.md", "report.html"], ["report.json"])
    with checked.world.ledger.read() as reader:
        assert {one.name for one in reader.all(ReportFile, checked.session_id)} == {"report.md", "report.html"}
    (checked.folder.path / "report.json").rmdir()
    assert result(checked.run("finalize"))["report"]


def test_a_report_is_exported_as_one_file(checked: Check, tmp_path: Path) -> None:
    checked.run("finalize")
    for form, head in (("html", b"<!"), ("pdf", b"%PDF-")):
        target = tmp_path / "new folder" / f"report.{form}"
        parameters = {"format": form, "output_path": str(target), "overwrite": False, "roots": [str(tmp_path)]}
        told = result(checked.run("export_report", parameters))
        data = target.read_bytes()
        assert data.startswith(head)
        sha256 = hashlib.sha256(data).hexdigest()
        assert told == {
            "path": str(target),
            "bytes": len(data),
            "sha256": sha256,
            "inlined_images": 1,
            "provisional": False,
        }
    page = (tmp_path / "new folder" / "report.html").read_text("utf-8")
    assert '"kind":"export_report"' not in page
    assert '"kind":"finalize","status":"succeeded"' in page


def test_an_export_asked_for_again_by_its_key_is_made_again_when_its_file_is_gone(
    checked: Check, tmp_path: Path
) -> None:
    checked.run("finalize")
    target = tmp_path / "report.html"
    parameters = {"format": "html", "output_path": str(target), "overwrite": True, "roots": [str(tmp_path)]}

    def export() -> JobView:
        view = checked.world.desk.submit("export_report", checked.session_id, parameters, idempotency_key="e")
        return checked.world.wait(view, 60)

    first = export()
    assert export().job.job_id == first.job.job_id
    target.unlink()
    second = export()
    assert second.job.job_id != first.job.job_id
    assert target.stat().st_size == result(second)["bytes"]
    assert export().job.job_id == second.job.job_id
    target.write_text("forged", "utf-8")
    result(export())
    assert target.read_text("utf-8") != "forged"


@pytest.mark.promise("EXPORT-3")
def test_exports_never_overwrite_unless_asked(checked: Check, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    target.write_text("mine", "utf-8")
    parameters = {"format": "html", "output_path": str(target), "overwrite": False, "roots": [str(tmp_path)]}
    told = refusal(checked.run("export_report", parameters))
    assert told.code == "EXPORT_REFUSED"
    assert "overwrite=true" in told.suggestion
    assert target.read_text("utf-8") == "mine"
    told_now = result(checked.run("export_report", {**parameters, "overwrite": True}))
    assert told_now["provisional"] is True
    assert target.stat().st_size == told_now["bytes"]


@pytest.mark.promise("EXPORT-4")
@pytest.mark.parametrize("path", ["report.html", "/tmp/report.txt", "/etc/report.html"])
def test_exports_go_to_absolute_paths_with_the_right_ending_under_the_roots(
    checked: Check, tmp_path: Path, path: str
) -> None:
    told = refusal(checked.run("export_report", {"format": "html", "output_path": path, "roots": [str(tmp_path)]}))
    assert told.code == ("FILE_OUTSIDE_ROOTS" if path.startswith("/etc") else "EXPORT_REFUSED")


@pytest.mark.promise("EXPORT-2")
def test_an_export_with_a_missing_picture_is_refused_and_writes_nothing(checked: Check, tmp_path: Path) -> None:
    checked.run("finalize")
    shutil.rmtree(checked.folder.path / "attachments")
    target = tmp_path / "report.html"
    told = refusal(
        checked.run("export_report", {"format": "html", "output_path": str(target), "roots": [str(tmp_path)]})
    )
    assert told.code == "EXPORT_FAILED"
    assert "attachment_1" in told.message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.promise("REVISE-2")
def test_an_archived_session_can_be_exported_and_not_finalized(checked: Check, tmp_path: Path) -> None:
    with checked.world.ledger.write(checked.session_id) as writer:
        revise(writer, checked.session_id, "exclude", "session", checked.session_id, "done")
    with pytest.raises(Refusal) as caught:
        checked.run("finalize")
    assert caught.value.code == "SESSION_ARCHIVED"
    target = tmp_path / "report.html"
    parameters = {"format": "html", "output_path": str(target), "roots": [str(tmp_path)]}
    assert result(checked.run("export_report", parameters))["path"] == str(target)
