"""The text that a session checks, read from a local file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from evidence import limits
from evidence.charset import decode
from evidence.page import read_html
from evidence.pdf import PdfError, read_pdf
from evidence.sniff import sniff
from flows.settings import Settings
from ledger.refusals import Refusal
from mcp_bridge.paths import contents, permitted

ENDINGS: Final = (".txt", ".md", ".html", ".htm", ".pdf")


@dataclass(frozen=True)
class SourceText:
    """A text with where it came from; `file_sha256` is of the file's bytes."""

    text: str
    origin: str | None = None
    file_sha256: str | None = None


def read_file(given: str, settings: Settings) -> SourceText:
    """The text of a file under the allowed roots: of HTML the article, of a PDF all pages.

    Raises:
        Refusal: FILE_NOT_FOUND, FILE_OUTSIDE_ROOTS, FILE_TOO_LARGE, FILE_KIND_UNSUPPORTED, FILE_EMPTY, PDF_NO_TEXT,
            PDF_ENCRYPTED.
    """
    path = permitted(given, settings)
    if path.suffix.lower() not in ENDINGS:
        raise _unsupported(given, path.suffix or "no ending")
    path, data = contents(given, settings, most_bytes=limits.EVIDENCE_WIRE_BYTES)
    text = text_of(data, path.name, given) if data.strip() else ""
    if not text.strip():
        raise Refusal(
            "FILE_EMPTY",
            f"{given!r} holds no text.",
            "Give another file, or the text itself as type text.",
            {"path": given},
        )
    return SourceText(text, str(path), hashlib.sha256(data).hexdigest())


def text_of(data: bytes, name: str, given: str) -> str:
    """The text in a file's bytes, by what they are and not by the file's name. `given` names it in refusals."""
    media = sniff(data, None, name)
    if media == "pdf":
        return _pdf_text(data, given)
    if media == "html":
        page = read_html(decode(data, None, html=True).text, None)
        article = "\n\n".join(page.text[part.start : part.end] for part in page.article)
        return article if article.strip() else page.text
    if media in ("text", "markdown"):
        return decode(data, None, html=False).text
    raise _unsupported(given, media)


def _pdf_text(data: bytes, given: str) -> str:
    try:
        pdf = read_pdf(data, max_pages=limits.PDF_PAGES)
    except PdfError as error:
        code = "PDF_ENCRYPTED" if error.kind == "encrypted" else "FILE_KIND_UNSUPPORTED"
        raise Refusal(
            code,
            f"{given!r} can't be read as a PDF: {error.message}",
            "Give an unprotected, undamaged copy, or the text itself as type text.",
            {"path": given, "kind": error.kind},
        ) from None
    if not pdf.text.strip():
        raise Refusal(
            "PDF_NO_TEXT",
            f"{given!r} has {len(pdf.pages)} page(s) and no text layer.",
            "Give a copy with recognised text, or the text itself as type text.",
            {"path": given, "pages": len(pdf.pages)},
        )
    return pdf.text


def _unsupported(given: str, kind: str) -> Refusal:
    return Refusal(
        "FILE_KIND_UNSUPPORTED",
        f"{given!r} is of a kind that can't be read ({kind}).",
        f"Give a file of one of these kinds: {', '.join(ENDINGS)}; or the text itself.",
        {"path": given, "supported": list(ENDINGS)},
    )
