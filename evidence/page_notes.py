"""Footnote markers: small raised signs that point to a note and say nothing themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from selectolax.lexbor import LexborNode

_LONGEST: Final = 24
_BRACKETED: Final = re.compile(r"\s*(?:[\[［〔【(（][^\[\]［］〔〕【】()（）]*[\]］〕】)）]\s*[,、]?\s*)+")
_SIGN: Final = re.compile(
    r"\s*(?:\W{0,2}(?:注釈|脚注|注|註|※|note|fn|ref)?\W{0,2}[\dA-Za-z*†‡§¶#＊]{0,4}\W{0,2}[,、\s]*)+", re.IGNORECASE
)
_NAMED: Final = re.compile(
    r"(?:^|[\s_-])(?:reference|footnote|noteref|fnref|footnote-ref|cite_ref|endnote)", re.IGNORECASE
)


def is_marker(node: LexborNode, attributes: Mapping[str, str | None], link: tuple[str, LexborNode] | None) -> bool:
    """Whether the raised or lowered element `node`, inside `link` where there is one, is a footnote marker.

    Markers are bracketed (`[1]`), or linked to a place in a page, or named as references. A linked unit (the 2 of m²
    with a link to another page) is none.
    """
    text = node.text(deep=True)
    if not text.strip() or len(text) > _LONGEST:
        return False
    return _BRACKETED.fullmatch(text) is not None or (
        _SIGN.fullmatch(text) is not None and _leads(node, attributes, link)
    )


def _leads(node: LexborNode, attributes: Mapping[str, str | None], link: tuple[str, LexborNode] | None) -> bool:
    name = f"{attributes.get('class') or ''} {attributes.get('id') or ''} {attributes.get('role') or ''}"
    if _NAMED.search(name):
        return True
    inner = node.css_first("a[href]")
    if inner is not None:
        return points_to_note(inner.attributes)
    if link is None:
        return False
    href, anchor = link
    return "#" in href and anchor.text(deep=True).strip() == node.text(deep=True).strip()


def points_to_note(attributes: Mapping[str, str | None]) -> bool:
    """Whether a link leads to a place inside a page, as links to notes do."""
    name = f"{attributes.get('class') or ''} {attributes.get('rel') or ''} {attributes.get('role') or ''}"
    return "#" in (attributes.get("href") or "") or _NAMED.search(name) is not None


def target(node: LexborNode, link: tuple[str, LexborNode] | None) -> str | None:
    """Where the marker leads."""
    inner = node.css_first("a[href]")
    if inner is not None:
        return inner.attributes.get("href")
    return link[0] if link else None
