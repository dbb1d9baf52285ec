"""The engine starts behind the first session."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from ledger.refusals import Refusal
from mcp_bridge.warm_engine import WarmEngine


class Engine:
    """Counts its starts; `held` keeps one under way."""

    def __init__(self, *, fails: bool = False) -> None:
        self.state = "stopped"
        self.starts = 0
        self.held = asyncio.Event()
        self.done = asyncio.Event()
        self._fails = fails

    async def ensure_ready(self) -> None:
        self.starts += 1
        try:
            await self.held.wait()
            if self._fails:
                raise Refusal("ENGINE_UNAVAILABLE", "It does not start.", "Look into the log.")
            self.state = "ready"
        finally:
            self.done.set()


async def called(warm: WarmEngine, tool: str = "start_session", **result: Any) -> Any:
    async def answer(_ctx: Any) -> dict[str, Any]:
        return {"content": [], **result}

    got = await warm(SimpleNamespace(method="tools/call", params={"name": tool}), answer)
    await asyncio.sleep(0)
    return got


def test_a_session_starts_the_engine_once_and_does_not_wait_for_it() -> None:
    async def work() -> None:
        engine = Engine()
        warm = WarmEngine(engine)
        assert await called(warm) == {"content": []}
        await called(warm)
        assert engine.starts == 1
        engine.held.set()
        await engine.done.wait()
        await called(warm)
        assert engine.starts == 1
        engine.state = "stopped"
        await called(warm)
        assert engine.starts == 2, "after an idle period"
        await warm.close()

    asyncio.run(work())


def test_other_calls_and_refused_ones_start_nothing() -> None:
    async def work() -> None:
        engine = Engine()
        warm = WarmEngine(engine)
        await called(warm, "list_sessions")
        await called(warm, isError=True)
        await warm(SimpleNamespace(method="ping", params=None), lambda _ctx: asyncio.sleep(0, {}))
        assert engine.starts == 0

    asyncio.run(work())


def test_a_start_that_fails_is_logged_only(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        engine = Engine(fails=True)
        warm = WarmEngine(engine)
        engine.held.set()
        assert await called(warm) == {"content": []}
        await engine.done.wait()
        await asyncio.sleep(0)
        await warm.close()

    asyncio.run(work())
    assert "It does not start." in caplog.text


def test_a_stop_gives_up_a_start_and_begins_no_other() -> None:
    async def work() -> None:
        engine = Engine()
        warm = WarmEngine(engine)
        await called(warm)
        await warm.close()
        assert engine.done.is_set()
        assert engine.state == "stopped"
        await called(warm)
        assert engine.starts == 1

    asyncio.run(work())
