"""The signs that a page is a wall which lie in what it asks of its reader and says of itself, not in its words."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from evidence import kind_phrases as phrases
from evidence.kind_blocks import AFTER_CHARACTERS
from evidence.kind_signs import Signs, Source, shown
from evidence.page import PageText

_ENDED: Final = re.compile(r"[.!?。！？…”’)」』:;]\W*$")
_BROKEN_OFF_LEAST: Final = 100
"""A block of less prose may end without a full stop: a heading, a caption."""
_SMALL: Final = 600
"""Characters of a whole page, bars and menus included."""
_MAY_BE_UNINDEXED: Final = ("bot_check", "soft_404", "error")


def read_demands(signs: Signs, page: PageText, url: str | None) -> None:
    """Add them to the signs of a page at `url`."""
    _read_entry(signs, page, url)
    _read_buttons(signs, page)
    _read_price(signs, page)
    _read_address(signs, page, url)
    _read_hollow(signs, page)


def _read_entry(signs: Signs, page: PageText, url: str | None) -> None:
    """What one has to show to get in."""
    demands = page.structure.demands
    if demands.challenge:
        signs.add("bot_check", 4, "demand", "it carries the check of a service that keeps programs out")
    elif demands.captcha:
        # Many a comment form carries one: alone it tells something of a small page only.
        signs.add("bot_check", 2 if len(page.text) <= _SMALL else 1, "demand", "it carries a captcha")
    if demands.passwords:
        # A login box stands beside many an article.
        source: Source = "demand" if signs.little else "text"
        signs.add("login_wall", 2 if signs.little else 1, source, "it asks for a password")
    if url and signs.little:
        parts = urlsplit(url)
        where = f"{parts.hostname or ''}{parts.path}"
        if phrases.CONSENT_ADDRESS.search(where):
            signs.add("consent_wall", 2, "demand", "its address is that of a consent page")
        if phrases.LOGIN_ADDRESS.search(where):
            signs.add("login_wall", 2, "demand", "its address is that of a login page")


def _read_buttons(signs: Signs, page: PageText) -> None:
    """Buttons confirm what the words say; alone they are part of many a page."""
    buttons = _own_buttons(signs, page)
    for kind, labels in phrases.BUTTONS.items():
        pressed = [label for label in buttons if labels.fullmatch(label)]
        if pressed and signs.of(kind):
            source: Source = "text" if kind == "login_wall" else "demand"
            signs.add(kind, min(2, len(pressed)), source, f"it offers “{shown('”, “'.join(pressed[:3]))}”")


def _own_buttons(signs: Signs, page: PageText) -> list[str]:
    """The labels of the buttons in the article or right after it, not in a bar around the page."""
    end = page.article[-1].end if page.article else 0
    near = [page.text[end : end + AFTER_CHARACTERS], *(block.text for block in signs.core)]
    return [
        label
        for label in page.structure.demands.buttons
        if any(label in text for text in near) or label not in page.text  # an <input> has no text
    ]


def _read_price(signs: Signs, page: PageText) -> None:
    if page.structure.free is False:
        signs.add("paywall", 3, "demand", "it says of itself that it is not free to read")
    prose = [block for block in signs.core if block.prose > _BROKEN_OFF_LEAST]
    if signs.of("paywall") and prose and not _ENDED.search(prose[-1].text):
        signs.add("paywall", 1, "demand", "its text breaks off")


def _read_address(signs: Signs, page: PageText, url: str | None) -> None:
    """What it wants search engines to make of it."""
    for kind in _MAY_BE_UNINDEXED if page.structure.unindexed else ():
        if signs.of(kind):
            signs.add(kind, 1, "demand", "it asks not to be indexed")
    canonical = dict(page.structure.copies).get("canonical")
    if canonical and url and _is_home(canonical) and not _is_home(url):
        signs.add("soft_404", 1, "demand", "it gives the home page as its address")


def _is_home(url: str) -> bool:
    parts = urlsplit(url)
    return parts.path in {"", "/"} and not parts.query


def _read_hollow(signs: Signs, page: PageText) -> None:
    if page.structure.leads_to and signs.little:
        signs.add("empty", 3, "demand", f"it leads on to {shown(page.structure.leads_to)}")
    if page.structure.demands.hollow and signs.little:
        signs.add("empty", 2, "demand", "its main part is empty")
