"""What kind of page this is, and why: an article, or one of the things that come instead of it.

A wall speaks to its reader, in a title, a heading, a short block or a button; an article tells of walls in long blocks
and between quotation marks. So what a page says counts by where it says it, and the more prose a page holds beside
that, the more signs it takes to call it a wall: an article that is thrown away costs more than a wall that is read.
"""

from __future__ import annotations

from typing import Final, Literal

from evidence.kind_blocks import Blocks
from evidence.kind_demands import read_demands
from evidence.kind_lists import listed
from evidence.kind_signs import Sign, Signs, read_signs
from evidence.limits import PROSE_CHARACTERS
from evidence.page import PageText
from evidence.prose import measured

Kind = Literal[
    "article", "list", "login_wall", "paywall", "soft_404", "consent_wall", "bot_check", "error", "empty", "short"
]

WALLS: Final[tuple[Kind, ...]] = (
    "bot_check",
    "consent_wall",
    "paywall",
    "login_wall",
    "soft_404",
    "error",
    "empty",
)
"""What can come instead of the page; of two with as many signs the earlier one is told."""
_PLAIN: Final = 2
"""Points that it takes where there is no prose."""
_PROSE_PER_POINT: Final = 200
"""With every such amount of prose beside the signs it takes a point more."""
_LONELY: Final = 2
"""Points more where all signs are of one sort: an article may have the name, or the words, of a wall."""
_BESIDE: Final = 40
"""A short page that holds more than this beside the words of a wall takes a point more."""
_PREVIEW: Final = 600
"""What a paywall shows may be long: it takes a point more with every such amount, up to `_PREVIEW_POINTS`."""
_PREVIEW_POINTS: Final = 3
_BY_STATUS: Final[dict[int, Kind]] = {401: "login_wall", 402: "paywall", 404: "soft_404", 410: "soft_404"}
"""Kinds that a status alone tells; any other one from 400 is an error."""


def page_kind(page: PageText, *, status: int | None, url: str | None) -> tuple[Kind, tuple[str, ...]]:
    """The kind of a page that was answered with `status` at `url`, and the reasons in words, strongest first."""
    blocks = Blocks(page)
    signs = read_signs(page, blocks)
    read_demands(signs, page, url)
    wall = _wall(page, signs)
    if status is not None and status >= 400:
        answered = f"the status is {status}"
        if wall is None or status in {404, 410}:
            return _BY_STATUS.get(status, "error"), (answered,)
        return wall[0], (*wall[1], answered)
    return wall or _matter(page, blocks)


def _matter(page: PageText, blocks: Blocks) -> tuple[Kind, tuple[str, ...]]:
    """The kind of a page that is no wall."""
    links = listed(page, blocks.onward())
    if links is not None:
        return "list", (links,)
    if page.prose >= PROSE_CHARACTERS:
        return "article", (_prose_of(page),)
    if not page.text.strip():
        return "empty", ("the page shows no text",)
    return "short", (f"{_prose_of(page)}, fewer than {PROSE_CHARACTERS}",)


def _wall(page: PageText, signs: Signs) -> tuple[Kind, tuple[str, ...]] | None:
    """The wall with the most points of those that have as many as they take."""
    points = {kind: sum(sign.points for sign in signs.of(kind)) for kind in WALLS}
    told = [kind for kind in WALLS if points[kind] >= _needed(page, signs, kind)]
    if not told:
        return None
    kind = max(told, key=lambda kind: points[kind])
    return kind, (*_reasons(signs.of(kind)), _prose_of(page))


def _reasons(signs: list[Sign]) -> list[str]:
    return list(dict.fromkeys(sign.reason for sign in sorted(signs, key=lambda sign: -sign.points)))


def _needed(page: PageText, signs: Signs, kind: Kind) -> int:
    """How many points it takes to call the page that."""
    rest = signs.rest(kind)
    if kind == "paywall":
        free = _LONELY if page.structure.free else 0
        return _PLAIN + min(rest // _PREVIEW, _PREVIEW_POINTS) + free
    sources = {sign.source for sign in signs.of(kind)}
    lonely = len(sources) == 1 and (sources == {"name"} or not signs.little)
    beside = sources == {"text"} and rest - signs.headed > _BESIDE
    declared = page.structure.declared and rest >= PROSE_CHARACTERS
    return _PLAIN + rest // _PROSE_PER_POINT + _LONELY * lonely + beside + declared


def _prose_of(page: PageText) -> str:
    article = page.text[page.article[0].start : page.article[-1].end] if page.article else page.text
    return measured(page.prose, article)
