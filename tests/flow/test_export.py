from __future__ import annotations

import hashlib
import io
import json
import time
from functools import partial
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from flows.export_report import _failed as failed
from ledger.views import SessionExtract
from tasks.attempts import StageError
from tasks.export import export_file, print_pdf
from tasks.report_files import write_file, write_files
from tests.flow.browsers import Sink, Stage, needs_chromium, stage
from tests.pace import pace
from tests.unit.report_basics import SID
from tests.unit.report_samples import long, rich

__all__ = ["stage"]
READY = "document.addEventListener('uratori:print', () => { document.documentElement.dataset.printReady = '1' })"
KINDS = {".png": "PNG", ".jpg": "JPEG", ".webp": "WEBP"}


def with_pictures(folder: Path) -> tuple[SessionExtract, str]:
    """The rich sample, with its pictures in the folder."""
    extract, text = rich()
    pictures = []
    for number, picture in enumerate(extract.pictures):
        if picture.path is None:
            pictures.append(picture)
            continue
        out = io.BytesIO()
        Image.new("RGB", (600, 200), (20 * number, 90, 160)).save(out, KINDS[Path(picture.path).suffix])
        (folder / picture.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / picture.path).write_bytes(out.getvalue())
        pictures.append(picture.model_copy(update={"sha256": hashlib.sha256(out.getvalue()).hexdigest()}))
    return extract.model_copy(update={"pictures": pictures}), text


def run(stage: Stage, extract: SessionExtract, text: str, folder: Path, target: Path, **more):
    sink = Sink()
    arguments = {"format": target.suffix[1:], "job_id": "job_1", "session_id": SID, **more}
    try:
        return (
            stage.run(
                export_file.fn(extract, text, str(folder), str(target), sink=sink, chromium=stage.chromium, **arguments)
            ),
            sink,
        )
    finally:
        assert [start.stage for start in sink.starts] == ["export"]


def words(pdf: bytes) -> tuple[int, str]:
    document = pypdfium2.PdfDocument(pdf)
    text = "\n".join(document[index].get_textpage().get_text_range() for index in range(len(document)))
    pages = len(document)
    document.close()
    return pages, text


@pytest.mark.promise("EXPORT-1")
def test_html_export_is_one_file_with_every_picture_inside(stage, tmp_path):
    extract, text = with_pictures(tmp_path / "session")
    target = tmp_path / "out" / "new" / "report.html"
    done, sink = run(stage, extract, text, tmp_path / "session", target)
    html = target.read_text(encoding="utf-8")
    assert done.inlined_images == 6
    assert done.sha256 == hashlib.sha256(target.read_bytes()).hexdigest()
    for kind in ("png", "jpeg", "webp"):
        assert f"data:image/{kind};base64," in html
    assert not done.provisional
    assert [end.outcome for end in sink.ends] == ["succeeded"]
    assert [path.name for path in target.parent.iterdir()] == ["report.html"]


@pytest.mark.promise("EXPORT-5")
@needs_chromium
def test_pdf_export_shows_everything(stage, tmp_path):
    extract, text = with_pictures(tmp_path / "session")
    target = tmp_path / "report.pdf"
    done, _ = run(stage, extract, text, tmp_path / "session", target)
    pages, found = words(target.read_bytes())
    assert done.bytes == target.stat().st_size
    assert pages >= 2
    assert "Two towers of steel" in found
    for claim in extract.claims[:3]:
        assert claim.claim_id in found.replace("\n", "")
    assert f"1 / {pages}" in found
    document = pypdfium2.PdfDocument(target.read_bytes())
    assert document[0].get_size() == pytest.approx((595, 842), abs=1.5)
    pictures = sum(1 for index in range(pages) for one in document[index].get_objects(filter=[3]))
    document.close()
    assert pictures >= 6


@needs_chromium
@pytest.mark.promise("EXPORT-11")
def test_the_language_of_an_export_is_chosen(stage, tmp_path):
    extract, text = with_pictures(tmp_path / "session")
    for language, title in (("en", "Claims"), ("ja", "主張")):
        target = tmp_path / f"{language}.html"
        run(stage, extract, text, tmp_path / "session", target, language=language)
        page = target.read_text(encoding="utf-8")
        assert f'<html lang="{language}"' in page
        assert title in page
    run(stage, extract, text, tmp_path / "session", tmp_path / "ja.pdf", language="ja")
    assert "主張" in words((tmp_path / "ja.pdf").read_bytes())[1]


def test_pdf_of_five_hundred_claims_takes_seconds(stage, tmp_path):
    extract, text = long(500)
    start = time.monotonic()
    run(stage, extract, text, tmp_path, tmp_path / "report.pdf")
    assert time.monotonic() - start < 20 * pace()  # about 3 on an idle machine


@pytest.mark.promise("EXPORT-2")
@pytest.mark.parametrize("ending", ["html", "pdf"])
@pytest.mark.parametrize("harm", ["missing", "changed", "no image"])
def test_missing_or_changed_picture_refuses_and_writes_nothing(stage, tmp_path, ending, harm):
    extract, text = with_pictures(tmp_path / "session")
    victim = tmp_path / "session" / extract.pictures[0].path
    if harm == "missing":
        victim.unlink()
    else:
        victim.write_bytes(Path(__file__).read_bytes() if harm == "no image" else victim.read_bytes() + b"\0")
    target = tmp_path / "out" / f"report.{ending}"
    with pytest.raises(StageError) as caught:
        run(stage, extract, text, tmp_path / "session", target)
    assert caught.value.kind == "images_missing"
    assert "attachments/attachment_1.png (attachment_1)" in caught.value.message
    assert not target.parent.exists()


def test_missing_picture_of_an_excluded_attachment_does_not_matter(stage, tmp_path):
    extract, text = with_pictures(tmp_path / "session")
    effective = extract.effective.model_copy(update={"attachments": ["attachment_2"]})
    (tmp_path / "session" / extract.pictures[0].path).unlink()
    less = extract.model_copy(update={"effective": effective})
    done, _ = run(stage, less, text, tmp_path / "session", tmp_path / "report.html")
    assert done.inlined_images == 5


@pytest.mark.promise("EXPORT-3")
def test_existing_file_is_not_overwritten_unless_asked(stage, tmp_path):
    extract, text = rich(pictures=[])
    target = tmp_path / "report.html"
    target.write_text("mine", encoding="utf-8")
    with pytest.raises(StageError) as caught:
        run(stage, extract, text, tmp_path, target)
    assert caught.value.kind == "exists"
    assert target.read_text(encoding="utf-8") == "mine"
    assert list(tmp_path.iterdir()) == [target]
    run(stage, extract, text, tmp_path, target, overwrite=True)
    assert "<html" in target.read_text(encoding="utf-8")


def test_target_that_cannot_be_written_is_said_so_without_its_folder(stage, tmp_path):
    extract, text = rich(pictures=[])
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(StageError) as caught:
        run(stage, extract, text, tmp_path, tmp_path / "file" / "report.html")
    assert caught.value.kind == "not_written"
    assert str(tmp_path) not in caught.value.message


@pytest.mark.promise("STALE-4")
def test_provisional_report_is_exported_as_provisional(stage, tmp_path):
    extract, text = rich(pictures=[], finalizations=[])
    done, _ = run(stage, extract, text, tmp_path, tmp_path / "report.html")
    assert done.provisional


@pytest.mark.promise("EXPORT-6")
@needs_chromium
@pytest.mark.parametrize(
    "body",
    [
        "<script>throw new Error('broken')</script>",
        "<script>console.error('broken')</script>",
        "<div id=print><img alt='a' src='data:image/png;base64,AAAA'></div><script>" + READY + "</script>",
        "<img src='https://192.0.2.1/x.png'>",
    ],
)
def test_page_that_does_not_render_cleanly_is_not_printed(stage, body):
    with pytest.raises(StageError) as caught:
        stage.run(print_pdf(stage.chromium, f"<!doctype html><body>{body}"), 40)
    assert caught.value.kind == "page_error"


def test_reports_are_written_whole_and_their_hashes_returned(stage, tmp_path):
    extract, text = rich()
    sink = Sink()

    def write() -> list:
        return stage.run(
            write_files.fn(extract, text, partial(write_file, tmp_path), job_id="job_1", session_id=SID, sink=sink)
        )

    written = write()
    assert [one.name for one in written] == ["report.md", "report.json", "report.html"]
    for one in written:
        data = (tmp_path / one.name).read_bytes()
        assert hashlib.sha256(data).hexdigest() == one.sha256
        assert len(data) == one.bytes
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["source_text"] == text
    assert write() == written
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "report.json", "report.md"]
    assert [start.item for start in sink.starts[:3]] == ["report.md", "report.json", "report.html"]


@pytest.mark.promise("REPORT-5")
def test_report_that_cannot_be_written_keeps_the_old_one_and_the_others_are_new(stage, tmp_path):
    extract, text = rich()
    (tmp_path / "report.json").mkdir()
    sink = Sink()
    written = stage.run(
        write_files.fn(extract, text, partial(write_file, tmp_path), job_id="job_1", session_id=SID, sink=sink)
    )
    assert [one.name for one in written] == ["report.md", "report.html"]
    assert [(end.outcome, end.error_kind) for end in sink.ends] == [
        ("succeeded", None),
        ("failed", "not_written"),
        ("succeeded", None),
    ]
    assert "report.json" in sink.ends[1].message


def one_picture(folder: Path, data: bytes, source: str) -> tuple[SessionExtract, str]:
    """The rich sample with this as its only picture."""
    extract, text = rich()
    sha256 = hashlib.sha256(data).hexdigest()
    picture = extract.pictures[0].model_copy(
        update={"path": "evidence/evidence_1-screenshot.png", "sha256": sha256, "source": source, "adopted": True}
    )
    (folder / "evidence").mkdir(parents=True)
    (folder / str(picture.path)).write_bytes(data)
    return extract.model_copy(update={"pictures": [picture]}), text


@needs_chromium
@pytest.mark.parametrize("ending", ["html", "pdf"])
def test_a_screenshot_that_is_no_picture_gives_way_to_its_note(stage, tmp_path, ending):
    extract, text = one_picture(tmp_path / "session", b"\x89PNG\r\n\x1a\n junk", "agent_captured")
    done, _ = run(stage, extract, text, tmp_path / "session", tmp_path / f"report.{ending}")
    assert done.inlined_images == 0


@needs_chromium
def test_a_very_large_picture_is_printed_smaller(stage, tmp_path):
    out = io.BytesIO()
    Image.new("L", (9_000, 11_000), 200).save(out, "PNG")
    extract, text = one_picture(tmp_path / "session", out.getvalue(), "agent_captured")
    done, _ = run(stage, extract, text, tmp_path / "session", tmp_path / "report.pdf")
    assert done.inlined_images == 1


@pytest.mark.promise("EXPORT-2")
def test_a_picture_reached_by_a_link_is_not_taken(stage, tmp_path):
    extract, text = with_pictures(tmp_path / "session")
    victim = tmp_path / "session" / extract.pictures[0].path
    victim.rename(tmp_path / "elsewhere.png")
    victim.symlink_to(tmp_path / "elsewhere.png")
    with pytest.raises(StageError) as caught:
        run(stage, extract, text, tmp_path / "session", tmp_path / "report.html")
    assert caught.value.kind == "images_missing"


@pytest.mark.parametrize("kind", ["page_error", "timeout", "browser", "browser_crashed"])
def test_a_pdf_that_can_not_be_printed_is_refused_in_words_with_the_call_that_works(kind):
    told = failed(StageError(kind, "Page.pdf: Protocol error (Page.printToPDF): Printing failed"), SID, "/out/a.pdf")
    assert told.code == "EXPORT_FAILED"
    assert "Protocol" not in told.message
    assert 'format "html"' in told.suggestion
    assert "/out/a.html" in told.suggestion
