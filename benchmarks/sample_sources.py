"""The sources of the measurements: pages, ways to fail, and bodies made to fill a reader's memory.

Each table goes from a source to what is there: an answer of the site for a path, bytes for a file of the working
directory, None for what needs nobody to fail. A whole URL is asked for as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from benchmarks import hostile_site
from benchmarks.hostile_site import Answer, whole
from benchmarks.sample_pages import page, pdf
from evidence import limits
from mcp_bridge import bench_pages

HTML: Final = "text/html; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"
LINE: Final = "The harbour master wrote one more line into his very long book.\n"

Sources = Mapping[str, Answer | bytes | None]


@cache
def numbered(path: str) -> bytes:
    """The page of 50 KB at `path`, which names it."""
    return page(50_000).replace("Harbours, a history", f"Harbours at {path}").encode()


def pages(count: int) -> dict[str, Answer]:
    """That many pages of 50 KB."""
    return {f"/page/{n}": whole(HTML, numbered(f"/page/{n}")) for n in range(count)}


def failing() -> dict[str, Answer | None]:
    """Ten sources that come to nothing, each in its own way."""
    return {
        "/nowhere": None,
        "/broken": whole(HTML, b"<h1>Gone</h1>", 410),
        "/empty": whole(HTML, b""),
        "/cut": hostile_site.cut,
        "/away": whole(HTML, b"", 302, Location="ftp://127.0.0.1/"),
        "ftp://127.0.0.1/": None,
        "http://127.0.0.1:1/": None,
        "http://someone:secret@127.0.0.1/": None,
        "missing.txt": None,
        "/picture": whole("image/png", b"\x89PNG\r\n\x1a\n" + bytes(2_000)),
    }


def fifty() -> dict[str, Answer | bytes | None]:
    """Fifty sources of several kinds, the failing ones among them."""
    good: dict[str, Answer | bytes | None] = {
        **pages(37),
        "/text": whole(TEXT, bench_pages.plain_text().encode()),
        "/pages.pdf": whole("application/pdf", pdf()),
        "note.txt": bench_pages.source_text().encode(),
    }
    rows = [*good.items(), *failing().items()]
    return dict(rows[place * 7 % len(rows)] for place in range(len(rows)))  # 7 leaves none of the 50 out


def hostile() -> dict[str, tuple[str, Answer | bytes]]:
    """By what it is: the source and its body."""
    most = limits.EVIDENCE_WIRE_BYTES - 100_000
    picture = '<p><img src="data:image/png;base64,' + "QUJD" * (most // 4) + '">'
    parts = "<b hidden>a</b>b" * 1_000_000
    return {
        "200 MB in chunks, without a length": ("/endless", hostile_site.endless),
        "200 MB by its length": ("/declared", hostile_site.declared),
        "gzip of 0.6 MB that decodes to 600 MB": ("/bomb", hostile_site.bomb()),
        "gzip of 8 MB that decodes to 190 MB of text": ("/long", hostile_site.zipped(TEXT, LINE, 190_000_000)),
        "a page of 50 MB": ("/large", whole(HTML, page(most).encode())),
        "a page of 1 KB and a picture of 50 MB in it": ("/inline", whole(HTML, (page(1_000) + picture).encode())),
        "a page of a million hidden parts": ("/parts", whole(HTML, f"<p>{parts}".encode())),
        "a text file of 40 MB": ("large.txt", (LINE * (40_000_000 // len(LINE)) + "⚓").encode()),
        "the longest text that is kept": ("longest.txt", ("⚓" + LINE * (9_999_000 // len(LINE))).encode()),
    }
