"""What fetching costs: reading pages and PDFs, many sources in one call, and the hub's memory under hostile bodies.

    python -m benchmarks.fetching [FOLDER]

prints a table and ends with exit code 1 when a figure is over its budget by more than the noise that other work on the
machine makes. Its data goes to FOLDER (``.uratori/fetching`` unless given), which is emptied first. The hub, Prefect
and the client over stdio are the real ones, with their defaults; the pages are served on loopback, those of each
measurement by a site of its own, since a site gets only so many requests a second.
"""

from __future__ import annotations

import gc
import hashlib
import statistics
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from mcp import Client

from benchmarks.figures import Figure, cpu_ms, end_hub, run
from benchmarks.hostile_site import serve
from benchmarks.memory import Grown, watched
from benchmarks.sample_pages import page, pdf
from benchmarks.sample_sources import Sources, failing, fifty, hostile, numbered, pages
from evidence import limits
from evidence.page import read_html
from evidence.pdf import read_pdf
from ledger.evidence_log import verify_files
from ledger.folders import SessionFolder
from ledger.jobs import attempts_of
from ledger.records import Evidence
from ledger.store import Ledger
from mcp_bridge.lock import read_holder
from mcp_bridge.stdio_client import CallRefused, call, connect

MB: Final = 1_000_000
WAIT: Final = 300
KEPT_ROLES: Final = frozenset({"text", "raw", "html", "exchange"})


def reading() -> Iterable[Figure]:
    """The text of pages and PDFs, in this process."""
    gc.freeze()  # as in the parser's process, where there is little else to look through
    url = "https://example.org/harbours"
    for name, size, times, budget in (("50 KB", 50_000, 15, 25), ("1 MB", 1_000_000, 5, 400)):
        source = page(size)
        taken = cpu_ms(partial(read_html, source, url), times)
        yield Figure(f"text of a page of {name}, with its map", taken, "ms", budget, "CPU")
    document = pdf()
    taken = cpu_ms(lambda: read_pdf(document, max_pages=limits.PDF_PAGES), 9)
    yield Figure("text of a PDF of 20 pages", taken, "ms", 200, "CPU")


@dataclass
class Fetching:
    """The measurements through a client, in one session. `kept`: the evidence of each of the twenty pages."""

    client: Client
    session: str
    home: Path
    work: Path
    kept: dict[str, str] = field(default_factory=dict)

    async def fetch(self, site: str, *sources: str) -> tuple[float, list[dict[str, Any]]]:
        """Seconds until everything was answered, and the items."""
        started = time.perf_counter()
        answer = await call(
            self.client, "fetch_evidence",
            session_id=self.session, sources=[_described(site, source) for source in sources],
            discovered_via="agent_search", wait_seconds=WAIT,
        )  # fmt: skip
        while answer["status"] == "running":
            answer = await call(self.client, "wait_job", job_id=answer["job_id"], wait_seconds=WAIT)
        return time.perf_counter() - started, answer["items"]

    async def single(self, sources: Sources) -> Figure:
        """One page of 50 KB in each call."""
        with serve(sources) as site:
            taken = [(await self.fetch(site, path))[0] * 1000 for path in sources]
        note = f"wall, median of {len(taken)}"
        return Figure("one page of 50 KB in one call", statistics.median(taken), "ms", None, note)

    async def twenty(self, sources: Sources) -> Figure:
        """Twenty pages of 50 KB in one call."""
        with serve(sources) as site:
            seconds, items = await self.fetch(site, *sources)
        self.kept = {path: item["evidence_id"] for path, item in zip(sources, items, strict=True)}
        return Figure(f"{len(items)} pages of 50 KB in one call", seconds, "s", 5, "wall, everything recorded")

    async def many(self, sources: Sources) -> Figure:
        """Fifty sources in one call, ten of which fail."""
        self._lay_out(sources)
        with serve(sources) as site:
            seconds, items = await self.fetch(site, *sources)
        wanted = [source not in failing() for source in sources]
        if [item["ok"] for item in items] != wanted:
            raise AssertionError(f"these ended otherwise than they should: {items}")
        note = f"wall; {wanted.count(False)} of them fail, each in its own way, with their retries"
        return Figure(f"{len(items)} sources in one call", seconds, "s", None, note)

    async def hostile(self, what: str, source: str, body: Any) -> Figure:
        """How much the hub grows by a body."""
        self._lay_out({source: body})
        holder = read_holder(self.home)
        if holder is None:
            raise AssertionError("no hub runs")
        with serve({source: body}) as site, watched(holder["pid"]) as grown:
            started = time.perf_counter()
            try:
                _, items = await self.fetch(site, source)
                said = f"{items[0]['text_length']:,} characters kept"
            except CallRefused as refused:
                said = str(refused.structured["code"])
            seconds = time.perf_counter() - started
        return Figure(f"hub's memory: {what}", grown.growth / MB, "MB", 100, _told(grown, said, seconds))

    def _lay_out(self, sources: Sources) -> None:
        for name, body in sources.items():
            if isinstance(body, bytes):
                (self.work / name).write_bytes(body)


def _described(site: str, source: str) -> dict[str, str]:
    if source.startswith("/"):
        return {"type": "url", "url": site + source}
    return {"type": "url", "url": source} if "://" in source else {"type": "file", "path": source}


def _told(grown: Grown, said: str, seconds: float) -> str:
    sizes = f"{grown.before / MB:.0f} MB before, {grown.peak / MB:.0f} at most, {grown.after / MB:.0f} after"
    parser = f"; parser {grown.parsers / MB:.0f} MB" if grown.parsers else ""
    return f"{sizes}{parser}; {said} in {seconds:.1f} s"


def check_recorded(fetching: Fetching) -> None:
    """Read the ledger of an ended hub: of every page the bytes, the text, the exchange and both tries are kept."""
    folder = SessionFolder(fetching.home, fetching.session)
    ledger = Ledger.open(fetching.home)
    with ledger.read() as reader:
        tries = attempts_of(reader, fetching.session)
        for path, evidence_id in fetching.kept.items():
            evidence = reader.one(Evidence, fetching.session, evidence_id)
            verify_files(evidence, folder)
            ended = [(one.start.stage, one.outcome) for one in tries if one.start.item == evidence.url]
            if (
                evidence.body_sha256 != hashlib.sha256(numbered(path)).hexdigest()
                or not KEPT_ROLES.issubset(file.role for file in evidence.files)
                or ended != [("http", "succeeded"), ("read", "succeeded")]
            ):
                raise AssertionError(f"not everything of {path} was recorded: {evidence}, {ended}")
    ledger.close()


async def measure(home: Path, work: Path) -> list[Figure]:
    """Every figure, in the order of the table."""
    figures = [*reading()]
    async with connect(home, work, {"URATORI_ALLOW_PRIVATE_ADDRESSES": "true"}) as client:
        started = await call(client, "start_session", source={"type": "text", "text": "The harbour is old."})
        fetching = Fetching(client, started["session_id"], home, work)
        await fetching.single(pages(1))  # Prefect's server and the flow thread start
        figures.append(await fetching.single(pages(8)))
        figures.append(await fetching.twenty(pages(20)))
        figures.append(await fetching.many(fifty()))
        for what, (source, body) in hostile().items():
            figures.append(await fetching.hostile(what, source, body))
    end_hub(home)
    check_recorded(fetching)
    return figures


def main() -> int:
    """Measure, print the table; 1 when a budget is missed by more than noise."""
    return run("fetching", measure)


if __name__ == "__main__":
    sys.exit(main())
