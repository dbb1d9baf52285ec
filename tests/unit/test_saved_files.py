"""A file of a session is shown only while it is what the records say."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from ledger.attachments import record_picture
from ledger.saved_files import difference
from ledger.staleness import mark_report
from mcp_bridge.session_files import SessionFiles
from tests.unit.ledger_world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


def report(world: World) -> None:
    saved = world.folder.write_bytes("report.html", b"<p>final</p>")
    with world.ledger.write(world.session) as writer:
        mark_report(writer, world.session, "report.html", "final", saved.sha256)


def picture(world: World) -> str:
    saved = world.folder.write_bytes("attachments/attachment_1-picture_1.png", b"\x89PNG")
    with world.ledger.write(world.session) as writer:
        record_picture(
            writer,
            world.session,
            attachment_id="attachment_1",
            source="saved_html",
            highlighted=True,
            adopted=True,
            path=saved.path,
            sha256=saved.sha256,
        )
    return saved.path


def what(world: World, relative: str) -> str | None:
    found = difference(world.ledger, world.home, world.session, relative)
    return found and found.what


@pytest.mark.promise("CHAIN-3")
def test_every_kind_of_saved_file_is_compared_with_its_record(world: World) -> None:
    evidence = world.evidence()
    report(world)
    names = ["source.txt", evidence.files[0].path, picture(world), "report.html"]
    assert [what(world, name) for name in names] == [None] * 4
    for name in names:
        world.folder.locate(name).write_bytes(b"forged")
    assert [what(world, name) for name in names] == ["changed"] * 4
    for name in names:
        world.folder.locate(name).unlink()
    assert [what(world, name) for name in names] == ["missing"] * 4


def test_a_report_that_no_finalize_wrote_is_unrecorded(world: World) -> None:
    world.folder.write_bytes("report.md", b"forged")
    assert what(world, "report.md") == "unrecorded"
    assert what(world, "notes.txt") is None


def asked(world: World, path: str) -> Response:
    files = SessionFiles(world.home, lambda session, relative: difference(world.ledger, world.home, session, relative))
    scope: dict[str, Any] = {"type": "http", "method": "HEAD", "headers": [], "path": "/", "query_string": b""}
    scope["path_params"] = {"session_id": world.session, "path": path}
    return asyncio.run(files.serve(Request(scope)))


@pytest.mark.promise("CHAIN-4")
def test_a_browser_is_told_of_a_file_that_is_not_as_recorded(world: World) -> None:
    report(world)
    assert asked(world, "report.html").status_code == 200
    world.folder.locate("report.html").write_bytes(b"<p>forged</p>")
    answer = asked(world, "report.html")
    assert answer.status_code == 409
    assert b"report.html is not the file that was recorded (changed)" in bytes(answer.body)
    assert b"finalize writes reports anew" in bytes(answer.body)
    outside = world.home / "outside.html"
    outside.write_bytes(b"<p>final</p>")
    world.folder.locate("report.html").unlink()
    world.folder.locate("report.html").symlink_to(outside)
    assert asked(world, "report.html").status_code == 403
