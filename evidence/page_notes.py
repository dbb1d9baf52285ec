"""Footnote markers: small raised signs that point to a note and say nothing themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from selectolax.lexbor import LexborNode

_LONGEST: Final = 24
_BRACKETED: Final = re.compile(r"\s*(?:[\[［〔【(（][^\[\]［］〔〕【】()（）]*[\]］〕】)）]\s*[,、]?\s*)+")
_WORDS: Final = re.compile(r"注釈|脚注|注|註|note|fn|ref", re.IGNORECASE)
_OTHER_LETTERS: Final = re.compile(r"[^\W0-9A-Za-z]")
_TOKENS: Final = re.compile(r"[0-9A-Za-z]+")
_TOKEN_LONGEST: Final = 4
_NAMED: Final = re.compile(
    r"(?:^|[\s_-])(?:reference|footnote|noteref|fnref|footnote-ref|cite_ref|endnote)", re.IGNORECASE
)


def is_marker(node: LexborNode, attributes: Mapping[str, str | None], link: tuple[str, str] | None) -> bool:
    """Whether the raised or lowered element `node` is a footnote marker; `link`: the link around it, its words.

    Markers are bracketed (`[1]`), or linked to a place in a page, or named as references. A linked unit (the 2 of m²
    with a link to another page) is none.
    """
    text = node.text(deep=True)
    if not text.strip() or len(text) > _LONGEST:
        return False
    return _BRACKETED.fullmatch(text) is not None or (_is_sign(text) and _leads(node, attributes, link))


def _is_sign(text: str) -> bool:
    """Whether the text is signs, numbers and letters as notes are counted by, not words."""
    bare = _WORDS.sub(" ", text)
    return not _OTHER_LETTERS.search(bare) and all(len(token) <= _TOKEN_LONGEST for token in _TOKENS.findall(bare))


def _leads(node: LexborNode, attributes: Mapping[str, str | None], link: tuple[str, str] | None) -> bool:
    name = f"{attributes.get('class') or ''} {attributes.get('id') or ''} {attributes.get('role') or ''}"
    if _NAMED.search(name):
        return True
    inner = node.css_first("a[href]")
    if inner is not None:
        return points_to_note(inner.attributes)
    if link is None:
        return False
    href, words = link
    return "#" in href and words == node.text(deep=True).strip()


def points_to_note(attributes: Mapping[str, str | None]) -> bool:
    """Whether a link leads to a place inside a page, as links to notes do."""
    name = f"{attributes.get('class') or ''} {attributes.get('rel') or ''} {attributes.get('role') or ''}"
    return "#" in (attributes.get("href") or "") or _NAMED.search(name) is not None


def target(node: LexborNode, link: tuple[str, str] | None) -> str | None:
    """Where the marker leads."""
    inner = node.css_first("a[href]")
    if inner is not None:
        return inner.attributes.get("href")
    return link[0] if link else None
