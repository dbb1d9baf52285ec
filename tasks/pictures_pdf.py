"""Pictures of quotes on the pages of a PDF, in a process of their own: a hostile file costs it and no more.

Run as a program: one request as JSON on stdin, the results as JSON on stdout. It loads no engine, so it starts fast.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from evidence.page_ends import on_pages, page_ends
from evidence.pdf_boxes import PdfDrawError, PdfPages
from evidence.ranges import Range
from ledger.values import PdfPage, Value
from tasks.pictures_values import PictureResult, QuoteSpot, stage

CPU_SECONDS: Final = 100
MEMORY_BYTES: Final = 2_000_000_000


class PdfRequest(Value):
    """What to draw: `pdf` and `text` are paths of the evidence's files, `staging` the folder for the pictures."""

    pdf: str
    text: str
    pages: list[PdfPage]
    quotes: list[QuoteSpot]
    staging: str


class PdfAnswer(Value):
    """The results, or why the file as a whole could not be drawn."""

    results: list[PictureResult]
    failure: str | None = None


def draw(request: PdfRequest) -> list[PictureResult]:
    """At least one result per quote, in their order: one for each page that the quote has letters on.

    Raises:
        PdfDrawError: the file as a whole can't be opened.
    """
    text = Path(request.text).read_bytes().decode("utf-8")
    with PdfPages(Path(request.pdf).read_bytes()) as document:
        return [
            result
            for quote in request.quotes
            for result in _quote(document, text, request.pages, quote, Path(request.staging))
        ]


def main() -> None:
    """Answer one request; whatever a library prints goes nowhere near the answer."""
    _limit()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        answer = PdfAnswer(results=draw(PdfRequest.model_validate_json(sys.stdin.buffer.read())))
    except PdfDrawError as error:
        answer = PdfAnswer(results=[], failure=str(error))
    except MemoryError:
        answer = PdfAnswer(results=[], failure="Drawing the PDF needs more memory than it may use.")
    answers.write(answer.model_dump_json().encode("utf-8"))
    answers.close()


def _limit() -> None:
    import resource  # noqa: PLC0415  (not on every system)

    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _quote(
    document: PdfPages, text: str, pages: Sequence[PdfPage], quote: QuoteSpot, folder: Path
) -> list[PictureResult]:
    own = [Range(page.start, page.end) for page in pages]
    ends = page_ends(text, own) if quote.over_page_ends else []
    parts = on_pages(Range(quote.start, quote.end), own, ends)
    touched = [(pages[index], part) for index, part in parts if not text[part.start : part.end].isspace()]
    if not touched:
        return [_failed(quote, None, "The quote lies on no page of the PDF.")]
    return [_on_page(document, text, page, part, quote, folder) for page, part in touched]


def _on_page(
    document: PdfPages, text: str, page: PdfPage, part: Range, quote: QuoteSpot, folder: Path
) -> PictureResult:
    start, end = part.start - page.start, part.end - page.start
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


if __name__ == "__main__":
    main()
