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
_PLURALS: Final = ("s", "es", "d", "r", "er", "ed")


@lru_cache(maxsize=4096)
def is_word(text: str) -> bool:
    """Whether `text` may be an English word or a well-known place rather than a person's name; doubt says yes."""
    word = text.casefold()
    if word in _WORDS:
        return True
    if any(word.endswith(end) and word.removesuffix(end) in _WORDS for end in _PLURALS):
        return True
    ending = _ENDINGS.search(word)
    return ending is not None and ending.end() == len(word) and ending.start() >= 2
