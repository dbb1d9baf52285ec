"""Whether an element shows its text, and how: by its attributes and by what is declared of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

from evidence.page_css import Declared

Showing = Literal["shown", "collapsed", "concealed"]
Attributes = Mapping[str, str | None]

_ZERO: Final = re.compile(r"[+-]?0*\.?0*(?:px|em|rem|ex|ch|pt|pc|cm|mm|in|vw|vh|%)?")
_TINY: Final = re.compile(r"[01](?:\.\d+)?(?:px)?")
_UNREADABLE: Final = re.compile(r"[+-]?0*[01]?(?:\.\d+)?(?:px|pt)|[+-]?0*\.?0*[a-z%]*")
_RELATIVE: Final = re.compile(r".*(?:em|%|ex|ch)|smaller|larger|inherit|unset")
_FONT_SIZE: Final = re.compile(r"(?:^|\s)(\d*\.?\d+[a-z%]*)(?:/\S+)?\s+\S")
_FAR: Final = re.compile(r"-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|%|vw|vh)?")
_FAR_MOVE: Final = re.compile(r"translate(?:x|y|3d)?\([^)]*-\d{4,}|scale(?:x|y|3d)?\(\s*0(?:\.0+)?\s*[,)]")
_NO_CLIP: Final = re.compile(
    r"rect\(\s*(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?\s*\)"
)
_NO_CLIP_PATH: Final = re.compile(r"inset\(\s*(?:50|100)%|circle\(\s*0|polygon\(\s*0 0\s*,\s*0 0")
_CALCULATED: Final = re.compile(r"calc\(([^()+/]*)\)")
_CLEAR: Final = re.compile(r"opacity\(\s*\+?0*\.?0+%?\s*\)")
_MOVING: Final = ("transition", "animation", "-webkit-animation", "-webkit-transition")


def showing(tag: str, attributes: Attributes, declared: Declared) -> Showing:
    """Whether the element's text is on the page at once, on demand (collapsed), or never for a reader (concealed)."""
    state: Showing = "shown"
    if "hidden" in attributes or "popover" in attributes or (tag == "dialog" and "open" not in attributes):
        state = "collapsed"
    if declared:
        by_style = _judged({name: value for name, (value, _) in declared.items()})
        if by_style != "shown":
            state = by_style
        elif state == "collapsed" and "display" in declared:
            state = "shown"
    return state


def _judged(declared: Mapping[str, str]) -> Showing:
    """What the declarations do to the element itself; what it hands down to its children is not among it."""
    if _sizeless(declared) or _away(declared):
        return "concealed"
    filters = f"{declared.get('filter', '')} {declared.get('-webkit-filter', '')}"
    if _is_zero(declared.get("opacity")) or _CLEAR.search(filters):
        # Text that fades in is there for whoever waits or scrolls.
        return "collapsed" if any(name.startswith(_MOVING) for name in declared) else "concealed"
    if declared.get("display") == "none" or declared.get("content-visibility") == "hidden" or _folded(declared):
        return "collapsed"
    return "shown"


def _is_zero(value: str | None) -> bool:
    if value is None:
        return False
    found = _CALCULATED.fullmatch(value)
    factors = found[1].split("*") if found else [value]
    return any(factor.strip() and _ZERO.fullmatch(factor.strip()) for factor in factors)


def _cuts(declared: Mapping[str, str]) -> bool:
    return any(
        declared.get(name, "").startswith(("hidden", "clip")) for name in ("overflow", "overflow-x", "overflow-y")
    )


def _sizeless(declared: Mapping[str, str]) -> bool:
    if _NO_CLIP.search(declared.get("clip", "")) or _NO_CLIP_PATH.search(declared.get("clip-path", "")):
        return True
    if not _cuts(declared):
        return False
    if _is_zero(declared.get("width")) or _is_zero(declared.get("max-width")):
        return True
    return all(_TINY.fullmatch(declared.get(name, "")) for name in ("width", "height"))


def _folded(declared: Mapping[str, str]) -> bool:
    """Whether it has no height, as the parts of an accordion have until they are opened."""
    return _cuts(declared) and (_is_zero(declared.get("height")) or _is_zero(declared.get("max-height")))


def _away(declared: Mapping[str, str]) -> bool:
    if _FAR.fullmatch(declared.get("text-indent", "")) or _FAR_MOVE.search(declared.get("transform", "")):
        return True
    if any(_FAR.fullmatch(declared.get(name, "")) for name in ("margin-left", "margin-top")):
        return True
    placed = declared.get("position") in {"absolute", "fixed"}
    return placed and any(_FAR.fullmatch(declared.get(name, "")) for name in ("left", "top", "right", "bottom"))


def sized(declared: Declared) -> bool | None:
    """Whether the text that it holds can be read for its size; None where it hands down what it was given."""
    value = declared["font-size"][0] if "font-size" in declared else None
    if value is None and "font" in declared:
        found = _FONT_SIZE.search(declared["font"][0])
        value = found[1] if found else None
    if value is None or "(" in value:
        return None
    if _UNREADABLE.fullmatch(value):
        return False
    return None if _RELATIVE.fullmatch(value) else True


def visible(declared: Declared) -> bool | None:
    """Whether it makes its text visible; None where it hands down what it was given."""
    value = declared.get("visibility", ("", False))[0]
    return {"visible": True, "hidden": False, "collapse": False}.get(value)
