"""The encodings of the web: what its labels mean, and their bytes read as browsers read them.

Encodings are named as the WHATWG Encoding Standard names them. Python's codecs read most of them to the letter; where
they don't (vendor characters of Japanese charsets, later editions of Chinese ones, unassigned bytes) this module does.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import Final

import webencodings

CODECS: Final[dict[str, str]] = {
    "utf-8": "utf-8",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "utf-32le": "utf-32-le",
    "utf-32be": "utf-32-be",
    "shift_jis": "cp932",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
    "euc-kr": "cp949",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "ibm866": "cp866",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "windows-874": "cp874",
    **{f"windows-125{number}": f"cp125{number}" for number in range(9)},
    **{f"iso-8859-{part}": f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
}
"""Encoding → the Python codec that reads it, after the repairs below."""
SEVERAL_BYTES: Final = frozenset(
    {"utf-8", "utf-16le", "utf-16be", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "gb18030", "big5"}
)
"""Encodings in which not every byte is a character, so that bytes can contradict them."""
_SAME_READING: Final = {"gbk": "gb18030", "iso-8859-8-i": "iso-8859-8", "x-user-defined": "windows-1252"}
_OTHER_CHARACTERS: Final[dict[str, dict[int, int]]] = {
    "euc-jp": str.maketrans("〜‖−¢£¬", "～∥－￠￡￢"),
    "iso-2022-jp": str.maketrans("〜‖−¢£¬", "～∥－￠￡￢"),
    "koi8-u": str.maketrans("╝╬", "ўЎ"),
    "big5": str.maketrans("•､‾∼♁☉¥¢£", "‧﹑¯～⊕⊙￥￠￡"),
    "gb18030": str.maketrans(
        "\ue5e5\ue78d\ue78e\ue78f\ue790\ue791\ue792\ue793\ue794\ue795\ue796\ue7c7\ue81e\ue826\ue82b\ue82c\ue832\ue843\ue854\ue864",
        "\u3000︐︒︑︓︔︕︖︗︘︙ḿ龴龵龶龷龸龹龺龻",
    ),
}
"""Characters that Python's codec of an encoding yields, and what the standard has in their place."""
_ESCAPE: Final = re.compile(rb"\x1b(\$[@B]|\([BIJ])")
_PAIRS: Final = bytes(byte | 0x80 if 0x21 <= byte <= 0x7E else byte if byte < 0x80 else 0xFF for byte in range(256))
"""Seven-bit pairs as EUC-JP has them; bytes above ASCII as one that no charset knows."""
_ROMAN: Final = {0x5C: "¥", 0x7E: "‾"}


def encoding_for(label: str) -> str | None:
    """The encoding that the web means by `label`; None where it is unknown or, like UTF-7, refused by the standard."""
    found = webencodings.lookup(label)
    name = _SAME_READING.get(found.name, found.name) if found else ""
    return name if name in CODECS else None


def read(body: bytes, encoding: str) -> str:
    """The text of `body`; bytes that mean nothing in `encoding` become U+FFFD, or C1 controls as in browsers."""
    if encoding == "iso-2022-jp":
        text = _by_escapes(body)
    else:
        text = body.decode(CODECS[encoding], _REPAIRS.get(encoding, "replace"))
    other = _OTHER_CHARACTERS.get(encoding)
    return text.translate(other) if other and not text.isascii() else text


def reads_strictly(body: bytes, encoding: str) -> bool:
    """Whether all of `body` is valid; a character cut short at the very end is forgiven."""
    try:
        codecs.getincrementaldecoder(CODECS[encoding])("strict").decode(body, final=False)
    except UnicodeDecodeError:
        return False
    return True


def _by_escapes(body: bytes) -> str:
    """ISO-2022-JP: runs of single bytes and of pairs, with an escape sequence before each. No byte is above ASCII."""
    first, *rest = _ESCAPE.split(body)
    parts = [first.decode("ascii", "replace")]
    for escape, run in zip(rest[::2], rest[1::2], strict=True):
        if escape in {b"$@", b"$B"}:
            parts.append(run.translate(_PAIRS).decode("euc_jp", _JAPANESE))
        elif escape == b"(I":
            parts.append(run.translate(_PAIRS).decode("cp932", "replace"))
        else:
            text = run.decode("ascii", "replace")
            parts.append(text.translate(_ROMAN) if escape == b"(J" else text)
    return "".join(parts)


def _vendor_japanese(body: bytes, start: int) -> tuple[str, int] | None:
    """Characters that NEC and IBM added to JIS X 0208: Shift_JIS as Windows reads it has them at the same places."""
    pair = body[start : start + 2]
    if len(pair) < 2 or not all(0xA1 <= byte <= 0xFE for byte in pair):
        return None
    row, cell = pair[0] - 0xA1, pair[1] - 0xA1
    trail = cell + (0x9F if row % 2 else 0x40 if cell < 0x3F else 0x41)
    shifted = bytes([row // 2 + (0x81 if row < 62 else 0xC1), trail])
    return shifted.decode("cp932", "replace")[0], start + 2


def _euro(body: bytes, start: int) -> tuple[str, int] | None:
    """The euro sign, which Windows added to the Chinese charsets where Python has a gap."""
    return next((("€", start + len(euro)) for euro in (b"\x80", b"\xa3\xe1") if body.startswith(euro, start)), None)


def _control(body: bytes, start: int) -> tuple[str, int] | None:
    """Unassigned bytes of the Windows charsets: C1 controls, as browsers have it."""
    return (chr(body[start]), start + 1) if body[start] < 0xA0 else None


def _register(name: str, repair: Callable[[bytes, int], tuple[str, int] | None]) -> str:
    """Make `repair` an error handler of Python's codecs; it yields what stands at an offset, and where to go on."""

    def handler(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeDecodeError):
            raise error
        return repair(error.object, error.start) or ("\ufffd", error.end)

    codecs.register_error(name, handler)
    return name


_JAPANESE: Final = _register("uratori.vendor_japanese", _vendor_japanese)
_CHINESE: Final = _register("uratori.euro", _euro)
_WINDOWS: Final = _register("uratori.control", _control)
_REPAIRS: Final[dict[str, str]] = {
    "euc-jp": _JAPANESE,
    "gb18030": _CHINESE,
    "big5": _CHINESE,
    **{name: _WINDOWS for name in CODECS if name.startswith("windows-")},
}
