"""Words that stand in a page's source and in no reader's view: comments, attributes, metadata, data for machines.

None is part of the stored text. They are kept for the policy alone: a program that reads the source sees them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, Literal

from selectolax.lexbor import LexborNode

AsideKind = Literal[
    "comment", "alt", "aria", "title", "meta", "json_ld", "noscript", "template", "field", "data", "script"
]
"""What the words stood in: a comment; an attribute that tells of a picture, for screen readers, of a hint; metadata;
JSON-LD; what shows without scripts; a template; the value of a field; a data attribute; data of a script."""

ASIDES_MOST: Final = 1_000
ASIDE_CHARACTERS: Final = 2_000
"""How many such texts of a page are kept, and how much of each."""
_LEAST: Final = 8
_WORDS: Final = re.compile(
    r"[^\W\d_]+(?:[\s,.;:!?'’-]+[^\W\d_]+){2}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]{4}|[A-Za-z0-9+/]{40}"
)
"""Three words, a few letters of a language without spaces, or something encoded: less instructs nobody."""
_NAMED: Final[dict[str, AsideKind]] = {
    "alt": "alt",
    "aria-label": "aria",
    "aria-description": "aria",
    "aria-roledescription": "aria",
    "aria-valuetext": "aria",
    "title": "title",
    "placeholder": "field",
    "summary": "data",
    "content": "meta",
    "value": "field",
}
_TAGS: Final = re.compile(r"<[^<>]{0,500}>")
_DATA_SCRIPTS: Final = ("application/ld+json", "application/json", "text/template", "text/plain", "text/x-template")


def worth_keeping(text: str) -> bool:
    """Whether a text could say something to who reads it."""
    return len(text) >= _LEAST and _WORDS.search(text[:ASIDE_CHARACTERS]) is not None


def of_attributes(tag: str, attributes: Mapping[str, str | None]) -> Iterator[tuple[AsideKind, str]]:
    """The words in an element's attributes."""
    for name, value in attributes.items():
        if not value or len(value) < _LEAST:
            continue
        kind = _NAMED.get(name) or ("data" if name.startswith("data-") else None)
        if kind is None or (name == "content" and tag != "meta"):
            continue
        if worth_keeping(value):
            yield kind, value.strip()[:ASIDE_CHARACTERS]


def of_dropped(tag: str, node: LexborNode) -> tuple[AsideKind, str] | None:
    """The words in an element that is no part of the page's text; None where it has none for a reader."""
    if tag == "noscript":
        found: tuple[AsideKind, str] = ("noscript", _TAGS.sub(" ", node.text(deep=True)))
    elif tag == "template":
        found = ("template", _TAGS.sub(" ", node.html or ""))
    elif tag == "script":
        kind = (node.attributes.get("type") or "").strip().lower()
        if kind not in _DATA_SCRIPTS:
            return None
        found = ("json_ld" if kind == _DATA_SCRIPTS[0] else "script", node.text(deep=True))
    else:
        return None
    text = found[1].strip()
    return (found[0], text) if worth_keeping(text) else None
