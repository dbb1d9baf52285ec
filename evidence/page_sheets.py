"""What the page's own ``<style>`` elements say of an element, decided as the page is walked.

As browsers do it: rules are found by the id, class or tag of the element that they select, then their other conditions
are judged. Sheets that would take more than `_STEPS` for a page are read no further.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from evidence.page_css import Declared, Rule, declarations, rules
from evidence.page_selectors import NAME, Element, Selector, parse, unescaped

_SHEET_CHARACTERS: Final = 5_000_000
_STEPS: Final = 600_000
"""Selectors times elements; an ordinary page takes some thousands."""
_CONDITIONS: Final = re.compile(r":not\([^)]*\)|\[[^\]]*\]|\([^)]*\)")
_LAST: Final = re.compile(r"(?:[^\s>+~\\]|\\.)+$")
_ROOT: Final = re.compile(r"(?::root|html)[^\s>+~]*", re.IGNORECASE)
"""Selectors of the page as a whole: only their custom properties are read."""
_NAMES: Final = re.compile(rf"[#.]{NAME}")


class _Candidate(NamedTuple):
    """A rule; `place` is its specificity, then its place in the sheets."""

    place: tuple[int, int, int, int]
    selector: Selector
    declared: Declared


class Sheets:
    """The rules of a page. `cut`: whether they were too many, so that elements after some point were not judged."""

    def __init__(self, sheets: Iterable[str]) -> None:
        self._written: dict[str, list[Rule]] = defaultdict(list)
        """By what the selected element must be."""
        self._read: dict[str, dict[str, list[_Candidate]]] = {}
        """The same once asked for, then by what an ancestor must be."""
        self._open: dict[str, int] = {}
        self._steps = 0
        self.cut = False
        left = _SHEET_CHARACTERS
        for number, sheet in enumerate(sheets):
            self.cut = self.cut or len(sheet) > left
            for rule in rules(sheet[:left]):
                self._written[_subject(rule.selector)].append(rule._replace(order=number << 32 | rule.order))
            left = max(0, left - len(sheet))

    def __bool__(self) -> bool:
        return bool(self._written)

    def knows(self, tag: str) -> bool:
        """Whether there are rules for elements without an id or a class."""
        return tag in self._written or "" in self._written

    def enter(self, element: Element) -> None:
        """What follows is inside of the element."""
        for key in element.keys:
            self._open[key] = self._open.get(key, 0) + 1

    def leave(self, element: Element) -> None:
        """The element ends."""
        for key in element.keys:
            if self._open[key] > 1:
                self._open[key] -= 1
            else:
                del self._open[key]

    def declared(self, line: Sequence[Element]) -> tuple[Declared, bool]:
        """What the sheets declare of the last element of `line`; before it come its ancestors, outermost first.

        Also whether it holds for every sibling of the same tag, id and classes.
        """
        matched: list[_Candidate] = []
        by_names = True
        for candidate in self._candidates(line[-1]):
            self._steps += len(line) if candidate.selector.ancestor else 1
            if self._steps > _STEPS:
                self.cut = True
                break
            by_names = by_names and candidate.selector.by_names
            if candidate.selector.matches(line):
                matched.append(candidate)
        if len(matched) < 2:
            return (matched[0].declared if matched else {}), by_names
        merged: dict[str, tuple[str, bool]] = {}
        for candidate in sorted(matched, key=lambda one: one.place):
            merge(merged, candidate.declared)
        return merged, by_names

    def _candidates(self, element: Element) -> Iterator[_Candidate]:
        for key in (*element.keys, element.tag, ""):
            if key not in self._written:
                continue
            by_ancestor = self._read.get(key) or self._reading(key)
            yield from by_ancestor.get("", ())
            fewer, more = (self._open, by_ancestor) if len(self._open) < len(by_ancestor) else (by_ancestor, self._open)
            self._steps += len(fewer)
            for ancestor in fewer:
                if ancestor and ancestor in more:
                    yield from by_ancestor[ancestor]

    def _reading(self, key: str) -> dict[str, list[_Candidate]]:
        """Read the rules for elements of a kind, when the first of them is met."""
        read: dict[str, list[_Candidate]] = {"": []}
        for rule in self._written[key]:
            declared = declarations(rule.block, custom=_ROOT.fullmatch(rule.selector) is not None)
            selector = parse(rule.selector) if declared else None
            if selector is not None:
                candidate = _Candidate((*selector.specificity, rule.order), selector, declared)
                read.setdefault(selector.ancestor, []).append(candidate)
        self._read[key] = read
        return read


def _subject(selector: str) -> str:
    """``#id``, ``.class`` or tag that a selector asks of the element itself; empty where it asks for none."""
    last = _LAST.search(_CONDITIONS.sub("", selector))
    if last is None:
        return ""
    names = _NAMES.findall(last[0])
    return unescaped(names[0]) if names else last[0].partition(":")[0].lower().strip("*")


def merge(onto: dict[str, tuple[str, bool]], declared: Declared) -> None:
    """Lay declarations over others; what is important stays, unless the later is important too."""
    for name, (value, important) in declared.items():
        if important or name not in onto or not onto[name][1]:
            onto[name] = (value, important)
