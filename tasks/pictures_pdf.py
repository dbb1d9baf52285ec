"""Pictures of quotes on the pages of a PDF. A plain function of plain values: it runs in another process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evidence.pdf_boxes import PdfDrawError, PdfPages
from ledger.records import PdfPage
from tasks.attempts import StageError
from tasks.pictures_values import PictureResult, QuoteSpot, stage


def draw(
    pdf: str, text: str, pages: Sequence[PdfPage], quotes: Sequence[QuoteSpot], staging: str
) -> list[PictureResult]:
    """At least one result per quote, in their order: one for each page that the quote has letters on.

    Raises:
        StageError: `pdf`, the file as a whole can't be opened.
    """
    stored = Path(text).read_bytes().decode("utf-8")
    try:
        with PdfPages(Path(pdf).read_bytes()) as document:
            return [result for quote in quotes for result in _quote(document, stored, pages, quote, Path(staging))]
    except PdfDrawError as error:
        raise StageError("pdf", str(error)) from error


def _quote(
    document: PdfPages, text: str, pages: Sequence[PdfPage], quote: QuoteSpot, folder: Path
) -> list[PictureResult]:
    touched = [
        page
        for page in pages
        if (part := text[max(page.start, quote.start) : min(page.end, quote.end)]) and not part.isspace()
    ]
    if not touched:
        return [_failed(quote, None, "The quote lies on no page of the PDF.")]
    return [_on_page(document, text, page, quote, folder) for page in touched]


def _on_page(document: PdfPages, text: str, page: PdfPage, quote: QuoteSpot, folder: Path) -> PictureResult:
    start, end = max(page.start, quote.start) - page.start, min(page.end, quote.end) - page.start
    try:
        found = document.find(page.number, text[page.start : page.end], start, end)
        data = document.picture(page.number, found.boxes)
    except PdfDrawError as error:
        return _failed(quote, page.number, str(error))
    path, sha256, size = stage(folder, f"{quote.attachment_id}-pdf-page-{page.number}", data)
    return PictureResult(
        attachment_id=quote.attachment_id,
        source="pdf_page",
        staged=path,
        sha256=sha256,
        bytes=size,
        highlighted=found.complete,
        note=None if found.complete else _why(found.boxes),
        page=page.number,
    )


def _why(boxes: Sequence[object]) -> str:
    if boxes:
        return "Only a part of the quote could be placed on the page."
    return "The quote's letters have no place on the page; the picture shows the page without a mark."


def _failed(quote: QuoteSpot, page: int | None, note: str) -> PictureResult:
    return PictureResult(attachment_id=quote.attachment_id, source="pdf_page", highlighted=False, note=note, page=page)
