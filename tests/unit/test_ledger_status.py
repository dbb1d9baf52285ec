"""Staleness, the extract; and that reading adds nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger import staleness, status
from ledger.attachments import record_picture, without_picture
from ledger.chain import GENESIS, verify
from ledger.jobs import LedgerSink, end_job, submit_job
from ledger.records import AttemptEnd, AttemptStart
from ledger.refusals import Refusal
from ledger.sessions import session_rows
from ledger.staleness import REPORT_NAMES, mark_report, report_files, stale_since, unmarked
from ledger.store import ANCHOR_NAME
from tests.unit.ledger_world import World, blocked, finalize, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


def write_reports(world: World) -> None:
    with world.ledger.write(world.session) as writer:
        for name in REPORT_NAMES:
            mark_report(writer, world.session, name, "final", "0" * 64)


def stale(world: World) -> Any:
    with world.ledger.read() as reader:
        return stale_since(reader, world.session)


# Staleness ------------------------------------------------------------------------------------------------------------


def test_what_was_never_written_is_not_old(world: World) -> None:
    world.checked()
    assert stale(world) is None
    finalize(world)
    world.claim(3, 5)
    assert stale(world) is None


@pytest.mark.promise("STALE-1")
def test_the_first_change_after_the_reports_makes_them_old(world: World) -> None:
    claim_id = world.checked()
    finalize(world)
    write_reports(world)
    assert stale(world) is None
    entry = world.verdict(claim_id, "unverifiable")
    world.verdict(claim_id, "verified")
    assert stale(world) == entry.recorded_at
    finalize(world)
    assert stale(world) == entry.recorded_at
    write_reports(world)
    assert stale(world) is None


def test_reports_written_in_part_stay_old(world: World) -> None:
    claim_id = world.checked()
    finalize(world)
    write_reports(world)
    entry = world.verdict(claim_id, "unverifiable")
    finalize(world)
    with world.ledger.write(world.session) as writer:
        mark_report(writer, world.session, "report.md", "final", "0" * 64)
    assert stale(world) == entry.recorded_at


def test_reports_overtaken_while_they_were_written_are_old(world: World) -> None:
    claim_id = world.checked()
    finalize(world)
    entry = world.verdict(claim_id, "unverifiable")
    with world.ledger.write(world.session) as writer:
        for name in REPORT_NAMES:
            mark_report(writer, world.session, name, "provisional", "0" * 64)
    assert stale(world) == entry.recorded_at


@pytest.mark.promise("STALE-1")
def test_every_kind_of_change_makes_reports_old(world: World) -> None:
    claim_id = world.checked()

    def picture() -> None:
        with world.ledger.write(world.session) as writer:
            record_picture(
                writer,
                world.session,
                attachment_id="attachment_1",
                source="saved_html",
                highlighted=True,
                adopted=True,
            )

    changes = [
        lambda: world.claim(1, 2),
        lambda: world.exclude("claim", "claim_2"),
        lambda: world.non_claim(1, 2),
        world.evidence,
        lambda: world.attach(claim_id, "evidence_1"),
        lambda: world.verdict(claim_id, "verified"),
        lambda: world.exclude("attachment", "attachment_2"),
        lambda: world.restore("attachment", "attachment_2"),
        picture,
    ]
    for change in changes:
        if "claims_without_verdict" in blocked(world):
            world.verdict("claim_2", "unverifiable")
        finalize(world)
        write_reports(world)
        assert stale(world) is None
        change()
        assert stale(world) is not None


@pytest.mark.promise("STALE-2")
def test_reading_jobs_and_attempts_make_no_report_old(world: World) -> None:
    world.checked()
    finalize(world)
    write_reports(world)
    sink = LedgerSink(world.ledger)
    with world.ledger.write(world.session) as writer:
        job, _ = submit_job(writer, kind="fetch_evidence", session_id=world.session, parameters={})
        now = writer.now()
    base = {"session_id": world.session, "recorded_at": now, "attempt_id": "a1"}
    sink.started(AttemptStart(**base, job_id=job.job_id, stage="http", item="https://example.org", number=1))
    sink.ended(AttemptEnd(**base, outcome="failed", error_kind="timeout"))
    with world.ledger.write(world.session) as writer:
        end_job(writer, job.job_id, "failed", error={"code": "FETCH_FAILED"})
    assert stale(world) is None


def test_old_reports_are_to_be_marked_once(world: World) -> None:
    claim_id = world.checked()
    finalize(world)
    write_reports(world)
    world.verdict(claim_id, "unverifiable")
    with world.ledger.write(world.session) as writer:
        assert [report.name for report in unmarked(writer, world.session)] == list(REPORT_NAMES)
        for name in REPORT_NAMES:
            mark_report(writer, world.session, name, "provisional", "1" * 64)
    with world.ledger.read() as reader:
        assert unmarked(reader, world.session) == []
        assert {report.state for report in report_files(reader, world.session).values()} == {"provisional"}
        assert stale_since(reader, world.session) is not None


# Extract and reading --------------------------------------------------------------------------------------------------


@pytest.mark.promise("REVISE-1")
def test_the_extract_holds_everything_in_the_order_recorded(world: World) -> None:
    claim_id = world.checked()
    world.exclude("claim", claim_id)
    world.restore("claim", claim_id)
    finalize(world)
    with world.ledger.read() as reader:
        extract = status.extract(reader, world.session)
    assert [claim.claim_id for claim in extract.claims] == [claim_id]
    assert extract.effective.attachments == ["attachment_1"]
    assert extract.exclusions[0].target["claim"] == "The bridge is 120 metres long"
    assert extract.exclusions[0].restoration is not None
    assert (extract.gaps, extract.archived, extract.reports_stale_since) == ([], False, None)
    assert extract.chain_head != GENESIS
    assert extract.chain_length == world.rows()


def test_an_extract_made_while_finalizing_is_not_old_by_itself(world: World) -> None:
    claim_id = world.checked()
    finalize(world)
    write_reports(world)
    world.verdict(claim_id, "unverifiable")
    finalize(world)
    with world.ledger.read() as reader:
        assert status.extract(reader, world.session, finalizing=True).reports_stale_since is None
        assert status.extract(reader, world.session).reports_stale_since is not None


def test_attachments_without_a_picture_are_found(world: World) -> None:
    world.checked()
    world.attach("claim_1", "evidence_1")
    with world.ledger.read() as reader:
        assert without_picture(reader, world.session) == ["attachment_1", "attachment_2"]
        assert without_picture(reader, world.session, ["attachment_2", "attachment_9"]) == ["attachment_2"]


@pytest.mark.promise("LEDGER-9")
def test_reading_adds_no_row_and_no_byte(world: World) -> None:
    world.checked()
    rows, anchor = world.rows(), (world.home / ANCHOR_NAME).read_bytes()
    files = sorted(path for path in world.folder.path.rglob("*"))
    with world.ledger.read() as reader:
        status.extract(reader, world.session)
        status.blockers(reader, world.session, world.folder)
        staleness.report_files(reader, world.session)
        session_rows(reader, home=world.home)
    verify(world.ledger, world.session, world.folder)
    assert world.rows() == rows
    assert (world.home / ANCHOR_NAME).read_bytes() == anchor
    assert sorted(path for path in world.folder.path.rglob("*")) == files


def test_status_of_an_unknown_session_is_refused(world: World) -> None:
    for read in (status.coverage, status.summary, status.extract):
        with world.ledger.read() as reader, pytest.raises(Refusal) as refused:
            read(reader, "fc_20200101T000000_00000000")
        assert refused.value.code == "SESSION_UNKNOWN"
