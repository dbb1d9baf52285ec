from __future__ import annotations

import asyncio
import hashlib
import io
import os
import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from evidence.page import read_html
from evidence.pdf import read_pdf
from ledger.records import Evidence
from ledger.values import PdfPage, SavedFile
from tasks.browser import Chromium
from tasks.pictures import draw_html, draw_pdf, draw_text
from tasks.pictures_evidence import adopt, draw_evidence
from tasks.pictures_values import PictureResult, QuoteSpot
from tasks.pictures_values import stage as keep
from tests.flow.browsers import Sink, Stage, needs_chromium, stage
from tests.pace import pace

__all__ = ["stage"]
pytestmark = needs_chromium

PAGE = (
    """<!doctype html><html lang=en><head><title>Harbour</title><script>document.title = "x"</script>
<meta http-equiv=refresh content="0;url=http://192.0.2.1/"></head><body><nav><a href=/>Home</a></nav><main><article>
<h1>Harbour figures</h1><p>The harbour handled <b>1,201</b> ships in <i>1999</i>, said the authority.</p>
<details><summary>Older figures</summary><p>In 1998 it handled 1,100 ships.</p></details>
<table><tr><td>2023</td><td>12</td><td>34</td></tr></table>
<p>It covers 10<sup>2</sup> km<sup>2</sup> and x<sub>i</sub> ends.</p>
<p>"""
    + "More words about the harbour and its ships. " * 30
    + "</p></article></main></body></html>"
)


def pdf(pages: list[list[str]]) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for lines in pages:
        canvas.setFont("Helvetica", 12)
        for index, line in enumerate(lines):
            canvas.drawString(72, 760 - 18 * index, line)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def evidence(folder: Path, text: str, *, provenance: str = "http", pages: list[PdfPage] | None = None, **files: bytes):
    """A record of saved files, which are written."""
    saved = []
    for role, data in {"text": text.encode(), **files}.items():
        name = f"evidence/evidence_1.{role}"
        (folder / "evidence").mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        saved.append(SavedFile(role=role, path=name, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data)))
    return Evidence(
        session_id="fc_1",
        recorded_at=datetime(2026, 1, 1, tzinfo=UTC),
        evidence_id="evidence_1",
        provenance=provenance,
        discovered_via="agent_search",
        text_sha256=hashlib.sha256(text.encode()).hexdigest(),
        text_length=len(text),
        pages=pages or [],
        files=saved,
    )


def spots(text: str, *quotes: str) -> list[QuoteSpot]:
    return [
        QuoteSpot(attachment_id=f"attachment_{number}", start=text.index(quote), end=text.index(quote) + len(quote))
        for number, quote in enumerate(quotes, 1)
    ]


@pytest.fixture
def drawn(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Draws an evidence's quotes by the tasks' own bodies, without the engine; results, sink."""
    for name, one in {"draw_html": draw_html, "draw_pdf": draw_pdf, "draw_text": draw_text}.items():
        monkeypatch.setattr(f"tasks.pictures_evidence.{name}", one.fn)

    def draw(record: Evidence, quotes: list[QuoteSpot], chromium: Chromium | None = None):
        sink = Sink()
        results = stage.run(
            draw_evidence(
                record,
                tmp_path,
                quotes,
                staging=tmp_path / "staging",
                job_id="job_1",
                session_id="fc_1",
                sink=sink,
                chromium=chromium or stage.chromium,
            )
        )
        return results, sink

    return draw


def test_page_as_it_was_stored_is_drawn_and_what_it_folds_away_is_drawn_from_the_text(drawn, tmp_path):
    page = read_html(PAGE, "http://192.0.2.1/")
    record = evidence(tmp_path, page.text, html=page.marked_html.encode())
    quotes = spots(
        page.text, "handled 1,201 ships in 1999", "In 1998 it handled 1,100 ships", "12\t34", "10² km² and xᵢ"
    )
    results, sink = drawn(record, quotes)
    found = {(one.attachment_id, one.source): one for one in results}
    for attachment_id in ("attachment_1", "attachment_3", "attachment_4"):
        shown = found[attachment_id, "saved_html"]
        assert shown.highlighted, shown.note
        assert shown.adopted
        assert shown.note is None
        assert (attachment_id, "saved_text") not in found
    hidden, text = found["attachment_2", "saved_html"], found["attachment_2", "saved_text"]
    assert not hidden.highlighted
    assert not hidden.adopted
    assert "folded away" in hidden.note
    assert text.highlighted
    assert text.adopted
    for one in results:
        if one.staged:
            assert hashlib.sha256(Path(one.staged).read_bytes()).hexdigest() == one.sha256
    assert [(start.stage, start.item) for start in sink.starts] == [
        ("picture", "evidence_1 page"),
        ("picture", "evidence_1 text"),
    ]
    assert [end.outcome for end in sink.ends] == ["succeeded", "succeeded"]
    assert sink.ends[0].detail.startswith("3 of 4 marked; attachment_2: ")


@pytest.mark.promise("PICTURE-5")
def test_quote_over_two_pages_of_a_pdf_gives_two_pictures(drawn, tmp_path):
    data = pdf(
        [["First page.", "The harbour handled 1,201"], ["ships in 1999, said the", "authority."], ["Last page."]]
    )
    read = read_pdf(data, max_pages=9)
    pages = [PdfPage(number=one.number, label=one.label, start=one.start, end=one.end) for one in read.pages]
    record = evidence(tmp_path, read.text, pages=pages, pdf=data)
    results, sink = drawn(record, spots(read.text, "1,201\n\nships in 1999", "Last page"))
    assert [(one.attachment_id, one.page) for one in results] == [
        ("attachment_1", 1),
        ("attachment_1", 2),
        ("attachment_2", 3),
    ]
    assert all(one.highlighted and one.adopted and one.source == "pdf_page" for one in results)
    assert len({one.staged for one in results}) == 3
    assert [end.outcome for end in sink.ends] == ["succeeded"]


def test_five_quotes_of_a_twenty_page_pdf_take_about_a_second(drawn, tmp_path):
    data = pdf([[f"Page {page}, line {line}: some words of it." for line in range(35)] for page in range(20)])
    read = read_pdf(data, max_pages=99)
    pages = [PdfPage(number=one.number, label=one.label, start=one.start, end=one.end) for one in read.pages]
    record = evidence(tmp_path, read.text, pages=pages, pdf=data)
    start = time.monotonic()
    results, _ = drawn(record, spots(read.text, *(f"Page {page}, line 7: some words" for page in range(0, 20, 4))))
    assert time.monotonic() - start < 10 * pace()  # about 1.2 on an idle machine
    assert all(one.highlighted for one in results)
    assert sorted(one.bytes for one in results)[2] < 150_000


def test_broken_pdf_is_drawn_from_the_text(drawn, tmp_path):
    pages = [PdfPage(number=1, start=0, end=20)]
    record = evidence(tmp_path, "Some words of a PDF.", pages=pages, pdf=b"%PDF-1.4 broken")
    results, sink = drawn(record, spots("Some words of a PDF.", "words of a PDF"))
    assert [(one.source, one.highlighted, one.adopted) for one in results] == [
        ("pdf_page", False, False),
        ("saved_text", True, True),
    ]
    assert [(end.outcome, end.error_kind) for end in sink.ends] == [("failed", "pdf"), ("succeeded", None)]


def test_local_text_gets_a_picture(drawn, tmp_path):
    text = "A local file.\nIt has some words.\n"
    results, _ = drawn(evidence(tmp_path, text, provenance="file"), spots(text, "has some words"))
    assert [(one.source, one.highlighted, one.adopted) for one in results] == [("saved_text", True, True)]


@pytest.mark.promise("PICTURE-8")
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_agents_screenshot_is_kept_as_it_is_whatever_image_it_is(drawn, tmp_path, kind):
    out = io.BytesIO()
    Image.new("RGB", (20, 20), "red").save(out, kind)
    record = evidence(tmp_path, "Submitted words.", provenance="agent_captured", screenshot=out.getvalue())
    results, sink = drawn(record, spots("Submitted words.", "Submitted words"))
    assert len(results) == 1
    assert results[0].kept == "evidence/evidence_1.screenshot"
    assert results[0].staged is None
    assert results[0].adopted
    assert "not by uratori" in results[0].note
    assert sink.starts == []


def test_capture_without_a_screenshot_has_no_picture_and_says_so(drawn, tmp_path):
    quotes = spots("Submitted words.", "Submitted words")
    results, _ = drawn(evidence(tmp_path, "Submitted words.", provenance="agent_captured"), quotes)
    assert [(one.kept, one.adopted) for one in results] == [(None, False)]
    assert "No screenshot" in results[0].note
    fake = evidence(tmp_path, "Submitted words.", provenance="agent_captured", screenshot=b"root:x:0:0")
    results, _ = drawn(fake, quotes)
    assert [(one.kept, one.adopted) for one in results] == [(None, False)]
    assert "no image" in results[0].note


@pytest.mark.promise("EVIDENCE-1")
def test_changed_files_are_not_drawn(drawn, tmp_path):
    record = evidence(tmp_path, "Words as recorded.", provenance="file")
    (tmp_path / "evidence/evidence_1.text").write_text("Other words here!!", encoding="utf-8")
    results, sink = drawn(record, spots("Words as recorded.", "as recorded"))
    assert [(one.highlighted, one.adopted, one.staged) for one in results] == [(False, False, None)]
    assert "differs from what was recorded" in results[0].note
    assert sink.starts == []


@pytest.mark.promise("BROWSER-2")
def test_machine_without_chromium_loses_pictures_not_attachments(drawn, tmp_path):
    page = read_html(PAGE, None)
    record = evidence(tmp_path, page.text, html=page.marked_html.encode())
    results, sink = drawn(record, spots(page.text, "said the authority"), Chromium(None))
    assert [(one.source, one.highlighted, one.adopted) for one in results] == [
        ("saved_html", False, False),
        ("saved_text", False, False),
    ]
    assert all("No Chromium" in one.note for one in results)
    assert [end.error_kind for end in sink.ends] == ["browser_unavailable", "browser_unavailable"]


def test_what_is_shown_is_the_first_way_that_marked_every_part():
    def result(source: str, highlighted: bool, staged: str | None = "x", page: int | None = None) -> PictureResult:
        return PictureResult(attachment_id="a", source=source, highlighted=highlighted, staged=staged, page=page)

    def shown(*results: PictureResult) -> list[bool]:
        return [one.adopted for one in adopt(results)]

    assert shown(result("saved_html", True)) == [True]
    assert shown(result("saved_html", False), result("saved_text", True)) == [False, True]
    assert shown(result("saved_html", False), result("saved_text", False)) == [False, True]
    assert shown(result("saved_html", False), result("saved_text", False, None)) == [True, False]
    assert shown(result("saved_html", False, None), result("saved_text", False, None)) == [False, False]
    parts = [result("pdf_page", True, page=1), result("pdf_page", False, page=2)]
    assert shown(*parts, result("saved_text", True)) == [False, False, True]
    assert shown(*parts, result("saved_text", False, None)) == [True, True, False]


def test_names_of_pictures_cannot_leave_their_folder(tmp_path):
    with pytest.raises(ValueError, match="not a name"):
        keep(tmp_path, "../x", b"")


def test_drawing_process_is_ended_when_the_try_is_cancelled(stage, tmp_path):
    data = pdf([["Some words."] * 40] * 40)
    (tmp_path / "a.pdf").write_bytes(data)
    read = read_pdf(data, max_pages=99)
    (tmp_path / "a.txt").write_bytes(read.text.encode())
    pages = [PdfPage(number=one.number, label=None, start=one.start, end=one.end) for one in read.pages]
    quotes = [QuoteSpot(attachment_id=f"attachment_{i}", start=0, end=len(read.text)) for i in range(50)]
    sink = Sink()

    async def cancelled() -> None:
        drawing = asyncio.create_task(
            draw_pdf.fn(
                str(tmp_path / "a.pdf"),
                str(tmp_path / "a.txt"),
                pages,
                quotes,
                staging=str(tmp_path / "out"),
                evidence_id="evidence_1",
                job_id="job_1",
                session_id="fc_1",
                sink=sink,
            )
        )
        async with asyncio.timeout(20):
            while not (tmp_path / "out").exists():  # noqa: ASYNC110  (another process makes it)
                await asyncio.sleep(0.01)
        drawing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await drawing

    stage.run(cancelled())
    assert [end.outcome for end in sink.ends] == ["interrupted"]
    table = subprocess.run(
        ["ps", "-eo", "ppid=,stat=,args="], capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout
    mine = [line for line in table.splitlines() if line.split()[0] == str(os.getpid()) and "pictures_pdf" in line]
    assert mine == []
