"""The words of a text with their dictionary forms: English here; what is not read is told, never dropped."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import regex

from evidence.ranges import Range

TokenKind = Literal["content", "name", "function", "negation", "number", "punctuation"]

_TOKEN: Final = regex.compile(
    r"(?P<number>\p{N}+(?:[.,]\p{N}+)*)|(?P<other>[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー々]+)"
    r"|(?P<word>\p{L}[\p{L}\p{M}]*(?:[’'](?!s\b)\p{L}+)?)|(?P<owner>[’']s\b)|(?P<sign>[^\s\p{L}\p{N}])"
)
_FUNCTION_WORDS: Final = """
    a an the of in on at to for by with from as into onto through during over between against about and or but nor so
    yet if than then that which who whom whose what when where why how is are was were be been being am has have had
    having do does did doing will would shall should can could may might must not no it its he him his she her hers they
    them their theirs we us our you your i me my this these those there here up out off also too very just only both
    either neither because while although though whereas however such per via each every all any some most many more
    less few several own same other another itself himself herself themselves until since within without upon among
    across along around
"""
_FUNCTION: Final = frozenset(_FUNCTION_WORDS.split())
_IRREGULAR_FORMS: Final = """
    began:begin begun:begin bought:buy brought:bring built:build came:come caught:catch chose:choose chosen:choose
    dealt:deal drew:draw drawn:draw drove:drive driven:drive ate:eat eaten:eat fell:fall fallen:fall felt:feel
    fought:fight found:find flew:fly flown:fly forgot:forget gave:give given:give went:go gone:go grew:grow grown:grow
    held:hold heard:hear kept:keep knew:know known:know laid:lay led:lead left:leave lent:lend lost:lose made:make
    meant:mean met:meet paid:pay ran:run rose:rise risen:rise said:say saw:see seen:see sold:sell sent:send shot:shoot
    sang:sing sung:sing sat:sit slept:sleep spoke:speak spoken:speak spent:spend stood:stand stole:steal stolen:steal
    swam:swim took:take taken:take taught:teach told:tell thought:think threw:throw thrown:throw
    understood:understand won:win wore:wear worn:wear wrote:write written:write became:become broke:break broken:break
    men:man women:woman children:child people:person feet:foot teeth:tooth mice:mouse lives:life wives:wife
    knives:knife born:bear founded:found died:die
"""
_IRREGULAR: Final = dict(pair.split(":") for pair in _IRREGULAR_FORMS.split())
_SILENT_E_ENDINGS: Final = "at iz v c bl rg dg ut ir ur or ais eas us os ag ak id uc ud il"
_SILENT_E: Final = tuple(_SILENT_E_ENDINGS.split())
_VOWEL: Final = regex.compile(r"[aeiouy]")


@dataclass(frozen=True, slots=True)
class Token:
    """The code points ``[start, end)`` of the text."""

    start: int
    end: int
    lemma: str
    kind: TokenKind
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The tokens in order; `unread` are the ranges that no analyser here reads."""

    language: str
    tokens: tuple[Token, ...]
    analyser: str
    unread: tuple[Range, ...]


def analyse(text: str, language: str | None = None) -> Analysis:
    """Read `text`; its language is found by its letters where it is not told."""
    tokens: list[Token] = []
    unread: list[Range] = []
    for match in _TOKEN.finditer(text):
        written, at = match.group(), (match.start(), match.end())
        if match["other"]:
            unread.append(Range(*at))
        elif match["number"]:
            tokens.append(Token(*at, written, "number"))
        elif match["sign"] or match["owner"]:
            tokens.append(Token(*at, written, "punctuation"))
        elif written.lower() in _FUNCTION:
            tokens.append(Token(*at, lemma(written.lower()), "function"))
        else:
            named = written[0].isupper() and match.start() > 0
            tokens.append(Token(*at, lemma(written.lower()), "name" if named else "content"))
    return Analysis(language or _language(text), tuple(tokens), "en:rules", tuple(unread))


def translations(lemma: str, source_language: str, target_language: str) -> frozenset[str]:  # noqa: ARG001
    """Words of another language for a word: none without a dictionary."""
    return frozenset()


def _language(text: str) -> str:
    if regex.search(r"[\p{Hiragana}\p{Katakana}]", text):
        return "ja"
    if regex.search(r"\p{Hangul}", text):
        return "ko"
    return "zh" if regex.search(r"\p{Han}", text) else "en"


@lru_cache(maxsize=20_000)
def lemma(word: str) -> str:
    """The dictionary form of an English word in small letters, by its ending."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.isascii() or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s"):
        return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zes")) else word[:-1]
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2 and _VOWEL.search(stem):
            return _verb(stem)
    return word


def _verb(stem: str) -> str:
    if stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    return stem + "e" if stem.endswith(_SILENT_E) else stem
