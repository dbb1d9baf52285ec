"""What stands beside the article: told by tags, roles and names, by the words over it, and by how it is built."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from evidence import article_phrases as phrases
from evidence.limits import PROSE_CHARACTERS
from evidence.page_blocks import Block, Blocks, Extent, Span
from evidence.page_regions import HEADINGS, Region, Side

_SURE_MOST: Final = 0.95
_LIKELY_MOST: Final = 0.4
"""The share of the page's prose up to which a part is believed to stand beside: if its tag or role says so, if less."""
_LINKS_LEAST: Final = 0.7
"""The share of links from which a part is a list of links."""
_ALIKE: Final = 3
"""So many parts built alike are a list."""
_CARD_LINKS: Final = 0.2
"""The share of links from which the parts of such a list lead to something each."""
_CARD_LINES: Final = 4
_CALL_PROSE: Final = 240
"""The weight up to which a part with a button only calls to press it."""
_CALL_LINES: Final = 5
_CALL_LEAST: Final = 10
_CELLS: Final = frozenset({"tr", "td", "th", "dt", "dd", "thead", "tbody", "caption"})
_COLUMNS: Final = frozenset({"div", "td", "section"})
_COMPANY_LINES: Final = 12
_REMARK_LINES: Final = 40
_BOXES: Final = frozenset({"div", "section", "td", "li", "form", "p", "center", "fieldset", "header"})


class Beside:
    """Marks the runs of a page that stand beside its article.

    `mask` has a 1 for each of them, `sure` for those in menus, banners and footers that say so by their tag or role.

    `headline`: the run of the words that are the page's title (-1: not known); what holds them is no mere side matter.
    """

    def __init__(self, blocks: Blocks, headline: int) -> None:
        self.blocks = blocks
        self.mask = bytearray(blocks.runs)
        self._headline = headline
        self._regions = blocks.regions
        self._by_names("sure")
        self.sure = bytes(self.mask)
        self._by_names("likely")
        self._by_words()
        self._by_links()
        self._by_buttons()
        self._by_likeness()
        self._by_company()

    def _drop(self, part: Extent, most: float = _LIKELY_MOST) -> bool:
        """Mark a part, unless it holds too much of the page's prose or its headline."""
        least = 0 if most == _SURE_MOST else PROSE_CHARACTERS
        if part.first <= self._headline < part.last or self.blocks.plain(part) > max(self.blocks.total * most, least):
            return False
        self._mark(part)
        return True

    def _mark(self, part: Extent) -> None:
        self.mask[part.first : part.last] = b"\1" * (part.last - part.first)

    def _by_names(self, side: Side) -> None:
        most = _SURE_MOST if side == "sure" else _LIKELY_MOST
        done = 0
        for region in self._regions:
            if region.side == side and region.last > done and self._drop(region, most):
                done = region.last

    def _by_words(self) -> None:
        for block in self.blocks.items:
            if block.end - block.start > phrases.NOISE_CHARACTERS or self.mask[block.first]:
                continue
            said = self.blocks.text(block)
            said = (said if said.isascii() else unicodedata.normalize("NFKC", said)).lower().strip()
            if phrases.leads(said):
                self._drop_section(block)
            elif phrases.is_noise(said, prose=self.blocks.reads(block)):
                self._drop(block)

    def _drop_section(self, block: Block) -> None:
        """Mark what the words of a block stand over: the part of the page that they begin, or what follows them."""
        whole: Region | None = None
        head = at = block.region
        while at >= 0 and self._regions[at].first == block.first and self._regions[at].is_plain:
            region = self._regions[at]
            if region.last > block.last:
                if self.blocks.plain(region) > max(self.blocks.total * _LIKELY_MOST, PROSE_CHARACTERS):
                    break
                whole = region
            elif whole is None:
                head = at
            at = region.parent
        if whole is not None and self._drop(whole):
            return
        self._drop(block)
        if head >= 0 and self._regions[head].first == block.first:
            self._drop_following(head)

    def _drop_following(self, head: int) -> None:
        """Mark the siblings after a heading up to the next one; after words that are none, a list only."""
        heading = self._regions[head]
        last = heading.last
        for sibling in self._later_siblings(head):
            if heading.level:
                if sibling.level and sibling.level <= heading.level:
                    break
            elif sibling.level or not self._lists(sibling):
                break
            last = sibling.last
            if not heading.level:
                break
        if last > heading.last:
            self._drop(Span(heading.last, last))

    def _lists(self, region: Region) -> bool:
        linked = self.blocks.linked(region)
        return region.tag in {"ul", "ol"} or 2 * linked >= linked + self.blocks.plain(region)

    def _later_siblings(self, at: int) -> Iterator[Region]:
        parent = self._regions[at].parent
        limit = self._regions[parent].last if parent >= 0 else self.blocks.runs
        for place in range(at + 1, len(self._regions)):
            region = self._regions[place]
            if region.first >= limit:
                return
            if region.parent == parent:
                yield region

    def _by_links(self) -> None:
        done = 0
        for region in self._regions:
            if region.first < done or region.tag in HEADINGS:
                continue
            linked = self.blocks.linked(region)
            if region.first <= self._headline < region.last or not linked:
                continue
            if linked >= _LINKS_LEAST * (linked + self.blocks.plain(region)):
                self._mark(region)
                done = region.last
        for block in self.blocks.items:
            if self.blocks.leads_home(block):
                self._mark(block)

    def _by_buttons(self) -> None:
        """Mark what can be pressed, and the small parts that only call to do so."""
        for run in self.blocks.controls():
            self.mask[run] = 1
            at = self.blocks.owners[run]
            if at >= 0 and self._only_calls(self._regions[at]):
                self._drop(self._regions[at])

    def _only_calls(self, region: Region) -> bool:
        """Whether a part with a button has little else, and more than a heading."""
        if region.tag not in _BOXES or self.blocks.plain(region) > _CALL_PROSE:
            return False
        return self.blocks.count(region) <= _CALL_LINES and any(
            self.blocks.plain(line) >= _CALL_LEAST and not self._regions[line.region].level
            for line in self.blocks.within(region)
            if line.region >= 0
        )

    def _by_likeness(self) -> None:
        groups: dict[tuple[int, int], list[int]] = defaultdict(list)
        for index, region in enumerate(self._regions):
            if not self.mask[region.first] and region.tag not in HEADINGS and region.tag not in _CELLS:
                groups[region.parent, region.look].append(index)
        for group in groups.values():
            if len(group) < _ALIKE:
                continue
            regions = [self._regions[index] for index in group]
            prose = sum(map(self.blocks.plain, regions))
            if prose <= self.blocks.total * _LIKELY_MOST and (self._are_cards(regions) or self._are_remarks(regions)):
                for region in regions:
                    self._mark(region)

    def _are_cards(self, group: list[Region]) -> bool:
        """Whether each of them has a link, and they have many, or headings that are links."""
        linked, plain = sum(map(self.blocks.linked, group)), sum(map(self.blocks.plain, group))
        if not all(map(self.blocks.linked, group)):
            return False
        return linked >= _CARD_LINKS * (linked + plain) or all(map(self._leads_on, group))

    def _leads_on(self, region: Region) -> bool:
        """Whether one of the first lines is a heading and all link."""
        first = self.blocks.index(region.first)
        return any(
            line.region >= 0
            and self._regions[line.region].level
            and self.blocks.linked(line)
            and not self.blocks.plain(line)
            for line in self.blocks.items[first : min(first + _CARD_LINES, self.blocks.index(region.last))]
        )

    def _are_remarks(self, group: list[Region]) -> bool:
        """Whether most of them carry a date or what one can do with a comment, in a line of its own."""
        return sum(map(self._is_remark, group)) * 3 >= len(group) * 2

    def _is_remark(self, region: Region) -> bool:
        return 1 < self.blocks.count(region) <= _REMARK_LINES and any(
            line.end - line.start <= phrases.DATED_CHARACTERS and phrases.DATED.search(self.blocks.text(line))
            for line in self.blocks.within(region)
        )

    def _by_company(self) -> None:
        """Mark what comes again and again beside prose, in a few short lines with numbers: who wrote it, how often."""
        groups: dict[int, list[Region]] = defaultdict(list)
        for region in self._regions:
            if region.tag in _COLUMNS and region.parent >= 0 and not self.mask[region.first]:
                groups[region.look].append(region)
        for group in groups.values():
            beside = [region for region in group if self._is_company(region)]
            if len(beside) > 1 and sum(map(self.blocks.plain, beside)) <= self.blocks.total * _LIKELY_MOST:
                for region in beside:
                    self._mark(region)

    def _is_company(self, region: Region) -> bool:
        if not 1 < self.blocks.count(region) <= _COMPANY_LINES or self.blocks.reading(region):
            return False
        if not self.blocks.reading(self._regions[region.parent]):
            return False
        return any(character.isdigit() for line in self.blocks.within(region) for character in self.blocks.text(line))
