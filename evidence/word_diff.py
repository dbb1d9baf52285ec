"""How a passage differs from the words that were quoted, for a person to read."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final

from evidence.alignment import pieces

UNITS_MOST: Final = 1_500
"""Words (or marks, or characters of a script without spaces) on one side that are compared one by one."""


def word_diff(old: str, new: str) -> str:
    """`old` turned into `new`: what is gone stands in ``[-…-]``, what is new in ``{+…+}``, the rest as it is."""
    before, after = pieces(old), pieces(new)
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
