"""The link to a place on a fetched page: a text fragment, or the page number of a PDF."""

from __future__ import annotations

from dataclasses import dataclass

from evidence.fragments import Link, NoLink, build, opens_at_words, page_fragment
from evidence.quotes import Found
from evidence.ranges import Range
from flows.cite_fetch import CitedPage


@dataclass(frozen=True)
class CitationLink:
    """A link, or why there is none.

    Attributes:
        unique: whether it fits at one place only.
        count: at how many places it fits; without a link, how often the words are there.
        context_used: whether words beside the quoted ones are part of the link.
        problem: `code`, `reason` and `message` where `url` is None.
    """

    url: str | None
    unique: bool
    count: int
    context_used: bool = False
    problem: dict[str, str] | None = None


def link_to(page: CitedPage, found: Found, *, given: str) -> CitationLink:
    """The link that opens the page at the words. `given`: the URL as the caller has it, whose element id is kept."""
    place = Range(found.start, found.end)
    if page.is_pdf:
        numbers = page.pages_at(place)
        url = page_fragment(page.url, numbers[0]) if numbers else None
        return CitationLink(url, found.occurrences == 1, found.occurrences)
    made = built(page, place, given=given, past_hidden="hidden-text" in found.folds)
    if isinstance(made, Link):
        count = 1 if made.unique else max(2, made.match_count, found.occurrences)
        return CitationLink(made.url, made.unique, count, made.context_used)
    code = "ENCODE_TOO_LONG" if made.code == "ENCODE_TOO_LONG" else "NO_LINK"
    problem = {"code": code, "reason": made.code, "message": made.reason}
    return CitationLink(None, unique=False, count=found.occurrences, problem=problem)


def built(page: CitedPage, place: Range, *, given: str, past_hidden: bool = False) -> Link | NoLink:
    """The text fragment for a range of a web page; with `past_hidden`, for what of it is shown."""
    if not opens_at_words(page.copy.media_type):
        return NoLink(
            "MEDIA_TYPE", f"It is served as {page.copy.media_type}, where no browser opens a link at its words."
        )
    url = _with_element(page.url, given)
    return build(
        url,
        page.text,
        place.start,
        place.end,
        marked_html=page.marked_html(),
        hidden=page.copy.hidden,
        past_hidden=past_hidden,
    )


def _with_element(url: str, given: str) -> str:
    """The URL with the element id that the given one names, if it names one."""
    element = given.partition("#")[2].partition(":~:")[0]
    return f"{url.partition('#')[0]}#{element}" if element else url
