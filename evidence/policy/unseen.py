"""Characters that nobody sees in a text that was not read from a web page, and words of look-alike letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from evidence.policy.folding import skeleton
from evidence.signals import Found

LOOKALIKES_TOLD: Final = 20
_TAGS: Final = re.compile("[\U000e0020-\U000e007f]{4,}")
_FLAG: Final = "\U0001f3f4"
_SELECTORS: Final = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,}")
_NO_WIDTH: Final = re.compile("[\u180e\u200b-\u200f\u2060-\u2064\ufeff]{6,}")
_BETWEEN: Final = re.compile("[A-Za-z][\u00ad\u200b\u2060-\u2064\ufeff]+(?=[A-Za-z])")
_TURNS: Final = re.compile("[\u202d\u202e][^\u202c\n]{1,200}")
_MIXED: Final = re.compile("[A-Za-z\u0370-\u03ff\u0400-\u052f]{3,}")
_OTHER: Final = re.compile("[\u0370-\u03ff\u0400-\u052f]")
_LATIN: Final = re.compile("[A-Za-z]")
_SCIENCE: Final = re.compile("[αβγδεζηθικλμνξπρσςτυφχψωΑΒΓΔΩΣΦΨΘΛΞΠ]")
_BETWEEN_LEAST: Final = 8


def spelt(text: str) -> Iterator[tuple[int, int, str]]:
    """Runs of invisible characters in `text`: where, and what they spell (empty: nothing that can be read)."""
    for found in _TAGS.finditer(text):
        if text[max(0, found.start() - 1) : found.start()] != _FLAG:
            yield *found.span(), "".join(chr(ord(sign) - 0xE0000) for sign in found[0] if sign < "\U000e007f")
    for found in _SELECTORS.finditer(text):
        numbers = (ord(sign) - (0xFE00 if sign < "\U000e0100" else 0xE0100 - 16) for sign in found[0])
        yield *found.span(), bytes(numbers).decode("utf-8", "replace")
    for found in _NO_WIDTH.finditer(text):
        yield *found.span(), _bits(found[0])


def _bits(signs: str) -> str:
    """What two kinds of signs without width spell, eight to a letter."""
    kinds = [sign for sign, _ in Counter(signs).most_common(3)]
    for one in kinds:
        for other in kinds:
            if one == other:
                continue
            bits = "".join("0" if sign == one else "1" for sign in signs if sign in (one, other))
            whole = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))
            if len(whole) >= 3 and all(32 <= byte < 127 for byte in whole):
                return whole.decode("ascii")
    return ""


def invisible_signals(text: str) -> Iterator[Found]:
    """Letters that invisible signs part, and text that is turned round."""
    parted = list(_BETWEEN.finditer(text))
    if len(parted) >= _BETWEEN_LEAST:
        start, end = parted[0].start(), parted[-1].end() + 1
        detail = f"Invisible characters part the letters of words in {len(parted)} places."
        yield Found("zero_width", "warning", "text", detail, start, end)
    for found in _TURNS.finditer(text):
        if _LATIN.search(found[0]):
            detail = "Signs that turn the direction of writing make letters read otherwise than they are stored."
            yield Found("bidi_override", "warning", "text", detail, *found.span())
            break


def lookalike_words(text: str) -> Iterator[tuple[int, int, str]]:
    """Words that mix Latin letters with others that look like them: where, and what they read like."""
    if not _OTHER.search(text):
        return
    for found in _MIXED.finditer(text):
        word = found[0]
        if not _OTHER.search(word) or not _LATIN.search(word):
            continue
        if all(sign.isascii() or _SCIENCE.match(sign) for sign in word) and not _greek_disguise(word):
            continue
        reads = skeleton(word)
        if reads is not None:
            yield *found.span(), reads


def _greek_disguise(word: str) -> bool:
    """Whether Greek letters stand for Latin ones inside of a word, and are no sign of science (``NFκB``)."""
    return len(word) >= 5 and word.islower() and bool(re.search("[a-z][οενινυρτ][a-z]", word))


def lookalike_signals(text: str) -> Iterator[Found]:
    """Signals on words of mixed letters: one is told, several are worth a look."""
    found = list(lookalike_words(text))
    severity = "warning" if len({reads.lower() for _, _, reads in found}) >= 2 else "info"
    for start, end, reads in found[:LOOKALIKES_TOLD]:
        detail = f"A word mixes letters of two scripts that look alike; it reads {reads[:60]!r}."
        yield Found("homoglyphs", "warning" if severity == "warning" else "info", "text", detail, start, end)
