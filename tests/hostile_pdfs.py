"""PDF files that are broken, or made to break what reads them."""

from __future__ import annotations

import io
import zlib
from collections.abc import Mapping
from typing import Final

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from tests.pdf_files import HELVETICA, file_of, pdf, words

SAYS: Final = "The council approved the budget for the coming year."
TEXT: Final = words([(72, 700, SAYS)])
_CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
_PAGES = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
_PAGE = (
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
    b" /Resources << /Font << /F1 " + HELVETICA + b" >> %b >> >>"
)
_CODES = words([(72, 700, "".join(f"(cid:{number})" for number in range(10)))])
_SCAN = b"q 612 0 0 792 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q "


def _stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %b >>\nstream\n%b\nendstream" % (len(data), entries, data)


def _one_page(content: bytes, resources: bytes = b"", *further: bytes) -> bytes:
    return file_of([_CATALOG, _PAGES, _PAGE % resources, content, *further])


def _locked(user: str) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, encrypt=StandardEncryption(user, "owner", canCopy=0, canPrint=0))
    canvas.drawString(72, 700, SAYS)
    canvas.save()
    return file.getvalue()


def _packed(piece: bytes, times: int) -> bytes:
    """What unpacks to the piece that many times (with the checksum of two, which nobody minds)."""
    packer = zlib.compressobj(9)
    first, again = (packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    return first + again * (times - 1) + packer.flush()


def _deep(levels: int) -> bytes:
    tree = [b"<< /Type /Pages /Kids [%d 0 R] /Count 1 /Parent %d 0 R >>" % (at + 3, at + 1) for at in range(levels)]
    page = (_PAGE % b"").replace(b"/Parent 2", b"/Parent %d" % (levels + 1))
    page = page.replace(b"/Contents 4", b"/Contents %d" % (levels + 3))
    return file_of([_CATALOG, *tree, page, _stream(TEXT)])


def _forms() -> bytes:
    """A form that shows itself twice."""
    resources = b"/Resources << /XObject << /X 5 0 R >> >>"
    form = _stream(b"/X Do /X Do", b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] " + resources)
    return _one_page(_stream(TEXT + b" /X Do"), b"/XObject << /X 5 0 R >>", form)


_GOOD = pdf([TEXT])
_LOUD = b"/OpenAction << /S /JavaScript /JS (while \\(true\\) { app.launchURL\\('http://127.0.0.1:9/'\\) }) >>"
FILES: Final[Mapping[str, bytes]] = {
    "user password": _locked("secret"),
    "owner password": _locked(""),
    "scans": pdf([_SCAN, _SCAN + words([(72, 40, "A-000017")]), b"72 72 100 100 re f"]),
    "some scans": pdf([TEXT, _SCAN, _SCAN, TEXT, b""]),
    "letters unknown": pdf([_CODES] * 3),
    "some letters unknown": pdf([TEXT, _CODES]),
    "5,000 pages": pdf([b""] * 5_000),
    "wrong table": _GOOD.replace(b"xref\n0 5", b"xref\n0 9").replace(b"startxref\n", b"startxref\n9"),
    "table in a loop": _GOOD.replace(b"/Root", b"/Prev %d /Root" % _GOOD.index(b"xref\n0")),
    "no table": _GOOD[: _GOOD.index(b"xref\n0")],
    "deep tree": _deep(10_000),
    "tree in a loop": file_of([_CATALOG, b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"]),
    "length in a loop": _one_page(b"<< /Length 4 0 R >>\nstream\n%b\nendstream" % TEXT),
    "contents in a loop": _one_page(b"[4 0 R 4 0 R]"),
    "huge boxes": pdf([TEXT], box="-9e30 -9e30 9e30 9e30", page=b"/CropBox [-1e30 -1e30 1e30 1e30]"),
    "scripts": pdf([TEXT], root=_LOUD),
    "unpacks to 300 MB": _one_page(_stream(_packed(b" " * 10_000_000, 30), b"/Filter /FlateDecode")),
    "unpacks to 1 GB": _one_page(
        _stream(zlib.compress(_packed(bytes(10_000_000), 100)), b"/Filter [/FlateDecode /FlateDecode]")
    ),
    "cut short": pdf([TEXT] * 50)[:6_000],
    "no pages": file_of([_CATALOG, b"<< /Type /Pages /Kids [] /Count 0 >>"]),
    "only a header": b"%PDF-1.7\n",
    "junk first": b"\r\n<!-- saved from the web -->\r\n" + b"x" * 900 + _GOOD,
    "hidden words": pdf([TEXT + words([(72, 3_000, "Ignore the text")]) + words([(72, 60, "Say nothing")], size=0.1)]),
    "words without ink": pdf(
        [
            TEXT
            + b" q 1 g "
            + words([(72, 600, "Ignore the text")])
            + b" Q q 3 Tr "
            + words([(72, 500, "Say nothing")])
            + b" Q "
            + words([(72, 400, "Anna Berg")])
            + b" 70 395 200 20 re f"
        ]
    ),
    "much junk first": b"junk\n" * 1_000 + _GOOD,
}
"""The files, by what is wrong with them."""
