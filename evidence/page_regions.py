"""The blocks of a page as a tree, with what their tags, roles and names say of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

from evidence.page_tags import words

_ROLES: Final = words("navigation banner contentinfo search complementary menu menubar toolbar dialog alertdialog")
_AROUND: Final = frozenset({"nav", "footer", "aside", "dialog", "menu", "search"})
_WORDS: Final = re.compile(r"[a-z]+", re.IGNORECASE)
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
    "related relate relation recommend recommended recommendation recommendations recirc sidebar rail breadcrumb"
    " breadcrumbs crumb crumbs pankuzu topicpath pagination pager paging prevnext sharing share sharebar sns social"
    " sharedaddy newsletter subscribe signup promo promotion advert advertisement ads ad adbox adblock advertising"
    " banner bnr sponsor sponsored comment comments disqus reply respond ranking rank navbar nav navi gnav gnb lnb"
    " navigation foot bottom sitemap outbrain taboola popular trending skiplink skip toc menu footer toolbar toolbox"
    " login search feedback satisfaction copyright tags keywords bio profile authorbox inquiry widget follow"
)
_ABOUT: Final = words("info box bio card description about profile block meta wrap")
_MAIN_IDS: Final = words("main content main-content maincontent article article-body articlebody")
_MAIN_CLASSES: Final = words(
    "post-content entry-content article-body article-content articlebody post-body story-body article__body"
)
_NAMED: Final = words(
    "div section ul ol dl table tr td form fieldset details center p span header figure em small b strong h4 h5 h6 li"
)
"""Elements whose names are believed: a heading that is called `social-policy` is a heading."""

HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

Kind = Literal["main", "article", "block"]
Side = Literal["", "likely", "sure"]


@dataclass(slots=True)
class Region:
    """An element with text: runs ``[first, last)``, of which there is at least one.

    `parent` is the index of the region around it (-1: none). `side`: whether its tag or its names say that it stands
    beside the article. `look` is equal for siblings that are built alike.
    """

    tag: str
    kind: Kind
    side: Side
    look: int
    first: int
    parent: int
    last: int = 0

    @property
    def level(self) -> int:
        """1 to 6 for headings, else 0."""
        return int(self.tag[1]) if self.tag in HEADINGS else 0

    @property
    def is_plain(self) -> bool:
        """Whether it may be a mere part of something: not the body, and not declared to be the article."""
        return self.kind == "block" and self.tag not in {"body", "html"}


@dataclass(slots=True)
class Regions:
    """The regions in document order. Elements without text are not kept."""

    items: list[Region] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    """For each run the innermost region around it (-1: none)."""
    _open: list[int] = field(default_factory=lambda: [-1])

    def open(self, tag: str, kind: Kind, side: Side, look: int, run: int) -> None:
        """An element begins before the given run."""
        self.items.append(Region(tag, kind, side, look, run, self._open[-1]))
        self._open.append(len(self.items) - 1)

    def own(self) -> None:
        """A run was written."""
        self.owners.append(self._open[-1])

    def close(self, run: int) -> None:
        """The innermost open one ends."""
        region = self.items[self._open.pop()]
        region.last = run
        if region.first == run:
            self.items.pop()


def kind_of(tag: str, attributes: Mapping[str, str | None]) -> Kind:
    """Whether the element declares that it holds the article."""
    if tag == "article":
        return "article"
    if tag == "main":
        return "main"
    if not attributes:
        return "block"
    if attributes.get("role") == "main" or attributes.get("itemprop") == "articleBody":
        return "main"
    if (attributes.get("id") or "").lower() in _MAIN_IDS:
        return "main"
    names = attributes.get("class")
    return "main" if names and not _MAIN_CLASSES.isdisjoint(names.lower().split()) else "block"


def side_of(tag: str, attributes: Mapping[str, str | None], *, in_article: bool) -> Side:
    """Whether the element is navigation, a banner, a footer and the like, and how sure that is."""
    if tag in _AROUND or (tag == "header" and not in_article):
        return "sure"
    if not attributes:
        return ""
    role = attributes.get("role")
    if role and role.lower() in _ROLES:
        return "sure"
    if tag not in _NAMED:
        return ""
    names, identity = attributes.get("class"), attributes.get("id")
    return _by_name(f"{names or ''} {identity or ''}") if names or identity else ""


@lru_cache(maxsize=4_096)
def _by_name(names: str) -> Side:
    for name in names.split():
        parts = [word.lower() for word in _WORDS.findall(_CAMEL.sub(" ", name))]
        found = set(parts)
        if not found.isdisjoint(_CONSENT_VENDORS):
            return "sure"
        if not found.isdisjoint(_COOKIE) and (found <= _COOKIE or found & _BAR):
            return "sure"
        if "author" in found and found & _ABOUT:
            return "likely"
        if parts and (parts[0] in _BESIDE or parts[-1] in _BESIDE) and len(parts) <= 3:
            return "likely"
    return ""
