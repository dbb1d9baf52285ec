"""Addresses as a page writes them, made absolute."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin, urlsplit

_PLAIN: Final = r"[\w~%&=:@+,-]++"
_ROOTED: Final = re.compile(
    rf"/(?:{_PLAIN}(?:\.{_PLAIN})*+(?:/|(?=[?#]|\Z)))*+(?:\?[\w~%&=:@+,./-]++)?+(?:#[\w-]++)?+", re.ASCII
)
"""A path from the root that has no dots to resolve, with its query and fragment, if any."""


class Addresses:
    """Resolves addresses against that of their page; each is resolved once."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._known: dict[str, str | None] = {}
        self._root = ""
        try:
            parts = urlsplit(base)
        except ValueError:
            return
        if parts.scheme in {"http", "https"} and parts.netloc:
            self._root = f"{parts.scheme}://{parts.netloc}"

    def absolute(self, href: str) -> str | None:
        """The address that `href` leads to; None where it is none of the web."""
        if href not in self._known:
            self._known[href] = self._resolve(href.strip())
        return self._known[href]

    def _resolve(self, href: str) -> str | None:
        if self._root and _ROOTED.fullmatch(href):
            return self._root + href
        try:
            url = urljoin(self._base, href)
            parts = urlsplit(url)
        except ValueError:
            return None
        return url if parts.scheme in {"http", "https"} and parts.netloc else None
