"""What a link selects on a page, as the browser would: on the page as it is now, and on what is saved of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from evidence.fragment_match import FragmentPage
from evidence.fragment_pages import PAGES
from evidence.fragment_parse import Directive
from evidence.ranges import Range
from flows.cite_fetch import CitedPage
from flows.services import Services
from ledger.records import Evidence, PageCopy
from ledger.snapshots import snapshots_of

SNAPSHOTS_MOST: Final = 5
"""Saved texts of one page, each another, that a link is tried on."""
COUNTED_MOST: Final = 100
"""Places of one directive that are counted."""


@dataclass(frozen=True)
class Selection:
    """What a link selects.

    Attributes:
        place: where that lies in the stored text; None where it is not part of it (a reading beside the words).
        count: places that would fit, up to `COUNTED_MOST`; None when they are too many to be tried.
    """

    text: str
    place: Range | None
    count: int | None


class LinkPage:
    """A page on which links are tried. `name` and `saved_at` are of a saved one."""

    def __init__(
        self,
        text: str,
        marked_html: str | None,
        hidden: Sequence[Range],
        *,
        name: str = "",
        saved_at: datetime | None = None,
    ) -> None:
        self.text = text
        self.name = name
        self.saved_at = saved_at
        self._marked_html = marked_html
        self._hidden = tuple(hidden)

    @cached_property
    def _page(self) -> FragmentPage:
        return PAGES.page(self.text, self._marked_html, self._hidden)

    def selected(self, directive: Directive) -> Selection | None:
        """What the directive selects here; None where it fits nowhere."""
        found = self._page.matches(directive, most=COUNTED_MOST)
        if not found.spans:
            return None
        first = self._page.searched.stored(*found.spans[0])
        if first is None:
            start, end = found.spans[0]
            return Selection(self._page.text[start:end], None, found.count)
        return Selection(self.text[first[0] : first[1]], Range(*first), found.count)


class LinkPages:
    """The page as it is now, and what is saved of it, the newest first.

    A copy that was there before counts as saved, also where it stands for the page as it is now.
    """

    def __init__(self, services: Services, page: CitedPage) -> None:
        self.live = LinkPage(page.text, page.marked_html(), page.copy.hidden)
        self._services = services
        self._page = page
        self._saved: list[LinkPage] | None = None

    @property
    def saved(self) -> list[LinkPage]:
        """The saved pages."""
        if self._saved is None:
            made_now = None if self._page.reused else self._page.copy
            self._saved = list(saved_pages(self._services, self._page.copy.url, but=made_now))
        return self._saved


def saved_pages(services: Services, url: str, *, but: PageCopy | None = None) -> Iterator[LinkPage]:
    """What is saved of a page besides `but`, each text once, the newest first."""
    seen: set[str] = set()
    with services.ledger.read() as reader:
        for snapshot in snapshots_of(reader, services.home, url):
            record: Evidence | PageCopy = snapshot.record
            if record.text_sha256 in seen or record == but:
                continue
            text = snapshot.text()
            if text is None:
                continue
            seen.add(record.text_sha256)
            yield LinkPage(text, snapshot.marked_html(), record.hidden, name=snapshot.name, saved_at=record.recorded_at)
            if len(seen) >= SNAPSHOTS_MOST:
                return
