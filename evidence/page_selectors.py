"""CSS selectors that can be judged while a page is walked: by an element, its ancestors and its elder sibling.

Matching goes from right to left and takes the nearest ancestor that fits, so that it needs no second try: its time is
at most the depth of the element for each part of the selector.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

_STATEFUL: Final = re.compile(r"no-?js|js-(?:disabled|off)", re.IGNORECASE)
"""Names that pages carry only until their scripts run."""
_NTH: Final = {"odd": (2, 1), "even": (2, 0)}
_STEP: Final = re.compile(r"\s*([+-]?\d*)n\s*(?:([+-])\s*(\d+))?\s*|\s*(\d+)\s*", re.IGNORECASE)
NAME: Final = r"(?:[\w-]|[^\x00-\x7f]|\\.)+"
_SIMPLE: Final = re.compile(
    rf"(?P<tag>\*|{NAME})|\.(?P<class>{NAME})|\#(?P<id>{NAME})"
    rf"|\[\s*(?P<attribute>{NAME})\s*(?:(?P<operator>[~|^$*]?=)\s*(?P<value>\"[^\"]*\"|'[^']*'|[^\]\s]+)\s*[is]?\s*)?\]"
    rf"|:not\((?P<not>[^()]*)\)|:(?P<pseudo>[\w-]+)(?:\((?P<argument>[^()]*)\))?",
    re.IGNORECASE,
)
_COMBINATOR: Final = re.compile(r"\s*([>+])\s*|\s+")


class Element(Protocol):
    """What a selector can be judged by."""

    tag: str
    attributes: Mapping[str, str | None]
    index: int
    """Its place among the elements of its parent, from 1."""

    @property
    def classes(self) -> frozenset[str]:
        """Its classes."""

    @property
    def keys(self) -> list[str]:
        """Its id and its classes as selectors write them: ``#id``, ``.class``."""

    @property
    def elder(self) -> Element | None:
        """The element before it in the same parent."""


@dataclass(frozen=True, slots=True)
class Compound:
    """Conditions on one element; `nth` is (a, b) of an+b."""

    tag: str = ""
    identity: str = ""
    classes: frozenset[str] = frozenset()
    attributes: tuple[tuple[str, str, str], ...] = ()
    nth: tuple[int, int] | None = None
    nots: tuple[Compound, ...] = ()

    @property
    def by_names(self) -> bool:
        """Whether only the tag, the id and the classes decide."""
        return not self.attributes and self.nth is None and all(one.by_names for one in self.nots)

    @property
    def key(self) -> str:
        """``#id`` or ``.class`` that it asks for, empty where it asks for neither."""
        return f"#{self.identity}" if self.identity else f".{min(self.classes)}" if self.classes else ""

    def fits(self, element: Element) -> bool:
        """Whether an element meets them."""
        return (
            (not self.tag or self.tag == element.tag)
            and (not self.identity or self.identity == element.attributes.get("id"))
            and (not self.classes or self.classes <= element.classes)
            and all(_has(element.attributes, *condition) for condition in self.attributes)
            and (self.nth is None or _counts(element.index, *self.nth))
            and not any(one.fits(element) for one in self.nots)
        )


@dataclass(frozen=True, slots=True)
class Selector:
    """`subject` is the last compound. `groups`: from right to left, compounds that must stand in a chain.

    Each of a group comes with what ties it to the one before: ``>`` or ``+`` (the first: an empty string).
    """

    groups: tuple[tuple[tuple[str, Compound], ...], ...]
    specificity: tuple[int, int, int]
    by_names: bool
    """Whether only tags, ids and classes decide, of the element and of its ancestors."""
    ancestor: str
    """``#id`` or ``.class`` that one of the ancestors must have; empty where any will do."""

    @property
    def subject(self) -> Compound:
        """The conditions on the element itself."""
        return self.groups[0][0][1]

    def matches(self, line: Sequence[Element]) -> bool:
        """Whether the last of `line` is selected; before it come its ancestors, outermost first."""
        at = _chain(self.groups[0], line, len(line) - 1)
        for group in self.groups[1:]:
            if at is None:
                return False
            at = next((top for place in range(at - 1, -1, -1) if (top := _chain(group, line, place)) is not None), None)
        return at is not None


def _chain(group: Sequence[tuple[str, Compound]], line: Sequence[Element], at: int) -> int | None:
    """The place of the uppermost element of a chain that ends at `at`, None where the group does not fit there."""
    element: Element | None = line[at]
    for tie, compound in group:
        if tie == ">":
            at -= 1
            element = line[at] if at >= 0 else None
        elif tie == "+":
            element = element.elder if element is not None else None
        if element is None or not compound.fits(element):
            return None
    return at


def _has(attributes: Mapping[str, str | None], name: str, operator: str, value: str) -> bool:
    if name not in attributes:
        return False
    held = attributes[name] or ""
    tests = {
        "": True,
        "=": held == value,
        "~=": value in held.split(),
        "|=": held == value or held.startswith(f"{value}-"),
        "^=": bool(value) and held.startswith(value),
        "$=": bool(value) and held.endswith(value),
        "*=": bool(value) and value in held,
    }
    return tests[operator]


def _counts(index: int, step: int, offset: int) -> bool:
    if step == 0:
        return index == offset
    return (index - offset) % step == 0 and (index - offset) // step >= 0


def parse(selector: str) -> Selector | None:
    """Read a selector; None where it is not understood, or speaks of a state or of what comes later in the page."""
    if _STATEFUL.search(selector):
        return None
    at = 0
    tie = ""
    groups: list[list[tuple[str, Compound]]] = [[]]
    ties: list[str] = []
    while at < len(selector):
        read = _compound(selector, at)
        if read is None:
            return None
        compound, at = read
        if tie == " ":
            groups.append([])
        groups[-1].append((tie.strip(), compound))
        found = _COMBINATOR.match(selector, at)
        if found is None and at < len(selector):
            return None
        tie = (found[1] or " ") if found else ""
        at = found.end() if found else at
        ties.append(tie)
    if tie or not groups[0]:
        return None
    turned = tuple(_turned(group) for group in reversed(groups))
    compounds = [compound for group in groups for _, compound in group]
    by_names = "+" not in ties and all(compound.by_names for compound in compounds)
    above = compounds[:-1] if "+" not in ties else []
    ancestor = next((key for compound in reversed(above) if (key := compound.key)), "")
    return Selector(turned, _specificity(compounds), by_names, ancestor)


def _turned(group: list[tuple[str, Compound]]) -> tuple[tuple[str, Compound], ...]:
    """A chain from right to left, each compound with what ties it to its right neighbour."""
    ties = ["", *reversed([tie for tie, _ in group[1:]])]
    return tuple(zip(ties, (compound for _, compound in reversed(group)), strict=True))


def _compound(selector: str, at: int) -> tuple[Compound, int] | None:
    tag, identity = "", ""
    classes: set[str] = set()
    attributes: list[tuple[str, str, str]] = []
    nots: list[Compound] = []
    nth: tuple[int, int] | None = None
    begin = at
    while found := _SIMPLE.match(selector, at):
        if found["tag"]:
            if at > begin:
                return None
            tag = "" if found["tag"] == "*" else found["tag"].lower()
        elif found["class"]:
            classes.add(unescaped(found["class"]))
        elif found["id"]:
            identity = unescaped(found["id"])
        elif found["attribute"]:
            value = (found["value"] or "").strip("\"'")
            attributes.append((found["attribute"].lower(), found["operator"] or "", value))
        elif found["not"] is not None:
            inner = _compound(found["not"].strip(), 0)
            if inner is None or inner[1] != len(found["not"].strip()):
                return None
            nots.append(inner[0])
        else:
            nth = _nth(found["pseudo"].lower(), found["argument"])
            if nth is None and found["pseudo"].lower() != "root":
                return None
        at = found.end()
    if at == begin:
        return None
    return Compound(tag, identity, frozenset(classes), tuple(attributes), nth, tuple(nots)), at


def _nth(pseudo: str, argument: str | None) -> tuple[int, int] | None:
    if pseudo == "first-child":
        return 0, 1
    if pseudo != "nth-child" or argument is None:
        return None
    said = argument.strip().lower()
    found = _STEP.fullmatch(said)
    if said in _NTH or found is None:
        return _NTH.get(said)
    if found[4]:
        return 0, int(found[4])
    step = {"": 1, "+": 1, "-": -1}.get(found[1]) or int(found[1])
    return step, int(f"{found[2]}{found[3]}") if found[3] else 0


def unescaped(name: str) -> str:
    """A name without the backslashes that selectors need."""
    return re.sub(r"\\(.)", r"\1", name)


def _specificity(compounds: Sequence[Compound]) -> tuple[int, int, int]:
    ids = sum(bool(one.identity) for one in compounds)
    others = sum(len(one.classes) + len(one.attributes) + (one.nth is not None) for one in compounds)
    tags = sum(bool(one.tag) for one in compounds)
    inner = [_specificity(one.nots) for one in compounds if one.nots]
    return (
        ids + sum(one[0] for one in inner),
        others + sum(one[1] for one in inner),
        tags + sum(one[2] for one in inner),
    )
