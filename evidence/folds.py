"""The named folds: which differences between a quote and a text are those of extraction or typing, not of wording.

A `Walk` goes through a text and a quote side by side, from one given start, and says where they part, if they do.
Nothing is scored: each difference is named and allowed by a rule, or it ends the walk.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from evidence import chars, radicals, spacing
from evidence.fold_names import Fold
from evidence.keys import Key, common
from evidence.spacing import Gap

_FAMILIES: Final[tuple[tuple[frozenset[str], Fold], ...]] = (
    (chars.SINGLE_QUOTES, "quote-mark"),
    (chars.DOUBLE_QUOTES, "quote-mark"),
    (chars.WAVES, "dash"),
    (chars.SLASHES, "fraction"),
)
_ENDS_GAP: Final = chars.IGNORABLE | {" "}


@dataclass(slots=True)
class Step:
    """One allowed difference: how far each side advances, and the fold's name (None: no difference)."""

    in_text: int
    in_quote: int
    fold: Fold | None


@dataclass(slots=True)
class Walk:
    """The comparison of `quote` with `text` from the key offset `start` of the text on.

    After `run`, `at` and `quote_at` are the key offsets reached on both sides: the ends of the match, or the first
    difference that no rule allows. `text_marks` and `quote_marks` are the citation markers that the other side may
    lack, start to end, in the keys.
    """

    text: Key
    quote: Key
    start: int
    text_marks: Mapping[int, int]
    quote_marks: Mapping[int, int]
    at: int = 0
    quote_at: int = 0
    folds: set[Fold] = field(default_factory=set)
    steps: int = 0

    def run(self) -> bool:
        """Whether the whole quote stands in the text from `start` on, under the rules."""
        e, q = self.text.key, self.quote.key
        self.at, self.quote_at = self.start, 0
        while self.quote_at < len(q):
            self.steps += 1
            self._equal_run(e, q)
            if self.quote_at >= len(q):
                break
            step = self._step(e, q)
            if step is None:
                return False
            self.at += step.in_text
            self.quote_at += step.in_quote
            if step.fold:
                self.folds.add(step.fold)
        return True

    def _equal_run(self, e: str, q: str) -> None:
        """Advance over what is equal, stopping before a gap that the two sides may share only in part."""
        run = common(e, self.at, q, self.quote_at)
        i, j = self.at + run, self.quote_at + run
        if j < len(q):
            while i > self.at and e[i - 1] in _ENDS_GAP:
                i, j = i - 1, j - 1
        self.at, self.quote_at = i, j

    def _step(self, e: str, q: str) -> Step | None:
        i, j = self.at, self.quote_at
        marker = self._marker(e, q, i, j)
        if marker:
            return marker
        broken = self._line_end_hyphen(e, q, i, j)
        if broken:
            return broken
        gap, quote_gap = chars.GAP.match(e, i), chars.GAP.match(q, j)
        if gap or quote_gap:
            return self._gap(
                Gap(self.text, i, gap.end() if gap else i), Gap(self.quote, j, quote_gap.end() if quote_gap else j)
            )
        if i >= len(e):
            return None
        if e[i] == q[j]:
            return Step(1, 1, None)
        return (
            _one_for_one(e, q, i, j)
            or self._radical(i, j)
            or _comparison(e, q, i, j)
            or _protected(e, q, i, j)
            or _voiced(e, q, i, j)
            or _letter(e[i], q[j])
        )

    def _gap(self, gap: Gap, quote_gap: Gap) -> Step | None:
        if quote_gap.end >= len(self.quote.key):
            return Step(0, quote_gap.length, "ignorable")
        if gap.end >= len(self.text.key):
            return None
        fold = spacing.fold_of(gap, quote_gap)
        return Step(gap.length, quote_gap.length, fold or None) if fold is not None else None

    def _marker(self, e: str, q: str, i: int, j: int) -> Step | None:
        """A citation marker that one side has and the other has not."""
        end = self.text_marks.get(i)
        if end is not None and not q.startswith(e[i:end], j):
            return Step(end - i, 0, "citation-marker")
        end = self.quote_marks.get(j)
        if end is not None and not e.startswith(q[j:end], i):
            return Step(0, end - j, "citation-marker")
        return None

    def _line_end_hyphen(self, e: str, q: str, i: int, j: int) -> Step | None:
        """A hyphen at a line end that one side keeps and the other drops together with the break."""
        if i < len(e) and e[i] in chars.BREAK_HYPHENS and q[j] in chars.DASHES:
            after, quote_after = chars.GAP.match(e, i), chars.GAP.match(q, j + 1)
            return Step(
                (after.end() if after else i + 1) - i,
                1 + (len(quote_after.group()) if quote_after else 0),
                "hyphenation",
            )
        dropped = spacing.line_end_hyphen(self.text, i)
        if dropped and q[j].isalpha():
            return Step(dropped, 0, "hyphenation")
        dropped = spacing.line_end_hyphen(self.quote, j)
        if dropped and i < len(e) and e[i].isalpha():
            return Step(0, dropped, "hyphenation")
        return None

    def _radical(self, i: int, j: int) -> Step | None:
        e, q = self.text.key[i], self.quote.key[j]
        if radicals.SUPPLEMENT.get(e, e) == radicals.SUPPLEMENT.get(q, q):
            return Step(1, 1, "radical")
        if e not in radicals.OLD_FORMS and q not in radicals.OLD_FORMS:
            return None
        forms = radicals.KANGXI_FORMS.get(self.text.raw(i, i + 1), frozenset())
        quote_forms = radicals.KANGXI_FORMS.get(self.quote.raw(j, j + 1), frozenset())
        return Step(1, 1, "radical") if q in forms or e in quote_forms else None


def _one_for_one(e: str, q: str, i: int, j: int) -> Step | None:
    a, b = e[i], q[j]
    for family, fold in _FAMILIES:
        if a in family and b in family:
            return Step(1, 1, fold)
    if a in chars.DOUBLE_QUOTES and _typed_double(q, j):
        return Step(1, 2, "quote-mark")
    if b in chars.DOUBLE_QUOTES and _typed_double(e, i):
        return Step(2, 1, "quote-mark")
    if a in chars.DASHES and b in chars.DASHES:
        return _dash(e, q, i, j)
    return None


def _typed_double(text: str, at: int) -> bool:
    """Whether a double mark is typed as two single ones."""
    return text[at] in chars.SINGLE_QUOTES and text[at : at + 1] == text[at + 1 : at + 2]


def _dash(e: str, q: str, i: int, j: int) -> Step | None:
    """Dashes are one family, but a long dash is no minus; two or three hyphens are a long dash."""
    a, b = e[i], q[j]
    long, quote_long = a in chars.LONG_DASHES, b in chars.LONG_DASHES
    if long == quote_long:
        return Step(1, 1, "dash")
    typed, at = (q, j) if long else (e, i)
    width = 3 if typed.startswith("---", at) else 2 if typed.startswith("--", at) else 1
    if width > 1:
        return Step(1, width, "dash") if long else Step(width, 1, "dash")
    minus = "\u2212" in {a, b} or (at + 1 < len(typed) and chars.is_digit(typed[at + 1]))
    return None if minus else Step(1, 1, "dash")


def _comparison(e: str, q: str, i: int, j: int) -> Step | None:
    a, b = _comparison_at(e, i), _comparison_at(q, j)
    if a is None or b is None or a[0] != b[0]:
        return None
    return Step(a[1], b[1], "comparison")


def _comparison_at(text: str, at: int) -> tuple[str, int] | None:
    """The sign in ASCII and its length in `text`."""
    if text[at] in chars.COMPARISONS:
        return chars.COMPARISONS[text[at]], 1
    pair = text[at : at + 2]
    return (pair, 2) if pair in {">=", "<=", "!="} else None


def _protected(e: str, q: str, i: int, j: int) -> Step | None:
    """A protected form on one side and its plain form on the other, where no number is made or changed."""
    if chars.is_protected(e[i]):
        plain = _plain_form(e, i, q, j)
        return Step(1, plain[0], plain[1]) if plain else None
    if chars.is_protected(q[j]):
        plain = _plain_form(q, j, e, i)
        return Step(plain[0], 1, plain[1]) if plain else None
    return None


def _plain_form(marked: str, at: int, other: str, other_at: int) -> tuple[int, Fold] | None:
    """The length of the plain form in `other` and the name of the fold, or None where it is not the same."""
    char = marked[at]
    kind = chars.compatibility(char)
    if kind == "circle":
        return None
    plain = unicodedata.normalize("NFKC", char)
    typed = plain.replace("\u2044", "/")
    if not other.startswith((plain, typed), other_at):
        return None
    end = other_at + len(plain)
    if kind in {"super", "sub"}:
        return (
            (len(plain), "superscript" if kind == "super" else "subscript")
            if _raised_alone(marked, at, other, end)
            else None
        )
    for text, left, right in ((marked, at, at + 1), (other, other_at, end)):
        before, after = text[left - 1 : left], text[right : right + 1]
        if (before and chars.is_digit(before) and plain[0].isdigit()) or (
            after and chars.is_digit(after) and plain[-1].isdigit()
        ):
            return None
    return len(plain), "fraction" if kind == "fraction" else "compatibility"


def _raised_alone(marked: str, at: int, other: str, other_end: int) -> bool:
    """Whether the raised or lowered run around `at` belongs to a letter or bracket and touches no other number."""
    start, end = at, at + 1
    while start and chars.compatibility(marked[start - 1]) in {"super", "sub"}:
        start -= 1
    while end < len(marked) and chars.compatibility(marked[end]) in {"super", "sub"}:
        end += 1
    run = unicodedata.normalize("NFKC", marked[start:end])
    before, after = marked[start - 1 : start], marked[end : end + 1]
    if before and chars.is_digit(before):
        return chars.is_ordinal(run)
    belongs = before.isalpha() and not chars.is_cjk(before) and not chars.is_hangul(before)
    if not (belongs or (before and before in ")]")):
        return run.isalpha()
    touching = other[other_end + (end - at - 1) :][:1]
    return not any(char and run[-1].isdigit() and chars.is_digit(char) for char in (after, touching))


def _voiced(e: str, q: str, i: int, j: int) -> Step | None:
    """A kana whose voiced mark stands apart (は゛) for the composed one (ば)."""
    length = _apart(e, i, q[j])
    if length:
        return Step(length, 1, "composed")
    length = _apart(q, j, e[i])
    return Step(1, length, "composed") if length else None


def _apart(text: str, at: int, composed: str) -> int:
    mark = at + 1
    while text[mark : mark + 1] in {" ", "\u25cc"} and mark < at + 3:
        mark += 1
    found = text[mark : mark + 1]
    if found not in {"\u3099", "\u309a"} or not found:
        return 0
    return mark + 1 - at if unicodedata.normalize("NFC", text[at] + found) == composed else 0


def _letter(a: str, b: str) -> Step | None:
    """Differences that the quote rules refuse by name and the citation tools accept."""
    if a.lower() == b.lower():
        return Step(1, 1, "case")
    low, high = sorted((a, b))
    if "\u3041" <= low <= "\u3096" and ord(high) - ord(low) == 0x60:
        return Step(1, 1, "kana")
    return None
