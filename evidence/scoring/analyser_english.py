"""English words and their dictionary forms, by their endings."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import regex

from evidence.scoring.analysis_values import Token

NAME: Final = "en:rules"
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


def token(written: str, start: int, *, first: bool) -> Token:
    """The token of a word in Latin letters at `start`; a capital makes a name of it unless it is the `first` word."""
    low = written.lower()
    if low in _FUNCTION:
        return Token(start, start + len(written), lemma(low), "function")
    named = written[0].isupper() and not first
    return Token(start, start + len(written), lemma(low), "name" if named else "content")


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
