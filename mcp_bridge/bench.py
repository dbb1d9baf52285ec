"""`uratori bench`: one whole check through stdio, timed call by call.

The work is that of the reference measurement: 504 segments (20 of them claims), a page of 50 KB, a text of 200 KB, a
PDF of 20 pages, 30 quotes (20 on the page, 5 in the PDF, 5 in the text), 3 refused quotes, 20 verdicts, finalize, both
exports, and changes after it. It runs on a warm hub; the cold start is measured before it, and the ledger calls at 504
claims after it.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp import Client

from mcp_bridge.bench_pages import PDF_SENTENCE, SEGMENTS, html_page, html_sentence, pdf_pages, plain_text, source_text
from mcp_bridge.sample_site import make_pdf, serve
from mcp_bridge.stdio_client import CallRefused, call, connect

WAIT = 300
CLAIMS = 20


@dataclass
class Stopwatch:
    """Milliseconds per kind of call, in the order in which the kinds first came up."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    sizes: dict[str, int] = field(default_factory=dict)

    async def call(self, label: str, client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """Time one call; a refusal is timed too and returned as its structured content."""
        started = time.perf_counter()
        try:
            answer = await call(client, tool, **arguments)
        except CallRefused as refused:
            answer = refused.structured
        self.add(label, started)
        self.sizes[label] = len(json.dumps(answer, ensure_ascii=False).encode())
        return answer

    def add(self, label: str, started: float) -> None:
        """Add the time since `started` (of `time.perf_counter`)."""
        self.times[label].append((time.perf_counter() - started) * 1000)

    def table(self) -> str:
        """A Markdown table: the first call, the median, the number of calls, the size of the last answer."""
        lines = ["| call | first ms | median ms | calls | answer bytes |", "|---|---:|---:|---:|---:|"]
        for label, values in self.times.items():
            median = statistics.median(values)
            lines.append(f"| {label} | {values[0]:.1f} | {median:.1f} | {len(values)} | {self.sizes.get(label, '')} |")
        return "\n".join(lines)


async def run_bench(home: Path, work: Path) -> tuple[Stopwatch, float]:
    """Measure one session on the data directory `home`.

    Returns:
        The times, and the seconds from the first start of the bridge to the last answer.
    """
    watch = Stopwatch()
    settings = {"URATORI_ALLOW_PRIVATE_ADDRESSES": "true"}
    _lay_out(work)
    pages = {
        "/page": ("text/html; charset=utf-8", html_page().encode()),
        "/text": ("text/plain; charset=utf-8", plain_text().encode()),
        "/pages.pdf": ("application/pdf", make_pdf(pdf_pages())),
    }
    begun = time.perf_counter()
    with serve(pages) as site:
        started = time.perf_counter()
        async with connect(home, work, settings):
            watch.add("initialize, cold hub", started)
        for _ in range(5):
            started = time.perf_counter()
            async with connect(home, work, settings):
                watch.add("initialize, warm hub (with the interpreter's start)", started)
        async with connect(home, work, settings) as client:
            started = time.perf_counter()
            listed = await client.list_tools()
            watch.add("tools/list", started)
            watch.sizes["tools/list"] = len(listed.model_dump_json(by_alias=True, exclude_none=True).encode())
            await _first_flow(client, watch, site)
            await _session(client, watch, site, work)
            await _many_claims(client, watch, work)
    return watch, time.perf_counter() - begun


def _lay_out(work: Path) -> None:
    work.mkdir(parents=True, exist_ok=True)
    (work / "source.txt").write_text(source_text(), encoding="utf-8")
    (work / "pages.pdf").write_bytes(make_pdf(pdf_pages()))
    (work / "text.txt").write_text(plain_text(), encoding="utf-8")


async def _settled(client: Client, answer: dict[str, Any]) -> dict[str, Any]:
    while answer.get("status") == "running":
        answer = await call(client, "wait_job", job_id=answer["job_id"], wait_seconds=WAIT)
    return answer


async def _first_flow(client: Client, watch: Stopwatch, site: str) -> None:
    """The first fetch of a cold hub: Prefect's server and the flow thread start."""
    session = (await call(client, "start_session", source={"type": "text", "text": "A text."}))["session_id"]
    started = time.perf_counter()
    sources = [{"type": "url", "url": f"{site}/page"}]
    arguments = {"session_id": session, "sources": sources, "discovered_via": "agent_search", "wait_seconds": WAIT}
    await _settled(client, await call(client, "fetch_evidence", **arguments))
    watch.add("first flow of a cold hub", started)


async def _many_claims(client: Client, watch: Stopwatch, work: Path) -> None:
    """The ledger's calls in a session where every segment is a claim."""
    source = {"type": "file", "path": str(work / "source.txt")}
    session = (await call(client, "start_session", source=source))["session_id"]
    claims = await _register(client, watch, session, claims=SEGMENTS, suffix=", all claims")
    for claim in claims[:20]:
        await watch.call(
            "set_verdict at 504 claims", client, "set_verdict",
            session_id=session, claim_id=claim, verdict="unverifiable", rationale="No source was looked for.",
        )  # fmt: skip
    for _ in range(5):
        await watch.call("get_status at 504 claims", client, "get_status", session_id=session)
    await _attach_alone(client, watch, session, claims, work)


async def _attach_alone(client: Client, watch: Stopwatch, session: str, claims: list[str], work: Path) -> None:
    """Attachments one at a time, each when the picture of the one before is drawn."""
    source = {"type": "file", "path": str(work / "text.txt")}
    arguments = {"session_id": session, "sources": [source], "discovered_via": "agent_search", "wait_seconds": WAIT}
    fetched = await _settled(client, await call(client, "fetch_evidence", **arguments))
    for index in range(10):
        await watch.call(
            "attach_evidence, nothing else at work (txt 200 KB)", client, "attach_evidence",
            session_id=session, claim_id=claims[index], evidence_id=fetched["items"][0]["evidence_id"],
            quote=f"sentence number {index * 150 + 7} of the long text", relation="supports", rationale="It says so.",
        )  # fmt: skip
        while (await call(client, "get_status", session_id=session)).get("outstanding_pictures"):  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.2)


async def _session(client: Client, watch: Stopwatch, site: str, work: Path) -> None:
    begun = time.perf_counter()
    source = {"type": "file", "path": str(work / "source.txt")}
    started = await watch.call("start_session", client, "start_session", source=source)
    session = started["session_id"]
    claims = await _register(client, watch, session, claims=CLAIMS, suffix="")
    evidence = await _fetch(client, watch, session, site, work)
    await _attach(client, watch, session, claims, evidence)
    await _judge(client, watch, session, claims)
    finished = time.perf_counter()
    answer = await call(client, "finalize", session_id=session, wait_seconds=WAIT)
    await _settled(client, answer)
    watch.add("finalize (waits for the pictures)", finished)
    for form in ("html", "pdf"):
        exported = time.perf_counter()
        path = str(work / f"report.{form}")
        answer = await call(
            client,
            "export_report",
            session_id=session,
            format=form,
            output_path=path,
            overwrite=True,
            wait_seconds=WAIT,
        )
        await _settled(client, answer)
        watch.add(f"export_report {form}", exported)
    for index in range(5):
        await watch.call(
            "set_verdict after finalize", client, "set_verdict",
            session_id=session, claim_id=claims[index], verdict="verified", rationale=f"Looked at again ({index}).",
        )  # fmt: skip
    await watch.call(
        "fetch_evidence re-read after finalize", client, "fetch_evidence",
        session_id=session, sources=[{"type": "url", "url": f"{site}/text"}], discovered_via="agent_search",
    )  # fmt: skip
    watch.add("whole session", begun)


async def _register(client: Client, watch: Stopwatch, session: str, *, claims: int, suffix: str) -> list[str]:
    items: list[dict[str, Any]] = []
    offset: int | None = 0
    while offset is not None:
        page = await watch.call(
            "read_source_segments", client, "read_source_segments", session_id=session, segment_offset=offset
        )
        for segment in page["segments"]:
            item = {"start": segment["start"], "end": segment["end"]}
            if len(items) < claims:
                items.append({"kind": "claim", "claim": segment["text"].strip(), **item})
            else:
                items.append({"kind": "non_claim", "reason": "Not looked at", **item})
        offset = page.get("next_segment_offset")
    await watch.call("get_status (0 % covered)", client, "get_status", session_id=session)
    label = f"register_segments ({len(items)}{suffix})"
    registered = await watch.call(label, client, "register_segments", session_id=session, items=items)
    return [entry["id"] for entry in registered["registered"] if entry["kind"] == "claim"]


async def _fetch(client: Client, watch: Stopwatch, session: str, site: str, work: Path) -> dict[str, str]:
    sources = {
        "html 50 KB": {"type": "url", "url": f"{site}/page"},
        "txt 200 KB": {"type": "url", "url": f"{site}/text"},
        "pdf 20 pages (http)": {"type": "url", "url": f"{site}/pages.pdf"},
        "pdf 20 pages (file)": {"type": "file", "path": str(work / "pages.pdf")},
        "txt 200 KB (file)": {"type": "file", "path": str(work / "text.txt")},
    }
    found: dict[str, str] = {}
    for name, source in sources.items():
        answer = await watch.call(
            f"fetch_evidence {name}", client, "fetch_evidence",
            session_id=session, sources=[source], discovered_via="agent_search", wait_seconds=WAIT,
        )  # fmt: skip
        answer = await _settled(client, answer)
        found[name] = answer["items"][0]["evidence_id"]
    for _ in range(3):
        await watch.call(
            "fetch_evidence re-read with find (txt)", client, "fetch_evidence",
            session_id=session, sources=[sources["txt 200 KB"]], discovered_via="agent_search",
            find="sentence number 1700",
        )  # fmt: skip
    return found


async def _attach(client: Client, watch: Stopwatch, session: str, claims: list[str], evidence: dict[str, str]) -> None:
    async def attach(label: str, claim: str, source: str, quote: str) -> None:
        await watch.call(
            label, client, "attach_evidence",
            session_id=session, claim_id=claim, evidence_id=evidence[source], quote=quote, relation="supports",
            rationale="Says the same.",
        )  # fmt: skip

    for index in range(20):
        await attach("attach_evidence html", claims[index], "html 50 KB", html_sentence(index * 7))
    for index in range(5):
        await attach("attach_evidence pdf", claims[index], "pdf 20 pages (http)", PDF_SENTENCE.format(index * 3 + 1, 5))
    for index in range(5):
        await attach(
            "attach_evidence txt",
            claims[index],
            "txt 200 KB",
            f"sentence number {index * 300 + 7} of the long text",
        )
    for _ in range(3):
        await attach(
            "attach_evidence refused (txt 200 KB)", claims[0], "txt 200 KB", "sentence number 12 of the very long poem"
        )


async def _judge(client: Client, watch: Stopwatch, session: str, claims: list[str]) -> None:
    for claim in claims:
        await watch.call(
            "set_verdict", client, "set_verdict",
            session_id=session, claim_id=claim, verdict="verified", rationale="The quote says so.",
        )  # fmt: skip
    await watch.call("get_status (100 %)", client, "get_status", session_id=session)


def show(watch: Stopwatch, seconds: float) -> None:
    """Print the table, the machine and the whole time."""
    print(watch.table())
    cores = os.cpu_count()
    print(f"\nwhole run, start of the hub and of Prefect included: {seconds:.1f} s")
    print(f"{cores} cores, {sys.platform}, Python {sys.version.split()[0]}")
