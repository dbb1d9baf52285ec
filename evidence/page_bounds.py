"""Markup within bounds, so that the time to parse it grows with its length only.

At most end tags an HTML parser looks through the elements that are open, at each attribute through those of its tag, at
each option through those of its list. Browsers bound the first; here all three are, in the same manner: what is nested
too deep becomes a sibling, and nothing of the text is lost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from evidence.page_tags import VOID, words

DEPTH: Final = 512
ATTRIBUTES: Final = 256
OPTIONS: Final = 500
_ROOTS_MOST: Final = 8
_CHECKED_FROM: Final = 30_000
"""Characters; a shorter page takes no long time whatever is in it."""

_ATTRIBUTE: Final = r"""=?+[^\s/>=]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+"""
_REST: Final = rf"((?:[\s/]++|{_ATTRIBUTE})*+)>?"
_NO_TAG: Final = r"<!--(?:-?>|.*?(?:--!?>|\Z))|<[!?][^>]*+"
_TEXT_ONLY: Final = "script|style|textarea|title|xmp|iframe|noembed|noframes|noscript"
_TAG: Final = re.compile(rf"{_NO_TAG}|<(/?[a-zA-Z][^\s/>]*+){_REST}", re.DOTALL)
_TAG_OR_TEXT: Final = re.compile(
    rf"{_NO_TAG}|<({_TEXT_ONLY})(?=[\s/>]){_REST}(.*?)(?:</\1(?=[\s/>])|\Z)|<(/?[a-zA-Z][^\s/>]*+){_REST}",
    re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTES: Final = re.compile(_ATTRIBUTE)
_CDATA: Final = re.compile(r"<!\[CDATA\[.*?(?:\]\]>|\Z)", re.DOTALL)
_DRAWN: Final = re.compile(r"<(?:svg|math)[\s/>]", re.IGNORECASE)

_TEXT_ELEMENTS: Final = frozenset(_TEXT_ONLY.split("|"))
_LEAVES: Final = VOID | words("image frame basefont bgsound keygen command")
_ORDINARY: Final = words(
    "a abbr acronym b bdi bdo big cite code data del dfn em font form i ins kbd label mark nobr output q rb rt rtc rp"
    " ruby s samp small span strike strong sub sup time tt u var"
)
"""End tags of these close only what is open above them when none of it is a block."""
_SCOPES: Final = words("table td th caption html template applet marquee object svg math foreignObject select")
_TABLE: Final = words("table thead tbody tfoot tr td th caption")
_TABLE_SCOPES: Final = words("table html template")
_ALIKE: Final[dict[str, frozenset[str]]] = {
    "li": words("li"),
    "p": words("p"),
    "option": words("option"),
    "dt": words("dt dd"),
    "dd": words("dt dd"),
    "td": words("td th"),
    "th": words("td th"),
    "tr": words("td th tr"),
}
"""Start tags that end the element that is open, if it is one of these."""


def bounded(html: str) -> str:
    """The page itself, or one that says the same within the bounds."""
    if len(html) < _CHECKED_FROM or not _exceeds(html):
        return html
    return "".join(_Rewriter(html).pieces())


def _exceeds(html: str) -> bool:
    """Whether some element may be nested too deep, or some tag or list have too much in it."""
    if "<![CDATA[" in html and _DRAWN.search(html):
        return True  # what is a tag there depends on where it stands
    opened = _Open()
    counted: Counter[str] = Counter()
    for text, text_rest, inside, name, name_rest in _TAG_OR_TEXT.findall(html):
        rest = text_rest or name_rest
        if len(rest) > 2 * ATTRIBUTES and len(_ATTRIBUTES.findall(rest)) > ATTRIBUTES:
            return True
        if name:
            lowered = name.lower()
            if lowered in _COUNTED:
                counted[lowered] += 1
            opened.take(lowered)
        elif text and opened.is_drawing:
            opened.take_all([text, *(tag for tag, _ in _TAG.findall(inside) if tag)])
        if len(opened.names) > DEPTH:
            return True
    return counted["option"] > OPTIONS or counted["html"] + counted["body"] > _ROOTS_MOST


_COUNTED: Final = words("option html body")


class _Open:
    """The elements that are open, as a parser would count them or deeper; `early`: those closed in what is written."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.early: list[bool] = []
        self._counts: Counter[str] = Counter()

    @property
    def is_drawing(self) -> bool:
        """Whether an ``<svg>`` or a ``<math>`` is open, in which every tag is one."""
        return self._counts["svg"] + self._counts["math"] > 0

    def take(self, name: str) -> bool:
        """Read a tag, lower case; whether it opened an element."""
        if name[0] == "/":
            place = self.closed_by(name[1:])
            if place is not None:
                self.cut(place)
            return False
        if name in _LEAVES:
            return False
        alike = _ALIKE.get(name)
        while alike and self.names and self.names[-1] in alike:
            self.cut(len(self.names) - 1)
        self.names.append(name)
        self.early.append(False)
        self._counts[name] += 1
        return True

    def cut(self, place: int) -> None:
        """Close the element at a place, with all above it."""
        if place == len(self.names) - 1:
            self._counts[self.names.pop()] -= 1
            self.early.pop()
            return
        for name in self.names[place:]:
            self._counts[name] -= 1
        del self.names[place:]
        del self.early[place:]

    def closed_by(self, name: str) -> int | None:
        """The place of the element that an end tag closes; None where it closes nothing."""
        if self.names and self.names[-1] == name:
            return len(self.names) - 1
        if not self._counts[name]:
            return None
        stops = _TABLE_SCOPES if name in _TABLE else _SCOPES
        for place in range(len(self.names) - 1, max(-1, len(self.names) - 2 - DEPTH), -1):
            above = self.names[place]
            if above == name:
                return place
            if above in stops or (name in _ORDINARY and above not in _ORDINARY) or name == "form":
                return None
        return None

    def take_all(self, names: list[str]) -> None:
        """Read tags as they come, until they nest too deep."""
        for name in names:
            self.take(name.lower())
            if len(self.names) > DEPTH:
                return


class _Rewriter:
    """Writes a page anew, within the bounds."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._open = _Open()
        self._options = 0
        self._roots = 0

    def pieces(self) -> Iterator[str]:
        """What is written, in order."""
        at = 0
        while found := _TAG.search(self._html, at):
            yield self._html[at : found.start()]
            at = found.end()
            name = (found[1] or "").lower()
            if not name:
                if self._open.is_drawing and (data := _CDATA.match(self._html, found.start())):
                    at = data.end()
                yield self._html[found.start() : at]
            elif name[0] == "/":
                yield self._end(name[1:], found[0])
            else:
                yield from self._start(name, found[0], found[2])
                if name in _TEXT_ELEMENTS and not self._open.is_drawing:
                    end = self._end_of_text(name, at)
                    yield self._html[at:end]
                    at = end
        yield self._html[at:]

    def _end_of_text(self, name: str, at: int) -> int:
        found = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(self._html, at)
        return found.start() if found else len(self._html)

    def _end(self, name: str, written: str) -> str:
        place = self._open.closed_by(name)
        if place is None:
            return written if len(self._open.names) < DEPTH else ""
        early = self._open.early[place]
        self._open.cut(place)
        return "" if early else written

    def _start(self, name: str, written: str, rest: str) -> Iterator[str]:
        if name in {"html", "body"}:
            self._roots += 1
            if self._roots > _ROOTS_MOST:
                return
        names, early = self._open.names, self._open.early
        top = len(names) - 1
        if self._open.take(name) and len(names) - 2 == top and top >= DEPTH - 1 and not early[top]:
            early[top] = True
            yield f"</{names[top]}>"
        yield from self._option(name)
        kept = _ATTRIBUTES.findall(rest) if len(rest) > 2 * ATTRIBUTES else []
        yield f"<{name} {' '.join(kept[:ATTRIBUTES])}>" if len(kept) > ATTRIBUTES else written

    def _option(self, name: str) -> Iterator[str]:
        """A list of too many options becomes several."""
        self._options = 0 if name == "select" else self._options + (name == "option")
        if self._options > OPTIONS:
            self._options = 1
            yield "</select><select>"
