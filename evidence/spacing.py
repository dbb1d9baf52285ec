"""White space and line ends: where one side may have a gap that the other has not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import regex

from evidence import chars
from evidence.fold_names import Fold
from evidence.keys import Key
from evidence.words import is_word

_LINE_ENDS: Final = frozenset("\n\r\u000b\u000c\u0085\u2028\u2029")
_OPERATORS: Final = frozenset("<>=≤≥≠≈(")
"""Whatever stands after one of these belongs to one number, with a space between them or without."""
_SINGLE_LETTERS: Final = 4
_LETTERS_BEFORE: Final = regex.compile(r"(?r)(?:(?<![^ ])\p{L} ){0,2}(?<![^ ])\p{L}")
_LETTERS_AFTER: Final = regex.compile(r"\p{L}(?!\w)(?: \p{L}(?!\w)){0,2}")
_FRAGMENT: Final = regex.compile(r"[\p{L}\p{M}]*+")
_FRAGMENT_BEFORE: Final = regex.compile(r"(?r)[\p{L}\p{M}]*+")


@dataclass(frozen=True, slots=True)
class Gap:
    """The run ``key[start:end]`` of spaces and ignorable characters of a key; empty where there is none."""

    of: Key
    start: int
    end: int

    @property
    def length(self) -> int:
        """Code points of the key."""
        return self.end - self.start

    @property
    def text(self) -> str:
        """The gap in the key."""
        return self.of.key[self.start : self.end]

    @property
    def has_space(self) -> bool:
        """Whether a reader sees a gap at all."""
        return " " in self.text

    @property
    def has_line_end(self) -> bool:
        """Whether the text goes to a new line here."""
        return not _LINE_ENDS.isdisjoint(self.of.raw(self.start, self.end))

    @property
    def may_split(self) -> bool:
        """Whether it may be a line end inside of a word, as layout makes them and markup does not."""
        return self.of.wrapped and self.has_line_end

    @property
    def before(self) -> str:
        """The two code points of the key before the gap."""
        return self.of.key[max(0, self.start - 2) : self.start]

    @property
    def after(self) -> str:
        """The two code points of the key after the gap."""
        return self.of.key[self.end : self.end + 2]


def fold_of(gap: Gap, quote_gap: Gap) -> Fold | Literal[""] | None:
    """The fold under which the two gaps count as one; "" when they are equal, None when they may not."""
    if gap.has_space == quote_gap.has_space:
        if not gap.has_space and (_hides_a_number_break(gap) or _hides_a_number_break(quote_gap)):
            return None
        return "ignorable" if gap.text != quote_gap.text else ""
    spaced, glued = (gap, quote_gap) if gap.has_space else (quote_gap, gap)
    in_text = spaced is gap
    sides = [(one.before, one.after) for one in (spaced, glued)]
    if any(not before or not after or _in_number(before, after, gap if in_text else None) for before, after in sides):
        return None
    return _between(spaced, in_text=in_text)


def _between(gap: Gap, *, in_text: bool) -> Fold | None:
    """The fold for white space that one side has here and the other has not, numbers apart."""
    p, n = gap.before[-1], gap.after[0]
    if in_text and gap.has_line_end and p in chars.HYPHENS and n.isalnum():
        return "hyphenation"
    if chars.is_cjk(p) or chars.is_cjk(n):
        return "cjk-space"
    if chars.is_hangul(p) and chars.is_hangul(n):
        return "line-end" if in_text and gap.may_split else None
    if chars.is_unspaced(p) and chars.is_unspaced(n):
        return "spacing"
    if chars.is_letter(p) and chars.is_letter(n):
        return _between_letters(gap) if in_text else None
    return "spacing"


def line_end_hyphen(key: Key, at: int) -> int:
    """The length of a hyphen with its line break at `at` between two letters; 0 where there is none."""
    text = key.key
    if not 0 < at < len(text) - 1 or text[at] not in chars.HYPHENS or not chars.is_letter(text[at - 1]):
        return 0
    gap = chars.GAP.match(text, at if text[at] == "\u00ad" else at + 1)
    if not gap or not Gap(key, gap.start(), gap.end()).has_line_end:
        return 0
    return gap.end() - at if text[gap.end() : gap.end() + 1].isalpha() else 0


def _hides_a_number_break(gap: Gap) -> bool:
    """Whether the hyphen that an extractor hid in the gap stands between two numbers (2020-2021)."""
    if chars.BREAK_HYPHENS.isdisjoint(gap.text):
        return False
    return bool(gap.before and gap.after) and chars.is_digit(gap.before[-1]) and chars.is_digit(gap.after[0])


def _in_number(before: str, after: str, gap: Gap | None) -> bool:
    """Whether white space between the two would make, split or sign a number; `gap`: the white space, of a text."""
    p, n = before[-1], after[0]
    number_before = len(before) > 1 and chars.is_digit(before[0])
    number_after = len(after) > 1 and chars.is_digit(after[1])
    if chars.is_han_numeral(p) and chars.is_han_numeral(n):
        return not (gap and gap.may_split)
    if p in chars.SIGNS and chars.is_digit(n):
        return not (gap and gap.has_line_end and (number_before or (p in chars.HYPHENS and before[:-1].isalpha())))
    return (
        (chars.is_digit(p) and chars.is_digit(n))
        or (number_after and (n in chars.SIGNS or n in ".,·") and p not in _OPERATORS)
        or (number_before and p in chars.NUMBER_MARKS and chars.is_digit(n))
    )


def _between_letters(gap: Gap) -> Fold | None:
    """A gap of the text between two letters of words with spaces, which the quote leaves out."""
    if _letter_spaced(gap):
        return "letter-spacing"
    if gap.may_split and _splits_a_word(gap):
        return "line-end"
    return None


def _letter_spaced(gap: Gap) -> bool:
    """Whether the gap lies between single letters of a row of four or more, and is no wider than the others' gaps."""
    if gap.text != " " or len(gap.of.raw(gap.start, gap.end)) != 1:
        return False
    before = _LETTERS_BEFORE.match(gap.of.key, 0, gap.start)
    after = _LETTERS_AFTER.match(gap.of.key, gap.end)
    if not before or not after:
        return False
    return (len(before.group()) + 1) // 2 + (len(after.group()) + 1) // 2 >= _SINGLE_LETTERS


def _splits_a_word(gap: Gap) -> bool:
    """Whether neither side of a line end is a word by itself, so that the break can only be inside of one."""
    key = gap.of.key
    before = _FRAGMENT_BEFORE.match(key, pos=max(0, gap.start - 40), endpos=gap.start)
    after = _FRAGMENT.match(key, pos=gap.end, endpos=gap.end + 40)
    left, right = (before.group() if before else ""), (after.group() if after else "")
    return len(left) > 1 and len(right) > 1 and right.islower() and not is_word(left) and not is_word(right)
