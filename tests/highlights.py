"""Pages of many geometries, and whether colour on a picture of one covers the words that it should and little else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from PIL import Image, ImageChops, ImageFilter

from evidence.pdf import read_pdf
from evidence.pdf_boxes import PdfPages
from evidence.pdf_highlight import Mark, highlighted
from tests.pdf_files import VERTICAL, Words, pdf, words

WHEN: Final = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LINES: Final = [
    (200, 600, "The harbour was built"),
    (200, 580, "and rebuilt by the council"),
    (200, 560, "after the storm."),
]
COLUMNS: Final = [
    *((90, 600 - 16 * row, f"the left column goes on in line {row} of") for row in range(5)),
    *((320, 600 - 16 * row, f"the right one says another thing {row} in") for row in range(5)),
]
ACROSS: Final = sorted(COLUMNS, key=lambda placed: (-placed[1], placed[0]))
DOWN: Final = [(400, 600, "日本の港は千二百隻"), (376, 600, "の船を扱った。これは"), (352, 600, "前年より多い。")]


@dataclass(frozen=True)
class Page:
    """A page and the lines of it that are quoted; `turn` comes before its text, `options` go to `pdf`."""

    placed: Sequence[Words]
    quoted: Sequence[Words]
    options: dict[str, Any] = field(default_factory=dict)
    turn: bytes = b""
    em: float = 11
    """Points that a letter is high."""

    def file(self, placed: Sequence[Words]) -> bytes:
        """The page with these lines alone."""
        return pdf([self.turn + words(placed, wide="font" in self.options)], **self.options)

    @property
    def others(self) -> list[Words]:
        return [line for line in self.placed if line not in self.quoted]

    def mark(self) -> Mark:
        """The quote's place, found as the product finds it."""
        data, quote = self.file(self.placed), "\n".join(text for _, _, text in self.quoted)
        text = read_pdf(data, max_pages=1).text
        start = text.index(quote)
        with PdfPages(data) as pages:
            found = pages.find(1, text, start, start + len(quote))
        assert found.complete
        return Mark(1, tuple(found.boxes), quote)


PAGES: Final = {
    "plain": Page(LINES, LINES[1:2]),
    "turned": Page(LINES, LINES[:2], {"page": b"/Rotate 90"}),
    "turned and cropped": Page(LINES, LINES[1:2], {"page": b"/Rotate 180 /CropBox [150 500 500 700]"}),
    "back and cropped": Page(LINES, LINES[1:2], {"page": b"/Rotate 270 /CropBox [150 500 500 700]"}),
    "offset": Page(LINES, LINES[1:], {"box": "-100 -50 512 742", "page": b"/CropBox [100 400 500 700]"}),
    "large unit": Page(LINES, LINES[1:2], {"page": b"/UserUnit 2 /Rotate 90 /CropBox [150 500 500 700]"}),
    "on its side": Page(LINES, LINES[1:2], {}, b"0 1 -1 0 900 0 cm "),
    "its side, turned": Page(LINES, LINES[:2], {"page": b"/Rotate 90"}, b"0 1 -1 0 900 0 cm "),
    "upside down": Page(LINES, LINES[1:2], {}, b"-1 0 0 -1 612 792 cm "),
    "slanted": Page(LINES, LINES[1:2], {}, b"0.866 0.5 -0.5 0.866 200 -100 cm "),
    "hardly slanted": Page(LINES, LINES[:2], {}, b"0.9994 0.0349 -0.0349 0.9994 0 0 cm "),
    "columns": Page(ACROSS, COLUMNS[1:3]),
    "columns, turned": Page(ACROSS, COLUMNS[6:8], {"page": b"/Rotate 90"}, b"0 1 -1 0 700 0 cm "),
    "vertical": Page(DOWN, DOWN[:2], {"font": VERTICAL}),
    "vertical, turned": Page(DOWN, DOWN[1:], {"font": VERTICAL, "page": b"/Rotate 270"}),
}
"""Pages by what is special of them."""


def marked(data: bytes, *marks: Mark) -> bytes:
    """The PDF with the marks."""
    return highlighted(data, marks, modified=WHEN).data


def ink(image: Image.Image) -> Image.Image:
    """White where the picture is dark."""
    return image.convert("L").point([255 * (value < 128) for value in range(256)])


def colour(image: Image.Image) -> Image.Image:
    """White where the picture lacks blue, but is not dark."""
    red, _, blue = image.convert("RGB").split()
    without = blue.point([255 * (value < 180) for value in range(256)])
    return ImageChops.darker(without, red.point([255 * (value > 200) for value in range(256)]))


def share(part: Image.Image, whole: Image.Image) -> float:
    """How much of the white of `whole` is white in `part`, too."""
    area = whole.histogram()[255]
    assert area, "nothing is drawn"
    return float(ImageChops.darker(part, whole).histogram()[255]) / area


def grown(image: Image.Image, pixels: float) -> Image.Image:
    """The white with everything as near as that to it."""
    return image.filter(ImageFilter.BoxBlur(pixels)).point([255 * (value > 0) for value in range(256)])


def assert_covers(area: Image.Image, quoted: Image.Image, others: Image.Image, em: float) -> None:
    """The coloured `area` covers the ink of the `quoted` words, no further than half a letter, and no other word.

    All are masks of one page; `em` is the height of a letter in pixels.
    """
    assert share(grown(area, 1), quoted) > 0.995
    assert share(grown(quoted, em / 2), area) > 0.95
    if others.getbbox():
        assert share(area, others) < 0.01
