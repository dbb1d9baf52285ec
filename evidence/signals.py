"""What a reader should know about a page: the seam between fetching and judging.

Promised to a policy: it is called once for each source before its evidence is recorded, with everything that was read
(`PageView`); what it returns is stored with the evidence, in its order, and never changed afterwards. It sees what the
reader does not: collapsed and concealed text. It decides nothing about the evidence: that is recorded whatever the
policy says, and when it fails (recorded as the signal `policy_failed`).
Asked of a policy: it is pure, and fast (a page of 1 MB in well under a second); offsets count code points in
`PageView.text`, half-open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from evidence.page_controls import Control
from evidence.pdf_pages import SIGNALS, PageState, named, sentences
from evidence.ranges import Range
from evidence.sniff import Media

Severity = Literal["info", "warning", "danger"]
CONCEALED_MOST: Final = 20
"""Signals on concealed text of one page; the last one counts the rest."""
QUOTED_CHARACTERS: Final = 200


@dataclass(frozen=True, slots=True)
class Words:
    """Words of the source that are not in its text; they stood at `at`."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class AsideWords:
    """Words of the source that nobody sees, by what they stood in (`evidence.page_asides.AsideKind`), at `at`."""

    kind: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link: its absolute address; its words are the code points ``[start, end)`` of the text."""

    url: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect: the absolute URL that was asked for, the status, the absolute URL it led to."""

    url: str
    status: int
    location: str


@dataclass(frozen=True, slots=True)
class PageView:
    """One source as it was read.

    Attributes:
        text: the one text; `article` and `hidden` (collapsed text) are ranges in it.
        concealed: text that the page hides from every reader; it is no part of `text`.
        left_out: footnote markers and the like; no part of `text` either.
        charset_rule: what decided the charset (`evidence.charset`); None where nothing had to be decoded.
        url: what was asked for; None for a file.
        hops: the redirects from `url` on, in order.
        complete: False when the body was cut short.
        pages: how many a PDF has; `unread` are the numbers of those that are not plain text, by what they are.
        tables_problem: why not all of its tables were read.
        fields: the numbers of its pages with fields to fill in.
        styles_cut: whether its style sheets were too much to be judged.
        starts_hidden: whether all its text is concealed until its scripts run.
        asides: words of the source that nobody sees: comments, attributes, metadata.
        quoted: ranges of the text that are code or quotations.
        links: its first links. controls: its forms, fields and buttons.
        final_url: where the redirects led; None for a file.
    """

    text: str
    media: Media
    title: str | None = None
    kind: str | None = None
    article: Sequence[Range] = ()
    hidden: Sequence[Range] = ()
    concealed: Sequence[Words] = ()
    left_out: Sequence[Words] = ()
    charset_rule: str | None = None
    url: str | None = None
    hops: Sequence[Hop] = ()
    complete: bool = True
    pages: int = 0
    unread: Mapping[PageState, Sequence[int]] = field(default_factory=dict)
    tables_problem: str | None = None
    fields: Sequence[int] = ()
    styles_cut: bool = False
    starts_hidden: bool = False
    asides: Sequence[AsideWords] = ()
    quoted: Sequence[Range] = ()
    links: Sequence[LinkView] = ()
    controls: Sequence[Control] = ()
    final_url: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that a reader should know.

    Attributes:
        name: a stable word.
        source: what it was seen in (`http`, `page`, `pdf`).
        detail: a sentence.
        start, end: where it is in the text, for what has a place.
    """

    name: str
    severity: Severity
    source: str
    detail: str
    start: int | None = None
    end: int | None = None


class Policy(Protocol):
    """What looks at every source; see the module."""

    def __call__(self, page: PageView) -> Sequence[Found]:
        """What a reader should know about it."""
        ...


def page_signals(page: PageView) -> list[Found]:
    """The default policy: a cut body, a connection that lost its encryption, concealed text, pages that are no text."""
    return [*_incomplete(page), *_downgraded(page), *_unread(page), *_styled(page), *_concealed(page)]


def _incomplete(page: PageView) -> Iterator[Found]:
    if not page.complete:
        yield Found("incomplete", "warning", "http", "The connection ended before the body: its end is missing.")


def _downgraded(page: PageView) -> Iterator[Found]:
    for hop in page.hops:
        if _scheme(hop.url) == "https" and _scheme(hop.location) == "http":
            detail = f"A redirect leads from https to http: {hop.location[:QUOTED_CHARACTERS]}"
            yield Found("https_downgrade", "warning", "http", detail)


def _unread(page: PageView) -> Iterator[Found]:
    for state, sentence in sentences(page.unread, page.pages).items():
        yield Found(SIGNALS[state], "warning", "pdf", f"{sentence} No quote is found there.")
    if page.tables_problem:
        yield Found("tables_incomplete", "info", "pdf", page.tables_problem)
    if page.fields:
        told = f"Page {page.fields[0]} has" if len(page.fields) == 1 else f"Pages {named(page.fields)} have"
        detail = f"{told} fields to fill in; what they hold is not in the text, and no quote is found there."
        yield Found("form_fields", "warning", "pdf", detail)


def _styled(page: PageView) -> Iterator[Found]:
    if page.styles_cut:
        detail = "The style sheets are too long to be read to their end: text that they conceal may be in the text."
        yield Found("styles_cut", "info", "page", detail)
    if page.starts_hidden:
        detail = "The page starts hidden and leaves it to its scripts to show it: its text was taken for shown."
        yield Found("starts_hidden", "warning", "page", detail)


def _scheme(url: str) -> str:
    return url.partition(":")[0].lower()


def _concealed(page: PageView) -> Iterator[Found]:
    for words in page.concealed[:CONCEALED_MOST]:
        told = f"The page conceals text, which is left out: {words.text[:QUOTED_CHARACTERS]}"
        yield Found("concealed_text", "warning", "page", told, words.at, words.at)
    more = len(page.concealed) - CONCEALED_MOST
    if more > 0:
        yield Found("concealed_text", "warning", "page", f"The page conceals text in {more} more places.")
