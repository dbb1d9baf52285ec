"""A snapshot, and what the ledger knows of it without asking, are of the same moment."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.records import Claim
from ledger.store import Reader
from tests.unit.ledger_world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


def asked(reader: Reader, session_id: str) -> dict[str, int]:
    """What `versions` says from memory, read from the chain."""
    return dict(reader.fetch("SELECT kind, max(seq) FROM chain WHERE session_id = ? GROUP BY kind", [session_id]))


def test_a_snapshot_begins_before_its_first_query(world: World) -> None:
    with world.ledger.read() as reader:
        claim = world.claim()
        assert reader.fetch("SELECT count(*) FROM claims") == [(0,)]
        assert "claims" not in reader.versions(world.session)
    with world.ledger.read() as reader:
        assert reader.fetch("SELECT claim_id FROM claims") == [(claim,)]


def test_what_is_known_of_a_snapshot_is_what_it_holds_while_others_write(world: World) -> None:
    world.claim()
    writing, wrong = threading.Event(), []

    def look() -> None:
        while not writing.is_set():
            with world.ledger.read() as reader:
                known = dict(reader.versions(world.session))
                if known != asked(reader, world.session):
                    wrong.append(known)

    readers = [threading.Thread(target=look) for _ in range(2)]
    for thread in readers:
        thread.start()
    for _ in range(40):
        world.claim()
    writing.set()
    for thread in readers:
        thread.join()
    assert wrong == []


def test_an_undone_write_leaves_what_is_known_as_it_was(world: World) -> None:
    world.claim()
    with pytest.raises(RuntimeError), world.ledger.write(world.session) as writer:
        writer.add(writer.session(world.session).model_copy(update={"session_id": "fc_20260101T000000_00000000"}))
        raise RuntimeError
    with world.ledger.read() as reader:
        assert dict(reader.versions(world.session)) == asked(reader, world.session)
        assert dict(reader.versions("fc_20260101T000000_00000000")) == {}


def test_a_record_looked_for_in_vain_is_found_once_it_is_there(world: World) -> None:
    with world.ledger.read() as reader:
        assert reader.find(Claim, world.session, "claim_1") is None
    with world.ledger.write(world.session) as writer:
        assert writer.find(Claim, world.session, "claim_1") is None
    assert world.claim() == "claim_1"
    with world.ledger.read() as reader:
        assert reader.find(Claim, world.session, "claim_1") is not None
