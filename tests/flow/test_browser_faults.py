"""A browser that dies, hangs or is missing while it fetches: only that try is lost, and nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tasks.attempts import StageError
from tasks.browser import Chromium, find_chromium
from tasks.browser_fetch import RenderedPage, fetch_rendered
from tasks.guard import AddressPolicy
from tests.faults import Fault
from tests.flow.browsers import Sink, Stage, needs_chromium, quick, stage
from tests.ssrf.site import PROSE, Request, page, site

__all__ = ["quick", "stage"]
pytestmark = [needs_chromium, pytest.mark.usefixtures("quick")]
POLLING = "<script>setInterval(() => fetch('/poll'), 50)</script>"
PAGES = {
    "/": PROSE,
    "/polling": PROSE + POLLING,
    "/spinning": PROSE + "<script>setTimeout(() => { for (;;); }, 100)</script>",
    "/alerts": PROSE + "<script>setInterval(() => { alert(1); confirm(2); prompt(3) }, 1)</script>",
    "/windows": PROSE + "<script>setInterval(() => open('/'), 20)</script>",
    "/reloading": PROSE + "<script>onbeforeunload = (event) => event.preventDefault();"
    "setInterval(() => location.reload(), 300)</script>",
    "/lying": PROSE + "<script>const get = () => '<p>Forged.</p>';"
    "for (const name of ['outerHTML', 'innerHTML', 'textContent'])"
    " for (const of of [Element.prototype, Node.prototype]) Object.defineProperty(of, name, {get, configurable: true});"
    "XMLSerializer.prototype.serializeToString = get; String.prototype.slice = get</script>",
    "/growing": "<script>document.documentElement.append(new Comment('x'.repeat(6e6)))</script>",
}


class Stand:
    """A browser, a site of faulty pages, and what happened at both."""

    def __init__(self, chromium: Chromium, folder: Path) -> None:
        self.chromium = chromium
        self.folder = folder
        self.sink = Sink()
        self.base = ""
        self.on_poll: Callable[[], None] = lambda: None

    def answer(self, request: Request) -> bytes:
        if request.target == "/poll":
            self.on_poll()
        return page(PAGES.get(request.target, "x"))

    async def fetch(self, path: str, seconds: float = 20) -> RenderedPage:
        return await fetch_rendered.fn(
            self.base + path,
            job_id="j",
            session_id="fc_1",
            staging=str(self.folder),
            sink=self.sink,
            chromium=self.chromium,
            policy=AddressPolicy(allow_private=True),
            seconds=seconds,
            screenshot=False,
        )

    async def text(self, path: str) -> str:
        got = await self.fetch(path)
        return Path(got.body.staged).read_text(encoding="utf-8")

    async def failure(self, path: str, seconds: float = 20) -> StageError:
        with pytest.raises(StageError) as caught:
            await self.fetch(path, seconds)
        return caught.value

    @property
    def outcomes(self) -> list[tuple[str, str | None]]:
        return [(end.outcome, end.error_kind) for end in self.sink.ends]


@asynccontextmanager
async def stand(chromium: Chromium, folder: Path) -> AsyncIterator[Stand]:
    made = Stand(chromium, folder)
    async with site(made.answer) as own:
        made.base = f"http://127.0.0.1:{own.port}"
        yield made


def offspring() -> dict[int, str]:
    """The command lines of our children and their children, by process id; dead ones that nobody has buried too."""
    table = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout
    rows = [line.split(None, 2) for line in table.splitlines()]
    found: dict[int, str] = {}
    parents = {os.getpid()}
    while parents:
        parents = {int(row[0]) for row in rows if int(row[1]) in parents and not row[2].startswith("ps ")}
        found |= {int(row[0]): row[2] for row in rows if int(row[0]) in parents}
    return found


def left(wanted: Callable[[int, str], bool], seconds: float = 10) -> dict[int, str]:
    """Those of our offspring that are still there when the time is up."""
    end = time.monotonic() + seconds
    while (found := {pid: args for pid, args in offspring().items() if wanted(pid, args)}) and time.monotonic() < end:
        time.sleep(0.05)  # nothing tells of the end of a process that is no child of ours
    return found


def kill_renderers() -> None:
    for pid, command in offspring().items():
        if "--type=renderer" in command:
            os.kill(pid, signal.SIGKILL)


@pytest.mark.promise("BROWSER-1")
@pytest.mark.fault("F-33", "The page's process is killed in the middle of a fetch")
def test_a_killed_renderer_costs_the_fetch_in_flight(stage: Stage, tmp_path: Path, fault: Fault) -> None:
    async def run() -> None:
        async with stand(stage.chromium, tmp_path) as at:
            at.on_poll = kill_renderers
            error = await at.failure("/polling")
            assert (error.kind, error.transient) == ("browser_crashed", True)
            browser = at.chromium.pid
            await at.fetch("/")
            assert at.chromium.pid == browser
            assert at.outcomes == [("failed", "browser_crashed"), ("succeeded", None)]

    stage.run(run())
    fault.happened(
        "That try failed at once as browser_crashed; the next one in the same browser read the page.",
        kept="Both tries; the page of the second.",
    )


@pytest.mark.promise("BROWSER-1")
@pytest.mark.fault("F-33", "The whole browser is killed in the middle of a fetch")
def test_a_killed_browser_costs_the_fetch_in_flight(stage: Stage, tmp_path: Path, fault: Fault) -> None:
    async def run() -> None:
        async with stand(stage.chromium, tmp_path) as at:
            killed: list[int] = []

            def kill_once() -> None:
                if not killed and at.chromium.pid is not None:
                    killed.append(at.chromium.pid)
                    os.kill(at.chromium.pid, signal.SIGKILL)

            at.on_poll = kill_once
            error = await at.failure("/polling")
            assert (error.kind, error.transient) == ("browser_crashed", True)
            assert "said the authority" in await at.text("/")
            assert at.chromium.pid not in {None, *killed}
            assert at.outcomes == [("failed", "browser_crashed"), ("succeeded", None)]
            assert await asyncio.to_thread(left, lambda pid, args: pid not in before and "defunct" in args) == {}
            await at.chromium.stop()

    stage.run(stage.chromium.stop())
    before = offspring()
    stage.run(run())
    assert left(lambda pid, _args: pid not in before) == {}
    fault.happened(
        "That try failed at once as browser_crashed; the next one started the browser again and read the page.",
        kept="Both tries; the page of the second. No process is left, not even a dead one.",
    )


@pytest.mark.promise("BROWSER-1")
@pytest.mark.fault("F-33", "A page whose script never gives the browser a turn, so that nothing can be asked of it")
def test_a_hanging_page_costs_its_own_fetch(stage: Stage, tmp_path: Path, fault: Fault) -> None:
    async def run() -> None:
        async with stand(stage.chromium, tmp_path) as at:
            start = time.monotonic()
            error, other = await asyncio.gather(at.failure("/spinning", 3), at.text("/"))
            assert (error.kind, error.transient) == ("timeout", False)
            assert time.monotonic() - start < 15
            browser = at.chromium.pid
            assert "said the authority" in other
            assert "said the authority" in await at.text("/")
            assert at.chromium.pid == browser

    stage.run(run())
    fault.happened(
        "That try ended by its deadline; a page beside it and the next one were read in the same browser.",
        kept="All tries; the pages of the others.",
    )


@pytest.mark.promise("BROWSER-1")
@pytest.mark.fault("F-33", "Pages that open dialogs or windows without end, reload themselves or poll for ever")
def test_restless_pages_are_read_as_they_are(stage: Stage, tmp_path: Path, fault: Fault) -> None:
    async def run() -> list[str]:
        async with stand(stage.chromium, tmp_path) as at:
            return await asyncio.gather(*map(at.text, ("/alerts", "/windows", "/reloading", "/polling")))

    for html in stage.run(run()):
        assert "said the authority" in html
    fault.happened("All 4 read, none waited for longer than pages that never rest are.", kept="The documents.")


@pytest.mark.promise("BROWSER-3")
def test_a_page_cannot_lie_about_what_it_shows(stage: Stage, tmp_path: Path) -> None:
    async def run() -> str:
        async with stand(stage.chromium, tmp_path) as at:
            return await at.text("/lying")

    html = stage.run(run())
    assert html.startswith("<!DOCTYPE html><html>")
    assert "said the authority" in html.partition("<script>")[0]


@pytest.mark.fault("F-25", "A script that makes a document of six million characters in the browser")
def test_a_document_without_end_is_refused_in_bounded_memory(stage: Stage, tmp_path: Path, fault: Fault) -> None:
    async def run() -> StageError:
        async with stand(stage.chromium, tmp_path) as at:
            return await at.failure("/growing")

    assert stage.run(run()).kind == "too_large"
    assert list(tmp_path.iterdir()) == []
    fault.happened("Refused as too_large; no more than the bound left the browser.", kept="The failed try; no file.")


@pytest.mark.promise("BROWSER-2")
@pytest.mark.fault("F-33", "Chromium is not there, or is a program that does not start")
def test_a_missing_browser_is_the_reason_that_is_told(tmp_path: Path, fault: Fault) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    broken.chmod(0o755)

    async def run(executable: Path | None) -> list[tuple[str, str | None]]:
        async with stand(Chromium(executable), tmp_path / "staging") as at:
            error = await at.failure("/")
            assert (error.kind, error.transient) == ("browser_unavailable", False)
            return at.outcomes

    for executable in (None, broken):
        assert asyncio.run(run(executable)) == [("failed", "browser_unavailable")]
    assert not (tmp_path / "staging").exists()
    fault.happened("Refused as browser_unavailable, with the reason.", kept="The failed try; no file.")


def test_to_wait_for_a_place_in_the_browser_costs_a_page_no_time(stage: Stage, tmp_path: Path) -> None:
    async def run() -> None:
        chromium = Chromium(find_chromium(None), contexts=1)
        async with stand(chromium, tmp_path) as at:
            async with chromium.context():
                start = time.monotonic()
                waiting = asyncio.create_task(at.fetch("/"))
                await asyncio.sleep(0.5)
            got = await waiting
            assert got.body.seconds <= time.monotonic() - start - 0.5
        await chromium.stop()

    stage.run(run())
