"""Which element makes the block that a text belongs to, and in which part of the page it stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from evidence.observation.snapshot_tree import Begun, Element, TextAt
from evidence.observation.values import BlockKind, Zone

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_INLINE_TAGS: Final = """
    a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rb rp rt ruby s samp
    small span strike strong sub sup time tt u var wbr
"""
_INLINE: Final = frozenset(_INLINE_TAGS.split())
_ZONES: Final[dict[str, Zone]] = {
    "nav": "nav",
    "aside": "aside",
    "footer": "footer",
    "header": "header",
    "main": "main",
    "article": "main",
}
_ZONE_ROLES: Final[dict[str, Zone]] = {
    "navigation": "nav",
    "complementary": "aside",
    "contentinfo": "footer",
    "banner": "header",
    "main": "main",
}
_FIELDS: Final = ("type", "name", "placeholder", "value", "aria-label")
_LAYOUT_INSIDE: Final = frozenset({"h1", "h2", "h3", "table", "main", "article", "nav", "form"})


@dataclass(frozen=True, slots=True)
class Container:
    """The element that makes a block, the block's kind, and the part of the page."""

    element: Element
    kind: BlockKind
    zone: Zone


def container(element: Element, layout: Collection[int]) -> Container:
    """What holds the text of `element`; `layout` are the ids of tables that only lay the page out."""
    chain = list(element.above())
    zone = _zone(chain)
    holder = chain[-1]
    held: BlockKind | None = None
    for up in chain:
        kind = _kind(up, layout)
        wider = kind in ("table", "list", "definition") and held in ("text", "list", "definition")
        if kind is not None and (held is None or wider):
            holder, held = up, kind
    if held in (None, "text"):
        held = "quote" if any(up.tag == "blockquote" for up in chain) else "text"
    return Container(holder, held or "text", zone)


def _kind(element: Element, layout: Collection[int]) -> BlockKind | None:
    tag = element.tag
    if tag in _HEADINGS:
        return "heading"
    if tag == "table":
        return None if id(element) in layout else "table"
    if tag in ("tr", "td", "th", "tbody", "thead", "tfoot", "li", "dt", "dd"):
        return "text"
    kinds: dict[str, BlockKind] = {
        "ul": "list",
        "ol": "list",
        "dl": "definition",
        "pre": "code",
        "button": "button",
        "figcaption": "figure",
        "caption": "text",
    }
    if tag in kinds:
        return kinds[tag]
    return None if tag in _INLINE else "text"


def _zone(chain: Sequence[Element]) -> Zone:
    inside_main = any(up.tag in ("main", "article") or up.has("role") == "main" for up in chain)
    for up in chain:
        zone = _ZONE_ROLES.get(up.has("role")) or _ZONES.get(up.tag)
        if zone is not None and not (zone in ("header", "footer") and inside_main):
            return zone
    return "body"


def layout_tables(seen: Sequence[TextAt | Begun]) -> frozenset[int]:
    """The ids of tables that hold headings, tables, forms or the page's main part: no data."""
    found: set[int] = set()
    for one in seen:
        if isinstance(one, Begun):
            if one.element.tag == "table" and one.element.has("role") in ("presentation", "none"):
                found.add(id(one.element))
            if one.element.tag in _LAYOUT_INSIDE and one.element.parent is not None:
                found.update(id(up) for up in one.element.parent.above() if up.tag == "table")
    return frozenset(found)


def labelled(element: Element) -> tuple[BlockKind, str] | None:
    """Kind and words of an element that says something which is not in the text: a picture, a field, a form."""
    if element.tag == "img":
        alt = (element.attributes.get("alt") or "").strip()
        return ("figure", alt) if alt else None
    if element.tag in ("input", "textarea", "select"):
        if element.has("type") == "hidden":
            return None
        words = [element.attributes.get(name) or "" for name in _FIELDS]
        return "input", " ".join(word.strip() for word in words if word.strip()) or element.tag
    if element.tag == "form":
        return "form", element.has("method") or "get"
    return None
