from __future__ import annotations

import pytest

from evidence import limits
from evidence.pdf import read_pdf
from evidence.pdf_boxes import PdfPages
from evidence.pdf_marks import Marked, QuoteMarker
from evidence.quotes import Found, NotFound
from evidence.ranges import Range
from tests.pdf_files import pdf, words

STORY = [
    ["The harbour was closed for", "many years and then, to the"],
    ["surprise of all, opened again", "in the spring of 1951 by the"],
    ["mayor himself. Nobody came."],
]


def paged(*pages: list[str], foot: str | None = None) -> bytes:
    """A file with those lines on each page, and a foot with the page's number."""
    contents = []
    for number, lines in enumerate(pages, 1):
        placed = [(72.0, 700.0 - 20 * row, line) for row, line in enumerate(lines)]
        contents.append(words([*placed, (72, 40, f"{foot} {number}")] if foot else placed))
    return pdf(contents)


def mark(data: bytes, quote: str, occurrence: int | None = None) -> Marked:
    text = read_pdf(data, max_pages=10)
    with PdfPages(data) as document:
        marker = QuoteMarker(document, text.text, [Range(page.start, page.end) for page in text.pages])
        return marker.mark(quote, occurrence=occurrence)


@pytest.mark.promise("MARK-1")
def test_quote_over_pages_leaves_out_their_feet():
    quote = "then, to the surprise of all, opened again in the spring of 1951 by the mayor himself"
    made = mark(paged(*STORY, foot="The annual report"), quote)
    assert isinstance(made.answer, Found)
    assert "page-end" in made.answer.folds
    assert made.pages == [1, 2, 3]
    assert [len(one.quads) for one in made.marks] == [1, 2, 1]
    assert all(bottom > 600 for one in made.marks for _, bottom, _, _ in one.quads)
    assert made.lost == ()


def test_quote_that_names_the_foot_has_it_marked():
    made = mark(paged(*STORY, foot="The annual report"), "The annual report 2")
    assert [(one.page, len(one.quads)) for one in made.marks] == [(2, 1)]
    assert made.marks[0].quads[0][1] < 60


def test_every_place_is_marked_but_those_that_cut_a_word():
    data = paged(["the port of call", "the portrait", "and the port"], ["no word", "The Port"])
    made = mark(data, "the port")
    assert isinstance(made.answer, Found)
    assert [(one.page, round(one.quads[0][1], -1)) for one in made.marks] == [(1, 700), (1, 660)]
    assert (made.places, made.answer.occurrences) == (2, 3)
    assert mark(data, "The Port").pages == [2]
    only = mark(data, "e portr")
    assert only.places == 1, "where every place cuts a word, it is marked all the same"


def test_one_place_can_be_asked_for():
    data = paged(["words again"], ["words again"], ["words again"])
    assert mark(data, "words again").pages == [1, 2, 3]
    assert mark(data, "words again", 2).pages == [2]
    missing = mark(data, "words again", 4)
    assert isinstance(missing.answer, NotFound)
    assert missing.answer.code == "OCCURRENCE_UNKNOWN"
    assert missing.marks == ()


def test_case_and_kana_are_accepted_and_told():
    made = mark(paged(["The Harbour Was Closed"]), "the harbour was closed")
    assert isinstance(made.answer, Found)
    assert made.answer.folds == ("case",)


def test_places_are_bounded_and_counted():
    data = paged(*[["again and again"] * 30] * 4)
    made = mark(data, "again and again")
    assert isinstance(made.answer, Found)
    assert (made.places, made.answer.occurrences) == (limits.HIGHLIGHTS_PER_QUOTE, 120)


def test_quote_that_is_not_there_has_no_mark():
    made = mark(paged(["The harbour was closed"]), "The harbour was open")
    assert isinstance(made.answer, NotFound)
    assert (made.marks, made.places, made.pages) == ((), 0, [])
