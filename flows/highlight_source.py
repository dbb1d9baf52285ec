"""The PDF that is to be marked: from the web or from this machine, and what to say where there is none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from evidence.urls import fragmentless
from flows.acquire import Source, Unobtainable
from flows.cite_fetch import CitedPage, cited_page
from flows.cite_rows import fetch_failed
from flows.fetch_refusals import code_of, message_of
from flows.highlight_rows import ADVICE
from flows.registry import NO_SESSION
from flows.services import Services
from flows.unread import Unread
from ledger.refusals import Refusal
from ledger.values import PdfPage
from tasks.unfit import PDF_ADVICE

_NAME_CHARACTERS: Final = 60
_UNNAMED: Final = "document"
_ADVICE: Final = {
    **ADVICE,
    "FILE_OUTSIDE_ROOTS": "Give a path under a folder that may be read, or ask the person to add its folder to "
    "URATORI_ALLOWED_ROOTS.",
    "FILE_NOT_FOUND": "Check the path: it must be absolute and name a regular file that can be read.",
    "FILE_TOO_LARGE": "Give a smaller file, for example the part that matters.",
    "FILE_EMPTY": "Give a file that holds text.",
    "FILE_CHANGED": "Make the same call again when the file is written.",
    "FILE_KIND_UNSUPPORTED": "Give a PDF.",
}


@dataclass(frozen=True)
class PdfGot:
    """A PDF on this disk, and what was read of it just now: the file of its text, and the ranges of its pages."""

    path: str
    text: str | None = None
    pages: list[PdfPage] = field(default_factory=list)


async def pdf_got(services: Services, source: Source, job_id: str, *, locked: bool) -> PdfGot:
    """Get the PDF. `locked`: there is a password for it, and nobody reads it here.

    A PDF from the web that opens without a password is kept as a page is that was fetched for a citation.

    Raises:
        Refusal: why there is no PDF.
    """
    try:
        if source.url is not None and not locked:
            return _of_copy(source, await cited_page(services, source.url, job_id))
        at = source if source.url is None else Source(url=fragmentless(source.url))
        body = await Unread(services, at, job_id=job_id, session_id=NO_SESSION).body()
    except Unobtainable as failed:
        raise refused(failed) from None
    if body.media != "pdf":
        raise _no_pdf(source)
    return PdfGot(body.staged)


def _of_copy(source: Source, page: CitedPage) -> PdfGot:
    pdf, text = page.copy.file("pdf"), page.copy.file("text")
    if pdf is None or text is None:
        raise _no_pdf(source)
    return PdfGot(str(page.folder.path / pdf.path), str(page.folder.path / text.path), page.copy.pages)


def file_stem(source: Source) -> str:
    """A name for the copy, made of the source's own: letters, digits, dots and hyphens."""
    name = urlsplit(source.url).path.rpartition("/")[2] if source.url is not None else PurePath(source.path or "").name
    stem = re.sub(r"\.pdf$", "", unquote(name), flags=re.IGNORECASE)
    return re.sub(r"[^\w.-]+", "-", stem).strip("-.")[:_NAME_CHARACTERS] or _UNNAMED


def refused(failed: Unobtainable) -> Refusal:
    """The refusal for a source that was not got."""
    code = code_of(failed)
    if failed.source.url is not None and not code.startswith("PDF_"):
        row = fetch_failed(failed)
        kind = failed.failures[-1].kind if failed.failures else ""
        advice = PDF_ADVICE.get(kind, "Check the address, or give another copy.")
        return Refusal("FETCH_FAILED", row.pop("message"), advice, row)
    facts = {"kind": failed.failures[-1].kind} if failed.failures else {}
    return Refusal(code, message_of(failed), _ADVICE.get(code, "Give another copy of the PDF."), facts)


def _no_pdf(source: Source) -> Refusal:
    facts: dict[str, Any] = {"url": source.url[:200]} if source.url is not None else {"path": source.given}
    advice = "Give the path of a PDF."
    if source.url is not None:
        advice = "For a link that opens a web page at the words call generate_text_fragment with the same url."
    return Refusal("PDF_EXPECTED", "The source is no PDF, and only a PDF can be marked.", advice, facts)
