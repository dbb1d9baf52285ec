"""Where a browser may get what plain HTTP did not."""

from __future__ import annotations

from typing import Final

NO_BROWSER: Final = frozenset(
    {
        "url_invalid",
        "address_refused",
        "dns",
        "connection",
        "certificate",
        "redirect_invalid",
        "robots_disallowed",
        "asked_to_wait",
        "too_large",
        "empty_body",
        "pdf_no_text",
        "pdf_unreadable",
        "pdf_encrypted",
        "pdf_broken",
        "pdf_too_many_pages",
        "pdf_too_long",
        "docx_broken",
        "docx_too_large",
        "docx_no_reader",
        "parse_timeout",
        "parse_memory",
        "parse_too_large",
        "parse_crashed",
        "media_unsupported",
        "empty",
    }
)
"""Failures that a browser would only have again."""
BROWSER_STATUSES: Final = frozenset({401, 403, 405, 406, 418, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
"""Answers that a site may give to programs and not to browsers. 404 and 410 mean what they say."""


def browser_may_help(kind: str, http_status: int | None) -> bool:
    """Whether a browser is worth trying after a failure of this kind (with this status, if that was the failure)."""
    return http_status in BROWSER_STATUSES if kind == "http_status" else kind not in NO_BROWSER
