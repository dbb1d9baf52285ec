"""The longest part of a quote that does stand in a text, to show where the two part. Never used to accept anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from evidence import chars
from evidence.keys import common

_BLOCKS: Final = (64, 32, 16, 8, 4)
_PLACES: Final = 24
"""How many places of one block are tried."""
_SCANNED: Final = 30_000_000
"""Code points scanned in all; a bound on time, reached only by long quotes against megabytes."""
_LEAST_CJK: Final = 4
_LEAST_OTHER: Final = 6


@dataclass(frozen=True, slots=True)
class Run:
    """``quote[quote_at : quote_at + length] == text[at : at + length]``."""

    quote_at: int
    at: int
    length: int


def longest_run(text: str, quote: str) -> Run | None:
    """The longest common run of two coarse texts, or None when there is none worth showing.

    Blocks of the quote are looked up, the longest first: every common run of ``2 * block - 1`` holds a whole block, so
    the search ends as soon as no shorter block can find more.
    """
    best = Run(0, 0, 0)
    scanned = 0
    for block in _BLOCKS:
        if best.length >= 2 * block - 1:
            break
        if block > len(quote):
            continue
        starts = range(0, len(quote) - block + 1, block)
        stride = 1 + len(starts) * len(text) // (_SCANNED - scanned + 1)
        if scanned >= _SCANNED:
            break
        scanned += len(starts) // stride * len(text)
        best = _best_of_blocks(text, quote, block, starts[::stride], best)
    least = _LEAST_CJK if any(map(chars.is_cjk, quote[best.quote_at : best.quote_at + 4])) else _LEAST_OTHER
    return best if best.length >= min(least, max(2, len(quote) - 1)) else None


def _best_of_blocks(text: str, quote: str, block: int, starts: range, best: Run) -> Run:
    seen_diagonals: set[int] = set()
    for start in starts:
        if best.quote_at <= start and start + block <= best.quote_at + best.length:
            continue
        needle = quote[start : start + block]
        at = text.find(needle)
        for _ in range(_PLACES):
            if at < 0:
                break
            if at - start not in seen_diagonals:
                seen_diagonals.add(at - start)
                run = _extended(text, quote, start, at, block)
                best = max(best, run, key=lambda one: one.length)
            at = text.find(needle, at + 1)
    return best


def _extended(text: str, quote: str, quote_at: int, at: int, length: int) -> Run:
    back = _common_back(text, at, quote, quote_at)
    return Run(quote_at - back, at - back, back + length + common(text, at + length, quote, quote_at + length))


def _common_back(text: str, at: int, quote: str, quote_at: int) -> int:
    """How many code points agree before the two places."""
    most = min(quote_at, at)
    done, width = 0, 16
    while width and done < most:
        width = min(width, most - done)
        if quote[quote_at - done - width : quote_at - done] == text[at - done - width : at - done]:
            done, width = done + width, width * 2
        else:
            width //= 2
    return done
