"""Which encoding a body is in, told by its bytes: what a page without a label is, and whether a label can be right."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import chardet

from evidence.charset_codecs import CODECS, SEVERAL_BYTES, read, reads_strictly

_WIDE: Final = ("utf-16le", "utf-16be")
_WIDE_SAMPLE: Final = 4_096
_SAMPLE: Final = 65_536
_ESCAPES: Final = re.compile(rb"\x1b(?:\$[@B]|\(I)")
_HIGH: Final = re.compile(rb"[\x80-\xff]")
_ASCII_RUN: Final = re.compile(rb"([\x00-\x7f]{16})[\x00-\x7f]{32,}([\x00-\x7f]{16})")
_LABEL: Final = re.compile(rb"charset|encoding", re.IGNORECASE)
_SPOILT: Final = re.compile("[\ufffd\x80-\x9f]")
_NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]")
_PRINTABLE: Final = re.compile(rb"[\t\n\r -~]")
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

SPOILT_SHARE: Final = 0.02
"""Share of unreadable characters among the non-ASCII ones that a damaged page may have."""
SPOILT_UTF8_SHARE: Final = 0.2
"""The same for UTF-8. Text in any other encoding that is read as UTF-8 leaves more than half of them unreadable."""
_TELLING_BYTES: Final = 24
"""Bytes above ASCII from which statistics may overrule a label. With fewer, right labels were seen overruled."""
_TELLING_RATIO: Final = 3.0
"""How many times likelier than the label the best reading must be."""


def guess(body: bytes) -> str | None:
    """The encoding that reads `body` best, or None when nothing speaks for any (all ASCII, or none is likely)."""
    wide = utf16_without_mark(body)
    if wide:
        return wide
    if _HIGH.search(body) is None:
        return "iso-2022-jp" if _ESCAPES.search(body) else None
    if spoilt_share(read(body, "utf-8")) <= SPOILT_UTF8_SHARE:
        return "utf-8"
    sample = _sample(body)
    likely = _likelihoods(sample)
    best = max(likely, key=likely.__getitem__, default=None)
    if best is None:
        return None
    # Several encodings often read a page alike: the one that the web takes for granted is told.
    text = read(sample, best)
    alike = (name for name in CODECS if name.startswith("windows-") and name in likely and read(sample, name) == text)
    return next(alike, best)


def contradicts(body: bytes, encoding: str) -> bool:
    """Whether `body`, labelled as `encoding`, is plainly in another one."""
    wide = utf16_without_mark(body)
    if wide or encoding in _WIDE:
        return encoding != wide
    if _HIGH.search(body) is None:
        return encoding != "iso-2022-jp" and _ESCAPES.search(body) is not None
    spoilt = spoilt_share(read(body, encoding))
    if encoding == "utf-8":
        return spoilt > SPOILT_UTF8_SHARE
    if spoilt > SPOILT_SHARE:
        return True
    # Any bytes are valid where each byte is a character; text that is valid UTF-8 by chance does not exist.
    if encoding not in SEVERAL_BYTES and reads_strictly(body, "utf-8"):
        return True
    return _much_likelier_otherwise(_sample(body), encoding)


def spoilt_share(text: str) -> float:
    """The share of characters that a reading spoilt (unreadable, or control characters) among the non-ASCII ones."""
    beyond = len(text) - len(text.encode("ascii", "ignore"))
    return len(_SPOILT.findall(text)) / beyond if beyond else 0.0


def utf16_without_mark(body: bytes) -> str | None:
    """The UTF-16 encoding that `body` is in, or None.

    Told by the zero bytes of its ASCII characters (a text without any is not recognised), and by the byte order in
    which the text is made of few alphabets and no oddities.
    """
    sample = body[:_WIDE_SAMPLE]
    sample = sample[: len(sample) // 2 * 2]
    if len(sample) < 8 or b"\0" not in sample or _is_ascii_with_zeros(sample):
        return None
    alphabets = {name: _alphabets(sample, name) for name in _WIDE}
    best = min(_WIDE, key=alphabets.__getitem__)
    return best if alphabets[best] <= len(sample) / 4 else None


def _is_ascii_with_zeros(sample: bytes) -> bool:
    zeros = sample.count(0)
    printable = len(_PRINTABLE.findall(sample))
    return zeros < len(sample) * 0.2 and printable >= (len(sample) - zeros) * 0.9


def _alphabets(sample: bytes, encoding: str) -> float:
    """How many blocks of 256 characters the text uses, if it is text in `encoding`; infinite if it is not."""
    text = sample.decode(CODECS[encoding], "replace")
    odd = sum(
        character == "\ufffd" or (unicodedata.category(character) in {"Cc", "Cn", "Co"} and character not in "\t\n\f\r")
        for character in text
    )
    if odd > len(text) * SPOILT_SHARE:
        return float("inf")
    return len({ord(character) >> 8 for character in text})


def _sample(body: bytes) -> bytes:
    """The part of `body` that statistics are made of: what is around its bytes above ASCII, without its labels."""
    first = _HIGH.search(body)
    start = max(0, first.start() - 64) if first else 0
    return _LABEL.sub(b"", _ASCII_RUN.sub(rb"\1 \2", body[start : start + 4 * _SAMPLE])).replace(b"\0", b"")[:_SAMPLE]


def _much_likelier_otherwise(sample: bytes, encoding: str) -> bool:
    if len(_HIGH.findall(sample)) < _TELLING_BYTES:
        return False
    text = read(sample, encoding)
    likely = _likelihoods(sample)
    own = max((rate for name, rate in likely.items() if read(sample, name) == text), default=0.0)
    return max(likely.values(), default=0.0) > own * _TELLING_RATIO


def _likelihoods(sample: bytes) -> dict[str, float]:
    """Encoding → how much `sample` is like running text in it; those that it can't be in are left out.

    The detector rules out an encoding for a single impossible byte. A page cut inside a character has one, so such
    encodings are judged by what they can read.
    """
    likely = _rates(sample)
    for encoding in SEVERAL_BYTES.intersection(_STATISTICAL.values()) - likely.keys():
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
