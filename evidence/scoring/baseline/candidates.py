"""The pieces of a page that the original scores, each with its words and its surroundings."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from evidence.observation.values import Block, Observation
from evidence.scoring.baseline.tokens import Bag, all_tokens, words

_SPLIT: Final = frozenset({"text", "list", "table", "metadata"})
_SENTENCE: Final = re.compile(r"[!?;\n]|\.(?=\s|$)|(?<![0-9A-Za-z])\.|\.(?![0-9A-Za-z])")
_CLAUSES: Final = (", but ", " but ", ", however ", " however ", ", while ", " while ", " whereas ")
_CONTEXT_KINDS: Final = frozenset({"heading", "text", "list", "table", "metadata"})
_NARRATIVE: Final = {"text": 12, "list": 12, "table": 12, "metadata": 12, "heading": 8, "link": 16}
_NEIGHBOURS: Final = {"text": 16, "list": 16, "table": 16, "metadata": 24, "link": 20}
_KIND_WORDS: Final = {
    "list": "list items",
    "link": "link",
    "button": "button",
    "form": "form field fields input",
    "input": "input field",
}


@dataclass(slots=True)
class Candidate:
    """One piece: its own text (with what the original adds to it) and the text around it."""

    block: Block
    start: int
    end: int
    text: str
    context: str
    bag: Bag = field(init=False)
    around: Bag = field(init=False)

    def __post_init__(self) -> None:
        """Make the tokens once."""
        self.bag = Bag(all_tokens(self.text))
        self.around = self.bag if self.context == self.text else Bag(all_tokens(self.context))

    @property
    def numbers(self) -> list[str]:
        """Its numbers, as digits."""
        return [word for word in words(self.text) if word.isdigit()]

    @property
    def narrative(self) -> bool:
        """Whether its block is long enough to tell something."""
        least = _NARRATIVE.get(self.block.kind)
        return least is not None and self.block.end - self.block.start >= least


def candidates(page: Observation) -> list[Candidate]:
    """All pieces of a page, in its order."""
    found: list[Candidate] = []
    blocks = [block for block in page.blocks if page.text[block.start : block.end].strip()]
    for number, block in enumerate(blocks):
        added = _added(block, page.text[block.start : block.end])
        around = _around(page, blocks, number)
        for start, end in _pieces(page.text, block):
            own = f"{page.text[start:end]} {added}".strip()
            context = f"{around[0]} {own} {around[1]}".strip() if block.kind in _CONTEXT_KINDS else own
            found.append(Candidate(block, start, end, own, context))
    return found


def weights(tokens: Sequence[str], page: Observation) -> dict[str, float]:
    """How rare each token is among the page's blocks."""
    bags = [Bag(all_tokens(page.text[block.start : block.end])) for block in page.blocks]
    total = len(bags)
    rare: dict[str, float] = {}
    for token in tokens:
        seen = sum(token in bag for bag in bags)
        rare[token] = max(0.2, math.log((total - seen + 0.5) / (seen + 0.5)) + 1)
    return rare


def heading_of(page: Observation, block: Block) -> str:
    """The text of the nearest heading before a block, else ""."""
    before = [other for other in page.blocks if other.kind == "heading" and other.start < block.start]
    return page.text[before[-1].start : before[-1].end] if before else ""


def _pieces(text: str, block: Block) -> Iterator[tuple[int, int]]:
    if block.kind not in _SPLIT:
        yield block.start, block.end
        return
    at = block.start
    ends = [found.end() + block.start for found in _SENTENCE.finditer(text[block.start : block.end])]
    for end in [*ends, block.end]:
        if text[at:end].strip(" \n.;!?"):
            yield from _clauses(text, at, end)
        at = end


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    cuts = sorted({start + text[start:end].find(mark) for mark in _CLAUSES if mark in text[start:end]})
    for cut in cuts:
        if text[start:cut].strip():
            yield start, cut
        start = cut
    yield start, end


def _added(block: Block, text: str) -> str:
    """What is counted as words of a piece though the page does not say it there: attributes, and words for its kind."""
    attributes = [block.zone, block.kind, str(block.end - block.start)]
    if block.level is not None:
        attributes.append(str(block.level))
    if block.cells:
        attributes += [
            str(1 + max(cell.row for cell in block.cells)),
            str(1 + max(cell.column for cell in block.cells)),
        ]
    header = text.split("\n", 1)[0] if block.kind in ("table", "list") else ""
    words_of_kind = [_KIND_WORDS.get(block.kind, "")]
    words_of_kind += [
        more for seen, more in (("submit", "submission"), ("execute", "execution")) if seen in text.lower()
    ]
    return " ".join(part for part in (header, *attributes, block.label, *words_of_kind) if part)


def _around(page: Observation, blocks: Sequence[Block], number: int) -> tuple[str, str]:
    """The heading with the neighbour before a block, and the neighbour after it."""
    block = blocks[number]
    told = []
    for other in (number - 1, number + 1):
        near = blocks[other] if 0 <= other < len(blocks) else None
        keep = (
            near is not None and near.zone == block.zone and near.end - near.start >= _NEIGHBOURS.get(near.kind, 10**9)
        )
        told.append(page.text[near.start : near.end] if near is not None and keep else "")
    heading = next((blocks[at] for at in range(number - 1, -1, -1) if blocks[at].kind == "heading"), None)
    title = page.text[heading.start : heading.end] if heading is not None else ""
    return f"{title} {told[0]}".strip(), told[1]
