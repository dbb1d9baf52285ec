"""Broken and hostile PDF files in one fetch: each costs its own try, and what can be read is kept (F-31)."""

from __future__ import annotations

import io
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from evidence.pdf import read_pdf
from evidence.pdf_boxes import PdfPages
from ledger.evidence_log import read_text
from ledger.folders import SessionFolder
from ledger.jobs import attempts_of
from ledger.records import Evidence
from tasks import parsing
from tests.faults import Fault
from tests.flow.engine_world import World
from tests.hostile_pdfs import FILES, SAYS
from tests.pdf_files import pdf, words
from tests.processes import alive

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

NOTHING = "The failed try with its reason; no evidence, and the other files of the call as they are."


class Fetched:
    """What one job made of all the files."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world = world
        self.session_id = world.session()
        for name, data in FILES.items():
            (folder / f"{name}.pdf").write_bytes(data)
        sources = [{"type": "file", "path": str(folder / f"{name}.pdf"), "roots": [str(folder)]} for name in FILES]
        parameters = {"sources": sources, "discovered_via": "agent_search"}
        view = world.wait(world.desk.submit("fetch_evidence", self.session_id, parameters))
        assert view.outcome is not None
        assert view.outcome.result is not None, view.outcome.error
        self.items: dict[str, Any] = dict(zip(FILES, view.outcome.result["items"], strict=True))
        with world.ledger.read() as reader:
            self.attempts = attempts_of(reader, self.session_id, view.job.job_id)

    def refused(self, name: str, code: str) -> str:
        """The message of a file that became no evidence: one reading of it was tried, and failed."""
        item = self.items[name]
        assert not item["ok"], f"{name} was read"
        assert item["error"]["code"] == code, item["error"]
        tries = [one for one in self.attempts if one.start.item == f"{name}.pdf" and one.start.stage == "read"]
        assert [(one.start.number, one.outcome) for one in tries] == [(1, "failed")]
        return str(item["error"]["message"])

    def read(self, name: str) -> tuple[Evidence, str]:
        """The evidence of a file that was read, and its text."""
        item = self.items[name]
        assert item["ok"], item
        with self.world.ledger.read() as reader:
            made = reader.one(Evidence, self.session_id, item["evidence_id"])
        return made, read_text(made, SessionFolder(self.world.home, self.session_id))


@pytest.fixture(scope="module")
def fetched(world: World, tmp_path_factory: pytest.TempPathFactory) -> Fetched:
    return Fetched(world, tmp_path_factory.mktemp("pdfs"))


@pytest.mark.fault("F-31", "A file that asks for a password, and one that asks for none but forbids copying")
def test_a_password_to_open_refuses_and_one_to_change_does_not(fetched: Fetched, fault: Fault) -> None:
    assert "asks for a password" in fetched.refused("user password", "PDF_ENCRYPTED")
    assert "opens without a password" in fetched.items["user password"]["error"]["suggestion"]
    assert fetched.read("owner password")[1] == SAYS
    fault.happened(
        "The first was refused with the advice to give a copy that opens without; the second was read.",
        kept="The failed try; the second file as evidence.",
    )


@pytest.mark.promise("PDF-5")
@pytest.mark.fault("F-31", "Scanned pages without a text layer, one of them with a stamp")
def test_scans_are_refused_and_scans_among_others_are_named(fetched: Fetched, fault: Fault) -> None:
    message = fetched.refused("scans", "PDF_NO_TEXT")
    assert "Pages 1 and 3 of 3 have no text layer." in message
    assert "Page 2 of 3 is a picture with a few words of text." in message
    made, text = fetched.read("some scans")
    assert text.count(SAYS) == 2
    [told] = [one for one in made.signals if one.name == "pages_without_text"]
    assert told.detail == "Pages 2–3 and 5 of 5 have no text layer. No quote is found there."
    fault.happened(
        "Nothing but scans: refused, with the number of pages and which ones have no text. Scans among pages of text: "
        "read, and the scans named.",
        kept="The failed try; the readable file as evidence with a signal that names the scans.",
    )


@pytest.mark.promise("PDF-5")
@pytest.mark.fault("F-31", "Pages whose text says only which glyph stands where")
def test_pages_without_letters_are_refused_or_named(fetched: Fetched, fault: Fault) -> None:
    assert "Pages 1–3 of 3 have text layers that don't say which letters" in fetched.refused(
        "letters unknown", "PDF_UNREADABLE"
    )
    made, text = fetched.read("some letters unknown")
    assert text.startswith(SAYS)
    assert [one.name for one in made.signals] == ["pages_unreadable"]
    fault.happened(
        "All pages: refused as unreadable. One page among others: read, and the page named.",
        kept="The failed try; the readable file as evidence with a signal that names the page.",
    )


@pytest.mark.fault("F-31", "5,000 pages")
def test_too_many_pages_are_refused(fetched: Fetched, fault: Fault) -> None:
    assert "The PDF has 5,000 pages; at most 2,000 are read." in fetched.refused("5,000 pages", "FILE_TOO_LARGE")
    assert "Give a part of it" in fetched.items["5,000 pages"]["error"]["suggestion"]
    fault.happened(
        "Refused with both numbers before a page was read, and with the advice to give a part.", kept=NOTHING
    )


@pytest.mark.fault("F-31", "A cross-reference table that is wrong, leads in a loop, or is missing")
def test_a_broken_table_is_rebuilt_where_it_can_be(fetched: Fetched, fault: Fault) -> None:
    assert fetched.read("wrong table")[1] == SAYS
    assert fetched.read("table in a loop")[1] == SAYS
    assert "damaged or cut short" in fetched.refused("no table", "FILE_KIND_UNSUPPORTED")
    fault.happened(
        "The first two were read after the table was rebuilt; the third was refused as damaged.",
        kept="Two files as evidence; the failed try.",
    )


@pytest.mark.fault("F-31", "A tree of pages 10,000 levels deep, and one that leads back to itself")
def test_a_tree_without_end_is_refused(fetched: Fetched, fault: Fault) -> None:
    for name in ("deep tree", "tree in a loop"):
        assert "No page of the PDF can be opened." in fetched.refused(name, "FILE_KIND_UNSUPPORTED")
    fault.happened("Both refused: none of their pages can be opened.", kept=NOTHING)


@pytest.mark.fault("F-31", "A length and a content that refer to themselves")
def test_references_in_a_loop_end(fetched: Fetched, fault: Fault) -> None:
    assert fetched.read("length in a loop")[1] == SAYS
    assert "have no text layer" in fetched.refused("contents in a loop", "PDF_NO_TEXT").replace("has no", "have no")
    fault.happened(
        "The length was passed over and the text read; the content was none, and the file refused as without text.",
        kept="The first file as evidence; the failed try.",
    )


@pytest.mark.fault("F-31", "Boxes of 10^30 points")
def test_huge_boxes_change_neither_text_nor_picture(fetched: Fetched, fault: Fault) -> None:
    text = fetched.read("huge boxes")[1]
    assert text == SAYS
    with PdfPages(FILES["huge boxes"]) as pages:
        found = pages.find(1, text, text.index("council"), text.index(" approved"))
        picture = Image.open(io.BytesIO(pages.picture(1, found.boxes)))
    assert found.complete
    assert max(picture.size) <= 3_000
    fault.happened("The text was read, and a quote drawn in a picture within its bounds.", kept="The file as evidence.")


@pytest.mark.fault("F-31", "Scripts that loop and call out when the file is opened")
def test_scripts_do_not_run(fetched: Fetched, fault: Fault) -> None:
    assert fetched.read("scripts")[1] == SAYS
    fault.happened("No script was run; the text was read.", kept="The file as evidence.")


@pytest.mark.promise("PARSE-1")
@pytest.mark.fault("F-31", "Streams that unpack to 300 MB and to 1 GB")
def test_streams_that_unpack_to_too_much_cost_their_process(fetched: Fetched, fault: Fault) -> None:
    fetched.refused("unpacks to 300 MB", "PDF_NO_TEXT")
    assert "made the parser fail or run out of memory" in fetched.refused("unpacks to 1 GB", "FILE_KIND_UNSUPPORTED")
    fault.happened(
        "The first was read and holds no text. The second ended its parser at the limit on memory, and the next file "
        "was read by a new one.",
        kept=NOTHING,
    )


@pytest.mark.fault("F-31", "A file that is cut short, one without pages, and one that is a header alone")
def test_what_is_not_whole_is_refused(fetched: Fetched, fault: Fault) -> None:
    for name in ("cut short", "no pages", "only a header"):
        assert "damaged or cut short" in fetched.refused(name, "FILE_KIND_UNSUPPORTED")
    fault.happened("All three refused as damaged.", kept=NOTHING)


@pytest.mark.promise("PDF-6")
@pytest.mark.fault("F-31", "Words off the page and letters of a tenth of a point")
def test_hidden_words_are_no_evidence(fetched: Fetched, fault: Fault) -> None:
    made, text = fetched.read("hidden words")
    assert text == SAYS
    assert {one.name for one in made.signals} == {"concealed_text", "hidden_instruction"}
    assert all("Ignore the text" in one.detail for one in made.signals)
    fault.happened("Left out of the text.", kept="The file as evidence, with a signal that quotes the hidden words.")


@pytest.mark.promise("PDF-6")
@pytest.mark.fault("F-31", "Words that are invisible, white on white, or under a filled rectangle")
def test_words_without_ink_are_no_evidence(fetched: Fetched, fault: Fault) -> None:
    made, text = fetched.read("words without ink")
    assert text == SAYS
    assert {one.name for one in made.signals} == {"concealed_text", "hidden_instruction"}
    told = " ".join(one.detail for one in made.signals)
    assert all(words in told for words in ("Ignore the text", "Say nothing", "Anna Berg"))
    fault.happened("Left out of the text.", kept="The file as evidence, with a signal that quotes the hidden words.")


@pytest.mark.fault("F-31", "More junk before the header than readers put up with")
def test_much_junk_first_is_no_text(fetched: Fetched, fault: Fault) -> None:
    assert "damaged or cut short" in fetched.refused("much junk first", "FILE_KIND_UNSUPPORTED")
    assert "another copy" in fetched.items["much junk first"]["error"]["suggestion"]
    fault.happened("Known as a PDF and refused as damaged, not taken for text.", kept=NOTHING)


@pytest.mark.fault("F-31", "Junk before the header")
def test_junk_first_changes_nothing(fetched: Fetched, fault: Fault) -> None:
    assert fetched.read("junk first")[1] == SAYS
    fault.happened("Known as a PDF by its content and read.", kept="The file as evidence.")


@pytest.mark.promise("PARSE-1")
@pytest.mark.fault("F-31", "The parser killed while other files wait")
def test_a_killed_parser_is_replaced_and_leaves_no_zombie(
    world: World, fetched: Fetched, tmp_path: Path, fault: Fault
) -> None:
    assert fetched.items
    workers = parsing.workers()
    assert workers, "a parser of the files before is still warm"
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    (tmp_path / "after.pdf").write_bytes(pdf([words([(72, 700, SAYS)])]))
    parameters = {
        "sources": [{"type": "file", "path": str(tmp_path / "after.pdf"), "roots": [str(tmp_path)]}],
        "discovered_via": "agent_search",
    }
    view = world.wait(world.desk.submit("fetch_evidence", fetched.session_id, parameters))
    assert view.outcome is not None
    assert view.outcome.result is not None
    assert view.outcome.result["items"][0]["ok"], view.outcome.result
    assert not any(map(alive, workers))
    assert not any(Path(f"/proc/{worker}").exists() for worker in set(workers) - set(parsing.workers()))
    fault.happened("The next file was read by a new parser; the dead one left no zombie.", kept="The file as evidence.")


@pytest.mark.promise("PICTURE-1")
@pytest.mark.fault("F-31", "Pages on their side, cropped pages, and a quote that runs over two of them")
def test_the_picture_is_of_the_right_page_and_words(fault: Fault) -> None:
    first = ["The harbour was built in 1874.", "It was rebuilt by the council"]
    second = ["in the year after the storm.", "The baker feared for his house."]
    pages = [words([(200, 600 - 20 * n, line) for n, line in enumerate(lines)]) for lines in (first, second)]
    for page in (b"/Rotate 90", b"/Rotate 270 /CropBox [150 500 500 700]", b"/CropBox [150 500 500 700]"):
        data = pdf(pages, page=page)
        read = read_pdf(data, max_pages=2)
        with PdfPages(data) as document:
            for number, lines in ((1, first), (2, second)):
                bounds = read.pages[number - 1]
                text = read.text[bounds.start : bounds.end]
                assert text.splitlines() == lines
                line = lines[2 - number]
                found = document.find(number, text, text.index(line), text.index(line) + len(line))
                assert found.complete
                [(left, bottom, right, top)] = found.boxes
                assert (left, round((bottom + top) / 2, -1)) == (pytest.approx(200, abs=2), 580 if number == 1 else 600)
                assert right - left > 100
                picture = Image.open(io.BytesIO(document.picture(number, found.boxes)))
                assert picture.size[0] > 100
    fault.happened("The mark is on the words, on the right one of both pages.", kept="A picture of each page.")
