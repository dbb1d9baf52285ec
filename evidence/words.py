"""Common English words: enough to tell a name from a word where the quote rules need to."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from evidence.word_list import WORDS

_ENDINGS: Final = re.compile(
    r"(?:ed|ing|ly|tion|sion|ment|ness|able|ible|ful|less|ous|ive|ical|ism|ity|ance|ence|ship)s?"
)
_WORDS: Final = frozenset(WORDS.split())
_INFLECTIONS: Final = (
    ("s", ""),
    ("es", ""),
    ("ed", ""),
    ("ing", ""),
    ("d", "e"),
    ("r", "e"),
    ("er", ""),
    ("ies", "y"),
    ("ly", ""),
)


def is_word(text: str) -> bool:
    """Whether `text` is a common English word or a well-known place, or an inflected form of one."""
    word = text.casefold()
    if word in _WORDS:
        return True
    return any(word.endswith(end) and word.removesuffix(end) + stem in _WORDS for end, stem in _INFLECTIONS)


@lru_cache(maxsize=4096)
def may_be_word(text: str) -> bool:
    """Whether `text` may be a word rather than a person's name; a word's ending is enough for doubt."""
    if is_word(text):
        return True
    ending = _ENDINGS.search(text.casefold())
    return ending is not None and ending.end() == len(text) and ending.start() >= 2
