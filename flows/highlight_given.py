"""The one PDF that a call names: on the web or on this machine."""

from __future__ import annotations

import json
import re
from typing import Final
from urllib.parse import unquote, urlsplit

from ledger.refusals import Refusal

_LOCAL: Final = re.compile(r"(?:file:|/|~/|\./|\.\./|[A-Za-z]:\\)", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"(?:https?|file):/", re.IGNORECASE)


def check_given(url: str | None, path: str | None) -> None:
    """Refuse what is not one of the two.

    Raises:
        Refusal: ARGUMENT_INVALID, also for a URL in the place of the path; INVALID_URL for a path in that of the URL.
    """
    if (url is None) == (path is None):
        raise Refusal(
            "ARGUMENT_INVALID",
            "highlight_pdf takes url or path: one of them, not both.",
            "Give url for a PDF on the web, path for one on this machine.",
            {"given": [name for name, value in (("url", url), ("path", path)) if value is not None]},
        )
    if path is not None and _ADDRESS.match(path.strip()):
        local = _local(path)
        right = f"url {_quoted(path.strip())} instead of path" if local == path.strip() else f"path {_quoted(local)}"
        raise Refusal(
            "ARGUMENT_INVALID",
            f"path {path[:200]!r} is a URL, not the path of a file.",
            f"Call highlight_pdf with {right}.",
            {"path": path[:200]},
        )
    if url is not None and _LOCAL.match(url.strip()):
        raise Refusal(
            "INVALID_URL",
            f"{url[:200]!r} names a local file, not a page on the web.",
            f"Call highlight_pdf with path {_quoted(_local(url))} instead of url.",
            {"url": url[:200]},
        )


def _local(given: str) -> str:
    """The path that a file URL names; what is none, as it is."""
    stripped = given.strip()
    return unquote(urlsplit(stripped).path) if stripped.lower().startswith("file:") else stripped


def _quoted(text: str) -> str:
    return json.dumps(text[:200], ensure_ascii=False)
