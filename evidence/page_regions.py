"""Which elements may hold the article, and which hold what surrounds it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

from evidence.page_tags import CANDIDATES, words

_ROLES: Final = words("navigation banner contentinfo search complementary menu menubar toolbar dialog alertdialog")
_AROUND: Final = frozenset({"nav", "footer", "aside", "dialog", "menu", "search"})
_WORDS: Final = re.compile(r"[a-z]+|\d+", re.IGNORECASE)
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_CONSENT_VENDORS: Final = words(
    "onetrust didomi cookiebot cybotcookiebotdialog usercentrics truste trustarc iubenda osano klaro quantcast"
    " gdpr cmpbox cmp"
)
_COOKIE: Final = frozenset({"cookie", "cookies", "consent"})
_BAR: Final = words(
    "banner bar notice popup modal overlay dialog message alert disclaimer law warning accept manager prompt box wall"
    " layer policy"
)
_BESIDE: Final = words(
    "related recommend recommended recommendation recommendations sidebar breadcrumb breadcrumbs pagination pager"
    " sharing share social sns newsletter promo promotion advert advertisement ads advertising banner comments disqus"
    " ranking navbar navigation sitemap outbrain taboola popular trending pankuzu skiplink toc menu"
)
_MAIN_IDS: Final = words("main content main-content maincontent article article-body articlebody")
_MAIN_CLASSES: Final = words(
    "post-content entry-content article-body article-content articlebody post-body story-body article__body"
)
_CONTAINERS: Final = words("div section ul ol dl table form fieldset details center p span header figure")
"""Elements whose names are believed: a heading that is called `social-policy` is a heading."""

Kind = Literal["main", "article", "block"]


@dataclass(slots=True)
class Region:
    """An element that may hold the article: runs ``[first, last)``; `parent` is the index of the region around it."""

    kind: Kind
    first: int
    parent: int
    last: int = 0


@dataclass(slots=True)
class Around:
    """Runs ``[first, last)`` beside the article. `sure`: told by its tag or role, not by a mere class name."""

    first: int
    sure: bool
    last: int = 0


@dataclass(slots=True)
class Regions:
    """Both lists, in document order of their starts."""

    candidates: list[Region] = field(default_factory=list)
    around: list[Around] = field(default_factory=list)
    _open: list[int] = field(default_factory=list)
    _open_around: list[int] = field(default_factory=list)

    def open_candidate(self, kind: Kind, run: int) -> None:
        """An element that may hold the article begins."""
        self.candidates.append(Region(kind, run, self._open[-1] if self._open else -1))
        self._open.append(len(self.candidates) - 1)

    def close_candidate(self, run: int) -> None:
        """The innermost open one ends."""
        self.candidates[self._open.pop()].last = run

    def open_around(self, run: int, *, sure: bool) -> None:
        """Something beside the article begins."""
        self.around.append(Around(run, sure))
        self._open_around.append(len(self.around) - 1)

    def close_around(self, run: int) -> None:
        """The innermost open one ends."""
        self.around[self._open_around.pop()].last = run


def candidate(tag: str, attributes: Mapping[str, str | None]) -> Kind | None:
    """Whether and as what the element may hold the article."""
    if tag == "article":
        return "article"
    if tag == "main" or attributes.get("role") == "main" or attributes.get("itemprop") == "articleBody":
        return "main"
    if tag not in CANDIDATES:
        return None
    if (attributes.get("id") or "").lower() in _MAIN_IDS:
        return "main"
    names = attributes.get("class")
    if names and not _MAIN_CLASSES.isdisjoint(names.lower().split()):
        return "main"
    return "block"


def beside(tag: str, attributes: Mapping[str, str | None], *, in_article: bool) -> Literal["sure", "likely"] | None:
    """Whether the element is navigation, a banner, a footer and the like, and how sure that is."""
    if tag in _AROUND or (tag == "header" and not in_article):
        return "sure"
    role = attributes.get("role")
    if role and role.lower() in _ROLES:
        return "sure"
    if tag not in _CONTAINERS:
        return None
    names, identity = attributes.get("class"), attributes.get("id")
    return _by_name(f"{names or ''} {identity or ''}") if names or identity else None


@lru_cache(maxsize=4_096)
def _by_name(names: str) -> Literal["sure", "likely"] | None:
    for name in names.split():
        parts = [word.lower() for word in _WORDS.findall(_CAMEL.sub(" ", name))]
        found = set(parts)
        if not found.isdisjoint(_CONSENT_VENDORS):
            return "sure"
        if not found.isdisjoint(_COOKIE) and (found <= _COOKIE or found & _BAR):
            return "sure"
        if parts and (parts[0] in _BESIDE or parts[-1] in _BESIDE) and len(parts) <= 3:
            return "likely"
    return None
