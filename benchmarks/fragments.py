"""How many quotes get a link, and whether a real browser selects exactly their words: `python -m benchmarks.fragments`.

The pages: own ones in many languages (``tests/pages/fragments``), with quotes picked by chance, always the same; and
the `generate` cases of ``../shared/cases/fragments.jsonl`` where they are at hand. The judge is Chromium
(`fragment_judge`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Final

from playwright.async_api import BrowserContext, async_playwright

from benchmarks.fragment_judge import URL, Box, Judge
from evidence.fragment_words import boundaries
from evidence.fragments import Link, build
from evidence.graphemes import floor
from evidence.page import PageText, read_html
from evidence.ranges import Range
from evidence.segments import segments
from tasks.browser import find_chromium

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = ROOT / "tests" / "pages" / "fragments"
CASES: Final = ROOT.parent / "shared" / "cases" / "fragments.jsonl"
GENERATED: Final = "cases"
_EACH: Final = 9
"""Quotes of each kind on a page."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A passage of a page, and why it was picked."""

    kind: str
    range: Range


@dataclass(slots=True)
class Sheet:
    """A page with its quotes."""

    name: str
    html: str
    page: PageText
    quotes: list[Quote]


@dataclass(slots=True)
class Tally:
    """What became of the quotes of one group."""

    quotes: int = 0
    links: int = 0
    right: int = 0
    ambiguous: int = 0
    characters: int = 0
    seconds: float = 0.0
    said: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take another group in."""
        for name in ("quotes", "links", "right", "ambiguous", "characters", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.said += other.said

    def row(self, name: str) -> str:
        """A line of the table."""
        links = max(self.links, 1)
        return (
            f"| {name} | {self.quotes} | {self.links} | {100 * self.links / max(self.quotes, 1):.1f} | {self.right} "
            f"| {self.ambiguous} | {self.characters / links:.0f} | {1000 * self.seconds / max(self.quotes, 1):.2f} |"
        )


HEAD: Final = (
    "| page | quotes | links | % | select exactly the words | not unique | characters | ms |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|"
)


def own_sheets() -> list[Sheet]:
    """The own pages with quotes of every kind."""
    sheets: list[Sheet] = []
    for path in sorted(PAGES.glob("*.html")):
        html = path.read_text(encoding="utf-8")
        page = read_html(html, URL)
        quotes = [one for one in picked(page.text, random.Random(path.stem)) if _is_shown(page, one.range)]
        sheets.append(Sheet(path.stem, html, page, quotes))
    return sheets


def _is_shown(page: PageText, part: Range) -> bool:
    """Whether a passage has words, and none that are shown on demand only."""
    words = any(map(str.isalnum, page.text[part.start : part.end]))
    return words and not any(part.overlaps(other) for other in page.hidden)


def picked(text: str, chance: random.Random) -> Iterator[Quote]:
    """Quotes of a text: sentences, neighbours over a line's end, phrases, single words, and what cuts words."""
    sentences = [Range(one.start, one.end) for one in segments(text, "sentence") if text[one.start : one.end].strip()]
    yield from (Quote("sentence", one) for one in chance.sample(sentences, min(_EACH, len(sentences))))
    pairs = list(pairwise(sentences))
    for one, other in chance.sample(pairs, min(_EACH, len(pairs))):
        yield Quote("neighbours", Range(one.start, other.end))
    words = boundaries(text)
    for kind, least, most in (("phrase", 5, 16), ("word", 1, 2)):
        for _ in range(_EACH):
            at = chance.randrange(len(words) - most)
            yield Quote(kind, Range(words[at], words[at + chance.randint(least, most)]))
    for _ in range(_EACH):
        at = chance.randrange(len(text) - 30)
        yield Quote("cut", Range(floor(text, at), floor(text, at + chance.randint(6, 30))))


def case_sheets() -> list[Sheet]:
    """The pages of the `generate` cases; empty where they are not at hand."""
    if not CASES.exists():
        return []
    sheets: dict[str, Sheet] = {}
    for line in CASES.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["kind"] != "generate" or row["quote"] == "":
            continue
        html = row["html"]
        if html not in sheets:
            sheets[html] = Sheet(GENERATED, html, read_html(html, URL), [])
        text = sheets[html].page.text
        part = Range(0, len(text)) if row["quote"] is None else located(text, row["quote"], row["occurrence"])
        sheets[html].quotes.append(Quote(row["id"], part))
    return list(sheets.values())


def located(text: str, quote: str, occurrence: int) -> Range:
    """Where a quote is in a text, counted from 0, whatever the white space."""
    kept = [at for at, char in enumerate(text) if not char.isspace()]
    bare, wanted = "".join(text[at] for at in kept), "".join(quote.split())
    at = -1
    for _ in range(occurrence + 1):
        at = bare.index(wanted, at + 1)
    return Range(kept[at], kept[at + len(wanted) - 1] + 1)


def linked(sheet: Sheet, quote: Quote) -> tuple[Link | None, str, float]:
    """The link to a quote, or why there is none, and the seconds that it took."""
    page = sheet.page
    begun = time.perf_counter()
    found = build(URL, page.text, quote.range.start, quote.range.end, marked_html=page.marked_html, hidden=page.hidden)
    spent = time.perf_counter() - begun
    words = page.text[quote.range.start : quote.range.end]
    if isinstance(found, Link):
        return found, f"{sheet.name}/{quote.kind}: {words!r} by {found.directive}", spent
    return None, f"{sheet.name}/{quote.kind}: {words!r}: {found.code}", spent


async def judged(context: BrowserContext, sheet: Sheet) -> Tally:
    """Every quote of a page, each link opened by itself."""
    judge = Judge(context, sheet.html, sheet.page)
    await judge.open()
    tally = Tally()
    for quote, boxes in zip(sheet.quotes, await judge.boxes([quote.range for quote in sheet.quotes]), strict=True):
        await _judge(judge, sheet, quote, boxes, tally)
    await judge.close()
    return tally


async def _judge(judge: Judge, sheet: Sheet, quote: Quote, boxes: Sequence[Box], tally: Tally) -> None:
    link, said, spent = linked(sheet, quote)
    tally.quotes += 1
    tally.seconds += spent
    if link is None:
        tally.said.append(f"no link: {said}")
        return
    verdict = await judge.verdict(link.url, boxes)
    tally.links += 1
    tally.right += verdict.right
    tally.ambiguous += not link.unique
    tally.characters += len(link.url) - len(URL)
    if not verdict.right:
        tally.said.append(f"WRONG: {said}: {verdict.said}")


async def measure(sheets: Sequence[Sheet]) -> dict[str, Tally]:
    """Judge every page; the tallies by name."""
    tallies: dict[str, Tally] = {}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(None))
        context = await browser.new_context(viewport={"width": 700, "height": 900})
        for sheet in sheets:
            tallies.setdefault(sheet.name, Tally()).add(await judged(context, sheet))
        await browser.close()
    return tallies


def main() -> None:
    """Print the table, and with ``--all`` every quote without a link."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="tell every quote that has no link")
    parser.add_argument("names", nargs="*", help="pages to judge; all where none is named")
    asked = parser.parse_args()
    sheets = [sheet for sheet in (*own_sheets(), *case_sheets()) if not asked.names or sheet.name in asked.names]
    tallies = asyncio.run(measure(sheets))
    total = Tally()
    print(HEAD)
    for name, tally in tallies.items():
        print(tally.row(name))
        total.add(tally)
    print(total.row("all"))
    for said in total.said:
        if asked.all or said.startswith("WRONG"):
            print(said)


if __name__ == "__main__":
    main()
