"""Where a quote lies on the pages of a PDF, line by line, and pictures of it. Bytes in, boxes and PNG out.

PDFium must not be used by two threads at once: callers run this in one thread, or in processes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import TracebackType
from typing import Any, Final, Self

import pypdfium2
from PIL import Image

from evidence.crop import cut
from evidence.paint import Box, around, merge, paint, png
from evidence.pdf_layer import Rectangle
from evidence.pdf_page import placed_text

SCALE: Final = 2.0
"""Pixels per point."""
LARGEST: Final = 3_000
"""Pixels of a page's longer side; a larger page is drawn at a smaller scale."""
MARGIN: Final = 110
"""Points of the page shown above and below the quote."""
LEVEL: Final = 1.4
"""Of its largest letter: a line that is higher slants."""
LARGER: Final = 2.5
"""Times the size of the letters before: a larger one is of more than their line."""
RESYNC: Final = 24
"""How many code points two texts of one page may differ by at one place."""


class PdfDrawError(Exception):
    """The PDF, or that page of it, can't be opened or drawn."""


@dataclass(frozen=True)
class PageBoxes:
    """A quote on one page (`number` counts from 1): one rectangle per line in the page's own space, in reading order.

    `complete` is false when some letters of the quote have no place on the page.
    """

    number: int
    boxes: list[Rectangle] = field(default_factory=list)
    complete: bool = True


class PdfPages:
    """An opened PDF. A context manager; its pages' texts are read once."""

    def __init__(self, data: bytes) -> None:
        try:
            self._document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise PdfDrawError(f"The PDF can't be opened: {error}") from error
        self._glyphs: dict[int, list[tuple[str, Rectangle]]] = {}
        self._places: dict[int, tuple[str, list[int | None]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._document.close()

    def find(self, number: int, page_text: str, start: int, end: int) -> PageBoxes:
        """Where code points ``[start, end)`` of `page_text`, the page's part of the stored text, are on the page.

        Found by their place in the text, never by searching: the stored text may have other white space, hyphens and
        ligatures than the page's characters, nothing else.
        """
        glyphs = self._read(number)
        places = self._aligned(number, page_text)
        wanted = [index for index in range(start, end) if _keys(page_text[index])]
        found = [glyphs[place] for index in wanted if (place := places[index]) is not None]
        boxes = _lines([box for _, box in found if box[2] > box[0] and box[3] > box[1]])
        return PageBoxes(number, boxes, complete=bool(boxes) and len(found) == len(wanted))

    def picture(self, number: int, boxes: Sequence[Rectangle]) -> bytes:
        """The page as PNG, clipped to the lines around the marked boxes; the whole page where there is none."""
        page = self._page(number)
        try:
            scale = min(SCALE, LARGEST / max(page.get_size()))
            bitmap = page.render(scale=scale, rev_byteorder=True)
            convert = bitmap.get_posconv(page)
            image: Image.Image = bitmap.to_pil().convert("RGB")
            marks = merge([_on_bitmap(convert, box) for box in boxes])
            bitmap.close()
        except pypdfium2.PdfiumError as error:
            raise PdfDrawError(f"Page {number} can't be drawn: {error}") from error
        finally:
            page.close()
        if not marks:
            return png(image)
        places = [Box(*(edge / scale for edge in mark)) for mark in marks]
        part = cut(image, around(places), scale, MARGIN)
        return png(paint(image, places, scale).crop(part))

    def _page(self, number: int) -> Any:
        if not 1 <= number <= len(self._document):
            raise PdfDrawError(f"The PDF has no page {number}.")
        try:
            return self._document[number - 1]
        except pypdfium2.PdfiumError as error:
            raise PdfDrawError(f"Page {number} can't be opened: {error}") from error

    def _aligned(self, number: int, page_text: str) -> list[int | None]:
        known = self._places.get(number)
        if known is None or known[0] != page_text:
            known = page_text, align(page_text, [character for character, _ in self._read(number)])
            self._places[number] = known
        return known[1]

    def _read(self, number: int) -> list[tuple[str, Rectangle]]:
        """The characters of a page with their boxes, in the order in which they are read."""
        if number not in self._glyphs:
            page = self._page(number)
            try:
                self._glyphs[number] = placed_text(page)
            except pypdfium2.PdfiumError as error:
                raise PdfDrawError(f"The text of page {number} can't be read: {error}") from error
            finally:
                page.close()
        return self._glyphs[number]


def _keys(character: str) -> str:
    """What of a character two texts of one page must share: nothing of white space, controls, marks of line ends."""
    if character in "\ufffe\u00ad" or unicodedata.category(character) in {"Cc", "Cf", "Zs", "Zl", "Zp", "Mn"}:
        return ""
    return "".join(unicodedata.normalize("NFKC", character).split())


def align(text: str, characters: Sequence[str]) -> list[int | None]:
    """For each code point of `text`, the index in `characters` that it stands for, or None.

    Both are the same text in the same order but for white space, composed characters and small differences.
    """
    one = [(key, index) for index, character in enumerate(text) for key in _keys(character)]
    other = [(key, index) for index, character in enumerate(characters) for key in _keys(character)]
    places: list[int | None] = [None] * len(text)
    a = b = 0
    while a < len(one) and b < len(other):
        if one[a][0] == other[b][0]:
            if places[one[a][1]] is None:
                places[one[a][1]] = other[b][1]
            a, b = a + 1, b + 1
            continue
        step = _resync(one[a : a + RESYNC + 4], other[b : b + RESYNC + 4])
        if step is None:
            break
        a, b = a + step[0], b + step[1]
    return places


def _resync(one: Sequence[tuple[str, int]], other: Sequence[tuple[str, int]]) -> tuple[int, int] | None:
    """The smallest steps after which both go on with the same four keys (or the same rest)."""
    for total in range(1, 2 * RESYNC):
        for left in range(max(0, total - RESYNC), min(total, RESYNC) + 1):
            ahead = [key for key, _ in one[left : left + 4]]
            if ahead and ahead == [key for key, _ in other[total - left : total - left + 4]]:
                return left, total - left
    return None


def _lines(boxes: Sequence[Rectangle]) -> list[Rectangle]:
    """Boxes of characters in reading order, joined line by line (column by column in vertical text).

    A line that slants is joined piece by piece, and a letter of several lines' height stands alone: one box around
    either would cover other words.
    """
    across = 0 if _vertical(boxes) else 1
    lines: list[Rectangle] = []
    largest = 0.0
    for box in boxes:
        last, size = lines[-1] if lines else None, box[across + 2] - box[across]
        if last and _follows(last, box, across):
            joined = (min(last[0], box[0]), min(last[1], box[1]), max(last[2], box[2]), max(last[3], box[3]))
            level = joined[across + 2] - joined[across] <= LEVEL * max(largest, size)
            if level and max(largest, size) <= LARGER * min(largest, size):
                lines[-1], largest = joined, max(largest, size)
                continue
        lines.append(box)
        largest = size
    return lines


def _vertical(boxes: Sequence[Rectangle]) -> bool:
    down = 0
    for (l1, b1, r1, t1), (l2, b2, r2, t2) in pairwise(boxes):
        x, y = abs(l1 + r1 - l2 - r2), abs(b1 + t1 - b2 - t2)
        down += 1 if y > x else -1
    return down > 0


def _follows(last: Rectangle, box: Rectangle, across: int) -> bool:
    """Whether a character lies on the line so far: beside it, and not in another column."""
    along = 1 - across
    shared = min(last[across + 2], box[across + 2]) - max(last[across], box[across])
    size = min(last[across + 2] - last[across], box[across + 2] - box[across])
    gap = max(last[along], box[along]) - min(last[along + 2], box[along + 2])
    return shared >= 0.5 * size and gap <= 2.5 * size


def _on_bitmap(convert: Any, box: Rectangle) -> Box:
    x0, y0 = convert.to_bitmap(box[0], box[1])
    x1, y1 = convert.to_bitmap(box[2], box[3])
    return Box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
