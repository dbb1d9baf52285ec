"""Pixels of a picture: the mark around the words, and whether the words can be seen at all."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageDraw

YELLOW: Final = (255, 226, 92)
ORANGE: Final = (214, 102, 0)
PADDING: Final = 2
"""CSS pixels between the words and the line around them."""
INK: Final = 24
"""How far (of 255) a pixel must change when the words are taken away, to count as their ink."""
STRIP: Final = 64
"""CSS pixels: a line of text has some ink in each strip as wide as this."""
HEAVY: Final = 110_000
"""Bytes; a larger picture gets a palette of 256 colours."""


Pixels = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels of the picture."""


class Box(NamedTuple):
    """A rectangle, in CSS pixels from the picture's top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The first x that is outside."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The first y that is outside."""
        return self.y + self.height

    def moved(self, x: float, y: float) -> Box:
        """The same rectangle, seen from the point (x, y)."""
        return Box(self.x - x, self.y - y, self.width, self.height)

    def within(self, other: Box) -> Box:
        """The part of it that lies in `other`; the two share a point."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Box(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)


def merge(boxes: Sequence[Box]) -> list[Box]:
    """One box per line: boxes that follow each other on one line become one, empty ones go."""
    merged: list[Box] = []
    for box in boxes:
        if box.width < 1 or box.height < 1:
            continue
        last = merged[-1] if merged else None
        if last and _same_line(last, box):
            x, y = min(last.x, box.x), min(last.y, box.y)
            merged[-1] = Box(x, y, max(last.right, box.right) - x, max(last.bottom, box.bottom) - y)
        else:
            merged.append(box)
    return merged


def _same_line(one: Box, other: Box) -> bool:
    if one.height > 2.5 * one.width and other.height > 2.5 * other.width:
        return False  # columns of vertical text
    shared = min(one.bottom, other.bottom) - max(one.y, other.y)
    gap = max(one.x, other.x) - min(one.right, other.right)
    return shared >= 0.5 * min(one.height, other.height) and gap <= 0.6 * min(one.height, other.height)


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds all of them."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)


def outward(box: Box) -> Box:
    """The smallest box of whole pixels that holds it."""
    x, y = math.floor(box.x), math.floor(box.y)
    return Box(x, y, math.ceil(box.right) - x, math.ceil(box.bottom) - y)


def seen(plain: bytes, without: bytes, part: Box, boxes: Sequence[Box], scale: float) -> bool:
    """Whether the words in `boxes` leave ink in `plain` that is missing in `without`, its `part` without the words.

    Every line must have some, and three quarters of all strips of line: text that lies under a banner, or has the
    colour of its background, has none. `part` and `boxes` count from the top left of `plain`.
    """
    with Image.open(io.BytesIO(plain)) as one, Image.open(io.BytesIO(without)) as other:
        x, y = round(part.x * scale), round(part.y * scale)
        same = one.convert("RGB").crop((x, y, x + other.width, y + other.height))
        ink = ImageChops.difference(same, other.convert("RGB")).convert("L")
    ink = ink.point([255 if level >= INK else 0 for level in range(256)])
    strips = inked = 0
    for box in (box.moved(part.x, part.y) for box in boxes):
        count = max(1, round(box.width / STRIP))
        found = 0
        for index in range(count):
            left = box.x + box.width * index / count
            area = (left * scale, box.y * scale, (left + box.width / count) * scale, box.bottom * scale)
            found += _cut(ink, area).getbbox() is not None
        if not found:
            return False
        strips += count
        inked += found
    return inked >= 0.75 * strips


def paint(image: Image.Image, boxes: Sequence[Box], scale: float) -> Image.Image:
    """The picture with a translucent mark and a line around each box, on dark pages as on bright ones."""
    base = image.convert("RGB")
    fill = Image.new("L", base.size, 0)
    line = Image.new("L", base.size, 0)
    edge = max(1, round(1.25 * scale))
    for box in boxes:
        area = [
            round((box.x - PADDING) * scale),
            round((box.y - PADDING) * scale),
            round((box.right + PADDING) * scale),
            round((box.bottom + PADDING) * scale),
        ]
        ImageDraw.Draw(fill).rounded_rectangle(area, radius=round(3 * scale), fill=255)
        ImageDraw.Draw(line).rounded_rectangle(area, radius=round(3 * scale), outline=255, width=edge)
    dyed = Image.new("RGB", base.size, YELLOW)
    bright = ImageChops.multiply(base, dyed)
    dark = Image.blend(base, dyed, 0.28)
    base.paste(bright if _bright(base, boxes, scale) else dark, mask=fill)
    base.paste(Image.new("RGB", base.size, ORANGE), mask=line)
    return base


def _bright(image: Image.Image, boxes: Sequence[Box], scale: float) -> bool:
    """Whether most of what lies under the boxes is bright."""
    levels = [0] * 256
    for box in boxes:
        area = (box.x * scale, box.y * scale, box.right * scale, box.bottom * scale)
        part = _cut(image, area).convert("L")
        levels = [one + other for one, other in zip(levels, part.histogram(), strict=True)]
    return sum(levels[128:]) >= sum(levels[:128])


def png(image: Image.Image) -> bytes:
    """The picture as PNG; a heavy one with a palette, which text does not show."""
    data = _png(image)
    if len(data) > HEAVY:
        small = _png(image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.FLOYDSTEINBERG))
        data = min(data, small, key=len)
    return data


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=7)
    return out.getvalue()


def marked(
    shot: bytes, boxes: Sequence[Box], scale: float, part: Callable[[Image.Image], Pixels] | None = None
) -> bytes:
    """A screenshot as PNG with the boxes marked in it (none: just made small); `part` says what of it is kept."""
    with Image.open(io.BytesIO(shot)) as image:
        painted = paint(image, boxes, scale) if boxes else image.convert("RGB")
        return png(painted.crop(part(image)) if part else painted)


def _cut(image: Image.Image, area: tuple[float, float, float, float]) -> Image.Image:
    """The part of the image inside `area` (left, top, right, bottom in pixels), to the nearest whole pixel."""
    left, top, right, bottom = (round(edge) for edge in area)
    return image.crop((left, top, right, bottom))
