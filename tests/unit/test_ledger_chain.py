"""Whoever edits or deletes a row, a link, a file or the end of the ledger is named by `verify`."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from ledger.chain import Finding, verify
from ledger.folders import SessionFolder
from ledger.refusals import Refusal
from ledger.store import ANCHOR_NAME, LEDGER_NAME, Ledger
from tests.unit.ledger_world import open_world


def made(home: Path) -> str:
    with open_world(home) as world:
        world.checked()
        return world.session


def edited(home: Path, *statements: str) -> list[Finding]:
    """Edit the closed ledger by other means, open it again, and verify."""
    session = made(home)
    with duckdb.connect(str(home / LEDGER_NAME)) as raw:
        for statement in statements:
            raw.execute(statement)
    return verified(home, session)


def verified(home: Path, session: str) -> list[Finding]:
    ledger = Ledger.open(home)
    try:
        return verify(ledger, session, SessionFolder(home, session))
    finally:
        ledger.close()


def test_an_untouched_session_has_no_finding(tmp_path: Path) -> None:
    assert edited(tmp_path) == []


@pytest.mark.promise("CHAIN-1")
def test_an_edited_row_is_named(tmp_path: Path) -> None:
    found = edited(tmp_path, "UPDATE verdicts SET rationale = 'It says the reverse'")
    assert [(finding.what, finding.where) for finding in found] == [("changed", "verdicts/verdict_1")]


@pytest.mark.promise("CHAIN-1")
def test_a_deleted_row_is_named(tmp_path: Path) -> None:
    found = edited(tmp_path, "DELETE FROM attachments")
    assert [(finding.what, finding.where) for finding in found] == [("missing", "attachments/attachment_1")]


@pytest.mark.promise("CHAIN-1")
def test_a_row_that_no_link_names_is_named(tmp_path: Path) -> None:
    found = edited(
        tmp_path,
        "INSERT INTO verdicts SELECT session_id, recorded_at, 'verdict_2', claim_id, 'unverifiable', rationale, 99 "
        "FROM verdicts",
    )
    assert [(finding.what, finding.where) for finding in found] == [("unrecorded", "verdicts/verdict_2")]


def test_a_row_that_can_not_be_read_is_unreadable_not_changed(tmp_path: Path) -> None:
    found = edited(tmp_path, "UPDATE claims SET claim_kind = 'x'", "UPDATE verdicts SET verdict = 'true'")
    assert [(finding.what, finding.where) for finding in found] == [
        ("changed", "claims/claim_1"),
        ("unreadable", "verdicts/verdict_1"),
    ]


@pytest.mark.promise("CHAIN-1")
def test_a_row_moved_in_the_order_is_changed(tmp_path: Path) -> None:
    found = edited(tmp_path, "UPDATE claims SET seq = 77")
    assert [(finding.what, finding.where) for finding in found] == [("changed", "claims/claim_1")]


@pytest.mark.promise("CHAIN-2")
def test_a_lost_end_is_told_by_the_anchor(tmp_path: Path) -> None:
    found = edited(
        tmp_path,
        "DELETE FROM verdicts",
        "DELETE FROM chain WHERE kind = 'verdicts'",
    )
    assert [(finding.what, finding.where) for finding in found] == [("missing", "anchor")]


@pytest.mark.promise("CHAIN-2")
def test_a_rewritten_chain_is_told_by_the_anchor(tmp_path: Path) -> None:
    found = edited(tmp_path, f"UPDATE chain SET sha256 = '{'f' * 64}' WHERE kind = 'verdicts'")
    assert ("changed", "anchor") in [(finding.what, finding.where) for finding in found]


@pytest.mark.promise("CHAIN-1")
def test_a_missing_link_is_named(tmp_path: Path) -> None:
    found = edited(tmp_path, "DELETE FROM chain WHERE seq = 2")
    assert (found[0].what, found[0].where) == ("missing", "chain/2")
    assert ("unrecorded", "claims/claim_1") in [(finding.what, finding.where) for finding in found]


def test_the_anchor_may_lag_by_one_commit_but_not_by_two(tmp_path: Path) -> None:
    session = made(tmp_path)
    anchor = tmp_path / ANCHOR_NAME
    lines = anchor.read_text("utf-8").splitlines(keepends=True)
    anchor.write_text("".join(lines[:-1]), "utf-8")
    assert verified(tmp_path, session) == []
    anchor.write_text("".join(lines[:-2]), "utf-8")
    assert [(finding.what, finding.where) for finding in verified(tmp_path, session)] == [("unrecorded", "anchor")]


def test_a_torn_last_line_of_the_anchor_does_not_spoil_the_next(tmp_path: Path) -> None:
    session = made(tmp_path)
    anchor = tmp_path / ANCHOR_NAME
    anchor.write_bytes(anchor.read_bytes()[:-20])
    ledger = Ledger.open(tmp_path)
    with ledger.write(session) as writer:
        writer.session(session)
    ledger.close()
    assert verified(tmp_path, session) == []


def test_a_large_anchor_is_rewritten_with_one_line_per_chain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = made(tmp_path)
    monkeypatch.setattr("ledger.anchor.COMPACT_BYTES", 100)
    assert verified(tmp_path, session) == []
    assert len((tmp_path / ANCHOR_NAME).read_text("utf-8").splitlines()) == 1


def test_a_failing_anchor_keeps_the_write_and_stops_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_world(tmp_path) as world:
        real = world.ledger.anchor.append

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(world.ledger.anchor, "append", full)
        assert world.claim() == "claim_1"
        with pytest.raises(OSError, match="No space"):
            world.claim()
        monkeypatch.setattr(world.ledger.anchor, "append", real)
        assert world.claim() == "claim_2"
        assert verify(world.ledger, world.session) == []


@pytest.mark.promise("CHAIN-3")
@pytest.mark.parametrize(
    ("harm", "what"),
    [
        (lambda path: path.write_text("Length: 999 metres.", "utf-8"), "changed"),
        (lambda path: path.unlink(), "missing"),
        (lambda path: (path.unlink(), path.mkdir()), "unreadable"),
    ],
)
def test_a_damaged_snapshot_is_named_with_what_is_wrong(tmp_path: Path, harm: object, what: str) -> None:
    session = made(tmp_path)
    harm(tmp_path / "sessions" / session / "evidence" / "evidence_1.txt")  # type: ignore[operator]
    assert [(f.what, f.where) for f in verified(tmp_path, session)] == [(what, "evidence/evidence_1.txt")]


@pytest.mark.promise("CHAIN-3")
def test_a_changed_source_text_is_named(tmp_path: Path) -> None:
    session = made(tmp_path)
    (tmp_path / "sessions" / session / "source.txt").write_text("Another text", "utf-8")
    assert [(f.what, f.where) for f in verified(tmp_path, session)] == [("changed", "source.txt")]


def test_verifying_an_unknown_session_is_refused(tmp_path: Path) -> None:
    with open_world(tmp_path) as world, pytest.raises(Refusal) as refused:
        verify(world.ledger, "fc_20200101T000000_00000000")
    assert refused.value.code == "SESSION_UNKNOWN"
