"""The text of a PDF with the range of each page. Bytes in, text out; a hostile file is the caller's to contain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

import pypdfium2
import pypdfium2.raw as pdfium

PAGE_BREAK: Final = "\n\n"
"""Between the texts of two pages; it belongs to no page's range."""
_MARK: Final = re.compile("[\ufffe\x02]\n?")

PdfErrorKind = Literal["encrypted", "broken", "too_many_pages"]


class PdfError(Exception):
    """A PDF that can't be read, with the reason as a stable word."""

    def __init__(self, kind: PdfErrorKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


@dataclass(frozen=True, slots=True)
class PdfPageRange:
    """One physical page: `number` counts from 1, `label` is the printed number, ``[start, end)`` its text."""

    number: int
    label: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PdfText:
    """The text of all pages. A page without a text layer has an empty range.

    A hyphen at a line end stands as ``-`` and a line break: only the matcher can tell a real hyphen from a made one.
    `title` is the document's own.
    """

    text: str
    pages: tuple[PdfPageRange, ...]
    pages_with_text: int
    title: str | None = None


def read_pdf(data: bytes, *, max_pages: int) -> PdfText:
    """Read every page of a PDF of at most `max_pages` pages.

    Raises:
        PdfError: the file asks for a password, is broken, or has more pages.
    """
    document = _opened(data)
    try:
        count = len(document)
        if count > max_pages:
            raise PdfError("too_many_pages", f"The PDF has {count} pages; at most {max_pages} are read.")
        pieces: list[str] = []
        pages: list[PdfPageRange] = []
        length = 0
        for index, text in enumerate(_page_texts(document, count)):
            if index:
                pieces.append(PAGE_BREAK)
                length += len(PAGE_BREAK)
            pages.append(PdfPageRange(index + 1, _label(document, index), length, length + len(text)))
            pieces.append(text)
            length += len(text)
        title = " ".join(str(document.get_metadata_value("Title")).split())
        with_text = sum(page.end > page.start for page in pages)
        return PdfText("".join(pieces), tuple(pages), with_text, title or None)
    finally:
        document.close()


def _opened(data: bytes) -> Any:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code in {pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY}:
            raise PdfError("encrypted", "The PDF asks for a password.") from error
        raise PdfError("broken", "The PDF is damaged or cut short and can't be opened.") from error
    if len(document) == 0:
        document.close()
        raise PdfError("broken", "The PDF has no pages.")
    return document


def _page_texts(document: Any, count: int) -> Iterator[str]:
    unreadable = 0
    for index in range(count):
        try:
            page = document[index]
        except pypdfium2.PdfiumError:
            # A damaged page is an empty one as long as others can be read; the ranges show which.
            unreadable += 1
            yield ""
            continue
        try:
            layer = page.get_textpage()
            text = layer.get_text_range().replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
            if _MARK.search(text):
                text = _with_hyphens(text, layer)
            layer.close()
        finally:
            page.close()
        yield text.strip("\n ")
    if unreadable == count:
        raise PdfError("broken", "No page of the PDF can be opened.")


def is_hyphen(layer: Any, index: int) -> bool:
    """Whether the text layer's character `index` is PDFium's one mark for a hyphen at a line end and its break."""
    return bool(pdfium.FPDFText_IsHyphen(layer, index) == 1 and pdfium.FPDFText_GetUnicode(layer, index) in {2, 0xFFFE})


def _with_hyphens(text: str, layer: Any) -> str:
    """The text with its line-end marks written out; the same code points where they are no such mark go."""
    marks = [
        is_hyphen(layer, index)
        for index in range(layer.count_chars())
        if pdfium.FPDFText_GetUnicode(layer, index) in {2, 0xFFFE}
    ]
    found = _MARK.findall(text)
    if len(marks) != len(found):
        marks = [mark[0] == "\ufffe" for mark in found]
    each = iter(marks)
    return _MARK.sub(lambda mark: "-\n" if next(each) else mark[0][1:], text)


def _label(document: Any, index: int) -> str | None:
    try:
        return document.get_page_label(index) or None
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        return None
