"""What a page holds but does not show: a quote of what it shows leaves it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidence import chars
from evidence.negations import negates
from evidence.ranges import Range


def left_out(text: str, hidden: Sequence[Range]) -> list[Range]:
    """The ranges of `text` that may be read as one space each, in order: hidden ones with the white space around them.

    Those that hold a negation, or stand inside of what would be one word or number, are none: what is left would say
    something else.
    `hidden`: rising ranges of `text` that are shown on demand only.
    """
    return [part for part in _widened(text, hidden) if _stands_apart(text, part)]


def _widened(text: str, hidden: Sequence[Range]) -> Iterator[Range]:
    """Each range with the white space around it; those with nothing else between them are one."""
    start = end = 0
    for part in hidden:
        if end == 0 or text[end : part.start].strip():
            if end:
                yield _with_spaces(text, start, end)
            start = part.start
        end = part.end
    if end:
        yield _with_spaces(text, start, end)


def _with_spaces(text: str, start: int, end: int) -> Range:
    while start and text[start - 1].isspace():
        start -= 1
    while end < len(text) and text[end].isspace():
        end += 1
    return Range(start, end)


def _stands_apart(text: str, part: Range) -> bool:
    before, after = text[part.start - 1 : part.start], text[part.end : part.end + 1]
    if not before or not after:
        return False
    if negates(text[part.start : part.end]) or (chars.is_digit(before) and chars.is_digit(after)):
        return False
    if text[part.start].isspace() and text[part.end - 1].isspace():
        return True
    joins = (before.isnumeric() and text[part.start].isnumeric()) or (
        text[part.end - 1].isnumeric() and after.isnumeric()
    )
    return not joins and (chars.is_cjk(before) or chars.is_cjk(after))
