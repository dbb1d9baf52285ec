"""Where a picture of a quote ends: between lines of text, and not far out in empty space. Pixels in, pixels out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops

from evidence.paint import PADDING, Box, Pixels

REACH: Final = 36
"""CSS pixels that an edge may move to come to lie between two lines."""
BLANK_MOST: Final = 28
"""CSS pixels of empty space that stay at an edge."""
NARROWEST: Final = 420
"""CSS pixels; emptiness at the sides is kept up to this width."""
CALM: Final = 2
"""CSS pixels: so many empty rows are the space between two lines."""
CHANGE: Final = 10
"""How far (of 255) a pixel must differ from its neighbour to count."""
DOWN_LEAST: Final = 0.6
"""The share of the picture's height from which on a column of changes is a border and no letter."""


def cut(image: Image.Image, words: Box, scale: float, margin: float) -> Pixels:
    """The part of `image` to show: the `words` (CSS pixels) and about `margin` CSS pixels above and below them.

    Edges that would run through a line of text move up to `REACH` outwards or inwards, where there is no gap between
    lines they stay. What is the same from an edge on inwards is cut off but for `BLANK_MOST`.
    """
    grey = image.convert("L")
    top, bottom = max(0, round((words.y - PADDING) * scale)), min(image.height, round((words.bottom + PADDING) * scale))
    left, right = max(0, round((words.x - PADDING) * scale)), min(image.width, round((words.right + PADDING) * scale))
    rows = _inked_rows(grey)
    reach, calm = round(REACH * scale), max(2, round(CALM * scale))
    first = _edge(rows, round(top - margin * scale), 0, top, reach, calm)
    last = _edge(rows, round(bottom + margin * scale), bottom, image.height, reach, calm)
    blank = round(BLANK_MOST * scale)
    first, last = _trimmed(rows, first, last, (top, bottom), blank)
    columns = [0, *_changes(grey.crop((0, first, image.width, last)), 1, 0).getprojection()[0]]
    begin, end = _trimmed(columns, 0, image.width, (left, right), blank)
    lacking = round(NARROWEST * scale) - (end - begin)
    if lacking > 0:
        end = min(image.width, end + lacking)
        begin = max(0, min(begin, end - round(NARROWEST * scale)))
    return begin, first, end, last


def _changes(grey: Image.Image, across: int, down: int) -> Image.Image:
    """White where a pixel differs from the one before it in its row (`across` 1) or column (`down` 1)."""
    size = (max(1, grey.width - across), max(1, grey.height - down))
    after = grey.crop((across, down, across + size[0], down + size[1]))
    return ImageChops.difference(grey.crop((0, 0, *size)), after).point(
        [255 if level >= CHANGE else 0 for level in range(256)]
    )


def _inked_rows(grey: Image.Image) -> Sequence[int]:
    """For each row, whether something is drawn in it; lines that run down most of the picture do not count."""
    aside = _changes(grey, 1, 0)
    share = aside.resize((aside.width, 1), Image.Resampling.BOX)
    lines = share.point([0 if level >= 255 * DOWN_LEAST else 255 for level in range(256)])
    letters = ImageChops.darker(aside, lines.resize(aside.size, Image.Resampling.NEAREST)).getprojection()[1]
    below = [0, *_changes(grey, 0, 1).getprojection()[1]]
    return [one or other for one, other in zip(letters, below, strict=False)]


def _edge(busy: Sequence[int], wanted: int, least: int, most: int, reach: int, calm: int) -> int:
    """The place nearest to `wanted` in ``[least, most]`` with `calm` empty rows around it; else `wanted` itself."""
    wanted = min(max(wanted, least), most)
    if wanted in {0, len(busy)}:
        return wanted
    for step in range(reach + 1):
        for place in (wanted - step, wanted + step):
            start = place - calm // 2
            if least <= place <= most and start >= 0 and not any(busy[start : start + calm]):
                return min(max(_inside(busy, place, calm), least), most)
    return wanted


def _inside(busy: Sequence[int], place: int, calm: int) -> int:
    """`place`, moved away from the lines beside it, to the middle of a narrow gap."""
    away = 3 * calm
    before = next((step for step in range(1, away) if place - step < 0 or busy[place - step]), away)
    after = next((step for step in range(away) if place + step >= len(busy) or busy[place + step]), away)
    return place + (after - before) // 2


def _trimmed(busy: Sequence[int], first: int, last: int, keep: tuple[int, int], blank: int) -> tuple[int, int]:
    """``[first, last)`` without what is the same from its ends on, but for `blank`; `keep` stays inside."""
    begin = next((at for at in range(first + 1, min(keep[0], last)) if busy[at]), keep[0])
    end = next((at for at in range(last - 1, max(keep[1], first), -1) if busy[at]), keep[1])
    return max(first, min(begin, keep[0]) - blank), min(last, max(end, keep[1]) + blank)
