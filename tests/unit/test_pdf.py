"""PDF text with page ranges, and the reasons why a PDF can't be read."""

from __future__ import annotations

import io
import time

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen import canvas

from evidence.pdf import PAGE_BREAK, PdfError, read_pdf
from evidence.quotes import Found, QuoteText, find_quote


def make(pages, *, password=None, owner="owner", title=None, font=None):
    file = io.BytesIO()
    encryption = StandardEncryption(password, owner) if password is not None else None
    document = canvas.Canvas(file, encrypt=encryption)
    if title:
        document.setTitle(title)
    for lines in pages:
        if font:
            document.setFont(font, 12)
        for number, line in enumerate(lines):
            document.drawString(72, 760 - 20 * number, line)
        document.showPage()
    document.save()
    return file.getvalue()


@pytest.mark.promise("PDF-1")
def test_every_page_has_its_range_and_a_quote_may_run_over_the_break():
    pdf = read_pdf(make([["First page", "ends here"], [], ["Third page"]], title="A  title"), max_pages=10)
    assert pdf.text == f"First page\nends here{PAGE_BREAK}{PAGE_BREAK}Third page"
    assert [(page.number, pdf.text[page.start : page.end]) for page in pdf.pages] == [
        (1, "First page\nends here"),
        (2, ""),
        (3, "Third page"),
    ]
    assert pdf.pages_with_text == 2
    assert pdf.title == "A title"


def test_japanese_text_is_read():
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    assert "予算案を可決した" in read_pdf(make([["議会は予算案を可決した。"]], font="HeiseiMin-W3"), max_pages=1).text


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["All informa-", "tion is here"], "All informa-\ntion is here"),
        (["The well-", "known port of A-", "B in 2020-", "2021."], "The well-\nknown port of A-\nB in 2020-\n2021."),
        (["All informa\u00ad", "tion is here"], "All informa-\ntion is here"),
        (["Not here -", "but there", "ends-"], "Not here -\nbut there\nends-"),
    ],
)
def test_a_hyphen_at_a_line_end_reads_as_a_hyphen_and_a_break(lines, text):
    assert read_pdf(make([lines]), max_pages=1).text == text


@pytest.mark.promise("QUOTE-4")
@pytest.mark.parametrize(
    "quote", ["All information is", "All informa-\ntion is", "during COVID-19 here", "the well-known port"]
)
def test_a_word_that_a_line_end_parts_is_found_as_it_is_read(quote):
    data = make([["All informa-", "tion is during COVID-", "19 here, the well-", "known port"]])
    found = find_quote(QuoteText(read_pdf(data, max_pages=1).text), quote)
    assert isinstance(found, Found)
    assert set(found.folds) <= {"hyphenation"}


def test_junk_before_the_header_does_no_harm():
    assert read_pdf(b"\r\n junk \n" + make([["Hello"]]), max_pages=1).text == "Hello"


def test_an_owner_password_alone_locks_nothing():
    assert read_pdf(make([["Open to all"]], password=""), max_pages=1).text == "Open to all"


@pytest.mark.promise("PDF-2")
@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (make([["x"]], password="secret"), "encrypted"),
        (b"%PDF-1.7\n garbage", "broken"),
        (b"", "broken"),
        (make([["x"] * 30] * 5)[:700], "broken"),
        (make([["x"]] * 4), "too_many_pages"),
    ],
)
def test_a_pdf_that_cannot_be_read_says_why(data, kind):
    with pytest.raises(PdfError) as refused:
        read_pdf(data, max_pages=3)
    assert refused.value.kind == kind
    assert refused.value.message.endswith(".")


def test_a_pdf_without_a_text_layer_has_pages_but_no_text():
    file = io.BytesIO()
    document = canvas.Canvas(file)
    document.rect(72, 72, 300, 300, fill=1)
    document.showPage()
    document.save()
    pdf = read_pdf(file.getvalue(), max_pages=3)
    assert (pdf.text, len(pdf.pages), pdf.pages_with_text) == ("", 1, 0)


def test_twenty_pages_are_read_in_time():
    data = make(
        [[f"Line {line} of page {page} says something about the budget" for line in range(35)] for page in range(20)]
    )
    begun = time.process_time()
    assert read_pdf(data, max_pages=20).pages_with_text == 20
    assert time.process_time() - begun < 0.2 * 2  # twice the budget: a shared machine is no stopwatch
