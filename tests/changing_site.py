"""A loopback site whose pages a test puts there, and changes."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler

from tests.site import Site, article, html

HTML = "text/html; charset=utf-8"


class ChangingSite(Site):
    """`pages[path]` is a status, a media type and a body; everything else is a 404."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[int, str, bytes]] = {}
        super().__init__()

    def put(self, path: str, prose: str) -> str:
        """An article of that prose at the path; its URL."""
        return self.serve(path, article(prose))

    def serve(self, path: str, body: bytes, media_type: str = HTML, status: int = 200) -> str:
        """That body at the path; its URL."""
        self.pages[path] = (status, media_type, body)
        return self.url(path)

    def answer(self, handler: BaseHTTPRequestHandler, path: str) -> None:
        """The page as it is now."""
        status, media_type, body = self.pages.get(path, (404, HTML, html("Not found", "<h1>404</h1>")))
        self.send(handler, body, media_type, status=status)
