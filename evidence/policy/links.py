"""Links and pictures that carry off what a program knows: addresses with a place for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from evidence.policy.values import PolicySettings
from evidence.signals import Found, LinkView

LINKS_TOLD: Final = 20
_ADDRESS: Final = re.compile(
    r"https?://[^\s)\"'<>\]]{4,600}(?:\[[^\]\n]{1,60}\]|\{[^}\n]{1,60}\}|<[^>\n]{1,60}>)?[^\s)\"'<>\]]{0,200}"
)
_PICTURE: Final = re.compile(
    r"!\[[^\]\n]{0,300}\]\(\s*(https?://[^\s)]{4,800})|<img\s[^>]{0,200}src\s*=\s*[\"']?(https?://[^\s\"'>]{4,800})",
    re.IGNORECASE,
)
_OPENED: Final = r"(?:\{+|\[|<|%7b|%5b|%3c|\$\{?|\(|:|=|_|-|/)"
_KNOWN: Final = (
    r"(?:conversation|chat[_\s-]?(?:history|log)|system[_\s-]?prompt|previous[_\s-]?messages?|"
    r"user[_\s-]?(?:data|query|input|message|question|secret|"
    r"prompt|info(?:rmation)?|email|name)|context[_\s-]?(?:window|here|data)|secrets?|"
    r"credentials|passwords?|exfil\w*|stolen|memory|history|"
    r"base64|encoded?[_\s-]?(?:data|text|conversation|content)|summary|api[_\s-]?key|"
    r"data[_\s-]?here|session|会話|对话|對話|대화|パスワード|密码)"
)
_CARRIES: Final = re.compile(
    rf"[?&#/;][\w.-]{{0,30}}=?{_OPENED}+(?:the|your|all|insert|url[_-]?encode[d]?|encode|"
    rf"base64|full|entire)?[\s_:(-]*{_KNOWN}",
    re.IGNORECASE,
)
_QUERY: Final = re.compile(
    r"[?&](?:d|data|q|exfil|leak|payload|c|content|info|stolen|chat|log|dump|secret|msg|context|history|prompt)=",
    re.IGNORECASE,
)


def carrying(text: str) -> Iterator[tuple[int, int, str, bool]]:
    """Addresses in `text` with a place for what a program knows: start, end, address, whether a picture loads it."""
    if "http" not in text and "HTTP" not in text:
        return
    pictures = [(found.start(), found.end(), found[1] or found[2]) for found in _PICTURE.finditer(text)]
    inside = {start for start, _, _ in pictures}
    for start, end, address in pictures:
        if _CARRIES.search(address) or (_QUERY.search(address) and _open_ended(text, end)):
            yield start, end, address, True
    for found in _ADDRESS.finditer(text):
        if _CARRIES.search(found[0]) and not any(start <= found.start() <= start + 320 for start in inside):
            yield found.start(), found.end(), found[0], False


def _open_ended(text: str, end: int) -> bool:
    """Whether the address breaks off where the data is to come."""
    return text[end - 1 : end] == "=" or text[end : end + 1] in "{[<$"


def link_signals(text: str, links: tuple[LinkView, ...]) -> Iterator[Found]:
    """Signals on such addresses in the text, and on the page's own links."""
    for number, (start, end, address, picture) in enumerate(carrying(text)):
        if number >= LINKS_TOLD:
            return
        what = "A picture" if picture else "An address"
        detail = f"{what} has a place for what its reader knows, and would carry it off: {address[:160]}"
        yield Found("exfiltration_link", "danger" if picture else "warning", "text", detail, start, end)
    for number, link in enumerate(one for one in links if _CARRIES.search(one.url)):
        if number >= LINKS_TOLD:
            return
        detail = f"A link has a place for what its reader knows, and would carry it off: {link.url[:160]}"
        yield Found("exfiltration_link", "warning", "link", detail, link.start, link.end)


def allowed(host: str, hosts: frozenset[str]) -> bool:
    """Whether `host` is among `hosts` or a subdomain of one; any is where there are none."""
    if not hosts:
        return True
    name = host.lower().rstrip(".")
    return any(name == one or name.endswith(f".{one}") for one in hosts)


def host_signals(url: str | None, links: tuple[LinkView, ...], settings: PolicySettings) -> Iterator[Found]:
    """What lies outside of the hosts that may be read."""
    if not settings.allow_hosts:
        return
    if url is not None and not allowed(_host(url), settings.allow_hosts):
        yield Found("domain_not_allowlisted", "warning", "http", f"The host {_host(url)} is not among those allowed.")
    outside = [link for link in links if not allowed(_host(link.url), settings.allow_hosts)]
    if outside:
        first = outside[0]
        detail = f"{len(outside)} links lead to hosts that are not allowed, first to {_host(first.url)}."
        yield Found("domain_not_allowlisted", "info", "link", detail, first.start, first.end)


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
