"""Which encoding a body is in, told by its bytes: what a page without a label is, and whether a label can be right."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import Final

import chardet

from evidence.charset_codecs import CODECS, SEVERAL_BYTES, read, reads_strictly

_WIDE: Final = ("utf-16le", "utf-16be")
_WIDE_SAMPLE: Final = 4_096
_WIDE_LEAST: Final = 16
"""Bytes; a shorter body may be anything."""
_SAMPLE: Final = 8_192
_ESCAPES: Final = re.compile(rb"\x1b(?:\$[@B]|\(I)")
_ASCII: Final = bytes(range(128))
_HIGH: Final = re.compile(rb"[\x80-\xff]")
_ASCII_RUN: Final = re.compile(rb"([\x00-\x7f]{16})[\x00-\x7f]{32,}([\x00-\x7f]{16})")
_LABEL: Final = re.compile(rb"charset|encoding", re.IGNORECASE)
_SURROGATES: Final = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_SPOILT: Final = re.compile("[\ufffd\x80-\x9f]")
_NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]")
_CONTROL: Final = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_STATISTICAL: Final = {
    "euc_jis_2004": "euc-jp",
    "mac-roman": "macintosh",
    "mac-cyrillic": "x-mac-cyrillic",
    **{
        codec: name
        for name, codec in CODECS.items()
        if name not in {"euc-jp", "iso-2022-jp", "macintosh", "x-mac-cyrillic"} and not name.startswith("utf-")
    },
}
"""The detector's name of each encoding that only statistics can tell → ours. UTF-8, UTF-16 and ISO-2022-JP show in
their bytes."""

SPOILT_SHARE: Final = 0.05
"""Share of unreadable characters among the non-ASCII ones that a damaged page may have."""
SPOILT_UTF8_SHARE: Final = 0.5
"""The same for UTF-8. Text in any other encoding that is read as UTF-8 leaves more than half of them unreadable."""
_TELLING_UTF8_BYTES: Final = 12
"""Bytes above ASCII from which valid UTF-8 is no text in another encoding of several bytes."""
_TELLING_BYTES: Final = 24
"""Bytes above ASCII from which statistics may overrule a label. With fewer, right labels were seen overruled."""
_TELLING_BYTES_BY_DEFAULT: Final = 12
"""The same for windows-1252, the label that servers give without being asked."""
_TELLING_RATIO: Final = 2.0
"""How many times likelier than the label the best reading must be."""
_TELLING_RATE: Final = 0.1
"""The likelihood below which nothing looks like running text: a list of prices, or signs."""
_TELLING_KANA: Final = 0.3
"""Share of kana among non-ASCII characters that only Japanese has; a wrong reading has next to none."""
_KANA: Final = re.compile("[ぁ-んァ-ヶー]")
_NARROW_KANA: Final = re.compile("[｡-ﾟ]")
_SIGNS: Final = frozenset("¡¿«»‘’“”„–—…€£¥¢©®™°·•§±×²³µ¼½¾ªº\xa0")


def guess(body: bytes) -> str | None:
    """The encoding that reads `body` best, or None when nothing speaks for any (all ASCII, or none is likely)."""
    wide = utf16_without_mark(body)
    if wide:
        return wide
    if _HIGH.search(body) is None:
        return "iso-2022-jp" if _ESCAPES.search(body) else None
    if _is_utf8(body):
        return "utf-8"
    sample = _sample(body)
    if japanese := _by_kana(sample):
        return japanese
    likely = _likelihoods(sample)
    best = max(likely, key=likely.__getitem__, default=None)
    if best is None or likely[best] < _TELLING_RATE:
        # Statistics know words, not signs; where there are only signs it is what the web takes for granted.
        return "windows-1252" if _SIGNS.issuperset(_NOT_ASCII.findall(read(sample, "windows-1252"))) else best
    # Several encodings often read a page alike: the one of Windows is what it was written in.
    text = read(sample, best)
    alike = (name for name in CODECS if name.startswith("windows-") and name in likely and read(sample, name) == text)
    return next(alike, best)


def contradicts(body: bytes, encoding: str) -> bool:
    """Whether `body`, labelled as `encoding`, is plainly in another one."""
    wide = utf16_without_mark(body)
    if wide or encoding in _WIDE:
        return encoding != wide if wide else not _may_be_wide(body, encoding)
    high = len(body.translate(None, _ASCII))
    if not high:
        return encoding != "iso-2022-jp" and _ESCAPES.search(body) is not None
    if encoding == "utf-8":
        return not _is_utf8(body)
    if not reads_strictly(body, encoding) and spoilt_share(read(body, encoding)) > SPOILT_SHARE:
        return True
    # Any bytes are valid where each byte is a character, and no running text is valid UTF-8 by chance.
    if high >= (_TELLING_UTF8_BYTES if encoding in SEVERAL_BYTES else 2) and reads_strictly(body, "utf-8"):
        return True
    telling = _TELLING_BYTES_BY_DEFAULT if encoding == "windows-1252" else _TELLING_BYTES
    return high >= telling and _much_likelier_otherwise(_sample(body), encoding)


def _is_utf8(body: bytes) -> bool:
    if reads_strictly(body, "utf-8"):
        return True
    # A half of a surrogate pair is no character of UTF-8, but nothing else is written like it.
    return spoilt_share(read(_SURROGATES.sub(b"", body), "utf-8")) <= SPOILT_UTF8_SHARE


def spoilt_share(text: str) -> float:
    """The share of characters that a reading spoilt (unreadable, or control characters) among the non-ASCII ones."""
    beyond = len(text) - len(text.encode("ascii", "ignore"))
    return len(_SPOILT.findall(text)) / beyond if beyond else 0.0


def utf16_without_mark(body: bytes) -> str | None:
    """The UTF-16 encoding that `body` is in, or None.

    Its bytes are no text: ASCII characters leave zeros, others leave control characters. It is the byte order in which
    the text is made of few alphabets and has no oddities.
    """
    sample = body[: min(len(body) // 2 * 2, _WIDE_SAMPLE)]
    if len(sample) < _WIDE_LEAST:
        return None
    if sample.count(0) < len(sample) * 0.2 and len(_CONTROL.findall(sample)) < max(2, len(sample) * 0.01):
        return None
    alphabets = {name: _alphabets(sample, name) for name in _WIDE}
    best = min(_WIDE, key=alphabets.__getitem__)
    return best if alphabets[best] <= max(4, len(sample) * 0.3) else None


def _may_be_wide(body: bytes, encoding: str) -> bool:
    """Whether a label of UTF-16 can be right for what does not show it."""
    return not math.isinf(_alphabets(body[:_WIDE_SAMPLE], encoding)) and not reads_strictly(body, "utf-8")


def _alphabets(sample: bytes, encoding: str) -> float:
    """How many blocks of 256 characters the text uses, if it is text in `encoding`; infinite if it is not."""
    text = sample.decode(CODECS[encoding], "replace")
    odd = sum(
        character == "\ufffd" or (unicodedata.category(character) in {"Cc", "Cn", "Co"} and character not in "\t\n\f\r")
        for character in text
    )
    if odd > len(text) * SPOILT_SHARE:
        return math.inf
    return len({ord(character) >> 8 for character in text})


def _sample(body: bytes) -> bytes:
    """The part of `body` that statistics are made of: what is around its bytes above ASCII, without its labels."""
    first = _HIGH.search(body)
    start = max(0, first.start() - 64) if first else 0
    return _LABEL.sub(b"", _ASCII_RUN.sub(rb"\1 \2", body[start : start + 4 * _SAMPLE])).replace(b"\0", b"")[:_SAMPLE]


def _much_likelier_otherwise(sample: bytes, encoding: str) -> bool:
    if japanese := _by_kana(sample):
        return encoding != japanese
    text = read(sample, encoding)
    if encoding == "shift_jis" and len(_NARROW_KANA.findall(text)) > len(_NOT_ASCII.findall(text)) * 0.9:
        return False
    likely = _likelihoods(sample)
    own = max((rate for name, rate in likely.items() if read(sample, name) == text), default=0.0)
    best = max(likely.values(), default=0.0)
    if best <= max(own * _TELLING_RATIO, _TELLING_RATE):
        return False
    # Statistics know words in lower case only.
    lower = text.lower().encode(CODECS[encoding], "ignore")
    return best > _rates(lower).get(encoding, 0.0) * _TELLING_RATIO


def _by_kana(sample: bytes) -> str | None:
    """The Japanese encoding in which `sample` has kana enough; None where it has not."""
    for name in ("shift_jis", "euc-jp"):
        text = read(sample, name)
        beyond = _NOT_ASCII.findall(text)
        if spoilt_share(text) <= SPOILT_SHARE and len(_KANA.findall(text)) > len(beyond) * _TELLING_KANA:
            return name
    return None


def _likelihoods(sample: bytes) -> dict[str, float]:
    """Encoding → how much `sample` is like running text in it; those that it can't be in are left out.

    The detector rules out an encoding for a single impossible byte. A page cut inside a character has one, so such
    encodings are judged by what they can read.
    """
    likely = _rates(sample)
    for encoding in set(_STATISTICAL.values()) - likely.keys():
        text = read(sample, encoding)
        if 0 < spoilt_share(text) <= SPOILT_SHARE:
            cleaned = _SPOILT.sub("", text).encode(CODECS[encoding], "ignore")
            likely.update((name, rate) for name, rate in _rates(cleaned).items() if name == encoding)
    return likely


def _rates(sample: bytes) -> dict[str, float]:
    if not sample:
        return {}
    found = chardet.detect_all(
        sample, ignore_threshold=True, compat_names=False, include_encodings=_STATISTICAL, max_bytes=_SAMPLE
    )
    return {_STATISTICAL[one["encoding"]]: one["confidence"] for one in found if one["encoding"] in _STATISTICAL}
