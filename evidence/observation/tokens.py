"""About how many tokens a text costs a language model: an estimate that holds for Chinese, Japanese and Korean as well.

Byte-pair vocabularies spend about one token on four Latin letters, and about one on each Chinese character, kana or
Hangul syllable; other scripts lie between. The constants err on the side of more.
"""

from __future__ import annotations

import math
from typing import Final

import regex

_EASTERN: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\u3000-\u303f\uff00-\uffef]")
_OTHER: Final = regex.compile(r"[^\x00-\x7f]")
LATIN_LETTERS: Final = 4
OTHER_LETTERS: Final = 2


def estimate(text: str) -> int:
    """About how many tokens `text` is; 0 for none."""
    eastern = len(_EASTERN.findall(text))
    other = len(_OTHER.findall(text)) - eastern
    latin = len(text) - eastern - other
    return math.ceil(eastern + other / OTHER_LETTERS + latin / LATIN_LETTERS)
