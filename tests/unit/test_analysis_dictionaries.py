"""Words of another language: what an explanation gives, and the dictionaries that may be installed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from evidence.scoring import dictionary_japanese
from evidence.scoring.dictionaries import dictionary_of, translations
from evidence.scoring.glosses import words_of

_TABLES = """
    CREATE TABLE Kanji (ID INTEGER PRIMARY KEY, idseq INTEGER, text TEXT);
    CREATE TABLE Kana (ID INTEGER PRIMARY KEY, idseq INTEGER, text TEXT);
    CREATE TABLE Sense (ID INTEGER PRIMARY KEY, idseq INTEGER);
    CREATE TABLE SenseGloss (sid INTEGER, lang TEXT, gend TEXT, text TEXT);
    CREATE TABLE NEKanji (ID INTEGER PRIMARY KEY, idseq INTEGER, text TEXT);
    CREATE TABLE NETranslation (ID INTEGER PRIMARY KEY, idseq INTEGER);
    CREATE TABLE NETransGloss (tid INTEGER, lang TEXT, gend TEXT, text TEXT);
    INSERT INTO Kanji VALUES (1, 10, '運賃'), (2, 11, '引き上げる');
    INSERT INTO Kana VALUES (1, 10, 'うんちん'), (2, 12, 'フェリー');
    INSERT INTO Sense VALUES (1, 10), (2, 11), (3, 12);
    INSERT INTO SenseGloss VALUES (1, 'eng', NULL, 'fare'), (1, 'ger', NULL, 'Fahrpreis'),
        (2, 'eng', NULL, 'to raise'), (2, 'eng', NULL, 'to pull up'), (3, 'eng', NULL, 'ferry');
    INSERT INTO NEKanji VALUES (1, 20, '葵市'), (2, 21, '光'), (3, 22, '光'), (4, 23, '光'), (5, 24, '光');
    INSERT INTO NETranslation VALUES (1, 20), (2, 21), (3, 22), (4, 23), (5, 24);
    INSERT INTO NETransGloss VALUES (1, 'eng', NULL, 'Aoi'), (2, 'eng', NULL, 'Hikari'), (3, 'eng', NULL, 'Akira'),
        (4, 'eng', NULL, 'Hikaru'), (5, 'eng', NULL, 'Kō');
"""


@pytest.fixture
def _jmdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A dictionary of a few own words, laid out as the package's."""
    path = tmp_path / "jamdict.db"
    with sqlite3.connect(path) as made:
        made.executescript(_TABLES)
    made.close()
    monkeypatch.setattr(dictionary_japanese, "_file", lambda: path)
    _forget()
    yield
    opened = dictionary_japanese._open()
    assert opened is not None
    opened.close()
    _forget()


def _forget() -> None:
    for kept in (dictionary_japanese._open, dictionary_japanese.to_english, dictionary_japanese.of_english):
        kept.cache_clear()


@pytest.mark.parametrize(
    ("meanings", "words"),
    [
        (["to raise", "to pull up"], {"raise", "pull"}),
        (["traffic bridge", "bridges"], {"bridge"}),
        (["acquisition (esp. corporate)"], {"acquisition"}),
        (["part of the brain stem that links two others"], set()),
        (["buying off"], set()),
        (["surname Li"], set()),
    ],
)
def test_an_explanation_gives_its_verb_or_its_last_noun(meanings: list[str], words: set[str]) -> None:
    assert words_of(meanings) == words


@pytest.mark.usefixtures("_jmdict")
def test_japanese_words_and_names_are_translated_both_ways() -> None:
    assert translations("運賃", "ja", "en") == {"fare"}
    assert translations("引き上げる", "ja", "en") == {"raise", "pull"}
    assert translations("フェリー", "ja", "en") == {"ferry"}
    assert translations("葵市", "ja", "en") == {"aoi"}
    assert translations("raise", "en", "ja") == {"引き上げる"}
    assert translations("fare", "en", "ja") == {"運賃", "うんちん"}
    assert dictionary_of("en", "ja") == "jmdict"


@pytest.mark.usefixtures("_jmdict")
def test_a_name_with_many_readings_is_anyones() -> None:
    assert translations("光", "ja", "en") == frozenset()


def test_chinese_and_english_are_translated_in_both_scripts() -> None:
    assert "acquire" in translations("收购", "zh", "en") & translations("收購", "zh", "en")
    assert {"桥", "橋"} <= translations("bridge", "en", "zh")
    assert translations("没有这个词", "zh", "en") == frozenset()
    assert dictionary_of("zh", "en") == "cc-cedict"


def test_without_a_dictionary_there_is_no_translation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionary_japanese, "_file", lambda: None)
    _forget()
    assert translations("運賃", "ja", "en") == frozenset()
    assert translations("fare", "en", "ja") == frozenset()
    assert dictionary_of("ja", "en") is None
    assert translations("다리", "ko", "en") == frozenset()
    assert dictionary_of("ko", "en") is None
    _forget()
