"""Whether an element shows its text: by its attributes and its declarations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

Showing = Literal["shown", "collapsed", "concealed"]

_DECLARATION: Final = re.compile(r"([a-z-]+)\s*:\s*([^;]+)")
_ZERO: Final = re.compile(r"\A[+-]?0*\.?0*(?:px|em|rem|ex|ch|pt|pc|cm|mm|in|vw|vh|%)?\Z")
_TINY: Final = re.compile(r"\A[01](?:px)?\Z")
_FAR: Final = re.compile(r"\A-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|%|vw|vh)?\Z")
_FAR_MOVE: Final = re.compile(r"translate(?:x|y|3d)?\([^)]*-\d{4,}|scale(?:x|y|3d)?\(\s*0(?:\.0+)?\s*[,)]")
_NO_CLIP: Final = re.compile(
    r"rect\(\s*(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?\s*\)"
)
_NO_CLIP_PATH: Final = re.compile(r"inset\(\s*(?:50|100)%|circle\(\s*0|polygon\(\s*0 0\s*,\s*0 0")
_TRANSPARENT: Final = re.compile(r"\A(?:transparent|rgba\([^)]*,\s*0?(?:\.0+)?\s*\)|#(?:[0-9a-f]{3}0|[0-9a-f]{6}00))\Z")
_READER_ONLY: Final = frozenset({"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text"})
_MOVING: Final = ("transition", "animation", "-webkit-animation", "-webkit-transition")
_NAMED: Final = {"white": "#ffffff", "black": "#000000", "#fff": "#ffffff", "#000": "#000000"}


def declarations(style: str) -> dict[str, str]:
    """The declarations of a style attribute, lower case, without ``!important``."""
    pairs = _DECLARATION.findall(style.lower())
    return {name: value.replace("!important", "").strip() for name, value in pairs}


def showing(tag: str, attributes: Mapping[str, str | None]) -> Showing:
    """Whether the element's text is on the page at once, on demand (collapsed), or never for a reader (concealed)."""
    state: Showing = "shown"
    if "hidden" in attributes or "popover" in attributes or (tag == "dialog" and "open" not in attributes):
        state = "collapsed"
    style = attributes.get("style")
    if style:
        by_style = judged(declarations(style))
        state = by_style if by_style != "shown" else state
    names = attributes.get("class")
    if names and not _READER_ONLY.isdisjoint(names.lower().split()):
        return "concealed"
    return state


def judged(declared: Mapping[str, str]) -> Showing:
    """What these declarations do to the text."""
    if _sizeless(declared) or _away(declared) or _colourless(declared):
        return "concealed"
    if declared.get("display") == "none" or declared.get("content-visibility") == "hidden":
        return "collapsed"
    if declared.get("visibility") in {"hidden", "collapse"} or _is_zero(declared.get("opacity")):
        return "collapsed"
    return "shown"


def _is_zero(value: str | None) -> bool:
    return value is not None and _ZERO.match(value) is not None


def _sizeless(declared: Mapping[str, str]) -> bool:
    if _is_zero(declared.get("font-size")):
        return True
    if _NO_CLIP.search(declared.get("clip", "")) or _NO_CLIP_PATH.search(declared.get("clip-path", "")):
        return True
    if not declared.get("overflow", "").startswith(("hidden", "clip")):
        return False
    sizes = [declared.get(name, "") for name in ("width", "height", "max-width", "max-height")]
    return any(size and _ZERO.match(size) for size in sizes) or all(_TINY.match(size) for size in sizes[:2])


def _away(declared: Mapping[str, str]) -> bool:
    if _FAR.match(declared.get("text-indent", "")) or _FAR_MOVE.search(declared.get("transform", "")):
        return True
    if any(_FAR.match(declared.get(name, "")) for name in ("margin-left", "margin-top")):
        return True
    placed = declared.get("position") in {"absolute", "fixed"}
    return placed and any(_FAR.match(declared.get(name, "")) for name in ("left", "top", "right", "bottom"))


def _colourless(declared: Mapping[str, str]) -> bool:
    # Text that fades in is there for whoever waits or scrolls: collapsed, not concealed.
    if _is_zero(declared.get("opacity")) and not any(name.startswith(_MOVING) for name in declared):
        return True
    colour = declared.get("color")
    if colour is None:
        return False
    if _TRANSPARENT.match(colour):
        return declared.get("background-clip") != "text" and declared.get("-webkit-background-clip") != "text"
    ground = declared.get("background-color") or declared.get("background")
    return ground is not None and _NAMED.get(colour, colour) == _NAMED.get(ground, ground)
