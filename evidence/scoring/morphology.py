"""What the words made from one word share: ``retention`` and ``retain``, ``acquisition`` and ``acquire``.

Suffixes of English alone; a root is only compared with another root, it is no word. Prefixes that negate are read in
all four languages.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

ROOT_LEAST: Final = 4
_ENDINGS: Final[tuple[tuple[str, str], ...]] = (
    ("tention", "tain"),
    ("ception", "ceiv"),
    ("scription", "scrib"),
    ("sumption", "sum"),
    ("duction", "duc"),
    ("olution", "olv"),
    ("quisition", "quir"),
    ("pulsion", "pel"),
    ("mission", "mit"),
    ("pansion", "pand"),
    ("tension", "tend"),
    ("cession", "ceed"),
    ("cision", "cid"),
    ("vision", "vid"),
    ("ification", "ify"),
    ("isation", "iz"),
    ("ization", "iz"),
    ("ibility", ""),
    ("ability", ""),
    ("ation", ""),
    ("ators", ""),
    ("ator", ""),
    ("ition", ""),
    ("ction", "ct"),
    ("tion", "t"),
    ("sion", "s"),
    ("iness", "y"),
    ("ness", ""),
    ("ement", ""),
    ("ment", ""),
    ("ance", ""),
    ("ence", ""),
    ("able", ""),
    ("ible", ""),
    ("ity", ""),
    ("ally", ""),
    ("ily", "y"),
    ("ly", ""),
    ("al", ""),
    ("ist", ""),
    ("ing", ""),
    ("ed", ""),
    ("er", ""),
    ("or", ""),
    ("ate", ""),
    ("ise", "iz"),
    ("ize", "iz"),
    ("e", ""),
    ("s", ""),
)
_NEGATING: Final = ("un", "in", "im", "ir", "il", "dis", "non-", "non", "de", "mis")
_NEGATING_HAN: Final = ("不", "非", "未", "無", "无", "불", "비", "미", "무")


@lru_cache(maxsize=20_000)
def root(lemma: str) -> str:
    """The root of an English lemma, "" where the word has none of its own (too short, another script)."""
    if not lemma.isascii() or not lemma.isalpha():
        return ""
    word = lemma.lower()
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) + len(instead) >= ROOT_LEAST:
            word = word[: len(word) - len(ending)] + instead
            break
    if len(word) > ROOT_LEAST and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) >= ROOT_LEAST else ""


@lru_cache(maxsize=20_000)
def negates_word(one: str, other: str) -> bool:
    """Whether one of two lemmas is the other with a prefix that negates: ``encrypted``, ``unencrypted``."""
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    if len(shorter) < 2 or not longer.endswith(shorter[1:]):
        return _less(one, other)
    prefixes = _NEGATING if shorter.isascii() else _NEGATING_HAN
    return (len(shorter) >= ROOT_LEAST or not shorter.isascii()) and any(
        longer == prefix + shorter for prefix in prefixes
    )


def _less(one: str, other: str) -> bool:
    """``stateless``, ``stateful``."""
    return any(
        first.endswith("less") and second.endswith("ful") and first[:-4] == second[:-3] and len(first) > 6
        for first, second in ((one, other), (other, one))
    )
