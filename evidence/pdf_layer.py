"""A page's text layer as PDFium gives it: its characters in PDFium's order, each with the place of its glyph.

PDFium must not be used by two threads at once.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import pypdfium2.raw as pdfium

from evidence.pdf_raised import write_raised

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right, top in points, y upwards."""

NO_BOX: Final[Rectangle] = (0.0, 0.0, 0.0, 0.0)
"""Of a character that PDFium made up."""
UNKNOWN: Final = "\ufffd"
"""Stands for a glyph of which nobody knows the letter."""
_HYPHENS: Final = frozenset({0x02, 0xFFFE})
"""What PDFium writes for a hyphen at a line end together with its break."""


@dataclass(frozen=True, slots=True)
class PageLayer:
    """The characters of a page and their boxes, index by index.

    Attributes:
        characters: one code point each; a line-end hyphen is ``-`` with its break, "" stands for nothing.
        boxes: as high as the font, in the page's own space; zeros where PDFium made the character up.
        glyphs: the indexes of the characters that have ink.
        rotation: degrees by which the page is turned clockwise when it is shown.
        visible: the part of the page that is shown, in its own space.
    """

    characters: list[str]
    boxes: list[Rectangle]
    glyphs: list[int]
    rotation: int
    visible: Rectangle

    def shown(self, index: int) -> Rectangle:
        """The box of a character as the page is shown, turned by its rotation; the origin may be anywhere."""
        left, bottom, right, top = self.boxes[index]
        if self.rotation == 90:
            return bottom, -right, top, -left
        if self.rotation == 180:
            return -right, -top, -left, -bottom
        if self.rotation == 270:
            return -top, left, -bottom, right
        return left, bottom, right, top


def read_layer(page: Any, text: Any) -> PageLayer:
    """The layer of an opened page and its text page."""
    count = text.count_chars()
    units = _units(text.raw, count)
    boxes = _boxes(text.raw, count)
    characters = [chr(unit) for unit in units]
    for index, unit in enumerate(units):
        if unit < 0x20 or unit >= 0xD800 or 0x7F <= unit < 0xA0:
            characters[index] = _odd(text.raw, units, index, boxes[index])
    glyphs = [index for index, character in enumerate(characters) if character and not character.isspace()]
    layer = PageLayer(characters, boxes, glyphs, page.get_rotation(), page.get_bbox())
    write_raised(characters, glyphs, [layer.shown(index) if layer.rotation else boxes[index] for index in glyphs])
    return layer


def doubtful(text: Any, glyphs: Sequence[int]) -> list[int]:
    """Those of the glyphs whose letter PDFium took from nothing but the font's own numbering."""
    raw, failed = text.raw, pdfium.FPDFText_HasUnicodeMapError
    return [index for index in glyphs if failed(raw, index) == 1]


def _units(raw: Any, count: int) -> Sequence[int]:
    """The UTF-16 unit of each character; 0 where its font names none."""
    buffer = (ctypes.c_ushort * (count + 1))()
    if count and pdfium.FPDFText_GetText(raw, 0, count, buffer) == count + 1:
        return buffer[:count]
    # PDFium leaves characters without a letter out of its texts: then each has to be asked for.
    return [min(pdfium.FPDFText_GetUnicode(raw, index), 0xFFFF) for index in range(count)]


def _boxes(raw: Any, count: int) -> list[Rectangle]:
    """All boxes, by one foreign call each and nothing else: pages have thousands."""
    read = (pdfium.FS_RECTF * count)()
    get = pdfium.FPDFText_GetLooseCharBox
    for index in range(count):
        get(raw, index, read[index])
    flat: list[float] = list(memoryview(read).cast("B").cast("f")) if count else []
    lefts, tops, rights, bottoms = (flat[edge::4] for edge in range(4))
    return list(zip(lefts, bottoms, rights, tops, strict=True))


def _odd(raw: Any, units: Sequence[int], index: int, box: Rectangle) -> str:
    """What is no plain letter: a line end, a hyphen with its break, half a surrogate pair, a glyph without a letter."""
    unit, following = units[index], units[index + 1] if index + 1 < len(units) else 0
    if unit in {0x09, 0x0A, 0x0D}:
        return "" if (unit, following) == (0x0D, 0x0A) else chr(unit).replace("\r", "\n")
    if unit in _HYPHENS and pdfium.FPDFText_IsHyphen(raw, index) == 1:
        return "-\n"
    if 0xD800 <= unit < 0xDC00 <= following < 0xE000:
        return chr(0x10000 + ((unit - 0xD800) << 10) + (following - 0xDC00))
    if 0xDC00 <= unit < 0xE000 and index and 0xD800 <= units[index - 1] < 0xDC00:
        return ""
    if unit >= 0xE000 and unit not in _HYPHENS:
        return chr(unit)
    return UNKNOWN if box[2] > box[0] else ""
