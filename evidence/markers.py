"""Citation markers in a text, which a quote may leave out: ``[12]``, ``[2, 6]``, ``(Okafor, 2024)``, a raised 3."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import regex

from evidence.chars import is_cjk, is_hangul
from evidence.words import may_be_word

_NUMBERS: Final = regex.compile(r" ?\[ ?(?P<list>\d{1,3}(?: ?[,;–-] ?\d{1,3}){0,40}) ?\]")
_NOTE: Final = regex.compile(
    r" ?\[ ?(?:(?:note|nb|n|注|注釈|脚注|出典|註) ?\d{1,3}|citation needed|clarification needed|要出典)\ ?]",
    regex.IGNORECASE,
)
_REFERENCE_MARK: Final = regex.compile(
    r" ?[(\[〔【](?:(?:注釈|脚注|注|註|※|\*) ?\d{1,2})[)\]〕】]"
    r"|(?<=\S) ?※ ?\d{1,2}(?![\d.,%])"
    r"|(?<=\S) ?(?:[*†‡]|注釈?|脚注|註) ?[⁰¹²³⁴-⁹]{1,2}"
    r"|(?<=[\p{L}.,;:!?)\]”’。、」』）])[†‡]{1,2}(?![\p{L}\p{N}])"
    r"|(?<=[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}」』）)]) ?\* ?\d{1,2}"
    r"(?=[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}、。」』）),.]|\s|$)"
)
"""The reference mark of Japanese and Korean pages and the daggers, which stand for nothing else; stars with a raised
number, or with one beside words that are no factors."""
_REFERENCE_SIGN: Final = re.compile("[※*†‡注註]")
_TORTOISE: Final = regex.compile(r" ?〔 ?(?P<list>\d{1,3}(?: ?[,;–-] ?\d{1,3}){0,40}) ?〕(?![号號\d])")
_NAME: Final = r"(?:(?:van|von|de|der|den|del|della|di|da|la|le|el|al|bin|ten) )*\p{Lu}[\p{L}'’\-]{1,40}"
_AUTHORS: Final = (
    rf"(?:{_NAME}(?: et al\.?|(?:, {_NAME}){{0,6}},? (?:and|&) {_NAME})?),? (?:19|20)\d{{2}}[a-z]?"
    r"(?:, (?:pp?\. ?)?\d{1,4}(?:[–-]\d{1,4})?)?"
)
_MORE: Final = rf"(?:; (?:see )?{_AUTHORS}){{0,12}}"
_AUTHOR_DATE: Final = regex.compile(rf" ?\((?:see |cf\. |e\.g\.,? )?{_AUTHORS}{_MORE}\)")
_RAISED: Final = regex.compile(
    r"(?<=[.,;:!?)\]”’\"'。、」』）]|\p{L}) ?[⁰¹²³⁴-⁹]{1,3}(?:[,⁻–][⁰¹²³⁴-⁹]{1,3})*(?![\p{N}])"
)
_RAISED_DIGIT: Final = re.compile("[⁰¹²³⁴-⁹]")
_WORD_BEFORE: Final = regex.compile(r"(?r)\p{L}+")
_QUANTITIES: Final = regex.compile(
    r"(?:met(?:er|re)s?|feet|foot|inch(?:es)?|miles?|yards?|seconds?|units?|sigma|alpha|beta|gamma|delta|theta|lambda|omega"
    r"|epsilon|kappa|volts?|amperes?|newtons?|degrees?|pixels?|squared?|cubed?)",
    regex.IGNORECASE,
)
_NEEDS_WHAT_FOLLOWS: Final = regex.compile(
    r"(?r)(?:[=<>≤≥≈±×+*/^~(:∈-]|\b(?:of|in|from|between|to|at|is|was|are|were|equals?|by|see|and|or|than|interval|range|ci|iqr"
    r"|median|mean|score|take|figure|table|array|vector|point|points|values?|coordinates?)) ?",
    regex.IGNORECASE,
)
_UNIT_AFTER: Final = regex.compile(
    r" ?(?:%|°|[$€£¥]|[kcmµn]?[gmls]\b|mg\b|ml\b|km\b|(?:per ?cent|yen|people|men|women|children|feet|countries)\b"
    r"|(?:hundred|thousand|million|billion|trillion|unit|year|month|week|day|hour|minute|second|time|case|death|dollar"
    r"|euro|pound|cent|point|vote|seat|mile|met(?:er|re)|tonne|ton|patient|participant|person|member|worker|student)s?\b)",
    regex.IGNORECASE,
)
_NUMBER: Final = regex.compile(r"\d+(?:[.,]\d+)*")
_LISTED: Final = re.compile(r"\d+")
_SENTENCE_END: Final = re.compile(r"[.!?。] ")
_ONE_YEAR: Final = re.compile(r", (?:19|20)\d\d")
_FAMILY_NAME: Final = regex.compile(r"\p{Lu}[\p{L}'’\-]+")
_CONTEXT: Final = 80
_RAISED_WORD: Final = 5


def markers(key: str) -> dict[int, int]:
    """The markers in a key, start to end, the space before each included; what may be data is none."""
    found: dict[int, int] = {}
    if "[" in key:
        found.update(_spans(match for match in _NUMBERS.finditer(key) if _cites(key, match)))
        found.update(_spans(_NOTE.finditer(key)))
    if "〔" in key:
        found.update(_spans(match for match in _TORTOISE.finditer(key) if _cites(key, match)))
    if _REFERENCE_SIGN.search(key):
        found.update(_spans(_REFERENCE_MARK.finditer(key)))
    if "(" in key:
        found.update(_spans(match for match in _AUTHOR_DATE.finditer(key) if _names(match)))
    if _RAISED_DIGIT.search(key):
        found.update(_spans(match for match in _RAISED.finditer(key) if _raised(key, match)))
    return found


def _spans(matches: Iterator[regex.Match[str]]) -> Iterator[tuple[int, int]]:
    return ((match.start(), match.end()) for match in matches)


def _cites(key: str, match: regex.Match[str]) -> bool:
    """Whether bracketed numbers are references: ascending, from 1 on, no interval of the value before, no quantity."""
    listed = _LISTED.findall(match["list"])
    if any(number[0] == "0" for number in listed):
        return False
    numbers = list(map(int, listed))
    if len(numbers) > 1 and numbers != sorted(set(numbers)):
        return False
    start, end = match.span()
    since = max(0, start - _CONTEXT)
    if (
        _NEEDS_WHAT_FOLLOWS.match(key, since, start)
        or _UNIT_AFTER.match(key, end)
        or key[since:start].isspace()
        or not start
    ):
        return False
    following = key[end : end + 1]
    if following.isalnum() and not is_cjk(following) and not is_hangul(following):
        return False
    if len(numbers) != 2:
        return True
    sentence = _SENTENCE_END.split(key[since:start])[-1]
    values = [float(value.replace(",", "")) for value in _NUMBER.findall(sentence) if value.count(".") < 2]
    return not any(numbers[0] <= value <= numbers[1] for value in values)


def _names(match: regex.Match[str]) -> bool:
    """Whether the names are names: et al. says so, else one of each group must be no dictionary word.

    A single name and its year need a comma between them: (Okafor, 2024), but not (Expo 2025).
    """
    for group in match.group().strip(" ()").split("; "):
        sure = "et al" in group
        single = not (sure or " & " in group or " and " in group)
        if single and not _ONE_YEAR.search(group):
            return False
        if not sure and all(map(may_be_word, _family_names(group))):
            return False
    return True


def _family_names(group: str) -> list[str]:
    return [name for name in _FAMILY_NAME.findall(group) if not name.isupper()]


def _raised(key: str, match: regex.Match[str]) -> bool:
    """Whether raised digits are a footnote: after punctuation or a word, never after a number or a unit."""
    start = match.start()
    last = key[start - 1]
    if not last.isalpha():
        return not (start > 1 and key[start - 2].isdigit())
    word = _WORD_BEFORE.match(key, pos=max(0, start - 40), endpos=start)
    if word is None:
        return False
    found = word.group()
    if "\u3041" <= last <= "\u3096" or "\u4e00" <= last <= "\u9fff":
        return True
    return len(found) >= _RAISED_WORD - found[0].isupper() and last.islower() and not _QUANTITIES.fullmatch(found)
