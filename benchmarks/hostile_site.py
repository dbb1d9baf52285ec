"""Pages on loopback for measurements, and bodies made to fill a reader's memory."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

HOSTILE_BYTES: Final = 200_000_000
BLOCK: Final = b"All work and no play makes the harbour a dull place.\n" * 1_200

Answer = Callable[[BaseHTTPRequestHandler], None]


def whole(media_type: str, body: bytes, status: int = 200, **headers: str) -> Answer:
    """An answer with a length and a body."""

    def send(handler: BaseHTTPRequestHandler) -> None:
        _head(handler, status, {"Content-Type": media_type, "Content-Length": str(len(body)), **headers})
        handler.wfile.write(body)

    return send


def endless(handler: BaseHTTPRequestHandler) -> None:
    """Text in chunks, 200 MB of it, without a length."""
    _head(handler, 200, {"Content-Type": "text/plain; charset=utf-8", "Transfer-Encoding": "chunked"})
    for _ in range(HOSTILE_BYTES // len(BLOCK)):
        handler.wfile.write(b"%x\r\n%b\r\n" % (len(BLOCK), BLOCK))
    handler.wfile.write(b"0\r\n\r\n")


def declared(handler: BaseHTTPRequestHandler) -> None:
    """200 MB of text that says so."""
    length = HOSTILE_BYTES // len(BLOCK) * len(BLOCK)
    _head(handler, 200, {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(length)})
    for _ in range(HOSTILE_BYTES // len(BLOCK)):
        handler.wfile.write(BLOCK)


def bomb() -> Answer:
    """A gzip body of about 600 KB that decodes to 600 MB of text."""
    return _gzip("text/html", gzip.compress(b"a\n" * (HOSTILE_BYTES // 2), 9) * 3)


def zipped(media_type: str, line: str, size: int) -> Answer:
    """A gzip body that decodes to about `size` bytes of lines with as many numbers as keep its ratio under 200."""
    block = "".join(f"{number * 7919 % 10_007} {line}" for number in range(4_000)).encode()
    return _gzip(media_type, gzip.compress(block * (size // len(block)), 9))


def _gzip(media_type: str, body: bytes) -> Answer:
    return whole(media_type, body, 200, **{"Content-Encoding": "gzip"})


def cut(handler: BaseHTTPRequestHandler) -> None:
    """Half of what was promised, then the end of the connection."""
    _head(handler, 200, {"Content-Type": "text/html", "Content-Length": "20000"})
    handler.wfile.write(b"<p>" + b"half a page " * 800)


def _head(handler: BaseHTTPRequestHandler, status: int, headers: Mapping[str, str]) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Connection", "close")
    handler.end_headers()
    handler.close_connection = True


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is what these pages are for."""


@contextmanager
def serve(answers: Mapping[str, Answer | bytes | None]) -> Iterator[str]:
    """Serve the `Answer`s by path on a free loopback port, 404 elsewhere; yields the base URL without a slash."""
    missing = whole("text/html", b"<h1>404</h1>", 404)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            answer = answers.get(self.path)
            (answer if callable(answer) else missing)(self)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in http.server
            """Stay quiet: the table is the output."""

    server = _Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, name="hostile-site", daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)
