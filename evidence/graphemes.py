"""Grapheme boundaries: where a text may be cut without breaking what a reader sees as one character."""

from __future__ import annotations

from typing import Final

import regex

_CLUSTER: Final = regex.compile(r"\X")
_JOINING: Final = regex.compile(
    r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}\p{GCB=Prepend}\p{GCB=L}\p{GCB=V}\p{GCB=T}"
    r"\p{GCB=LV}\p{GCB=LVT}\p{GCB=Regional_Indicator}\r\n]"
)


def is_boundary(text: str, index: int) -> bool:
    """Whether `text` may be cut before the code point `index`; both ends of the text are boundaries.

    Raises:
        ValueError: when `index` lies outside of the text.
    """
    return floor(text, index) == index


def floor(text: str, index: int) -> int:
    """The last boundary that is not after `index`."""
    _check(text, index)
    if index in (0, len(text)) or not _may_join(text, index):
        return index
    start = _safe_start(text, index)
    for match in _CLUSTER.finditer(text, start):
        if match.end() > index:
            return int(match.start())
    return index


def ceil(text: str, index: int) -> int:
    """The first boundary that is not before `index`."""
    start = floor(text, index)
    if start == index:
        return index
    match = _CLUSTER.match(text, start)
    return int(match.end()) if match else index


def cluster_end(text: str, start: int) -> int:
    """The end of the cluster that starts at the boundary `start`."""
    match = _CLUSTER.match(text, start)
    return int(match.end()) if match else start


def _check(text: str, index: int) -> None:
    if not 0 <= index <= len(text):
        raise ValueError(f"index {index} is outside of a text of {len(text)} code points")


def _may_join(text: str, index: int) -> bool:
    return bool(_JOINING.match(text, index) or _JOINING.match(text, index - 1))


def _safe_start(text: str, index: int) -> int:
    """A boundary before `index`: the nearest place where neither neighbour can join the other."""
    start = index - 1
    while start > 0 and _may_join(text, start):
        start -= 1
    return start
