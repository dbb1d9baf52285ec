"""Pages of a PDF that could not be read as text, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

PageState = Literal["text", "none", "picture", "unreadable", "damaged"]
"""`none`: no text layer. `picture`: a picture fills the page, and its text is a few words (a stamp, a number).
`unreadable`: a text layer without its letters. `damaged`: the page can't be opened."""
Unread = Mapping[PageState, Sequence[int]]
"""The numbers (from 1, rising) of the pages that are not plain text, by what they are."""
RANGES: Final = 12
"""Ranges of pages that a sentence names; the rest is counted."""
_SENTENCES: Final[Mapping[PageState, tuple[str, str]]] = {
    "none": ("has no text layer", "have no text layer"),
    "picture": ("is a picture with a few words of text", "are pictures with a few words of text"),
    "unreadable": (
        "has a text layer that doesn't say which letters its glyphs are",
        "have text layers that don't say which letters their glyphs are",
    ),
    "damaged": ("is damaged and can't be opened", "are damaged and can't be opened"),
}

SIGNALS: Final[Mapping[PageState, str]] = {
    "none": "pages_without_text",
    "picture": "pages_pictures",
    "unreadable": "pages_unreadable",
    "damaged": "pages_damaged",
}
"""The names of the signals that tell of such pages."""


def unread_of(states: Iterable[PageState]) -> dict[PageState, list[int]]:
    """The pages that are not plain text, from the states of all in order."""
    found: dict[PageState, list[int]] = {}
    for number, state in enumerate(states, 1):
        if state != "text":
            found.setdefault(state, []).append(number)
    return found


def sentences(unread: Unread, total: int) -> dict[PageState, str]:
    """Of each kind of unread pages, a sentence that names them."""
    told = {}
    for state, (one, many) in _SENTENCES.items():
        numbers = unread.get(state)
        if numbers:
            pages = f"Page {numbers[0]}" if len(numbers) == 1 else f"Pages {named(numbers)}"
            told[state] = f"{pages} of {total} {one if len(numbers) == 1 else many}."
    return told


def named(numbers: Sequence[int]) -> str:
    """Rising page numbers as ``3–5, 9 and 12``."""
    ranges = list(_ranges(numbers))
    names = [str(first) if first == last else f"{first}–{last}" for first, last in ranges[:RANGES]]
    if more := sum(last - first + 1 for first, last in ranges[RANGES:]):
        names.append(f"{more} more")
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _ranges(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    first = last = numbers[0]
    for number in numbers[1:]:
        if number != last + 1:
            yield first, last
            first = number
        last = number
    yield first, last
