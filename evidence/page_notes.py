"""Footnote markers: small raised signs that point to a note and say nothing themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

_LONGEST: Final = 24
_BRACKETED: Final = re.compile(r"\s*(?:[\[［〔【(（][^\[\]［］〔〕【】()（）]*[\]］〕】)）]\s*[,、]?\s*)+")
_WORDS: Final = re.compile(r"注釈|脚注|注|註|note|fn|ref", re.IGNORECASE)
_OTHER_LETTERS: Final = re.compile(r"[^\W0-9A-Za-z]")
_TOKENS: Final = re.compile(r"[0-9A-Za-z]+")
_TOKEN_LONGEST: Final = 4
_NAMED: Final = re.compile(
    r"(?:^|[\s_-])(?:reference|footnote|noteref|fnref|footnote-ref|cite_ref|endnote)", re.IGNORECASE
)
_REFERENCE_MARK: Final = re.compile(r"[※＊]\s*\d{0,3}")
_SIGN: Final = re.compile(r"\d{1,3}|[a-z]|[※＊*†‡§¶]+\s*\d{0,3}", re.IGNORECASE)
_BLOCKS: Final = frozenset(
    {"p", "li", "div", "td", "dd", "dt", "aside", "footer", "section", "small", "figcaption", "th"}
)
_UNIT_LONGEST: Final = 2
_SIGNS_MOST: Final = 2_000
_CLIMBED: Final = 4


def sign_of(node: LexborNode) -> str:
    """The words of a raised element."""
    return node.text(deep=True).strip()


def is_marker(
    node: LexborNode,
    sign: str,
    attributes: Mapping[str, str | None],
    link: tuple[str, str] | None,
    explained: frozenset[str],
    before: str,
) -> bool:
    """Whether the raised element `node` is a footnote marker.

    Markers are bracketed (`[1]`), or linked to a place in a page (`link`: the link around it, its words), or named as
    references, or explained by a note at the end of the page. A linked unit (the 2 of m² with a link to another page)
    is none, and nor is a number that may be an exponent of what stands `before` it.
    """
    if not sign or len(sign) > _LONGEST:
        return False
    if _BRACKETED.fullmatch(sign) or (before and _REFERENCE_MARK.fullmatch(sign)):
        return True
    if _is_sign(sign) and _leads(node, sign, attributes, link):
        return True
    return sign in explained and bool(before) and not _may_count(sign, before)


def _is_sign(text: str) -> bool:
    """Whether the text is signs, numbers and letters as notes are counted by, not words."""
    bare = _WORDS.sub(" ", text)
    return not _OTHER_LETTERS.search(bare) and all(len(token) <= _TOKEN_LONGEST for token in _TOKENS.findall(bare))


def _leads(node: LexborNode, sign: str, attributes: Mapping[str, str | None], link: tuple[str, str] | None) -> bool:
    name = f"{attributes.get('class') or ''} {attributes.get('id') or ''} {attributes.get('role') or ''}"
    if _NAMED.search(name):
        return True
    inner = node.css_first("a[href]")
    if inner is not None:
        return points_to_note(inner.attributes)
    if link is None:
        return False
    href, words = link
    return "#" in href and words == sign


def _may_count(sign: str, before: str) -> bool:
    """Whether a raised number or letter may belong to the number or the unit before it: 10², 10ⁿ, m², but not 120¹."""
    if not sign.isalnum() or sign == "1":
        return False
    if before[-1].isdigit():
        return True
    return before[-1].isascii() and before[-1].isalpha() and len(before.rsplit(maxsplit=1)[-1]) <= _UNIT_LONGEST


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


def explained_signs(tree: LexborHTMLParser) -> frozenset[str]:
    """The raised signs that a line of the page begins with, as notes do."""
    signs: set[str] = set()
    for node in tree.css("sup")[:_SIGNS_MOST]:
        sign = node.text(deep=True)[: _LONGEST + 1].strip()
        if sign not in signs and _SIGN.fullmatch(sign) and _begins_line(node):
            signs.add(sign)
    return frozenset(signs)


def _begins_line(node: LexborNode) -> bool:
    """Whether nothing stands before it on its line, and something after it."""
    at = node
    for _ in range(_CLIMBED):
        before = at.prev
        while before is not None and (
            before.is_comment_node or (before.is_text_node and not (before.text_content or "").strip())
        ):
            before = before.prev
        if before is not None:
            return before.tag == "br" and _goes_on(node)
        above = at.parent
        if above is None:
            return False
        if above.tag in _BLOCKS:
            return _goes_on(node)
        at = above
    return False


def _goes_on(node: LexborNode) -> bool:
    following = node.next
    return following is not None and bool(
        (following.text(deep=True) if following.is_element_node else following.text_content or "").strip()
    )
