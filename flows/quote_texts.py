"""Saved texts, prepared for looking up quotes as their kind asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from evidence.page_ends import page_ends
from evidence.quotes import QuoteText
from evidence.ranges import Range
from flows.quote_cache import QuoteCache
from ledger.records import Evidence, PageCopy

Saved: TypeAlias = Evidence | PageCopy


def quote_text(cache: QuoteCache[QuoteText], saved: Saved, text: Callable[[], str]) -> QuoteText:
    """The prepared text of `saved`, from the cache where it is there; `text` is called where it is not."""
    kind = "page" if _is_page(saved) else "pages" if saved.pages else "lines"
    hidden = hash(tuple((part.start, part.end) for part in saved.hidden))
    return cache.get(f"{kind}:{saved.text_sha256}:{hidden}", lambda: prepared(saved, text()))


def prepared(saved: Saved, text: str) -> QuoteText:
    """The text prepared: line ends of a web page come from its markup, never from inside of a word; pages have ends."""
    pages = [Range(page.start, page.end) for page in saved.pages]
    ends = page_ends(text, pages) if pages else ()
    return QuoteText(text, wrapped=not _is_page(saved), page_ends=ends, hidden=saved.hidden)


def _is_page(saved: Saved) -> bool:
    return saved.file("html") is not None
