"""From bytes to text: byte order mark, then header, then ``<meta>``, then detection; the rule that decided is told.

A declared charset that plainly contradicts the bytes is passed over, since a wrong label turns a page into noise that
no quote can match. UTF-7 is never honoured: it hides markup from whoever reads the bytes.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from evidence import charset_guess

Rule = Literal["bom", "header", "meta", "detected", "default"]

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What the web means by a label, where that is not what Python means by it (WHATWG Encoding Standard).
_WEB_CODECS: Final[dict[str, str]] = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "shift_jis": "cp932",
    "shift_jis_2004": "cp932",
    "shift_jisx0213": "cp932",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "utf-16": "utf-16-le",
    "iso2022_jp": "iso2022_jp_ext",
    "utf-8-sig": "utf-8",
}
_WEB_LABELS: Final[dict[str, str]] = {
    "unicode-1-1-utf-8": "utf-8",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "ms_kanji": "cp932",
    "x-euc-jp": "euc_jp",
    "x-gbk": "gb18030",
    "gb_2312-80": "gb18030",
    "chinese": "gb18030",
    "x-x-big5": "big5hkscs",
    "cn-big5": "big5hkscs",
    "big5-hkscs": "big5hkscs",
    "ks_c_5601-1987": "cp949",
    "ksc5601": "cp949",
    "korean": "cp949",
    "windows-949": "cp949",
    "x-cp1250": "cp1250",
    "x-cp1251": "cp1251",
    "x-cp1252": "cp1252",
    "x-mac-roman": "mac_roman",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "dos-874": "cp874",
    "iso-8859-8-i": "iso8859-8",
}
# Codecs that Python knows and the web's list does not: honouring them would let a page choose how it is misread.
_REFUSED: Final = re.compile(
    r"utf[-_]?7|hz|iso2022_kr|iso2022_jp_[123]|utf-32.*|.*escape|.*codec|rot.?13|idna|punycode|mbcs|cp65001"
)
_NAMES: Final[dict[str, str]] = {
    "cp932": "shift_jis",
    "euc_jp": "euc-jp",
    "euc_jis_2004": "euc-jp",
    "iso2022_jp_ext": "iso-2022-jp",
    "cp949": "euc-kr",
    "big5hkscs": "big5",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
    "mac_roman": "macintosh",
}
# JIS X 0208 characters that Python's EUC-JP and ISO-2022-JP codecs map apart from the web's table.
_WEB_JIS: Final = str.maketrans("〜‖−¢£¬", "～∥－￠￡￢")
_HEADER: Final = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_COMMENT: Final = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_META: Final = re.compile(rb"<meta[^>]*?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.\-]+)", re.IGNORECASE)
_XML: Final = re.compile(rb"\A\s*<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9_:.\-]+)")
_PRESCAN_BYTES: Final = 16_384
_TOLERATED: Final = 0.02
"""Share of unreadable characters among the non-ASCII ones that a declared charset may leave."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a body. `charset` is the web's name of the encoding; `rule` says what decided it."""

    text: str
    charset: str
    rule: Rule


def codec_for(label: str) -> str | None:
    """The Python codec that the web means by `label`, or None where the label is unknown or refused."""
    wanted = label.strip().lower()
    named = _WEB_LABELS.get(wanted)
    if named:
        return named
    try:
        found = codecs.lookup(wanted)
    except (LookupError, ValueError):
        return None
    if _REFUSED.fullmatch(found.name) or not getattr(found, "_is_text_encoding", True):
        return None
    return _WEB_CODECS.get(found.name, found.name)


def decode(body: bytes, content_type: str | None, *, html: bool) -> Decoded:
    """Decode `body`; never fails: bytes that fit nothing become U+FFFD."""
    for mark, codec in _BOMS:
        if body.startswith(mark):
            return Decoded(_read(body[len(mark) :], codec), _name(codec), "bom")
    declared = list(_declared(body, content_type, html=html))
    for codec, rule in declared:
        text = _read(body, codec)
        if _plausible(body, text, codec, declared):
            return Decoded(text, _name(codec), rule)
    guessed = charset_guess.guess(body)
    if guessed is not None:
        return Decoded(_read(body, guessed), _name(guessed), "detected")
    if declared:
        codec, rule = declared[0]
        return Decoded(_read(body, codec), _name(codec), rule)
    return Decoded(_read(body, "utf-8"), "utf-8", "default")


def _declared(body: bytes, content_type: str | None, *, html: bool) -> Iterator[tuple[str, Rule]]:
    header = _HEADER.search(content_type or "")
    if header:
        codec = codec_for(header[1])
        if codec:
            yield codec, "header"
    if html:
        head = _COMMENT.sub(b"", body[:_PRESCAN_BYTES])
        found = _META.search(head) or _XML.search(head)
        codec = codec_for(found[1].decode("ascii")) if found else None
        if codec:
            # A meta that could be read as ASCII can't be UTF-16 (WHATWG).
            yield ("utf-8" if codec.startswith("utf-16") else codec), "meta"


def _plausible(body: bytes, text: str, codec: str, declared: list[tuple[str, Rule]]) -> bool:
    beyond = len(text) - charset_guess.ascii_count(text)
    if text.count("\ufffd") > beyond * _TOLERATED:
        return False
    if not charset_guess.is_single_byte(codec):
        return codec == "iso2022_jp_ext" or beyond > 0 or not charset_guess.likely_other(body, codec)
    # Every byte string is valid in a one-byte charset, so validity in a stricter one, declared or UTF-8, wins.
    stricter = [other for other, _ in declared if not charset_guess.is_single_byte(other)]
    if beyond and any(charset_guess.reads_strictly(body, other) for other in (*stricter, "utf-8")):
        return False
    return not charset_guess.likely_other(body, codec)


def _read(body: bytes, codec: str) -> str:
    text = body.decode(codec, "replace")
    if codec == "euc_jp":
        if "\ufffd" in text:
            wider = body.decode("euc_jis_2004", "replace")
            text = wider if wider.count("\ufffd") < text.count("\ufffd") else text
        return text.translate(_WEB_JIS)
    if codec == "iso2022_jp_ext":
        return text.translate(_WEB_JIS)
    return text


def _name(codec: str) -> str:
    if codec in _NAMES:
        return _NAMES[codec]
    if re.fullmatch(r"cp\d+", codec):
        return "windows-" + codec[2:]
    return re.sub(r"^iso8859-", "iso-8859-", codec).replace("_", "-")
