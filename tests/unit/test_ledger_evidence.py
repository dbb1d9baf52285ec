"""Evidence files: saved safely, compared before they are believed, found again, never in each other's place."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ledger import folders, sessions
from ledger.evidence_log import evidence_of_job, file_findings, find_same_source, read_text, verify_files
from ledger.folders import FileTaken, SessionFolder, stage_bytes
from ledger.new_files import NewFile, hashed
from ledger.records import Evidence, Session
from ledger.refusals import Refusal
from ledger.values import CitedUrl
from tests.unit.ledger_world import TEXT, World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


def same(world: World, **source: str) -> str | None:
    with world.ledger.read() as reader:
        found = find_same_source(reader, world.session, **source)
    return found.evidence_id if found else None


# Files ----------------------------------------------------------------------------------------------------------------


def test_every_file_of_a_record_has_its_own_name_and_hash(world: World) -> None:
    files = (
        NewFile(role="html", staged=world.staged(b"<p>Length</p>"), suffix=".txt"),
        NewFile(role="screenshot", staged=world.staged(b"\x89PNG"), suffix=".PNG"),
        NewFile(role="raw", staged=world.staged(b"raw")),
    )
    evidence = world.evidence(files=files)
    assert [(saved.role, saved.path) for saved in evidence.files] == [
        ("text", "evidence/evidence_1.txt"),
        ("html", "evidence/evidence_1.html"),
        ("screenshot", "evidence/evidence_1-screenshot.png"),
        ("raw", "evidence/evidence_1-raw"),
    ]
    verify_files(evidence, world.folder)
    assert read_text(evidence, world.folder) == "Length: 120 metres."
    assert not any((world.home / "staging").iterdir())


def test_a_hashed_file_is_only_renamed_while_the_ledger_is_locked(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    [file] = hashed([NewFile(role="raw", staged=world.staged(b"raw bytes"), suffix=".html")])
    monkeypatch.setattr(folders, "hash_file", lambda *_args, **_more: pytest.fail("it was read again"))
    evidence = world.evidence(files=(file,))
    monkeypatch.undo()
    verify_files(evidence, world.folder)


def test_a_file_that_comes_from_another_disk_is_hashed_anew(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    [file] = hashed([NewFile(role="raw", staged=world.staged(b"raw bytes"))])
    wrong = file.model_copy(update={"digest": ("0" * 64, 3)})

    def elsewhere(_path: Path, _target: Path) -> None:
        raise OSError(errno.EXDEV, "another disk")

    monkeypatch.setattr(Path, "rename", elsewhere)
    evidence = world.evidence(files=(wrong,))
    monkeypatch.undo()
    verify_files(evidence, world.folder)
    assert not file.staged.exists()


@pytest.mark.promise("EVIDENCE-6")
def test_a_screenshot_can_not_take_the_place_of_the_text(world: World) -> None:
    evil = NewFile(role="screenshot", staged=world.staged(b"Forged."), suffix=".txt")
    evidence = world.evidence(files=(evil,), provenance="agent_captured")
    assert read_text(evidence, world.folder) == "Length: 120 metres."
    assert evidence.file("screenshot") is not None
    assert evidence.file("screenshot").path == "evidence/evidence_1-screenshot.txt"  # type: ignore[union-attr]


@pytest.mark.parametrize("suffix", ["/../x", ".a/b", "png", ".."])
def test_a_suffix_that_is_none_is_an_error(world: World, suffix: str) -> None:
    with pytest.raises(ValueError, match="suffix"):
        world.evidence(files=(NewFile(role="raw", staged=world.staged(b"x"), suffix=suffix),))


HARMS: list[tuple[Callable[[Path], object], str]] = [
    (lambda path: path.write_text("Length: 999 metres.", "utf-8"), "has changed"),
    (lambda path: path.unlink(), "is missing"),
    (lambda path: (path.unlink(), path.mkdir()), "can't be read"),
]


@pytest.mark.promise("EVIDENCE-1")
@pytest.mark.parametrize(("harm", "said"), HARMS)
def test_a_damaged_text_is_never_believed(world: World, harm: Callable[[Path], object], said: str) -> None:
    evidence = world.evidence()
    harm(world.folder.locate("evidence/evidence_1.txt"))
    for check in (read_text, verify_files):
        with pytest.raises(Refusal) as refused:
            check(evidence, world.folder)
        assert refused.value.code == "EVIDENCE_CHANGED"
        assert said in refused.value.message
        assert str(world.home) not in refused.value.message
        assert "refetch true" in refused.value.suggestion


@pytest.mark.promise("EVIDENCE-1")
def test_a_change_that_keeps_size_and_time_is_seen(world: World) -> None:
    evidence = world.evidence()
    path = world.folder.locate("evidence/evidence_1.txt")
    state = path.stat()
    path.write_text("Length: 999 metres.", "utf-8")
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    with pytest.raises(Refusal):
        read_text(evidence, world.folder)


def test_line_ends_and_odd_characters_survive_the_file(world: World) -> None:
    text = "a\r\nb\x00c\u2028d\n"
    assert read_text(world.evidence(text), world.folder) == text


def test_a_file_left_by_a_crash_gives_way_to_the_record_that_gets_its_name(world: World) -> None:
    world.folder.write_bytes("evidence/evidence_1.txt", b"left over")
    assert read_text(world.evidence(), world.folder) == "Length: 120 metres."


# The same source again ------------------------------------------------------------------------------------------------


@pytest.mark.promise("EVIDENCE-5")
def test_the_same_url_is_found_again_in_any_spelling(world: World) -> None:
    evidence = world.evidence()
    assert same(world, url="HTTPS://EXAMPLE.org:443/bridge#part") == evidence.evidence_id
    assert same(world, url="https://example.org/bridge?page=2") is None


@pytest.mark.promise("EVIDENCE-5")
def test_the_same_file_is_found_again(world: World) -> None:
    evidence = world.evidence(url=None, file_path="/a/b.txt", provenance="file")
    assert same(world, file_path="/a/b.txt") == evidence.evidence_id
    assert same(world, file_path="/a/c.txt") is None


@pytest.mark.promise("EVIDENCE-3")
def test_a_capture_never_stands_in_for_a_fetch(world: World) -> None:
    world.evidence(provenance="agent_captured")
    assert same(world, url="https://example.org/bridge") is None


@pytest.mark.promise("EVIDENCE-4")
def test_excluded_evidence_never_stands_in_for_a_fetch(world: World) -> None:
    first = world.evidence()
    world.exclude("evidence", first.evidence_id)
    assert same(world, url="https://example.org/bridge") is None
    second = world.evidence()
    world.restore("evidence", first.evidence_id)
    assert same(world, url="https://example.org/bridge") == second.evidence_id


@pytest.mark.promise("JOB-7")
def test_a_second_run_of_a_job_gets_the_record_of_the_first(world: World) -> None:
    first = world.evidence(job_id="job_1")
    before = world.rows()
    assert world.evidence("Other text", job_id="job_1") == first
    assert world.rows() == before
    with world.ledger.read() as reader:
        assert evidence_of_job(reader, world.session, "job_1", url="https://example.org/bridge") == first
        assert evidence_of_job(reader, world.session, "job_2", url="https://example.org/bridge") is None
        assert reader.all(Evidence, world.session) == [first]


# Folders --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "session_id", ["", "_", "../x", "fc_20261130T000000_0000000G", "fc_20261130T000000_00000000/.."]
)
def test_a_malformed_session_id_reaches_no_folder(tmp_path: Path, session_id: str) -> None:
    with pytest.raises(ValueError, match="malformed"):
        SessionFolder(tmp_path, session_id)


@pytest.mark.parametrize("relative", ["", "/etc/passwd", "../x", "a/../../x", "a\\b"])
def test_a_path_that_leads_elsewhere_is_an_error(world: World, relative: str) -> None:
    with pytest.raises(ValueError, match="inside"):
        world.folder.locate(relative)


@pytest.mark.promise("EVIDENCE-6")
def test_a_file_is_never_overwritten_by_another(world: World) -> None:
    first = world.folder.write_bytes("attachments/a.png", b"one")
    assert world.folder.write_bytes("attachments/a.png", b"one") == first
    with pytest.raises(FileTaken):
        world.folder.write_bytes("attachments/a.png", b"two")
    with pytest.raises(FileTaken):
        world.folder.adopt(stage_bytes(world.home, b"two"), "attachments/a.png")
    assert world.folder.read_bytes("attachments/a.png") == b"one"
    world.folder.write_bytes("attachments/a.png", b"two", replace=True)
    assert [path.name for path in world.folder.locate("attachments").iterdir()] == ["a.png"]


# Sessions -------------------------------------------------------------------------------------------------------------


@pytest.mark.promise("SEG-4")
def test_the_source_text_is_kept_as_it_is(tmp_path: Path) -> None:
    text = "\ufeffOne\r\n\r\nTwo\u3000 \x00 three\n"
    cited = [CitedUrl(url="https://example.org/", start=0, end=3)]
    with open_world(tmp_path, text, cited_urls=cited, project="bridges") as world:
        assert world.text == text
        with world.ledger.read() as reader:
            session = reader.session(world.session)
            assert sessions.read_source(reader, world.session, world.folder) == text
    assert (session.source_length, session.cited_urls, session.project) == (len(text), cited, "bridges")
    assert session.source_sha256 == sessions.text_sha256(text)


@pytest.mark.parametrize(("text", "code"), [("", "SOURCE_EMPTY"), (" \n\u3000\t", "SOURCE_EMPTY")])
def test_a_text_without_text_is_refused(world: World, text: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        world.start(text)
    assert refused.value.code == code


def test_a_source_over_the_limit_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "SOURCE_CHARACTERS", 10)
    with pytest.raises(Refusal) as refused:
        world.start("x" * 11)
    assert refused.value.code == "SOURCE_TOO_LARGE"
    assert world.start("x" * 10)


@pytest.mark.promise("EVIDENCE-2")
def test_a_changed_source_text_is_not_read_on(world: World) -> None:
    world.folder.locate("source.txt").write_text(TEXT + "!", "utf-8")
    with world.ledger.read() as reader, pytest.raises(Refusal) as refused:
        sessions.read_source(reader, world.session, world.folder)
    assert refused.value.code == "EVIDENCE_CHANGED"


def test_a_new_session_of_the_same_text_names_the_earlier_ones(world: World) -> None:
    again, other = world.start(), world.start("Another text")
    with world.ledger.read() as reader:
        earlier = sessions.earlier_sessions(reader, sessions.text_sha256(TEXT), again)
    assert [session.session_id for session in earlier] == [world.session]
    assert other != again != world.session


def test_the_session_of_a_job_is_found(world: World) -> None:
    made = world.start(job_id="job_7")
    with world.ledger.read() as reader:
        found = sessions.session_of_job(reader, "job_7")
        assert found is not None
        assert found.session_id == made
        assert sessions.session_of_job(reader, "job_8") is None


def test_sessions_are_listed_newest_first_in_pages(world: World) -> None:
    more = [world.start(f"Text {number}", title=f"T{number}") for number in range(4)]
    world.checked()
    world.exclude("session", world.session)
    with world.ledger.read() as reader:
        rows, total = sessions.session_rows(reader, 2, 0)
        last, _ = sessions.session_rows(reader, 2, 4)
    assert total == 5
    assert [row.session_id for row in rows] == [more[3], more[2]]
    assert (rows[0].percent, rows[0].claims, rows[0].archived, rows[0].title) == ("0.00%", 0, False, "T3")
    [first] = last
    assert (first.session_id, first.archived, first.percent) == (world.session, True, "100.00%")
    assert (first.claims, first.verified, first.without_verdict) == (1, 1, 0)


def test_a_session_whose_text_is_gone_says_so(world: World) -> None:
    world.folder.locate("source.txt").unlink()
    with world.ledger.read() as reader:
        [row] = sessions.session_rows(reader, home=world.home)[0]
    assert row.problem == "The source text is missing."


def test_the_list_of_a_thousand_sessions_is_quick(world: World) -> None:
    with world.ledger.write("_") as writer:
        now = writer.now()
        writer.add(
            *(
                Session(
                    session_id=sessions.new_session_id(),
                    recorded_at=now,
                    source_kind="text",
                    source_sha256="0" * 64,
                    source_length=5,
                )
                for _ in range(1000)
            )
        )
    with world.ledger.read() as reader:
        rows, total = sessions.session_rows(reader, 50, 100)
    assert (len(rows), total) == (50, 1001)


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def _linked_to_equal_bytes(path: Path) -> None:
    other = path.parents[3] / "outside.txt"
    path.rename(other)
    path.symlink_to(other)


def _below_a_linked_folder(path: Path) -> None:
    folder = path.parent.rename(path.parents[3] / "outside")
    path.parent.symlink_to(folder, target_is_directory=True)


@pytest.mark.parametrize(
    "harm",
    [_pipe, _folder, _device, _linked_to_equal_bytes, _below_a_linked_folder],
    ids=["pipe", "folder", "device", "link to equal bytes", "linked folder"],
)
def test_what_is_no_regular_file_of_the_folder_is_unreadable_and_never_waited_for(
    world: World, harm: Callable[[Path], object]
) -> None:
    evidence = world.evidence()
    assert file_findings(evidence, world.folder) == []
    harm(world.folder.locate(evidence.files[0].path))
    for rehash in (True, False):
        found = file_findings(evidence, world.folder, rehash=rehash)
        assert [finding.what for finding in found] == ["unreadable"]
    with pytest.raises(Refusal) as caught:
        read_text(evidence, world.folder)
    assert caught.value.code == "EVIDENCE_CHANGED"
