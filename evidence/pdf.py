"""The text of a PDF with the range of each page. Bytes in, text out; a hostile file is the caller's to contain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import pypdfium2
import pypdfium2.raw as pdfium

from evidence import limits
from evidence.pdf_page import PageText, read_page
from evidence.pdf_pages import PageState

PAGE_BREAK: Final = "\n\n"
"""Between the texts of two pages; it belongs to no page's range."""
TITLE_CHARACTERS: Final = 500
CONCEALED_PLACES: Final = 1_000
"""Places of a document whose concealed words are kept; more say no more."""

PdfErrorKind = Literal["encrypted", "wrong_password", "broken", "too_many_pages", "too_long"]


class PdfError(Exception):
    """A PDF that can't be read, with the reason as a stable word."""

    def __init__(self, kind: PdfErrorKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


@dataclass(frozen=True, slots=True)
class PdfPageRange:
    """One physical page: `number` counts from 1, `label` is the printed number, ``[start, end)`` its text.

    `ruled`: it may hold a table. `fields`: it has fields to fill in, of which the text says nothing.
    """

    number: int
    label: str | None
    start: int
    end: int
    state: PageState
    ruled: bool
    fields: bool


@dataclass(frozen=True, slots=True)
class PdfText:
    """The text of all pages. A page without a text layer has an empty range.

    A hyphen at a line end stands as ``-`` and a line break: only the matcher can tell a real hyphen from a made one.
    `title` is the document's own. `concealed`: words that nobody can see on their page; they are not in the text, the
    number with each is its place in it.
    """

    text: str
    pages: tuple[PdfPageRange, ...]
    title: str | None = None
    concealed: tuple[tuple[str, int], ...] = ()

    @property
    def pages_with_text(self) -> int:
        """How many pages have a text."""
        return sum(page.end > page.start for page in self.pages)


def read_pdf(data: bytes, *, max_pages: int, max_characters: int = limits.EVIDENCE_CHARACTERS) -> PdfText:
    """Read every page of a PDF of at most `max_pages` pages and `max_characters` characters.

    Raises:
        PdfError: the file asks for a password, is broken, or is longer.
    """
    document = _opened(data)
    try:
        count = len(document)
        if count > max_pages:
            raise PdfError("too_many_pages", f"The PDF has {count:,} pages; at most {max_pages:,} are read.")
        pieces: list[str] = []
        pages: list[PdfPageRange] = []
        concealed: list[tuple[str, int]] = []
        length = 0
        for index in range(count):
            read = _page(document, index)
            start = length + len(PAGE_BREAK if index else "")
            length = start + len(text := read.text)
            if length > max_characters:
                raise PdfError("too_long", f"The PDF has more than {max_characters:,} characters.")
            pieces.append(text)
            pages.append(
                PdfPageRange(index + 1, _label(document, index), start, length, read.state, read.ruled, read.fields)
            )
            room = max(0, CONCEALED_PLACES - len(concealed))
            concealed += [(words, min(start + at, length)) for words, at in read.concealed[:room]]
        if all(page.state == "damaged" for page in pages):
            raise PdfError("broken", "No page of the PDF can be opened.")
        title = " ".join(str(document.get_metadata_value("Title")).split())[:TITLE_CHARACTERS]
        return PdfText(PAGE_BREAK.join(pieces), tuple(pages), title or None, tuple(concealed))
    finally:
        document.close()


def _opened(data: bytes) -> Any:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise PdfError("encrypted", "The PDF asks for a password.") from error
        if error.err_code == pdfium.FPDF_ERR_SECURITY:
            raise PdfError("encrypted", "The PDF is locked in a way that can't be opened here.") from error
        raise PdfError("broken", "The PDF is damaged or cut short and can't be opened.") from error
    if len(document) == 0:
        document.close()
        raise PdfError("broken", "The PDF has no pages.")
    return document


def _page(document: Any, index: int) -> PageText:
    """A page that can't be opened is an empty one as long as others can."""
    try:
        page = document[index]
        try:
            return read_page(page)
        finally:
            page.close()
    except pypdfium2.PdfiumError:
        return PageText("", "damaged", [], ruled=False, fields=False)


def _label(document: Any, index: int) -> str | None:
    try:
        return document.get_page_label(index) or None
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        return None
