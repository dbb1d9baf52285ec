"""A .docx file as a page: converted to HTML, which is then read like any other. Needs the extra `docx` (mammoth)."""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from evidence.docx_parts import DocxError, Parts, read_parts

PICTURE_BYTES: Final = 3_000_000
"""Bytes of one picture that is kept in the page; of all together, ten times that."""
_SHOWN: Final = frozenset({"image/png", "image/jpeg", "image/gif"})
_BACK: Final = re.compile(r' ?<a href="#[^"]*note-ref-[^"]*">↑</a>')
"""The converter's link back from a note: no word of the document."""
_STYLES: Final = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
br[type='page'] => br
br[type='column'] => br
u => u
"""


@dataclass(frozen=True, slots=True)
class DocxPage:
    """The document as markup: its headers, its text in an `article`, its footers.

    `concealed`: words that nobody can see, which are left out.
    """

    html: str
    concealed: tuple[str, ...]


def read_docx(data: bytes) -> DocxPage:
    """Convert a .docx file; text that was deleted (tracked changes), comments and fields' codes are no part of it.

    Raises:
        DocxError: the file is damaged, unpacks to too much, or the extra is not installed.
    """
    try:
        import mammoth  # noqa: PLC0415  (an extra)
    except ImportError as error:
        message = "Reading .docx files needs the extra “docx”, which is not installed: install uratori[docx]."
        raise DocxError("no_reader", message) from error
    parts = read_parts(data)
    try:
        converted = mammoth.convert_to_html(
            io.BytesIO(parts.package),
            style_map=_STYLES,
            include_embedded_style_map=False,
            external_file_access=False,
            convert_image=mammoth.images.img_element(_Pictures().attributes),
        )
    except Exception as error:  # whatever a hostile file makes of the converter, it is one word for the reader
        raise DocxError("broken", f"The file can't be converted: {type(error).__name__}.") from error
    return DocxPage(_document(parts, _BACK.sub("", converted.value)), tuple(parts.concealed))


class _Pictures:
    """Pictures go into the page as long as they are few and small; others leave their description."""

    def __init__(self) -> None:
        self._left = 10 * PICTURE_BYTES

    def attributes(self, image: Any) -> dict[str, str]:
        if image.content_type not in _SHOWN:
            return {}
        try:
            with image.open() as file:
                data = file.read(PICTURE_BYTES + 1)
        except (KeyError, ValueError):
            return {}  # it is not in the file
        if len(data) > min(PICTURE_BYTES, self._left):
            return {}
        self._left -= len(data)
        return {"src": f"data:{image.content_type};base64,{base64.b64encode(data).decode('ascii')}"}


def _document(parts: Parts, body: str) -> str:
    title = f"<title>{html.escape(parts.title)}</title>" if parts.title else ""
    return (
        f'<!doctype html><html><head><meta charset="utf-8">{title}</head><body>'
        f"<header>{_paragraphs(parts.headers)}</header><main><article>{body}</article></main>"
        f"<footer>{_paragraphs(parts.footers)}</footer></body></html>"
    )


def _paragraphs(lines: Iterable[str]) -> str:
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)
