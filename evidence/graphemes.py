"""Grapheme boundaries: where a text may be cut without breaking what a reader sees as one character."""

from __future__ import annotations

from typing import Final

import regex

# ``\X`` alone looks back over a whole run of flags at each of them; read from a boundary on, pairs are just pairs.
CLUSTER: Final = regex.compile(r"\p{Regional_Indicator}{2}[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*+|\X")
# Whatever is neither joined to what stands before it nor joins what follows is a cluster of its own.
_JOINS_BEFORE: Final = regex.compile(r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}\p{GCB=V}\p{GCB=T}\n]")
_JOINS_AFTER: Final = regex.compile(r"[\p{GCB=Prepend}\p{GCB=L}\p{GCB=Regional_Indicator}\p{GCB=Extend}\p{GCB=ZWJ}\r]")
# Nothing before this joins anything, but for the two characters of a line end.
_FIRST_JOINING: Final = "\u0300"
_ADDED: Final = regex.compile(r"(?<!\p{GCB=Control}|[\r\n])[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]")
# An even bound on what is looked at, so that neither a run of flags nor one of marks makes a call slow.
_LONGEST: Final = 2_000


def is_boundary(text: str, index: int) -> bool:
    """Whether `text` may be cut before the code point `index`; both ends of the text are boundaries.

    Raises:
        ValueError: when `index` lies outside of the text.
    """
    _check(text, index)
    if index in (0, len(text)) or not _may_join(text, index):
        return True
    return not _ADDED.match(text, index) and floor(text, index) == index


def floor(text: str, index: int) -> int:
    """The last boundary that is not after `index`."""
    _check(text, index)
    if index in (0, len(text)) or not _may_join(text, index):
        return index
    start = _safe_start(text, index)
    *_, last = CLUSTER.finditer(text[start : index + 1])
    return start + int(last.start())


def ceil(text: str, index: int) -> int:
    """The first boundary that is not before `index`."""
    start = floor(text, index)
    if start == index:
        return index
    return cluster_end(text, start)


def cluster_end(text: str, start: int) -> int:
    """The end of the cluster that starts at the boundary `start`."""
    match = CLUSTER.match(text[start : start + _LONGEST])
    return start + (int(match.end()) if match else 0)


def _check(text: str, index: int) -> None:
    if not 0 <= index <= len(text):
        raise ValueError(f"index {index} is outside of a text of {len(text)} code points")


def _may_join(text: str, index: int) -> bool:
    if text[index] < _FIRST_JOINING and text[index - 1] < _FIRST_JOINING:
        return text[index - 1 : index + 1] == "\r\n"
    return bool(_JOINS_BEFORE.match(text, index) or _JOINS_AFTER.match(text, index - 1))


def _safe_start(text: str, index: int) -> int:
    """A boundary before `index`: the nearest place where the neighbours can't join."""
    start = index - 1
    while start > 0 and index - start < _LONGEST and _may_join(text, start):
        start -= 1
    return start
