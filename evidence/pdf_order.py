"""The order in which the characters of a page are read, where PDFium's is not the reader's.

PDFium keeps the order in which a page was written, and sorts what begins at one height from left to right. Two kinds
of pages come out wrong, and only these are put right: columns of prose that were written line by line across all of
them, and lines that run downwards (vertical Japanese, text on its side), which are read from right to left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from statistics import fmean, median
from typing import Final

from evidence.pdf_layer import PageLayer, Rectangle

BREAK: Final = -1
"""In an order: a line end that no character stands for."""
# Lengths are in heights of a line.
_GAP: Final = 0.8
"""A wider gap in a line may be the one between two columns."""
_GUTTER: Final = 0.4
"""As wide a gap must be left free by every line of a block."""
_WIDTH: Final = 8.0
"""A column of prose is no narrower."""
_COLUMNS: Final = 6
"""Columns side by side; there is no prose in more."""
_ROWS: Final = 4
"""Lines of a column, and lines that go on in the next one."""
_FULL: Final = 0.85
"""Of its column's width: a line that was broken for want of room is as long."""
_RAGGED: Final = 0.7
"""The same of a line broken after a number of letters; its column must go on inside sentences more often."""
_MOST: Final = 0.6
"""Share of the lines of a column that are as prose is; share of letters in it."""
_GOING_ON: Final = 0.3
"""Share of the lines of prose that begin inside a sentence, with a small letter where there are small letters."""
_GOING_ON_RAGGED: Final = 0.5
_DOWN: Final = 8
"""Glyphs of a line that runs downwards, on average; shorter ones are labels."""
_LEADING: Final = 3.0
"""From one line that runs downwards to the next, in widths of a line; what is farther apart is no running text."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters that stand together on a line; `box` is as the page is shown, `height` that of a glyph.

    `glued`: the line before it in PDFium's order goes on with it.
    """

    indexes: list[int]
    box: Rectangle
    height: float
    glyphs: int
    letters: int
    down: bool
    glued: bool
    begins: str

    @property
    def middle(self) -> float:
        return (self.box[0] + self.box[2]) / 2


def reading_order(layer: PageLayer, without: Container[int] = frozenset()) -> list[int]:
    """The indexes of the layer's characters as they are read, without `without`; `BREAK` for further line ends."""
    across, down = _signs(layer)
    if across < _ROWS and down < _ROWS:
        return [index for index in range(len(layer.characters)) if index not in without]
    pieces = _pieces(layer, without)
    if down >= _ROWS:
        pieces = _right_to_left(pieces)
    if across >= _ROWS:
        pieces = _column_by_column(pieces)
    return _joined(pieces, layer.characters)


def _signs(layer: PageLayer) -> tuple[int, int]:
    """How often the next glyph stands far to the right, and how often right below."""
    across = down = 0
    shown = map(layer.shown, layer.glyphs) if layer.rotation else map(layer.boxes.__getitem__, layer.glyphs)
    for (l1, b1, r1, t1), (l2, b2, r2, t2) in pairwise(shown):
        if l2 - r1 > _GAP * (t1 - b1):
            across += 1
        elif l2 < r1 and t2 < t1 and _below((l1, b1, r1, t1), (l2, b2, r2, t2)):  # most pairs are told by less
            down += 1
    return across, down


def _below(one: Rectangle, other: Rectangle) -> bool:
    """Whether the other glyph is the next one downwards: under this one, and not far."""
    shared = min(one[2], other[2]) - max(one[0], other[0])
    step = (one[1] + one[3] - other[1] - other[3]) / 2
    height = one[3] - one[1]
    return shared > 0.5 * min(one[2] - one[0], other[2] - other[0]) and 0.3 * height < step < 2 * height


def _pieces(layer: PageLayer, without: Container[int]) -> list[_Piece]:
    pieces: list[_Piece] = []
    line: list[int] = []
    for index, character in enumerate(layer.characters):
        if index in without or not character:
            continue
        if character != "\n":
            line.append(index)
        if character.endswith("\n"):
            pieces += _of_line(layer, line)
            line = []
    return pieces + _of_line(layer, line)


def _of_line(layer: PageLayer, line: list[int]) -> list[_Piece]:
    """A line, cut at its wide gaps; one that runs downwards stays whole."""
    inked = [at for at, index in enumerate(line) if not layer.characters[index].isspace()]
    if not inked:
        return []
    boxes = [layer.shown(line[at]) for at in inked]
    height = median(top - bottom for _, bottom, _, top in boxes)
    down = sum(_below(one, other) for one, other in pairwise(boxes)) > (len(boxes) - 1) / 2
    starts = [0]
    if not down:
        starts += [at for at, (one, other) in enumerate(pairwise(boxes), 1) if _apart(one, other) > _GAP * height]
    pieces = []
    for start, end in pairwise([*starts, len(inked)]):
        indexes = line[inked[start] : inked[end] if end < len(inked) else None]
        letters = sum(layer.characters[index].isalpha() for index in indexes)
        glued = start > 0 and boxes[start][0] > boxes[start - 1][0]
        begins = layer.characters[indexes[0]]
        pieces.append(_Piece(indexes, _around(boxes[start:end]), height, end - start, letters, down, glued, begins))
    return pieces


def _apart(one: Rectangle, other: Rectangle) -> float:
    """The free space between two glyphs, whichever comes first."""
    return max(other[0] - one[2], one[0] - other[2])


def _around(boxes: Sequence[Rectangle]) -> Rectangle:
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def _right_to_left(pieces: list[_Piece]) -> list[_Piece]:
    """Lines that run downwards side by side, in the order in which such lines are read."""
    mostly = 2 * sum(piece.glyphs for piece in pieces if piece.down) > sum(piece.glyphs for piece in pieces)
    ordered: list[_Piece] = []
    band: list[_Piece] = []
    for piece, following in zip_longest(pieces, pieces[1:]):
        near = band[-1] if band else following
        runs_down = piece.down or (near is not None and near.down and _starts_beside(near, piece))
        if not (runs_down and band and _beside(band[0], piece)):
            ordered += _band(band, mostly=mostly)
            band = []
        if runs_down:
            band.append(piece)
        else:
            ordered.append(piece)
    return ordered + _band(band, mostly=mostly)


def _beside(one: _Piece, other: _Piece) -> bool:
    shared = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    return shared > 0.5 * min(one.box[3] - one.box[1], other.box[3] - other.box[1])


def _starts_beside(line: _Piece, glyph: _Piece) -> bool:
    """Whether a single glyph may be a line that runs downwards, too: it stands where those begin."""
    return glyph.glyphs == 1 and abs(line.box[3] - glyph.box[3]) < glyph.height


def _band(band: list[_Piece], *, mostly: bool) -> list[_Piece]:
    """From right to left, if they stood the other way and as close as the lines of a text do."""
    if len(band) < 2 or not (mostly or fmean(piece.glyphs for piece in band) >= _DOWN):
        return band
    turned = sorted(band, key=lambda piece: -piece.middle)
    rightwards = sum(other.middle > one.middle for one, other in pairwise(band))
    steps = median(one.middle - other.middle for one, other in pairwise(turned))
    close = steps < _LEADING * median(piece.box[2] - piece.box[0] for piece in band)
    return turned if close and 2 * rightwards > len(band) - 1 else band


def _column_by_column(pieces: list[_Piece]) -> list[_Piece]:
    """Every block of lines that go on across columns of prose, with one column after the other."""
    ordered: list[_Piece] = []
    at = 0
    for seed in range(len(pieces) - 1):
        if seed >= at and _across(pieces[seed], pieces[seed + 1]):
            start, end, spans = _block(pieces, at, seed)
            block = pieces[start:end]
            columns = [[piece for piece in block if left <= piece.middle <= right] for left, right in spans]
            ordered += pieces[at:start]
            ordered += [piece for column in columns for piece in column] if _is_prose(block, columns) else block
            at = end
    return ordered + pieces[at:]


def _across(one: _Piece, other: _Piece) -> bool:
    """Whether the other piece stands to the right of this one, at about its height."""
    rise = abs(one.box[1] + one.box[3] - other.box[1] - other.box[3]) / 2
    return other.box[0] - one.box[2] > _GAP * one.height and rise < max(one.height, other.height)


def _block(pieces: Sequence[_Piece], least: int, seed: int) -> tuple[int, int, list[tuple[float, float]]]:
    """The pieces around two that stand across, as far as they go downwards and leave gaps between columns.

    The first one (not before `least`), the one after the last, and where the columns lie.
    """
    start, end = seed, seed + 2
    spans = [_span(pieces[seed]), _span(pieces[seed + 1])]
    while end < len(pieces) and _lower(pieces[end - 1], pieces[end]):
        wider = _with(spans, pieces[end], opens=_across(pieces[end - 1], pieces[end]))
        if wider is None:
            break
        spans, end = wider, end + 1
    while start > least and _lower(pieces[start - 1], pieces[start]):
        wider = _with(spans, pieces[start - 1], opens=False)
        if wider is None:
            break
        spans, start = wider, start - 1
    return start, end, spans


def _span(piece: _Piece) -> tuple[float, float]:
    return piece.box[0], piece.box[2]


def _lower(one: _Piece, other: _Piece) -> bool:
    """Whether the other piece stands at the height of this one or lower."""
    return not other.down and other.box[3] <= one.box[3] + 0.5 * one.height


def _with(spans: list[tuple[float, float]], piece: _Piece, *, opens: bool) -> list[tuple[float, float]] | None:
    """The columns with this piece in one of them; None if it bridges all, or opens one that it may not."""
    left, right = _span(piece)
    free = _GUTTER * piece.height
    touched = [span for span in spans if span[0] - free < right and left < span[1] + free]
    if not touched and not opens:
        return None
    others = [span for span in spans if span not in touched]
    joined = (min([left, *(span[0] for span in touched)]), max([right, *(span[1] for span in touched)]))
    return sorted([*others, joined]) if 0 < len(others) < _COLUMNS else None


def _is_prose(block: Sequence[_Piece], columns: Sequence[Sequence[_Piece]]) -> bool:
    """Whether the block is prose in columns that was written across them, and no table."""
    fewest = min(len(column) for column in columns)
    across = sum(_across(one, other) for one, other in pairwise(block))
    return fewest >= _ROWS and across >= max(_ROWS - 1, fewest / 2) and all(map(_is_column, columns))


def _is_column(column: Sequence[_Piece]) -> bool:
    """Whether the lines begin and are broken where the column does, and are made of words of running text."""
    left, _, right, _ = _around([piece.box for piece in column])
    height = median(piece.height for piece in column)
    begins = [round(piece.box[0] / height, 1) for piece in column]
    edge = Counter(begins).most_common(1)[0][0]
    flush = sum(abs(at - edge) <= 0.2 for at in begins)
    widths = [(piece.box[2] - piece.box[0]) / (right - left) for piece in column]
    letters = sum(piece.letters for piece in column) / sum(piece.glyphs for piece in column)
    cased = [piece.begins for piece in column if piece.begins.upper() != piece.begins.lower()]
    going_on = fmean(letter.islower() for letter in cased) if cased else None
    most = _MOST * len(column)
    full = sum(width >= _FULL for width in widths) >= most and (going_on is None or going_on >= _GOING_ON)
    ragged = sum(width >= _RAGGED for width in widths) >= most and (going_on or 0) >= _GOING_ON_RAGGED
    return right - left >= _WIDTH * height and flush >= most and letters >= _MOST and (full or ragged)


def _joined(pieces: Sequence[_Piece], characters: Sequence[str]) -> list[int]:
    order: list[int] = []
    for piece in pieces:
        if order and not (piece.glued and _next(order[-1], piece.indexes[0], characters)):
            while characters[order[-1]] == " ":
                order.pop()
            if not characters[order[-1]].endswith("\n"):
                order.append(BREAK)
        order += piece.indexes
    return order


def _next(one: int, other: int, characters: Sequence[str]) -> bool:
    return one < other and not "".join(characters[one + 1 : other])
