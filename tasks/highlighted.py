"""Quotes marked in a copy of a PDF, in this process. No engine: a worker does it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from evidence.cited_text import context, language_of
from evidence.pdf import PdfError
from evidence.pdf_boxes import PdfDrawError, PdfPages
from evidence.pdf_highlight import Mark, highlighted, readable
from evidence.pdf_marks import Marked, QuoteMarker
from evidence.quotes import Nearest, NotFound
from evidence.ranges import Range
from evidence.word_diff import word_diff
from tasks.bodies import StagedFile
from tasks.highlight_values import HighlightRequest, HighlightResult, NearestPassage, QuoteRow
from tasks.parsed import ParsedSource, parse_pdf
from tasks.unfit import unfit

TOLD: Final = 600
"""Characters of a page's words that one row tells."""


def highlight(request: HighlightRequest) -> HighlightResult:
    """Mark the quotes, in this process.

    Raises:
        PdfError: the PDF can't be opened, with the password or without.
        StageError: `pdf_no_text`, `pdf_unreadable`.
        OSError: a file can't be read or written.
    """
    data = Path(request.source).read_bytes()
    password = request.password.get_secret_value() if request.password else None
    plain = readable(data, password)
    try:
        if plain is not data and password is None:
            with PdfPages(data):  # what is too damaged to be read as it is, is no source elsewhere either
                pass
        parsed = _read(request, plain, known=plain is data)
        with PdfPages(plain) as document:
            marker = QuoteMarker(document, parsed.text, [Range(page.start, page.end) for page in parsed.pages])
            each = {quote: marker.mark(quote, occurrence=request.occurrence) for quote in dict.fromkeys(request.quotes)}
        found = [each[quote] for quote in request.quotes]
        if request.text is not None and not any(marked.marks for marked in found):
            _fit(plain)  # whether it has words at all
    except PdfDrawError as error:
        raise PdfError("broken", "The PDF is damaged or cut short and can't be read.") from error
    rows = [_row(parsed, request, quote, marked) for quote, marked in zip(request.quotes, found, strict=True)]
    marks = list(dict.fromkeys(mark for marked in found for mark in marked.marks))
    result = HighlightResult(rows=rows, pages=len(parsed.pages), title=parsed.title)
    return _with_copy(result, request, data, marks, password) if marks else result


def _read(request: HighlightRequest, plain: bytes, *, known: bool) -> ParsedSource:
    """The text of the PDF and its pages. `known`: what was read before was read of these bytes."""
    if known and request.text is not None:
        text = Path(request.text).read_bytes().decode("utf-8")
        return ParsedSource(text=text, media="pdf", pages=request.pages)
    return _fit(plain)


def _fit(plain: bytes) -> ParsedSource:
    parsed = parse_pdf(plain)
    problem = unfit(parsed, accept_short=False)
    if problem is not None:
        raise problem
    return parsed


def _with_copy(
    result: HighlightResult, request: HighlightRequest, data: bytes, marks: list[Mark], password: str | None
) -> HighlightResult:
    copy = highlighted(data, marks, modified=request.modified, password=password)
    with StagedFile(request.staging) as file:
        file.write(copy.data)
        staged, sha256 = file.finish()
    made = {"staged": staged, "sha256": sha256, "bytes": len(copy.data), "warnings": list(copy.warnings)}
    return result.model_copy(update=made)


def _row(parsed: ParsedSource, request: HighlightRequest, quote: str, marked: Marked) -> QuoteRow:
    answer = marked.answer
    if isinstance(answer, NotFound):
        return _missing(parsed, quote, answer)
    return QuoteRow(
        status="highlighted" if marked.marks else "not_placed",
        match_count=answer.occurrences,
        marked_count=marked.places,
        page_numbers=marked.pages,
        unmarked_pages=list(marked.lost),
        matched_text=_clipped(answer.matched_text),
        surrounding_context=context(parsed.text, answer.start, answer.end),
        match_kind=answer.kind,
        folds=list(answer.folds),
        detected_lang=request.language or language_of(quote),
    )


def _missing(parsed: ParsedSource, quote: str, answer: NotFound) -> QuoteRow:
    near = answer.nearest
    if near is None:
        return QuoteRow(status="not_found", reason=answer.code, message=answer.message)
    passage = parsed.text[near.reads.start : near.reads.end]
    told = NearestPassage(
        passage=_clipped(passage),
        diff=_clipped(word_diff(quote, passage)),
        matching_characters=near.length,
        differs=list(near.differs),
        page_number=_page_at(parsed, near),
    )
    return QuoteRow(status="not_found", reason=answer.code, message=answer.message, nearest=told)


def _page_at(parsed: ParsedSource, near: Nearest) -> int | None:
    return next((page.number for page in parsed.pages if page.start <= near.reads.start < page.end), None)


def _clipped(text: str) -> str:
    return text if len(text) <= TOLD else f"{text[:TOLD]}… (+{len(text) - TOLD} characters)"
