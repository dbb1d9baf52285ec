"""One look-up of a quote in a text: the passes, from the base rule to the named folds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from evidence.collapsed import left_out
from evidence.cuts import splits_number
from evidence.fold_names import REFUSED_FOLDS, Fold
from evidence.folds import Walk
from evidence.keys import Key
from evidence.limits import OCCURRENCES_MOST
from evidence.loose import Loose
from evidence.markers import markers
from evidence.ranges import Range

_EXACT: Final[frozenset[Fold]] = frozenset()
_ENDS_UNSEEN: Final[frozenset[Fold]] = frozenset({"ignorable"})
_SLACK: Final = 8
"""How far the start of a match may lie from where the quote's leading marks put it."""
_FAILING_STEPS: Final = 4_000
"""Steps of the walks of one look-up that lead nowhere: a bound on time where a text repeats almost a match."""


class Prepared:
    """A key with its citation markers and coarse forms, safe to share between threads.

    What few look-ups need is made when the first one does; nothing else ever changes.
    """

    __slots__ = ("_loose", "_unmarked", "key", "marks", "text")

    def __init__(self, key: Key) -> None:
        self.text = key.text
        self.key = key
        self.marks = markers(key.key)
        self._loose = Loose.of(key.key, self.marks)
        self._unmarked = None if self.marks else self._loose

    @property
    def cost(self) -> int:
        """Roughly the bytes held in the end."""
        return self.key.cost + self._loose.cost * (2 if self.marks else 1) + 100 * len(self.marks)

    def loose(self, *, without_markers: bool) -> Loose:
        """The coarse form, with or without citation markers."""
        if not without_markers:
            return self._loose
        if self._unmarked is None:
            self._unmarked = self._loose.without(self.marks)
        return self._unmarked


class QuoteText:
    """A text prepared for looking up quotes; built once, never changed, safe to share between threads.

    `wrapped`: whether its line ends come from layout, as a PDF's do, and so may lie inside of words. Those of a web
    page stand between words. `page_ends`: what a quote that runs over the end of a page may leave out
    (`evidence.page_ends`). `hidden`: what the page shows on demand only, which a quote of what it shows leaves out;
    of a place that is shown and one that is not, the shown one is taken. One text has page ends or hidden parts.
    """

    __slots__ = ("hidden", "over", "over_fold", "page_ends", "plain", "text")

    def __init__(
        self, text: str, *, wrapped: bool = True, page_ends: Sequence[Range] = (), hidden: Sequence[Range] = ()
    ) -> None:
        self.text = text
        self.page_ends = page_ends
        self.hidden = hidden
        self.plain = Prepared(Key(text, wrapped=wrapped))
        gaps = page_ends or left_out(text, hidden)
        self.over = Prepared(Key(text, wrapped=wrapped, gaps=gaps)) if gaps else None
        self.over_fold: frozenset[Fold] = frozenset({"page-end" if page_ends else "hidden-text"})

    @property
    def cost(self) -> int:
        """Roughly the bytes held, for bounding a cache."""
        return self.plain.cost + (self.over.cost if self.over else 0)


@dataclass(frozen=True, slots=True)
class Hit:
    """One place of the quote: ``text[start:end]``, and the folds that were needed."""

    start: int
    end: int
    folds: frozenset[Fold]


def look_up(
    evidence: QuoteText,
    quote: Prepared,
    accept: Collection[str] = (),
    *,
    most: int = OCCURRENCES_MOST,
    cut_numbers: bool = False,
) -> tuple[list[Hit], Search]:
    """The first places of the quote, and the search that found them or that came nearest."""
    search = Search(evidence.plain, quote, accept, most=most, cut_numbers=cut_numbers)
    hits = search.hits()
    if hits or evidence.over is None:
        return hits, search
    over = Search(evidence.over, quote, accept, most=most, cut_numbers=cut_numbers)
    hits = [replace(hit, folds=hit.folds | evidence.over_fold) for hit in over.hits()]
    return hits, over if hits or over.reached > search.reached else search


class Search:
    """One look-up in one form of a text: its passes, and what they learned on the way.

    `accept`: folds that the caller accepts beside those that all accept. `most`: places that are looked for.
    `cut_numbers`: whether those count that begin or end inside of a number.
    """

    def __init__(
        self,
        evidence: Prepared,
        quote: Prepared,
        accept: Collection[str] = (),
        *,
        most: int = OCCURRENCES_MOST,
        cut_numbers: bool = False,
    ) -> None:
        self.evidence = evidence
        self.quote = quote
        self.accept = accept
        self.most = most
        self.cut_numbers = cut_numbers
        self.needle = quote.key.key.strip(" ")
        self.cuts_character = False
        self.cut_number: Hit | None = None
        self.refused_folds: set[Fold] = set()
        self.parted: Walk | None = None
        self.failing = _FAILING_STEPS

    @property
    def reached(self) -> int:
        """How far into the quote the best candidate came."""
        return self.parted.quote_at if self.parted else 0

    def hits(self) -> list[Hit]:
        """The first places, by the base rule, else by the folds."""
        found = self.exact() or self._folded(without_markers=False)
        if not found and (self.evidence.marks or self.quote.marks):
            return self._folded(without_markers=True)
        return found

    def exact(self) -> list[Hit]:
        """The first places by the base rule; ends inside of a character or of a number don't count."""
        found: list[Hit] = []
        key = self.evidence.key
        at = key.key.find(self.needle)
        while at >= 0 and len(found) < self.most:
            start = key.place(at)
            end = key.place(at + len(self.needle))
            whole = key.place_after_ignorable(at + len(self.needle)) if end is None else end
            if start is None or whole is None:
                self.cuts_character = True
                at = key.key.find(self.needle, at + 1)
                continue
            hit = Hit(start, whole, _EXACT if end is not None else _ENDS_UNSEEN)
            if self._is_whole(hit):
                found.append(hit)
            at = key.key.find(self.needle, at + len(self.needle))
        return found

    def _is_whole(self, hit: Hit) -> bool:
        """Whether the hit begins and ends with no part of a larger number, or need not."""
        if self.cut_numbers or not splits_number(self.evidence.text, hit.start, hit.end):
            return True
        self.cut_number = self.cut_number or hit
        return False

    def _folded(self, *, without_markers: bool) -> list[Hit]:
        coarse = self.evidence.loose(without_markers=without_markers)
        needle = self.quote.loose(without_markers=without_markers)
        if not needle.text:
            return []
        found: list[Hit] = []
        at = coarse.text.find(needle.text)
        while at >= 0 and self.failing > 0 and len(found) < self.most:
            walk = self._walked(coarse, needle, at, without_markers=without_markers)
            hit = self._hit(walk) if walk else None
            if hit and walk:
                if self._is_whole(hit):
                    found.append(hit)
                following = coarse.following(walk.at)
            else:
                following = at + 1
            at = coarse.text.find(needle.text, max(following, at + 1))
        return found

    def _walked(self, coarse: Loose, needle: Loose, at: int, *, without_markers: bool) -> Walk | None:
        """The walk from the candidate's start that comes through, if there is one."""
        first = latest = earliest = coarse.at(at)
        leading = needle.at(0)
        if leading:
            latest = min(first, first - leading + _SLACK)
            earliest = max(coarse.at(at - 1) + 1 if at else 0, first - leading - _SLACK)
        marks, quote_marks = (self.evidence.marks, self._added_marks()) if without_markers else ({}, {})
        for start in range(latest, earliest - 1, -1):
            walk = Walk(self.evidence.key, self.quote.key, start, marks, quote_marks)
            if walk.run():
                return walk
            self.failing -= walk.steps + 1
            if self.parted is None or walk.quote_at > self.parted.quote_at:
                self.parted = walk
            if self.failing <= 0:
                break
        return None

    def _added_marks(self) -> dict[int, int]:
        """The quote's footnote markers, where the evidence has none at all: pages are read without theirs.

        Beside other markers, one that only the quote has would be a changed one; an author and a year are text.
        """
        if self.evidence.marks:
            return {}
        key = self.quote.key.key
        return {start: end for start, end in self.quote.marks.items() if "(" not in key[start:end]}

    def _hit(self, walk: Walk) -> Hit | None:
        start = self.evidence.key.place(walk.start)
        end = self.evidence.key.place_after_ignorable(walk.at)
        if start is None or end is None:
            self.cuts_character = True
            self.failing -= walk.steps
            return None
        refused = (walk.folds & REFUSED_FOLDS).difference(self.accept)
        if refused:
            self.refused_folds |= refused
            self.failing -= walk.steps
            self.parted = None
            return None
        return Hit(start, end, frozenset(walk.folds))
