"""The labelled cases beside the project: plain texts as they are, the others as the page or PDF that they are about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evidence.graphemes import is_boundary
from evidence.page import read_html
from evidence.page_ends import page_ends
from evidence.pdf import PdfText, read_pdf
from evidence.pdf_boxes import PdfPages
from evidence.quotes import Found, NotFound, QuoteText, find_quote
from evidence.ranges import Range
from tests.pdf_files import file_of, pdf, words

CASES = Path(__file__).parents[3] / "shared" / "cases" / "quotes.jsonl"
Row = dict[str, Any]
ROWS: list[Row] = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()] if CASES.exists() else []
NUMBERED = {row["id"]: row for row in ROWS}
ABOUT_A_PAGE = {"qt-39", "qt-60"} | {row["id"] for row in ROWS if row["expect"] == "page"}
"""What plain text can't decide: see the tests below."""

pytestmark = pytest.mark.skipif(not ROWS, reason="../shared/cases is not beside the project: its cases were not run")


def case(number: str) -> Row:
    return NUMBERED[number]


def prepared(read: PdfText) -> QuoteText:
    return QuoteText(read.text, page_ends=page_ends(read.text, [Range(one.start, one.end) for one in read.pages]))


def pages_of(read: PdfText, found: Found) -> list[int]:
    return [one.number for one in read.pages if one.start < found.end and found.start < one.end]


def found(evidence: QuoteText, quote: str) -> Found:
    answer = find_quote(evidence, quote)
    assert isinstance(answer, Found), answer
    assert answer.matched_text == evidence.text[answer.start : answer.end]
    assert is_boundary(evidence.text, answer.start)
    assert is_boundary(evidence.text, answer.end)
    return answer


@pytest.mark.promise("QUOTE-2")
@pytest.mark.promise("QUOTE-4")
@pytest.mark.parametrize("row", [row for row in ROWS if row["id"] not in ABOUT_A_PAGE], ids=lambda row: row["id"])
def test_a_plain_text_is_answered_as_expected(row: Row) -> None:
    evidence = QuoteText(row["evidence"])
    if row["expect"] == "reject":
        assert isinstance(find_quote(evidence, row["quote"]), NotFound)
        return
    answer = found(evidence, row["quote"])
    if row["expect"] == "exact":
        assert (answer.kind, answer.folds) == ("exact", ())
    if answer.kind == "folded":
        assert answer.folds


def test_an_elided_quote_says_so() -> None:
    for number in ("qt-31", "qt-33"):
        answer = find_quote(QuoteText(case(number)["evidence"]), case(number)["quote"])
        assert isinstance(answer, NotFound)
        assert answer.code == "QUOTE_ELIDED"


def test_glyphs_that_name_no_letter_are_told() -> None:
    answer = find_quote(QuoteText(case("qt-02")["evidence"]), case("qt-02")["quote"])
    assert isinstance(answer, NotFound)
    assert answer.nearest is not None
    assert "glyphs" in answer.nearest.differs
    assert "name no letter" in answer.message


def test_a_digit_that_differs_is_shown() -> None:
    answer = find_quote(QuoteText(case("own-10")["evidence"]), case("own-10")["quote"])
    assert isinstance(answer, NotFound)
    assert answer.nearest is not None
    assert answer.nearest.differs == ("number",)


@pytest.mark.parametrize("raised", ["<sup>3</sup>", "<sup><a href='#n3'>3</a></sup>", "<sup>[3]</sup>"])
def test_a_footnote_digit_is_left_out_where_it_is_raised_and_only_there(raised: str) -> None:
    row = case("qt-39")
    page = read_html(f"<p>The {row['evidence'].replace('3', raised)}", None)
    found(QuoteText(page.text, wrapped=False), row["quote"])
    assert isinstance(find_quote(QuoteText(row["evidence"]), row["quote"]), NotFound)
    before, after = row["evidence"].split("3")
    parts = [words([(72, 700, before)]), words([(138.2, 704, "3")], size=7), words([(142.1, 700, after)])]
    found(prepared(read_pdf(pdf([b" ".join(parts)]), max_pages=1)), row["quote"])


def test_readings_are_no_body_text() -> None:
    row = case("qt-44")
    text = read_html("<p><ruby>鎌倉<rt>かまくら</rt></ruby>時代の文書", None).text
    found(QuoteText(text, wrapped=False), row["evidence"])
    assert isinstance(find_quote(QuoteText(text, wrapped=False), row["quote"]), NotFound)


def test_tag_characters_are_never_quotable() -> None:
    row = case("qt-47")
    hidden = "".join(char for char in row["evidence"] if ord(char) >= 0xE0000)
    page = read_html(f"<p>{row['evidence']}", None)
    found(QuoteText(page.text, wrapped=False), row["quote"])
    answer = find_quote(QuoteText(page.text, wrapped=False), hidden)
    assert isinstance(answer, NotFound)


def hebrew(text: str) -> bytes:
    """A PDF that shows the characters from left to right, in a font that names them."""
    shown = b"BT /F1 12 Tf 72 700 Td <%b> Tj ET" % text.encode("utf-16-be").hex().encode()
    names = (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /N def /CMapType 2 def"
        b" 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFE> <0000> endbfrange"
        b" endcmap end end"
    )
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R %b >>"
    font = b"/Type /Font /Subtype /Type0 /BaseFont /N /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R"
    system = b"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
    descriptor = (
        b"/FontName /N /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700"
    )
    return file_of(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            page % b"/Resources << /Font << /F1 5 0 R >> >>",
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(shown), shown),
            b"<< %b >>" % font,
            b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /N /DW 600 /FontDescriptor 8 0 R %b >>" % system,
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(names), names),
            b"<< /Type /FontDescriptor %b /StemV 80 >>" % descriptor,
        ]
    )


def test_hebrew_that_was_drawn_backwards_is_read_forwards() -> None:
    row = case("qt-60")
    assert row["evidence"] == row["quote"][::-1]
    found(prepared(read_pdf(hebrew(row["evidence"]), max_pages=1)), row["quote"])


def test_columns_are_read_one_after_the_other() -> None:
    row = case("qt-61")
    left = [
        "We begin by this. The first left line",
        "goes on here. It says so on the lines",
        "that follow it, and it says no more",
    ]
    left += ["than that at all, so that there is no", "reason to add a single word to them."]
    right = [
        "And so it is. The first right line is",
        "one that ends there. The next one is",
        "as long as it, as these are, and they",
    ]
    right += ["say so as well, for there must be as", "many of them as on the left of it all."]
    rows = [(72, 700 - 14 * at, text) for at, text in enumerate(left)]
    rows += [(300, 700 - 14 * at, text) for at, text in enumerate(right)]
    read = read_pdf(pdf([words(sorted(rows, key=lambda one: -one[1]))]), max_pages=1)
    assert isinstance(find_quote(QuoteText(row["evidence"]), row["quote"]), NotFound)
    found(prepared(read), row["quote"])


def test_a_quote_over_a_page_end_is_found_on_both_pages_past_foot_and_number() -> None:
    row = case("qt-63")
    first, second = row["evidence"].split("\n[page]\n")
    texts = [f"The method is {first}", second, "The end of it"]
    contents = [
        words([(72, 760, "Report on bridges"), (72, 700, text), (300, 30, f"- {at} -")])
        for at, text in enumerate(texts, start=11)
    ]
    read = read_pdf(pdf(contents), max_pages=9)
    answer = found(prepared(read), row["quote"])
    assert (answer.folds, pages_of(read, answer)) == (("hyphenation", "page-end"), [1, 2])


def test_the_number_of_a_page_is_not_its_label() -> None:
    label = case("qt-65")["quote"]
    labels = b"/PageLabels << /Nums [0 << /S /r >> 4 << /S /D >>] >>"
    read = read_pdf(
        pdf([words([(72, 700, f"Page the {at}th of all")]) for at in range(1, 7)], root=labels), max_pages=9
    )
    answer = found(prepared(read), "the 4th of all")
    assert pages_of(read, answer) == [4]
    assert read.pages[3].label == label
    assert read.pages[4].label == "1"


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_boxes_of_a_rotated_page_are_in_its_own_space(rotation: int) -> None:
    assert case("qt-75")["expect"] == "page"
    boxes: list[object] = []
    for page in (b"", b"/Rotate %d" % rotation):
        data = pdf([words([(72, 700, "A quote on a page that is turned.")])], page=page)
        read = read_pdf(data, max_pages=1)
        answer = found(prepared(read), "on a page")
        with PdfPages(data) as pages:
            boxes.append(
                [[round(edge) for edge in box] for box in pages.find(1, read.text, answer.start, answer.end).boxes]
            )
    assert boxes[0] == boxes[1] != []
