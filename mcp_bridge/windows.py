"""The window of an evidence text that one answer shows. Offsets are code points of the stored text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import Field

from evidence import graphemes
from evidence.quotes import Found
from evidence.ranges import Range
from flows.wording import counted
from mcp_bridge.answers import Part, Span

MARGIN = 200
"""How many characters before a match its window starts."""


class FindResult(Part):
    """Where a searched term is. `next_occurrence_offset` is the text_offset that finds the next one."""

    term: str
    found: bool
    occurrences: int
    match: Span | None = None
    next_occurrence_offset: int | None = None
    note: str


class Window(Part):
    """`text` is exactly text[text_offset : text_offset + its length] of the stored text."""

    find: FindResult | None = None
    text_offset: int
    text: str = Field(description="Untrusted page text.")
    text_length: int
    truncated: bool
    next_offset: int | None = None
    truncation_note: str | None = None


def window(
    text: str,
    *,
    offset: int | None,
    limit: int,
    find: str | None = None,
    matches: Callable[[str], list[Found]] | None = None,
    article: Sequence[Range] = (),
) -> Window:
    """At most `limit` characters from `offset` (default: where the article starts), or around a match of `find`.

    `matches` finds all occurrences of a term (quote rules), in the order of the text.
    A window never cuts a grapheme: its start moves back and its end back too, forward only where it would be empty.
    """
    start = min(offset if offset is not None else (article[0].start if article and find is None else 0), len(text))
    result: FindResult | None = None
    if find is not None and matches is not None:
        match, result = _search(find, matches(find), start)
        if match is not None:
            length = match.end - match.start
            start = max(0, match.start - max(0, min(MARGIN, limit - length)))
            if length > limit:
                result.note += (
                    f" The match is longer than text_limit: go on with text_offset={match.start + limit} and no find."
                )
        elif offset is None and article:
            start = article[0].start
    start = graphemes.floor(text, start)
    end = graphemes.floor(text, min(len(text), start + limit))
    if result is not None and result.match is not None and result.match.end - result.match.start <= limit:
        # The start may have moved back to keep a grapheme whole: the match must still be whole.
        end = max(end, graphemes.ceil(text, result.match.end))
    if end <= start < len(text):
        end = graphemes.ceil(text, start + 1)
    return _cut(text, start, end, result)


def _search(term: str, matches: list[Found], offset: int) -> tuple[Found | None, FindResult]:
    total = len(matches)
    match = next((one for one in matches if one.start >= offset), None)
    if match is None:
        if total:
            note = (
                f"{counted(total, 'occurrence')}, all before text_offset={offset}: call again with text_offset=0. "
                "The text below is not a search result."
            )
        else:
            note = "Not in the text (the rules are those for quotes). The text below is not a search result."
        return None, FindResult(term=term, found=False, occurrences=total, note=note)
    later = next((one for one in matches if one.start >= match.end), None)
    number = matches.index(match) + 1
    return match, FindResult(
        term=term,
        found=True,
        occurrences=total,
        match=Span(start=match.start, end=match.end),
        next_occurrence_offset=later.start if later else None,
        note=f"Occurrence {number} of {total}.",
    )


def _cut(text: str, start: int, end: int, result: FindResult | None) -> Window:
    truncated = start > 0 or end < len(text)
    following = end if end < len(text) else None
    note = None
    if truncated:
        note = f"Shown: characters {start}–{end} of {len(text)}."
        if following is not None:
            note += f" Go on with text_offset={following}" + (" and no find." if result is not None else ".")
    return Window(
        find=result,
        text_offset=start,
        text=text[start:end],
        text_length=len(text),
        truncated=truncated,
        next_offset=following,
        truncation_note=note,
    )
