"""The blocks of a page's own matter, and of what stands right after it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from evidence.page import PageText
from evidence.prose import weight

HEAD_BLOCKS: Final = 60
TAIL_BLOCKS: Final = 20
"""Walls speak at the beginning and at the end: of a page of many blocks only so many are looked at."""
BLOCKS_MOST: Final = 1_000
"""Of a page of more blocks the first so many tell its kind."""
TAIL_CHARACTERS: Final = 5_000
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


def looked_at(blocks: Sequence[Block]) -> Sequence[Block]:
    """The first and the last of them."""
    if len(blocks) <= HEAD_BLOCKS + TAIL_BLOCKS:
        return blocks
    return [*blocks[:HEAD_BLOCKS], *blocks[-TAIL_BLOCKS:]]


class Blocks:
    """The blocks of a page, made when they are asked for."""

    def __init__(self, page: PageText) -> None:
        self._page = page
        self._starts = [link.start for link in page.links]

    def core(self) -> list[Block]:
        """The blocks of the article, the first of very many; of the whole text where the page has none."""
        if not self._page.article:
            return list(islice(self._between(0, len(self._page.text)), BLOCKS_MOST))
        parts = (self._between(part.start, part.end) for part in self._page.article)
        return list(islice(chain.from_iterable(parts), BLOCKS_MOST))

    def tail(self) -> list[Block]:
        """The last blocks of the article."""
        if not self._page.article:
            return []
        last = self._page.article[-1]
        return list(self._between(max(last.start, last.end - TAIL_CHARACTERS), last.end))[-TAIL_BLOCKS:]

    def onward(self) -> list[Block]:
        """The blocks from the article's beginning on: of a list, an article may be only a part."""
        article = self._page.article
        start = article[0].start if article else 0
        return list(islice(self._between(start, len(self._page.text)), BLOCKS_MOST))

    def after(self) -> list[Block]:
        """The blocks right after the article, where an offer to read on stands."""
        if not self._page.article:
            return []
        end = self._page.article[-1].end
        return list(self._between(end, min(len(self._page.text), end + AFTER_CHARACTERS)))

    def _between(self, start: int, end: int) -> Iterator[Block]:
        page, at = self._page, start
        while at < end:
            stop = page.text.find("\n", at, end)
            stop = end if stop < 0 else stop
            line = page.text[at:stop].strip()
            inside = page.links[bisect_left(self._starts, at) : bisect_left(self._starts, stop)]
            at = stop + 1
            if line:
                linked = sum(weight(link.text) for link in inside)
                yield Block(line, said(line), max(0, weight(line) - linked), linked, len(inside))
