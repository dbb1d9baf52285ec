"""The one PDF that a call names: on the web or on this machine."""

from __future__ import annotations

import json
import re
from typing import Final
from urllib.parse import unquote, urlsplit

from ledger.refusals import Refusal

_LOCAL: Final = re.compile(r"(?:file:|/|~/|\./|\.\./|[A-Za-z]:\\)", re.IGNORECASE)


def check_given(url: str | None, path: str | None) -> None:
    """Refuse what is not one of the two.

    Raises:
        Refusal: ARGUMENT_INVALID; INVALID_URL for a path in the place of the URL.
    """
    if (url is None) == (path is None):
        raise Refusal(
            "ARGUMENT_INVALID",
            "highlight_pdf takes url or path: one of them, not both.",
            "Give url for a PDF on the web, path for one on this machine.",
            {"given": [name for name, value in (("url", url), ("path", path)) if value is not None]},
        )
    if url is not None and _LOCAL.match(url.strip()):
        local = unquote(urlsplit(url.strip()).path) if url.strip().lower().startswith("file:") else url.strip()
        raise Refusal(
            "INVALID_URL",
            f"{url[:200]!r} names a local file, not a page on the web.",
            f"Call highlight_pdf with path {json.dumps(local[:200], ensure_ascii=False)} instead of url.",
            {"url": url[:200]},
        )
