"""URLs as text: comparing them, and finding those that a text cites. Nothing is fetched or resolved here."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import SplitResult, quote, unquote_to_bytes, urlsplit, urlunsplit

_PORTS: Final = {"http": 80, "https": 443, "ftp": 21}
_TRACKING: Final = re.compile(
    r"(?:utm_\w+|gclid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl|ref_src)", re.IGNORECASE
)
_ESCAPE: Final = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PATH_SAFE: Final = "/:@!$&'()*+,;=%-._~"

_HOST: Final = (
    r"(?:\[[0-9A-Fa-f:.]+\]|(?:[\w-]{1,63}\.){1,10}(?:xn--[A-Za-z0-9-]{1,59}|[A-Za-z]{2,63})"
    r"|\d{1,3}(?:\.\d{1,3}){3}|localhost)"
)
_ASCII: Final = r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]"
# Encyclopedia titles are the one place where people leave a path in their own script.
_TITLE: Final = r"(?:(?<=/wiki/)[\w\-.~%:()々ー]+)"
_CITED: Final = re.compile(
    rf"(?<![A-Za-z0-9])https?://(?:[A-Za-z0-9\-._~%!$&'()*+,;=:]+@)?{_HOST}(?::\d{{1,5}})?(?:[/?#](?:{_TITLE}|{_ASCII})*)?",
    re.IGNORECASE,
)
_CLOSING: Final = ".,;:!?'*_~"
_PAIRS: Final = {")": "(", "]": "["}


def normalise(url: str) -> str:
    """`url` in the one form in which two spellings of an address compare equal.

    Lower-case scheme and host (IDNA), no default port, no fragment, no tracking parameter (the others keep their
    order), dot segments resolved, escapes in one form. A text that is no absolute URL comes back stripped.
    """
    parts = _split(url)
    if parts is None:
        return url.strip()
    scheme = parts.scheme.lower()
    path = _escapes(_without_dots(parts.path)) or "/"
    kept = [pair for pair in parts.query.split("&") if pair and not _TRACKING.fullmatch(pair.partition("=")[0])]
    return urlunsplit((scheme, _authority(parts, scheme), path, _escapes("&".join(kept)), ""))


def fragmentless(url: str) -> str:
    """`url` without ``#…``."""
    return url.partition("#")[0]


def same_page(a: str, b: str) -> bool:
    """Whether two URLs name one page; http and https count as one."""
    return _schemeless(normalise(a)) == _schemeless(normalise(b))


def cited_urls(text: str) -> list[tuple[str, int, int]]:
    """The http and https URLs in `text` as ``(url, start, end)``, without the punctuation around them."""
    found = []
    for match in _CITED.finditer(text):
        url = _trimmed(match.group())
        found.append((url, match.start(), match.start() + len(url)))
    return found


def _trimmed(url: str) -> str:
    """`url` without closing punctuation; brackets stay where they were opened inside of it."""
    balance = {closing: url.count(opening) - url.count(closing) for closing, opening in _PAIRS.items()}
    end = len(url)
    while end:
        last = url[end - 1]
        if last in _PAIRS and balance[last] < 0:
            balance[last] += 1
        elif last not in _CLOSING:
            break
        end -= 1
    return url[:end]


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url.strip())
        _ = parts.port
    except ValueError:
        return None
    return parts if parts.scheme and parts.hostname else None


def _authority(parts: SplitResult, scheme: str) -> str:
    host = (parts.hostname or "").rstrip(".")
    try:
        host = host.encode("idna").decode("ascii") if not host.isascii() else host
    except UnicodeError:
        host = host.casefold()
    host = f"[{host}]" if ":" in host else host.lower()
    port = "" if parts.port in (None, _PORTS.get(scheme)) else f":{parts.port}"
    user = parts.netloc.rpartition("@")[0]
    return f"{user}@{host}{port}" if user else f"{host}{port}"


def _without_dots(path: str) -> str:
    if "." not in path and "%2e" not in path.lower():
        return path
    kept: list[str] = []
    steps = path.replace("%2e", ".").replace("%2E", ".").split("/")
    for step in steps:
        if step == "..":
            if len(kept) > 1:
                kept.pop()
        elif step != ".":
            kept.append(step)
    if steps[-1] in (".", ".."):
        kept.append("")
    return "/".join(kept)


def _escapes(part: str) -> str:
    """Escapes in capitals, none for unreserved characters, everything outside of ASCII escaped as UTF-8."""

    def one_form(match: re.Match[str]) -> str:
        character = unquote_to_bytes(match.group()).decode("latin-1")
        return character if character in _UNRESERVED else match.group().upper()

    return quote(_ESCAPE.sub(one_form, part), safe=_PATH_SAFE + "?")


def _schemeless(url: str) -> str:
    return url.partition("://")[2] if url.startswith(("http://", "https://")) else url
