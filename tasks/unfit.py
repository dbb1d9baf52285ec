"""Whether what was read counts as what was asked for. Without Prefect: the tools judge local files by it too."""

from __future__ import annotations

from typing import Final

from evidence import limits
from evidence.pdf_pages import sentences
from evidence.prose import measured
from tasks.attempts import StageError
from tasks.parsed import ParsedSource

_INSTEAD: Final = {
    "login_wall": "a login page",
    "paywall": "a paywall",
    "soft_404": "a notice that there is no such page",
    "consent_wall": "a page that wants an agreement first",
    "bot_check": "a check for robots",
    "error": "an error page",
    "empty": "an empty page",
}
_REASONS: Final = 3
"""The strongest ones; all of them are kept with the page."""
PDF_ADVICE: Final = {
    "pdf_too_many_pages": f"Give a part of it: a PDF of the pages that matter, at most {limits.PDF_PAGES:,}.",
    "pdf_too_long": "Give a part of it: a PDF of the pages that matter.",
    "pdf_broken": "Give another copy of the file: this one is damaged or was cut short when it was saved.",
}
"""What to do about a local PDF, by the reason for which it can't be read."""
ACCEPTED_SHORT: Final = frozenset({"short", "list", "article"})
"""Kinds of page that may be kept although they are short; a wall or an error page is not the page."""


def unfit(parsed: ParsedSource, *, accept_short: bool) -> StageError | None:
    """Why the text does not count as what was asked for; None when it does."""
    if parsed.reads_as_article or (accept_short and parsed.kind in ACCEPTED_SHORT and parsed.text.strip()):
        return None
    if parsed.media == "pdf":
        return _unfit_pdf(parsed, accept_short=accept_short)
    if parsed.media != "html":
        return StageError("empty", "The source holds no text.")
    told = "; ".join(parsed.kind_reasons[:_REASONS])
    if parsed.kind in _INSTEAD:
        return StageError(f"page_{parsed.kind}", f"Instead of the page there is {_INSTEAD[parsed.kind]}: {told}.")
    few = f"{measured(parsed.prose, parsed.text)} that is no link, fewer than {limits.PROSE_CHARACTERS}"
    return StageError(
        "thin_page", f"The page is a list: {told}; it has {few}." if parsed.kind == "list" else f"The page has {few}."
    )


def _unfit_pdf(parsed: ParsedSource, *, accept_short: bool) -> StageError | None:
    """Why no page of the PDF is plain text; with `accept_short` the few words on scanned pages are enough."""
    told = sentences(parsed.unread, len(parsed.pages))
    if "unreadable" in told:
        return StageError("pdf_unreadable", f"The PDF can't be read as text. {' '.join(told.values())}")
    if accept_short and parsed.text.strip():
        return None
    return StageError("pdf_no_text", f"The PDF can't be read as text. {' '.join(told.values())}")
