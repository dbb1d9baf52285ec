"""What a walk over a page has open: elements with the state they changed, and links."""

from __future__ import annotations

from dataclasses import dataclass

from selectolax.lexbor import LexborNode


@dataclass(slots=True)
class Frame:
    """An open element: its tag, how its markup closes, and the changes of state that leaving it takes back."""

    tag: str
    close: str
    children: int = 0
    muted: int = 0
    hidden: int = 0
    pre: int = 0
    foreign: int = 0
    concealing: int = 0
    articles: int = 0
    shut: int = 0
    cell: bool = False
    script: bool = False
    anchor: bool = False
    region: bool = False
    control: int = 0
    titles: int = 0


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
