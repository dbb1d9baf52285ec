"""What kind of document a body is: by its bytes first, by its label and name only where the bytes leave it open."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Final, Literal

from evidence.charset_guess import utf16_without_mark

Media = Literal["html", "text", "markdown", "pdf", "docx", "png", "jpeg", "gif", "webp", "unsupported"]

_PDF_WITHIN: Final = 1_024
"""Junk before ``%PDF-`` that readers of PDFs put up with."""
_SAMPLE: Final = 4_096
_AFTER: Final = 65_536
"""Of what follows a late ``%PDF-``: there is the first object of a PDF."""
_DOCUMENT: Final = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|meta|title)\b",
    re.IGNORECASE | re.DOTALL,
)
_MARKUP: Final = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*<(?:!--|script|iframe|h1|div|font|table|a|style|br|p|main|article|section|header|nav|ul|span|link)\b",
    re.IGNORECASE,
)
_PICTURES: Final[tuple[tuple[bytes, Media], ...]] = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
)
_BY_SUFFIX: Final[dict[str, Media]] = {
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
}
_ZIP: Final = b"PK\x03\x04"
_DOCX_TYPE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_NOT_TEXT: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


def sniff(body: bytes, content_type: str | None, name: str | None) -> Media:
    """The kind of `body`; `content_type` is its header's value, `name` its file name or URL path."""
    picture = _picture(body)
    if picture:
        return picture
    head = body[:_SAMPLE]
    document = _DOCUMENT.match(_narrow(head)) is not None
    if not document and b"%PDF-" in body[: _PDF_WITHIN + 5]:
        return "pdf"
    if not document and _holds_pdf(body):
        return "pdf"
    if _is_binary(head):
        return "docx" if _is_docx(body, content_type, name) else "unsupported"
    if document:
        return "html"
    return _by_label(head, (content_type or "").split(";")[0].strip().lower(), name)


def _holds_pdf(body: bytes) -> bool:
    """Whether there is a whole PDF after more junk: its header, and then what is no text."""
    at = body.find(b"%PDF-")
    following = body[at : at + _AFTER]
    return at > 0 and (_is_binary(following[:_SAMPLE]) or b" obj" in following) and b"%%EOF" in body[at:]


def _by_label(head: bytes, label: str, name: str | None) -> Media:
    by_name = _BY_SUFFIX.get(PurePosixPath(name or "").suffix.lower())
    unlabelled = label in {"", "application/octet-stream", "application/pdf", _DOCX_TYPE}  # it is none of these
    if label == "text/markdown" or (by_name == "markdown" and (unlabelled or label == "text/plain")):
        return "markdown"
    if label in {"text/html", "application/xhtml+xml"} or (unlabelled and by_name == "html"):
        return "html"
    return "html" if unlabelled and _MARKUP.match(_narrow(head)) else "text"


def _is_docx(body: bytes, content_type: str | None, name: str | None) -> bool:
    """Whether a zip holds a Word document: by the names of what is in it, by label or name where they come too late."""
    if not body.startswith(_ZIP):
        return False
    if b"word/" in body or b"xl/" in body or b"ppt/" in body:
        return b"word/" in body and b"xl/workbook" not in body and b"ppt/presentation" not in body
    labelled = (content_type or "").split(";")[0].strip().lower() == _DOCX_TYPE
    return b"[Content_Types].xml" in body and (labelled or PurePosixPath(name or "").suffix.lower() == ".docx")


def _picture(body: bytes) -> Media | None:
    for magic, media in _PICTURES:
        if body.startswith(magic):
            return media
    return "webp" if body[:4] == b"RIFF" and body[8:12] == b"WEBP" else None


def _narrow(head: bytes) -> bytes:
    """UTF-16 text as bytes in which ASCII markup can be recognised."""
    if head[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return head[2:].replace(b"\0", b"")
    return head.replace(b"\0", b"") if utf16_without_mark(head) else head


def _is_binary(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff", _ZIP, b"{\\rtf")):
        return head.startswith((_ZIP, b"{\\rtf"))
    if utf16_without_mark(head):
        return False
    return len(_NOT_TEXT.findall(head)) > len(head) * 0.02
