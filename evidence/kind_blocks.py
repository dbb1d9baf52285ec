"""The blocks of a page's own matter, and of what stands right after it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from evidence.page import PageText
from evidence.prose import weight

HEAD_BLOCKS: Final = 60
TAIL_BLOCKS: Final = 20
"""Walls speak at the beginning and at the end: of a page of many blocks only so many are looked at."""
AFTER_CHARACTERS: Final = 800
BLOCK_CHARACTERS: Final = 2_000

_QUOTED: Final = re.compile(
    r"“[^“”]{0,200}”|„[^„“”]{0,200}[“”]|«[^«»]{0,200}»|「[^「」]{0,200}」|『[^『』]{0,200}』|\"[^\"]{1,200}\""
)
_APOSTROPHES: Final = str.maketrans("’‘ʼ\u00a0", "''' ")


@dataclass(frozen=True, slots=True)
class Block:
    """A line of the text. `said`: its words as phrases are sought in them, without what it quotes.

    `prose` and `linked` are the weights (`evidence.prose`) of what is in no link and of what is in one.
    """

    text: str
    said: str
    prose: int
    linked: int
    links: int

    @property
    def weight(self) -> int:
        """All of its text."""
        return self.prose + self.linked

    @property
    def is_link(self) -> bool:
        """Whether it is hardly more than links: what a menu offers is not what the page says."""
        return self.linked > self.prose * 4


def said(text: str) -> str:
    """What a text says itself: without what stands between quotation marks, apostrophes straight, spaces single."""
    return " ".join(_QUOTED.sub(" … ", text[:BLOCK_CHARACTERS]).translate(_APOSTROPHES).split())


def core_blocks(page: PageText) -> list[Block]:
    """The blocks of the article; of the whole text where the page has none."""
    if not page.article:
        return list(_blocks(page, 0, len(page.text)))
    return [block for part in page.article for block in _blocks(page, part.start, part.end)]


def blocks_onward(page: PageText) -> list[Block]:
    """The blocks from the article's beginning to the end of the page: of a list, an article may be only a part."""
    return list(_blocks(page, page.article[0].start if page.article else 0, len(page.text)))


def after_blocks(page: PageText) -> list[Block]:
    """The blocks right after the article, where an offer to read on stands."""
    if not page.article:
        return []
    end = page.article[-1].end
    return list(_blocks(page, end, min(len(page.text), end + AFTER_CHARACTERS)))


def looked_at(blocks: Sequence[Block]) -> Sequence[Block]:
    """The first and the last of them."""
    if len(blocks) <= HEAD_BLOCKS + TAIL_BLOCKS:
        return blocks
    return [*blocks[:HEAD_BLOCKS], *blocks[-TAIL_BLOCKS:]]


def _blocks(page: PageText, start: int, end: int) -> Iterator[Block]:
    starts = [link.start for link in page.links]
    at = start
    for line in page.text[start:end].split("\n"):
        first, at = at, at + len(line) + 1
        if not line.strip():
            continue
        inside = page.links[bisect_left(starts, first) : bisect_left(starts, at)]
        linked = sum(weight(link.text) for link in inside)
        yield Block(line.strip(), said(line), max(0, weight(line.strip()) - linked), linked, len(inside))
