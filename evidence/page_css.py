"""Style sheets as rules: what they say of how an element shows its text, and nothing else.

Only rules that hold for every screen and every moment count: no media conditions, no states such as ``:hover``. The
time is linear in the length of the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from evidence.page_tags import words

Declared = Mapping[str, tuple[str, bool]]
"""Property → value, lower case, and whether it is important."""

_NESTED: Final = 4
"""At-rules and rules inside of rules are read so deep."""
_SELECTOR_CHARACTERS: Final = 400
_OUTER_CHARACTERS: Final = 100
_COMMENT: Final = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_FLATTENED: Final = re.compile(
    r"@(?:layer|scope)\b|@supports\b(?!\s*not\b)|@media\s+(?:all|screen|only\s+screen)\s*$", re.IGNORECASE
)
"""Blocks that count; a browser of today supports what pages ask for."""
_DECLARATION: Final = re.compile(r"(--[\w-]+|[a-z-]+)\s*:\s*([^;]+)")
_CUSTOM_CHARACTERS: Final = 100
"""Of the value of a custom property; colours and sizes are far shorter."""
_VARIABLE: Final = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_VARIABLES_MOST: Final = 4
_CUT: Final = re.compile(r"[{};]")
_RELEVANT: Final = words(
    "display visibility opacity content-visibility font font-size position left top right bottom margin-left margin-top"
    " text-indent overflow overflow-x overflow-y width height max-width max-height clip clip-path transform color"
    " background background-color background-image background-clip -webkit-background-clip white-space vertical-align"
    " float filter -webkit-filter transition transition-property animation animation-name -webkit-animation"
    " -webkit-transition"
)


class Rule(NamedTuple):
    """One selector and its block, both as written; later ones have a higher `order`."""

    selector: str
    block: str
    order: int


def declarations(block: str, *, custom: bool) -> dict[str, tuple[str, bool]]:
    """What a block or a style attribute declares of the properties that matter here; of `custom` ones too, if asked."""
    found: dict[str, tuple[str, bool]] = {}
    for name, value in _DECLARATION.findall(block.lower()):
        if name in _RELEVANT or (custom and name.startswith("--") and len(value) <= _CUSTOM_CHARACTERS):
            plain, important, _ = value.partition("!important")
            found[name] = (plain.strip(), bool(important))
    return found


def substituted(declared: Declared, around: Declared) -> Declared:
    """The declarations with ``var(--x)`` replaced by the element's own custom property, or by one `around` it.

    A property that names others is not followed any further.
    """
    if not any("var(" in value for value, _ in declared.values()):
        return declared

    def known(found: re.Match[str]) -> str:
        value, _ = declared.get(found[1]) or around.get(found[1]) or (found[2] or "", False)
        return value.strip() or found[0]

    return {
        name: (_VARIABLE.sub(known, value, count=_VARIABLES_MOST).strip(), important)
        for name, (value, important) in declared.items()
    }


def rules(sheet: str) -> Iterator[Rule]:
    """The rules in their order."""
    for order, (prelude, block) in enumerate(_blocks(_COMMENT.sub(" ", sheet))):
        for selector in prelude.split(","):
            if 0 < len(selector.strip()) <= _SELECTOR_CHARACTERS:
                yield Rule(selector.strip(), block, order)


@dataclass(slots=True)
class _Open:
    """A block that is open: the selectors that it is for (None: it counts for nothing), and its own declarations."""

    prelude: str | None
    own: list[str]


def _blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """The rules as (selectors, declarations); those inside of others with the selectors of both."""
    opened: list[_Open] = [_Open("", [])]
    start = 0
    for cut in _CUT.finditer(sheet):
        piece = sheet[start : cut.start()]
        start = cut.end()
        top = opened[-1]
        if cut[0] == ";":
            top.own.append(piece)
        elif cut[0] == "{":
            opened.append(_Open(_within(top.prelude, piece.strip()) if len(opened) <= _NESTED else None, []))
        elif len(opened) > 1:
            top.own.append(piece)
            opened.pop()
            if top.prelude:
                yield top.prelude, ";".join(top.own)
    for top in reversed(opened[1:]):
        if top.prelude:
            yield top.prelude, ";".join([*top.own, sheet[start:]])


def _within(outer: str | None, prelude: str) -> str | None:
    """The selectors of a block inside of another."""
    if outer is None:
        return None
    if prelude.startswith("@"):
        return outer if _FLATTENED.match(prelude) else None
    if not outer:
        return prelude
    if "," in outer or len(outer) > _OUTER_CHARACTERS:
        return None  # every selector with every other: what nobody writes by hand is not worth the square of its length
    inner = prelude.split(",")
    return ",".join(one.replace("&", outer) if "&" in one else f"{outer} {one.strip()}" for one in inner)
