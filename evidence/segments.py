"""Candidate ranges of a source text: a tiling without gaps, by paragraph or by sentence, and pages of it.

Segments depend on the text and the granularity alone, never on the page size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import regex

from evidence.graphemes import CLUSTER
from evidence.limits import SEGMENT_CHARACTERS, SEGMENT_PAGE_CHARACTERS
from evidence.ranges import Range
from evidence.sentences import sentence_ends

Granularity = Literal["sentence", "paragraph"]

_LINE_END: Final = "\r\n\u0085\u2028\u2029"
_BLANK: Final = " \t\u00a0\u3000"
_LINE_ENDS: Final = re.compile(f"[{_LINE_END}][{_LINE_END}{_BLANK}]*")
_JOINING: Final = regex.compile(
    r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}\p{GCB=Prepend}\p{GCB=L}\p{GCB=V}\p{GCB=T}"
    r"\p{GCB=Regional_Indicator}\r]"
)


@dataclass(frozen=True, slots=True)
class Segment:
    """The code points ``[start, end)`` of the source text; `index` counts segments, `block` paragraphs, both from 0."""

    index: int
    block: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SegmentPage:
    """Consecutive segments from `offset` of `total`; `covered` is what they tile, None when there are none."""

    segments: tuple[Segment, ...]
    offset: int
    total: int
    truncated: bool
    next_offset: int | None
    covered: Range | None


def segments(text: str, granularity: Granularity) -> list[Segment]:
    """Tile `text`: every code point is in exactly one segment, none is longer than `SEGMENT_CHARACTERS`.

    Blocks end after blank lines. Sentences end after their closing punctuation, brackets, spaces and line breaks.
    Longer pieces are filled to the brim and cut between graphemes.
    """
    tiles: list[Segment] = []
    at = 0
    for block, (start, end) in enumerate(_blocks(text)):
        pieces = sentence_ends(text, start, end) if granularity == "sentence" else [end]
        for piece_end in pieces:
            for part_end in _parts(text, at, piece_end):
                tiles.append(Segment(len(tiles), block, at, part_end))
                at = part_end
    return tiles


def page(
    segments: Sequence[Segment],
    *,
    offset: int,
    max_segments: int,
    max_characters: int = SEGMENT_PAGE_CHARACTERS,
) -> SegmentPage:
    """The segments from `offset` on: at most `max_segments`, at most `max_characters` in all, one at least.

    An offset beyond the end gives an empty page.
    """
    total = len(segments)
    first = min(max(offset, 0), total)
    last, characters = first, 0
    while last < total and last - first < max_segments:
        characters += segments[last].end - segments[last].start
        if characters > max_characters and last > first:
            break
        last += 1
    shown = tuple(segments[first:last])
    return SegmentPage(
        segments=shown,
        offset=first,
        total=total,
        truncated=first > 0 or last < total,
        next_offset=last if shown and last < total else None,
        covered=Range(shown[0].start, shown[-1].end) if shown else None,
    )


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _LINE_ENDS.finditer(text):
        ends = match.group().rstrip(_BLANK)
        if len(ends) > 1 and ends != "\r\n":
            # Blank lines may hold full-width spaces; those before the next paragraph's first word are its indentation.
            rest = match.group()[len(ends) :]
            end = match.end() - len(rest.lstrip(" \t"))
            yield start, end
            start = end
    if start < len(text):
        yield start, len(text)


def _parts(text: str, start: int, end: int) -> Iterator[int]:
    """The ends of the parts of ``[start, end)``, each as long as allowed."""
    if end - start <= SEGMENT_CHARACTERS:
        yield end
        return
    part = start
    while end - part > SEGMENT_CHARACTERS:
        part += _brim(text[part : part + SEGMENT_CHARACTERS + 1])
        yield part
    yield end


def _brim(window: str) -> int:
    """How much of a window, one code point longer than a segment, fills it without cutting a grapheme.

    A grapheme longer than a segment has to be cut.
    """
    if not _JOINING.search(window):
        return SEGMENT_CHARACTERS
    ends = [match.end() for match in CLUSTER.finditer(window)]
    return ends[-2] if len(ends) > 1 else SEGMENT_CHARACTERS
