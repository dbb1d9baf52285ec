"""One quote looked up on one fetched page: whether it is there, where, and the link that opens at it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from evidence.cited_text import context, language_of, too_short
from evidence.quotes import REFUSED_FOLDS, Found, NotFound, QuoteText, find_quote
from evidence.ranges import Range
from evidence.urls import fragmentless
from evidence.word_diff import word_diff
from flows.acquire import Unobtainable
from flows.cite_fetch import CitedPage, quote_text
from flows.cite_links import link_to
from flows.fetch_refusals import message_of
from flows.page_advice import came_instead
from flows.services import Services
from flows.settings import Settings
from flows.url_advice import ADDRESS, url_advice
from ledger.refusals import Refusal
from tasks import guard
from tasks.attempts import StageError

MATCHED_CHARACTERS: Final = 600
PASSAGE_CHARACTERS: Final = 600
DIFF_CHARACTERS: Final = 900

Row = dict[str, Any]
"""One line of an answer, as JSON values; what is absent is left out."""


@dataclass(frozen=True)
class Cited:
    """Where the words stand on the page, or why they don't.

    Attributes:
        found: None when they are not there; `missing` then says why.
    """

    page: CitedPage
    prepared: QuoteText
    text: str
    language: str
    found: Found | None
    missing: NotFound | None

    def at_first(self) -> Found | None:
        """The first place of the words, if that is another one."""
        if self.found is None or self.found.occurrence == 1:
            return None
        first = find_quote(self.prepared, self.text, occurrence=1, accept=REFUSED_FOLDS)
        return first if isinstance(first, Found) else None


def check_cited(settings: Settings, url: str, text: str, language: str | None) -> None:
    """What can be said of a citation before anything is fetched.

    Raises:
        Refusal: INVALID_URL, TEXT_TOO_SHORT.
    """
    check_page_url(url)
    check_words(settings, text, language)


def check_words(settings: Settings, text: str, language: str | None) -> None:
    """Refuse words that are too few to tell anything.

    Raises:
        Refusal: TEXT_TOO_SHORT.
    """
    least_cjk, least_other = settings.cite_minimum_cjk, settings.cite_minimum
    if (language or "").split("-")[0].lower() in ("ja", "zh", "ko"):
        least_other = least_cjk
    if too_short(text, least_cjk=least_cjk, least_other=least_other):
        raise Refusal(
            "TEXT_TOO_SHORT",
            f"The text {text[:80]!r} has fewer than {least_cjk} CJK or {least_other} other letters or digits: it would "
            "be found in many places and say nothing.",
            "Copy more of the sentence around it.",
            {"least": least_other, "least_cjk": least_cjk},
        )


def check_page_url(url: str) -> None:
    """Refuse a URL that is never fetched, whatever is there.

    Raises:
        Refusal: INVALID_URL.
    """
    try:
        guard.check_url(fragmentless(url))
    except StageError as error:
        message, advice = url_advice(url, error.message, ADDRESS)
        raise Refusal("INVALID_URL", message, advice, {"url": url[:200]}) from None


def look_up(services: Services, page: CitedPage, text: str, language: str | None) -> Cited:
    """Look for the words on the page under the rules of quotes; other case and other kana are accepted, and told."""
    prepared = quote_text(services, page)
    answer = find_quote(prepared, text, article=page.copy.article, accept=REFUSED_FOLDS)
    told = language or language_of(text, page.copy.language)
    if isinstance(answer, Found):
        return Cited(page, prepared, text, told, answer, None)
    return Cited(page, prepared, text, told, None, answer)


def row_of(cited: Cited, url: str) -> Row:
    """What is told of a quote that was looked for. `url`: as the caller gave it."""
    if cited.found is None:
        return {"status": "not_found", **not_found(cited)}
    return {"status": "verified", **matched(cited, url)}


def matched(cited: Cited, url: str) -> Row:
    """The match and its link."""
    found, page = cited.found, cited.page
    if found is None:
        raise ValueError("nothing was found")
    link = link_to(page, found, given=url)
    first = cited.at_first() if link.url is None else None
    if first is not None and (other := link_to(page, first, given=url)).url is not None:
        # No link leads to this place alone; the browser goes to the first, which has the same words.
        found, link = first, replace(other, unique=False, count=found.occurrences)
    place = Range(found.start, found.end)
    numbers = page.pages_at(place)
    hidden = "hidden-text" not in found.folds and any(part.overlaps(place) for part in page.copy.hidden)
    return present(
        fragment_url=link.url,
        page_number=numbers[0] if numbers else None,
        page_numbers=numbers if len(numbers) > 1 else None,
        match_kind=found.kind,
        folds=list(found.folds) or None,
        cuts=list(found.cuts) or None,
        is_unique=link.unique,
        match_count=link.count,
        context_used=link.context_used,
        matched_text=clipped(found.matched_text, MATCHED_CHARACTERS),
        surrounding_context=context(page.text, found.start, found.end),
        hidden_text=hidden or None,
        detected_lang=cited.language,
        **(link.problem or {}),
    )


def not_found(cited: Cited) -> Row:
    """Why the words are not there, and the passage that comes nearest."""
    missing = cited.missing
    if missing is None:
        raise ValueError("the words were found")
    code = "TEXT_TOO_SHORT" if missing.code == "QUOTE_EMPTY" else "NOT_FOUND"
    row: Row = {"code": code, "reason": missing.code, "message": missing.message}
    near = missing.nearest
    if near is not None:
        passage = cited.page.text[near.reads.start : near.reads.end]
        row["nearest"] = present(
            passage=clipped(passage, PASSAGE_CHARACTERS),
            diff=clipped(word_diff(cited.text, passage), DIFF_CHARACTERS),
            differs_in=list(near.differs) or None,
            page_number=next(iter(cited.page.pages_at(near.reads)), None),
        )
    return row


def fetch_failed(failed: Unobtainable) -> Row:
    """Why the page was not got: what the last stage said, and the status of the HTTP answer if there was one."""
    last = failed.failures[-1] if failed.failures else None
    statuses = [one.http_status for one in failed.failures if one.http_status is not None]
    return {
        "status": "fetch_failed",
        "code": "FETCH_FAILED",
        **present(
            http_status=statuses[-1] if statuses else None,
            stage=last.stage if last else None,
            reason=last.kind if last else None,
        ),
        "message": clipped(message_of(failed), PASSAGE_CHARACTERS),
    }


def gone(failed: Unobtainable) -> bool:
    """Whether the site says that there is no such page: 404, 410, or a page that says so."""
    return came_instead(failed) == "soft_404"


def refused(refusal: Refusal) -> Row:
    """A citation that was refused before anything was fetched."""
    status = "fetch_failed" if refusal.code == "INVALID_URL" else "not_found"
    return {"status": status, "code": refusal.code, "message": f"{refusal.message} {refusal.suggestion}"}


def present(**values: Any) -> Row:
    """The values that are there."""
    return {name: value for name, value in values.items() if value is not None}


def clipped(text: str, characters: int) -> str:
    """The text, or its beginning and how much is left out."""
    if len(text) <= characters:
        return text
    return f"{text[:characters]}… (+{len(text) - characters} characters)"
