"""What an element's tag, attributes and style change for the text inside of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from selectolax.lexbor import LexborNode

from evidence.page_colours import ground_colour, text_colour
from evidence.page_css import Declared, declarations, substituted
from evidence.page_frames import Frame, Ink, State
from evidence.page_sheets import Sheets, merge
from evidence.page_style import showing, sized, visible
from evidence.page_tags import INLINE_BLOCKS, LAID_OUT, LINE, PRE_VALUES, SPACE, TAB, Facts
from evidence.page_writer import COLLAPSED, CONTROL, FOLDED

_WHOLE: Final = frozenset({"html", "body"})
"""Nothing hides the whole page: what its style says against that holds until its scripts run."""
FOR_READERS, FORMULA, DRAWN_FORMULA = 1, 2, 4
"""What classes name: text for screen readers only; a formula for those who cannot see its picture, which says the same;
the same formula, drawn with boxes for the eye.
"""
_NAMED: Final = {
    **dict.fromkeys(("sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text"), FOR_READERS),
    **dict.fromkeys(("mwe-math-mathml-a11y", "mjx_assistive_mathml", "katex-mathml"), FORMULA),
    **dict.fromkeys(("katex-html", "mathjax_preview", "mathjax_svg"), DRAWN_FORMULA),
}
_FLOATS: Final = frozenset({"left", "right", "inline-start", "inline-end"})
_INITIAL: Final = re.compile(r"\s*[^\w\s]?[^\W\d_]\s*")
_INITIAL_DEPTH: Final = 4
SEEN: Final = "u-seen"
"""An attribute by which a browser may say how it shows an element's own text: ``collapsed`` or ``concealed``.

A page that carries it by itself only hides its own words with it.
"""
_TELLING: Final = frozenset(
    {SEEN, "style", "hidden", "popover", "open", "aria-hidden", "bgcolor", "background", "color", "text"}
)
"""Attributes that change how text shows."""


def tells(attributes: Mapping[str, str | None]) -> bool:
    """Whether attributes say something of how the element shows its text."""
    return not attributes.keys().isdisjoint(_TELLING) or named_by(attributes.get("class")) > 0


@lru_cache(maxsize=4_096)
def named_by(classes: str | None) -> int:
    """What the classes name."""
    found = 0
    for name in (classes or "").lower().split():
        found |= _NAMED.get(name, 0)
    return found


def declared_of(frame: Frame, line: list[Frame], sheets: Sheets) -> Declared:
    """What style sheets and the style attribute declare of the last element of `line`."""
    declared = _by_sheets(frame, line, sheets) if sheets else {}
    style = frame.attributes.get("style") if frame.attributes else None
    if style:
        merged = dict(declared)
        merge(merged, declarations(style, custom=True))
        declared = merged
    if len(line) == 1:
        frame.custom = {name: value for name, value in declared.items() if name.startswith("--")}
    return substituted(declared, line[0].custom)


def _by_sheets(frame: Frame, line: list[Frame], sheets: Sheets) -> Declared:
    if not frame.keys and not sheets.knows(frame.tag):
        return {}
    key = (frame.tag, frame.attributes.get("class"), frame.attributes.get("id"))
    parent = line[-2] if len(line) > 1 else None
    if parent is not None and parent.known is not None and key in parent.known:
        return parent.known[key]
    declared, by_names = sheets.declared(line)
    if by_names and parent is not None:
        # Siblings of equal names are styled alike, and lists have thousands of them.
        parent.known = parent.known or {}
        parent.known[key] = declared
    return declared


def gap_of(fact: Facts, declared: Declared, parent: Frame | None) -> int:
    """What parts the element's text from what is around it."""
    display = declared["display"][0] if "display" in declared else ""
    if display in INLINE_BLOCKS:
        return max(fact.gap, LINE)
    if display == "table-cell":
        return max(fact.gap, TAB)
    return max(fact.gap, SPACE) if parent is not None and parent.lays_out else fact.gap


def stands_apart(node: LexborNode, declared: Declared) -> bool:
    """Whether the element is taken out of its line: placed, or a float that is no initial of the word after it."""
    if node.first_child is None:
        return False
    if declared.get("position", ("", False))[0] in {"absolute", "fixed"}:
        return True
    if declared.get("float", ("none", False))[0] not in _FLOATS:
        return False
    return not (_INITIAL.fullmatch(_first_text(node)) and _first_text(node.next)[:1].isalpha())


def _first_text(node: LexborNode | None) -> str:
    """The text that an element begins with, where that is within its first few levels."""
    for _ in range(_INITIAL_DEPTH):
        if node is None or node.is_text_node:
            break
        node = node.first_child
    return (node.text_content or "") if node is not None and node.is_text_node else ""


def state_in(state: State, frame: Frame, parent: Frame | None, fact: Facts, declared: Declared) -> State:
    """The state of the text inside of an element that is itself not muted."""
    named = named_by(frame.attributes.get("class"))
    attributes = frame.attributes
    changes: dict[str, Any] = {}
    if fact.tag not in _WHOLE and not named & FORMULA:
        look = showing(fact.tag, attributes, declared)
        if named & FOR_READERS or attributes.get(SEEN) == "concealed":
            look = "concealed"
        elif attributes.get(SEEN) == "collapsed" and look == "shown":
            look = "collapsed"
        if look == "concealed":
            changes["concealed"] = True
        elif look == "collapsed":
            changes["hidden"] = True
    if fact.tag == "details" and "open" not in attributes:
        frame.is_shut = True
        changes["folded"] = True
    elif fact.tag == "summary" and parent is not None and parent.is_shut:
        changes["folded"] = parent.outer.folded
    if named & DRAWN_FORMULA and attributes.get("aria-hidden") == "true":
        changes["muted"] = "formula"
    if fact.pre or declared.get("white-space", ("", False))[0].startswith(PRE_VALUES):
        changes["pre"] = True
    ink = _ink(state.ink, fact.tag, attributes, declared)
    if ink is not state.ink:
        changes["ink"] = ink
    if "display" in declared and declared["display"][0] in LAID_OUT:
        frame.lays_out = True
    return state._replace(**changes) if changes else state


def _ink(ink: Ink, tag: str, attributes: Mapping[str, str | None], declared: Declared) -> Ink:
    size, shows = sized(declared), visible(declared)
    text, ground = text_colour(declared, attributes, tag), ground_colour(declared, attributes)
    if size is None and shows is None and text is None and ground is None:
        return ink
    return Ink(
        ink.sized if size is None else size,
        ink.visible if shows is None or tag in _WHOLE else shows,
        ink.text if text is None else text,
        ink.ground if ground is None else ground,
    )


def unveiled(state: State, outer: State) -> State:
    """The state without what conceals the outermost of the elements that conceal."""
    if outer.unveiled or not (state.concealed or state.ink.conceals):
        return state
    return state._replace(concealed=False, ink=outer.ink, unveiled=True)


def settled(state: State) -> State:
    """The state with what follows from it: whether its text is written, and what its runs are marked with."""
    mark = state.anchor.mark if state.anchor else 0
    if state.hidden or not state.ink.visible:
        mark |= COLLAPSED
    elif state.folded:
        mark |= COLLAPSED | FOLDED
    if state.control:
        mark |= CONTROL
    return state._replace(mark=mark, writes=not (state.muted or state.concealed or state.ink.conceals))
