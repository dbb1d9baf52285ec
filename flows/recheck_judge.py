"""What has become of a quote in its source as it is now: the same, moved, or changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from evidence.fragment_pages import PAGES
from evidence.fragment_parse import parse
from evidence.fragments import opens_at_words
from evidence.keys import Key
from evidence.quotes import Found, NotFound, QuoteText, find_all, find_quote
from evidence.ranges import Range
from evidence.word_diff import word_diff
from flows.cite_fetch import CitedPage
from flows.cite_links import link_to
from flows.cite_rows import DIFF_CHARACTERS, PASSAGE_CHARACTERS, clipped
from ledger.rechecks import RecheckDraft
from ledger.records import Attachment, Evidence, PageCopy

_PAGE: Final = re.compile(r"(?:^|&)page=(\d{1,9})(?:&|$)")
_AROUND: Final = 80
"""Code points on either side by which one of several places is told from the others."""
_NEAR: Final = 0.3
"""A passage that has less of the quote is another one."""


@dataclass(frozen=True)
class LiveSource:
    """A source as it is now.

    Attributes:
        saved: says what `text` is: of a page its copy, of a local file the evidence with what was read of it now.
        prepared: `text` for looking up quotes.
        tries: the job that got it, and what its tries call it.
        page: the page, for links to it; None for a local file, which has none.
        lost_fragment: on the way there a browser forgets what a link says behind its ``#``.
    """

    saved: Evidence | PageCopy
    text: str
    prepared: QuoteText
    tries: tuple[str, str]
    page: CitedPage | None = None
    lost_fragment: bool = False

    def pages_at(self, place: Range) -> list[int]:
        """The physical page numbers that the range lies on; empty where there are no pages."""
        return [one.number for one in self.saved.pages if Range(one.start, one.end).overlaps(place)]

    @cached_property
    def marked_html(self) -> str | None:
        """The page for rendering, read once for all its quotes."""
        return self.page.marked_html() if self.page else None


@dataclass(frozen=True)
class Place:
    """Where a quote stood in the saved text of its evidence: the text on either side."""

    before: str
    after: str

    @classmethod
    def of(cls, text: str, start: int, end: int) -> Place:
        """The place of ``text[start:end]``."""
        return cls(text[max(0, start - _AROUND) : start], text[end : end + _AROUND])

    def likeness(self, other: Place) -> int:
        """How many code points beside the quote are the same."""
        return _common(self.before[::-1], other.before[::-1]) + _common(self.after, other.after)


def judged(
    source: LiveSource, attachment: Attachment, stood: Callable[[], Place | None], *, address: bool = True
) -> RecheckDraft:
    """What has become of the attachment's quote.

    `stood` tells where it stood, if the evidence is there to tell. `address`: the stored link is one to this very
    source; without, it leads nowhere, and must change.
    """
    hits = find_all(source.prepared, attachment.quote)
    if not hits:
        return _told(source, attachment, "changed", **_nearest(source, attachment))
    link = attachment.fragment_url
    if link is None and address:
        return _told(source, attachment, "same", place=_likeliest(source, hits, attachment, stood))
    selected = _selected(source, link, hits) if link is not None and address and not source.lost_fragment else None
    if selected is not None:
        return _told(source, attachment, "same", place=selected)
    found = _likeliest(source, hits, attachment, stood)
    made = link_to(source.page, found, given=_element_kept(link)) if source.page else None
    problem = made.problem["message"] if made and made.problem else None
    return _told(source, attachment, "moved", place=found, fragment_url=made.url if made else None, message=problem)


def _element_kept(link: str | None) -> str:
    """The stored link, for the element id that it names: the page of a PDF is none."""
    return "" if link is None or _PAGE.search(link.partition("#")[2]) else link


def _told(
    source: LiveSource, attachment: Attachment, result: str, *, place: Found | Range | None = None, **more: Any
) -> RecheckDraft:
    where = {} if place is None else {"start": place.start, "end": place.end}
    pages = [] if place is None else source.pages_at(Range(place.start, place.end))
    facts = {"text_sha256": source.saved.text_sha256, "pages": pages, **where, **more}
    return RecheckDraft.model_validate({"attachment_id": attachment.attachment_id, "result": result, **facts})


def _selected(source: LiveSource, link: str, hits: Sequence[Found]) -> Found | None:
    """The quote at which the stored link opens; None where it opens at no place of it."""
    fragment = link.partition("#")[2]
    numbered = _PAGE.search(fragment)
    if numbered:
        number = int(numbered[1])
        return next((hit for hit in hits if source.pages_at(Range(hit.start, hit.end))[:1] == [number]), None)
    directives = parse(link)
    if not directives or source.page is None or source.saved.pages or not opens_at_words(source.saved.media_type):
        return None
    page = PAGES.page(source.text, source.marked_html, tuple(source.saved.hidden))
    for place in page.matches(directives[0], most=1).ranges:
        for hit in hits:
            if place.overlaps(Range(hit.start, hit.end)) and _same_words(source.text, place, hit):
                return hit
    return None


def _same_words(text: str, place: Range, hit: Found) -> bool:
    return Key(text[place.start : place.end]).key.strip() == Key(text[hit.start : hit.end]).key.strip()


def _likeliest(
    source: LiveSource, hits: Sequence[Found], attachment: Attachment, stood: Callable[[], Place | None]
) -> Found:
    """Of several places the one whose surroundings are most like those of old; else the one of the same number."""
    old = stood() if len(hits) > 1 else None

    def likeness(hit: Found) -> tuple[int, bool]:
        like = old.likeness(Place.of(source.text, hit.start, hit.end)) if old else 0
        return like, hit.occurrence == attachment.occurrence

    return max(hits, key=likeness)


def _common(one: str, other: str) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _nearest(source: LiveSource, attachment: Attachment) -> dict[str, Any]:
    """The passage that comes nearest to the quote, where one does, and how it differs from what stood there."""
    answer = find_quote(source.prepared, attachment.quote)
    near = answer.nearest if isinstance(answer, NotFound) else None
    if near is None or near.share < _NEAR:
        return {}
    passage = source.text[near.reads.start : near.reads.end]
    return {
        "place": near.reads,
        "nearest": clipped(passage, PASSAGE_CHARACTERS),
        "diff": clipped(word_diff(attachment.matched_text, passage), DIFF_CHARACTERS),
    }
