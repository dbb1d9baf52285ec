"""What a page says about itself and offers: metadata, links to PDFs, other copies of itself.

Read with BeautifulSoup from the few elements that matter, so that the size of the page does not.
"""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from bs4 import BeautifulSoup, Tag
from selectolax.lexbor import LexborHTMLParser

from evidence.demands import Demands, read_demands

_PICKED: Final = (
    'base[href], title, meta[name], meta[property], meta[itemprop], meta[http-equiv="refresh" i], link[rel],'
    ' a[href*=".pdf" i], a[type*="pdf" i], a[href*="web.archive.org/web/"], time[datetime],'
    ' script[type="application/ld+json"]'
)
_NAME: Final = re.compile(r"[A-Za-z_:][A-Za-z0-9:._-]*")
_PICKED_MOST: Final = 500
"""Elements of one name that are looked at."""
_PDF_LINKS: Final = 5
_ARTICLE_TYPES: Final = re.compile(r"(?:\w*Article|\w*BlogPosting|Report|Recipe|Review|\w*Posting)")
_REFRESH: Final = re.compile(r"""\s*(\d{1,9})[\d.]*\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s]+)""", re.IGNORECASE)
_ARCHIVE: Final = re.compile(r"\s*https?://web\.archive\.org/web/", re.IGNORECASE)
_REFRESH_SECONDS_MOST: Final = 30
"""A page that leads on later than this is there to be read."""
_PUBLISHED: Final = ("article:published_time", "datePublished", "date", "dc.date", "pubdate", "DC.date.issued")


@dataclass(frozen=True, slots=True)
class Structure:
    """`metadata` has the keys title, description, site, author, published, canonical where the page gives them.

    `free` is what the page says of being free to read (None: nothing). `declared`: it says that it is an article;
    `unindexed`: it asks search engines to leave it out. `leads_to`: the address that it goes on to by itself.
    `copies`: other addresses of the same page that it names, by what they are (``amp``, ``print``, ``canonical``,
    ``archive``).
    """

    metadata: tuple[tuple[str, str], ...]
    pdf_links: tuple[str, ...]
    free: bool | None
    declared: bool
    unindexed: bool
    leads_to: str | None
    copies: tuple[tuple[str, str], ...]
    demands: Demands


def read_structure(tree: LexborHTMLParser, base_url: str | None) -> Structure:
    """Read the structure of a parsed page; `base_url` is its address."""
    soup = BeautifulSoup(_excerpt(tree), "html.parser")
    base = soup.find("base", href=True)
    root = urljoin(base_url or "", _value(base, "href")) if isinstance(base, Tag) else base_url or ""
    named = _named(soup)
    metadata = tuple(_metadata(soup, named, root))
    return Structure(
        metadata=metadata,
        pdf_links=_pdf_links(soup, root),
        free=_free(soup),
        declared=_is_declared(soup, named),
        unindexed="noindex" in named.get("robots", "").lower(),
        leads_to=_leads_to(soup, root),
        copies=_copies(soup, root, base_url),
        demands=read_demands(tree),
    )


def _excerpt(tree: LexborHTMLParser) -> str:
    picked: list[str] = []
    seen: Counter[str] = Counter()
    for node in tree.css(_PICKED):
        tag = node.tag or ""
        seen[tag] += 1
        if seen[tag] > _PICKED_MOST:
            continue
        if tag == "script" or (tag == "title" and node.first_child is not None and node.first_child.is_text_node):
            picked.append(node.html or "")
        elif tag != "title":
            # Without what is in it: elements nest, and would be written once for each level.
            picked.append(_shell(tag, node.attributes))
    return "".join(picked)


def _shell(tag: str, attributes: dict[str, str | None]) -> str:
    kept = "".join(
        f' {name}="{(value or "").replace("&", "&amp;").replace(chr(34), "&quot;")}"'
        for name, value in attributes.items()
        if _NAME.fullmatch(name)
    )
    return f"<{tag}{kept}></{tag}>"


def _value(tag: Tag, name: str) -> str:
    value = tag.get(name)
    return " ".join(value) if isinstance(value, list) else value or ""


def _named(soup: BeautifulSoup) -> dict[str, str]:
    named: dict[str, str] = {}
    for meta in soup.find_all("meta"):
        name = _value(meta, "property") or _value(meta, "name") or _value(meta, "itemprop")
        content = _value(meta, "content").strip()
        if name and content:
            named.setdefault(name, content)
    return named


def _metadata(soup: BeautifulSoup, named: dict[str, str], root: str) -> Iterator[tuple[str, str]]:
    title = soup.find("title")
    texts = {
        "title": named.get("og:title") or (title.get_text(" ", strip=True) if title else ""),
        "description": named.get("og:description") or named.get("description", ""),
        "site": named.get("og:site_name", ""),
        "author": named.get("author") or named.get("article:author", ""),
        "published": next((named[name] for name in _PUBLISHED if name in named), "")
        or _ld_value(soup, "datePublished"),
    }
    if not texts["published"]:
        time = soup.find("time", datetime=True)
        texts["published"] = _value(time, "datetime") if isinstance(time, Tag) else ""
    for link in soup.find_all("link", href=True):
        if "canonical" in _value(link, "rel").lower().split():
            texts["canonical"] = _absolute(root, _value(link, "href")) or ""
            break
    return ((name, " ".join(text.split())[:1_000]) for name, text in texts.items() if text)


def _pdf_links(soup: BeautifulSoup, root: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for tag in soup.find_all(["a", "link"], href=True):
        address = _absolute(root, _value(tag, "href"))
        if address is None:
            continue
        kind = _value(tag, "type").split(";")[0].strip().lower()
        if kind == "application/pdf" or urlsplit(address).path.lower().endswith(".pdf"):
            found[address] = None
        if len(found) == _PDF_LINKS:
            break
    return tuple(found)


def _absolute(root: str, href: str) -> str | None:
    try:
        address = urljoin(root, href.strip())
        parts = urlsplit(address)
    except ValueError:
        return None
    return address if parts.scheme in {"http", "https"} and parts.hostname else None


def _ld_objects(soup: BeautifulSoup) -> Iterator[dict[str, Any]]:
    """The objects of all JSON-LD, those further out first."""
    pending: deque[Any] = deque()
    for script in soup.find_all("script", type="application/ld+json"):
        try:
            pending.append(json.loads(script.get_text()))
        except (json.JSONDecodeError, RecursionError):
            continue
    while pending:
        value = pending.popleft()
        if isinstance(value, dict):
            yield value
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)


def _ld_value(soup: BeautifulSoup, key: str) -> str:
    return next((found[key] for found in _ld_objects(soup) if isinstance(found.get(key), str)), "")


def _free(soup: BeautifulSoup) -> bool | None:
    for found in _ld_objects(soup):
        said = found.get("isAccessibleForFree")
        if said is not None:
            return str(said).strip().lower().rpartition("/")[2] != "false"
    return None


def _is_declared(soup: BeautifulSoup, named: dict[str, str]) -> bool:
    if named.get("og:type", "").lower() == "article" or "article:published_time" in named:
        return True
    types = (found.get("@type") for found in _ld_objects(soup))
    return any(isinstance(said, str) and _ARTICLE_TYPES.fullmatch(said) for said in types)


def _leads_to(soup: BeautifulSoup, root: str) -> str | None:
    refresh = soup.find("meta", attrs={"http-equiv": re.compile("refresh", re.IGNORECASE)})
    found = _REFRESH.match(_value(refresh, "content")) if isinstance(refresh, Tag) else None
    if found is None or int(found[1]) > _REFRESH_SECONDS_MOST:
        return None
    return _absolute(root, found[2])


def _copies(soup: BeautifulSoup, root: str, own: str | None) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for link in soup.find_all("link", href=True):
        kinds = _value(link, "rel").lower().split()
        named = "amp" if "amphtml" in kinds else "canonical" if "canonical" in kinds else ""
        if "alternate" in kinds and "print" in _value(link, "media").lower():
            named = "print"
        address = _absolute(root, _value(link, "href")) if named else None
        if address is not None and address != own:
            found.setdefault(named, address)
    archive = soup.find("a", href=_ARCHIVE)
    if isinstance(archive, Tag):
        found["archive"] = _value(archive, "href").strip()
    return tuple(found.items())
