"""Gates, attention, staleness, the extract; and that reading adds nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evidence.ranges import Range
from ledger import staleness, status
from ledger.attachments import record_picture, without_picture
from ledger.chain import GENESIS, verify
from ledger.finalizing import record_finalization
from ledger.jobs import LedgerSink, end_job, submit_job
from ledger.records import AttemptEnd, AttemptStart, Finalization
from ledger.refusals import Refusal
from ledger.sessions import session_rows
from ledger.staleness import REPORT_NAMES, mark_report, report_files, stale_since, unmarked
from ledger.store import ANCHOR_NAME
from ledger.values import Signal, TermCheck
from ledger.views import Blocker
from tests.unit.ledger_world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


def blocked(world: World) -> dict[str, int]:
    with world.ledger.read() as reader:
        found = status.blockers(reader, world.session, world.folder)
    return {blocker.gate: blocker.total for blocker in found}


def finalize(world: World) -> Finalization | list[Blocker]:
    with world.ledger.write(world.session) as writer:
        return record_finalization(writer, world.session, world.folder)


def write_reports(world: World) -> None:
    with world.ledger.write(world.session) as writer:
        for name in REPORT_NAMES:
            mark_report(writer, world.session, name, "final", "0" * 64)


def stale(world: World) -> Any:
    with world.ledger.read() as reader:
        return stale_since(reader, world.session)


# Gates ----------------------------------------------------------------------------------------------------------------


@pytest.mark.promise("GATE-1")
@pytest.mark.promise("GATE-2")
def test_an_empty_session_is_blocked_by_its_text_and_its_lack_of_claims(world: World) -> None:
    assert blocked(world) == {"coverage_gaps": 1, "no_claims": 1}


@pytest.mark.promise("GATE-1")
def test_one_uncovered_character_blocks(world: World) -> None:
    world.checked()
    assert blocked(world) == {}
    world.exclude("non_claim", "non_claim_1")
    world.non_claim(30, len(world.text) - 1)
    assert blocked(world) == {"coverage_gaps": 1}


@pytest.mark.promise("GATE-2")
def test_a_text_of_non_claims_alone_is_not_checked(world: World) -> None:
    world.non_claim(0, len(world.text))
    assert blocked(world) == {"no_claims": 1}


@pytest.mark.promise("GATE-3")
def test_a_claim_without_verdict_blocks(world: World) -> None:
    world.checked()
    claim_id = world.claim(5, 8)
    assert blocked(world) == {"claims_without_verdict": 1}
    world.verdict(claim_id, "unverifiable")
    assert blocked(world) == {}


@pytest.mark.promise("GATE-4")
@pytest.mark.parametrize(("kind", "target"), [("attachment", "attachment_1"), ("evidence", "evidence_1")])
def test_a_verdict_that_lost_its_basis_blocks(world: World, kind: str, target: str) -> None:
    claim_id = world.checked()
    world.exclude(kind, target)
    with world.ledger.read() as reader:
        broken = status.broken_verdicts(reader, world.session)
    assert broken is not None
    assert broken.rows == [
        {
            "claim_id": claim_id,
            "verdict": "verified",
            "problem": "verified needs a live attachment with relation supports",
        }
    ]
    assert blocked(world) == {"verdicts_without_basis": 1}
    world.restore(kind, target)
    assert blocked(world) == {}


@pytest.mark.promise("GATE-5")
def test_a_changed_evidence_file_blocks_until_it_is_excluded(world: World) -> None:
    claim_id = world.checked()
    path = world.folder.locate("evidence/evidence_1.txt")
    path.write_text("Length: 999 metres.", "utf-8")
    with world.ledger.read() as reader:
        [found] = status.blockers(reader, world.session, world.folder)
        [quick] = status.blockers(reader, world.session, world.folder, rehash=False)
    assert found == quick
    assert found.rows == [{"evidence_id": "evidence_1", "file": "evidence/evidence_1.txt", "problem": "changed"}]
    assert finalize(world) == [found]
    world.verdict(claim_id, "unverifiable")
    world.exclude("evidence", "evidence_1")
    assert blocked(world) == {}


@pytest.mark.promise("VERDICT-2")
@pytest.mark.promise("GATE-4")
@pytest.mark.parametrize(
    "mend",
    [
        "The other page says 110; attachment_2 is older.",
        "evidence_2 gives an older figure.",
        "出典は食い違うが、これが新しい。",
    ],
)
def test_evidence_that_comes_after_the_verdict_and_against_it_blocks_until_the_rationale_says_so(
    world: World, mend: str
) -> None:
    claim_id = world.checked()
    world.attach(claim_id, world.evidence("110 metres, they say.").evidence_id, "contradicts")
    with world.ledger.read() as reader:
        broken = status.broken_verdicts(reader, world.session)
    assert broken is not None
    problem = "live attachments support and contradict the claim, and the rationale does not say so"
    assert broken.rows == [{"claim_id": claim_id, "verdict": "verified", "problem": problem}]
    assert blocked(world) == {"verdicts_without_basis": 1}
    assert attention(world) == [("conflict_unnamed", claim_id, None)]
    world.verdict(claim_id, "verified", mend)
    assert blocked(world) == {}
    assert attention(world) == [("supports_and_contradicts", claim_id, None)]


def test_evidence_against_that_is_excluded_again_blocks_no_more(world: World) -> None:
    claim_id = world.checked()
    against = world.attach(claim_id, world.evidence("110 metres.").evidence_id, "contradicts")
    assert blocked(world) == {"verdicts_without_basis": 1}
    world.exclude("attachment", against.attachment_id)
    assert blocked(world) == {}


def test_a_gate_lists_the_first_rows_and_the_total(world: World) -> None:
    for start in range(0, 40, 2):
        world.non_claim(start, start + 1)
    with world.ledger.read() as reader:
        found = reader.gate("coverage_gaps", world.session, 3)
    assert found is not None
    assert found.rows == [{"start": 1, "end": 2}, {"start": 3, "end": 4}, {"start": 5, "end": 6}]
    assert found.total == 20


def test_finalize_runs_the_gates_in_its_own_transaction(world: World) -> None:
    before = world.rows()
    refused = finalize(world)
    assert isinstance(refused, list)
    assert {blocker.gate for blocker in refused} == {"coverage_gaps", "no_claims"}
    assert world.rows() == before
    world.checked()
    passed = finalize(world)
    assert isinstance(passed, Finalization)
    assert passed.summary["claims"]["verified"] == 1


# Attention ------------------------------------------------------------------------------------------------------------


def attention(world: World) -> list[tuple[str, str | None, str | None]]:
    with world.ledger.read() as reader:
        found = status.attention(reader, world.session)
    return [(item.reason, item.claim_id, item.evidence_id) for item in found]


def test_a_well_founded_verified_claim_needs_no_attention(world: World) -> None:
    world.checked()
    assert attention(world) == []


@pytest.mark.promise("REPORT-7")
def test_weak_verdicts_come_worst_first_in_text_order(world: World) -> None:
    evidence_id = world.evidence().evidence_id
    late, early, half, unknown = (world.claim(start, start + 5) for start in (20, 10, 0, 5))
    world.claim(30, 35)
    for claim_id, relation in ((late, "contradicts"), (early, "contradicts"), (half, "partial")):
        world.attach(claim_id, evidence_id, relation)
    for claim_id, verdict in ((late, "contradicted"), (early, "contradicted"), (half, "partially_verified")):
        world.verdict(claim_id, verdict, "No source")
    world.verdict(unknown, "unverifiable")
    assert attention(world) == [
        ("contradicted", early, None),
        ("contradicted", late, None),
        ("partially_verified", half, None),
        ("unverifiable", unknown, None),
    ]


@pytest.mark.promise("REPORT-7")
def test_doubts_about_a_verified_claim_are_listed(world: World) -> None:
    captured = world.evidence(
        provenance="agent_captured",
        note="From my browser",
        expected_terms=[TermCheck(term="120 metres", found=True), TermCheck(term='steel, "arch"', found=False)],
    )
    claim_id = world.claim()
    world.attach(claim_id, captured.evidence_id, short_quote_reason="A number")
    world.verdict(claim_id, "verified")
    folded = world.evidence(hidden=[Range(0, 19)])
    assert attention(world) == [
        ("only_agent_captured", claim_id, None),
        ("expected_terms_missing", claim_id, captured.evidence_id),
        ("short_quote", claim_id, captured.evidence_id),
    ]
    world.attach(
        claim_id, folded.evidence_id, found={"kind": "folded", "folds": ("dash", "case"), "cuts": ("negation", "word")}
    )
    contradicting = world.attach(claim_id, folded.evidence_id, "contradicts").attachment_id
    world.verdict(claim_id, "verified", f"{contradicting} is older.")
    assert attention(world) == [
        ("supports_and_contradicts", claim_id, None),
        ("expected_terms_missing", claim_id, captured.evidence_id),
        ("cut_quote", claim_id, folded.evidence_id),
        ("folded_quote", claim_id, folded.evidence_id),
        ("hidden_text", claim_id, folded.evidence_id),
        ("short_quote", claim_id, captured.evidence_id),
    ]
    with world.ledger.read() as reader:
        details = {item.reason: item.detail for item in status.attention(reader, world.session)}
    assert details["folded_quote"] == "attachment_2 matches only after folding: dash, case."
    assert details["cut_quote"] == "attachment_2 cuts what stands around it: negation, word."
    assert 'steel, "arch"' in details["expected_terms_missing"]
    assert "120 metres" not in details["expected_terms_missing"]


@pytest.mark.promise("REPORT-7")
def test_a_verdict_without_basis_comes_before_everything_else(world: World) -> None:
    claim_id = world.checked()
    later = world.claim(5, 20)
    world.verdict(later, "unverifiable")
    world.exclude("attachment", "attachment_1")
    assert attention(world)[0] == ("verdict_without_basis", claim_id, None)
    with world.ledger.read() as reader:
        assert status.attention(reader, world.session)[0].verdict == "verified"


@pytest.mark.promise("REPORT-7")
def test_wide_non_claims_and_those_over_claims_are_listed(world: World) -> None:
    long = world.session = world.start("One is 1.\n\nTwo is 2.\n\n" + "Three is 3, they say again and again. " * 3)
    first = world.claim(0, 9, "One is 1.")
    paragraphs, half, fine = world.non_claim(0, 20), world.non_claim(30, len(world.text)), world.non_claim(9, 12)
    with world.ledger.read() as reader:
        found = status.attention(reader, long, world.text)
        unread = status.attention(reader, long)
    assert [(item.reason, item.non_claim_id, item.claim_id) for item in found] == [
        ("non_claim_over_half", half, None),
        ("non_claim_over_paragraph", paragraphs, None),
        ("non_claim_over_claim", paragraphs, None),
    ]
    assert found[2].detail == f"It overlaps {first}."
    assert [item.reason for item in unread] == ["non_claim_over_half", "non_claim_over_claim"]
    assert fine not in {item.non_claim_id for item in found}
    world.exclude("non_claim", paragraphs)
    world.exclude("non_claim", half)
    with world.ledger.read() as reader:
        assert status.attention(reader, long, world.text) == []


def test_of_many_non_claims_over_claims_the_first_are_listed_and_the_rest_counted(world: World) -> None:
    for start in range(6):
        world.claim(start, 30)
    for start in range(25):
        world.non_claim(start, 30)
    with world.ledger.read() as reader:
        found = [item for item in status.attention(reader, world.session) if item.reason == "non_claim_over_claim"]
    assert len(found) == 21
    assert found[0].detail == "It overlaps claim_1, claim_2, claim_3, claim_4, claim_5 and 1 more."
    assert (found[-1].non_claim_id, found[-1].detail) == (None, "5 more non-claims that overlap claims.")


def test_signals_of_evidence_are_listed_while_it_counts(world: World) -> None:
    signals = [
        Signal(name="instructs_reader", severity="danger", source="text", detail="Asks to ignore rules"),
        Signal(name="note", severity="info", source="text", detail="Harmless"),
        Signal(name="incomplete", severity="warning", source="http", detail="It has a reason of its own"),
    ]
    evidence = world.evidence(signals=signals, complete=False)
    assert attention(world) == [
        ("signal", None, evidence.evidence_id),
        ("incomplete", None, evidence.evidence_id),
    ]
    world.exclude("evidence", evidence.evidence_id)
    assert attention(world) == []


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
