"""Tools that hand work to jobs: finalize, export, start from a URL, pictures; and reports that own up to being old."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from ledger import attachments, sessions, staleness, status
from ledger.folders import SessionFolder
from ledger.records import Finalization, Job
from ledger.refusals import Refusal
from reports.data import render_json
from reports.markdown import render_markdown
from tests.flow.tools.tool_world import PAGE, TEXT, ToolWorld

pytestmark = pytest.mark.anyio


async def checked(world: ToolWorld, client: Client) -> str:
    """A session that may be finalized."""
    session = await world.start(client)
    await world.call(client, "register_claim", session_id=session, start=0, end=30, claim="The bridge is 120 m long")
    await world.call(client, "mark_non_claim", session_id=session, start=30, end=len(TEXT), reason="The rest")
    world.evidence(session)
    attached = await world.call(
        client, "attach_evidence", session_id=session, claim_id="claim_1", evidence_id="evidence_1",
        quote="a length of 120 metres", relation="supports", rationale="Says so.",
    )  # fmt: skip
    assert not attached.error, attached.text
    await world.call(client, "set_verdict", session_id=session, claim_id="claim_1", verdict="verified", rationale="x")
    return session


def close(world: ToolWorld, job: Job) -> dict[str, Any]:
    """What the finalize flow records and writes, without its pictures."""
    folder = SessionFolder(world.home, job.session_id)
    with world.ledger.write(job.session_id) as writer:
        writer.add(
            Finalization(
                session_id=job.session_id,
                recorded_at=writer.now(),
                finalization_id=writer.next_id(Finalization, job.session_id),
                summary={},
            )
        )
        extract = status.extract(writer, job.session_id, finalizing=True)
        source = sessions.read_source(writer, job.session_id, folder)
        texts = {
            "report.md": render_markdown(extract, source),
            "report.json": render_json(extract, source),
            "report.html": '<html data-state="final      "></html>',
        }
        for name in staleness.REPORT_NAMES:
            saved = folder.write_bytes(name, texts[name].encode(), replace=True)
            staleness.mark_report(writer, job.session_id, name, "final", saved.sha256)
    paths = {name.removeprefix("report."): str(folder.path / name) for name in staleness.REPORT_NAMES}
    report = {"markdown": paths["md"], "json": paths["json"], "html": paths["html"]}
    return {"finalization_id": "finalization_1", "report": report}


async def finalized(world: ToolWorld, client: Client) -> str:
    world.desk.handlers["finalize"] = lambda job: close(world, job)
    session = await checked(world, client)
    answer = await world.call(client, "finalize", session_id=session)
    assert not answer.error, answer.text
    return session


@pytest.mark.promise("GATE-1")
@pytest.mark.promise("GATE-2")
@pytest.mark.promise("GATE-3")
@pytest.mark.promise("GATE-6")
async def test_finalize_refuses_with_every_gate_before_any_job(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    answer = await world.call(client, "finalize", session_id=session)
    assert answer["code"] == "FINALIZE_BLOCKED"
    blockers = {one["gate"]: one for one in answer["facts"]["blockers"]}
    assert set(blockers) == {"coverage_gaps", "no_claims"}
    assert blockers["coverage_gaps"]["rows"][0] == {"start": 0, "end": len(TEXT)}
    await world.call(client, "register_claim", session_id=session, start=0, end=30, claim="The bridge is long")
    answer = await world.call(client, "finalize", session_id=session)
    assert {one["gate"] for one in answer["facts"]["blockers"]} == {"coverage_gaps", "claims_without_verdict"}
    assert "register_segments" in answer["suggestion"]
    assert world.desk.submitted == []


async def test_finalize_answers_with_the_report(world: ToolWorld, client: Client) -> None:
    world.desk.handlers["finalize"] = lambda job: close(world, job)
    session = await checked(world, client)
    before = await world.call(client, "get_status", session_id=session)
    assert before["finalize_ready"]
    answer = await world.call(client, "finalize", session_id=session)
    folder = world.home / "sessions" / session
    assert answer["status"] == "done"
    assert Path(answer["report"]["html"]) == folder / "report.html"
    assert answer["report"]["dir"] == str(folder)
    assert answer["report"]["url"].startswith(world.app.web_url)
    assert answer["reports_stale"] is False
    assert "warning" not in answer.data
    waited = await world.call(client, "wait_job", job_id=answer["job_id"])
    assert waited["report"] == answer["report"]
    assert waited["kind"] == "finalize"
    status_after = await world.call(client, "get_status", session_id=session)
    assert "reports_stale_since" not in status_after.data


@pytest.mark.promise("STALE-1")
async def test_a_revision_names_the_reports_that_it_makes_provisional(world: ToolWorld, client: Client) -> None:
    session = await finalized(world, client)
    revise = {"session_id": session, "action": "exclude", "target_type": "claim", "target_id": "claim_1"}
    answer = await world.call(client, "revise_record", **revise, reason="Wrong", idempotency_key="once")
    assert answer["reports_rewritten"] == ["report.md", "report.json", "report.html"]
    again = await world.call(client, "revise_record", **revise, reason="Wrong", idempotency_key="once")
    assert again.data == answer.data
    restore = {**revise, "action": "restore", "reason": "Right after all"}
    assert (await world.call(client, "revise_record", **restore))["reports_rewritten"] == []


@pytest.mark.promise("STALE-1")
async def test_the_first_change_after_finalize_marks_all_three_reports(world: ToolWorld, client: Client) -> None:
    session = await finalized(world, client)
    folder = world.home / "sessions" / session
    await world.call(client, "set_verdict", session_id=session, claim_id="claim_1", verdict="verified", rationale="y")
    markdown = (folder / "report.md").read_text(encoding="utf-8")
    assert "<!-- uratori:state=provisional -->" in markdown
    assert "> **Provisional**" in markdown
    data = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert (data["state"], data["provisional"]) == ("provisional", True)
    assert 'data-state="provisional"' in (folder / "report.html").read_text(encoding="utf-8")
    answer = await world.call(client, "get_status", session_id=session)
    assert answer["reports_stale_since"] is not None
    assert "finalize again" in answer["next_step"]
    changed = (folder / "report.md").stat().st_mtime_ns
    await world.call(client, "set_verdict", session_id=session, claim_id="claim_1", verdict="verified", rationale="z")
    assert (folder / "report.md").stat().st_mtime_ns == changed


@pytest.mark.promise("STALE-1")
async def test_evidence_that_a_job_brings_marks_the_reports_before_it_is_told_of(
    world: ToolWorld, client: Client
) -> None:
    session = await finalized(world, client)
    world.pages["https://example.org/new"] = PAGE
    sources = [{"type": "url", "url": "https://example.org/new"}]
    answer = await world.call(
        client, "fetch_evidence", session_id=session, sources=sources, discovered_via="agent_search"
    )
    assert answer["items"][0]["evidence_id"] == "evidence_2"
    markdown = (world.home / "sessions" / session / "report.md").read_text(encoding="utf-8")
    assert "state=provisional" in markdown


@pytest.mark.promise("LEDGER-9")
@pytest.mark.promise("STALE-2")
async def test_reading_after_finalize_marks_nothing(world: ToolWorld, client: Client) -> None:
    session = await finalized(world, client)
    folder = world.home / "sessions" / session
    before = {path.name: path.read_bytes() for path in folder.glob("report.*")}
    links = world.links()
    sources = [{"type": "url", "url": "https://example.org/bridge"}]
    for tool, arguments in {
        "fetch_evidence": {"sources": sources, "discovered_via": "agent_search", "find": "bridge"},
        "get_status": {},
        "read_source_segments": {},
    }.items():
        assert not (await world.call(client, tool, session_id=session, **arguments)).error
    assert {path.name: path.read_bytes() for path in folder.glob("report.*")} == before
    assert world.links() == links


@pytest.mark.promise("STALE-3")
async def test_a_report_that_cannot_be_marked_is_named(
    world: ToolWorld, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await finalized(world, client)
    real = SessionFolder.write_bytes

    def fail(self: SessionFolder, relative: str, data: bytes, *, replace: bool = False) -> Any:
        if relative == "report.html":
            raise PermissionError(13, "not writable")
        return real(self, relative, data, replace=replace)

    monkeypatch.setattr(SessionFolder, "write_bytes", fail)
    arguments = {"session_id": session, "claim_id": "claim_1", "verdict": "verified", "rationale": "y"}
    answer = await world.call(client, "set_verdict", **arguments)
    assert answer["code"] == "REPORT_NOT_WRITTEN"
    assert answer["facts"]["not_marked"] == ["report.html"]
    assert "was recorded" in answer["message"]
    monkeypatch.undo()
    await world.call(client, "set_verdict", **arguments)
    html = world.home / "sessions" / session / "report.html"
    assert "provisional" in html.read_text(encoding="utf-8")


async def test_a_job_that_fails_refuses_with_its_own_reason(world: ToolWorld, client: Client) -> None:
    session = await checked(world, client)

    def fail(_job: Job) -> dict[str, Any]:
        raise Refusal("REPORT_NOT_WRITTEN", "No space.", "Make room.", {"new": []})

    world.desk.handlers["finalize"] = fail
    answer = await world.call(client, "finalize", session_id=session)
    assert answer.error
    assert answer["code"] == "REPORT_NOT_WRITTEN"


@pytest.mark.promise("EXPORT-3")
async def test_an_export_goes_where_it_may_and_never_over_a_file(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)

    def write(job: Job) -> dict[str, Any]:
        Path(job.parameters["output_path"]).write_bytes(b"<!doctype html>")
        return {"path": job.parameters["output_path"], "bytes": 15, "inlined_images": 0, "provisional": True}

    world.desk.handlers["export_report"] = write
    path = world.cwd / "report.html"
    arguments = {"session_id": session, "format": "html", "output_path": str(path)}
    answer = await world.call(client, "export_report", **arguments)
    assert not answer.error, answer.text
    assert (answer["bytes"], answer["provisional"]) == (15, True)
    assert answer["warning"]
    again = await world.call(client, "export_report", **arguments)
    assert again["code"] == "EXPORT_REFUSED"
    assert "overwrite=true" in again["suggestion"]
    assert not (await world.call(client, "export_report", **arguments, overwrite=True)).error
    waited = await world.call(client, "wait_job", job_id=answer["job_id"])
    assert waited["path"] == str(path)


BAD_PATHS = [
    ("pdf", "relative.html", "EXPORT_REFUSED", ["absolute", ".pdf"]),
    ("html", "{cwd}/report.pdf", "EXPORT_REFUSED", [".html"]),
    ("html", "{cwd}/report", "EXPORT_REFUSED", ["missing"]),
    ("html", "/etc/report.html", "FILE_OUTSIDE_ROOTS", ["URATORI_EXPORT_ROOTS"]),
    ("html", "{cwd}/link/report.html", "FILE_OUTSIDE_ROOTS", ["URATORI_EXPORT_ROOTS"]),
    ("html", "{cwd}/folder.html", "EXPORT_REFUSED", ["exists"]),
]


@pytest.mark.promise("EXPORT-4")
async def test_an_export_path_is_checked_before_any_work(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    (world.cwd / "link").symlink_to("/tmp")
    (world.cwd / "folder.html").mkdir()
    for form, path, code, words in BAD_PATHS:
        filled = path.replace("{cwd}", str(world.cwd))
        answer = await world.call(client, "export_report", session_id=session, format=form, output_path=filled)
        assert answer["code"] == code, path
        for word in words:
            assert word in answer.text
    assert world.desk.submitted == []


async def test_a_session_begins_at_a_url_by_a_job(world: ToolWorld, client: Client) -> None:
    def begin(job: Job) -> dict[str, Any]:
        with world.ledger.write("_") as writer:
            session = sessions.create_session(
                writer, world.home, PAGE, source_kind="url", origin=job.parameters["url"], job_id=job.job_id
            )
        return {"session_id": session.session_id}

    world.desk.handlers["start_session"] = begin
    world.desk.held = True
    source = {"type": "url", "url": "https://example.org/bridge"}
    running = await world.call(client, "start_session", source=source, wait_seconds=1)
    assert running["status"] == "running"
    assert "session_id" not in running.data
    world.desk.held = False
    done = await world.call(client, "wait_job", job_id=running["job_id"])
    assert done["status"] == "done"
    assert done["source"]["kind"] == "url"
    assert "".join(one["text"] for one in done["segments"]) == PAGE
    bad = await world.call(client, "start_session", source={"type": "url", "url": "file:///etc/passwd"})
    assert bad["code"] == "URL_INVALID"


async def test_an_attachment_can_be_answered_with_its_picture(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    await world.call(client, "register_claim", session_id=session, start=0, end=30, claim="The bridge is 120 m long")
    world.evidence(session)

    def draw(job: Job) -> dict[str, Any]:
        with world.ledger.write(job.session_id) as writer:
            for attachment in job.parameters["attachment_ids"]:
                for source, adopted in (("saved_html", False), ("saved_text", True)):
                    attachments.record_picture(
                        writer, job.session_id, attachment_id=attachment, source=source,  # type: ignore[arg-type]
                        highlighted=adopted, adopted=adopted, path=f"attachments/{source}.png", sha256="0" * 64,
                    )  # fmt: skip
        return {"pictures": ["picture_1", "picture_2"], "failed": []}

    world.desk.handlers["render_pictures"] = draw
    answer = await world.call(
        client, "attach_evidence", session_id=session, claim_id="claim_1", evidence_id="evidence_1",
        quote="a length of 120 metres", relation="supports", rationale="x", wait_for_image=True,
    )  # fmt: skip
    assert (answer["picture"], answer["screenshot_source"]) == ("drawn", "saved_text")
    assert len(answer["screenshot_attempts"]) == 2
    job = world.desk.submitted[-1]
    waited = await world.call(client, "wait_job", job_id=job.job_id)
    assert waited["pictures"] == ["picture_1", "picture_2"]
