"""What marking quotes in a PDF costs: `python -m benchmarks.highlight [FOLDER]`.

Ten quotes, each over a line end, in PDFs of a hundred pages of 48 lines: through the real client over stdio and the
real hub, from files and over loopback; and the steps of it, in CPU time of this process. Prints a table and ends with
exit code 1 when a figure is over its budget by more than noise. Its data goes to FOLDER (``.uratori/highlight`` unless
given), which is emptied first.
"""

from __future__ import annotations

import io
import statistics
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pikepdf
from mcp import Client
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from benchmarks.figures import Figure, cpu_ms, run
from benchmarks.hostile_site import serve, whole
from evidence.pdf import read_pdf
from evidence.pdf_boxes import PdfPages
from evidence.pdf_highlight import highlighted
from evidence.pdf_marks import QuoteMarker
from evidence.ranges import Range
from mcp_bridge.stdio_client import call, connect

PAGES: Final = 100
LINES: Final = 48
QUOTES: Final = 10
BUDGET: Final = 2.0
"""Seconds for ten quotes in a PDF of a hundred pages."""
ENGLISH: Final = "On page {} line {} says that the harbour took in {} ships in the year of the great"
JAPANESE: Final = "{}頁の{}行目によれば港は年に{}隻の船を扱ったという。これは前年より多い。"
PASSWORD: Final = "benchmark"


def lines(sentence: str, page: int) -> list[str]:
    """The lines of a page."""
    return [sentence.format(page, line, page * 1_000 + line) for line in range(1, LINES + 1)]


def document(sentence: str, font: str = "Helvetica", size: float = 11) -> bytes:
    """The PDF with that sentence in every line."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=1)
    for page in range(1, PAGES + 1):
        canvas.setFont(font, size)
        for number, line in enumerate(lines(sentence, page)):
            canvas.drawString(50, 800 - 15 * number, line)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def quotes(sentence: str) -> list[str]:
    """Quotes over the end of a line, each on a page of its own."""
    return [" ".join(lines(sentence, page)[4:6]) for page in range(5, PAGES, PAGES // QUOTES)]


def documents() -> dict[str, tuple[bytes, list[str]]]:
    """The PDFs by what they are, each with its quotes."""
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    english = document(ENGLISH)
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(english)) as file:
        file.save(out, encryption=pikepdf.Encryption(owner="owner", user=PASSWORD))
    return {
        "English": (english, quotes(ENGLISH)),
        "Japanese": (document(JAPANESE, "HeiseiMin-W3"), quotes(JAPANESE)),
        "locked": (out.getvalue(), quotes(ENGLISH)),
    }


def steps(data: bytes, wanted: list[str]) -> Iterator[Figure]:
    """The steps for one PDF, in this process."""
    text = read_pdf(data, max_pages=PAGES)
    ranges = [Range(page.start, page.end) for page in text.pages]

    def mark() -> list[Any]:
        with PdfPages(data) as pages:
            marker = QuoteMarker(pages, text.text, ranges)
            return [made for quote in wanted for made in marker.mark(quote).marks]

    marks = mark()
    if len(marks) != QUOTES:
        raise AssertionError(f"{len(marks)} of {QUOTES} quotes were found")
    now = datetime.now(UTC)
    yield Figure("reading its text", cpu_ms(lambda: read_pdf(data, max_pages=PAGES), 3), "ms", None, "CPU")
    yield Figure("finding and placing the quotes", cpu_ms(mark, 3), "ms", None, "CPU")
    yield Figure("writing the copy", cpu_ms(lambda: highlighted(data, marks, modified=now), 5), "ms", None, "CPU")


async def marked(client: Client, wanted: list[str], **source: Any) -> float:
    """Seconds until the copy is there."""
    started = time.perf_counter()
    answer = await call(client, "highlight_pdf", cited_text=wanted, **source)
    seconds = time.perf_counter() - started
    if answer["status"] != "done" or answer["match_count"] != QUOTES:
        raise AssertionError(f"not everything was marked: {answer['next_step']}")
    return seconds


async def measure(home: Path, work: Path) -> list[Figure]:
    """Every figure, in the order of the table."""
    made = documents()
    figures = list(steps(*made["English"]))
    async with connect(home, work, {"URATORI_ALLOW_PRIVATE_ADDRESSES": "true"}) as client:
        for name, (data, wanted) in made.items():
            path = work / f"{name}.pdf"
            path.write_bytes(data)
            lock = {"password": PASSWORD} if name == "locked" else {}
            if not figures[3:]:  # Prefect's server, the flow thread and the parser's process start
                await marked(client, wanted, path=str(path))
            taken = [await marked(client, wanted, path=str(path), **lock) for _ in range(3)]
            figures.append(Figure(f"{name}, a file", statistics.median(taken), "s", BUDGET, "wall, median of 3"))
        sources = {f"/{number}.pdf": whole("application/pdf", made["English"][0]) for number in range(3)}
        with serve(sources) as site:
            taken = [await marked(client, made["English"][1], url=f"{site}{path}") for path in sources]
        figures.append(Figure("English, fetched", statistics.median(taken), "s", BUDGET, "wall, median of 3"))
    return figures


def main() -> int:
    """Measure, print the table; 1 when a budget is missed by more than noise."""
    return run("highlight", measure, title=f"{QUOTES} quotes in a PDF of {PAGES} pages")


if __name__ == "__main__":
    sys.exit(main())
