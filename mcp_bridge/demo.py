"""`uratori demo`: a whole check of a sample text, through the official MCP client over stdio.

The pages come from a loopback server of its own, so the demo's hub has a data directory of its own too: one in which
loopback may be fetched.
"""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path
from typing import Any

from mcp import Client

from mcp_bridge.sample_site import make_pdf, serve
from mcp_bridge.samples.report import ANNUAL_REPORT
from mcp_bridge.stdio_client import CallRefused, call, connect

TITLE = "Hoshino Observatory: a short history"
CLAIMS = {
    "The Hoshino Observatory opened on 12 April 1998 on Mount Kasumi. ": "It opened on 12 April 1998 on Mount Kasumi.",
    "Its main telescope has a mirror of 2.4 metres. ": "The main telescope's mirror measures 2.4 metres.",
    "In 2023 the observatory received 41,200 visitors, ": "It had 41,200 visitors in 2023.",
    "twice as many as in 2019.": "In 2023 it had twice as many visitors as in 2019.",
    "星野天文台の入館料は大人500円です。": "星野天文台の入館料は大人500円である。",
    "A second dome will open in 2027. ": "A second dome will open in 2027.",
}


def say(text: str = "") -> None:
    """Print one line at once."""
    print(text, flush=True)


def _items(text: str) -> list[dict[str, Any]]:
    """Claims where `CLAIMS` says so, everything between them a non-claim: the ranges tile the text."""
    items: list[dict[str, Any]] = []
    position = 0
    for words, claim in CLAIMS.items():
        start = text.index(words, position)
        if start > position:
            items.append({"kind": "non_claim", "start": position, "end": start, "reason": "Heading or blank line"})
        position = start + len(words)
        items.append({"kind": "claim", "start": start, "end": position, "claim": claim})
    items.append({"kind": "non_claim", "start": position, "end": len(text), "reason": "An impression, not a fact"})
    return items


def _sample(name: str) -> bytes:
    return resources.files("mcp_bridge.samples").joinpath(name).read_bytes()


def _lay_out(work: Path) -> None:
    work.mkdir(parents=True, exist_ok=True)
    for name in ("text.md", "minutes.md"):
        (work / name).write_bytes(_sample(name))


async def run_demo(home: Path, work: Path) -> dict[str, Any]:
    """Run the check; `home` is the hub's data directory, `work` the client's working directory.

    Returns:
        The final status (`get_status`), with the report's path and URL under `report`.
    """
    _lay_out(work)
    pages = {
        "/history": ("text/html; charset=utf-8", _sample("history.html")),
        "/fees": ("text/html; charset=utf-8", _sample("fees.html")),
        "/annual-report-2023.pdf": ("application/pdf", make_pdf(ANNUAL_REPORT)),
    }
    with serve(pages) as site:
        say(f"sample pages on {site}, data in {home}")
        say("starting `uratori mcp` as an MCP client does (the first start takes some seconds)")
        async with connect(home, work, {"URATORI_ALLOW_PRIVATE_ADDRESSES": "true"}) as client:
            return await _check(client, site, work)


QUOTES = (
    (0, "history", "opened to the public on 12 April 1998", "supports", "Gives the day of opening."),
    (0, "history", "southern shoulder of Mount Kasumi", "supports", "Gives the mountain."),
    (1, "history", "has a mirror of 2.4 metres", "supports", "States the size of the mirror."),
    (2, "report", "In 2023 the observatory received 41,200 visitors", "supports", "Gives the figure."),
    (
        3,
        "report",
        "In 2019, the last full year before the closure, it had received 27,900 visitors",
        "contradicts",
        "41,200 is 1.48 times 27,900, not twice.",
    ),
    (4, "fees", "大人五百円（税込500円）", "supports", "入館料の額が一致する。"),
    (5, "minutes", "the board took no decision", "partial", "A second dome is only being discussed."),
)
"""Claim (by its place in `CLAIMS`), source, quote, relation, rationale."""
VERDICTS = (
    ("verified", "Day and mountain are in the observatory's own history."),
    ("verified", "The history gives 2.4 metres."),
    ("verified", "The annual report gives the figure."),
    ("contradicted", "The annual report's figures give 1.48 times."),
    ("verified", "案内のページに同じ額がある。"),
    ("unverifiable", "The board has taken no decision."),
)


async def _check(client: Client, site: str, work: Path) -> dict[str, Any]:
    source = {"type": "file", "path": str(work / "text.md")}
    started = await call(client, "start_session", source=source, title=TITLE)
    session = started["session_id"]
    text = (work / "text.md").read_text(encoding="utf-8")
    say(f"[1/7] session {session}: {started['source']['length']} characters")

    registered = await call(client, "register_segments", session_id=session, items=_items(text))
    claims = [entry["id"] for entry in registered["registered"] if entry["kind"] == "claim"]
    say(f"[2/7] {len(claims)} claims registered, {registered['coverage']['percent']} of the text covered")

    evidence = await _fetch(client, session, site, work)
    await _attach(client, session, claims, evidence)
    for claim, (verdict, rationale) in zip(claims, VERDICTS, strict=True):
        await call(client, "set_verdict", session_id=session, claim_id=claim, verdict=verdict, rationale=rationale)
    say(f"[6/7] {len(claims)} verdicts set")

    finished = await call(client, "finalize", session_id=session, wait_seconds=300)
    status = await call(client, "get_status", session_id=session)
    say("[7/7] finalized: every gate has passed")
    return {**status, "report": finished["report"]}


async def _fetch(client: Client, session: str, site: str, work: Path) -> dict[str, str]:
    """Fetch the four sources; their evidence ids by name."""
    say("[3/7] fetching two pages, a PDF and a file (the first fetch also starts Prefect's server)")
    sources = {
        "history": {"type": "url", "url": f"{site}/history"},
        "report": {"type": "url", "url": f"{site}/annual-report-2023.pdf"},
        "fees": {"type": "url", "url": f"{site}/fees"},
        "minutes": {"type": "file", "path": str(work / "minutes.md")},
    }
    fetched = await call(
        client,
        "fetch_evidence",
        session_id=session,
        sources=list(sources.values()),
        discovered_via="agent_search",
        wait_seconds=300,
    )
    if fetched.get("status") == "running":
        fetched = await call(client, "wait_job", job_id=fetched["job_id"], wait_seconds=300)
    for item in fetched["items"]:
        say(f"      {item['evidence_id']}: {item['provenance']}, {item['text_length']} characters")
    return dict(zip(sources, (item["evidence_id"] for item in fetched["items"]), strict=True))


async def _attach(client: Client, session: str, claims: list[str], evidence: dict[str, str]) -> None:
    """Show a quote being refused, then attach those that are there."""

    async def attach(claim: int, source: str, quote: str, relation: str, rationale: str) -> None:
        arguments = {"claim_id": claims[claim], "evidence_id": evidence[source], "quote": quote}
        await call(
            client, "attach_evidence", session_id=session, **arguments, relation=relation, rationale=rationale
        )  # fmt: skip

    say("[4/7] a quote that is not in the evidence is refused:")
    try:
        await attach(1, "history", "has a mirror of 2.6 metres", "supports", "States the size of the mirror.")
    except CallRefused as refused:
        say(f"      {refused.structured['code']}: {refused.structured['message']}")
    for quote in QUOTES:
        await attach(*quote)
    say(f"[5/7] {len(QUOTES)} quotes found word for word and attached; their pictures are being drawn")


def show(status: dict[str, Any], home: Path) -> None:
    """Print the result of `run_demo`, and how to end what still runs."""
    summary = status["summary"]
    counts = summary["claims"]
    say()
    say(f"coverage  {summary['coverage']['percent']} of the text")
    named = ("verified", "contradicted", "partially_verified", "unverifiable")
    say("verdicts  " + ", ".join(f"{counts[name]} {name}" for name in named if counts[name]))
    say(f"report    {status['report']['html']}")
    say(f"          {status['report']['url']}")
    say("the second address works while the demo's hub runs (half an hour, or until you stop it):")
    say(f"          URATORI_HOME={home} {Path(sys.executable).with_name('uratori')} down")
