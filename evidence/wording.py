"""Whether a claim shares any wording with the range it is registered for: a warning, never a judgement."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+")
_CJK: Final = re.compile(r"[\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+")
_HIRAGANA: Final = re.compile(r"[\u3041-\u309f]+")
_STEM: Final = 5
_FUNCTION_WORDS: Final = (
    "a an and are as at be been but by did do does for from had has have he her his if in is it its of on or our she "
    "so that the their them they this those to was we were which who will with would you"
)
_COMMON: Final = frozenset(_FUNCTION_WORDS.split())


def shares_words(claim: str, source_slice: str) -> bool:
    """Whether at least one word (Latin: by stem; Chinese, Japanese, Korean: two characters in a row) is in both.

    Function words don't count unless the claim has no others.
    """
    of_claim, of_source = _terms(claim), _terms(source_slice)
    telling = {term for term in of_claim if _tells(term)}
    return not (telling or of_claim).isdisjoint(of_source)


def _terms(text: str) -> set[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    terms = set()
    for run in _CJK.findall(folded):
        terms.update({run} if len(run) == 1 else {run[at : at + 2] for at in range(len(run) - 1)})
    for word in _WORD.findall(_CJK.sub(" ", folded)):
        terms.add(word if word.isdigit() or word in _COMMON else word[:_STEM])
    return terms


def _tells(term: str) -> bool:
    return term not in _COMMON and not _HIRAGANA.fullmatch(term)
