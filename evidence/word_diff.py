"""How a passage differs from the words that were quoted, for a person to read."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final

import regex

from evidence.graphemes import ceil, floor
from evidence.quote_answers import Nearest

_UNITS: Final = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]\p{M}*|[\p{L}\p{N}\p{M}]+|\s+|\X"
)
UNITS_MOST: Final = 1_500
"""Words (or marks, or characters of a script without spaces) on one side that are compared one by one."""


def word_diff(old: str, new: str) -> str:
    """`old` turned into `new`: what is gone stands in ``[-…-]``, what is new in ``{+…+}``, the rest as it is."""
    before, after = _UNITS.findall(old), _UNITS.findall(new)
    if len(before) > UNITS_MOST or len(after) > UNITS_MOST:
        return f"[-{old}-]{{+{new}+}}"
    told = []
    for kind, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            told.append("".join(before[i:j]))
            continue
        gone, come = "".join(before[i:j]), "".join(after[k:m])
        told.append((f"[-{gone}-]" if gone else "") + (f"{{+{come}+}}" if come else ""))
    return "".join(told)


def passage_of(text: str, quote: str, nearest: Nearest, *, margin: int = 20) -> tuple[int, int]:
    """The range of `text` where `quote` would stand, told by the part of it that does match.

    It reaches as far as the quote does beyond that part, and to the end of the word there.
    """
    start = nearest.start - nearest.quote_start
    end = nearest.end + len(quote) - nearest.quote_end
    return _word_start(text, max(0, start), margin), _word_end(text, min(len(text), end), margin)


def _word_start(text: str, at: int, margin: int) -> int:
    least = max(0, at - margin)
    while at > least and text[at - 1].isalnum() and at < len(text) and text[at].isalnum():
        at -= 1
    return floor(text, at)


def _word_end(text: str, at: int, margin: int) -> int:
    most = min(len(text), at + margin)
    while 0 < at < most and text[at].isalnum() and text[at - 1].isalnum():
        at += 1
    return ceil(text, at)
