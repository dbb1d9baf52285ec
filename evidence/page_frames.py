"""What a walk over a page has open: elements, the state that their text is in, and links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from selectolax.lexbor import LexborNode

from evidence.page_colours import Colour, conceals
from evidence.page_css import Declared

_NO_NAMES: Final[frozenset[str]] = frozenset()


class Ink(NamedTuple):
    """What elements hand down to the text in them: whether its size can be read, whether it shows, its colours."""

    sized: bool = True
    visible: bool = True
    text: Colour | str | None = None
    ground: Colour | str | None = "unknown"

    @property
    def conceals(self) -> bool:
        """Whether no reader can make the text out."""
        return not self.sized or conceals(self.text, self.ground)


class State(NamedTuple):
    """What holds for the text at a place of the page.

    `muted`: why it is not text at all (``"drawing"``: it may hold labels that are); `concealed`: nobody can see it;
    `unveiled`: it is inside of what the page starts with hidden; `hidden`: it is shown on demand only, `folded`:
    because a ``<details>`` is closed; `script`: ``"sup"`` or ``"sub"``; `mark`: what its runs are marked with;
    `writes`: whether its text is written at all.
    """

    muted: str = ""
    concealed: bool = False
    unveiled: bool = False
    hidden: bool = False
    folded: bool = False
    pre: bool = False
    foreign: bool = False
    in_article: bool = False
    title: bool = False
    control: bool = False
    scripts: int = 0
    script: str = ""
    anchor: Anchor | None = None
    ink: Ink = Ink()
    mark: int = 0
    writes: bool = True


class Frame:
    """An open element, which selectors are judged by too.

    `outer` is the state around it, `close` how its markup ends, `gap` and `tail` what parts its text from the rest;
    `quotes_from` is the first run of text in an element that quotes; `index` counts the elements of its parent from 1,
    `elder` is the one before it; `custom` are the custom properties that the page's root declares.
    """

    children = 0
    cells = 0
    is_cell = False
    is_region = False
    is_shut = False
    lays_out = False
    quotes_from = -1
    tail = ""
    elder: Frame | None = None
    youngest: Frame | None = None
    custom: Declared = MappingProxyType({})
    known: dict[tuple[str, str | None, str | None], Declared] | None = None
    _classes: frozenset[str] | None = None
    _keys: list[str] | None = None

    def __init__(
        self, tag: str, attributes: Mapping[str, str | None], outer: State, close: str, gap: int, index: int
    ) -> None:
        self.tag = tag
        self.attributes = attributes
        self.outer = outer
        self.close = close
        self.gap = gap
        self.index = index

    @property
    def classes(self) -> frozenset[str]:
        """The element's classes."""
        if self._classes is None:
            names = self.attributes.get("class") if self.attributes else None
            self._classes = frozenset(names.split()) if names else _NO_NAMES
        return self._classes

    @property
    def keys(self) -> list[str]:
        """Its id and its classes as selectors write them."""
        if self._keys is None:
            identity = self.attributes.get("id") if self.attributes else None
            names = [f".{name}" for name in self.classes]
            self._keys = [f"#{identity}", *names] if identity else names
        return self._keys


@dataclass(slots=True)
class Anchor:
    """An open link: address, element, the run and the mark of its text, and all its words once asked for."""

    href: str
    node: LexborNode
    first: int
    mark: int
    words: str | None = None

    def link(self) -> tuple[str, str]:
        """The address and the words, which are gathered once: a link may hold thousands of raised signs."""
        if self.words is None:
            self.words = self.node.text(deep=True).strip()
        return self.href, self.words
