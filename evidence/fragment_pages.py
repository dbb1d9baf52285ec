"""Pages that were read for links, kept while they are likely to be asked about again."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final

from evidence import limits
from evidence.fragment_match import FragmentPage
from evidence.ranges import Range

_Key = tuple[int, int, int, int, tuple[Range, ...]]


class Pages:
    """The last pages, as many as fit into `most` bytes and at least one; may be used by several threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pages: OrderedDict[_Key, FragmentPage] = OrderedDict()
        self._lock = Lock()

    def page(self, text: str, marked_html: str | None, hidden: tuple[Range, ...]) -> FragmentPage:
        """The page with this stored text and snapshot, read unless it is kept."""
        html = marked_html or ""
        key = (len(text), hash(text), len(html), hash(marked_html), hidden)
        with self._lock:
            known = self._pages.get(key)
            if known is not None:
                self._pages.move_to_end(key)
                return known
        page = FragmentPage(text, marked_html, hidden)
        with self._lock:
            self._pages[key] = page
            while len(self._pages) > 1 and sum(kept.cost for kept in self._pages.values()) > self._most:
                self._pages.popitem(last=False)
        return page


PAGES: Final = Pages(limits.FRAGMENT_PAGES_BYTES)
