"""The whole check through the official client, over stdio and over streamable HTTP, on the real stack."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from mcp import Client

from mcp_bridge.lock import read_holder
from mcp_bridge.stdio_client import call, connect
from tests.e2e import flow_of_work as work
from tests.e2e.conftest import SETTINGS, Connect
from tests.site import Site

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["stdio", "http"])
def transport(request: pytest.FixtureRequest, home: Path, tmp_path: Path) -> Connect:
    @asynccontextmanager
    async def over_stdio() -> AsyncIterator[Client]:
        async with connect(home, tmp_path, SETTINGS) as client:
            yield client

    @asynccontextmanager
    async def over_http() -> AsyncIterator[Client]:
        async with over_stdio():
            holder = read_holder(home)
            assert holder is not None
            async with Client(f"{holder['url']}/mcp") as client:
                yield client

    return over_stdio if request.param == "stdio" else over_http


@pytest.mark.promise("GATE-8")
@pytest.mark.promise("ATTEMPT-2")
async def test_a_whole_check_ends_in_a_report(transport: Connect, site: Site, home: Path) -> None:
    with anyio.fail_after(100):
        async with transport() as client:
            session = await work.start(client)
            finished = await work.whole_check(client, session, site.url("/ferry"), site.url("/report.pdf"))
            status = await call(client, "get_status", session_id=session)
            assert status["summary"]["coverage"]["complete"]
            assert status["summary"]["claims"]["verified"] == 4
            assert "reports_stale_since" not in status
            folder = home / "sessions" / session
            assert Path(finished["report"]["html"]) == folder / "report.html"
            report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
            assert report["state"].strip() == "final"
            pictures = report["ledger"]["pictures"]
            assert len(pictures) >= 4
            assert all((folder / picture["path"]).is_file() for picture in pictures if picture["adopted"])
            assert all(picture["highlighted"] for picture in pictures if picture["adopted"])
            runs = [attempt["start"]["flow_run_id"] for attempt in report["ledger"]["attempts"]]
            assert runs
            assert all(runs)
            for name in ("report.md", "report.html"):
                assert "5,210 ships" in (folder / name).read_text(encoding="utf-8")


@pytest.mark.promise("EXPORT-3")
@pytest.mark.promise("GATE-9")
async def test_a_text_that_is_waved_through_is_finalized_with_its_reasons_told(connected: Connect) -> None:
    with anyio.fail_after(90):
        async with connected() as client:
            session = await work.start(client)
            everything = {"kind": "non_claim", "start": 0, "end": len(work.TEXT), "reason": "Nothing to check"}
            claim = {"kind": "claim", "start": 0, "end": 9, "claim": "The ferry"}
            await call(client, "register_segments", session_id=session, items=[everything, claim])
            await work.verdict(client, session, "claim_1", "unverifiable")
            finished = await work.settle(client, await call(client, "finalize", session_id=session, wait_seconds=80))
            assert {"non_claim_over_half", "non_claim_over_claim", "unverifiable"} <= set(finished["attention"])


async def test_exports_are_written_where_asked_and_never_over_a_file(
    connected: Connect, site: Site, tmp_path: Path
) -> None:
    with anyio.fail_after(100):
        async with connected() as client:
            session = await work.start(client)
            await work.whole_check(client, session, site.url("/ferry"), site.url("/report.pdf"))
            for form, magic in (("html", b"<!doctype html>"), ("pdf", b"%PDF-")):
                path = tmp_path / "out" / f"report.{form}"
                arguments = {"session_id": session, "format": form, "output_path": str(path), "wait_seconds": 120}
                done = await work.settle(client, await call(client, "export_report", **arguments))
                assert path.read_bytes()[: len(magic)].lower() == magic.lower()
                assert done["bytes"] == path.stat().st_size
                again = await work.refused(client, "export_report", **arguments)
                assert again["code"] == "EXPORT_REFUSED"
                await work.settle(client, await call(client, "export_report", **arguments, overwrite=True))


@pytest.mark.promise("FETCH-10")
async def test_a_page_made_by_script_is_read_by_the_browser(connected: Connect, site: Site) -> None:
    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            [item] = (await work.fetch(client, session, site.url("/app")))["items"]
            assert item["provenance"] == "browser"
            assert "fifty minutes" in item["text"]
            stages = [(attempt["stage"], attempt["outcome"]) for attempt in item["attempts"]]
            assert stages[0][0] == "http"
            assert ("browser", "succeeded") in stages


async def test_every_kind_of_source_is_read(connected: Connect, site: Site, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("The bridge is closed for repairs until May.", encoding="utf-8")
    with anyio.fail_after(90):
        async with connected() as client:
            session = await work.start(client)
            urls = [site.url(path) for path in ("/ferry", "/plain", "/notes.md", "/report.pdf", "/sjis", "/moved")]
            answer = await work.fetch(client, session, *urls, str(tmp_path / "notes.txt"))
            texts = [item["text"] for item in answer["items"]]
            for text, words in zip(
                texts,
                ("fifty minutes", "fifty minutes", "fifty minutes", "5,210 ships", "渡し船", "fifty minutes", "bridge"),
                strict=True,
            ):
                assert words in text
            moved = answer["items"][5]
            assert moved["final_url"] == site.url("/ferry")
            assert [hop["status"] for hop in moved["redirects"]] == [302]
            assert answer["items"][6]["provenance"] == "file"


@pytest.mark.promise("FETCH-5")
@pytest.mark.promise("ATTEMPT-2")
async def test_a_fetch_that_fails_at_first_is_tried_again_and_each_try_is_kept(connected: Connect, site: Site) -> None:
    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            [item] = (await work.fetch(client, session, site.url("/flaky")))["items"]
            tries = [(a["number"], a["outcome"], a["http_status"]) for a in item["attempts"] if a["stage"] == "http"]
            assert tries == [(1, "failed", 503), (2, "failed", 503), (3, "succeeded", 200)]


@pytest.mark.promise("SELF-1")
async def test_a_session_can_begin_at_a_url(connected: Connect, site: Site) -> None:
    with anyio.fail_after(60):
        async with connected() as client:
            source = {"type": "url", "url": site.url("/ferry")}
            answer = await work.settle(client, await call(client, "start_session", source=source, wait_seconds=60))
            text = "".join(segment["text"] for segment in answer["segments"])
            assert "fifty minutes" in text
            assert "Contact" not in text
            session = answer["session_id"]
            claim = (await call(client, "register_claim", session_id=session, start=0, end=9, claim="The ferry"))[
                "claim_id"
            ]
            [item] = (await work.fetch(client, session, site.url("/ferry#top")))["items"]
            said = await work.refused(
                client, "attach_evidence", session_id=session, claim_id=claim, evidence_id=item["evidence_id"],
                quote="the crossing takes fifty minutes", relation="supports", rationale="Same words.",
            )  # fmt: skip
            assert said["code"] == "SELF_REFERENCE"


@pytest.mark.promise("JOB-2")
@pytest.mark.promise("JOB-4")
async def test_a_wait_that_is_too_short_answers_running_and_wait_job_goes_on(connected: Connect, site: Site) -> None:
    site.release.clear()
    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            sources = [{"type": "url", "url": site.url("/slow-wait")}]
            arguments = {"session_id": session, "sources": sources, "discovered_via": "agent_search", "wait_seconds": 1}
            first = await call(client, "fetch_evidence", **arguments)
            assert first["status"] == "running"
            joined = await call(client, "fetch_evidence", **arguments)
            assert joined["job_id"] == first["job_id"]
            status = await call(client, "get_status", session_id=session)
            assert first["job_id"] in json.dumps(status)
            site.release.set()
            done = await work.settle(client, first)
            assert done["items"][0]["evidence_id"] == "evidence_1"
            assert site.hits["/slow-wait"] == 1


@pytest.mark.promise("JOB-3")
async def test_a_client_that_leaves_loses_nothing(connected: Connect, site: Site) -> None:
    site.release.clear()
    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            sources = [{"type": "url", "url": site.url("/slow-leaves")}]
            first = await call(
                client,
                "fetch_evidence",
                session_id=session,
                sources=sources,
                discovered_via="agent_search",
                wait_seconds=1,
            )
        site.release.set()
        async with connected() as client:
            done = await work.settle(client, await call(client, "wait_job", job_id=first["job_id"], wait_seconds=60))
            assert done["items"][0]["ok"]


@pytest.mark.promise("JOB-5")
async def test_progress_rises_while_a_job_is_waited_for(connected: Connect, site: Site) -> None:
    seen: list[float] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        seen.append(progress)

    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            sources = [{"type": "url", "url": site.url(f"/ferry-{n}")} for n in range(3)]
            arguments = {"session_id": session, "sources": sources, "discovered_via": "agent_search"}
            await client.call_tool("fetch_evidence", arguments, progress_callback=note)
    assert seen
    assert seen == sorted(set(seen))


async def test_resources_and_the_prompt_lead_through_a_check(connected: Connect, site: Site) -> None:
    with anyio.fail_after(90):
        async with connected() as client:
            session = await work.start(client)
            await work.whole_check(client, session, site.url("/ferry"), site.url("/report.pdf"))
            for uri, words in (
                (f"uratori://sessions/{session}/status", "verified"),
                (f"uratori://sessions/{session}/report.md", "5,210 ships"),
                (f"uratori://sessions/{session}/evidence/evidence_1/text", "the "),
                ("uratori://errors", "QUOTE_NOT_FOUND"),
            ):
                content = (await client.read_resource(uri)).contents[0]
                assert words in getattr(content, "text", "")
            prompt = await client.get_prompt("check_text", {"text": "The moon is made of cheese."})
            assert "start_session" in str(prompt.messages)
