"""Raised and lowered numbers of a PDF page, which its text layer gives as plain digits: 10² as 102, 120¹² as 12012.

They are told by their size and their place beside the glyph that they belong to, and are written in the characters
that Unicode has for them. So they are never read as a part of a number, and a footnote's number can be told from one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from evidence.scripted import scripted

Rectangle = tuple[float, float, float, float]

_SMALLER: Final = (0.4, 0.82)
"""The height of a raised or lowered glyph, in that of its base; a glyph beside a large initial is smaller."""
_ALIKE: Final = 0.12
"""By how much the heights and the feet of the glyphs of one number differ at most, in heights of the base."""
_RAISED: Final = 0.14
_LOWERED: Final = 0.06
"""How far the foot stands off the base's, in heights of the base."""
_FOOT: Final = 0.2
"""Of a glyph's box, what is below its foot."""
_NEAR: Final = 0.35
"""The gap between a base and what is raised beside it, in heights of the base; wider than that is a space."""
_OVER: Final = 0.4
_WRITTEN: Final = re.compile(r"[0-9+\-−–=(),*†‡]{1,12}|[a-z]")


@dataclass(frozen=True, slots=True)
class _Run:
    """Glyphs ``start`` to ``end`` of the page's glyphs, raised or lowered beside the one that they belong to."""

    start: int
    end: int
    base: int
    script: Literal["sup", "sub"]


def write_raised(characters: list[str], glyphs: Sequence[int], boxes: Sequence[Rectangle]) -> None:
    """Write raised and lowered numbers in `characters` as such, without the line ends that were made up around them.

    `glyphs`: the indexes of the characters with ink; `boxes`: their boxes, as the page is shown.
    """
    for run in _runs(boxes):
        written = "".join(characters[glyphs[at]] for at in range(run.start, run.end))
        if _WRITTEN.fullmatch(written):
            for at, character in zip(range(run.start, run.end), scripted(written, run.script), strict=True):
                characters[glyphs[at]] = character
            _close(characters, glyphs, boxes, run)


def _runs(boxes: Sequence[Rectangle]) -> Iterator[_Run]:
    heights = [top - bottom for _, bottom, _, top in boxes]
    most = _SMALLER[1]
    changes = [at for at, (one, other) in enumerate(pairwise(heights), 1) if other < most * one or one < most * other]
    done = 0
    for at in changes:
        if at < done:
            continue
        if heights[at] < heights[at - 1]:
            start, end, base = at, _end(boxes, at), at - 1
        else:  # a note begins with its number, before the words that it belongs to
            start, end, base = _start(boxes, at - 1), at, at
            if start < done or (start and _beside(boxes[start - 1], boxes[start])):
                continue
        neighbours = (boxes[base], boxes[start]) if base < start else (boxes[end - 1], boxes[base])
        if _is_smaller(heights[start], boxes[base]) and _beside(*neighbours):
            script = _script(boxes[base], boxes[start])
            if script == "sup" or (script and base < start):
                yield _Run(start, end, base, script)
                done = end


def _is_smaller(height: float, base: Rectangle) -> bool:
    whole = base[3] - base[1]
    return _SMALLER[0] * whole <= height <= _SMALLER[1] * whole


def _beside(one: Rectangle, other: Rectangle) -> bool:
    """Whether the other glyph follows the one on its line, a little higher or lower perhaps, without a space."""
    height = max(one[3] - one[1], other[3] - other[1])
    return -_OVER * height < other[0] - one[2] < _NEAR * height and other[1] < one[3] and one[1] < other[3]


def _script(base: Rectangle, glyph: Rectangle) -> Literal["sup", "sub"] | None:
    height = base[3] - base[1]
    rise = (glyph[1] + _FOOT * (glyph[3] - glyph[1]) - base[1] - _FOOT * height) / height
    return "sup" if rise >= _RAISED else "sub" if rise <= -_LOWERED else None


def _end(boxes: Sequence[Rectangle], start: int) -> int:
    """Where the glyphs end that are as high as the first, on one line with it and close together."""
    end = start + 1
    while end < len(boxes) and _alike(boxes[start], boxes[end]) and _beside(boxes[end - 1], boxes[end]):
        end += 1
    return end


def _start(boxes: Sequence[Rectangle], last: int) -> int:
    """Where such glyphs start, up to the last."""
    start = last
    while start > 0 and _alike(boxes[last], boxes[start - 1]) and _beside(boxes[start - 1], boxes[start]):
        start -= 1
    return start


def _alike(one: Rectangle, other: Rectangle) -> bool:
    height = one[3] - one[1]
    return abs(other[3] - other[1] - height) <= _ALIKE * height and abs(other[1] - one[1]) <= _ALIKE * height


def _close(characters: list[str], glyphs: Sequence[int], boxes: Sequence[Rectangle], run: _Run) -> None:
    """Take out the white space that was made up between a number and its base, and the line end after it."""
    first, last = (run.base, run.start) if run.base < run.start else (run.end - 1, run.base)
    for index in range(glyphs[first] + 1, glyphs[last]):
        characters[index] = ""
    if run.end >= len(boxes) or run.base >= run.end:
        return
    base, number, following = boxes[run.base], boxes[run.end - 1], boxes[run.end]
    height = base[3] - base[1]
    on_line = abs(following[1] - base[1]) <= _ALIKE * height and following[0] > number[2] - _OVER * height
    between = range(glyphs[run.end - 1] + 1, glyphs[run.end])
    if not on_line or not any(characters[index] == "\n" for index in between):
        return
    apart = any(characters[index] == " " for index in between) or following[0] - number[2] > _NEAR * height / 2
    for index in between:
        characters[index] = ""
    if apart and between:
        characters[between[-1]] = " "
