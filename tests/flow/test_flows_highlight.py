"""Copies of PDFs with quotes marked in them, as jobs on the real stack, over loopback and from files."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from flows.job_errors import refusal_of
from flows.targets import written_before
from ledger.chain import NO_SESSION
from ledger.folders import staging
from ledger.jobs import attempts_of
from ledger.records import PageCopy
from ledger.views import JobView
from tests.flow.engine_world import World
from tests.hostile_pdfs import FILES, SAYS
from tests.pdf_files import pdf, words
from tests.site import PDF_LINES, Site

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

QUOTES = ["In 2021 the harbour counted 5,210 ships.", "Its quay is 412 metres long."]
SECRET = "Kx9-geheim-Pässwört"
TWICE = pdf([words([(72, 700, "The tide turned at noon."), (72, 600, "Nobody saw it.")]),
             words([(72, 700, "Later the tide turned at midnight.")])])  # fmt: skip


class PdfSite(Site):
    """A site with PDFs of the tests' own."""

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, bytes] = {}

    def answer(self, handler: BaseHTTPRequestHandler, path: str) -> None:
        if path in self.files:
            self.send(handler, self.files[path], "application/pdf")
        else:
            super().answer(handler, path)


@pytest.fixture(scope="module")
def site() -> Iterator[PdfSite]:
    made = PdfSite()
    made.files = {"/locked.pdf": locked(), "/scan.pdf": FILES["scans"]}
    yield made
    made.close()


def locked(user: str = SECRET) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf([words([(72, 700, SAYS)])]))) as file:
        file.save(out, encryption=pikepdf.Encryption(owner="owner", user=user))
    return out.getvalue()


Highlight = Callable[..., JobView]


@pytest.fixture
def highlight(world: World) -> Highlight:
    def run(*quotes: str, **source: Any) -> JobView:
        parameters = {"cited_text": list(quotes), **source}
        return world.wait(world.desk.submit("highlight_pdf", NO_SESSION, parameters))

    return run


def result(view: JobView) -> dict[str, Any]:
    assert view.outcome is not None
    assert view.outcome.result is not None, view.outcome.error
    return view.outcome.result


def refused(view: JobView) -> Any:
    assert view.outcome is not None
    assert view.outcome.error is not None, view.outcome.result
    return refusal_of(view)


def marks(path: str, password: str = "") -> list[list[str]]:
    """The comments of the highlights on each page."""
    with pikepdf.open(path, password=password) as file:
        return [
            [str(one.Contents) for one in page.get("/Annots", []) if one.Subtype == pikepdf.Name.Highlight]
            for page in file.pages
        ]


def exports(world: World) -> list[str]:
    folder = world.home / "exports"
    return sorted(one.name for one in folder.iterdir()) if folder.is_dir() else []


def saved(world: World, name: str, data: bytes) -> str:
    path = world.home / "files" / name
    path.write_bytes(data)
    return str(path)


@pytest.mark.promise("MARK-4")
def test_quotes_of_a_fetched_pdf_are_marked_in_a_copy(world: World, site: PdfSite, highlight: Highlight) -> None:
    asked = site.hits["/report.pdf"]
    view = highlight(*QUOTES, "Its quay is 413 metres long.", "413", url=site.url("/report.pdf#page=2"))
    told = result(view)
    assert marks(told["file_path"]) == [[QUOTES[0]], [QUOTES[1]]]
    assert Path(told["file_path"]).parent == (world.home / "exports").resolve()
    assert Path(told["file_path"]).name.startswith("report-highlighted-")
    assert (told["page_numbers"], told["match_count"], told["detected_lang"]) == ([1, 2], 2, "en")
    rows = told["rows"]
    assert [row["status"] for row in rows] == ["highlighted", "highlighted", "not_found", "not_found"]
    assert [row.get("code") for row in rows] == [None, None, "NOT_FOUND", "TEXT_TOO_SHORT"]
    assert (rows[1]["matched_text"], rows[1]["page_numbers"], rows[1]["match_kind"]) == (QUOTES[1], [2], "exact")
    assert "[-413-]{+412+}" in rows[2]["nearest"]["diff"]
    assert rows[2]["nearest"]["page_number"] == 2
    with world.ledger.read() as reader:
        tries = attempts_of(reader, NO_SESSION, view.job.job_id)
        kept = list(reader.select(PageCopy, "job_id = ?", [view.job.job_id]))
    assert [(one.start.stage, one.end.outcome) for one in tries if one.end] == [
        (stage, "succeeded") for stage in ("http", "read", "highlight", "export")
    ]
    assert [one.end.detail for one in tries if one.end][2] == "2 of 3 quotes, on 2 of 2 pages"
    assert len(kept) == 1
    again = highlight(QUOTES[0], url=site.url("/report.pdf"))
    assert site.hits["/report.pdf"] == asked + 1, "the page of the last minute is used again"
    assert result(again)["file_path"] != told["file_path"]
    assert not (staging(world.home) / view.job.job_id).exists()
    assert PDF_LINES[0][1] == QUOTES[0]


@pytest.mark.promise("MARK-1")
def test_every_place_is_marked_or_the_one_that_is_asked_for(world: World, highlight: Highlight) -> None:
    path = saved(world, "twice.pdf", TWICE)
    told = result(highlight("the tide TURNED at", path=path))
    assert marks(told["file_path"]) == [["the tide TURNED at"], ["the tide TURNED at"]]
    assert (told["match_count"], told["page_numbers"], told["rows"][0]["folds"]) == (2, [1, 2], ["case"])
    told = result(highlight("tide turned at", path=path, occurrence=2))
    assert marks(told["file_path"]) == [[], ["tide turned at"]]
    assert (told["match_count"], told["rows"][0]["marked_count"], told["page_numbers"]) == (2, 1, [2])
    no = refused(highlight("tide turned at", path=path, occurrence=3))
    assert (no.code, no.suggestion) == ("OCCURRENCE_UNKNOWN", "Leave occurrence out to mark every place.")


@pytest.mark.promise("MARK-4")
def test_nothing_is_written_where_nothing_is_found_or_a_file_is_in_the_way(
    world: World, highlight: Highlight, tmp_path: Path
) -> None:
    source = tmp_path / "way.pdf"
    source.write_bytes(TWICE)
    given = {"path": str(source), "read_roots": [str(tmp_path)], "roots": [str(tmp_path)]}
    target = tmp_path / "new folder" / "copy.pdf"
    before = exports(world)
    no = refused(highlight("The tide turned at eight.", **given, output_path=str(target)))
    assert no.code == "NOT_FOUND"
    assert "The tide turned at noon" in no.suggestion
    assert not target.parent.exists()
    told = result(highlight("The tide turned", **given, output_path=str(target)))
    assert told["file_path"] == str(target.resolve())
    first = target.read_bytes()
    no = refused(highlight("Nobody saw it", **given, output_path=str(target)))
    assert no.code == "EXPORT_REFUSED"
    assert "overwrite=true" in no.suggestion
    assert target.read_bytes() == first
    result(highlight("Nobody saw it", **given, output_path=str(target), overwrite=True))
    assert marks(str(target)) == [["Nobody saw it"], []]
    assert [one.name for one in target.parent.iterdir()] == ["copy.pdf"]
    for output, code in (
        (str(source), "EXPORT_REFUSED"),
        (str(target.parent), "EXPORT_REFUSED"),
        ("/etc/copy.pdf", "FILE_OUTSIDE_ROOTS"),
        ("copy.pdf", "EXPORT_REFUSED"),
        (str(target.with_suffix(".txt")), "EXPORT_REFUSED"),
        (str(world.home / "sessions" / "copy.pdf"), "FILE_OUTSIDE_ROOTS"),
        (f"{source}/copy.pdf", "EXPORT_FAILED"),
    ):
        assert refused(highlight("Nobody saw it", **given, output_path=output, overwrite=True)).code == code, output
    assert source.read_bytes() == TWICE
    assert exports(world) == before


@pytest.mark.promise("MARK-4")
def test_a_job_that_is_run_again_after_its_work_writes_the_same_file(
    world: World, highlight: Highlight, tmp_path: Path
) -> None:
    path = saved(world, "again.pdf", TWICE)
    for given in ({}, {"output_path": str(tmp_path / "copy.pdf"), "roots": [str(tmp_path)]}):
        view = highlight("Nobody saw it", path=path, **given)
        before = exports(world)
        again = world.in_runner(partial(world.desk.runs._execute, view.job, 2, None))
        assert again["file_path"] == result(view)["file_path"]
        assert exports(world) == before
    assert written_before(world.services, view.job.job_id, tmp_path / "copy.pdf")
    unwritten = highlight(
        "not in there at all", path=path, output_path=str(tmp_path / "other.pdf"), roots=[str(tmp_path)]
    )
    assert refused(unwritten).code == "NOT_FOUND"
    (tmp_path / "other.pdf").write_bytes(b"somebody else's")
    assert not written_before(world.services, unwritten.job.job_id, tmp_path / "other.pdf")


@pytest.mark.promise("MARK-3")
def test_locked_pdf_needs_its_password_which_is_kept_nowhere(world: World, site: PdfSite, highlight: Highlight) -> None:
    quote = "approved the budget"
    from_file, from_web = {"path": saved(world, "locked.pdf", locked())}, {"url": site.url("/locked.pdf")}
    for source in (from_file, from_web):
        no = refused(highlight(quote, **source))
        assert (no.code, "again with password" in no.suggestion) == ("PDF_ENCRYPTED", True)
        word = world.services.passwords.keep("wrong " + SECRET)
        assert refused(highlight(quote, **source, password_word=word)).code == "PDF_PASSWORD_WRONG"
        word = world.services.passwords.keep(SECRET)
        told = result(highlight(quote, **source, password_word=word))
        assert marks(told["file_path"], SECRET) == [[quote]]
        with pytest.raises(pikepdf.PasswordError):
            pikepdf.open(told["file_path"])
        assert "surrounding_context" not in told["rows"][0]
    no = refused(highlight(quote, **from_file, password_word="0" * 32))
    assert (no.code, no.suggestion) == ("PDF_PASSWORD_GONE", "Make the same call again, with the password.")
    with world.ledger.read() as reader:
        assert not list(reader.select(PageCopy, "url LIKE '%locked%'", [])), "what it protects is not kept"
    for form in (SECRET.encode(), SECRET.encode("latin-1"), b"geheim"):
        found = [path.name for path in world.home.rglob("*") if path.is_file() and form in path.read_bytes()]
        assert found == []


@pytest.mark.promise("MARK-2")
def test_pdf_that_forbids_comments_or_is_signed_is_marked_with_a_warning(world: World, highlight: Highlight) -> None:
    out = io.BytesIO()
    allow = pikepdf.Permissions(modify_annotation=False)
    with pikepdf.open(io.BytesIO(TWICE)) as file:
        file.save(out, encryption=pikepdf.Encryption(owner="owner", user="", allow=allow))
    told = result(highlight("Nobody saw it", path=saved(world, "forbidden.pdf", out.getvalue())))
    assert told["warnings"] == ["comments_forbidden"]
    assert marks(told["file_path"]) == [["Nobody saw it"], []]


def test_source_that_is_no_pdf_with_words_is_told_as_what_it_is(
    world: World, site: PdfSite, highlight: Highlight
) -> None:
    saved(world, "page.html", b"<!doctype html><p>" + SAYS.encode())
    before = exports(world)
    for source, code in (
        ({"url": site.url("/scan.pdf")}, "PDF_NO_TEXT"),
        ({"path": saved(world, "scan.pdf", FILES["scans"])}, "PDF_NO_TEXT"),
        ({"path": saved(world, "unknown.pdf", FILES["letters unknown"])}, "PDF_UNREADABLE"),
        ({"path": saved(world, "broken.pdf", FILES["no pages"])}, "HIGHLIGHT_FAILED"),
        ({"path": saved(world, "cut.pdf", FILES["cut short"])}, "HIGHLIGHT_FAILED"),
        ({"path": saved(world, "long.pdf", FILES["5,000 pages"])}, "HIGHLIGHT_FAILED"),
        ({"path": saved(world, "huge.pdf", FILES["unpacks to 1 GB"])}, "HIGHLIGHT_FAILED"),
        ({"path": str(world.home / "files" / "page.html")}, "PDF_EXPECTED"),
        ({"path": str(world.home / "files" / "none.pdf")}, "FILE_NOT_FOUND"),
        ({"path": "/etc/hostname"}, "FILE_OUTSIDE_ROOTS"),
        ({"url": site.url("/ferry")}, "PDF_EXPECTED"),
        ({"url": site.url("/gone.pdf")}, "FETCH_FAILED"),
        ({"url": "ftp://example.org/x.pdf"}, "INVALID_URL"),
        ({}, "ARGUMENT_INVALID"),
        ({"url": site.url("/scan.pdf"), "path": "/x.pdf"}, "ARGUMENT_INVALID"),
    ):
        no = refused(highlight("approved the budget", **source))
        assert no.code == code, (source, no.message)
        assert no.suggestion
    assert no.facts
    assert (
        "at most 2,000"
        in refused(highlight("approved the budget", path=saved(world, "long.pdf", FILES["5,000 pages"]))).suggestion
    )
    assert exports(world) == before


def test_words_that_are_too_few_are_refused_before_anything_is_fetched(site: PdfSite, highlight: Highlight) -> None:
    before = site.hits["/report.pdf"]
    assert refused(highlight("412", url=site.url("/report.pdf?x"))).code == "TEXT_TOO_SHORT"
    assert refused(highlight(*["a quote"] * 101, url=site.url("/report.pdf?x"))).code == "ARGUMENT_INVALID"
    assert site.hits["/report.pdf"] == before
