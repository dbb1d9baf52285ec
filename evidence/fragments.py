"""Links that jump to the quoted words: text fragments for web pages, page numbers for PDFs.

A link is handed out only where our own matcher, which does what a browser does, selects exactly the quoted passage.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final
from urllib.parse import urlsplit

from evidence.fragment_builder import Builder
from evidence.fragment_match import FragmentPage, Span, closed, starts_character
from evidence.fragment_pages import PAGES
from evidence.fragment_parse import Directive, joined
from evidence.fragment_weights import WEIGHTLESS
from evidence.graphemes import is_boundary
from evidence.ranges import Range

LINK_CHARACTERS_MOST: Final = 2_000
_OPENED: Final = frozenset({"text/html", "text/plain"})


@dataclass(frozen=True, slots=True)
class Link:
    """A link that selects exactly the quote.

    `match_count`: the places that it fits (2: at least two, 0: too many to be tried); where there is more than one it
    is not `unique`, and browsers take the first, which is the quote.
    """

    url: str
    directive: Directive
    unique: bool
    match_count: int
    context_used: bool


@dataclass(frozen=True, slots=True)
class NoLink:
    """Why there is no link that selects exactly the quote.

    `code`: INVALID_URL (neither http nor https), MEDIA_TYPE (see `opens_at_words`), NOT_FOUND (not all of it is in
    the text that a browser searches), HIDDEN (shown on demand only, or where no browser paints what it selects),
    OTHER_WORDS (the page holds words in between that the quote lacks), CUTS_CHARACTER, NOT_UNIQUE (no words beside
    it tell it from other places), ENCODE_TOO_LONG.
    """

    code: str
    reason: str


def build(
    url: str,
    text: str,
    start: int,
    end: int,
    *,
    marked_html: str | None = None,
    hidden: Sequence[Range] = (),
    past_hidden: bool = False,
) -> Link | NoLink:
    """The link to ``text[start:end]`` on the page `url` whose stored text is `text`.

    `marked_html` is the page's snapshot (`PageText.marked_html`); without it, each line of the text is taken for a
    block, and `hidden` are the ranges that are shown on demand only; with `past_hidden`, the quote leaves those out. An
    element id in `url` is kept.
    """
    if not _is_web(url):
        return NoLink("INVALID_URL", "Only http and https pages have links to their words.")
    page = PAGES.page(text, marked_html, tuple(hidden))
    target = _target(page, text, _shown(start, end, hidden) if past_hidden else [Range(start, end)])
    if isinstance(target, NoLink):
        return target
    builder = Builder(page, target, LINK_CHARACTERS_MOST - len(joined(url, [])))
    found = builder.found()
    if found is not None:
        directive = found.directive
        context = bool(directive.prefix or directive.suffix)
        return Link(joined(url, [directive]), directive, found.places == 1, found.places, context)
    if builder.too_long:
        return NoLink("ENCODE_TOO_LONG", f"The link would be over {LINK_CHARACTERS_MOST} characters long.")
    return NoLink("NOT_UNIQUE", "No words beside the quote tell a browser this place from others.")


def _is_web(url: str) -> bool:
    try:
        return urlsplit(url).scheme.lower() in {"http", "https"}
    except ValueError:
        return False  # a host that is none, such as [bad


def text_fragment(
    url: str,
    text: str,
    start: int,
    end: int,
    *,
    marked_html: str | None = None,
    hidden: Sequence[Range] = (),
    past_hidden: bool = False,
) -> str | None:
    """The URL of `build`'s link; None where there is none."""
    found = build(url, text, start, end, marked_html=marked_html, hidden=hidden, past_hidden=past_hidden)
    return found.url if isinstance(found, Link) else None


def opens_at_words(media_type: str | None) -> bool:
    """Whether a browser looks for a link's words on what is served under this media type.

    It does so on text/html and text/plain alone ("text directive allowing MIME type" in the specification), not on
    XHTML or JSON. What is served without a type it finds out itself: a name of ours (``html``, ``text``) is none.
    """
    essence = (media_type or "").partition(";")[0].strip().lower()
    return "/" not in essence or essence in _OPENED


def page_fragment(url: str, page: int) -> str:
    """The link to the physical page `page`, from 1, of the PDF at `url`."""
    if page < 1:
        raise ValueError(f"page numbers start at 1, not {page}")
    return f"{url.partition('#')[0]}#page={page}"


def _shown(start: int, end: int, hidden: Sequence[Range]) -> list[Range]:
    """What of the quote lies between hidden ranges."""
    parts = []
    for part in hidden:
        if start < part.start and part.end < end:
            parts.append(Range(start, part.start))
            start = part.end
    return [*parts, Range(start, end)]


def _target(page: FragmentPage, text: str, parts: Sequence[Range]) -> Span | NoLink:
    """Where the quote, of which these parts stand there, is in the text that a browser searches."""
    start, end = parts[0].start, parts[-1].end
    between = (offset for one, other in pairwise(parts) for offset in range(one.end, other.start))
    if not (is_boundary(text, start) and is_boundary(text, end)):
        return NoLink("CUTS_CHARACTER", "The quote starts or ends inside of a character.")
    if not all(page.searched.holds_all(text, part.start, part.end) for part in parts):
        return NoLink("NOT_FOUND", "Not all of the quote is in the text that a browser searches on this page.")
    span = _searched(page, text, start, end)
    if span is None:
        return NoLink("NOT_FOUND", "Not all of the quote is in the text that a browser searches on this page.")
    if _overlap(page.searched.extras, span) or any(page.searched.position(offset) is not None for offset in between):
        return NoLink("OTHER_WORDS", "The page holds words in between that are not the page's text.")
    if _overlap(page.searched.dims, span):
        return NoLink("HIDDEN", "The quote, or a part of it, is where nobody would see it selected.")
    return span


def _searched(page: FragmentPage, text: str, start: int, end: int) -> Span | None:
    """The quote without white space and signs of ours at its ends, and without what has no weight in a search."""
    searched, folded = page.searched, page.folded

    def idle(offset: int) -> bool:
        char = text[offset]
        return char.isspace() or (
            not char.isalnum() and (WEIGHTLESS.match(char) is not None or searched.position(offset) is None)
        )

    while start < end and idle(start):
        start += 1
    while end > start and idle(end - 1):
        end -= 1
    first, last = (searched.position(start), searched.position(end - 1)) if start < end else (None, None)
    if first is None or last is None:
        return None
    begin, stop = folded.start(folded.at(first)), folded.end(folded.at(last + 1))
    if begin is None or stop is None or begin >= stop or not starts_character(page.text, begin):
        return None
    return Span(begin, closed(page.text, stop))


def _overlap(parts: Sequence[tuple[int, int]], span: Span) -> bool:
    """Whether one of the parts, which are in order and apart, lies in the span."""
    at = bisect_right(parts, (span.end - 1, span.end))
    return at > 0 and parts[at - 1][1] > span.start
