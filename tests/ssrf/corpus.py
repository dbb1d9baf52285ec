"""The hostile URLs of urls.json, with how each is refused, and the good ones beside them."""

from __future__ import annotations

import json
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_DATA = json.loads(Path(__file__).with_name("urls.json").read_text(encoding="utf-8"))
NAMES: dict[str, list[str]] = _DATA["names"]
"""What the names of the corpus resolve to; every other name is not known."""


@dataclass(frozen=True)
class Hostile:
    """A URL that is never asked for: what it tries, and the kind of the refusal."""

    what: str
    url: str
    refused: str

    def __str__(self) -> str:
        return f"{self.what}: {ascii(self.url)[1:-1][:60]}"


@dataclass(frozen=True)
class Good:
    """A URL that may be asked for: the host and the port that it leads to."""

    url: str
    host: str
    port: int


HOSTILE = [Hostile(what, url, kind["refused"]) for what, kind in _DATA["hostile"].items() for url in kind["urls"]]
GOOD = [Good(*row) for row in _DATA["good"]]


async def resolver(host: str, _port: int) -> Sequence[str]:
    """The names of the corpus."""
    if host not in NAMES:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    return NAMES[host]
