"""From the headline to the last line: what of a page is its article, once what stands beside it is known."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Final

from evidence.limits import PROSE_CHARACTERS
from evidence.page_blocks import Blocks
from evidence.page_regions import Region

_MAIN_LEAST: Final = 0.3
"""The share of the page's prose that a declared main part must hold to be believed."""
_NARROWED_LEAST: Final = 0.8
"""The share of its prose that declared articles must hold for the rest of the main part to be left."""
_JUNK: Final = 0.5
"""What a character that stands beside costs a part of the page that holds it."""
_ALIKE_LEAST: Final = 0.5
"""How much of a title and a headline must be equal."""
_HEADLINE_CHARACTERS: Final = 240
_TITLE_CHARACTERS: Final = 200
_PARTS_MOST: Final = 6
_SPACED: Final = 1.5
"""How much longer a text is than its letters and digits, at most."""
_SEPARATORS: Final = re.compile(r"\s+[|｜_–—:：<>«»›・·‹\-/]+\s+|[|｜_]|\s*::\s*")
_HOLDERS: Final = frozenset({"div", "section", "article", "main", "body", "td", "center", "form", "table", "html"})
"""Elements that hold paragraphs; the others are part of one."""


def headline(blocks: Blocks, titles: Iterable[str]) -> int:
    """The block that says what the page calls itself, a heading if one does; -1 where none does."""
    said = {part for title in titles for part in map(_letters, _SEPARATORS.split(title[:_TITLE_CHARACTERS]))}
    longest_first = sorted((part for part in said if len(part) > 1), key=lambda part: (-len(part), part))
    parts = [(part, _pairs(part)) for part in longest_first[:_PARTS_MOST]]
    lengths = [len(part) for part, _ in parts]
    least, longest = min(lengths, default=0) * _ALIKE_LEAST, max(lengths, default=1)
    best, at = 0.0, -1
    for index, block in enumerate(blocks.items if parts else ()):
        level = blocks.regions[block.region].level if block.region >= 0 else 0
        most = _HEADLINE_CHARACTERS if level else min(_HEADLINE_CHARACTERS, _SPACED * longest / _ALIKE_LEAST)
        if not least <= block.end - block.start <= most or blocks.leads_home(block):
            continue
        words = _letters(blocks.text(block))
        rank = max((_alike(words, part, pairs if level else None) * len(part) / longest for part, pairs in parts))
        if rank and level:
            rank += (7 - level) / 10
        if rank and rank >= best:
            best, at = rank, index
    return at


def _alike(words: str, part: str, pairs: frozenset[str] | None) -> float:
    """How much of the longer is the shorter; of a heading (with `pairs`, those of `part`), how much the two share."""
    if pairs is not None:
        shared = len(pairs & _pairs(words))
        return shared / max(1, len(words) - 1, len(part) - 1) if 2 * shared >= min(len(words), len(part)) - 1 else 0.0
    shorter, longer = sorted((words, part), key=len)
    share = len(shorter) / len(longer)
    return share if share >= _ALIKE_LEAST and shorter in longer else 0.0


def _pairs(words: str) -> frozenset[str]:
    """The pairs of neighbouring characters."""
    return frozenset(map("".join, pairwise(words)))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).lower()))


class Spine:
    """The article of a page, of which `mask` says run by run what stands beside it; `head` is the headline's block."""

    def __init__(self, blocks: Blocks, mask: bytearray, head: int) -> None:
        self.blocks = blocks
        self.mask = mask
        self.head = head
        kept = [blocks.plain(block) if not mask[block.first] else 0 for block in blocks.items]
        self.prose = [one if blocks.reads(block) else 0 for one, block in zip(kept, blocks.items, strict=True)]
        self._sums = [0, *accumulate(self.prose)]
        every = [blocks.plain(block) + blocks.linked(block) for block in blocks.items]
        self._junk = [0, *accumulate(one - other for one, other in zip(every, kept, strict=True))]

    @property
    def reads(self) -> bool:
        """Whether there is any prose."""
        return self._sums[-1] > 0

    def spans(self) -> list[tuple[int, int]]:
        """Blocks ``[first, last)`` of the article, in order and apart; the whole page where nothing reads as prose."""
        if not self.reads:
            return [(0, len(self.blocks.items))]
        return self._trimmed(
            _merged((self.blocks.index(part.first), self.blocks.index(part.last)) for part in self._parts())
        )

    def _held(self, region: Region) -> int:
        """The prose of a region."""
        return self._sums[self.blocks.index(region.last)] - self._sums[self.blocks.index(region.first)]

    def _parts(self) -> Sequence[Region]:
        total = self._sums[-1]
        articles = [region for region in self._outermost("article") if self._held(region)]
        mains = [region for region in self._outermost("main") if self._held(region)]
        in_articles, in_mains = sum(map(self._held, articles)), sum(map(self._held, mains))
        least = max(min(PROSE_CHARACTERS, total), total * _MAIN_LEAST)
        if mains and in_mains >= least:
            inner = [article for article in articles if any(main.first <= article.first < main.last for main in mains)]
            if sum(map(self._held, inner)) >= in_mains * _NARROWED_LEAST:
                return articles
            return [self._around(mains), *articles]
        if articles and in_articles >= least:
            return articles
        return [self._densest()]

    def _outermost(self, kind: str) -> list[Region]:
        found: list[Region] = []
        for region in self.blocks.regions:
            if region.kind == kind and not (found and region.last <= found[-1].last):
                found.append(region)
        return found

    def _around(self, parts: list[Region]) -> Region:
        """The smallest element around all the parts, with the headings between them; of one part, itself."""
        if len(parts) == 1:
            return parts[0]
        first, last = parts[0].first, parts[-1].last
        around = [region for region in self.blocks.regions if region.first <= first and region.last >= last]
        return around[-1] if around else Region("", "block", "", 0, first, -1, last)

    def _densest(self) -> Region:
        """The element that holds the most prose for the least of what stands beside; the inner one of equals."""
        whole = Region("", "block", "", 0, 0, -1, self.blocks.runs)
        best, found = self._worth(whole), whole
        for region in self.blocks.regions:
            if region.tag in _HOLDERS and (worth := self._worth(region)) >= best:
                best, found = worth, region
        return found

    def _worth(self, region: Region) -> float:
        first, last = self.blocks.index(region.first), self.blocks.index(region.last)
        return self._sums[last] - self._sums[first] - _JUNK * (self._junk[last] - self._junk[first])

    def _trimmed(self, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """From the headline on, and no further than the part in which the last sentence stands."""
        prose = [index for first, last in spans for index in range(first, last) if self.prose[index]]
        if not prose:
            return spans
        head = self._head(prose[0])
        begin = spans[0][0] if head is None else head
        end = self._end(prose[-1])
        spans = [(begin, max(spans[0][1], begin)), *spans[1:]]
        return [(first, min(last, end)) for first, last in spans if first < end]

    def _head(self, prose: int) -> int | None:
        """The block of the headline over the first sentence."""
        if 0 <= self.head <= prose:
            return self.head
        for index in range(prose, -1, -1):
            block = self.blocks.items[index]
            if block.region >= 0 and self.blocks.regions[block.region].tag == "h1" and not self.mask[block.first]:
                return index
        return None

    def _end(self, index: int) -> int:
        """The block after the part of the page in which a block stands."""
        regions = self.blocks.regions
        block = self.blocks.items[index]
        at = block.region
        while at >= 0 and (
            regions[at].tag not in _HOLDERS or regions[at].last - regions[at].first <= block.last - block.first
        ):
            at = regions[at].parent
        return self.blocks.index(regions[at].last) if at >= 0 else len(self.blocks.items)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged
