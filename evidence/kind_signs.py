"""The signs that a page is a wall of some kind: what it says, and where it says it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from evidence import kind_phrases as phrases
from evidence.kind_blocks import Block, Blocks, looked_at, said
from evidence.limits import PROSE_CHARACTERS
from evidence.page import PageText

PROSE_MOST: Final = 1_500
"""A page with more prose than this is a wall of no kind but a paywall."""
SHORT_BLOCK: Final = 250
"""A block of at most this weight speaks to the reader; a longer one tells something."""
SPEAKS: Final = 0.2
"""The share of a short block that a phrase must take up to be what the block says."""
COVERS: Final = 0.6
"""The share of a heading that a phrase must take up to be what the heading says."""
_SHOWN: Final = 80
_TITLE_PARTS: Final = re.compile(r"\s+[|–—·»•-]\s+|\s*[|｜]\s*")
_MARKS: Final = " .!?…。！？:："

Source = Literal["name", "heading", "text", "demand"]
"""Where a sign was found: a title or heading of that name, one that says so, the running text, or what it asks for."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign, what it weighs, and the reason in words."""

    points: int
    source: Source
    reason: str


@dataclass(slots=True)
class Signs:
    """All signs of a page by kind, with the blocks of its article that were looked at.

    `prose` and `headed` are the weights of the article's prose, and of its headings.
    """

    core: Sequence[Block]
    prose: int
    headed: int = 0
    _signs: dict[str, list[Sign]] = field(default_factory=lambda: defaultdict(list))
    _spent: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def little(self) -> bool:
        """Whether there is too little prose for an article."""
        return self.prose < PROSE_CHARACTERS

    def of(self, kind: str) -> list[Sign]:
        """The signs of one kind."""
        return self._signs[kind]

    def rest(self, kind: str) -> int:
        """The weight of the prose without the blocks that are nothing but signs of that kind."""
        return max(0, self.prose - self._spent[kind])

    def add(self, kind: str, points: int, source: Source, reason: str, *, spent: int = 0) -> None:
        """Note a sign, and the prose that is nothing but the sign."""
        self._signs[kind].append(Sign(points, source, reason))
        self._spent[kind] += spent


def read_signs(page: PageText, blocks: Blocks) -> Signs:
    """What the page says. One with much prose can be a paywall only, and those speak where its text ends."""
    if page.prose > PROSE_MOST:
        signs = Signs(blocks.tail(), page.prose)
        _read_blocks(signs, "paywall", [block for block in signs.core if block.weight <= SHORT_BLOCK])
    else:
        signs = Signs(blocks.core(), page.prose)
        _read_all(signs, page)
    _read_offer(signs, blocks.after())
    return signs


def shown(phrase: str) -> str:
    """A phrase of the page as a reason repeats it."""
    return " ".join(phrase.split())[:_SHOWN]


def _read_all(signs: Signs, page: PageText) -> None:
    own = {block.text for block in signs.core}
    demands = page.structure.demands
    headings = [text for text in demands.titles or demands.headings if text in own]
    signs.headed = sum(block.prose for block in signs.core if block.text in headings)
    # A heading that explains (“How to log in”) is an article's, whatever it names.
    if not (headings and phrases.EXPLAINS.search(headings[0])):
        title = [part for part in _TITLE_PARTS.split(page.title or "") if part not in headings]
        for kind in phrases.NAMES:
            _read_headings(signs, kind, "heading", headings, weighs=True)
            _read_headings(signs, kind, "title", title, weighs=signs.little or not headings)
    blocks = looked_at([block for block in signs.core if block.text not in headings and not block.is_link])
    for kind in phrases.SAYS:
        _read_blocks(signs, kind, blocks)


def _read_headings(signs: Signs, kind: str, place: str, texts: Sequence[str], *, weighs: bool) -> None:
    """What the page is called. `weighs`: it is not a mere echo of what it is called elsewhere."""
    bare = [text for text in (said(text).strip(_MARKS) for text in texts) if text]
    for text in bare:
        if _coverage(kind, text) >= COVERS:
            return signs.add(kind, 3 if weighs else 1, "heading", f"its {place} is “{shown(text)}”")
    for text in bare:
        if phrases.NAMES[kind].fullmatch(text):
            return signs.add(kind, 2 if weighs else 1, "name", f"its {place} is “{shown(text)}”")
    found = next(filter(None, map(phrases.SAYS[kind].search, bare)), None) if place == "heading" else None
    if found is not None:
        signs.add(kind, 1, "text", f"its heading says “{shown(found[0])}”")
    return None


def _coverage(kind: str, text: str) -> float:
    """The share of the text that phrases of that kind take up."""
    return sum(len(found[0]) for found in phrases.SAYS[kind].finditer(text)) / max(1, len(text))


def _read_blocks(signs: Signs, kind: str, blocks: Sequence[Block]) -> None:
    """What it says: a short block that says nothing else counts most, and of the rest only the first."""
    told, spoken = 0, 0
    for block in blocks:
        found = phrases.SAYS[kind].search(block.said)
        if found is None or (kind == "login_wall" and phrases.TAKES_PART.search(block.said)):
            continue
        reason = f"it says “{shown(found[0])}”"
        # A row of a table explains a message; it gives none.
        if block.weight <= SHORT_BLOCK and "\t" not in block.text and _coverage(kind, block.said) >= SPEAKS:
            spoken += 1
            signs.add(kind, (2, 1, 1)[spoken - 1] if spoken <= 3 else 0, "text", reason, spent=block.prose)
        elif told == 0:
            told += 1
            signs.add(kind, 1, "text", reason)


def _read_offer(signs: Signs, after: Sequence[Block]) -> None:
    """The offer to read on, which stands right after what everyone may read."""
    for block in after:
        found = phrases.SAYS["paywall"].search(block.said)
        if found is not None and block.weight <= SHORT_BLOCK:
            signs.add("paywall", 2, "text", f"after its text it says “{shown(found[0])}”")
            return
