"""Words that are written in a code so that only a program reads them: base64, hexadecimal, escapes, turned letters."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote


def _kinds(signs: str) -> bytes:
    counted = frozenset(signs.encode("ascii"))
    return bytes(ord("1") if number in counted else ord("0") for number in range(256))


CODED_MOST: Final = 300
"""Pieces of one text that are decoded, and characters of each."""
CODED_CHARACTERS: Final = 8_000
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{20,}={0,2}")
_HEX: Final = re.compile(r"(?:\\x|0x|%)?[0-9a-fA-F]{2}(?:[\s:,;]{0,2}(?:\\x|0x|%)?[0-9a-fA-F]{2}){11,}")
_ESCAPES: Final = re.compile(r"(?:\\u[0-9a-fA-F]{4}){6,}|(?:&#x?[0-9a-fA-F]{2,6};){6,}")
_BINARY: Final = re.compile(r"(?:[01]{8}[\s,]?){8,}")
_NUMBERS: Final = re.compile(r"(?:\b(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])[\s,]+){12,}\d{2,3}")
_SPACED: Final = re.compile(r"(?<![^\W_])(?:[a-z][ ._*|\-]{1,2}){6,}[a-z](?![^\W_])")
_LEET: Final = re.compile(r"(?<![\w@$])(?=[a-z@$!|0-9]*[a-z])(?=[a-z@$!|]*[0-9@$!|])[a-z@$!|0-9]{5,}(?![\w@$])")
_LEET_MAP: Final = str.maketrans("013457@$!|8", "oleastasilb")
_TURNED: Final = frozenset(
    word[::-1]
    for word in ("ignore", "instructions", "prompt", "previous", "system", "reveal", "disregard", "instruction")
)
_ROT: Final = frozenset(
    codecs.encode(word, "rot13")
    for word in (
        "ignore",
        "instructions",
        "prompt",
        "previous",
        "system",
        "reveal",
        "disregard",
        "instruction",
        "assistant",
    )
)
_TELLING: Final = frozenset(
    {
        "ignore",
        "instructions",
        "instruction",
        "prompt",
        "previous",
        "system",
        "reveal",
        "disregard",
        "assistant",
        "password",
        "secret",
        "override",
    }
)
_KEYS: Final = (
    "ignore",
    "disregard",
    "previous",
    "instructions",
    "instruction",
    "system",
    "prompt",
    "reveal",
    "override",
    "bypass",
    "delete",
    "password",
    "passwords",
    "execute",
    "assistant",
    "guidelines",
    "restrictions",
    "everything",
)
_SHUFFLED: Final = {(word[0], word[-1], "".join(sorted(word))): word for word in _KEYS}
_NESTED_MOST: Final = 2
_BASE32: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z2-7]{24,}={0,6}(?![A-Za-z0-9])")
_QUOTED_PRINTABLE: Final = re.compile(r"(?:=[0-9A-F]{2}\s?){8,}")
_CODED_RUN: Final = 20
_FIGURES_RUN: Final = 23
"""Characters in a row that the patterns need at least, and which of them count."""
_CODED: Final = _kinds("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-")
_FIGURES: Final = _kinds("0123456789abcdefABCDEF \t\n\r\f\v:,;\\x%")
_MORSE: Final = re.compile(r"(?:[.\-]{1,5}[ /]+){12,}[.\-]{1,5}")
_MORSE_LETTERS: Final = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
)
_MORSE_SIGNS: Final = dict(zip(_MORSE_LETTERS.split(), "abcdefghijklmnopqrstuvwxyz", strict=True))
_PRINTED: Final = 0.92
_LINE: Final = 400


@dataclass(frozen=True, slots=True)
class Decoded:
    """What the code points ``[start, end)`` say once they are decoded, and from which code."""

    start: int
    end: int
    text: str
    code: str


def decoded(text: str, folded: str, words: frozenset[str]) -> Iterator[Decoded]:
    """The pieces of `text` that decode to words; `folded` has the same length where it has the same places."""
    yield from _bytes(text)
    for found in _ESCAPES.finditer(text) if "\\u" in text or "&#" in text else ():
        yield from _piece(found, _unescaped(found[0][:CODED_CHARACTERS]), "character escapes")
    if len(folded) != len(text):
        return
    yield from _letters(folded, words)
    yield from _shuffled(folded, words)


def unwrapped(piece: Decoded) -> list[str]:
    """The words of a piece, and what they decode to where they are in code themselves."""
    found, inner = [piece.text], [piece.text]
    for _ in range(_NESTED_MOST):
        inner = [one.text for text in inner for one in _bytes(text)]
        found += inner
    return found


def _shuffled(folded: str, words: frozenset[str]) -> Iterator[Decoded]:
    """Words whose inner letters are shuffled."""
    found = {
        word: whole
        for word in words
        if len(word) >= 5 and (whole := _SHUFFLED.get((word[0], word[-1], "".join(sorted(word))))) and whole != word
    }
    if len(found) < 2:
        return
    for start, end in _lines(folded, frozenset(found)):
        line = re.sub(r"[a-z]+", lambda one: found.get(one[0], one[0]), folded[start:end])
        yield Decoded(start, end, line, "shuffled letters")


def _has_run(text: str, kinds: bytes, least: int) -> bool:
    """Whether `text` has `least` characters in a row that the table `kinds` counts; costs a hundredth of a search."""
    return b"1" * least in text.encode("ascii", "replace").translate(kinds)


def _bytes(text: str) -> Iterator[Decoded]:
    coded = _has_run(text, _CODED, _CODED_RUN)
    for number, found in enumerate(_BASE64.finditer(text) if coded else ()):
        if number >= CODED_MOST * 10:
            break
        if _looks_coded(found[0]):
            yield from _piece(found, _base64(found[0][:CODED_CHARACTERS]), "base64")
    if _has_run(text, _FIGURES, _FIGURES_RUN):
        yield from _runs(text)
    if ".-" in text:
        yield from _morse(text)
    for found in _BASE32.finditer(text) if coded else ():
        yield from _piece(found, _base32(found[0][:CODED_CHARACTERS]), "base32")
    if "=" in text:
        for found in _QUOTED_PRINTABLE.finditer(text):
            data = bytes.fromhex("".join(re.findall("=([0-9A-F]{2})", found[0][:CODED_CHARACTERS])))
            yield from _piece(found, data.decode("utf-8", "replace"), "quoted-printable")
    if text.count("%") >= 8:
        for found in re.finditer(r"(?:%[0-9a-fA-F]{2}[\w.+-]{0,20}){8,}", text):
            yield from _piece(found, unquote(found[0][:CODED_CHARACTERS], errors="replace"), "percent-encoding")


def _runs(text: str) -> Iterator[Decoded]:
    """What is written in figures."""
    for number, found in enumerate(_HEX.finditer(text)):
        if number >= CODED_MOST:
            break
        yield from _piece(found, _hex(found[0][:CODED_CHARACTERS]), "hexadecimal")
    for found in _BINARY.finditer(text):
        bits = re.findall("[01]{8}", found[0][:CODED_CHARACTERS])
        yield from _piece(found, bytes(int(one, 2) for one in bits).decode("utf-8", "replace"), "binary")
    for found in _NUMBERS.finditer(text):
        codes = [int(one) for one in re.findall(r"\d+", found[0][:CODED_CHARACTERS])]
        yield from _piece(found, "".join(chr(one) for one in codes if one < 0x110000), "character numbers")


def _morse(text: str) -> Iterator[Decoded]:
    for found in _MORSE.finditer(text):
        spelt = "".join(
            " " if sign == "/" else _MORSE_SIGNS.get(sign, "?")
            for sign in re.findall(r"[.\-]+|/", found[0][:CODED_CHARACTERS])
        )
        yield from _piece(found, spelt, "Morse")


def _letters(folded: str, words: frozenset[str]) -> Iterator[Decoded]:
    if len(words & _ROT) >= 2:
        for start, end in _lines(folded, _ROT):
            yield Decoded(start, end, codecs.encode(folded[start:end], "rot13"), "rot13")
    if len(words & _TURNED) >= 2:
        for start, end in _lines(folded, _TURNED):
            yield Decoded(start, end, folded[start:end][::-1], "reversed letters")
    mixed = any(word.translate(_LEET_MAP) in _TELLING for word in words if not word.isalpha())
    leet = [one for one in _LEET.finditer(folded) if one[0].translate(_LEET_MAP) in _TELLING] if mixed else []
    if len(leet) >= 2:
        for start, end in {_line(folded, found.start()) for found in leet}:
            yield Decoded(start, end, folded[start:end].translate(_LEET_MAP), "digits for letters")
    for found in _SPACED.finditer(folded):
        start, end = _line(folded, found.start())
        line = folded[start:end]
        joined = re.sub(r"(?<=\b[a-z])[ ._*|\-](?=[a-z]\b)", "", re.sub(r"  +", "\x00", line)).replace("\x00", " ")
        yield Decoded(start, end, joined, "parted letters")
        yield Decoded(start, end, re.sub(r"[ ._*|\-]", "", line), "parted letters")


def _lines(text: str, words: frozenset[str]) -> Iterator[tuple[int, int]]:
    seen: set[tuple[int, int]] = set()
    for word in words:
        at = text.find(word)
        while at >= 0 and len(seen) < CODED_MOST:
            line = _line(text, at)
            if line not in seen:
                seen.add(line)
                yield line
            at = text.find(word, max(line[1], at + 1))


def _line(text: str, at: int) -> tuple[int, int]:
    start = max(text.rfind("\n", 0, at) + 1, at - _LINE)
    end = text.find("\n", at)
    return start, min(len(text) if end < 0 else end, at + _LINE)


def _looks_coded(word: str) -> bool:
    """Whether a run of letters and digits is no plain word or path: it has capitals and small letters."""
    if word.count("/") + word.count("-") + word.count("_") > len(word) // 8:
        return False
    return not (word.islower() or word.isupper() or word.isdigit())


def _base64(word: str) -> str | None:
    whole = word.rstrip("=").replace("-", "+").replace("_", "/")
    whole = whole[: len(whole) - (len(whole) % 4 == 1)]
    try:
        head = base64.b64decode(whole[:16], validate=True)
        if sum(32 <= byte < 127 or byte in (9, 10, 13) or byte >= 0xC2 for byte in head) < len(head) - 1:
            return None
        return base64.b64decode(whole + "=" * (-len(whole) % 4), validate=True).decode("utf-8", "ignore")
    except (binascii.Error, ValueError):
        return None


def _base32(word: str) -> str | None:
    whole = word.rstrip("=")
    try:
        return base64.b32decode(whole + "=" * (-len(whole) % 8)).decode("utf-8", "ignore")
    except (binascii.Error, ValueError):
        return None


def _hex(word: str) -> str | None:
    digits = re.sub(r"\\x|0x|[^0-9a-fA-F]", "", word)
    return bytes.fromhex(digits[: len(digits) // 2 * 2]).decode("utf-8", "replace")


def _unescaped(word: str) -> str:
    if word.startswith("\\u"):
        return "".join(chr(int(one, 16)) for one in re.findall(r"\\u([0-9a-fA-F]{4})", word))
    return "".join(
        chr(number)
        for base, one in re.findall(r"&#(x?)([0-9a-fA-F]+);", word)
        if base or one.isdigit()
        if (number := int(one, 16 if base else 10)) < 0x110000
    )


def _piece(found: re.Match[str], made: str | None, code: str) -> Iterator[Decoded]:
    if made is not None and _is_words(made):
        yield Decoded(found.start(), found.end(), made[:CODED_CHARACTERS], code)


def _is_words(text: str) -> bool:
    if len(text) < 6:
        return False
    printed = sum(sign.isprintable() or sign in "\n\t\r" for sign in text) - text.count("\ufffd")
    return printed >= _PRINTED * len(text) and sum(sign.isalpha() or sign.isspace() for sign in text) >= 0.6 * len(text)
