"""Negations that stand right beside a passage: the words before it or after it that turn it into its opposite.

They are looked for to warn, never to refuse: whether a quote is fair stays for a person to say.
"""

from __future__ import annotations

from typing import Final

import regex

_BEFORE: Final = regex.compile(
    r"(?r)(?:"
    # English, and the same words of other languages (no, non, never)
    r"(?<!\p{L})(?:not|no|never|nor|neither|without|cannot|hardly|barely|scarcely|non|isn|aren|wasn|weren)"
    r"|n['’]t"
    r"|(?<!\p{L})(?:nicht|keine?[mnrs]?|nie(?:mals)?|ohne|niet|geen|zonder|pas|jamais|sans|aucune?|nunca|sin|senza|não|sem)"
    r"|(?<!\p{L})(?:inte|aldrig|ingen|inget|inga|utan|ikke|aldri|uden|uten|ei ole|eivät|ilman)"
    r"|(?<!\p{L})(?:fără|nem|nincs|není|nejsou|bez|nije)"
    r"|(?<!\p{L})(?:không|chưa|chẳng|tidak|bukan|belum|jangan|tanpa)"
    r"|(?<!\p{L})(?:δεν|μην|χωρίς|לא|אין|אינו|אינה|בלי|ללא|بدون|без)"
    r"|(?<!\p{L})(?:не|нет|ни|никогда|لا|لم|لن|ليس|ليست|غير|नहीं|मत)"
    r")(?: (?:a|an|any|be|been|being|even|ever|have|longer|the|to|yet))? "
    r"|(?r)(?<!\p{L})(?:non|un|anti)[-\u2010\u2011]"
    r"|(?r)(?<!\p{L})(?:안|못) "
    r"|(?r)ไม่(?:ได้)?",
    regex.IGNORECASE,
)
_BEFORE_HAN: Final = regex.compile(
    r"(?r)(?:[不没沒未無无非]|[没沒]有|[不没沒](?:太|很|够|夠|那么|那麼|怎么|怎麼)|不[是会會能得再应應可要必曾]|从未|從未|并非|並非|绝非)"
)
_AFTER: Final = regex.compile(
    r"n?['’]t(?!\p{L})"
    r"| (?:not|never|nicht|nie(?:mals)?|keine?[mnrs]?|niet|geen|pas|jamais|plus|değil|не|नहीं|inte|ikke|نیست)(?!\p{L})"
    r"|[가-힣]{0,3}지(?:는|도|를)? ?(?:않|못|아니|말)|[가-힣]{0,4}[이가은는도] (?:아니|없)|(?:이|가)? ?아닌? ",
    regex.IGNORECASE,
)
_AFTER_JI: Final = regex.compile(r" ?(?:않|못|아니|말)")
"""After a Korean verb that ends in -지."""
_AFTER_JAPANESE: Final = regex.compile(
    r"[ぁ-ん]{0,8}?(?<!かもしれ)(?:な(?:い|かっ|く(?!て[はも]))|ませ[んぬ]|ず(?=[、。にと]|$)|ぬ)"
)
_NOT_NEGATED: Final = regex.compile(r"[ぁ-ん]{0,6}(?:かもしれ|なければ|なくては|ざるを|に違いな|にほかな)")
_HAN: Final = regex.compile(r"\p{Han}")
_JAPANESE: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}ー]")


_ANYWHERE: Final = regex.compile(
    r"(?<!\p{L})(?:not|no|never|nor|neither|without|cannot|hardly|barely|non|nicht|keine?[mnrs]?|nie(?:mals)?|ohne|niet|geen|pas"
    r"|jamais|sans|nunca|sin|não|sem|не|нет|ни|без|никогда|لا|لم|لن|ليس|غير|नहीं|değil)(?!\p{L})"
    r"|n['’]t(?!\p{L})|[不没沒未無无非]|な(?: ?い| ?か ?っ| ?く)|ま ?せ ?ん|ず|ぬ|않|못|아니|없|ไ ?ม ?่",
    regex.IGNORECASE,
)


def negates(words: str) -> bool:
    """Whether there is a negation among the words; characters of scripts without spaces may stand apart."""
    return bool(_ANYWHERE.search(words))


def negated_before(before: str, head: str) -> bool:
    """Whether a negation stands right before the passage that begins with `head`."""
    if _BEFORE.match(before):
        return True
    return bool(_HAN.match(head) and _BEFORE_HAN.match(before))


def negated_after(tail: str, after: str) -> bool:
    """Whether the sentence goes on with a negation right after the passage that ends with `tail`."""
    if _AFTER.match(after) or (tail.endswith(("지", "지는", "지도", "지를")) and _AFTER_JI.match(after)):
        return True
    if not tail or not _JAPANESE.match(tail[-1]) or not _AFTER_JAPANESE.match(after):
        return False
    return not _NOT_NEGATED.match(after)
