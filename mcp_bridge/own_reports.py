"""What uratori itself says of a text is no source for it: its reports, wherever they lie, and the hub's own pages."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ledger.refusals import Refusal
from tasks.guard import Target

HEAD_BYTES: Final = 16_384
_MARKS: Final = re.compile(
    rb'<!-- uratori:state=|"schema": ?"uratori/report/'
    rb'|<html[^>]*\bdata-state="(?:final|provisional)(?s:.*)uratori</title>'
)
ADVICE: Final = "Give the source itself, not what uratori keeps or says of it."


def check_no_report(head: bytes, given: str) -> None:
    """Refusal SELF_REFERENCE for the first bytes of a report (Markdown, JSON or HTML; a printed one has no mark)."""
    if _MARKS.search(head[:HEAD_BYTES]):
        message = f"{given!r} is a report that uratori wrote: it can't confirm what it reports."
        raise Refusal("SELF_REFERENCE", message, ADVICE, {"path": given})


def head_of(path: Path) -> bytes:
    """The first bytes of a file; none where it can't be read, which whoever reads it whole will tell."""
    try:
        with path.open("rb") as file:
            return file.read(HEAD_BYTES)
    except OSError:
        return b""


def check_no_own_page(target: Target, web_url: str, given: str) -> None:
    """Refusal SELF_REFERENCE for a page that this hub serves."""
    own = urlsplit(web_url)
    if target.port == own.port and (target.host == own.hostname or _loopback(target.host)):
        message = f"{given!r} is a page of uratori itself: it can't confirm what it reports."
        raise Refusal("SELF_REFERENCE", message, ADVICE, {"url": given})


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
