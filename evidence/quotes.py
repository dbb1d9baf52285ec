"""Whether a quote is really in a text: the base rule, the named folds, refusals with their reasons.

All offsets are code points of the stored text, half-open, and exact on both ends.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from evidence import chars
from evidence.alignment import Difference, align, begun_before
from evidence.cuts import cuts, whole_numbers
from evidence.fold_names import REFUSED_FOLDS
from evidence.graphemes import ceil, floor
from evidence.keys import Key
from evidence.limits import OCCURRENCES_MOST, QUOTE_CHARACTERS_MOST, QUOTE_MINIMUM_CJK, QUOTE_MINIMUM_OTHER
from evidence.nearest import longest_run
from evidence.quote_answers import Code, Found, Nearest, NotFound
from evidence.quote_search import Hit, Prepared, QuoteText, Search, look_up
from evidence.ranges import Range

__all__ = [
    "REFUSED_FOLDS",
    "Code",
    "Found",
    "Nearest",
    "NotFound",
    "QuoteText",
    "find_all",
    "find_quote",
    "is_there",
    "too_short",
]

_ELLIPSIS: Final = re.compile(
    r"[\[(（［]? ?(?:…|\.{3,}|(?:\. ){2,}\.|‥|中略|後略|前略|snip|以下略) ?[\])）］]?", re.IGNORECASE
)
_AROUND: Final = 60
_SHOWN: Final = 40
_PARTS_TRIED: Final = 12
_CHOSEN_FROM: Final = 200
_MOSTLY: Final = 0.5
_DIFFERS: Final[Mapping[Difference, str]] = {
    "glyphs": "the text has glyphs that name no letter",
    "negation": "one of the two has a negation that the other has not",
    "number": "a number differs",
    "words": "words differ",
    "left_out": "it leaves out words that stand there",
    "added": "it has words that do not stand there",
    "punctuation": "only marks and spacing differ",
}
_PARTED_LEAST: Final = 4
"""A candidate that parts earlier shows less than the longest common run."""


def find_quote(
    evidence: QuoteText,
    quote: str,
    *,
    occurrence: int | None = None,
    article: Sequence[Range] = (),
    accept: Collection[str] = (),
) -> Found | NotFound:
    """Look `quote` up in `evidence`.

    Args:
        evidence: the prepared text.
        quote: the words as they are claimed to stand there.
        occurrence: which one to take, from 1; default the first inside of `article`, else the first.
        article: the ranges of the text that are the article.
        accept: folds of `REFUSED_FOLDS` that this caller accepts.
    """
    refused = _refused_at_once(evidence, quote)
    if refused:
        return refused
    prepared = _prepared(quote)
    hits, search = look_up(evidence, prepared, accept)
    if not hits:
        return _not_found(evidence, prepared, search, _margin(quote))
    if occurrence is not None and not 1 <= occurrence <= len(hits):
        message = f"The quote occurs {len(hits)} times in the evidence; there is no occurrence {occurrence}."
        return NotFound("OCCURRENCE_UNKNOWN", message, None)
    chosen = occurrence - 1 if occurrence is not None else _chosen(evidence, hits, article)
    hit = hits[chosen]
    found = _found(evidence, hits, chosen)
    return replace(found, in_article=_is_inside(hit, article), cuts=cuts(evidence.text, hit.start, hit.end))


def _chosen(evidence: QuoteText, hits: Sequence[Hit], article: Sequence[Range]) -> int:
    """The first in the article, else the first; of these rather one that is shown, and one that cuts nothing."""
    inside = [number for number, hit in enumerate(hits) if _is_inside(hit, article)]
    numbers = (inside or range(len(hits)))[:_CHOSEN_FROM]
    shown = [number for number in numbers if not _is_hidden(evidence, hits[number])] or numbers
    whole = (number for number in shown if not cuts(evidence.text, hits[number].start, hits[number].end))
    return next(whole, shown[0])


def _is_hidden(evidence: QuoteText, hit: Hit) -> bool:
    at = bisect_left(evidence.hidden, hit.end, key=lambda part: part.start)
    return at > 0 and evidence.hidden[at - 1].end > hit.start and "hidden-text" not in hit.folds


def find_all(
    evidence: QuoteText,
    term: str,
    *,
    accept: Collection[str] = (),
    most: int = OCCURRENCES_MOST,
    cut_numbers: bool = False,
) -> list[Found]:
    """The first places of `term`, not overlapping, in text order, under the rules for quotes.

    `accept`: as in `find_quote`. `cut_numbers`: those, too, that begin or end inside of a number, for who reads on from
    there.
    """
    if not term.strip() or len(term) > QUOTE_CHARACTERS_MOST:
        return []
    wanted = _prepared(term)
    if any(map(chars.is_telling, term)):
        hits, _ = look_up(evidence, wanted, accept, most=most, cut_numbers=cut_numbers)
    else:
        hits = Search(evidence.plain, wanted, most=most).exact()
    return [_found(evidence, hits, number) for number in range(len(hits))]


def is_there(evidence: QuoteText, term: str) -> bool:
    """Whether `term` is anywhere in the text, under the rules for quotes."""
    return bool(find_all(evidence, term, most=1))


def too_short(quote: str) -> bool:
    """Whether `quote` has fewer letters and digits than a quote needs to tell anything."""
    telling = [char for char in Key(quote).key if chars.is_telling(char)]
    short = any(chars.is_cjk(char) or chars.is_hangul(char) for char in telling)
    return len(telling) < (QUOTE_MINIMUM_CJK if short else QUOTE_MINIMUM_OTHER)


def _refused_at_once(evidence: QuoteText, quote: str) -> NotFound | None:
    if len(quote) > QUOTE_CHARACTERS_MOST:
        message = f"The quote has {len(quote)} characters; at most {QUOTE_CHARACTERS_MOST} are looked up."
        return NotFound("QUOTE_TOO_LONG", message, None)
    if not any(map(chars.is_telling, quote)):
        return NotFound("QUOTE_EMPTY", "The quote has no letter and no digit.", None)
    if not evidence.text.strip():
        return NotFound("QUOTE_NOT_FOUND", "The evidence has no text.", None)
    return None


def _found(evidence: QuoteText, hits: list[Hit], number: int) -> Found:
    hit = hits[number]
    return Found(
        start=hit.start,
        end=hit.end,
        matched_text=evidence.text[hit.start : hit.end],
        kind="folded" if hit.folds else "exact",
        folds=tuple(sorted(hit.folds)),
        occurrence=number + 1,
        occurrences=len(hits),
        in_article=False,
    )


def _is_inside(hit: Hit, article: Sequence[Range]) -> bool:
    return any(one.start <= hit.start < one.end for one in article) and any(
        one.start < hit.end <= one.end for one in article
    )


def _prepared(quote: str) -> Prepared:
    return Prepared(Key(quote[_margin(quote) :].rstrip()))


def _margin(quote: str) -> int:
    """The length of the white space before the quote; a space that carries a mark is no white space."""
    return floor(quote, len(quote) - len(quote.lstrip()))


def _not_found(evidence: QuoteText, quote: Prepared, search: Search, margin: int) -> NotFound:
    if search.cut_number is not None:
        return _cuts_number(evidence, quote, search.cut_number, margin)
    nearest = _nearest(search, margin)
    refusal: tuple[Code, str] | None = None
    if search.cuts_character or quote.text in evidence.text:
        refusal = "QUOTE_CUTS_CHARACTER", "The quote starts or ends inside of a character of the evidence."
    elif "case" in search.refused_folds:
        refusal = "CASE_DIFFERS", "The quote is there only with other upper and lower case."
    elif "kana" in search.refused_folds:
        refusal = "KANA_DIFFERS", "The quote is there only with hiragana for katakana or the reverse."
    elif _is_elided(evidence, quote.text):
        refusal = "QUOTE_ELIDED", "The quote leaves words out (…); quote each part as it stands, without the dots."
    if refusal:
        return NotFound(*refusal, replace(nearest, differs=()) if nearest else None)
    return NotFound("QUOTE_NOT_FOUND", _message(nearest), nearest)


def _message(nearest: Nearest | None) -> str:
    if nearest is None:
        return "The quote is not in the evidence, nor any longer part of it."
    if nearest.share < _MOSTLY and "glyphs" not in nearest.differs:
        return "The quote is not in the evidence; only a part of it is."
    differs = next(words for kind, words in _DIFFERS.items() if kind in nearest.differs)
    return f"The quote is not in the evidence: where it comes nearest, {differs}."


def _cuts_number(evidence: QuoteText, quote: Prepared, hit: Hit, margin: int) -> NotFound:
    """The refusal of a quote that stands in the text only with a part of a number; it shows the whole number."""
    start, end = whole_numbers(evidence.text, hit.start, hit.end)
    message = "The quote starts or ends inside of a number of the evidence, which says another number."
    nearest = Nearest(
        quote_start=margin,
        quote_end=margin + len(quote.text),
        start=start,
        end=end,
        passage=_passage(evidence.text, start, end),
        quote_part=quote.text[:_SHOWN],
        text_part=evidence.text[start : min(end, start + _SHOWN)],
        length=len(quote.text),
        reads=Range(start, end),
    )
    return NotFound("QUOTE_CUTS_NUMBER", message, nearest)


def _passage(text: str, start: int, end: int) -> str:
    return text[floor(text, max(0, start - _AROUND)) : ceil(text, min(len(text), end + _AROUND))]


def _is_elided(evidence: QuoteText, quote: str) -> bool:
    """Whether dots in the quote stand between (or beside) parts of which at least one is really there."""
    if not _ELLIPSIS.search(quote):
        return False
    parts = [part.strip() for part in _ELLIPSIS.split(quote)[:_PARTS_TRIED]]
    parts = [part for part in parts if any(map(chars.is_telling, part))]
    return any(look_up(evidence, _prepared(part), REFUSED_FOLDS, most=1)[0] for part in parts)


def _nearest(search: Search, margin: int) -> Nearest | None:
    """The longest part that matches: as far as the best candidate came under the folds, else the longest common run."""
    evidence, quote = search.evidence, search.quote
    if search.parted is not None and search.parted.quote_at >= _PARTED_LEAST:
        ends, quote_ends = (search.parted.start, search.parted.at), (0, search.parted.quote_at)
    else:
        coarse, needle = evidence.loose(without_markers=False), quote.loose(without_markers=False)
        run = longest_run(coarse.text, needle.text)
        if run is None:
            return None
        ends = (coarse.at(run.at), coarse.at(run.at + run.length - 1) + 1)
        quote_ends = (needle.at(run.quote_at), needle.at(run.quote_at + run.length - 1) + 1)
    # The part ends where the words differ, not before the white space that both sides have.
    if evidence.key.key[ends[1] : ends[1] + 1] == quote.key.key[quote_ends[1] : quote_ends[1] + 1] == " ":
        ends, quote_ends = (ends[0], ends[1] + 1), (quote_ends[0], quote_ends[1] + 1)
    start, end = evidence.key.span(*ends)
    quote_start, quote_end = quote.key.span(*quote_ends)
    text = evidence.text
    aligned = align(text, quote.text, Range(start, end), Range(quote_start, quote_end))
    ahead = quote_end < len(quote.text)
    begun = min(begun_before(text, end, quote.text, quote_end), end - start, quote_end - quote_start) if ahead else 0
    from_, quote_from = end - begun, quote_end - begun
    return Nearest(
        quote_start=quote_start + margin,
        quote_end=quote_end + margin,
        start=start,
        end=end,
        passage=_passage(text, start, end),
        quote_part=quote.text[quote_from : quote_from + _SHOWN]
        if ahead
        else quote.text[max(0, quote_start - _SHOWN) : quote_start],
        text_part=text[from_ : from_ + _SHOWN] if ahead else text[max(0, start - _SHOWN) : start],
        length=quote_end - quote_start,
        reads=aligned.place,
        differs=aligned.differs,
        share=aligned.share,
    )
