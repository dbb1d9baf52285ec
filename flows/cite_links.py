"""The link to a place on a fetched page: a text fragment, or the page number of a PDF."""

from __future__ import annotations

from dataclasses import dataclass

from evidence.fragments import page_fragment, text_fragment
from evidence.quotes import Found
from flows.cite_fetch import CitedPage


@dataclass(frozen=True)
class CitationLink:
    """A link, or why there is none.

    Attributes:
        unique: whether the words stand at one place only, as the browser compares them.
        count: at how many places they stand.
        context_used: whether words beside them are part of the link.
        problem: why `url` is None.
    """

    url: str | None
    unique: bool
    count: int
    context_used: bool = False
    problem: dict[str, str] | None = None


def link_to(page: CitedPage, found: Found, *, given: str) -> CitationLink:
    """The link that opens the page at the words. `given`: the URL as the caller has it, whose element id is kept."""
    if page.is_pdf:
        numbers = [one.number for one in page.copy.pages if one.start < found.end and one.end > found.start]
        url = page_fragment(page.url, numbers[0]) if numbers else None
        return CitationLink(url, found.occurrences == 1, found.occurrences)
    link = text_fragment(
        _with_element(page.url, given),
        page.text,
        found.start,
        found.end,
        marked_html=page.marked_html(),
        hidden=page.copy.hidden,
    )
    if link is None:
        problem = {
            "code": "ENCODE_TOO_LONG",
            "message": "No link to these words can be made that is sure to select them.",
        }
        return CitationLink(None, unique=False, count=found.occurrences, problem=problem)
    return CitationLink(link, found.occurrences == 1, found.occurrences, context_used="-," in link or ",-" in link)


def _with_element(url: str, given: str) -> str:
    """The URL with the element id that the given one names, if it names one."""
    element = given.partition("#")[2].partition(":~:")[0]
    return f"{url.partition('#')[0]}#{element}" if element else url
