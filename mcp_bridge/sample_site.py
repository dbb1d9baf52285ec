"""Pages served on loopback for the demo and the bench: a real web server, with pages made in memory."""

from __future__ import annotations

import ctypes
import io
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pypdfium2
import pypdfium2.raw as pdfium

A4_POINTS = (595, 842)
LEFT_MARGIN, FIRST_LINE, LINE_HEIGHT, FONT_SIZE = 60, 770, 18, 11


def make_pdf(pages: Sequence[Sequence[str]]) -> bytes:
    """A PDF with one line of Latin text per string, in Helvetica, each page from the top."""
    document = pypdfium2.PdfDocument.new()
    for lines in pages:
        page = document.new_page(*A4_POINTS)
        for number, line in enumerate(lines):
            text = pdfium.FPDFPageObj_NewTextObj(document, b"Helvetica", FONT_SIZE)
            encoded = ctypes.create_string_buffer(line.encode("utf-16-le") + b"\0\0")
            pdfium.FPDFText_SetText(text, ctypes.cast(encoded, ctypes.POINTER(pdfium.FPDF_WCHAR)))
            pdfium.FPDFPageObj_Transform(text, 1, 0, 0, 1, LEFT_MARGIN, FIRST_LINE - number * LINE_HEIGHT)
            pdfium.FPDFPage_InsertObject(page, text)
        pdfium.FPDFPage_GenerateContent(page)
        page.close()
    buffer = io.BytesIO()
    document.save(buffer)
    document.close()
    return buffer.getvalue()


@contextmanager
def serve(pages: Mapping[str, tuple[str, bytes]]) -> Iterator[str]:
    """Serve `pages` (path → media type, body) on a free loopback port; yields the base URL without a slash."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = pages.get(self.path.partition("?")[0])
            media_type, body = page or ("text/plain; charset=utf-8", b"not here")
            self.send_response(200 if page else 404)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in http.server
            """Stay quiet: the demo prints its own progress."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="sample-site", daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)
