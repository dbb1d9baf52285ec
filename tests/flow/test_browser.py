from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.async_api import Error

from tasks.attempts import StageError
from tasks.browser import Chromium, find_chromium, within
from tests.processes import gone

CHROMIUM = find_chromium(None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


def pairs() -> list[tuple[int, int]]:
    """Every process with its parent."""
    table = subprocess.run(
        ["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout
    return [(int(pid), int(above)) for pid, above in (line.split() for line in table.splitlines())]


def parent(pid: int) -> int:
    return dict(pairs())[pid]


def descendants(pid: int) -> list[int]:
    known = pairs()
    found, queue = [], [pid]
    while queue:
        above = queue.pop()
        children = [one for one, up in known if up == above]
        found += children
        queue += children
    return found


async def title(chromium: Chromium) -> str:
    async with chromium.context() as context:
        page = await context.new_page()
        await page.set_content("<title>here</title>")
        return await page.title()


def test_starts_at_first_need_stays_warm_and_stop_leaves_no_process():
    async def main() -> None:
        chromium = Chromium(CHROMIUM)
        assert not chromium.running
        assert chromium.pid is None
        assert await title(chromium) == "here"
        first = chromium.pid
        assert await title(chromium) == "here"
        assert chromium.pid == first
        assert first is not None
        pids = [first, *descendants(first)]
        assert len(pids) > 1
        await chromium.stop()
        assert gone(pids, 10) == []
        assert not chromium.running
        assert await title(chromium) == "here"
        await chromium.stop()

    asyncio.run(main())


@pytest.mark.promise("BROWSER-1")
def test_killed_browser_costs_only_the_try_in_flight():
    async def main() -> None:
        chromium = Chromium(CHROMIUM)

        async def be_killed() -> None:
            async with chromium.context() as context:
                page = await context.new_page()
                os.kill(chromium.pid, signal.SIGKILL)
                await page.goto("data:text/html,never")

        with pytest.raises(StageError) as caught:
            await be_killed()
        assert caught.value.kind == "browser_crashed"
        assert caught.value.transient
        assert await title(chromium) == "here"
        await chromium.stop()

    asyncio.run(main())


@pytest.mark.promise("BROWSER-1")
def test_killed_driver_is_started_again():
    async def main() -> None:
        chromium = Chromium(CHROMIUM)
        await title(chromium)
        assert chromium.pid is not None
        driver = parent(chromium.pid)
        assert driver in descendants(os.getpid())
        os.kill(driver, signal.SIGKILL)
        assert gone([driver], 10) == []
        await asyncio.sleep(0)
        assert await title(chromium) == "here"
        await chromium.stop()

    asyncio.run(main())


@pytest.mark.promise("BROWSER-1")
def test_hanging_page_is_cut_off_and_others_go_on():
    async def main() -> None:
        chromium = Chromium(CHROMIUM)

        async def hang() -> None:
            async with chromium.context() as context:
                page = await context.new_page()
                await within(0.5, page.evaluate("new Promise(() => {})"), "The page")

        with pytest.raises(StageError) as caught:
            await hang()
        assert caught.value.kind == "timeout"
        assert await title(chromium) == "here"
        await chromium.stop()

    asyncio.run(main())


def test_no_more_than_two_contexts_at_a_time():
    async def main() -> None:
        chromium = Chromium(CHROMIUM, contexts=2)
        now, most = 0, 0

        async def use() -> None:
            nonlocal now, most
            async with chromium.context() as context:
                now += 1
                most = max(most, now)
                page = await context.new_page()
                await page.set_content("<p>x</p>")
                now -= 1

        await asyncio.gather(*(use() for _ in range(8)))
        assert most == 2
        assert not chromium.busy
        assert not await chromium.stop_when_idle(600)
        assert await chromium.stop_when_idle(0)

    asyncio.run(main())


@pytest.mark.promise("BROWSER-2")
def test_missing_chromium_is_said_so(tmp_path):
    async def main() -> None:
        with pytest.raises(StageError) as caught:
            await title(Chromium(None))
        assert caught.value.kind == "browser_unavailable"
        broken = tmp_path / "chromium"
        broken.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
        broken.chmod(0o755)
        with pytest.raises(StageError) as caught:
            await title(Chromium(broken))
        assert caught.value.kind == "browser_unavailable"

    asyncio.run(main())
    assert find_chromium(tmp_path / "nowhere") is None


@pytest.mark.promise("HUB-2")
def test_browser_and_driver_die_with_a_killed_hub(tmp_path):
    program = """
import asyncio, sys
from pathlib import Path
from tasks.browser import Chromium
async def main():
    chromium = Chromium(Path(sys.argv[1]))
    async with chromium.context() as context:
        await context.new_page()
        print(chromium.pid, flush=True)
        await asyncio.sleep(600)
asyncio.run(main())
"""
    root = Path(__file__).resolve().parents[2]
    hub = subprocess.Popen(
        [sys.executable, "-c", program, str(CHROMIUM)], cwd=root, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    with hub:
        assert hub.stdout is not None
        browser = int(hub.stdout.readline())
        pids = descendants(hub.pid)
        assert browser in pids
        hub.kill()
        hub.wait(10)
    assert gone(pids, 10) == []


def test_the_browser_resolves_no_name_by_itself():
    async def main() -> list[str]:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi")
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        chromium = Chromium(CHROMIUM)
        told = []
        try:
            async with chromium.context() as context:
                for host in ("localhost", "127.0.0.1"):
                    page = await context.new_page()
                    try:
                        await page.goto(f"http://{host}:{port}/")
                        told.append("reached")
                    except Error as error:
                        told.append(error.message)
        finally:
            await chromium.stop()
            server.close()
        return told

    by_name, by_address = asyncio.run(main())
    assert "ERR_NAME_NOT_RESOLVED" in by_name
    assert by_address == "reached"
