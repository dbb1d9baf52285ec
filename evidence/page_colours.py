"""Text in the colour of its background, as far as that shows without laying out the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from evidence.page_css import Declared

Colour = tuple[int, int, int]

_NEAR: Final = 12
"""How far each channel (of 255) of two colours may differ to be told apart by no reader."""
_NAMED: Final[dict[str, Colour]] = {
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "whitesmoke": (245, 245, 245),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "silver": (192, 192, 192),
    "navy": (0, 0, 128),
}
_HEX: Final = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_FUNCTION: Final = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+(\d*\.?\d+%?))?\s*\)")


def text_colour(declared: Declared, attributes: Mapping[str, str | None], tag: str) -> Colour | str | None:
    """The colour of the text: a colour, ``"clear"`` or ``"unknown"``; None where it is the one around it."""
    said = declared.get("color", ("", False))[0]
    if not said and tag in {"font", "body"}:
        said = (attributes.get("color" if tag == "font" else "text") or "").strip().lower()
    if not said or said in {"inherit", "currentcolor", "unset"}:
        return None
    found = _read(said)
    if found == "clear":
        clipped = any(
            declared.get(name, ("", False))[0] == "text" for name in ("background-clip", "-webkit-background-clip")
        )
        return "unknown" if clipped else "clear"
    return found


def ground_colour(declared: Declared, attributes: Mapping[str, str | None]) -> Colour | str | None:
    """The colour behind the text: a colour or ``"unknown"``; None where it is the one around it."""
    if declared.get("background-image", ("none", False))[0] != "none" or "background" in attributes:
        return "unknown"
    if declared.get("position", ("", False))[0] in {"absolute", "fixed", "sticky"}:
        return "unknown"  # it may lie over anything
    for said in ("background-color", "background"):
        if said in declared:
            value = declared[said][0]
            if value in {"none", "transparent", "inherit", "initial", "unset", "0", "0 0"}:
                return None
            found = _read(value)
            return None if found == "clear" else found
    written = attributes.get("bgcolor")
    return _read(written.strip().lower()) if written else None


def _read(value: str) -> Colour | str:
    if found := _HEX.fullmatch(value):
        digits = found[1] if len(found[1]) > 4 else "".join(digit * 2 for digit in found[1])
        clear = digits[6:] == "00"
        return "clear" if clear else (int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16))
    if found := _FUNCTION.fullmatch(value):
        clear = found[4] is not None and not float(found[4].rstrip("%"))
        return "clear" if clear else (int(found[1]), int(found[2]), int(found[3]))
    return "clear" if value == "transparent" else _NAMED.get(value, "unknown")


def conceals(text: Colour | str | None, ground: Colour | str | None) -> bool:
    """Whether no reader can tell the text from what is behind it."""
    if text == "clear":
        return True
    if not isinstance(text, tuple) or not isinstance(ground, tuple):
        return False
    return all(abs(one - other) <= _NEAR for one, other in zip(text, ground, strict=True))
