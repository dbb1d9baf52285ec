"""What changed between two observations of a page, block by block."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

from evidence.observation.values import Block, Observation

Change = Literal["added", "removed", "changed", "moved"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One block that is not as it was; `before` and `after` are its words, None where it is not there.

    ``changed`` has the same words with other figures or signs; ``moved`` stands elsewhere among the same blocks.
    """

    change: Change
    ref: str
    before: str | None
    after: str | None
    start: int | None
    """Where it stands in the later text; None for one that was removed."""


def differences(before: Observation, after: Observation) -> list[Difference]:
    """The blocks that differ, in the order of the later page, those removed at the end."""
    old = {block.ref: block for block in before.blocks}
    new = {block.ref: block for block in after.blocks}
    kept_before = [ref for ref in old if ref in new]
    kept_after = [ref for ref in new if ref in old]
    moved = _moved(kept_before, kept_after)
    found: list[Difference] = []
    for ref, block in new.items():
        now = _said(after, block)
        if ref not in old:
            found.append(Difference("added", ref, None, now, block.start))
        elif _said(before, old[ref]) != now:
            found.append(Difference("changed", ref, _said(before, old[ref]), now, block.start))
        elif ref in moved:
            found.append(Difference("moved", ref, now, now, block.start))
    found += [
        Difference("removed", ref, _said(before, block), None, None) for ref, block in old.items() if ref not in new
    ]
    return found


def _said(page: Observation, block: Block) -> str:
    return page.text[block.start : block.end] or block.label


def _moved(before: list[str], after: list[str]) -> frozenset[str]:
    """The refs that are not in the longest run of refs that both have in one order."""
    place = {ref: number for number, ref in enumerate(before)}
    return frozenset(after) - frozenset(after[at] for at in _rising([place[ref] for ref in after]))


def _rising(values: list[int]) -> list[int]:
    """The indexes of a longest rising run of `values`, which are all different."""
    ends: list[int] = []
    tails: list[int] = []
    before: list[int] = []
    for at, value in enumerate(values):
        place = bisect_left(tails, value)
        before.append(ends[place - 1] if place else -1)
        if place == len(tails):
            tails.append(value)
            ends.append(at)
        else:
            tails[place], ends[place] = value, at
    found: list[int] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        found.append(at)
        at = before[at]
    return found[::-1]
