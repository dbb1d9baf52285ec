"""What a server may be asked about: whole bodies, as they came, that it gave a version of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from flows.held import HeldPage, held_page
from ledger.new_files import NewFile
from ledger.records import Evidence
from ledger.values import Exchange
from tasks.bodies import Unchanged
from tests.unit.ledger_world import World, open_world

URL = "https://example.org/bridge"
RAW = b"<p>Length: 120 metres.</p>"
HEAD = {"etag": '"v1"', "content-type": "text/html; charset=utf-8"}
NOW = datetime(2026, 3, 4, tzinfo=UTC)
WORD = Unchanged(final_url=URL, headers={"etag": '"v1"'}, started_at=NOW, ended_at=NOW, seconds=0.1)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


def fetched(world: World, **fields: Any) -> Evidence:
    files = (NewFile(role="raw", staged=world.staged(RAW), suffix=".html"),)
    whole = {
        "final_url": URL,
        "body_sha256": hashlib.sha256(RAW).hexdigest(),
        "exchange": Exchange(response_headers=HEAD),
    }
    return world.evidence(files=files, **{**whole, **fields})


def held(world: World, evidence: Evidence) -> HeldPage | None:
    with world.ledger.read() as reader:
        return held_page(reader, world.folder, evidence)


def test_a_whole_body_with_a_version_is_asked_about(world: World) -> None:
    page = held(world, fetched(world))
    assert page is not None
    assert (page.media, page.content_type, page.path) == ("html", HEAD["content-type"], "evidence/evidence_1-raw.html")
    assert (page.validators.etag, page.validators.url) == ('"v1"', URL)


@pytest.mark.parametrize(
    "fields",
    [
        {"exchange": None},
        {"exchange": Exchange(response_headers={"content-type": "text/html"})},
        {"exchange": Exchange(response_headers={"etag": "v1, not quoted"})},
        {"exchange": Exchange(response_headers=HEAD, content="rendered_dom")},
        {"complete": False},
    ],
    ids=["from before", "no version", "no etag", "rendered", "cut short"],
)
def test_anything_else_is_not(world: World, fields: dict[str, Any]) -> None:
    assert held(world, fetched(world, **fields)) is None


def test_a_confirmation_adds_to_what_it_confirms(world: World) -> None:
    fetched(world)
    later = Exchange(response_headers={"last-modified": "Mon, 04 May 2026 10:00:00 GMT"}, confirmed="evidence_1")
    page = held(world, fetched(world, exchange=later))
    assert page is not None
    assert (page.validators.etag, page.content_type) == ('"v1"', HEAD["content-type"])
    assert page.validators.last_modified == "Mon, 04 May 2026 10:00:00 GMT"


def test_confirmations_in_a_circle_end(world: World) -> None:
    circle = fetched(world, exchange=Exchange(response_headers=HEAD, confirmed="evidence_1"))
    page = held(world, circle)
    assert page is not None
    assert page.validators.etag == '"v1"'


def test_the_held_bytes_are_copied_and_compared(world: World, tmp_path: Path) -> None:
    page = held(world, fetched(world))
    assert page is not None
    body = page.body(WORD, str(tmp_path))
    assert body is not None
    assert Path(body.staged).read_bytes() == RAW
    assert (body.status, body.content_type, body.bytes) == (304, HEAD["content-type"], len(RAW))
    world.folder.locate(page.path).write_bytes(b"forged")
    assert page.body(WORD, str(tmp_path)) is None
    world.folder.locate(page.path).unlink()
    assert page.body(WORD, str(tmp_path)) is None
    assert not list(tmp_path.glob("*.part"))
