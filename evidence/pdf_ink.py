"""Glyphs of a PDF page that leave no ink to see: invisible, white on white, or under a filled rectangle.

Only what is sure is told: a glyph over a picture (a scan with its recognised text) or over a coloured shape counts as
seen, and so does one under a shape that is no plain rectangle or that lets through what is below it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import pairwise
from typing import Any, Final, Literal

import pypdfium2.raw as pdfium

from evidence.pdf_layer import PageLayer, Rectangle

_WHITE: Final = 250
"""Of 255: a colour is white if no channel is darker."""
_TILED: Final = (0xBF, 0xBF, 0xBF)
"""What PDFium gives for the colour of a tiled pattern, which may have holes."""
_SCAN: Final = 0.6
"""Of the page: pictures that cover more are a scan, on which the text is never seen itself."""
_STROKE: Final = 3.0
"""Points: a line this wide may be the ground of words."""
_SLACK: Final = 0.5
"""Points by which a letter may stand out of what covers it."""
_SHAPES: Final = 200
"""Shapes of a page that are compared with its words: the largest ones."""
_OBJECTS: Final = 20_000
"""Objects of a page that are looked at."""
_DEPTH: Final = 3
"""Forms inside of forms that are looked into."""

_Matrix = tuple[float, float, float, float, float, float]
_Ink = Literal["seen", "white", "none"]
_SAME: Final[_Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class _Shape:
    """A picture or a filled shape. `at`: its place in the drawing order; `cover`: the part that it surely hides."""

    at: int
    box: Rectangle
    white: bool
    picture: bool
    cover: Rectangle | None

    @property
    def area(self) -> float:
        return (self.box[2] - self.box[0]) * (self.box[3] - self.box[1])


@dataclass(slots=True)
class _Drawn:
    """What is drawn on a page: text objects by address with their place, ink and box, and the shapes."""

    texts: dict[int, tuple[int, _Ink, Rectangle]] = field(default_factory=dict)
    shapes: list[_Shape] = field(default_factory=list)


def without_ink(page: Any, layer: PageLayer, raw: Any) -> set[int]:
    """The glyphs of an opened page and its raw text page of which nothing can be seen."""
    drawn = _drawn(page.raw)
    left, bottom, right, top = layer.visible
    pictures = sum(_shared(shape.box, layer.visible) for shape in drawn.shapes if shape.picture)
    if pictures >= _SCAN * (right - left) * (top - bottom):
        return set()
    shapes = sorted(nlargest(_SHAPES, drawn.shapes, key=lambda shape: shape.area), key=lambda shape: shape.at)
    covers = [(shape.at, shape.cover) for shape in shapes if shape.cover is not None]
    doubted = {
        address: (at, ink)
        for address, (at, ink, box) in drawn.texts.items()
        if ink != "seen" or any(later > at and _shared(box, cover) for later, cover in covers)
    }
    found = set()
    for index in layer.glyphs if doubted else ():
        told = doubted.get(_address(pdfium.FPDFText_GetTextObject(raw, index)))
        if told is not None:
            at, ink = told
            inked = _inked(raw, index)
            if _hidden(inked, at, ink, shapes) or any(later > at and _within(inked, box) for later, box in covers):
                found.add(index)
    return found


def _hidden(inked: Rectangle, at: int, ink: _Ink, shapes: list[_Shape]) -> bool:
    """Whether letters of this ink can't be seen on what lies below them."""
    if ink == "none":  # letters may be drawn as a picture or as outlines, with their text on top or below
        return not any((shape.picture or shape.cover is None) and _touch(inked, shape.box) for shape in shapes)
    if ink == "white":
        for shape in reversed(shapes):
            if shape.at < at and not shape.white and _touch(inked, shape.box):
                return False
            if shape.at < at and shape.cover is not None and _within(inked, shape.cover):
                return True
        return True
    return False


def _drawn(raw: Any) -> _Drawn:
    drawn = _Drawn()
    for at, (thing, kind, matrix) in enumerate(_objects(raw)):
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            drawn.texts[_address(thing)] = (at, _ink(thing), _box(thing, matrix))
        elif kind in {pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING}:
            picture = kind == pdfium.FPDF_PAGEOBJ_IMAGE
            drawn.shapes.append(_Shape(at, _box(thing, matrix), white=False, picture=picture, cover=None))
        elif kind == pdfium.FPDF_PAGEOBJ_PATH and (shape := _shape(at, thing, matrix)) is not None:
            drawn.shapes.append(shape)
    return drawn


def _objects(raw: Any) -> Iterator[tuple[Any, int, _Matrix]]:
    """The objects of the page in drawing order, those in its forms too, a bounded number; each with its matrix."""
    left = _OBJECTS
    waiting = [(raw, 0, max(pdfium.FPDFPage_CountObjects(raw), 0), _SAME)]
    while waiting and left:
        parent, index, count, matrix = waiting.pop()
        if index == count:
            continue
        waiting.append((parent, index + 1, count, matrix))
        left -= 1
        thing = (pdfium.FPDFFormObj_GetObject if len(waiting) > 1 else pdfium.FPDFPage_GetObject)(parent, index)
        kind = pdfium.FPDFPageObj_GetType(thing)
        if kind != pdfium.FPDF_PAGEOBJ_FORM:
            yield thing, kind, matrix
        elif len(waiting) <= _DEPTH:
            inner = _product(_matrix(thing), matrix)
            waiting.append((thing, 0, max(pdfium.FPDFFormObj_CountObjects(thing), 0), inner))


def _ink(thing: Any) -> _Ink:
    """What the letters of a text object leave to see on white."""
    mode = pdfium.FPDFTextObj_GetTextRenderMode(thing)
    colours = []
    if mode in {0, 2}:
        colours.append(_colour(thing, pdfium.FPDFPageObj_GetFillColor))
    if mode in {1, 2}:
        colours.append(_colour(thing, pdfium.FPDFPageObj_GetStrokeColor))
    if mode not in {0, 1, 2, 3} or None in colours:
        return "seen"
    opaque = [colour for colour in colours if colour is not None and colour[3] > 0]
    told: _Ink = "none" if not opaque else "white" if all(min(colour[:3]) >= _WHITE for colour in opaque) else "seen"
    return "seen" if told != "seen" and _is_drawn_font(thing) else told


def _is_drawn_font(thing: Any) -> bool:
    """Whether the letters may have colours of their own: fonts whose letters are drawings (Type 3) have no name."""
    length: int = pdfium.FPDFFont_GetBaseFontName(pdfium.FPDFTextObj_GetFont(thing), None, 0)
    return length <= 1


def _shape(at: int, thing: Any, matrix: _Matrix) -> _Shape | None:
    """A path that is filled, or drawn with a wide line."""
    mode, stroke, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
    pdfium.FPDFPath_GetDrawMode(thing, mode, stroke)
    if mode.value:
        colour = _colour(thing, pdfium.FPDFPageObj_GetFillColor)
        white = colour is not None and min(colour[:3]) >= _WHITE
        plain = colour is not None and colour[:3] != _TILED and not pdfium.FPDFPageObj_HasTransparency(thing)
        return _Shape(at, _box(thing, matrix), white, picture=False, cover=_cover(thing, matrix) if plain else None)
    if stroke.value and pdfium.FPDFPageObj_GetStrokeWidth(thing, width) and width.value >= _STROKE:
        return _Shape(at, _box(thing, matrix), white=False, picture=False, cover=None)
    return None


def _cover(thing: Any, matrix: _Matrix) -> Rectangle | None:
    """The rectangle that a filled path surely covers: no other shape, no other clip, no layer to switch off."""
    if any(_is_layer(thing, at) for at in range(max(pdfium.FPDFPageObj_CountMarks(thing), 0))):
        return None
    count = pdfium.FPDFPath_CountSegments(thing)
    path = (
        _rectangle([pdfium.FPDFPath_GetPathSegment(thing, at) for at in range(count)]) if count in {4, 5, 6} else None
    )
    if path is None:
        return None
    covered = _moved(path, _matrix(thing))
    clip = pdfium.FPDFPageObj_GetClipPath(thing)
    for number in range(max(pdfium.FPDFClipPath_CountPaths(clip), 0) if clip else 0):
        count = pdfium.FPDFClipPath_CountPathSegments(clip, number)
        if count not in {4, 5, 6}:
            return None
        around = _rectangle([pdfium.FPDFClipPath_GetPathSegment(clip, number, at) for at in range(count)])
        if around is None or covered is None:
            return None
        left, bottom = max(covered[0], around[0]), max(covered[1], around[1])
        covered = (left, bottom, min(covered[2], around[2]), min(covered[3], around[3]))
    return None if covered is None else _moved(covered, matrix)


def _is_layer(thing: Any, at: int) -> bool:
    """Whether a mark of an object puts it into a layer."""
    name, length = (ctypes.c_ushort * 3)(), ctypes.c_ulong()
    mark = pdfium.FPDFPageObj_GetMark(thing, at)
    return bool(pdfium.FPDFPageObjMark_GetName(mark, name, ctypes.sizeof(name), length)) and name[:2] == [0x4F, 0x43]


def _rectangle(segments: list[Any]) -> Rectangle | None:
    """The rectangle that straight segments run around; None if they draw something else."""
    x, y = ctypes.c_float(), ctypes.c_float()
    points = []
    for segment in segments:
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if not pdfium.FPDFPathSegment_GetPoint(segment, x, y) or kind == pdfium.FPDF_SEGMENT_BEZIERTO:
            return None
        points.append((x.value, y.value))
    turns = all((a == c) != (b == d) for (a, b), (c, d) in pairwise(points[:4]))
    if not turns or len(set(points)) != 4 or points[0] in points[1:4]:
        return None
    lefts, bottoms = zip(*points, strict=True)
    return (min(lefts), min(bottoms), max(lefts), max(bottoms)) if len(set(lefts)) == len(set(bottoms)) == 2 else None


def _colour(thing: Any, get: Any) -> tuple[int, ...] | None:
    """Red, green, blue, opacity; None for a pattern."""
    channels = [ctypes.c_uint() for _ in range(4)]
    return tuple(channel.value for channel in channels) if get(thing, *channels) else None


def _box(thing: Any, matrix: _Matrix) -> Rectangle:
    edges = [ctypes.c_float() for _ in range(4)]
    pdfium.FPDFPageObj_GetBounds(thing, *edges)
    left, bottom, right, top = (edge.value for edge in edges)
    if matrix is _SAME:
        return left, bottom, right, top
    return _around([_point(matrix, x, y) for x in (left, right) for y in (bottom, top)])


def _inked(raw: Any, index: int) -> Rectangle:
    """The box of a letter's ink."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    pdfium.FPDFText_GetCharBox(raw, index, left, right, bottom, top)
    return left.value, bottom.value, right.value, top.value


def _matrix(thing: Any) -> _Matrix:
    read = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(thing, read)
    return read.a, read.b, read.c, read.d, read.e, read.f


def _product(one: _Matrix, other: _Matrix) -> _Matrix:
    """First the one, then the other."""
    a, b, c, d, e, f = one
    x, y = _point(other, e, f)
    p, q, r, s = other[:4]
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, x, y


def _moved(box: Rectangle, matrix: _Matrix) -> Rectangle | None:
    """The box there; None if it is no upright one any more."""
    a, b, c, d = matrix[:4]
    if not (b == c == 0 or a == d == 0):
        return None
    return _around([_point(matrix, box[0], box[1]), _point(matrix, box[2], box[3])])


def _point(matrix: _Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _around(points: list[tuple[float, float]]) -> Rectangle:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _shared(one: Rectangle, other: Rectangle) -> float:
    """The area that two boxes share."""
    width, height = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0


def _touch(one: Rectangle, other: Rectangle) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _within(inner: Rectangle, outer: Rectangle) -> bool:
    return (
        inner[0] >= outer[0] - _SLACK
        and inner[1] >= outer[1] - _SLACK
        and inner[2] <= outer[2] + _SLACK
        and inner[3] <= outer[3] + _SLACK
    )


def _address(thing: Any) -> int:
    return ctypes.cast(thing, ctypes.c_void_p).value or 0
