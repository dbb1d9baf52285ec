"""A page's text as a browser searches it: the stored text with what that leaves out, at its place."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from evidence.page_tags import BREAKS, CELLS, LINE, words
from evidence.ranges import Range

UNSURE: Final = "\uffff"
"""Stands where the page may show something that the stored text lacks, or nothing: no term may touch it."""

_MARK: Final = re.compile(r"u:(\d+)")
_WHITE: Final = re.compile(r"\s+")
_RAISED: Final = frozenset({"sup", "sub", "rt", "rtc"})
_NEVER: Final = words("head title style rp noscript template datalist map audio video canvas metadata desc defs")
_APART: Final = words("button input textarea select svg video audio canvas iframe object embed progress meter math")
"""Elements that end a run of text for the browser's search, though they stand in a line."""
_UNSEARCHED: Final = words("select option optgroup textarea")


@dataclass(frozen=True, slots=True)
class Shown:
    """The searched text, and the way to it from offsets of the stored text. `unseen`: stored text no search finds."""

    text: str
    unseen: tuple[Range, ...]
    places: tuple[int, ...]
    grown: tuple[int, ...]
    """`grown[i]`: the characters put in at the first i of `places`, offsets of the stored text in order."""

    def start(self, offset: int) -> int:
        """Where a range that starts at `offset` starts, after what was put in there."""
        return offset + self.grown[bisect_right(self.places, offset)]

    def end(self, offset: int) -> int:
        """Where a range that ends at `offset` ends, before what was put in there."""
        return offset + self.grown[bisect_left(self.places, offset)]


def shown_text(text: str, marked_html: str, hidden: Sequence[Range]) -> Shown:
    """Read the searched text from a snapshot (`PageText.marked_html`) of the page with the stored `text`.

    `hidden` are the ranges of text that is shown on demand only. Footnote markers and ruby readings are put in; where
    it takes the page's style sheets to know, there is `UNSURE`.
    """
    reader = _Reader(text, hidden)
    root = LexborHTMLParser(marked_html, scripting=True).root
    if root is not None:
        reader.run(root)
    reader.close(len(text), "")
    put_in = [*reader.put_in, *((at, UNSURE) for part in hidden for at in (part.start, part.end))]
    put_in.sort(key=lambda one: one[0])
    pieces: list[str] = []
    at = 0
    for place, piece in put_in:
        pieces += [text[at:place], piece]
        at = place
    pieces.append(text[at:])
    lengths = accumulate((len(piece) for _, piece in put_in), initial=0)
    return Shown("".join(pieces), tuple(reader.unseen), tuple(place for place, _ in put_in), tuple(lengths))


class _Reader:
    """A walk over a snapshot that collects what to put into the stored text."""

    def __init__(self, text: str, hidden: Sequence[Range]) -> None:
        self.text = text
        self.put_in: list[tuple[int, str]] = []
        self.unseen: list[Range] = []
        self._hidden = hidden
        self._gap: list[str | None] = []
        """The raw text since the last marked node; None for a block's edge."""
        self._mark: int | None = None
        self._last = 0
        self._unsearched = False
        self._tail = ""
        self._inside: list[str] = []

    def run(self, root: LexborNode) -> None:
        """Walk `root` in document order, without recursion."""
        open_nodes: list[LexborNode] = []
        node = root
        while True:
            if self._visit(node):
                child = node.first_child
                if child is not None:
                    open_nodes.append(node)
                    node = child
                    continue
                self._leave()
            following = node.next if open_nodes else None
            while following is None:
                if not open_nodes:
                    return
                node = open_nodes.pop()
                self._leave()
                following = node.next if open_nodes else None
            node = following

    def _visit(self, node: LexborNode) -> bool:
        if node.is_comment_node:
            found = _MARK.fullmatch(node.comment_content or "")
            self._mark = int(found[1]) if found else self._mark
            return False
        if node.is_text_node:
            self._text(node.text_content or "")
            return False
        tag = node.tag or ""
        if not node.is_element_node or tag in _NEVER:
            return False
        self._edge(tag)
        self._inside.append(tag)
        return True

    def _leave(self) -> None:
        self._edge(self._inside.pop())

    def _edge(self, tag: str) -> None:
        if tag == "br" or tag in CELLS or tag in _APART or BREAKS.get(tag, 0) >= LINE:
            self._gap.append(None)

    def _text(self, raw: str) -> None:
        mark, self._mark = self._mark, None
        if mark is None:
            searched = not _UNSEARCHED.intersection(self._inside)
            if not raw.strip():
                self._gap.append(" ")
            elif searched:
                self._gap.append(raw if _RAISED.intersection(self._inside) else f"{UNSURE}{raw}{UNSURE}")
            return
        self.close(mark, raw)
        self._last, self._tail, self._gap = mark, raw, []
        self._unsearched = bool(_UNSEARCHED.intersection(self._inside)) or (
            "details" not in self._inside and any(part.start <= mark < part.end for part in self._hidden)
        )

    def close(self, start: int, raw: str) -> None:
        """The marked node before `start` and the gap up to it are done; `raw` is the text of the node that follows."""
        end = self._last + len(self.text[self._last : start].rstrip())
        if self._unsearched and end > self._last:
            self.unseen.append(Range(self._last, end))
        groups = "".join("\0" if piece is None else piece for piece in self._gap).split("\0")
        groups[0] = _edge_space(self._tail[-1:]) + groups[0]
        groups[-1] += _edge_space(raw[:1])
        parts = [_WHITE.sub(" ", group) for group in groups]
        if len(parts) > 1:
            self._over_blocks(end, start, parts)
        else:
            self._inline(end, start, parts[0])

    def _over_blocks(self, end: int, start: int, parts: Sequence[str]) -> None:
        """Blocks begin or end between `end` and `start`: the first part belongs before the edge, the last after it."""
        between = [part.strip() for part in parts[1:-1] if part.strip()]
        before, after = "\n".join([parts[0].rstrip(), *between]), parts[-1].lstrip()
        parted = {"\n", "\t"}.intersection(self.text[end:start])
        self._put(end, before)
        if not parted and (end or before) and (after or start < len(self.text)):
            after = f"\n{after}"
        self._put(start, after)

    def _inline(self, end: int, start: int, part: str) -> None:
        if start == end or not end:
            self._put(end, part.strip())
        elif not part:
            # The stored text has white space that the page has not.
            self._put(start, UNSURE)
        elif part.endswith(" "):
            self._put(end, part.rstrip())
        else:
            self._put(start, part.lstrip())

    def _put(self, at: int, piece: str) -> None:
        if piece:
            self.put_in.append((at, piece))


def _edge_space(character: str) -> str:
    return " " if character.isspace() else ""
