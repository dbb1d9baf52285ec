"""Japanese and English words for each other: JMdict, and JMnedict for names, as `jamdict-data` brings them."""

from __future__ import annotations

import sqlite3
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from evidence.scoring.glosses import words_of

_FORMS_MOST: Final = 60
"""Japanese words for one English word; more are of too many meanings to tell anything."""
_MEANINGS: Final = """
    SELECT g.text FROM {0} k JOIN Sense s ON s.idseq = k.idseq JOIN SenseGloss g ON g.sid = s.ID
    WHERE k.text = ? AND g.lang = 'eng'
"""
_NAMES: Final = """
    SELECT g.text FROM NEKanji k JOIN NETranslation s ON s.idseq = k.idseq JOIN NETransGloss g ON g.tid = s.ID
    WHERE k.text = ?
"""
_FORMS: Final = """
    SELECT DISTINCT k.text FROM SenseGloss g JOIN Sense s ON s.ID = g.sid JOIN {0} k ON k.idseq = s.idseq
    WHERE g.text IN (?, ?) AND g.lang = 'eng' LIMIT ?
"""
_NAMES_MOST: Final = 3
"""Readings of one name as another; a name with more is anyone's."""


def is_installed() -> bool:
    """Whether the dictionary is there."""
    return _file() is not None


@lru_cache(maxsize=20_000)
def to_english(word: str) -> frozenset[str]:
    """The English lemmas for a Japanese word in its dictionary form; of a name also the words of its translation."""
    found = words_of(_asked(_MEANINGS.format("Kanji"), word) or _asked(_MEANINGS.format("Kana"), word))
    names = _asked(_NAMES, word)
    if len(set(names)) <= _NAMES_MOST:
        found |= words_of(names)
    return found


@lru_cache(maxsize=20_000)
def of_english(word: str) -> frozenset[str]:
    """The Japanese words for an English lemma."""
    forms: set[str] = set()
    for table in ("Kanji", "Kana"):
        forms.update(_asked(_FORMS.format(table), word, f"to {word}", _FORMS_MOST))
    return frozenset(forms)


def _asked(query: str, *values: str | int) -> list[str]:
    open_file = _open()
    return [] if open_file is None else [str(row[0]) for row in open_file.execute(query, values)]


@lru_cache(maxsize=1)
def _open() -> sqlite3.Connection | None:
    path = _file()
    if path is None:
        return None
    return sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)


def _file() -> Path | None:
    found = find_spec("jamdict_data")
    path = Path(found.origin).with_name("jamdict.db") if found is not None and found.origin else None
    return path if path is not None and path.is_file() else None
