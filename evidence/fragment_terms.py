"""The words that a link to a passage may be made of: terms for the passage, context beside it, the least first."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import Final, NamedTuple

import regex

from evidence.fragment_fold import SEPARATOR
from evidence.fragment_match import FragmentPage, Span
from evidence.fragment_words import boundaries, by_dictionary

WHOLE_CHARACTERS: Final = 60
"""A longer quote is given by its first and last words where that will do."""
WHOLE_CHARACTERS_UNSPACED: Final = 30
"""The same for scripts without spaces."""
_LEVELS: Final = (3, 5, 8, 13, 21, 34)
"""Words of a term or a context, from the first try on; twice as many where a dictionary parts them."""
_CHARACTERS_MOST: Final = 400
_STOP: Final = re.compile(rf"[{SEPARATOR}\n]")
_WORD: Final = regex.compile(r"[\p{L}\p{N}]")
_UNSPACED: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
_LOOK: Final = 30


class Terms(NamedTuple):
    """How a passage may be given: by one term, or by its first and its last words, each the shortest first.

    `whole`: whether one term can go over all of it; `short`: whether that is what is tried first.
    """

    whole: bool
    short: bool
    heads: list[Span]
    tails: list[Span]


def stretches(page: FragmentPage, span: Span) -> list[Span]:
    """The parts of a passage over which one term can go."""
    seams = page.searched.seams
    inner = seams[bisect_right(seams, span.start) : bisect_left(seams, span.end)]
    stops = {(at, at) for at in inner} | {found.span() for found in _STOP.finditer(page.text, *span)}
    edges = [(span.start, span.start), *sorted(stops), (span.end, span.end)]
    parts = (_trimmed(page.text, before[1], after[0]) for before, after in pairwise(edges))
    return [part for part in parts if part.start < part.end]


def terms(page: FragmentPage, span: Span) -> Terms:
    """How the passage may be given."""
    parts = stretches(page, span)
    most = WHOLE_CHARACTERS_UNSPACED if _UNSPACED.search(page.text, *span) else WHOLE_CHARACTERS
    whole = len(parts) == 1
    heads = [Span(span.start, at) for at in reaches(page, parts[0], 1)]
    tails = [Span(at, span.end) for at in reaches(page, parts[-1], -1)]
    joints = page.searched.joints
    for ends in (heads, tails):
        ends.sort(key=lambda end: bisect_left(joints, end.end) > bisect_right(joints, end.start))
    return Terms(whole, whole and span.end - span.start <= most, heads, tails)


def before(page: FragmentPage, span: Span) -> list[Span]:
    """Prefixes for a passage, the shortest first."""
    end = span.start
    while end > 0 and (page.text[end - 1].isspace() or page.text[end - 1] == SEPARATOR):
        end -= 1
    low, _ = page.searched.block(max(end - 1, 0))
    low = max(low, _last_stop(page, low, end))
    if end == 0 or page.after_gap(end) != span.start:
        return []
    return [Span(at, end) for at in reaches(page, _trimmed(page.text, low, end), -1)]


def after(page: FragmentPage, span: Span) -> list[Span]:
    """Suffixes for a passage, the shortest first."""
    start = page.after_gap(span.end)
    if not 0 <= start < len(page.text):
        return []
    _, high = page.searched.block(start)
    seams = page.searched.seams
    seam = bisect_right(seams, start)
    if seam < len(seams):
        high = min(high, seams[seam])
    stop = _STOP.search(page.text, start, high)
    return [Span(start, at) for at in reaches(page, _trimmed(page.text, start, stop.start() if stop else high), 1)]


def _last_stop(page: FragmentPage, low: int, end: int) -> int:
    seams = page.searched.seams
    seam = bisect_left(seams, end) - 1
    return max(page.text.rfind("\n", low, end) + 1, seams[seam] if seam >= 0 else 0)


def reaches(page: FragmentPage, span: Span, direction: int) -> list[int]:
    """Where terms that begin at the start of `span` (backwards: end at its end) may end: growing, at ends of words."""
    text = page.text
    if direction > 0:
        low, high = span.start, min(span.end, span.start + _CHARACTERS_MOST)
    else:
        low, high = max(span.start, span.end - _CHARACTERS_MOST), span.end
    if low >= high:
        return []
    cuts = [low + at for at in boundaries(text[low:high])]
    words = [(start, end) for start, end in pairwise(cuts) if _WORD.search(text, start, end)]
    places = [end for _, end in words] if direction > 0 else [start for start, _ in reversed(words)]
    whole = span.end if direction > 0 else span.start
    is_cut = high < span.end or low > span.start
    places = [*places[:-1], *([] if is_cut and len(places) > 1 else [whole])]
    near = (low, low + _LOOK) if direction > 0 else (max(low, high - _LOOK), high)
    times = 2 if _UNSPACED.search(text, *near) else 1
    chosen: list[int] = []
    for level in _LEVELS:
        at = min(level * times, len(places)) - 1
        sure = next((place for place in places[at : at + _LEVELS[0] * times] if not by_dictionary(text, place)), None)
        chosen += [place for place in (sure, places[at]) if place is not None]
    return list(dict.fromkeys([*sorted(chosen, key=lambda place: direction * place), places[-1]]))


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
