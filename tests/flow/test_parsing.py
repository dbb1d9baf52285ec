"""Parsing beside the hub's work: what comes out, and that a hostile document costs one parse."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen import canvas

from evidence import limits
from tasks import parsing
from tasks.attempts import StageError
from tasks.parsed import ParseRequest
from tasks.parsing import ParsePool
from tests.docx_files import docx, paragraph
from tests.pace import pace
from tests.pdf_files import pdf as raw_pdf
from tests.pdf_files import words
from tests.processes import alive, gone

PROSE = "The council approved the budget for the coming year after a long debate in the chamber. " * 5


def pdf(pages, password=None):
    file = io.BytesIO()
    encryption = StandardEncryption(password, "owner") if password else None
    document = canvas.Canvas(file, encrypt=encryption)
    for number in range(pages):
        document.drawString(72, 720, f"Page {number + 1} speaks.")
        document.showPage()
    document.save()
    return file.getvalue()


@pytest.fixture
def staged(tmp_path):
    def write(data, name="body"):
        path = tmp_path / name
        path.write_bytes(data)
        return str(path)

    return write


@pytest.fixture
def pool():
    made = ParsePool(seconds=30)
    yield made
    made.shutdown()


@pytest.fixture
def lone():
    """A pool of one process: a thread that has just answered may not be free yet, and a second one starts its own."""
    made = ParsePool(workers=1, seconds=30)
    yield made
    made.shutdown()


def parse(pool, path, media, **more):
    return asyncio.run(pool.parse(ParseRequest(staged=path, media=media, **more)))


def failure(pool, path, media, **more):
    with pytest.raises(StageError) as failed:
        parse(pool, path, media, **more)
    return failed.value


def test_a_page_comes_out_as_text_article_kind_and_snapshot(pool, staged):
    html = f"<html lang=ja><title>題</title><nav>N</nav><article><p>予算。{PROSE}<a href=f.pdf>f</a></article>"
    parsed = parse(
        pool,
        staged(html.encode("cp932")),
        "html",
        content_type="text/html; charset=shift_jis",
        url="http://h/d/",
        status=200,
    )
    [article] = parsed.article
    assert parsed.text[article.start : article.end].startswith("予算。The council")
    assert (parsed.title, parsed.language, parsed.kind) == ("題", "ja", "article")
    assert (parsed.charset, parsed.charset_rule) == ("shift_jis", "header")
    assert parsed.pdf_links == ["http://h/d/f.pdf"]
    assert f"<!--u:{article.start}-->" in Path(parsed.marked_staged).read_text(encoding="utf-8")
    assert parsed.reads_as_article


@pytest.mark.parametrize(
    ("data", "media", "by"),
    [
        (b"<p>Words", "html", {"selectolax", "beautifulsoup4"}),
        ("本日は晴天なり。予算は成立した。".encode("euc-jp"), "text", {"chardet"}),
        (b"\xef\xbb\xbfwords", "text", set()),
        (pdf(1), "pdf", {"pypdfium2", "pdfium"}),
    ],
)
def test_what_read_a_source_is_told_with_its_versions(pool, staged, data, media, by):
    readers = parse(pool, staged(data), media).readers
    assert set(readers) == by | {"uratori", "recipe"}
    assert all(version[0].isdigit() for version in readers.values())


def test_text_is_kept_as_it_is(pool, staged):
    parsed = parse(pool, staged("a\r\n\r\n　b  c\n".encode("utf-8-sig")), "text")
    assert (parsed.text, parsed.charset_rule, parsed.kind) == ("a\r\n\r\n　b  c\n", "bom", None)
    assert parsed.reads_as_article


def test_a_short_page_does_not_read_as_an_article(pool, staged):
    parsed = parse(pool, staged(b"<p>Opening hours: 9 to 17."), "html")
    assert (parsed.kind, parsed.reads_as_article) == ("short", False)


def test_a_large_page_is_parsed_in_the_process(pool, staged):
    html = "<article>" + "".join(f"<p>{number} {PROSE}</p>" for number in range(3_000))
    parsed = parse(pool, staged(html.encode()), "html")
    assert parsed.prose > 1_000_000
    assert len(pool.workers()) == 1


@pytest.mark.promise("PARSE-1")
@pytest.mark.parametrize(
    ("data", "media"),
    [
        ("⚓" + "a line of a book\n" * 600_000, "text"),
        ("<p>" + "<b hidden>a</b>b" * 300_000, "html"),
    ],
)
def test_more_than_a_hub_takes_into_its_memory_stays_in_the_process(pool, staged, data, media):
    error = failure(pool, staged(data.encode()), media)
    assert (error.kind, error.transient) == ("parse_too_large", False)
    assert parse(pool, staged(pdf(1), "small"), "pdf").pages_with_text == 1


def test_a_pdf_is_parsed_in_a_process_that_stays_warm(lone, staged):
    path = staged(pdf(3))
    first = parse(lone, path, "pdf")
    before = lone.workers()
    assert parse(lone, path, "pdf") == first
    assert lone.workers() == before
    assert [first.text[page.start : page.end] for page in first.pages] == [f"Page {n} speaks." for n in (1, 2, 3)]
    assert before != [os.getpid()]


ROWS = [["Year", "Ships"], ["1998", "850"], ["1999", "903"]]


def table_pdf(pages):
    rules = [b"72 %d m 300 %d l S" % (y, y) for y in (714, 694, 674, 654)]
    rules += [b"%d 714 m %d 654 l S" % (x, x) for x in (72, 172, 300)]
    cells = words([(76 + 100 * c, 700 - 20 * r, cell) for r, row in enumerate(ROWS) for c, cell in enumerate(row)])
    return raw_pdf([b"\n".join([*rules, cells])] * pages)


@pytest.mark.promise("PDF-7")
def test_the_tables_of_a_pdf_come_with_its_text(pool, staged):
    parsed = parse(pool, staged(table_pdf(2)), "pdf")
    assert [(table.page, table.rows) for table in parsed.tables] == [(1, ROWS), (2, ROWS)]
    assert (parsed.pages_with_text, parsed.tables_problem) == (2, None)
    assert {"pdfplumber", "pdfminer.six"} <= set(parsed.readers)
    assert parse(pool, staged(table_pdf(1)), "pdf", tables=False).tables == []


@pytest.mark.promise("PDF-7")
def test_tables_that_take_too_long_cost_the_tables_and_not_the_text(pool, staged, monkeypatch):
    path = staged(table_pdf(3))
    monkeypatch.setattr(limits, "PDF_TABLE_PAGES", 2)
    parsed = parse(pool, path, "pdf")
    assert [table.page for table in parsed.tables] == [1, 2]
    assert parsed.tables_problem == "Tables on page(s) 3 were not looked for."
    monkeypatch.setattr(limits, "PDF_TABLE_SECONDS", -10)
    parsed = parse(pool, path, "pdf")
    assert (parsed.pages_with_text, parsed.tables) == (3, [])
    assert parsed.tables_problem == "Tables on page(s) 1–3 were not looked for."


@pytest.mark.promise("PDF-7")
@pytest.mark.fault("F-31", "Tables that take longer to read than they may")
def test_tables_that_hang_cost_their_process_and_not_the_text(lone, staged, monkeypatch, fault):
    path = staged(table_pdf(40))
    assert parse(lone, path, "pdf", tables=False).pages_with_text == 40
    before = lone.workers()
    monkeypatch.setattr(parsing, "TABLES_GRACE", 0.02 - limits.PDF_TABLE_SECONDS)  # to import the reader takes longer
    parsed = parse(lone, path, "pdf")
    assert (parsed.pages_with_text, parsed.tables) == (40, [])
    assert parsed.tables_problem == "The tables were not read. The document could not be parsed within 0.02 seconds."
    assert lone.workers() == []
    assert gone(before, 10) == []
    assert parse(lone, path, "pdf", tables=False).pages_with_text == 40
    fault.happened(
        "The text was kept as it was read; the process that read the tables was ended and replaced.",
        kept="The text, and that the tables were not read.",
    )


@pytest.mark.promise("PDF-2")
@pytest.mark.parametrize(
    ("data", "kind"),
    [(pdf(1, password="x"), "pdf_encrypted"), (b"%PDF-1.4 junk", "pdf_broken"), (pdf(5), "pdf_too_many_pages")],
)
def test_a_pdf_that_cannot_be_read_says_why_and_the_process_lives_on(lone, staged, data, kind):
    path = staged(data)
    assert failure(lone, path, "pdf", max_pages=4).kind == kind
    before = lone.workers()
    assert failure(lone, path, "pdf", max_pages=4).kind == kind
    assert lone.workers() == before


@pytest.mark.promise("DOCX-1")
def test_a_docx_file_is_parsed_in_a_process_as_a_page(lone, staged):
    parsed = parse(lone, staged(docx(paragraph("The harbour", "Heading1") + paragraph("It opened in 1962."))), "docx")
    assert (parsed.text, parsed.media, parsed.kind) == ("The harbour\n\nIt opened in 1962.", "docx", None)
    assert parsed.reads_as_article
    assert "<!--u:0-->The harbour" in Path(parsed.marked_staged).read_text("utf-8")
    assert "mammoth" in parsed.readers
    assert len(lone.workers()) == 1
    assert failure(lone, staged(b"PK\x03\x04" + bytes(30)), "docx").kind == "docx_broken"
    assert len(lone.workers()) == 1


def test_other_media_are_refused(pool, staged):
    assert failure(pool, staged(b"\x89PNG"), "png").kind == "media_unsupported"


def test_a_staged_file_that_is_gone_is_told(pool, tmp_path):
    for media in ("html", "pdf"):
        assert failure(pool, str(tmp_path / "nothing"), media).kind == "staged_missing"


def dying(pool, pipe, during):
    """Parse `pipe`, a file that the worker waits for, and do `during(worker)` meanwhile; the failure."""
    os.mkfifo(pipe)

    async def run():
        running = asyncio.create_task(pool.parse(ParseRequest(staged=str(pipe), media="pdf")))
        async with asyncio.timeout(30):
            writing = await asyncio.to_thread(os.open, pipe, os.O_WRONLY)  # returns when the worker reads
        [worker] = pool.workers()
        during(worker)
        with pytest.raises(StageError) as failed:
            await running
        os.close(writing)
        return worker, failed.value

    return asyncio.run(run())


@pytest.mark.promise("PARSE-1")
def test_a_process_that_dies_costs_one_parse_and_is_replaced(pool, staged, tmp_path):
    path = staged(pdf(1))
    worker, error = dying(pool, tmp_path / "pipe", lambda worker: os.kill(worker, signal.SIGKILL))
    assert (error.kind, error.transient) == ("parse_crashed", False)
    assert parse(pool, path, "pdf").pages_with_text == 1
    assert worker not in pool.workers()


def test_a_process_that_died_while_idle_costs_nothing(lone, staged):
    path = staged(pdf(1))
    parse(lone, path, "pdf")
    [worker] = lone.workers()
    os.kill(worker, signal.SIGKILL)
    os.waitid(os.P_PID, worker, os.WEXITED | os.WNOWAIT)  # a process of several threads looks dead before it is
    assert parse(lone, path, "pdf").pages_with_text == 1
    assert worker not in lone.workers()


@pytest.mark.promise("PARSE-1")
@pytest.mark.fault("F-31", "A file that takes longer to read than it may")
def test_a_parse_that_takes_too_long_is_ended(staged, fault):
    pool = ParsePool(seconds=0.05)
    try:
        begun = time.monotonic()
        error = failure(pool, staged(pdf(1)), "pdf")  # the start of the process alone takes longer
        assert error.kind == "parse_timeout"
        assert not error.transient
        assert time.monotonic() - begun < 10 * pace()
        assert pool.workers() == []
    finally:
        pool.shutdown()
    fault.happened("Its parser was ended, and the file refused for the time that it took.", kept="The failed try.")


@pytest.mark.promise("PARSE-1")
def test_a_document_that_needs_too_much_memory_costs_one_parse(staged):
    pool = ParsePool(memory_bytes=400_000_000)
    try:
        path = staged(b"<p>" + b"word " * 30_000_000)
        assert failure(pool, path, "html").kind in {"parse_memory", "parse_crashed"}
        assert parse(pool, staged(pdf(1), "small"), "pdf").pages_with_text == 1
    finally:
        pool.shutdown()


def test_a_process_that_needed_much_memory_is_not_kept(staged, monkeypatch):
    monkeypatch.setattr(parsing, "RETIRED_BYTES", 1_000)
    pool = ParsePool(seconds=30)
    try:
        assert parse(pool, staged(pdf(1)), "pdf").pages_with_text == 1
        assert pool.workers() == []
    finally:
        pool.shutdown()


@pytest.mark.promise("PARSE-1")
def test_a_process_at_work_ends_when_its_owner_is_killed(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(pipe)], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": "."}
    )
    worker = int(owner.stdout.readline())
    writing = os.open(pipe, os.O_WRONLY)  # returns when the worker reads
    try:
        owner.kill()
        owner.wait()
        owner.stdout.close()
        assert gone([worker], 10) == []
    finally:
        os.close(writing)


OWNER = """
import sys
from tasks.parse_process import ParseProcess
from tasks.parse_worker import Job
from tasks.parsed import ParseRequest
process = ParseProcess(2_000_000_000)
print(process.pid, flush=True)
process.ask(Job(request=ParseRequest(staged=sys.argv[1], media="pdf")), 60)
"""


def test_shutting_down_ends_the_processes_and_a_parse_that_runs(tmp_path):
    pool = ParsePool()
    worker, error = dying(pool, tmp_path / "pipe", lambda _worker: pool.shutdown())
    assert error.kind == "parse_crashed"
    assert not alive(worker)


def test_the_shared_pool_starts_again_after_a_shutdown(staged):
    path = staged(pdf(1))
    for _ in range(2):
        assert asyncio.run(parsing.parse_file(path, media="pdf")).pages_with_text == 1
        parsing.shutdown()
