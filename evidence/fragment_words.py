"""Where words begin and end for a browser: ICU's word boundaries, with the two rules that Chromium changes.

Chromium lets no colon stand inside of a word, and a full stop only between digits. Its dictionaries for Chinese,
Japanese, Thai, Khmer and Burmese are ICU's.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final

import regex
from icu4py.breakers import WordBreaker

_PARTING: Final = regex.compile(r"[:\ufe55\uff1a]|[.\uff0e](?!\p{Nd})|(?<!\p{Nd})[.\uff0e]")
_QUOTES: Final = str.maketrans("\u05f3\u2018\u2019\u05f4\u201c\u201d\u00ad", "'''\"\"\"\0")
_SPACES: Final = frozenset(" \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000")
"""White space of which a run is not parted."""
_APART: Final = "\\t\\n\\r\u00a0()\\[\\]{}<>!?|/\\\\\u3001\u3002\u300c-\u300f\uff01\uff08\uff09\uff0c\uff1f\uffff"
_BEFORE: Final = regex.compile(rf"(?r)[{_APART}{''.join(_SPACES)}]")
_NEXT: Final = regex.compile(rf"[{_APART}{''.join(_SPACES)}]")
"""A character that is in no word, with no word going on over it."""
_REACH: Final = 1_000
"""No word, and no run of characters that a dictionary parts, is looked at further than this."""
_WINDOWS_MOST: Final = 2_000
_DICTIONARY: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\u30fc]")


def boundaries(text: str) -> list[int]:
    """Every place where a word of `text` begins or ends, its ends among them; what parts words counts as one."""
    found = [0]
    for piece in WordBreaker(_PARTING.sub("|", text.translate(_QUOTES)), "en"):
        found.append(found[-1] + len(piece))
    return found


def by_dictionary(text: str, at: int) -> bool:
    """Whether only a dictionary can tell that a word ends at `at`: browsers differ there."""
    return 0 < at < len(text) and bool(_DICTIONARY.match(text, at - 1) and _DICTIONARY.match(text, at))


class Words:
    """The words of a text of any length: what is asked of ICU is the run of characters around a place."""

    __slots__ = ("_runs", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._runs: dict[tuple[int, int], list[int]] = {}

    def parts(self, at: int, begin: int, end: int) -> bool:
        """Whether a word begins or ends at `at` when only ``text[begin:end]`` is looked at."""
        if at in (begin, end):
            return True
        left, right = _NEXT.match(self._text, at - 1), _NEXT.match(self._text, at)
        if left or right:
            return not (left and right and left[0] in _SPACES and right[0] in _SPACES)
        run = self._run(at, begin, end)
        place = bisect_left(run, at)
        return place < len(run) and run[place] == at

    def after(self, at: int, begin: int, end: int) -> int:
        """The first boundary after `at` in ``text[begin:end]``, which holds it."""
        if _NEXT.match(self._text, at):
            return at + 1
        run = self._run(at, begin, end)
        return run[bisect_right(run, at)]

    def _run(self, at: int, begin: int, end: int) -> list[int]:
        """The boundaries in the run of characters that holds the one at `at`."""
        low, high = max(begin, at - _REACH), min(end, at + _REACH)
        before, after = _BEFORE.search(self._text, low, at), _NEXT.search(self._text, at, high)
        low, high = before.end() if before else low, after.start() if after else high
        found = self._runs.get((low, high))
        if found is None:
            if len(self._runs) >= _WINDOWS_MOST:
                self._runs.clear()
            found = self._runs[low, high] = [low + place for place in boundaries(self._text[low:high])]
        return found
