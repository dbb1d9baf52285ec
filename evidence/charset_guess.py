"""Which charset a body without a usable label is in."""

from __future__ import annotations

import codecs
import re
from typing import Final

from charset_normalizer import from_bytes

_SAMPLE_BYTES: Final = 65_536
_MANY_BYTES: Final = frozenset(
    {"utf-8", "utf-16-le", "utf-16-be", "cp932", "euc_jp", "iso2022_jp_ext", "cp949", "gb18030", "big5hkscs"}
)
_ESCAPES: Final = re.compile(rb"\x1b\$[@B]")
_WESTERN: Final = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒ¡¿«»‘’“”„–—…€£©®™°·§•\xa0")
_HIGH: Final = re.compile(rb"[\x80-\xff]")
_NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]")
_SURE: Final = 0.12
"""Share of a language's commonest characters among all non-ASCII ones from which a reading is believed."""

# The commonest characters of running text in each language: a wrong reading hits them by chance only.
_KANA: Final = "".join(map(chr, range(0x3041, 0x3094))) + "。、ー"
_HANGUL: Final = "이다는의에을를가고하은로기지사한인도있나어그서자일수리대정들과보스아상시부전해"
_SIMPLIFIED: Final = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年，。"
_TRADITIONAL: Final = "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年，。"
_LANGUAGES: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    ("cp932", frozenset(_KANA)),
    ("euc_jp", frozenset(_KANA)),
    ("cp949", frozenset(_HANGUL)),
    ("gb18030", frozenset(_SIMPLIFIED)),
    ("big5hkscs", frozenset(_TRADITIONAL)),
)


def guess(body: bytes) -> str | None:
    """The Python codec that reads `body` best, or None when nothing is known (all ASCII, or no reading is likely)."""
    wide = utf16_without_mark(body)
    if wide:
        return wide
    first = _HIGH.search(body)
    if first is None:
        return "iso2022_jp_ext" if _ESCAPES.search(body) else None
    if reads_strictly(body, "utf-8"):
        return "utf-8"
    sample = _sample(body, first.start())
    return _by_language(sample) or _mostly_utf8(sample) or _western(sample) or _by_normalizer(sample)


def reads_strictly(body: bytes, codec: str) -> bool:
    """Whether `body` is valid in `codec`; a character cut short at the very end is forgiven."""
    try:
        codecs.getincrementaldecoder(codec)("strict").decode(body, final=False)
    except UnicodeDecodeError:
        return False
    return True


def is_single_byte(codec: str) -> bool:
    """Whether every byte of `codec` is one character, so that any bytes at all are valid in it."""
    return codec not in _MANY_BYTES


def likely_other(body: bytes, codec: str) -> bool:
    """Whether `body`, labelled with the one-byte charset `codec`, is plainly text of a charset of several bytes."""
    first = _HIGH.search(body)
    if first is None:
        return _ESCAPES.search(body) is not None
    other = _by_language(_sample(body, first.start()))
    return other is not None and is_single_byte(codec)


def ascii_count(text: str) -> int:
    """How many characters of `text` are ASCII."""
    return len(text) if text.isascii() else len(text.encode("ascii", "ignore"))


def _sample(body: bytes, first: int) -> bytes:
    return body[max(0, first - 64) : first + _SAMPLE_BYTES]


def utf16_without_mark(body: bytes) -> str | None:
    """The UTF-16 codec that `body` is in, told by the zero bytes of its ASCII characters, or None."""
    sample = body[:4_096]
    if len(sample) < 8 or b"\0" not in sample:
        return None
    half = len(sample) // 2
    if sample[1::2].count(0) > half * 0.4 and sample[::2].count(0) < half * 0.05:
        return "utf-16-le"
    if sample[::2].count(0) > half * 0.4 and sample[1::2].count(0) < half * 0.05:
        return "utf-16-be"
    return None


def _by_language(sample: bytes) -> str | None:
    best, score = None, _SURE
    for codec, common in _LANGUAGES:
        text = sample.decode(codec, "replace")
        beyond = _NOT_ASCII.findall(text)
        if not beyond or beyond.count("\ufffd") > len(beyond) * 0.02:
            continue
        share = sum(character in common for character in beyond) / len(beyond)
        if share > score:
            best, score = codec, share
    return best


def _mostly_utf8(sample: bytes) -> str | None:
    beyond = _NOT_ASCII.findall(sample.decode("utf-8", "replace"))
    return "utf-8" if beyond.count("\ufffd") < len(beyond) * 0.05 else None


def _western(sample: bytes) -> str | None:
    return "cp1252" if _WESTERN.issuperset(_NOT_ASCII.findall(sample.decode("cp1252", "replace"))) else None


def _by_normalizer(sample: bytes) -> str | None:
    best = from_bytes(sample[:16_384]).best()
    if best is None:
        return None
    return {"ascii": "cp1252", "latin_1": "cp1252"}.get(best.encoding, codecs.lookup(best.encoding).name)
