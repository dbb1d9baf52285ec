"""What each HTML element does to the visible text and to the saved snapshot."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple


def words(text: str) -> frozenset[str]:
    """The words of `text` as a set."""
    return frozenset(text.split())


NONE, SPACE, TAB, LINE, PARAGRAPH = range(5)
"""Strengths of the gap between two pieces of text; the strongest asked for is written."""
GAPS: Final = ("", " ", "\t", "\n", "\n\n")

BREAKS: Final[dict[str, int]] = {
    **dict.fromkeys(
        words(
            "p h1 h2 h3 h4 h5 h6 blockquote pre ul ol dl table figure article section main aside header footer nav hr"
            " details fieldset form hgroup search menu listing xmp plaintext center dir"
        ),
        PARAGRAPH,
    ),
    **dict.fromkeys(
        words(
            "div li dt dd tr caption thead tbody tfoot figcaption address summary legend option optgroup select dialog"
            " body title text mtr marquee"
        ),
        LINE,
    ),
    **dict.fromkeys(
        words(
            "tspan button label img svg video audio canvas input textarea iframe object embed progress meter output"
            " math"
        ),
        SPACE,
    ),
}
"""The gap before and after an element's text."""

CELLS: Final = frozenset({"td", "th", "mtd"})
PREFORMATTED: Final = frozenset({"pre", "listing", "xmp", "plaintext"})
AS_PRE: Final = frozenset({"listing", "xmp", "plaintext"})

DROPPED: Final = words(
    "script noscript template iframe frame object embed applet base portal fencedframe animate set animatemotion"
    " animatetransform noembed noframes bgsound"
)
"""Left out of the text and of the snapshot."""
MUTED: Final = words(
    "head title style rt rp rtc textarea datalist canvas audio video map metadata desc defs annotation annotation-xml"
    " progress meter"
)
"""Left out of the text; the snapshot keeps them."""
RAW_TEXT: Final = frozenset({"style"})
VOID: Final = words("area br col hr img input link meta wbr param source track keygen")
FOREIGN: Final = frozenset({"svg", "math"})
DRAWN_TEXT: Final = frozenset({"text", "foreignObject"})
EATS_NEWLINE: Final = frozenset({"pre", "textarea", "listing"})
"""Elements whose parser swallows one line break after the start tag."""
PRE_VALUES: Final = ("pre", "break-spaces")

NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9:._-]*")
ATTRIBUTE: Final = re.compile(r"[A-Za-z_:][A-Za-z0-9:._-]*")

CONTROLS: Final = frozenset({"button", "select", "option", "optgroup", "label"})
"""Elements whose text tells what one can do on the page."""
TITLES: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary", "th"})
"""Elements that stay titles though one can press them."""
_SPECIAL: Final = PREFORMATTED | words("details summary dialog")
INLINE_BLOCKS: Final = frozenset(
    {"block", "flex", "grid", "table", "list-item", "flow-root", "table-row", "table-caption", "-webkit-box"}
)
"""Values of `display` that put an element on lines of its own."""
LAID_OUT: Final = frozenset({"flex", "inline-flex", "grid", "inline-grid"})
"""Values of `display` that put its children apart."""


class Facts(NamedTuple):
    """What a tag alone decides."""

    tag: str
    gap: int
    dropped: bool
    void: bool
    muted: bool
    mutes: bool
    cell: bool
    region: bool
    control: bool
    title: bool
    pre: bool
    foreign: bool
    special: bool
    """Whether the element changes how text shows even without attributes."""
    scripts: bool
    presses: bool
    """Whether it is something to press, or stays a title though one can."""
    written: str
    start: str
    close: str


@lru_cache(maxsize=1_024)
def facts(tag: str) -> Facts:
    """The facts of a tag."""
    gap = BREAKS.get(tag, NONE)
    written = "pre" if tag in AS_PRE else tag if NAME.fullmatch(tag) else "span"
    return Facts(
        tag=tag,
        gap=gap,
        dropped=tag in DROPPED,
        void=tag in VOID,
        muted=tag in MUTED,
        mutes=tag in MUTED or tag in FOREIGN or tag in DRAWN_TEXT,
        cell=tag in CELLS,
        region=gap >= LINE or tag in CELLS,
        control=tag in CONTROLS,
        title=tag in TITLES,
        pre=tag in PREFORMATTED,
        foreign=tag in FOREIGN,
        special=tag in _SPECIAL,
        scripts=tag in {"sup", "sub"},
        presses=tag == "a" or tag in CONTROLS or tag in TITLES,
        written=written,
        start=f"<{written}>",
        close=f"</{written}>",
    )
