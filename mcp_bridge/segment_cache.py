"""Segments of texts that are read page by page: a long text is cut once, not once a page."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from evidence.segments import Granularity, Segment, segments

MOST_SEGMENTS: Final = 500_000
"""Kept in all; a segment takes about 150 bytes. The text that was cut last is kept whatever it has."""

_Key = tuple[str, Granularity]
_kept: Final[OrderedDict[_Key, Sequence[Segment]]] = OrderedDict()
_lock: Final = threading.Lock()


def segments_of(text: str, sha256: str, granularity: Granularity) -> Sequence[Segment]:
    """`segments(text, granularity)`, remembered by the text's SHA-256: the texts used last, as many as fit."""
    key = (sha256, granularity)
    with _lock:
        found = _kept.get(key)
        if found is not None:
            _kept.move_to_end(key)
            return found
    made = segments(text, granularity)
    with _lock:
        _kept[key] = made
        _kept.move_to_end(key)
        while len(_kept) > 1 and sum(map(len, _kept.values())) > MOST_SEGMENTS:
            _kept.popitem(last=False)
    return made
