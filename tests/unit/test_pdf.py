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
from evidence.pdf_pages import named, sentences, unread_of
from evidence.quotes import Found, QuoteText, find_quote
from evidence.signals import PageView, page_signals
from tests.pace import pace
from tests.pdf_files import HELVETICA, file_of, pdf, words


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


def test_a_pdf_with_too_many_characters_says_so():
    with pytest.raises(PdfError, match="more than 20 characters") as refused:
        read_pdf(make([["Ten letter"], ["Ten letter"]]), max_pages=3, max_characters=20)
    assert refused.value.kind == "too_long"


def states(data):
    return [page.state for page in read_pdf(data, max_pages=20).pages]


IMAGE = b"q %d 0 0 %d 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q "
SAYS = words([(72, 700, "The council approved the budget for the coming year after a long debate.")])


@pytest.mark.promise("PDF-5")
def test_pages_without_a_text_layer_and_scans_with_a_stamp_are_told():
    stamp = words([(72, 40, "A-000017")])
    scan, photo = IMAGE % (612, 792), IMAGE % (300, 200)
    data = pdf([SAYS, b"72 72 300 300 re f", scan, scan + stamp, photo + stamp, scan + SAYS])
    assert states(data) == ["text", "none", "none", "picture", "text", "text"]
    read = read_pdf(data, max_pages=20)
    assert (read.pages_with_text, read.text.count("A-000017")) == (4, 2)


def encoded(letters):
    """A font whose glyphs are named to stand for these code points."""
    pairs = b"".join(b"<%02x> <%04x>" % (ord("a") + at, ord(letter)) for at, letter in enumerate(letters))
    cmap = b"1 begincodespacerange <00> <ff> endcodespacerange %d beginbfchar %b endbfchar" % (len(letters), pairs)
    return b"/ToUnicode 3 0 R >>", b"<< /Length %d >> stream\n%b\nendstream" % (len(cmap), cmap)


def lettered(letters, shown=b"abcdef"):
    entry, cmap = encoded(letters)
    content, resources = b"BT /F1 12 Tf 72 700 Td (%b) Tj ET" % shown, b"<< /Font << /F1 6 0 R >> >>"
    return file_of(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
            cmap,
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources %b >>" % resources,
            b"<< /Length %d >> stream\n%b\nendstream" % (len(content), content),
            HELVETICA[:-2] + entry,
        ]
    )


@pytest.mark.promise("PDF-5")
@pytest.mark.parametrize(
    ("data", "state"),
    [
        (lettered("\ue000\ue001\ue002\ue003\uf8ff\ue004"), "unreadable"),
        (lettered("\ufffd\ufffd\ufffd\ufffdab"), "unreadable"),
        (lettered("\x01\x02\x03\x04\x05\x06"), "unreadable"),
        (lettered("wordse"), "text"),
        (lettered("予算案を可決"), "text"),
        (lettered("words\uf0b7"), "text"),
        (pdf([words([(72, 700, "".join(f"(cid:{n})" for n in range(30)))])]), "unreadable"),
        (pdf([words([(72, 700, "What (cid:12) means in the text of other tools is told here.")])]), "text"),
    ],
    ids=["private use", "replacement", "controls", "letters", "Japanese", "one bullet", "cid", "about cid"],
)
def test_a_page_whose_letters_nobody_knows_is_told(data, state):
    assert states(data) == [state]


def numbered(text, *, shift):
    """A page in a font that only numbers its glyphs, which stand `shift` after their letters' codes."""
    codes = b"".join(b"%04x" % (ord(letter) + shift) for letter in text)
    font = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype"
        b" /CIDFontType2 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
        b" /FontDescriptor << /Type /FontDescriptor /FontName /Own /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0"
        b" /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> /DW 600 >>] >>"
    )
    return pdf([b"BT /F1 12 Tf 72 700 Td <%b> Tj ET" % codes], font=font)


@pytest.mark.promise("PDF-5")
def test_a_font_that_only_numbers_its_glyphs_is_believed_if_letters_come_out():
    text = "The council approved the budget for 2024."
    assert states(numbered(text, shift=-29)) == ["unreadable"]
    assert states(numbered(text, shift=400)) == ["unreadable"]
    assert states(numbered(text, shift=0)) == ["text"]


@pytest.mark.promise("PDF-5")
def test_unread_pages_are_named_in_sentences():
    unread = unread_of(["text", "none", "none", "none", "text", "picture", "unreadable", "none", "damaged"])
    assert unread == {"none": [2, 3, 4, 8], "picture": [6], "unreadable": [7], "damaged": [9]}
    assert list(sentences(unread, 9).values()) == [
        "Pages 2–4 and 8 of 9 have no text layer.",
        "Page 6 of 9 is a picture with a few words of text.",
        "Page 7 of 9 has a text layer that doesn't say which letters its glyphs are.",
        "Page 9 of 9 is damaged and can't be opened.",
    ]
    assert sentences({}, 9) == {}
    assert named([1, 2, 3, 5, 7, 8]) == "1–3, 5 and 7–8"
    assert named(list(range(1, 200, 2))).endswith(", 23 and 88 more")


@pytest.mark.parametrize("offset", [0.3, 0.6, 1.1])
def test_letters_drawn_twice_to_make_them_bold_are_read_once(offset):
    text, x, placed = "Annual bills of all councillors 1998, 11 of off", 72.0, []
    for letter in text:
        placed += [(x, 700, letter), (x + offset, 700, letter)]
        x += pdfmetrics.stringWidth(letter, "Helvetica", 12)
    assert read_pdf(pdf([words(placed, size=12)]), max_pages=1).text == text


def test_the_letters_of_a_ligature_are_no_doubles():
    assert read_pdf(lettered("\ufb00abcde"), max_pages=1).text in {"\ufb00abcde", "ffabcde"}


@pytest.mark.promise("PDF-6")
@pytest.mark.parametrize(
    ("hidden", "page"),
    [
        (words([(72, 3_000, "Ignore the text")]), b""),
        (words([(72, 100, "Ignore the text")]), b"/CropBox [0 400 612 792]"),
        (words([(72, 100, "Ignore the text")], size=0.2), b""),
    ],
    ids=["off the page", "cropped away", "too small"],
)
def test_words_that_nobody_can_see_are_kept_apart(hidden, page):
    read = read_pdf(pdf([words([(72, 720, "Before")]) + hidden + words([(72, 700, "After")])], page=page), max_pages=1)
    assert read.text == "Before\nAfter"
    assert read.concealed == (("Ignore the text", 7),)
    assert states(pdf([hidden], page=page)) == ["none"]


SECRET = words([(72, 710, "Ignore the text")])
BLACK, WHITE = b"0 g ", b"1 g "
BAR = b"70 705 200 16 re f "


def between(hidden):
    """What is read of a page with this content between two lines, and what is kept apart."""
    content = words([(72, 740, "Before")]) + b" q " + hidden + b" Q " + words([(72, 690, "After")])
    read = read_pdf(pdf([content]), max_pages=1)
    return read.text.replace("\n", " "), [words for words, _ in read.concealed]


@pytest.mark.promise("PDF-6")
@pytest.mark.parametrize(
    "hidden",
    [
        WHITE + SECRET,
        b"0 0 0 0 k " + SECRET,
        b"3 Tr " + SECRET,
        b"1 Tr 1 G " + SECRET,
        SECRET + BAR,
        SECRET + b" 1 0 0 rg " + BAR,
        b"1 0 0 rg " + BAR + WHITE + BAR + SECRET,
        SECRET + b" q 0 0 600 800 re W n " + BAR + b"Q",
        SECRET + b" 0.5 0 0 0.5 0 0 cm 140 1410 400 32 re f ",
    ],
    ids=["white", "no ink", "invisible", "white outline", "covered", "red cover", "white on red", "clip", "scaled"],
)
def test_words_without_ink_are_kept_apart(hidden):
    assert between(hidden) == ("Before After", ["Ignore the text"])


@pytest.mark.parametrize(
    "shown",
    [
        BLACK + BAR + WHITE + SECRET,
        b"20 w 70 713 m 300 713 l S 1 g " + SECRET,
        b"q 300 0 0 40 60 700 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q 1 g " + SECRET,
        b"2 Tr 1 g 0 G " + SECRET,
        b"7 Tr " + SECRET,
        BAR + b"1 0 0 rg " + SECRET,
        SECRET + b" 70 705 m 300 705 l 70 720 l f ",
        SECRET + b" q 0 0 10 10 re W n " + BAR + b"Q",
        SECRET + b" /OC << /Type /OCG >> BDC " + BAR + b" EMC",
        b"0.9 g " + SECRET,
        IMAGE % (612, 792) + b" 3 Tr " + SECRET,
        b"q 300 0 0 40 60 700 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q 3 Tr " + SECRET,
    ],
    ids=["bar", "line", "photo", "outlined", "clip", "on", "triangle", "clipped", "layer", "grey", "scan", "strip"],
)
def test_words_that_may_be_seen_stay(shown):
    assert between(shown) == ("Before Ignore the text After", [])


def test_only_the_covered_words_of_a_line_are_left_out():
    line = words([(72, 710, "Paid to Anna Berg in May")], size=12)
    left, right = (72 + pdfmetrics.stringWidth(part, "Helvetica", 12) for part in ("Paid to ", "Paid to Anna Berg"))
    assert between(line + b" %.2f 706 %.2f 14 re f" % (left, right - left)) == (
        "Before Paid to in May After",
        ["Anna Berg"],
    )


def test_a_page_that_shows_no_part_of_itself_hides_nothing():
    data = pdf([SAYS], box="0 0 612 792", page=b"/CropBox [2000 2000 3000 3000]")
    assert read_pdf(data, max_pages=1).text.startswith("The council")


def test_boxes_that_start_elsewhere_change_no_text():
    data = pdf([words([(-300, -200, "Left and low"), (0, 0, "The origin")])], box="-400 -300 212 492")
    assert read_pdf(data, max_pages=1).text == "Left and low\nThe origin"


@pytest.mark.promise("PDF-5")
def test_pages_with_fields_to_fill_in_are_told():
    file = io.BytesIO()
    document = canvas.Canvas(file)
    document.drawString(72, 700, "Name:")
    document.acroForm.textfield(name="name", value="Anna Berg", x=120, y=690, width=200, height=20)
    document.showPage()
    document.drawString(72, 700, "Agreed:")
    document.acroForm.checkbox(name="agreed", checked=True, x=120, y=690)
    document.save()
    read = read_pdf(file.getvalue(), max_pages=2)
    assert read.text == f"Name:{PAGE_BREAK}Agreed:"
    assert [page.fields for page in read.pages] == [True, False]
    [told] = page_signals(PageView(read.text, "pdf", pages=2, fields=[1]))
    assert told.name == "form_fields"
    assert told.detail.startswith("Page 1 has fields to fill in; what they hold is not in the text")


def test_page_labels_are_the_printed_numbers():
    labels = b"/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /P (A-) /St 7 >>] >>"
    read = read_pdf(pdf([SAYS] * 4, root=labels), max_pages=4)
    assert [page.label for page in read.pages] == ["i", "ii", "A-7", "A-8"]


def test_characters_beyond_the_first_plane_stay_whole():
    _, cmap = encoded("xyz")
    pair = cmap.replace(b"<0079>", b"<d83dde00>")
    data = lettered("xyz", b"abc").replace(cmap, pair)
    assert read_pdf(data, max_pages=1).text == "x\U0001f600z"


def test_twenty_pages_are_read_in_time():
    data = make(
        [[f"Line {line} of page {page} says something about the budget" for line in range(35)] for page in range(20)]
    )
    begun = time.process_time()
    assert read_pdf(data, max_pages=20).pages_with_text == 20
    assert time.process_time() - begun < 0.2 * 2 * pace()  # twice the budget: a shared machine is no stopwatch
