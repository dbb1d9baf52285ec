"""What fetching costs: reading pages and PDFs, many sources in one call, and the hub's memory under hostile bodies.

    python -m benchmarks.fetching [FOLDER]

prints a table and ends with exit code 1 when a figure is over its budget by more than the noise that other work on the
machine makes (`NOISE`). Its data goes to FOLDER (``.uratori/fetching`` unless given), which is emptied first. The hub,
Prefect and the client over stdio are the real ones; the pages are served on loopback.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from mcp import Client

from benchmarks import hostile_site
from benchmarks.hostile_site import Answer, whole
from benchmarks.memory import Grown, watched
from benchmarks.sample_pages import page, pdf
from evidence import limits
from evidence.page import read_html
from evidence.pdf import read_pdf
from ledger.evidence_log import verify_files
from ledger.folders import SessionFolder
from ledger.jobs import attempts_of
from ledger.records import Evidence
from ledger.store import Ledger
from mcp_bridge import bench_pages
from mcp_bridge.hub_control import stop
from mcp_bridge.lock import read_holder
from mcp_bridge.stdio_client import CallRefused, call, connect

NOISE: Final = 1.5
"""A figure may be this many times its budget: the machine is shared."""
HTML: Final = "text/html; charset=utf-8"
MB: Final = 1_000_000
PAGES: Final = 20
MANY: Final = 50
WAIT: Final = 300
TEXT_FILE_BYTES: Final = 40 * MB


@dataclass(frozen=True)
class Figure:
    """One row of the table; `budget` in the same unit, None where there is none."""

    what: str
    measured: float
    unit: str
    budget: float | None = None
    note: str = ""

    @property
    def missed(self) -> bool:
        """Whether the budget is missed by more than noise."""
        return self.budget is not None and self.measured > self.budget * NOISE

    def row(self) -> str:
        """The row in Markdown."""
        budget = "" if self.budget is None else f"{self.budget:g} {self.unit}"
        return f"| {self.what} | {self.measured:.1f} {self.unit} | {budget} | {self.note} |"


def cpu_ms(work: Callable[[], object], times: int) -> float:
    """The median CPU time of `work` in this process, after one run to warm up."""
    work()
    taken = []
    for _ in range(times):
        started = time.process_time()
        work()
        taken.append((time.process_time() - started) * 1000)
    return statistics.median(taken)


def reading() -> list[Figure]:
    """The text of pages and PDFs, in this process."""
    small, large, document = page(50_000), page(1_000_000), pdf()
    url = "https://example.org/harbours"
    return [
        Figure("text of a 50 KB page, with its map", cpu_ms(lambda: read_html(small, url), 15), "ms", 25, "CPU"),
        Figure("text of a 1 MB page, with its map", cpu_ms(lambda: read_html(large, url), 5), "ms", 400, "CPU"),
        Figure(
            "text of a PDF of 20 pages", cpu_ms(lambda: read_pdf(document, max_pages=limits.PDF_PAGES), 9), "ms", 200,
            "CPU",
        ),
    ]  # fmt: skip


@cache
def numbered(path: str) -> bytes:
    """The page of 50 KB at `path`, which names it."""
    return page(50_000).replace("Harbours, a history", f"Harbours at {path}").encode()


def site_pages() -> dict[str, Answer]:
    """Every answer of the site, by path."""
    return {
        **{f"/page/{n}": whole(HTML, numbered(f"/page/{n}")) for n in range(2 * PAGES + MANY)},
        "/text": whole("text/plain; charset=utf-8", bench_pages.plain_text().encode()),
        "/pages.pdf": whole("application/pdf", pdf()),
        "/empty": whole(HTML, b""),
        "/cut": hostile_site.cut,
        "/loop": whole(HTML, b"", 302, Location="/loop"),
        "/endless": hostile_site.endless,
        "/declared": hostile_site.declared,
        "/bomb": hostile_site.bomb(),
        "/large": whole(HTML, page(limits.EVIDENCE_WIRE_BYTES - 100_000).encode()),
    }


class Fetching:
    """The measurements through a client, in one session."""

    def __init__(self, client: Client, site: str, session: str, home: Path, work: Path) -> None:
        self.client = client
        self.site = site
        self.session = session
        self.home = home
        self.work = work
        self.kept: dict[str, str] = {}

    async def fetch(self, *sources: str, **more: Any) -> tuple[float, list[dict[str, Any]]]:
        """Seconds until everything was answered, and the items. Sources are URLs, paths of the site, or files."""
        described = [self._described(source) for source in sources]
        started = time.perf_counter()
        answer = await call(
            self.client, "fetch_evidence",
            session_id=self.session, sources=described, discovered_via="agent_search", wait_seconds=WAIT, **more,
        )  # fmt: skip
        while answer["status"] == "running":
            answer = await call(self.client, "wait_job", job_id=answer["job_id"], wait_seconds=WAIT)
        return time.perf_counter() - started, answer["items"]

    def _described(self, source: str) -> dict[str, str]:
        if source.startswith(str(self.work)):
            return {"type": "file", "path": source}
        return {"type": "url", "url": self.site + source if source.startswith("/") else source}

    async def one_page(self) -> Figure:
        """One page of 50 KB per call."""
        taken = [(await self.fetch(f"/page/{n}"))[0] * 1000 for n in range(10)]
        return Figure("one page of 50 KB in one call", statistics.median(taken), "ms", None, "wall, median of 10")

    async def twenty_pages(self, paths: Sequence[str]) -> Figure:
        """Twenty pages of 50 KB in one call."""
        seconds, items = await self.fetch(*paths)
        self.kept = {path: item["evidence_id"] for path, item in zip(paths, items, strict=True)}
        return Figure(f"{PAGES} pages of 50 KB in one call", seconds, "s", 5, "wall, everything recorded")

    async def many_sources(self) -> Figure:
        """Fifty sources, ten of which fail, each in its own way."""
        failing = [
            "/nowhere", "/nowhere-else", "/empty", "/cut", "/loop", "http://no-such-host.invalid/",
            "http://127.0.0.1:1/", "ftp://127.0.0.1/", str(self.work / "missing.txt"), "/nowhere?again",
        ]  # fmt: skip
        good = [f"/page/{n}" for n in range(2 * PAGES, 2 * PAGES + MANY - len(failing) - 3)]
        good += ["/text", "/pages.pdf", str(self.work / "note.txt")]
        sources = [source for pair in zip(good[: len(failing)], failing, strict=True) for source in pair]
        sources += good[len(failing) :]
        seconds, items = await self.fetch(*sources)
        told = [item["ok"] for item in items]
        wanted = [source not in failing for source in sources]
        if told != wanted:
            wrong = [source for source, got, want in zip(sources, told, wanted, strict=True) if got != want]
            raise AssertionError(f"these ended otherwise than they should: {wrong}")
        note = f"wall; {len(failing)} of them fail, each in its own way, with their retries"
        return Figure(f"{MANY} sources in one call", seconds, "s", None, note)

    async def hostile(self, what: str, source: str) -> Figure:
        """How much the hub grows by a body."""
        holder = read_holder(self.home)
        if holder is None:
            raise AssertionError("no hub runs")
        with watched(holder["pid"]) as grown:
            seconds, said = await self._outcome(source)
        return Figure(f"hub's memory: {what}", grown.growth / MB, "MB", 100, _told(grown, seconds, said))

    async def _outcome(self, source: str) -> tuple[float, str]:
        started = time.perf_counter()
        try:
            seconds, items = await self.fetch(source)
        except CallRefused as refused:
            return time.perf_counter() - started, str(refused.structured["code"])
        return seconds, f"{items[0]['text_length']:,} characters kept"


def _told(grown: Grown, seconds: float, said: str) -> str:
    sizes = f"{grown.before / MB:.0f} MB before, {grown.peak / MB:.0f} at most, {grown.after / MB:.0f} after"
    parser = f"; parser {grown.parsers / MB:.0f} MB" if grown.parsers else ""
    return f"{sizes}{parser}; {said} in {seconds:.1f} s"


def check_recorded(home: Path, session: str, kept: Mapping[str, str]) -> None:
    """Read the ledger of an ended hub: of every page the bytes, the text, the head and both tries are kept.

    `kept` names the evidence of each path.
    """
    folder = SessionFolder(home, session)
    ledger = Ledger.open(home)
    with ledger.read() as reader:
        tries = attempts_of(reader, session)
        for path, evidence_id in kept.items():
            evidence = reader.one(Evidence, session, evidence_id)
            verify_files(evidence, folder)
            of_page = [(one.start.stage, one.outcome) for one in tries if one.start.item == evidence.url]
            if (evidence.body_sha256, {"text", "raw", "html", "exchange"} - {one.role for one in evidence.files}) != (
                hashlib.sha256(numbered(path)).hexdigest(),
                set(),
            ) or of_page != [("http", "succeeded"), ("read", "succeeded")]:
                raise AssertionError(f"not everything of {path} was recorded: {evidence.files}, {of_page}")
    ledger.close()


async def measure(folder: Path) -> list[Figure]:
    """Every figure, in the order of the table."""
    home, work = folder / "data", folder / "work"
    work.mkdir(parents=True)
    (work / "note.txt").write_text(bench_pages.source_text(), encoding="utf-8")
    line = "The harbour master wrote one more line into his very long book.\n"
    (work / "large.txt").write_text(line * (TEXT_FILE_BYTES // len(line)), encoding="utf-8")
    figures = reading()
    with hostile_site.serve(site_pages()) as site:
        async with connect(home, work, {"URATORI_ALLOW_PRIVATE_ADDRESSES": "true"}) as client:
            started = await call(client, "start_session", source={"type": "text", "text": "The harbour is old."})
            fetching = Fetching(client, site, started["session_id"], home, work)
            await fetching.fetch("/text")  # Prefect's server and the flow thread start
            figures.append(await fetching.one_page())
            figures.append(await fetching.twenty_pages([f"/page/{n}" for n in range(PAGES, 2 * PAGES)]))
            figures.append(await fetching.many_sources())
            for what, source in HOSTILE.items():
                path = source if source.startswith("/") else str(work / source)
                figures.append(await fetching.hostile(what, path))
    _end_hub(folder)
    check_recorded(home, fetching.session, fetching.kept)
    return figures


HOSTILE: Final = {
    "200 MB in chunks, no length": "/endless",
    "200 MB by its length": "/declared",
    "gzip of 600 KB that decodes to 600 MB": "/bomb",
    "a page of 50 MB": "/large",
    "a text file of 40 MB": "large.txt",
}


def _end_hub(folder: Path) -> None:
    if (folder / "data").exists():
        stop(folder / "data", force=True, say=lambda _line: None)


def main() -> int:
    """Measure, print the table; 1 when a budget is missed by more than noise."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".uratori/fetching").resolve()
    _end_hub(folder)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        figures = asyncio.run(measure(folder))
    finally:
        _end_hub(folder)
    print("| what | measured | budget | |\n|---|---:|---:|---|")
    print("\n".join(figure.row() for figure in figures))
    print(f"\n{os.cpu_count()} cores, {sys.platform}, Python {sys.version.split()[0]}")
    missed = [figure.what for figure in figures if figure.missed]
    for what in missed:
        print(f"over its budget by more than a factor of {NOISE}: {what}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
