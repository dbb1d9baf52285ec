"""PDF files written byte by byte, for tests that need to say exactly what is in one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

HELVETICA = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
_MINCHO = (
    b"<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UTF16-%b /DescendantFonts ["
    b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3"
    b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 5 >>"
    b" /FontDescriptor << /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 6 /FontBBox [-123 -257 1001 910]"
    b" /ItalicAngle 0 /Ascent 709 /Descent -241 /CapHeight 500 /StemV 69 >> >>] >>"
)
VERTICAL, HORIZONTAL = _MINCHO % b"V", _MINCHO % b"H"
"""Japanese fonts, written downwards and across; text is given to `words` with `wide`."""

Words = tuple[float, float, str]
"""Where a text begins, in points from the bottom left, and the text."""


def words(placed: Iterable[Words], *, size: float = 11, wide: bool = False) -> bytes:
    """A content stream that shows the texts in this order."""
    shown = (
        b"1 0 0 1 %.2f %.2f Tm <%b> Tj" % (x, y, text.encode("utf-16-be" if wide else "latin-1").hex().encode())
        for x, y, text in placed
    )
    return b"BT /F1 %.2f Tf " % size + b"\n".join(shown) + b" ET"


def pdf(
    contents: Sequence[bytes],
    *,
    font: bytes = HELVETICA,
    box: str = "0 0 612 792",
    page: bytes = b"",
    root: bytes = b"",
) -> bytes:
    """A file with a page for each content stream; `page`, `root`: further entries of each page, of the catalog."""
    kids = b" ".join(b"%d 0 R" % (3 + 2 * at) for at in range(len(contents)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R %b >>" % root,
        b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids, len(contents)),
    ]
    for at, content in enumerate(contents):
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [%b] /Contents %d 0 R /Resources << /Font << /F1 %b >> >> %b >>"
            % (box.encode(), 4 + 2 * at, font, page),
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
        ]
    return file_of(objects)


def file_of(objects: Sequence[bytes]) -> bytes:
    """A file of these objects, numbered from 1; the first one is the catalog."""
    parts, offsets, length = [b"%PDF-1.7\n"], [], 9
    for number, body in enumerate(objects, 1):
        offsets.append(length)
        parts.append(b"%d 0 obj\n%b\nendobj\n" % (number, body))
        length += len(parts[-1])
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    parts.append(b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, table))
    parts.append(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, length))
    return b"".join(parts)
