"""The calls to make for a page that could not be had, by what came instead of it; the likeliest to help first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol
from urllib.parse import urlsplit

from evidence.urls import same_page
from flows.sources import Failure, Unobtainable

PDF_LINKS: Final = 5
PDF_CHARACTERS: Final = 300
"""Of all the PDF links in a sentence; those left out are among the facts."""

_BY_STATUS: Final = {
    401: "login_wall",
    402: "paywall",
    403: "forbidden",
    404: "soft_404",
    410: "soft_404",
    429: "bot_check",
    451: "barred",
}
_PASSING: Final = frozenset({"timeout", "connection", "too_slow"})
"""Failures of the network that may be over at the next try."""
_WITHOUT_TEXT: Final = frozenset({"page_empty", "thin_page"})
_COPIES: Final = {
    "leads_to": "the page leads on to that",
    "archive": "the page links to that copy in an archive",
    "print": "the page names that version for printing",
    "amp": "the page names that plain version",
    "canonical": "the page gives that as its own address",
}
_OF_NO_PAGE: Final = ("leads_to", "archive")
"""Copies that a notice of a missing page may name: the rest of what it names is its own."""
_HINTS: Final = {
    "soft_404": "check the address (a slip, a page that moved: look it up on the site), or fetch another copy, such as "
    "one in a web archive.",
    "login_wall": "look for the same facts on a page without a login: uratori logs in nowhere.",
    "paywall": "look for the same facts on a page that is free to read.",
    "barred": "look for the same facts on a page that is not barred where you are.",
    "asked_to_wait": "look for the same facts on another site.",
    "robots_disallowed": "look for the same facts on another site.",
    "dns": "check the name of the site, or fetch another copy, such as one in a web archive.",
}
_CAPTURES: Final = {
    "login_wall": "open it with your own browser tool, if that is logged in there,",
    "paywall": "open it with your own browser tool, if that has a subscription,",
    "consent_wall": "open it with your own browser tool, answer what it asks,",
}
_CAPTURE: Final = "open it with your own browser tool"


class Calls(Protocol):
    """The calls of the tool that asked, in words and with its own values."""

    @property
    def accepts(self) -> bool:
        """Whether it can take a page as it is, though that is short or cut."""

    def fetch(self, urls: Sequence[str], **accepting: bool) -> str:
        """Ask for these pages, accepting that too."""

    def capture(self, url: str) -> str:
        """Hand in what one saw of the page."""


def page_advice(failed: Unobtainable, url: str, calls: Calls) -> str:
    """The steps in a row, each for the case that the one before does not help."""
    came = came_instead(failed)
    steps = [*_named(failed, url, came, calls), *_own(failed, url, came, calls)]
    steps.append(f"{_CAPTURES.get(came or '', _CAPTURE)} and {calls.capture(url)}")
    told = " Otherwise ".join(steps)
    return told[0].upper() + told[1:]


def came_instead(failed: Unobtainable) -> str | None:
    """The kind of page that came instead, or the kind of failure that something can be done about."""
    for failure in reversed(failed.failures):
        told = _came(failure)
        if told is not None:
            return told
    return None


def _came(failure: Failure) -> str | None:
    if failure.kind.startswith("page_"):
        return failure.kind.removeprefix("page_")
    status = failure.http_status
    if failure.kind == "http_status" and status is not None:
        return _BY_STATUS.get(status, "passing" if status >= 500 else None)
    return "passing" if failure.kind in _PASSING else failure.kind if failure.kind in _HINTS else None


def _named(failed: Unobtainable, url: str, came: str | None, calls: Calls) -> list[str]:
    """What the page itself names: its PDFs, the pages in its frames, and its copies."""
    steps = []
    links = _fitting(failed.pdf_links[:PDF_LINKS])
    if links:
        steps.append(f"{calls.fetch(links)}: the page links to {'those PDFs' if len(links) > 1 else 'that PDF'}.")
    frames = _fitting(failed.frames)
    if frames and any(failure.kind in _WITHOUT_TEXT for failure in failed.failures):
        steps.append(
            f"{calls.fetch(frames)}: the page shows {'those pages' if len(frames) > 1 else 'that page'} in frames."
        )
    for name, words in _COPIES.items():
        copy = failed.copies.get(name)
        if copy and (came != "soft_404" or name in _OF_NO_PAGE) and not _is_same(copy, url):
            steps.append(f"{calls.fetch([copy])}: {words}.")
            break
    return steps


def _fitting(links: Sequence[str]) -> Sequence[str]:
    """The first links that fit into a sentence, one at least."""
    fitting = [links[: count + 1] for count in range(len(links)) if sum(map(len, links[: count + 1])) <= PDF_CHARACTERS]
    return fitting[-1] if fitting else links[:1]


def _is_same(copy: str, url: str) -> bool:
    """Whether a copy leads nowhere else: to the page itself, or to the front page of a site."""
    return same_page(copy, url) or urlsplit(copy).path in {"", "/"}


def _own(failed: Unobtainable, url: str, came: str | None, calls: Calls) -> list[str]:
    """What the kind of the failure asks for."""
    kinds = {failure.kind for failure in failed.failures}
    steps = []
    if "thin_page" in kinds and calls.accepts:
        steps.append(
            f"if the page really is that short, {calls.fetch([url], accept_short=True)}: it is kept and marked short."
        )
    if "truncated" in kinds:
        steps.append("make the same call again later, or give another copy: what is cut short is not the whole.")
    if "truncated" in kinds and calls.accepts:
        steps.append(
            f"if the part that came is enough, {calls.fetch([url], accept_incomplete=True)}: it is kept and marked "
            "incomplete, and nothing may be concluded from what is not in it."
        )
    if came == "bot_check":
        steps.append(f"wait some minutes and {calls.fetch([url])}: the site may have had too many requests.")
    if came == "forbidden":
        steps.append(f"wait some minutes and {calls.fetch([url])}: the site refused to show the page, maybe for good.")
    if came == "asked_to_wait":
        steps.append(f"{calls.fetch([url])} when the time is over for which the site asks to be left alone.")
    if came in {"error", "passing"}:
        steps.append(f"wait some minutes and {calls.fetch([url])}: the fault may be over then.")
    if came in _HINTS:
        steps.append(_HINTS[came])
    return steps
