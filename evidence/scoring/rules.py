"""The backend ``rules``: claims against a page by words, figures and guards, without a model.

Each claim is looked for in the whole page; the places that share most of its words are read and compared one by one. A
place supports a claim when it says all of it and no guard objects; it opposes it when it speaks of the same and one
element is another. All else is told as what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Final

import regex

from evidence.observation.values import Observation
from evidence.scoring.alignment import Translator
from evidence.scoring.analysis import translations
from evidence.scoring.assistants import Assistant
from evidence.scoring.comparison import Comparison, Finding, compare_with, within
from evidence.scoring.coreference import leans, of_unnamed, subject_names, supplied
from evidence.scoring.decision import Reading
from evidence.scoring.judging import judgement, unreadable
from evidence.scoring.places import Place, column_heads, places, speaks
from evidence.scoring.retrieval import Index
from evidence.scoring.statements import Statement, read
from evidence.scoring.tables import Row, in_columns, row_of
from evidence.scoring.values import Guard, Judgement

READ_MOST: Final = 8
"""Places of a page that are read for one claim."""
CLAIM_CHARACTERS: Final = 2_000
"""Characters of a claim that is judged; a longer one is no single statement."""
SURROUNDING_CHARACTERS: Final = 400
STEPS_BACK: Final = 40
"""Sentences back to the first one of a paragraph that a pronoun may stand for."""
_LEANS: Final = regex.compile(r"これ|それ|この|その|同|彼|이|그|해당|동|这|该|其|它|他|她")
_SUBJECT: Final = {
    "ja": regex.compile(r"[はが](?!る|い|っ)"),
    "ko": regex.compile(r"\p{Hangul}(?:은|는|이|가|께서)(?=\s)"),
}
_JOINS: Final = regex.compile(r"\band\b|,|、|，|하고|[고며] |并且|而且")


class Rules:
    """See the module."""

    name = "rules"

    def __init__(self, assistant: Assistant | None = None) -> None:
        self._assistant = assistant

    def judge(self, claims: Sequence[str], page: Observation) -> list[Judgement]:
        """One judgement for each claim, in their order."""
        pages = _Page(page)
        return [_judge(claim, pages, self._assistant) for claim in claims]


class _Page:
    """One page, its places indexed; what was read of it is kept for the next claim."""

    def __init__(self, page: Observation) -> None:
        self.page = page
        self.places = places(page)
        self.index = Index(page.text, self.places)
        self._read: dict[int, Statement] = {}
        self._rows: dict[int, Row] = {}
        self._around: dict[tuple[str, ...], Statement] = {}
        self._heads: dict[str, dict[int, object]] = {}
        self._joined: dict[int, Statement] = {}

    @cached_property
    def language(self) -> str:
        """What it says its language is, or what its beginning is in."""
        return (self.page.language or "").partition("-")[0].lower() or read(self.page.text[:400]).language

    def statement(self, place: Place) -> Statement:
        if place.number not in self._read:
            text = self.row(place).text if place.cells else self.page.text[place.start : place.end]
            self._read[place.number] = read(text, _hint(text, self.page.language))
        return self._read[place.number]

    def row(self, place: Place) -> Row:
        if place.number not in self._rows:
            self._rows[place.number] = row_of(self.page.text, place, column_heads(place.block))
        return self._rows[place.number]

    def around(self, place: Place, *, before: bool) -> Statement:
        """What `place` stands under: headings and title, and the sentence before it where it leans on it."""
        parts = [self.page.text[block.start : block.end] for block in place.headings]
        parts += [self.page.title] if self.page.title else []
        if before:
            parts += [self.page.text[earlier.start : earlier.end] for earlier in self._earlier(place)]
        key = tuple(part[:SURROUNDING_CHARACTERS] for part in parts)
        if key not in self._around:
            text = ". ".join(key)
            self._around[key] = read(text, _hint(text, self.page.language))
        return self._around[key]

    def _earlier(self, place: Place) -> list[Place]:
        """The sentence before `place`, and the first one of its paragraph, or of the paragraph before."""
        before = self.places[place.number - 1 : place.number]
        if not before or before[0].block.kind not in {"text", "quote"}:
            return []
        first, steps = before[0], 0
        while first.previous >= 0 and steps < STEPS_BACK:
            first, steps = self.places[first.previous], steps + 1
        return [before[0]] if first is before[0] else [first, before[0]]

    def names_nothing_before(self, place: Place) -> bool:
        """Whether the page is a piece of a text, without title or heading, that begins with `place`."""
        return not (self.page.title or place.headings or place.number)

    def joined(self, place: Place) -> Statement:
        """The sentence before `place` and its own."""
        if place.number not in self._joined:
            text = self.page.text[self.places[place.previous].start : place.end]
            self._joined[place.number] = read(text, _hint(text, self.page.language))
        return self._joined[place.number]


_LATIN: Final = regex.compile(r"\p{Latin}")
_EASTERN: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")
MOSTLY: Final = 4
"""Latin letters for each other one that make a text one in Latin letters."""
_HAN_ONLY: Final = regex.compile(r"[^\p{Hiragana}\p{Katakana}\p{Hangul}]*\p{Han}[^\p{Hiragana}\p{Katakana}\p{Hangul}]*")


def _hint(text: str, language: str | None) -> str | None:
    """The language of a text that its letters leave open: Chinese ones alone, or a few of them in Latin ones."""
    base = (language or "").partition("-")[0].lower()
    if base in {"ja", "zh", "ko"} and _HAN_ONLY.fullmatch(text):
        return base
    latin = len(_LATIN.findall(text))
    return "en" if latin > MOSTLY * len(_EASTERN.findall(text)) > 0 else None


def _judge(written: str, page: _Page, assistant: Assistant | None) -> Judgement:
    claim = read(written) if 0 < len(written) <= CLAIM_CHARACTERS else None
    if claim is None or not claim.terms:
        return unreadable(written, claim)
    found = page.index.best(_looked_for(claim, page), READ_MOST)
    readings = [reading for place in found if speaks(place) for reading in _readings(claim, place, page)]
    return judgement(claim, readings, page.page, assistant)


def _looked_for(claim: Statement, page: _Page) -> list[str]:
    words = [claim.text]
    for language in _other_languages(claim, page):
        for term in claim.terms:
            words.extend(translations(term.lemma, claim.language, language))
    return words


def _other_languages(claim: Statement, page: _Page) -> list[str]:
    return [page.language] if page.language and page.language != claim.language else []


def _translator(claim: Statement, passage: Statement) -> Translator | None:
    if claim.language == passage.language:
        return None
    return partial(translations, source_language=claim.language, target_language=passage.language)


def _readings(claim: Statement, place: Place, page: _Page) -> list[Reading]:
    passage = page.statement(place)
    translate = _translator(claim, passage)
    comparison = compare_with(claim, passage, translate)
    if place.cells:
        if comparison.missing:
            comparison = within(comparison, page.around(place, before=False), translate)
        comparison, extra = in_columns(comparison, page.row(place))
        return [Reading(place, comparison, tuple(extra))]
    readings = [Reading(place, comparison)]
    lacking = comparison.missing or any(figure.found == "absent" for figure in comparison.figures)
    if lacking and _leans(comparison, place, page):
        under = _subjects(within(comparison, page.around(place, before=True), translate))
        readings.append(Reading(place, under))
        if page.names_nothing_before(place) and (unnamed := of_unnamed(comparison)):
            told = Finding("weakens", Guard("subject_not_named", f"the page says it of “{unnamed}”, without a name"))
            readings.append(Reading(place, replace(comparison, context=subject_names(comparison)), (told,)))
    elif comparison.missing and _names_nothing_else(comparison):
        readings.append(Reading(place, within(comparison, page.around(place, before=False), translate)))
    elif comparison.missing and place.previous >= 0 and comparison.alignment.pairs and _compound(claim):
        readings.extend(_together(claim, place, page, translate))
    return readings


def _together(claim: Statement, place: Place, page: _Page, translate: Translator | None) -> list[Reading]:
    """The sentence and the one before it, where each has words that the other lacks."""
    joined = compare_with(claim, page.joined(place), translate)
    border = page.places[place.previous].end - page.places[place.previous].start
    sides = {pair.at < border for pair in joined.alignment.pairs if not claim.terms[pair.claim].light}
    if joined.missing or len(sides) < 2:
        return []
    return [Reading(place, joined, joined_from=page.places[place.previous].start)]


def _subjects(comparison: Comparison) -> Comparison:
    """Only what the passage has a word for may stand in the surroundings: the rest is here."""
    if comparison.claim.language == comparison.passage.language == "en":
        return replace(comparison, context=supplied(comparison))
    terms = comparison.claim.terms
    own = [pair.claim for pair in comparison.alignment.pairs if not terms[pair.claim].light]
    first = min(own, default=len(terms))
    return replace(comparison, context=frozenset(number for number in comparison.context if number < first))


def _names_nothing_else(comparison: Comparison) -> bool:
    """Whether the claim's names alone are missing, and the passage names nothing, so that its heading names it."""
    return all(term.name for term in comparison.missing) and not any(
        term.capital and term.start and number not in comparison.paired
        for number, term in enumerate(comparison.passage.terms)
        if term.quantity is None
    )


def _compound(claim: Statement) -> bool:
    """Whether the claim says more than one thing, which two sentences may tell."""
    return bool(claim.breaks) or bool(_JOINS.search(claim.text))


def _leans(comparison: Comparison, place: Place, page: _Page) -> bool:
    """Whether the passage leaves its subject to its surroundings, as an item of a list or a pronoun does."""
    if place.block.kind in {"list", "definition", "figure", "code"}:
        return True
    if comparison.passage.language == "en":
        return leans(comparison, page.around(place, before=True))
    if _LEANS.match(comparison.passage.text):
        return True
    subject = _SUBJECT.get(comparison.passage.language)
    if subject is not None and not subject.search(comparison.passage.text):
        return True
    first = min(comparison.places, default=0)
    return not any(
        term.start < first and not term.light and number not in comparison.paired
        for number, term in enumerate(comparison.passage.terms)
    )
