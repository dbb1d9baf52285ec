"""What kind of page this is, and why: an article, or one of the things that come instead of it."""

from __future__ import annotations

import re
from typing import Final, Literal
from urllib.parse import urlsplit

from evidence import kind_phrases as phrases
from evidence.limits import PROSE_CHARACTERS
from evidence.page import PageText
from evidence.prose import measured

Kind = Literal[
    "article", "list", "login_wall", "paywall", "soft_404", "consent_wall", "bot_check", "error", "empty", "short"
]

_WALL_PROSE: Final = 1_500
"""A page with more prose than this is not taken for a wall by its words alone."""
_HEAD: Final = 1_500
"""Characters from the start of the article in which a wall speaks."""
_AFTER: Final = 600
"""Characters after the article in which a paywall speaks."""
_LIST_LINKS: Final = 10
_LIST_SHARE: Final = 0.6
"""Share of the text that is links on a list page."""


def page_kind(page: PageText, *, status: int | None, url: str | None) -> tuple[Kind, tuple[str, ...]]:
    """The kind of a page that was answered with `status` at `url`, and the reasons in words, strongest first."""
    if status is not None and status >= 400:
        return ("soft_404" if status in {404, 410} else "error"), (f"the status is {status}",)
    wall = _wall(page, url)
    if wall is not None:
        return wall
    linked = sum(link.end - link.start for link in page.links)
    share = linked / max(1, len(page.text))
    if len(page.links) >= _LIST_LINKS and share >= _LIST_SHARE:
        return "list", (f"{len(page.links)} links make up {share:.0%} of the text",)
    if page.prose >= PROSE_CHARACTERS:
        return "article", (measured(page.prose, page.text),)
    if not page.text.strip():
        return "empty", ("the page shows no text",)
    reasons = [f"{measured(page.prose, page.text)}, fewer than {PROSE_CHARACTERS}"]
    script = phrases.NEEDS_SCRIPT.search(page.text)
    if script:
        reasons.append(f"it says “{_shown(script[0])}”")
    return "short", tuple(reasons)


def _wall(page: PageText, url: str | None) -> tuple[Kind, tuple[str, ...]] | None:
    """A wall or an error, told by words near the start of a page of little prose, or by what it says of itself."""
    core, after = _core(page)
    heading = f"{page.title or ''}\n{core[:_HEAD]}"
    little = page.prose < _WALL_PROSE
    challenge = phrases.BOT_CHECK_MARKUP.search(page.marked_html) if page.prose < PROSE_CHARACTERS else None
    if challenge:
        return "bot_check", (f"the page carries “{challenge[0]}”",)
    short = page.prose < PROSE_CHARACTERS * 2
    asks = little and page.structure.passwords > 0
    pays = little or page.structure.free is False
    said: list[tuple[Kind, re.Pattern[str], bool, str]] = [
        ("bot_check", phrases.BOT_CHECK, short, heading),
        ("soft_404", phrases.SOFT_404, short, heading),
        ("error", phrases.ERROR, short, heading),
        ("paywall", phrases.PAYWALL, pays, f"{heading}\n{core}\n{after}"),
        ("login_wall", phrases.LOGIN_WALL, short or asks, heading),
        ("consent_wall", phrases.CONSENT_WALL, short and len(page.text) < _WALL_PROSE * 2, heading),
    ]
    for kind, saying, possible, where in said:
        found = saying.search(where) if possible else None
        if found:
            return kind, (f"it says “{_shown(found[0])}”", measured(page.prose, page.text))
    if page.prose < PROSE_CHARACTERS and page.structure.passwords:
        return "login_wall", ("it asks for a password and holds no article",)
    if page.prose < PROSE_CHARACTERS and url and phrases.LOGIN_PATH.search(urlsplit(url).path):
        return "login_wall", ("the address is that of a login page",)
    if page.structure.free is False and little:
        return "paywall", ("the page says of itself that it is not free to read",)
    return None


def _core(page: PageText) -> tuple[str, str]:
    """The article's text, so that a “Log in” of the navigation says nothing, and what stands right after it."""
    if not page.article:
        return page.text, ""
    start, end = page.article[0].start, page.article[-1].end
    return page.text[start:end], page.text[end : end + _AFTER]


def _shown(phrase: str) -> str:
    return " ".join(phrase.split())[:80]
