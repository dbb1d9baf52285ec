"""How long a link takes, as CPU time: `python -m benchmarks.fragment_speed`."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Final, TypeVar

from benchmarks.fragment_judge import URL
from benchmarks.fragments import PAGES
from evidence.fragment_match import FragmentPage
from evidence.fragments import Link, build
from evidence.page import read_html

T = TypeVar("T")
_QUOTES: Final = 60
_SIZES: Final = (("200 KB", 200_000), ("5 MB", 5_000_000))
_REPEATED: Final = 100_000
_PARAGRAPH: Final = re.compile(r"<(p|li|h1|h2|td|pre)>")


def page_of(name: str, size: int) -> str:
    """A page of `size` bytes: an own one again and again, with a number in each paragraph."""
    html = (PAGES / f"{name}.html").read_text(encoding="utf-8")
    head, body = html[: html.index("<body>") + 6], html[html.index("<body>") + 6 : html.index("</body>")]
    pieces = [head]
    length = len(head)
    while length < size:
        again = _PARAGRAPH.sub(rf"<\1>{len(pieces)} ", body)
        pieces.append(again)
        length += len(again.encode())
    return "".join(pieces)


def timed(doing: Callable[[], T]) -> tuple[T, float]:
    """What is done, and its milliseconds."""
    begun = time.process_time()
    done = doing()
    return done, 1000 * (time.process_time() - begun)


def measure(label: str, html: str) -> str:
    """A row: reading a page, then quotes of it."""
    page = read_html(html, URL)
    _, reading = timed(lambda: FragmentPage(page.text, page.marked_html))
    build(URL, page.text, 0, 9, marked_html=page.marked_html)
    chance = random.Random(label)
    spent: list[float] = []
    links = 0
    for _ in range(_QUOTES):
        start = chance.randrange(len(page.text) - 200)
        end = start + chance.randint(20, 200)
        found, took = timed(partial(build, URL, page.text, start, end, marked_html=page.marked_html))
        spent.append(took)
        links += isinstance(found, Link)
    characters = f"{len(page.text):,}"
    return f"| {label} | {characters} | {reading:.0f} | {median(spent):.1f} | {max(spent):.1f} | {links} of {_QUOTES} |"


def main() -> None:
    """Print the table."""
    print("| page | characters | read, ms | a quote, median ms | longest | links |\n|---|---:|---:|---:|---:|---:|")
    for size, most in _SIZES:
        for name in ("en", "ja", "ko"):
            print(measure(f"{name}, {size}", page_of(name, most)))
    again = "".join(f"<p>{'the same words ' * 100}" for _ in range(_REPEATED // 100))
    print(measure(f"{_REPEATED:,} times the same words", again))


if __name__ == "__main__":
    main()
