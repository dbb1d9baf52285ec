"""Links that jump to the quoted words: text fragments for web pages, page numbers for PDFs.

A link is given only when it is sure to select exactly the quote in a browser; else None. Lines and cells of the text
are taken as blocks: a term never crosses one.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import quote, urlsplit

import regex

from evidence import chars
from evidence.graphemes import is_boundary
from evidence.page_shown import UNSURE, Shown, shown_text
from evidence.ranges import Range

LINK_CHARACTERS_MOST: Final = 2_000
_WHOLE_MOST: Final = 300
_CONTEXT_MOST: Final = 90
_CONTEXT_STEPS: Final = 24
_BREAK: Final = re.compile(r"[\t\r\n\u0085\u2028\u2029\v\f]+")
_SPACE: Final = re.compile(r"\s+")
# Scripts in which words end at spaces and punctuation; elsewhere only a segmenter knows, so context takes over.
_SPACED: Final = regex.compile(
    r"[\p{Latin}\p{Greek}\p{Cyrillic}\p{Hangul}\p{Arabic}\p{Hebrew}\p{Devanagari}\p{N}\p{M}_]"
)
# Punctuation inside of words and numbers (3.5, can't, 10:30) ends neither.
_INSIDE: Final = regex.compile(r"[\p{L}\p{N}][.,:;'’·][\p{L}\p{N}]")
_WORDLIKE: Final = regex.compile(r"[\p{L}\p{N}\p{M}_]")


@dataclass(frozen=True, slots=True)
class _Folded:
    """A text as the browser compares it, and for each of its code points the offset in the text."""

    text: str
    index: array[int]

    def count(self, term: str) -> int:
        """How often `term` occurs, overlaps included, up to two."""
        first = self.text.find(term)
        return 0 if first < 0 else 1 if self.text.find(term, first + 1) < 0 else 2


def text_fragment(
    url: str, text: str, start: int, end: int, *, marked_html: str | None = None, hidden: Sequence[Range] = ()
) -> str | None:
    """The link to ``text[start:end]`` on the page `url` whose text is `text`.

    `marked_html` is the page's snapshot (`PageText.marked_html`), which tells what the page shows and the text leaves
    out (footnote markers, ruby readings); without it, a quote over such a place gets a link that selects nothing.
    `hidden`: the text's ranges that are shown on demand only.
    Ends of words that need a segmenter, and quotes that occur more than once, get words beside them as context.
    None when a word is cut, when no context makes the place unique, or when the link would be too long.
    """
    start, end = _trimmed(text, start, end)
    if start >= end or urlsplit(url).scheme.lower() not in {"http", "https"}:
        return None
    if not is_boundary(text, start) or not is_boundary(text, end):
        return None
    if marked_html is not None:
        shown = _shown(text, marked_html, tuple(hidden))
        if any(part.start < end and part.end > start for part in shown.unseen):
            return None
        text, start, end = shown.text, shown.start(start), shown.end(end)
        if UNSURE in text[max(0, start - 1) : end + 1]:
            return None
    directive = _directive(_folded(text), text, start, end)
    if directive is None:
        return None
    base = url.partition(":~:")[0]
    link = f"{base}{'' if '#' in base else '#'}:~:text={directive}"
    return link if len(link) <= LINK_CHARACTERS_MOST else None


def page_fragment(url: str, page: int) -> str:
    """The link to the physical page `page`, from 1, of the PDF at `url`."""
    if page < 1:
        raise ValueError(f"page numbers start at 1, not {page}")
    return f"{url.partition('#')[0]}#page={page}"


def _directive(folded: _Folded, text: str, start: int, end: int) -> str | None:
    terms = _terms(text, start, end)
    first, last = terms[0], terms[-1]
    if not all(_fold(text[one[0] : one[1]]).strip() for one in terms):
        return None
    needs_prefix, needs_suffix = _needs_context(text, start, -1), _needs_context(text, end, 1)
    if needs_prefix is None or needs_suffix is None:
        return None
    for before, after in _contexts(text, start, end, needs_prefix=needs_prefix, needs_suffix=needs_suffix):
        if _selects(folded, text, (before, first, last, after)):
            parts = [f"{_encoded(text[before:start])}-"] if before < start else []
            parts += [_encoded(text[one[0] : one[1]]) for one in terms]
            parts += [f"-{_encoded(text[end:after])}"] if after > end else []
            return ",".join(parts)
    return None


def _terms(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The quote as one term, or as the ranges of its first and last words: over several lines, or when it is long."""
    lines: list[tuple[int, int]] = []
    at = start
    for match in _BREAK.finditer(text, start, end):
        lines.append((at, match.start()))
        at = match.end()
    lines.append((at, end))
    lines = [trimmed for line in lines if (trimmed := _trimmed(text, *line))[0] < trimmed[1]]
    if len(lines) == 1 and end - start <= _WHOLE_MOST:
        return [(start, end)]
    (first_start, first_end), (last_start, last_end) = lines[0], lines[-1]
    if first_end - first_start > _CONTEXT_MOST:
        first_end = _cut(text, first_start, first_end, 1)
    if last_end - last_start > _CONTEXT_MOST:
        last_start = _cut(text, last_start, last_end, -1)
    return [(first_start, first_end), (last_start, last_end)]


def _cut(text: str, start: int, end: int, direction: int) -> int:
    """Where the first (or, backwards, the last) words of a line end, at a sure word boundary."""
    places = [at for at in range(start + 1, end) if _is_sure(text, at)]
    if direction > 0:
        return next((at for at in places if at - start >= 20 and text[at - 1].isalnum()), end)
    return next((at for at in reversed(places) if end - at >= 20 and text[at].isalnum()), start)


def _is_sure(text: str, at: int) -> bool:
    """Whether a word surely ends or starts at `at`: there is a space or punctuation on one side."""
    if at in {0, len(text)}:
        return True
    if _INSIDE.search(text, max(0, at - 2), at + 2) and not (text[at - 1].isspace() or text[at].isspace()):
        return False
    return not (_WORDLIKE.match(text, at - 1) and _WORDLIKE.match(text, at))


def _needs_context(text: str, at: int, direction: int) -> bool | None:
    """Whether the quote's end at `at` needs context to be a word end for the browser; None when it cuts a word."""
    if _is_sure(text, at):
        return False
    inside, outside = (text[at], text[at - 1]) if direction < 0 else (text[at - 1], text[at])
    if _INSIDE.search(text, max(0, at - 2), at + 2):
        return None
    if _SPACED.match(inside) and _SPACED.match(outside) and not chars.is_hangul(inside):
        return None
    return True


def _contexts(text: str, start: int, end: int, *, needs_prefix: bool, needs_suffix: bool) -> list[tuple[int, int]]:
    """Pairs of the starts of prefixes and the ends of suffixes to try, the least context first."""
    befores, afters = _reach(text, start, -1), _reach(text, end, 1)
    least_before, least_after = 1 if needs_prefix else 0, 1 if needs_suffix else 0
    if least_before >= len(befores) or least_after >= len(afters):
        return []
    pairs = [(befores[least_before], afters[least_after])]
    for step in range(1, _CONTEXT_STEPS):
        b, a = min(least_before + step, len(befores) - 1), min(least_after + step, len(afters) - 1)
        for pair in ((befores[least_before], afters[a]), (befores[b], afters[least_after]), (befores[b], afters[a])):
            if pair not in pairs:
                pairs.append(pair)
    return pairs


def _reach(text: str, at: int, direction: int) -> list[int]:
    """`at` and the sure word boundaries on that side, near to far, each with a word in between.

    They lie in its line; at the very end of a line, in the line beside it.
    """
    places = [at]
    line = _beside(text, at, direction)
    step = at + direction
    while 0 <= step <= len(text) and abs(step - at) <= _CONTEXT_MOST and len(places) < _CONTEXT_STEPS:
        between = text[min(step, at) : max(step, at)]
        crossed = text[step if direction < 0 else step - 1]
        if crossed == UNSURE or (_BREAK.match(crossed) and (step < line if direction < 0 else step > line)):
            break
        inner = text[step : step + 1] if direction < 0 else text[step - 1 : step]
        if _is_sure(text, step) and inner.isalnum() and any(map(str.isalnum, between)) and not _unsure(text, step):
            places.append(step)
        step += direction
    return places


def _unsure(text: str, at: int) -> bool:
    return UNSURE in text[max(0, at - 1) : at + 1]


def _beside(text: str, at: int, direction: int) -> int:
    """Where the next word on that side begins, past the white space in between."""
    while 0 < at < len(text) and text[at if direction > 0 else at - 1].isspace():
        at += direction
    return at


def _selects(folded: _Folded, text: str, parts: tuple[int, tuple[int, int], tuple[int, int], int]) -> bool:
    """Whether the browser, which takes the first place that fits, takes this one."""
    before, first, last, after = parts
    if first == last:
        return folded.count(_fold(text[before:after])) == 1
    if folded.count(_fold(text[before : first[1]])) != 1:
        return False
    tail = _fold(text[last[0] : after])
    begins = bisect_left(folded.index, first[1])
    return folded.text.find(tail, begins) == bisect_left(folded.index, last[0])


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


@lru_cache(maxsize=4)
def _shown(text: str, marked_html: str, hidden: tuple[Range, ...]) -> Shown:
    return shown_text(text, marked_html, hidden)


@lru_cache(maxsize=4)
def _folded(text: str) -> _Folded:
    parts: list[str] = []
    index = array("I")
    spaced = False
    for at, char in enumerate(text):
        form = " " if char.isspace() else _fold_char(char)
        if form == " ":
            if spaced:
                continue
            spaced = True
        elif form:
            spaced = False
        parts.append(form)
        index.extend([at] * len(form))
    return _Folded("".join(parts), index)


def _fold(text: str) -> str:
    return _SPACE.sub(" ", "".join(" " if char.isspace() else _fold_char(char) for char in text))


@lru_cache(maxsize=65_536)
def _fold_char(char: str) -> str:
    """One character as Chromium's find folds it: case, accents, width, kana, quotes, marks that nobody sees."""
    if char in chars.IGNORABLE:
        return ""
    if char in chars.SINGLE_QUOTES:
        return "'"
    if char in chars.DOUBLE_QUOTES:
        return '"'
    form = "".join(part for part in unicodedata.normalize("NFKD", char.casefold()) if not unicodedata.combining(part))
    return "".join(chr(ord(part) - 0x60) if "\u30a1" <= part <= "\u30f6" else part for part in form.casefold())


def _encoded(term: str) -> str:
    """A term of a directive: white space as spaces (runs stand in preformatted text only), hyphens escaped too."""
    return quote(re.sub(r"\s", " ", term).strip(), safe="").replace("-", "%2D")
