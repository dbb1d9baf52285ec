"""What a number counts: the noun after it in English, the counter in Chinese, Japanese and Korean."""

from __future__ import annotations

from typing import Final

import regex

from evidence.scoring.number_words import HAN_DIGITS, HAN_FACTORS, HANGUL_FACTORS
from evidence.scoring.units import unit_at

_COUNTERS: Final = (
    "か国|カ国|ヶ国|か所|カ所|ヶ所|つ|個|冊|本|枚|台|人|名|匹|頭|羽|件|回|度|社|校|軒|戸|店|店舗|席|室|点|駅|机|歳|才|世帯|票|隻|着|杯|品|"
    "个|座|名|位|家|所|本|辆|台|件|次|岁|条|张|部|颗|只|间|层|届|款|种|项|套|份|艘|户|村|市|"
    "개|명|권|대|번|회|마리|채|곳|살|세(?!기|계)|편|건|장|척|층|호|잔|벌|가지|개국|석|그루|통|쌍|차례|위|가구|점"
)
_COUNTER: Final = regex.compile(rf"\s?(?:{'|'.join(sorted(_COUNTERS.split('|'), key=len, reverse=True))})")
_GENERIC: Final = frozenset("つ個个개座位台件名")
"""Counters that do not tell what is counted."""
_NUMERALS: Final = f"{HAN_DIGITS}{HAN_FACTORS}{HANGUL_FACTORS}"
_CHARACTER: Final = regex.compile(r"[\p{Han}\p{Hangul}\p{Hiragana}]")
_ENGLISH: Final = regex.compile(r"[ \u00a0-](?P<word>\p{L}[\p{L}’'-]*)")
_STOP_WORDS: Final = """
    of in on at to for by with from and or but the a an is are was were has have had per more less than as that which
    who be been can could may might will would not also only about times
"""
_STOP: Final = frozenset(_STOP_WORDS.split())
_PLURALS: Final = frozenset(
    {"people", "men", "women", "children", "staff", "sheep", "fish", "police", "cattle", "data"}
)
_ADVERB: Final = regex.compile("十分(?!間|钟|後|前)|一度|一部|一般|一本化|万一|一日中|千米")
"""Words that only look like a number with its unit."""
_MOST_WORDS: Final = 3


def counter_end(text: str, at: int, least: int = 0) -> int | None:
    """Where the counter at `at` ends, if one stands there that is longer than to `least`."""
    found = _COUNTER.match(text, at)
    return found.end() if found and found.end() > least else None


def counts_next(text: str, start: int, end: int, written: str) -> bool:
    """Whether a number in Chinese characters is one: it has a unit or a counter after it, and no word around it."""
    if (start and text[start - 1] in "数几第何") or _ADVERB.match(text, start):
        return False
    if unit_at(text, end) is not None:
        return len(written) > 1 or not (start and regex.match(r"\p{Han}", text[start - 1]) and written in "千万百")
    counter = _COUNTER.match(text, end)
    if counter is None:
        return len(written) > 2 and any(character in HAN_FACTORS for character in written)
    return len(written) > 1 or written not in HAN_FACTORS


def noun_after(text: str, at: int) -> str:
    """The noun that a number before `at` counts, as written; "" when it is not clear."""
    words: list[str] = []
    for _ in range(_MOST_WORDS):
        found = _ENGLISH.match(text, at)
        if found is None or not found["word"].isascii() or found["word"].lower() in _STOP:
            break
        words.append(found["word"])
        at = found.end()
        if found["word"].lower().endswith("s") or found["word"].lower() in _PLURALS:
            return " ".join(words)
    return words[0] if words else _han_noun(text, at)


def _han_noun(text: str, at: int) -> str:
    """The counter before `at` where it tells what is counted."""
    found = _CHARACTER.match(text, at - 1) if at and text[at - 1] not in _NUMERALS else None
    return found.group() if found and found.group() not in _GENERIC and text[at - 1 : at] == found.group() else ""
