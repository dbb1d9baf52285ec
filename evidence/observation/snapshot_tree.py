"""The elements of a stored snapshot and where each of their text nodes stands in the stored text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

_MARK: Final = re.compile(r"u:(\d+)$")
DEPTH_MOST: Final = 400
"""Elements inside one another that are told apart; what is deeper belongs to the last of them."""


@dataclass(slots=True)
class Element:
    """An element of the snapshot; `path` leads to it from the body, as ``main > p:nth-of-type(2)``."""

    tag: str
    attributes: dict[str, str | None]
    parent: Element | None
    nth: int
    counts: dict[str, int] = field(default_factory=dict)

    def above(self) -> Iterator[Element]:
        """Itself and the elements around it, from the inside out."""
        here: Element | None = self
        while here is not None:
            yield here
            here = here.parent

    def has(self, name: str) -> str:
        """The attribute in small letters, "" where it is missing."""
        return (self.attributes.get(name) or "").strip().lower()

    @property
    def path(self) -> str:
        """Where it stands in the document."""
        steps = [
            element.tag if element.nth == 1 else f"{element.tag}:nth-of-type({element.nth})"
            for element in self.above()
            if element.parent is not None
        ]
        return " > ".join(reversed(steps))


@dataclass(frozen=True, slots=True)
class TextAt:
    """Visible text in `element` that starts at the code point `start` of the stored text."""

    element: Element
    start: int


@dataclass(frozen=True, slots=True)
class Begun:
    """An element that begins where the text has come to `at`."""

    element: Element
    at: int


def walk(marked_html: str) -> Iterator[TextAt | Begun]:
    """The elements of the snapshot's body and its marked text nodes, in document order."""
    body = LexborHTMLParser(marked_html).body
    if body is None:
        return
    top = Element("body", {}, None, 1)
    at = 0
    stack: list[tuple[LexborNode | None, Element, int]] = [(body.child, top, 0)]
    while stack:
        node, parent, depth = stack.pop()
        if node is None:
            continue
        stack.append((node.next, parent, depth))
        if node.is_comment_node:
            mark = _MARK.match((node.comment_content or "").strip())
            if mark:
                at = int(mark[1])
                yield TextAt(parent, at)
        elif node.is_element_node and node.tag:
            nth = parent.counts[node.tag] = parent.counts.get(node.tag, 0) + 1
            element = Element(node.tag, dict(node.attributes), parent, nth)
            yield Begun(element, at)
            stack.append((node.child, element if depth < DEPTH_MOST else parent, depth + 1))
