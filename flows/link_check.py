"""Whether a link still selects the words that it was made for: valid, moved, changed, or gone with its page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from evidence.cited_text import context
from evidence.fragment_parse import Directive
from evidence.fragments import opens_at_words
from evidence.keys import Key
from evidence.quotes import REFUSED_FOLDS, Found, NotFound, find_all, find_quote
from evidence.ranges import Range
from evidence.word_diff import word_diff
from flows.cite_fetch import CitedPage, quote_text
from flows.cite_links import link_to
from flows.cite_rows import DIFF_CHARACTERS, MATCHED_CHARACTERS, PASSAGE_CHARACTERS, Row, clipped, present
from flows.link_pages import COUNTED_MOST, LinkPage, LinkPages, Selection
from flows.services import Services

State = Literal["valid", "moved", "changed", "gone"]
RANGE_MOST: Final = 20_000
"""Characters between the first and the last words of a link whose words were never saved."""


_UNCOUNTED: Final = "There are more places that fit than are counted; a browser opens at the first."


@dataclass(frozen=True)
class Meant:
    """The words that a link was made for, as far as they are known.

    Attributes:
        text: None where the link names only where they start and end, and no saved page tells the rest.
        saved: the saved page that tells them; None where the link itself does.
    """

    text: str | None
    saved: LinkPage | None


def check_directive(services: Services, page: CitedPage, pages: LinkPages, directive: Directive) -> Row:
    """What became of the words of one directive on the page as it is now."""
    opens = page.is_pdf or opens_at_words(page.copy.media_type)
    meant, now = meant_by(directive, pages.saved), pages.live.selected(directive) if opens else None
    if now is not None and (meant.saved is None or same_words(now.text, meant.text or "")):
        return {
            "status": "valid",
            **selection_row(page, now),
            **compared_with(meant),
            **_before(now, meant, directive, pages),
        }
    found = _found(services, page, directive, meant)
    if isinstance(found, Found):
        link = link_to(page, found, given=page.url)
        row = present(
            new_url=link.url,
            is_unique=link.unique,
            match_count=link.count,
            matched_text=clipped(found.matched_text, MATCHED_CHARACTERS),
            page_number=next(iter(page.pages_at(Range(found.start, found.end))), None),
            **(link.problem or {}),
        )
        return {"status": "moved", **row, **compared_with(meant)}
    return {"status": "changed", **_changed(page, directive, meant, now, found), **compared_with(meant)}


def _before(now: Selection, meant: Meant, directive: Directive, pages: LinkPages) -> Row:
    """How the words differ from those that the link selected on a page saved still earlier, if they do.

    The link may be younger than that page: it is no reason to call it changed.
    """
    if meant.saved is None:
        return {}
    for page in pages.saved[pages.saved.index(meant.saved) + 1 :]:
        then = page.selected(directive)
        if then is not None and page.saved_at is not None and not same_words(now.text, then.text):
            when = page.saved_at.isoformat(timespec="seconds")
            diff = clipped(word_diff(then.text, now.text), DIFF_CHARACTERS)
            return {"differs_from": {"saved": page.name, "saved_at": when, "diff": diff}}
    return {}


def meant_by(directive: Directive, saved: list[LinkPage]) -> Meant:
    """What the directive was made for: the words that it selects on the newest saved page on which it selects any."""
    for page in saved:
        then = page.selected(directive)
        if then is not None:
            return Meant(then.text, page)
    return Meant(None if directive.end else directive.start, None)


def same_words(one: str, other: str) -> bool:
    """Whether two selections are the same words: white space, forms and case do not count."""
    return Key(one).key.casefold() == Key(other).key.casefold()


def selection_row(page: CitedPage, now: Selection) -> Row:
    """What a link selects on the page."""
    place = now.place
    return present(
        match_count=now.count,
        is_unique=now.count == 1,
        matched_text=clipped(now.text, MATCHED_CHARACTERS),
        surrounding_context=context(page.text, place.start, place.end) if place else None,
        page_number=next(iter(page.pages_at(place)), None) if place else None,
        message=_UNCOUNTED if now.count is None or now.count >= COUNTED_MOST else None,
    )


def compared_with(meant: Meant) -> Row:
    """Which saved page told the words that were meant."""
    saved = meant.saved
    if saved is None or saved.saved_at is None:
        return {}
    return {"compared_with": {"saved": saved.name, "saved_at": saved.saved_at.isoformat(timespec="seconds")}}


def _found(services: Services, page: CitedPage, directive: Directive, meant: Meant) -> Found | NotFound | None:
    """Where the words stand now; None where only their ends are known and they are not there in that order."""
    prepared = quote_text(services, page)
    if meant.text is not None:
        return find_quote(prepared, meant.text, article=page.copy.article, accept=REFUSED_FOLDS)
    last = find_all(prepared, directive.end)
    for first in find_all(prepared, directive.start):
        end = next((one.end for one in last if first.end <= one.start and one.end - first.start <= RANGE_MOST), None)
        if end is not None:
            return find_quote(prepared, page.text[first.start : end], article=page.copy.article)
    return None


def _changed(
    page: CitedPage, directive: Directive, meant: Meant, now: Selection | None, missing: NotFound | None
) -> Row:
    """What stands there instead, and how it differs."""
    words = meant.text if meant.text is not None else directive.start
    if now is not None and now.place is not None:
        place = now.place
    elif missing is not None and missing.nearest is not None:
        place = missing.nearest.reads
    else:
        return {"message": "Nothing there comes near its words."}
    passage = page.text[place.start : place.end]
    return {
        "nearest": present(
            passage=clipped(passage, PASSAGE_CHARACTERS),
            diff=clipped(word_diff(words, passage), DIFF_CHARACTERS),
            page_number=next(iter(page.pages_at(place)), None),
        )
    }
