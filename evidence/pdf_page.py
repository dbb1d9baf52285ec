"""What of a page's text layer is its text: what can be seen of it, once, in reading order; and how readable it is."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import hypot
from typing import Any, Final

import pypdfium2.raw as pdfium
import regex

from evidence.pdf_fields import has_fields
from evidence.pdf_ink import without_ink
from evidence.pdf_layer import NO_BOX, UNKNOWN, PageLayer, Rectangle, doubtful, read_layer
from evidence.pdf_lines import is_ruled
from evidence.pdf_order import BREAK, reading_order
from evidence.pdf_pages import PageState

CONCEALED: Final = 1_000
"""Characters of concealed words that are kept, of each place."""
_TINY: Final = 1.0
"""Points: a smaller letter is for machines."""
_DOUBLED: Final = 0.1
"""Of the height of a letter: the same letter again, so near, makes it bold."""
_UNREADABLE: Final = 0.3
"""Share of unknown glyphs that makes a page unreadable."""
_CONTROLS: Final = 0.05
"""Share of control characters among the glyphs that a font only numbers: more, and its numbers are no letters."""
_SAMPLE: Final = 500
"""Glyphs of a page that PDFium is asked about."""
_LETTERS: Final = 0.6
"""Share of letters and digits in anything that is written."""
_FEW: Final = 60
"""Glyphs on a page that is a picture."""
_COVERED: Final = 0.6
"""Of a page: what the pictures of a scan cover."""
_OBJECTS: Final = 500
"""Objects of a page that are looked at for pictures."""
_GEOMETRY: Final = 200_000
"""Characters of a page up to which it is put in order."""
_NAMED_GLYPHS: Final = re.compile(r"\(cid:\d+\)")
"""How tools write a glyph without a letter; some documents hold the text of such a tool."""
_NOTHING: Final = regex.compile(rf"[{UNKNOWN}\p{{Co}}\p{{Cn}}\p{{Cs}}\p{{Cc}}]")
_COMMON: Final = re.compile(
    "[0-9A-Za-z\u00c0-\u017f\u0391-\u03c9\u0400-\u045f\u05d0-\u05ea\u0621-\u064a\u0904-\u0939\u0e01-\u0e2e"
    "\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff10-\uff9f]"
)
"""Letters and digits of the scripts that most documents are in."""


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page says.

    Attributes:
        text: without white space at its ends.
        concealed: words that nobody can see (off the page, too small, without ink), each with its place in `text`.
        fields: whether it has fields to fill in (`evidence.pdf_fields`).
        ruled: whether it is drawn like a page with a table (`evidence.pdf_lines`).
    """

    text: str
    state: PageState
    concealed: list[tuple[str, int]]
    ruled: bool
    fields: bool


def read_page(page: Any) -> PageText:
    """Read an opened page. Raises `pypdfium2.PdfiumError` when its text can't be loaded."""
    text = page.get_textpage()
    try:
        layer = read_layer(page, text)
        order, hidden = _seen(page, layer, text.raw)
        glyphs = [index for index in layer.glyphs if index not in hidden]
        every = 1 + len(glyphs) // _SAMPLE
        unknown = _unknown(layer, glyphs) + every * _made_up(layer, doubtful(text, glyphs[::every]))
        concealed = list(_concealed(layer, order, hidden)) if hidden else []
        read = "".join("\n" if at == BREAK else layer.characters[at] for at in order).strip("\n ")
        return PageText(read, _state(page, len(glyphs), unknown), concealed, is_ruled(page), has_fields(page))
    finally:
        text.close()


def placed_text(page: Any) -> list[tuple[str, Rectangle]]:
    """The text of `read_page` code point by code point, each with the box of its glyph in the page's own space.

    `NO_BOX` where there is none. White space at the ends is there, too. Raises as `read_page`.
    """
    text = page.get_textpage()
    try:
        layer = read_layer(page, text)
        placed: list[tuple[str, Rectangle]] = []
        for at in _seen(page, layer, text.raw)[0]:
            characters, box = ("\n", NO_BOX) if at == BREAK else (layer.characters[at], layer.boxes[at])
            placed += zip(characters, (box, NO_BOX), strict=False)  # a hyphen may have its break with it
        return placed
    finally:
        text.close()


def _seen(page: Any, layer: PageLayer, raw: Any) -> tuple[list[int], set[int]]:
    """The characters that are read, in their order, and the glyphs that nobody can see."""
    hidden = _unseen(layer, raw) | without_ink(page, layer, raw)
    return _order(layer, hidden | _after(layer, hidden) | _doubles(layer)), hidden


def _order(layer: PageLayer, without: set[int]) -> list[int]:
    if len(layer.characters) <= _GEOMETRY:
        return reading_order(layer, without)
    return [index for index in range(len(layer.characters)) if index not in without]


def _unseen(layer: PageLayer, raw: Any) -> set[int]:
    """The glyphs that stand outside of the visible page, or that are too small to be read."""
    left, bottom, right, top = layer.visible
    if not (left < right and bottom < top):
        return set()
    tiny = min(_TINY, 0.001 * max(right - left, top - bottom))
    found = set()
    for index in layer.glyphs:
        box = layer.boxes[index]
        outside = box[2] <= left or box[0] >= right or box[3] <= bottom or box[1] >= top
        if outside or (box[3] - box[1] < tiny and _size(raw, index) < tiny):
            found.add(index)
    return found


def _after(layer: PageLayer, hidden: set[int]) -> set[int]:
    """The white space after hidden words that have white space before them."""
    found: set[int] = set()
    apart, leaving = True, False
    for index, character in enumerate(layer.characters if hidden else ()):
        if index in hidden:
            leaving = leaving or apart
        elif character.isspace():
            apart = True
            if leaving:
                found.add(index)
        elif character:
            apart, leaving = character.endswith("\n"), False
    return found


def _size(raw: Any, index: int) -> float:
    """The size of a character's font on the page: its box alone says nothing where a font has no measures."""
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(raw, index, matrix)
    return float(pdfium.FPDFText_GetFontSize(raw, index)) * hypot(matrix.c, matrix.d)


def _doubles(layer: PageLayer) -> set[int]:
    """Glyphs that stand on the same letter to make it bold. The letters of one ligature share a box and are none."""
    found = set()
    for one, other in pairwise(layer.glyphs):
        if layer.characters[one] == layer.characters[other]:
            (l1, b1, _, t1), (l2, b2, _, _) = layer.boxes[one], layer.boxes[other]
            if 0 < hypot(l2 - l1, b2 - b1) <= _DOUBLED * (t1 - b1):
                found.add(other)
    return found


def _unknown(layer: PageLayer, glyphs: Sequence[int]) -> int:
    """How many of the glyphs stand for no letter that anyone could know."""
    shown = "".join(layer.characters[index] for index in glyphs)
    return len(_NOTHING.findall(shown)) + sum(map(len, _NAMED_GLYPHS.findall(shown)))


def _made_up(layer: PageLayer, doubted: Sequence[int]) -> int:
    """How many further ones have a letter that is but the number of the glyph in its font: all the doubted, or none."""
    letters = "".join(layer.characters[index] for index in doubted).replace(UNKNOWN, "")
    if len(doubted) - len(letters) <= _CONTROLS * len(doubted) and len(_COMMON.findall(letters)) >= _LETTERS * len(
        letters
    ):
        return 0
    return len(letters) - len(_NOTHING.findall(letters))


def _state(page: Any, glyphs: int, unknown: int) -> PageState:
    if glyphs and unknown >= _UNREADABLE * glyphs:
        return "unreadable"
    if 0 < glyphs < _FEW and _covered(page) >= _COVERED:
        return "picture"
    return "text" if glyphs else "none"


def _covered(page: Any) -> float:
    """How much of the page its pictures cover, of 1; more where they overlap."""
    left, bottom, right, top = page.get_bbox()
    covered = 0.0
    for thing in islice(page.get_objects([pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3), _OBJECTS):
        l, b, r, t = thing.get_bounds()  # noqa: E741
        covered += max(0.0, min(r, right) - max(l, left)) * max(0.0, min(t, top) - max(b, bottom))
    return covered / ((right - left) * (top - bottom) or 1.0)


def _concealed(layer: PageLayer, order: Sequence[int], hidden: set[int]) -> Iterator[tuple[str, int]]:
    """The hidden glyphs, as the words that they stand for."""
    ends: dict[int, int] = {}
    length = 0
    for at in order:
        length += 1 if at == BREAK else len(layer.characters[at]) if length or layer.characters[at].strip() else 0
        ends[at] = length
    read = sorted(ends)
    for run in _runs(layer, sorted(hidden)):
        words = "".join(layer.characters[run[0] : run[-1] + 1]).strip()
        before = bisect_left(read, run[0]) - 1
        yield words[:CONCEALED], ends[read[before]] if before >= 0 and read[before] != BREAK else 0


def _runs(layer: PageLayer, hidden: Sequence[int]) -> Iterator[list[int]]:
    """The hidden glyphs between which there is nothing else than white space."""
    run: list[int] = []
    for index in hidden:
        if run and "".join(layer.characters[run[-1] + 1 : index]).strip():
            yield run
            run = []
        run.append(index)
    if run:
        yield run
