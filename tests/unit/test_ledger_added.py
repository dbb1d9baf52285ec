"""Fields that were added later change nothing of what was recorded before: neither its bytes nor its proof."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from evidence.ranges import Range
from ledger import migrate
from ledger.chain import forge, verify
from ledger.folders import SessionFolder
from ledger.records import RECORDS, Attachment, Evidence, Session
from ledger.rows import columns, to_row
from ledger.store import Ledger
from ledger.values import Exchange, Redirect
from tests.unit.ledger_world import World

MOMENT = datetime(2026, 3, 4, 5, 6, 7, 890000, tzinfo=UTC)
SESSION = Session(
    session_id="fc_20260304T050607_0a1b2c3d",
    recorded_at=MOMENT,
    source_kind="url",
    origin="https://example.org/",
    source_sha256="5" * 64,
    source_length=12,
)
EVIDENCE = Evidence(
    session_id=SESSION.session_id,
    recorded_at=MOMENT,
    evidence_id="evidence_1",
    provenance="http",
    discovered_via="agent_search",
    url="https://example.org/橋",
    redirects=[Redirect(url="https://example.org/橋", status=301, location="https://example.org/b")],
    text_sha256="0" * 64,
    text_length=3,
    article=[Range(0, 3)],
)
ATTACHMENT = Attachment(
    session_id=SESSION.session_id,
    recorded_at=MOMENT,
    attachment_id="attachment_1",
    claim_id="claim_1",
    evidence_id="evidence_1",
    quote="橋の長さ",
    start=0,
    end=4,
    matched_text="橋の長さ",
    match_kind="exact",
    occurrence=1,
    occurrences=1,
    relation="supports",
    rationale="It says so.",
)
GOLDEN = {
    Session: "46541b1cda8aa2ed6cb26b8c6a2c7dce58b4755ee697badf15f05de929641d37",
    Evidence: "a6c8379d81c2cc19bbb5526d4135fc7adf2d3f37a42eb09daeda4fc552c8a695",
    Attachment: "e2e9377bc9e117d6f14148dafce2e1a788c51058fdc5417e773f3254caf88118",
}
"""SHA-256 of these records as the first schema wrote them."""


@pytest.mark.promise("LEDGER-12")
@pytest.mark.parametrize("record", [SESSION, EVIDENCE, ATTACHMENT], ids=["session", "evidence", "attachment"])
def test_a_record_without_the_later_fields_keeps_its_bytes(record: Session | Evidence | Attachment) -> None:
    assert record.digest() == GOLDEN[type(record)]


def test_a_later_field_that_says_something_counts() -> None:
    with_exchange = EVIDENCE.model_copy(update={"exchange": Exchange(peer="192.0.2.1")})
    assert with_exchange.digest() != EVIDENCE.digest()
    assert json.loads(with_exchange.canonical())["exchange"]["peer"] == "192.0.2.1"
    assert "readers" not in json.loads(with_exchange.canonical())


def test_later_fields_have_defaults_that_a_row_from_before_can_have() -> None:
    for model in RECORDS:
        for name in model.ADDED:
            assert not model.model_fields[name].is_required()


@pytest.mark.promise("LEDGER-12")
def test_a_ledger_of_an_earlier_schema_verifies_after_its_migration(tmp_path: Path) -> None:
    home, session = tmp_path / "home", SESSION.session_id
    old = tmp_path / "migrations"
    old.mkdir()
    for step in migrate.migrations()[:2]:
        name = f"{step.version:04d}_{step.name}.sql"
        shutil.copy(migrate.MIGRATIONS / name, old / name)
    folder = SessionFolder(home, session)
    text = folder.write_bytes("evidence/evidence_1.txt", b"abc").saved("text")
    source = folder.write_bytes("source.txt", b"abc, def, gh")
    records = [
        SESSION.model_copy(update={"source_sha256": source.sha256}),
        EVIDENCE.model_copy(update={"text_sha256": text.sha256, "files": [text]}),
    ]
    ledger = Ledger.open(home, migrations=old)
    try:
        with ledger.write(session) as writer:
            prev = "0" * 64
            for number, record in enumerate(records, start=1):
                link = forge(prev, number, 1, record)
                prev = link.sha256
                kept = [
                    (column.name, value)
                    for column, value in zip(columns(type(record)), to_row(record), strict=True)
                    if column.name not in record.ADDED
                ]
                names = ", ".join(f'"{name}"' for name, _ in kept)
                marks = ", ".join("?" for _ in kept)
                writer.fetch(
                    f"INSERT INTO {record.TABLE} ({names}, seq) VALUES ({marks}, ?)",
                    [*(value for _, value in kept), number],
                )
                fields = (link.session_id, link.seq, link.tx, link.kind, link.record_id, link.sha256, link.prev)
                writer.fetch("INSERT INTO chain VALUES (?, ?, ?, ?, ?, ?, ?)", list(fields))
    finally:
        ledger.close()
    ledger = Ledger.open(home)
    try:
        assert verify(ledger, session, folder) == []
        with ledger.read() as reader:
            assert reader.one(Evidence, session, "evidence_1") == records[1]
            assert reader.session(session) == records[0]
        # The next record goes on the same chain, with the later fields.
        world = World(ledger.home, ledger, session)
        made = world.evidence(exchange=Exchange(http_version="HTTP/1.1"), readers={"uratori": "0.1.0"})
        assert made.exchange is not None
        assert verify(ledger, session, folder) == []
        with ledger.read() as reader:
            assert reader.one(Evidence, session, "evidence_2") == made
    finally:
        ledger.close()
