from __future__ import annotations

import io
from collections.abc import Callable

import pypdfium2
import pytest
from PIL import Image, ImageChops
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from evidence.paint import Box, marked, merge, outward, seen
from evidence.pdf import read_pdf
from evidence.pdf_boxes import PdfDrawError, PdfPages, align
from tests.pdf_files import VERTICAL, words
from tests.pdf_files import pdf as made_pdf

YELLOW = (255, 226, 92)
ORANGE = (214, 102, 0)
LINES = [
    "The first line of the page.",
    "The harbour handled 1,201 ships in 1999,",
    "which was more than in 1998.",
    "End.",
]
TEXT = "\n".join(LINES)


def pdf(*pages: Callable[[Canvas], None], size: tuple[float, float] = A4) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size, invariant=1)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def lines(canvas: Canvas, texts: list[str] = LINES, font: str = "Helvetica", x: float = 72, y: float = 700) -> None:
    canvas.setFont(font, 12)
    for index, text in enumerate(texts):
        canvas.drawString(x, y - 20 * index, text)


def changed(data: bytes, change: Callable[[pypdfium2.PdfPage], None]) -> bytes:
    document = pypdfium2.PdfDocument(data)
    change(document[0])
    out = io.BytesIO()
    document.save(out)
    document.close()
    return out.getvalue()


def find(data: bytes, quote: str, text: str = TEXT, number: int = 1):
    start = text.index(quote)
    with PdfPages(data) as pages:
        found = pages.find(number, text, start, start + len(quote))
        return found, Image.open(io.BytesIO(pages.picture(number, found.boxes))).convert("RGB")


def of_colour(image: Image.Image, colour: tuple[int, int, int]) -> Image.Image:
    """White where a pixel has about that colour, black elsewhere."""
    found = Image.new("L", image.size, 255)
    for band, want in zip(image.split(), colour, strict=True):
        found = ImageChops.darker(found, band.point([255 if abs(have - want) < 28 else 0 for have in range(256)]))
    return found


def yellow(image: Image.Image) -> int:
    """How many pixels are of the mark's colour."""
    return of_colour(image, YELLOW).histogram()[255]


@pytest.mark.promise("PICTURE-1")
def test_quote_over_two_lines_has_one_box_per_line():
    found, image = find(pdf(lines), "1,201 ships in 1999,\nwhich was more")
    assert found.complete
    assert len(found.boxes) == 2
    (l1, b1, r1, t1), (l2, b2, r2, t2) = found.boxes
    assert (b1, b2) == pytest.approx((680, 660), abs=6)
    assert t1 - b1 < 20
    assert l1 > 72 + 60
    assert l2 == pytest.approx(72, abs=2)
    assert r1 > r2
    assert t1 > b1 > t2 - 10
    assert 600 < image.width < A4[0] * 2
    assert image.height < A4[1]
    assert yellow(image) > 3_000


def test_stored_text_may_have_other_spaces_hyphens_and_ligatures_than_the_page():
    stored = (
        "The  first line\u00a0of the\tpage.\n\nThe harbour handled 1,201 ships in 1999, which was more than in 1998."
    )
    found, _ = find(pdf(lines), "in 1999, which was", stored)
    assert found.complete
    assert len(found.boxes) == 2
    assert align("office a-b", ["o", "ﬃ", "c", "e", "\ufffe", "\r", "\n", "a", "b"]) == [
        *(0, 1, 1, 1, 2, 3, None, 7, None, 8),
    ]
    assert align("oﬃce", list("office")) == [0, 1, 4, 5]
    assert align("ABCDEFGH", list("ABxxCDEFGH"))[2:] == [4, 5, 6, 7, 8, 9]
    assert align("ABCDEFGH", list("ABCD")) == [0, 1, 2, 3, None, None, None, None]
    assert align("quote", list("nothing")) == [None] * 5
    assert align("\U0001f600x", ["\U0001f600", "x"]) == [0, 1]


@pytest.mark.promise("PICTURE-1")
@pytest.mark.parametrize(
    "quote", ["informa-\ntion is here", "informa-", "tion is", "All informa-\ntion is here now.\nEnd"]
)
def test_quote_over_a_line_end_hyphen_is_marked_on_both_lines(quote):
    data = pdf(lambda canvas: lines(canvas, ["All informa-", "tion is here now.", "End."]))
    text = read_pdf(data, max_pages=1).text
    found, _ = find(data, quote, text)
    assert found.complete
    assert len(found.boxes) == quote.count("\n") + 1
    if "informa-" in quote:
        assert found.boxes[0][2] == pytest.approx(72 + pdfmetrics.stringWidth("All informa-", "Helvetica", 12), abs=1)
    older = text.replace("-\n", "\ufffe")
    found, _ = find(data, quote.replace("-\n", "\ufffe").replace("-", ""), older)
    assert found.complete


@pytest.mark.promise("PICTURE-1")
def test_second_occurrence_is_marked_where_it_is():
    twice = ["The same words.", "Other words.", "The same words."]
    text = "\n".join(twice)
    start = text.rindex("The same")
    with PdfPages(pdf(lambda canvas: lines(canvas, twice))) as pages:
        found = pages.find(1, text, start, len(text))
    assert found.boxes[0][1] == pytest.approx(660, abs=6)


@pytest.mark.promise("PICTURE-1")
@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_rotated_page_has_its_mark_on_the_words(rotation):
    upright, _ = find(pdf(lines), "handled 1,201 ships")
    data = changed(pdf(lines), lambda page: page.set_rotation(rotation))
    # PDFium reads the lines of a page on its side in another order: the stored text has that order, too.
    found, image = find(data, "handled 1,201 ships", read_pdf(data, max_pages=1).text)
    assert found.boxes[0] == pytest.approx(upright.boxes[0])
    assert yellow(image) > 1_500
    assert_ink_in_mark(image)


def test_crop_box_that_starts_elsewhere_moves_the_mark_along():
    data = changed(pdf(lines), lambda page: page.set_cropbox(50, 600, 400, 760))
    found, image = find(data, "handled 1,201 ships")
    assert found.complete
    assert image.width == 700
    assert yellow(image) > 1_500
    assert_ink_in_mark(image)


def assert_ink_in_mark(image: Image.Image) -> None:
    """Inside of the orange line there are dark letters on yellow."""
    left, top, right, bottom = of_colour(image, ORANGE).getbbox()
    inside = image.crop((left + 3, top + 3, right - 3, bottom - 3)).convert("L")
    dark = sum(inside.histogram()[:90])
    assert 0.05 < dark / (inside.width * inside.height) < 0.6


def test_font_that_is_not_embedded_and_vertical_text_are_marked():
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    text = "日本の港は千二百隻を扱った。"
    found, image = find(pdf(lambda canvas: lines(canvas, [text], "HeiseiMin-W3")), "千二百隻を扱った", text)
    assert found.complete
    assert len(found.boxes) == 1
    assert yellow(image) > 3_000

    def column(canvas: Canvas) -> None:
        canvas.setFont("HeiseiMin-W3", 14)
        for index, character in enumerate(text):
            canvas.drawString(300 - 24 * (index // 8), 600 - 16 * (index % 8), character)

    found, _ = find(pdf(column), "二百隻を扱った", text)
    assert found.complete
    assert len(found.boxes) == 2
    assert all(top - bottom > right - left for left, bottom, right, top in found.boxes)


WORDS = [(200, 600, "The harbour was built"), (200, 580, "and rebuilt by the council"), (200, 560, "after the storm.")]
COLUMNS = [
    *((90, 600 - 16 * row, f"the left column goes on in line {row} of") for row in range(5)),
    *((320, 600 - 16 * row, f"the right one says another thing {row} in") for row in range(5)),
]
ACROSS = sorted(COLUMNS, key=lambda placed: (-placed[1], placed[0]))
DOWN = [(400, 600, "日本の港は千二百隻"), (376, 600, "の船を扱った。これは"), (352, 600, "前年より多い。")]


@pytest.mark.promise("PICTURE-1")
@pytest.mark.parametrize(
    ("placed", "quoted", "options", "turn"),
    [
        (WORDS, WORDS[1:2], {}, b""),
        (WORDS, WORDS[:2], {"page": b"/Rotate 90"}, b""),
        (WORDS, WORDS[1:2], {"page": b"/Rotate 180 /CropBox [150 500 500 700]"}, b""),
        (WORDS, WORDS[1:2], {"page": b"/Rotate 270 /CropBox [150 500 500 700]"}, b""),
        (WORDS, WORDS[1:], {"box": "-100 -50 512 742", "page": b"/CropBox [100 400 500 700]"}, b""),
        (WORDS, WORDS[1:2], {}, b"0 1 -1 0 900 0 cm "),
        (WORDS, WORDS[:2], {"page": b"/Rotate 90"}, b"0 1 -1 0 900 0 cm "),
        (WORDS, WORDS[1:2], {}, b"-1 0 0 -1 612 792 cm "),
        (ACROSS, COLUMNS[1:3], {}, b""),
        (ACROSS, COLUMNS[6:8], {"page": b"/Rotate 90"}, b"0 1 -1 0 700 0 cm "),
        (DOWN, DOWN[:2], {"font": VERTICAL}, b""),
        (DOWN, DOWN[1:], {"font": VERTICAL, "page": b"/Rotate 270"}, b""),
    ],
    ids=["plain", "turned", "turned and cropped", "back and cropped", "offset", "on its side", "its side, turned",
         "upside down", "columns", "columns, turned", "vertical", "vertical, turned"],
)  # fmt: skip
def test_the_marked_place_is_where_the_ink_of_the_words_is(placed, quoted, options, turn):
    wide = "font" in options
    data, alone = (made_pdf([turn + words(those, wide=wide)], **options) for those in (placed, quoted))
    text = read_pdf(data, max_pages=1).text
    quote = "\n".join(line for _, _, line in quoted)
    start = text.index(quote)
    with PdfPages(data) as pages:
        found = pages.find(1, text, start, start + len(quote))
    assert found.complete
    assert len(found.boxes) == len(quoted)
    page = pypdfium2.PdfDocument(alone)[0]
    bitmap = page.render(scale=2)
    convert = bitmap.get_posconv(page)
    ink = bitmap.to_pil().convert("L").point([255 * (value < 128) for value in range(256)]).getbbox()
    corners = [convert.to_bitmap(*corner) for box in found.boxes for corner in (box[:2], box[2:])]
    marked = (*map(min, zip(*corners, strict=True)), *map(max, zip(*corners, strict=True)))
    assert all(edge <= inked + 3 for edge, inked in zip(marked[:2], ink[:2], strict=True)), (marked, ink)
    assert all(edge >= inked - 3 for edge, inked in zip(marked[2:], ink[2:], strict=True)), (marked, ink)
    assert all(abs(edge - inked) < 16 for edge, inked in zip(marked, ink, strict=True)), (marked, ink)


@pytest.mark.promise("PICTURE-2")
def test_page_without_the_quotes_letters_is_drawn_whole_and_without_a_mark():
    with PdfPages(pdf(lambda canvas: canvas.circle(300, 400, 100))) as pages:
        found = pages.find(1, "words that are an image", 0, 5)
        assert not found.complete
        assert found.boxes == []
        image = Image.open(io.BytesIO(pages.picture(1, []))).convert("RGB")
    assert image.height == pytest.approx(A4[1] * 2, abs=2)
    assert yellow(image) == 0


@pytest.mark.promise("PICTURE-1")
def test_quote_in_columns_written_across_is_marked_in_its_column():
    left = ["The harbour of the city took in", "more than nine hundred ships in", "the year of the great storm, and"]
    right = [
        "A new budget for the harbour was",
        "approved after a long debate, in",
        "which nobody spoke against it but",
    ]
    left, right = [*left, "the council said that not one of"], [*right, "the baker, who feared for his own"]

    def across(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 12)
        for row, texts in enumerate(zip(left, right, strict=True)):
            for x, text in zip((72, 320), texts, strict=True):
                canvas.drawString(x, 700 - 20 * row, text)

    data = pdf(across)
    text = read_pdf(data, max_pages=1).text
    found, image = find(data, "nine hundred ships in\nthe year of", text)
    assert found.complete
    assert [round(box[1], -1) for box in found.boxes] == [680, 660]
    assert all(box[2] < 320 for box in found.boxes)
    assert yellow(image) > 1_500


def test_huge_page_is_drawn_within_bounds():
    data = pdf(lambda canvas: lines(canvas, x=5_000, y=7_000), size=(14_000, 14_000))
    found, image = find(data, "handled 1,201 ships")
    assert found.complete
    assert max(image.size) <= 3_001


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7\nnothing", b"\x00" * 5_000])
def test_broken_file_is_refused(data):
    with pytest.raises(PdfDrawError):
        PdfPages(data)


def test_missing_page_is_refused():
    with PdfPages(pdf(lines)) as pages, pytest.raises(PdfDrawError, match="no page 2"):
        pages.find(2, "x", 0, 1)


def test_boxes_of_one_line_become_one_and_lines_stay_apart():
    one = [Box(0, 0, 50, 16), Box(52, 1, 30, 15), Box(0, 20, 40, 16), Box(300, 20, 40, 16), Box(5, 5, 0, 16)]
    assert merge(one) == [Box(0, 0, 82, 16), Box(0, 20, 40, 16), Box(300, 20, 40, 16)]
    columns = [Box(100, 0, 16, 200), Box(76, 0, 16, 80)]
    assert merge(columns) == columns
    assert outward(Box(0.5, 0.5, 10, 10)) == Box(0, 0, 11, 11)


def test_ink_is_seen_only_where_taking_the_words_away_changes_the_picture():
    def shot(ink: int, size: tuple[int, int] = (200, 40)) -> bytes:
        image = Image.new("RGB", size, "white")
        image.paste((ink, ink, ink), (20, 10, 180, 30))
        out = io.BytesIO()
        image.save(out, "PNG")
        return out.getvalue()

    words = [Box(20, 10, 160, 20)]
    everything = Box(0, 0, 200, 40)
    assert seen(shot(0), shot(255), everything, words, 1)
    assert not seen(shot(255), shot(255), everything, words, 1)
    assert not seen(shot(250), shot(255), everything, words, 1)
    assert not seen(shot(0), shot(255), everything, [*words, Box(20, 32, 100, 8)], 1)
    half = Image.open(io.BytesIO(shot(0)))
    half.paste("white", (60, 0, 200, 40))
    out = io.BytesIO()
    half.save(out, "PNG")
    assert not seen(out.getvalue(), shot(255), everything, words, 1)
    assert len(marked(shot(0), words, 1)) > 0
