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

from evidence.charset_codecs import encoding_for, read
from evidence.charset_guess import contradicts, guess

Rule = Literal["bom", "header", "meta", "detected", "default"]

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32le"),
    (codecs.BOM_UTF32_BE, "utf-32be"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
_HEADER: Final = re.compile(r"(?:\A|;)\s*charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_XML: Final = re.compile(rb"\A\s*<\?xml\s[^>]*?encoding\s*=\s*[\"']\s*([!-~]+?)\s*[\"']")
_UNREAD: Final = re.compile(rb"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1|\Z)", re.DOTALL | re.IGNORECASE)
_META: Final = re.compile(rb"""<meta[\s/]((?:"[^"]*"|'[^']*'|[^>"'])*)>""", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(rb"""([^\s/=>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?""")
_CONTENT: Final = re.compile(rb"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_PRESCAN_BYTES: Final = 16_384
"""More than the 1,024 of browsers, which take a later meta as well: by reading the page again."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a body. `charset` is the web's name of the encoding; `rule` says what decided it."""

    text: str
    charset: str
    rule: Rule


def decode(body: bytes, content_type: str | None, *, html: bool) -> Decoded:
    """Decode `body`; never fails: bytes that fit nothing become U+FFFD.

    A mark always decides. A label decides unless the bytes contradict it; where they contradict all labels and nothing
    better is found, the first one decides after all. `html`: the body may declare its charset itself.
    """
    for mark, encoding in _MARKS:
        if body.startswith(mark):
            return Decoded(read(body[len(mark) :], encoding), encoding, "bom")
    declared = list(_declared(body, content_type, html=html))
    for encoding, rule in declared:
        if not contradicts(body, encoding):
            return Decoded(read(body, encoding), encoding, rule)
    guessed = guess(body)
    if guessed:
        return Decoded(read(body, guessed), guessed, "detected")
    encoding, rule = declared[0] if declared else ("utf-8", "default")
    return Decoded(read(body, encoding), encoding, rule)


def _declared(body: bytes, content_type: str | None, *, html: bool) -> Iterator[tuple[str, Rule]]:
    header = _HEADER.search(content_type or "")
    encoding = encoding_for(header[1]) if header else None
    if encoding:
        yield encoding, "header"
    encoding = _in_markup(body) if html else None
    if encoding:
        # What could be read as ASCII can't be UTF-16 (WHATWG).
        yield ("utf-8" if encoding.startswith("utf-16") else encoding), "meta"


def _in_markup(body: bytes) -> str | None:
    """What the page says of itself: the first ``<meta>`` with a label that means something, or its XML declaration."""
    head = _UNREAD.sub(b"", body[:_PRESCAN_BYTES])
    labels = [label for meta in _META.finditer(head) if (label := _of_meta(meta[1]))]
    labels += [found[1] for found in [_XML.match(head)] if found]
    return next(filter(None, (encoding_for(label.decode("latin-1")) for label in labels)), None)


def _of_meta(attributes: bytes) -> bytes | None:
    values = {match[1].lower(): match[2] or match[3] or match[4] or b"" for match in _ATTRIBUTE.finditer(attributes)}
    if b"charset" in values:
        return values[b"charset"]
    if values.get(b"http-equiv", b"").lower() == b"content-type":
        content = _CONTENT.search(values.get(b"content", b""))
        return content[1] if content else None
    return None
