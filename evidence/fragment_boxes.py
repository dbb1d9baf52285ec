"""What an element of a snapshot is for a browser's search: part of a line, a run of text of its own, or nothing.

As Chromium 156 does it: tried element by element.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from evidence.page_css import Declared
from evidence.page_style import showing, visible
from evidence.page_tags import LAID_OUT, PREFORMATTED, words

Attributes = Mapping[str, str | None]


class Box(IntEnum):
    """How an element takes part in the text around it."""

    GONE = 0
    """It is not laid out."""
    LINE = 1
    """Its text goes on in the line."""
    BLOCK = 2
    """It parts the text before it from the text after it."""
    ISLAND = 3
    """It stands in the line, and its text, if any, is a run of its own."""
    ASIDE = 4
    """It stands beside the line, and its text, if any, is a run of its own."""
    SKIPPED = 5
    """It stands in the line, its content is not searched, and terms go on over it."""


class Flow(IntEnum):
    """What becomes of white space."""

    FOLDED = 0
    LINES = 1
    """Folded, but for line breaks."""
    KEPT = 2


class Style(NamedTuple):
    """What an element is, and hands down to the text in it."""

    box: Box
    flow: Flow
    shown: bool
    lays_out: bool = False
    """Whether its children are laid out apart from each other."""
    opaque: bool = False
    """Whether its content is not searched."""
    dim: bool = False
    """Whether nobody sees it when the browser selects its text."""


_GONE: Final = words(
    "head title style script noscript template meta link base rp area datalist param source track col colgroup metadata"
    " desc defs symbol clippath mask pattern marker lineargradient radialgradient filter annotation annotation-xml"
    " noembed noframes"
)
_SKIPPED: Final = words("img video meter progress iframe object embed audio select")
_DIM: Final = frozenset({"option", "optgroup", "svg"})
_OPAQUE: Final = _SKIPPED | {"canvas"}
_ISLANDS: Final = words("marquee button canvas svg text foreignobject math mi mn mo ms mtext mtd input")
_BLOCKS: Final = words(
    "html body address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure"
    " footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p plaintext pre"
    " search section summary ul xmp table caption thead tbody tfoot tr td th textarea"
)
_FLOWS: Final = {
    "pre": Flow.KEPT,
    "pre-wrap": Flow.KEPT,
    "break-spaces": Flow.KEPT,
    "pre-line": Flow.LINES,
    "normal": Flow.FOLDED,
    "nowrap": Flow.FOLDED,
    "initial": Flow.FOLDED,
}
_KEEPING: Final = PREFORMATTED | {"textarea"}
_IN_LINE: Final = frozenset({"inline", "contents", "initial", "unset"})
_IN_FLOW: Final = frozenset({"none", "static", "relative", "sticky", "initial", "unset"})
_FIELDS: Final = words("text search email url tel number password")
TELLING: Final = words("hidden inert popover open controls multiple size type")
"""Attributes that `styled` looks at."""
ROOT: Final = Style(Box.BLOCK, Flow.FOLDED, shown=True)


@lru_cache(maxsize=1_024)
def _by_tag(tag: str) -> Box:
    for box, tags in ((Box.GONE, _GONE), (Box.SKIPPED, _SKIPPED), (Box.ISLAND, _ISLANDS), (Box.BLOCK, _BLOCKS)):
        if tag in tags:
            return box
    return Box.LINE


def is_field(tag: str, attributes: Attributes) -> bool:
    """Whether text can be written into the element."""
    return tag == "textarea" or (tag == "input" and (attributes.get("type") or "text").lower() in _FIELDS)


@lru_cache(maxsize=4_096)
def plain(tag: str, parent: Style) -> Style:
    """The style of an element without attributes and without style sheets."""
    box = Box.GONE if tag in ("dialog", "audio") else Box.BLOCK if tag == "input" else _by_tag(tag)
    if box is Box.LINE and parent.lays_out:
        box = Box.BLOCK
    return Style(
        box,
        Flow.KEPT if tag in _KEEPING else parent.flow,
        parent.shown,
        opaque=tag in _OPAQUE,
        dim=parent.dim or tag in _DIM,
    )


def styled(tag: str, attributes: Attributes, declared: Declared, parent: Style) -> Style:
    """The style of an element with `attributes`, of which `declared` is declared."""
    display = _said(declared, "display")
    lists = tag == "select" and ("multiple" in attributes or (attributes.get("size") or "1") not in ("0", "1"))
    box = Box.ISLAND if lists else Box.BLOCK if is_field(tag, attributes) else _by_tag(tag)
    if box is Box.GONE or display == "none" or (not display and _waits(tag, attributes)):
        return Style(Box.GONE, parent.flow, parent.shown)
    box = _displayed(box, declared, display)
    if parent.lays_out and box in (Box.LINE, Box.ISLAND, Box.SKIPPED) and display != "contents":
        box = Box.BLOCK
    shut = box in (Box.BLOCK, Box.ISLAND, Box.ASIDE) and _said(declared, "content-visibility") == "hidden"
    flow = _FLOWS.get(_said(declared, "white-space"), Flow.KEPT if tag in _KEEPING else parent.flow)
    seen = visible(declared)
    return Style(
        box,
        flow,
        shown=(parent.shown if seen is None else seen) and "inert" not in attributes,
        lays_out=display in LAID_OUT,
        opaque=(tag in _OPAQUE and not lists) or (shut and attributes.get("hidden") != "until-found"),
        dim=parent.dim or tag in _DIM or showing(tag, attributes, declared) != "shown",
    )


def _said(declared: Declared, name: str) -> str:
    return declared[name][0] if name in declared else ""


def _displayed(box: Box, declared: Declared, display: str) -> Box:
    """What style declarations make of an element that is a `box` by its tag."""
    if not {_said(declared, "float"), _said(declared, "position")} <= {"", *_IN_FLOW}:
        return box if box is Box.SKIPPED else Box.ASIDE
    if display.startswith("inline-"):
        return box if box is Box.SKIPPED else Box.ISLAND
    if display in _IN_LINE or display.startswith("ruby"):
        return Box.LINE if box is Box.BLOCK else box
    known = display and display not in ("inherit", "revert") and "(" not in display
    return Box.BLOCK if known else box


def _waits(tag: str, attributes: Attributes) -> bool:
    """Whether the element is shown on demand only, by its attributes."""
    if "hidden" in attributes:
        return attributes["hidden"] != "until-found"
    if "popover" in attributes:
        return True
    wanted = {"dialog": "open", "audio": "controls"}.get(tag)
    return (wanted is not None and wanted not in attributes) or (tag == "input" and attributes.get("type") == "hidden")
