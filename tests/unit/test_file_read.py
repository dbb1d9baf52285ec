"""Local files: allowed folders only, regular files only, by content."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from tasks import file_read
from tasks.attempts import StageError
from tasks.file_read import read_file, read_local


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


def read(path, root, tmp_path, **more):
    arguments = {"roots": [str(root)], "staging": str(tmp_path / "staging"), "own": [], "most_bytes": 1_000} | more
    return read_file(str(path), **arguments)


def refusal(path, root, tmp_path, **more):
    before = list((tmp_path / "staging").glob("*"))
    with pytest.raises(StageError) as refused:
        read(path, root, tmp_path, **more)
    assert list((tmp_path / "staging").glob("*")) == before
    return refused.value


def test_a_file_is_copied_and_hashed(root, tmp_path):
    (root / "a.md").write_text("# 題", "utf-8")
    body = read(root / "a.md", root, tmp_path)
    assert Path(body.staged).read_text(encoding="utf-8") == "# 題"
    assert (body.media, body.name, body.status, body.complete) == ("markdown", "a.md", None, True)
    assert body.intact()
    Path(body.staged).write_text("changed", encoding="utf-8")
    assert not body.intact()


@pytest.mark.promise("PARSE-2")
def test_the_kind_is_told_by_content_not_by_name(root, tmp_path):
    (root / "a.txt").write_bytes(b"\n%PDF-1.4 x")
    assert read(root / "a.txt", root, tmp_path).media == "pdf"


@pytest.mark.promise("FILE-1")
def test_nothing_outside_the_allowed_folders_is_read(root, tmp_path):
    outside = tmp_path / "secret.txt"
    outside.write_text("secret", "utf-8")
    (tmp_path / "root-too").mkdir()
    (tmp_path / "root-too" / "a.txt").write_text("x", "utf-8")
    (root / "link.txt").symlink_to(outside)
    (root / "folder").symlink_to(tmp_path)
    for path in (
        outside,
        root / ".." / "secret.txt",
        root / "link.txt",
        root / "folder" / "secret.txt",
        tmp_path / "root-too" / "a.txt",
        tmp_path / "not-there.txt",
        Path("/etc/passwd"),
        Path("/dev/stdin"),
    ):
        assert refusal(path, root, tmp_path).kind == "file_outside_roots", path


def test_a_link_that_stays_inside_is_followed(root, tmp_path):
    (root / "a.txt").write_text("inside", "utf-8")
    (root / "b.txt").symlink_to(root / "a.txt")
    assert read(root / "b.txt", root, tmp_path).bytes == 6


def test_a_folder_that_is_a_link_itself_may_be_allowed(root, tmp_path):
    (root / "a.txt").write_text("inside", "utf-8")
    (tmp_path / "alias").symlink_to(root)
    assert read(tmp_path / "alias" / "a.txt", tmp_path / "alias", tmp_path).bytes == 6


@pytest.mark.promise("FILE-1")
def test_a_folder_that_becomes_a_link_to_elsewhere_opens_nothing(root, tmp_path, monkeypatch):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a.txt").write_text("secret", "utf-8")
    (root / "folder").mkdir()
    (root / "folder" / "a.txt").write_text("mine", "utf-8")

    def swapped(path, flags):
        (root / "folder").rename(root / "away")
        (root / "folder").symlink_to(tmp_path / "other")
        return opened(path, flags)

    opened = os.open
    monkeypatch.setattr(file_read.os, "open", swapped)
    refused = refusal(root / "folder" / "a.txt", root, tmp_path)
    monkeypatch.undo()
    assert refused.kind in {"file_changed", "file_outside_roots"}


@pytest.mark.promise("SELF-2")
def test_a_file_of_uratori_is_not_even_opened_under_another_name(root, tmp_path, monkeypatch):
    home = tmp_path / "home"
    (home / "sessions" / "s").mkdir(parents=True)
    for name in ("ledger.duckdb", "sessions/s/report.md"):
        (home / name).write_text("uratori's own words", "utf-8")
        os.link(home / name, root / "innocent.txt")
        monkeypatch.setattr(file_read.os, "open", lambda *_: pytest.fail("it was opened"))
        own = [str(home / "ledger.duckdb"), str(home / "sessions")]
        refused = refusal(root / "innocent.txt", root, tmp_path, own=own)
        assert (refused.kind, refused.message) == (
            "file_outside_roots",
            "It is a file of uratori's own, by another name.",
        )
        monkeypatch.undo()
        assert read(root / "innocent.txt", root, tmp_path).bytes == 19
        (root / "innocent.txt").unlink()
    (root / "a.txt").write_text("mine", "utf-8")
    os.link(root / "a.txt", root / "b.txt")
    assert read(root / "b.txt", root, tmp_path, own=[str(home)]).bytes == 4


@pytest.mark.promise("FILE-2")
@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc")
def test_what_the_system_makes_up_is_no_file(tmp_path):
    for path in ("/proc/self/environ", "/proc/self/cmdline", "/proc/version"):
        assert refusal(path, Path("/proc"), tmp_path).kind == "file_empty"
    for path in ("/dev/zero", "/dev/null", "/dev/tty", "/dev/stdin"):
        refused = refusal(path, Path("/"), tmp_path)
        assert refused.kind in {"file_not_regular", "file_not_found", "file_empty"}, path


@pytest.mark.promise("FILE-2")
@pytest.mark.parametrize("grows", [b"more", b""], ids=["longer", "shorter"])
def test_a_file_that_is_written_while_it_is_read_is_none(root, tmp_path, monkeypatch, grows):
    path = root / "log.txt"
    path.write_bytes(b"x" * 900)
    pread = os.read

    def reading(descriptor, size):
        block = pread(descriptor, min(size, 400))
        with path.open("ab" if grows else "wb") as file:
            file.write(grows)
        return block

    monkeypatch.setattr(file_read.os, "read", reading)
    refused = refusal(path, root, tmp_path, most_bytes=1_000_000)
    monkeypatch.undo()
    assert refused.kind == "file_changed"


@pytest.mark.promise("FILE-2")
def test_a_sparse_file_of_10_gb_is_refused_before_it_is_read(root, tmp_path):
    with (root / "a.txt").open("wb") as file:
        file.write(b"words")
        file.truncate(10_000_000_000)
    refused = refusal(root / "a.txt", root, tmp_path, most_bytes=50_000_000)
    assert (refused.kind, refused.message) == (
        "file_too_large",
        "The file has 10,000,000,000 bytes; at most 50,000,000 are read.",
    )


def test_a_slash_at_the_end_and_dots_on_the_way_name_the_file_that_they_lead_to(root, tmp_path):
    (root / "folder").mkdir()
    (root / "a.txt").write_text("words", "utf-8")
    for path in (f"{root}/folder/../a.txt", f"{root}/./a.txt", f"{root}//a.txt"):
        assert read(path, root, tmp_path).name == "a.txt"
    assert refusal(f"{root}/folder/", root, tmp_path).kind == "file_not_regular"
    assert refusal(f"{root}/a.txt/b.txt", root, tmp_path).kind == "file_not_found"


@pytest.mark.promise("FILE-2")
@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda path: None, "file_not_found"),
        (lambda path: path.mkdir(), "file_not_regular"),
        (os.mkfifo, "file_not_regular"),
        (lambda path: path.write_bytes(b""), "file_empty"),
        (lambda path: path.write_bytes(b"x" * 1_001), "file_too_large"),
        (lambda path: path.write_bytes(b"PK\x03\x04" + bytes(30)), "file_kind_unsupported"),
        (lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n"), "file_kind_unsupported"),
        (lambda path: path.write_bytes(bytes(200)), "file_kind_unsupported"),
    ],
    ids=["missing", "folder", "pipe", "empty", "large", "zip", "picture", "binary"],
)
def test_what_cannot_be_evidence_is_refused_with_the_reason(root, tmp_path, make, kind):
    make(root / "a.txt")
    assert refusal(root / "a.txt", root, tmp_path).kind == kind


@pytest.mark.parametrize(
    "path",
    ["relative.txt", "", "/tmp/\0", "/tmp/\ud800", "~nobody-here/a.txt"],
    ids=["relative", "empty", "zero", "half", "home"],
)
def test_a_path_that_names_nothing_sure_is_refused(root, tmp_path, path):
    assert refusal(path, root, tmp_path).kind == "file_not_found"


def test_a_path_that_is_too_long_for_the_system_is_refused(root, tmp_path):
    assert refusal(f"{root}/{'a' * 5_000}", root, tmp_path).kind == "file_not_found"
    assert refusal(f"{root}/{'a/' * 5_000}b", root, tmp_path).kind == "file_not_found"


def test_the_try_is_recorded_without_the_folder(root, tmp_path):
    class Sink:
        def started(self, start):
            self.item = start.item

        def ended(self, end):
            self.end = end

    sink = Sink()
    (root / "a.txt").write_text("words", "utf-8")
    body = asyncio.run(
        read_local.fn(
            str(root / "a.txt"), roots=[str(root)], job_id="j", session_id="s", staging=str(tmp_path / "s"), sink=sink
        )
    )
    assert (sink.item, sink.end.outcome, sink.end.bytes, body.bytes) == ("a.txt", "succeeded", 5, 5)
