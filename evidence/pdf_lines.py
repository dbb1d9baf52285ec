"""Whether a page of a PDF is drawn like one that holds a table: rules across and down, or rules of one width."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pypdfium2.raw as pdfium

_THIN: Final = 3.0
"""Points: a filled shape this thin is a rule."""
_LONG: Final = 12.0
"""Points that a rule is long at least."""
_WIDE: Final = 100.0
"""Points that a rule across is long at least, where there are none downwards."""
_OBJECTS: Final = 5_000
"""Objects of a page that are looked at."""
_DRAWING: Final = 2_000
"""Shapes of a page: with more it is a drawing."""
_DEPTH: Final = 3
"""Forms inside of forms that are looked into."""

Bounds = tuple[float, float, float, float]


def is_ruled(page: Any) -> bool:
    """Whether an opened page has enough rules for two rows and two columns, or three rules of one width."""
    across: Counter[tuple[int, int]] = Counter()
    down = boxes = 0
    shapes = list(_shapes(page.raw))
    for left, bottom, right, top in shapes if len(shapes) <= _DRAWING else ():
        width, height = right - left, top - bottom
        if height <= _THIN and width >= _LONG:
            across[round(left), round(right)] += 1
        elif width <= _THIN and height >= _LONG:
            down += 1
        elif width >= _LONG and height >= _THIN:
            boxes += 1
    grid = sum(across.values()) >= 2 and down >= 2 and sum(across.values()) + down >= 5
    rules = any(count >= 3 and right - left >= _WIDE for (left, right), count in across.items())
    return grid or rules or boxes >= 4


def _shapes(raw: Any) -> Iterator[Bounds]:
    """The bounds of the shapes on the page, those in its forms too, a bounded number of them."""
    edges = [ctypes.c_float() for _ in range(4)]
    left = _OBJECTS
    waiting = [(raw, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject, 0)]
    while waiting:
        parent, count, get, depth = waiting.pop()
        for index in range(min(max(count(parent), 0), left)):
            left -= 1
            thing = get(parent, index)
            kind = pdfium.FPDFPageObj_GetType(thing)
            if kind == pdfium.FPDF_PAGEOBJ_PATH and pdfium.FPDFPageObj_GetBounds(thing, *edges):
                yield edges[0].value, edges[1].value, edges[2].value, edges[3].value
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEPTH:
                waiting.append((thing, pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject, depth + 1))
