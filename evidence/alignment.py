"""Where in a text a quote would stand that is not there word for word, and in what the two differ.

Only to show and to explain: nothing is accepted by it. Work is bounded: what is far from the part that matches is not
looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate, takewhile
from typing import Final, Literal, NamedTuple

import regex

from evidence import chars
from evidence.graphemes import ceil, floor
from evidence.loose import coarse
from evidence.negations import negates
from evidence.ranges import Range

Difference = Literal["glyphs", "number", "negation", "left_out", "added", "words", "punctuation"]
"""`glyphs`: the text has some of which nobody knows the letter. `number`, `negation`: one that the other side has not.
`left_out`: the quote lacks words of the text. `added`: it has words that the text lacks. `words`: there are other words
in their place. `punctuation`: only that differs."""

_ALONE: Final = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_UNIT: Final = regex.compile(
    rf"{_ALONE}\p{{M}}*|\p{{N}}+(?:[.,:/]\p{{N}}+)*|(?:(?!{_ALONE})[\p{{L}}\p{{M}}])+(?:['’](?!{_ALONE})\p{{L}}+)*|\X"
)
_UNKNOWN: Final = regex.compile(r"[\p{Co}\ufffd]")
_PIECE: Final = regex.compile(rf"\s+|{_UNIT.pattern}")
_MOST: Final = 100
"""Units on either side of the part that matches."""
_REACH: Final = 1_000
"""Characters in which they are looked for."""
_SLACK: Final = 60
"""How much longer than the quote the passage may be, beside half of its length."""
_OTHERS: Final = 3
"""Units at an end of the quote in whose place the text has others."""
_WORTH: Final = 3
"""Letters and digits that agree by more than chance."""
_SENTENCE_ENDS: Final = frozenset(".。!?！？")
_DENSE: Final = 0.3
"""Of what lies between it and the part that matches, what agrees must be so much."""


class Unit(NamedTuple):
    """A word, a number, a mark, or a character of a script without spaces. `form` is what is compared."""

    form: str
    start: int
    end: int


class Change(NamedTuple):
    """What of the quote stands in the text as something else."""

    gone: tuple[str, ...]
    come: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alignment:
    """`place`: where in the text the quote would stand. `share`: how much of the quote stands there as it is, of 1."""

    place: Range
    differs: tuple[Difference, ...]
    share: float


def units(text: str) -> list[Unit]:
    """The units of a text; white space and what nobody sees are none."""
    found = ((match, coarse(match.group())) for match in _UNIT.finditer(text))
    return [Unit(form, match.start(), match.end()) for match, form in found if form]


def pieces(text: str) -> list[str]:
    """The text cut into its units and the white space between them."""
    return [match.group() for match in _PIECE.finditer(text)]


def align(text: str, quote: str, place: Range, part: Range) -> Alignment:
    """Put `quote` beside `text`, in which ``text[place]`` is ``quote[part]``."""
    begun, cut = begun_before(text, place.end, quote, part.end), _cut_after(text, place.start, quote, part.start)
    if begun + cut < min(len(place), len(part)):
        place = Range(place.start + cut, place.end - begun)
        part = Range(part.start + cut, part.end - begun)
    tail = units(quote[part.end : part.end + _REACH])[:_MOST]
    head = units(quote[max(0, part.start - _REACH) : part.start])[-_MOST:][::-1]
    ahead = units(text[place.end : place.end + min(_REACH, len(quote) - part.end) * 3 // 2 + _SLACK])
    window = max(0, place.start - min(_REACH, part.start) * 3 // 2 - _SLACK)
    behind = units(text[window : place.start])[::-1]
    after, taken = _beside(tail, ahead)
    end = place.end + (ahead[taken - 1].end if taken else 0)
    before, taken = _beside(head, behind)
    start = window + behind[taken - 1].start if taken else place.start
    changes = [Change(one.gone[::-1], one.come[::-1]) for one in reversed(before)] + after
    alike = len(coarse(quote[part.start : part.end])) + sum(len(unit.form) for unit in (*head, *tail))
    alike -= sum(len(form) for change in changes for form in change.gone)
    share = alike / max(1, len(coarse(quote)))
    return Alignment(Range(floor(text, start), ceil(text, end)), _differences(changes), share)


def begun_before(text: str, at: int, quote: str, quote_at: int) -> int:
    """How much of a word or number that goes on at the two places, in one of them at least, stands before them."""
    return max(_inside(text, at)[0], _inside(quote, quote_at)[0])


def _cut_after(text: str, at: int, quote: str, quote_at: int) -> int:
    return max(_inside(text, at)[1], _inside(quote, quote_at)[1])


def _inside(text: str, at: int) -> tuple[int, int]:
    """How much of the unit that `at` lies inside of stands before it, and how much after it."""
    low = max(0, at - _SLACK)
    for match in _UNIT.finditer(text, low, min(len(text), at + _SLACK)):
        if match.end() > at:
            return (at - match.start(), match.end() - at) if match.start() < at else (0, 0)
    return 0, 0


def _beside(quote: Sequence[Unit], text: Sequence[Unit]) -> tuple[list[Change], int]:
    """How the quote goes on from the part that matches, in changes, and how many units of the text that takes."""
    blocks = SequenceMatcher(None, _forms(quote), _forms(text), autojunk=False).get_matching_blocks()
    alike = list(accumulate(_worth(quote[one.a : one.a + one.size]) for one in blocks))
    done = taken = 0
    for one, worth in zip(blocks, alike, strict=True):
        end = one.b + one.size
        if _worth(quote[one.a : one.a + one.size]) >= _WORTH and worth >= _DENSE * _worth(text[:end]):
            done, taken = one.a + one.size, end
    others = sum(unit.form[0].isalnum() for unit in quote[done:])
    if 0 < others <= _OTHERS:
        following = text[taken : taken + len(quote) - done]
        taken += sum(1 for _ in takewhile(lambda unit: unit.form not in _SENTENCE_ENDS, following))
    matcher = SequenceMatcher(None, _forms(quote), _forms(text[:taken]), autojunk=False)
    return [
        Change(_forms(quote[i:j]), _forms(text[k:m])) for tag, i, j, k, m in matcher.get_opcodes() if tag != "equal"
    ], taken


def _forms(found: Sequence[Unit]) -> tuple[str, ...]:
    return tuple(unit.form for unit in found)


def _worth(found: Sequence[Unit]) -> int:
    return sum(len(unit.form) for unit in found if unit.form[0].isalnum())


def _differences(changes: Sequence[Change]) -> tuple[Difference, ...]:
    return tuple(dict.fromkeys(kind for change in changes for kind in _kinds(change))) or ("punctuation",)


def _is_number(form: str) -> bool:
    return chars.is_digit(form[0])


def _kinds(change: Change) -> Iterator[Difference]:
    if any(_UNKNOWN.search(form) for form in change.come):
        yield "glyphs"
    gone, come = ([form for form in side if form[0].isalnum()] for side in change)
    if any(map(_is_number, (*gone, *come))) or (gone and come and all(map(chars.is_han_numeral, (*gone, *come)))):
        yield "number"
    if negates(" ".join(gone)) != negates(" ".join(come)):
        yield "negation"
    gone, come = ([form for form in side if not _is_number(form)] for side in (gone, come))
    if gone and come:
        yield "words"
    elif come:
        yield "left_out"
    elif gone:
        yield "added"
