"""What is wrong with a URL that can't be fetched, and the source to give instead."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

SHOWN: Final = 200
_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.-]*):(?!\d)", re.IGNORECASE)
_BARE_HOST: Final = re.compile(r"[^\s/@?#]+\.[^\s/@?#]+", re.IGNORECASE)
PORTS: Final = "80 (http), 443 (https), 8080 or 8443"


@dataclass(frozen=True)
class Form:
    """How a tool takes what it is to read: `url` writes an address, `local` says what to do with a file."""

    url: Callable[[str], str]
    local: Callable[[str], str]

    @property
    def general(self) -> str:
        """What to give instead of anything that is never fetched."""
        url = self.url("https://example.org/page")
        return f"Give the full http or https URL, for example {url}; for a local file {self.local('/absolute/path')}."


def url_advice(url: str, why: str, form: Form | None = None) -> tuple[str, str]:
    """What is wrong with the URL, as a sentence, and what to give instead.

    Args:
        url: as it was given.
        why: what `tasks.guard.check_url` said of it.
        form: how the tool takes it; a source as fetch_evidence takes it when left out.
    """
    form = form or SOURCE
    shown = url[:SHOWN]
    parts = _split(url)
    port = _port(parts)
    if parts is not None and port is not None and why.startswith("Port "):
        return (
            f"{shown!r} names port {port}, which belongs to another protocol and is never asked over HTTP.",
            f"Only a URL on port {PORTS} is fetched; look for the page there: {form.url(_at(parts, None))}.",
        )
    found = _SCHEME.match(url)
    if found is None and _BARE_HOST.match(url):
        return f"{shown!r} has no scheme.", f"Give it as {form.url('https://' + url)}."
    if found is not None and found[1].lower() == "file":
        path = parts.path if parts else "/absolute/path"
        return f"{shown!r} names a local file, not a page.", form.local(path)[:1].upper() + form.local(path)[1:] + "."
    if found is not None and found[1].lower() not in ("http", "https"):
        return f"{shown!r} has the scheme {found[1]}; only http and https are fetched.", form.general
    if (
        "\\" not in url
        and parts is not None
        and parts.hostname
        and (parts.username is not None or parts.password is not None)
    ):
        fixed = form.url(_at(parts, port))
        return f"{shown!r} carries a user name or a password; those are never sent.", f"Give {fixed}."
    return f"{shown!r} can't be fetched: {why.rstrip('.')}.", form.general


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None


def _port(parts: SplitResult | None) -> int | None:
    try:
        return parts.port if parts is not None else None
    except ValueError:
        return None


def _at(parts: SplitResult, port: int | None) -> str:
    """The URL at another port (None: the usual one), without a user name."""
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{parts.path}{query}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


SOURCE: Final = Form(
    url=lambda url: _json({"type": "url", "url": url[:SHOWN]}),
    local=lambda path: f"use {_json({'type': 'file', 'path': path[:SHOWN]})}",
)
"""For the tools of a session."""
ADDRESS: Final = Form(
    url=lambda url: _json(url[:SHOWN]),
    local=lambda path: f"call highlight_pdf with path {_json(path[:SHOWN])} (a PDF), or fetch_evidence in a session",
)
"""For the tools that take the address of a page and no file."""
