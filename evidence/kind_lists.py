"""Whether a page is there to lead to other pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evidence import kind_phrases as phrases
from evidence.kind_blocks import Block
from evidence.page import PageText

_ENTRIES: Final = 7
_ENTRIES_NAMED: Final = 3
"""Entries of a page whose heading says that it is a list."""
_ENTRY_LINKS: Final = 4
"""A line with more links is a menu."""
_STRETCH: Final = 300
"""More prose than this between two entries is read, not passed through."""
_PROSE_PER_ENTRY: Final = 120
_SHARE_OF_TEXT: Final = 0.15
_SHARE_OF_LINES: Final = 0.25


def listed(page: PageText, onward: Sequence[Block]) -> str | None:
    """Why the page is a list, in words, by its blocks from the article's beginning `onward`; None: it is none."""
    blocks = [block for block in onward if block.links <= _ENTRY_LINKS]
    entries = sum(map(_is_entry, blocks))
    linked, prose = sum(block.linked for block in blocks), sum(block.prose for block in blocks)
    if entries < _ENTRIES_NAMED or prose > entries * _PROSE_PER_ENTRY or _longest_stretch(blocks) > _STRETCH:
        return None
    share = linked / (linked + prose)
    told = f"{entries} lines that are links make up {share:.0%} of its text"
    named = next((head for head in _headings(page) if phrases.LISTS.fullmatch(head)), None)
    if named is not None:
        return f"its heading is “{named[:80]}”, and {told}"
    if entries < _ENTRIES or share < _SHARE_OF_TEXT or entries < len(blocks) * _SHARE_OF_LINES:
        return None
    return told


def _headings(page: PageText) -> list[str]:
    demands = page.structure.demands
    return [text.strip() for text in (page.title or "", *(demands.titles or demands.headings))]


def _is_entry(block: Block) -> bool:
    return block.links > 0 and block.linked * 2 >= block.prose


def _longest_stretch(blocks: Sequence[Block]) -> int:
    """The most prose between two entries."""
    longest = stretch = 0
    for block in blocks:
        stretch = 0 if _is_entry(block) else stretch + block.prose
        longest = max(longest, stretch)
    return longest
