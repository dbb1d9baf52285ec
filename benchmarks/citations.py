"""What citing without a session costs: quotes looked up on live pages, linked to, and their links checked.

    python -m benchmarks.citations [FOLDER]

prints a table and ends with exit code 1 when a figure is over its budget by more than noise. Everything goes through a
client over stdio to a real hub; the pages of 50 KB are served on loopback.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import Any

from mcp import Client

from benchmarks.figures import Figure, run
from benchmarks.hostile_site import serve
from benchmarks.sample_sources import numbered, pages
from evidence.page import read_html
from evidence.segments import segments
from mcp_bridge.answers import size_of
from mcp_bridge.stdio_client import call, connect

WAIT = 300
PAGES, PER_PAGE, MANY = 5, 10, 200


def quotes(path: str, most: int) -> list[str]:
    """Sentences of the page's article, spread over it."""
    page = read_html(numbered(path).decode(), None)
    whole = page.text[page.article[0].start : page.article[-1].end]
    found = [one for part in segments(whole, "sentence") if len(one := whole[part.start : part.end].strip()) > 40]
    return found[:: max(1, len(found) // most)][:most]


async def timed(client: Client, tool: str, **arguments: Any) -> tuple[float, dict[str, Any]]:
    """Seconds until the answer, and the answer."""
    started = time.perf_counter()
    answer = await call(client, tool, **arguments)
    return time.perf_counter() - started, answer


async def cite(client: Client, site: str, paths: list[str]) -> list[Figure]:
    """Every figure, in the order of the table."""
    claims = [{"url": site + path, "claim": quote} for path in paths for quote in quotes(path, PER_PAGE)]
    first, answer = await timed(client, "verify_claims", claims=claims, wait_seconds=WAIT)
    if answer["summary"]["verified"] != PAGES * PER_PAGE:
        raise AssertionError(answer["summary"])
    links = [row["fragment_url"] for row in answer["results"] if "fragment_url" in row]
    again, _ = await timed(client, "verify_claims", claims=claims, wait_seconds=WAIT)
    singles = [
        (await timed(client, "generate_text_fragment", url=one["url"], cited_text=one["claim"]))[0] * 1000
        for one in claims[:10]
    ]
    checked, checks = await timed(client, "check_fragment_url", fragment_url=links)
    valid = checks["summary"]["valid"]
    many, long = await timed(client, "verify_claims", claims=(claims * MANY)[:MANY], wait_seconds=WAIT)
    return [
        Figure(
            f"verify_claims: {len(claims)} claims on {PAGES} pages", first, "s", 3, f"wall, {len(links)} with a link"
        ),
        Figure("the same within a minute", again, "s", None, "nothing is fetched"),
        Figure("generate_text_fragment within a minute", statistics.median(singles), "ms", None, "median of 10"),
        Figure(f"check_fragment_url: {len(links)} links on {PAGES} pages", checked, "s", None, f"{valid} valid"),
        Figure(f"verify_claims: {MANY} claims within a minute", many, "s", None, f"{size_of(long):,} bytes"),
    ]


async def measure(home: Path, work: Path) -> list[Figure]:
    """The figures on a warm hub."""
    sources = pages(PAGES + 1)
    warm, *measured = sources
    async with connect(home, work, {"URATORI_ALLOW_PRIVATE_ADDRESSES": "true"}) as client:
        with serve(sources) as site:
            # Prefect's server and the flow thread start.
            warmed = [{"url": site + warm, "claim": quotes(warm, 1)[0]}]
            await call(client, "verify_claims", claims=warmed, wait_seconds=WAIT)
            return await cite(client, site, measured)


def main() -> int:
    """Measure, print the table; 1 when a budget is missed by more than noise."""
    return run("citations", measure)


if __name__ == "__main__":
    sys.exit(main())
