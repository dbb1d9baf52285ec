"""Turns at a host: so many at once, so many per second, none while it asked for silence."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from uuid import uuid4

import httpx
import pytest

from evidence import limits
from tasks.attempts import StageError
from tasks.politeness import HostRate, Politeness, host_of
from tests.faults import Fault
from tests.flow.engine_world import World
from tests.flow.http_server import get, reply, serving

pytest_plugins = ["tests.flow.engine_fixture"]


async def turns(politeness: Politeness, urls: Sequence[str], seconds: float = 0.0) -> list[float]:
    """Take a turn at each URL at the same time, each as long as that; when each began."""
    begun = time.monotonic()
    began: list[float] = []

    async def one(url: str) -> None:
        async with politeness.turn(url):
            began.append(time.monotonic() - begun)
            await asyncio.sleep(seconds)

    await asyncio.gather(*(one(url) for url in urls))
    return began


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://a.example/x", "https://A.example:443/y?z", True),
        ("http://a.example/", "http://b.a.example/", False),
        ("http://a.example/", "http://a.example:8080/", False),
    ],
)
def test_what_bears_a_request_is_the_host(one: str, other: str, same: bool) -> None:
    assert (host_of(one) == host_of(other)) is same


@pytest.mark.promise("FETCH-14")
def test_a_host_gets_so_many_requests_at_once() -> None:
    politeness, here, most = Politeness(at_once=2), Counter[str](), Counter[str]()

    async def one(url: str) -> None:
        async with politeness.turn(url):
            here[url] += 1
            most[url] = max(most[url], here[url])
            await asyncio.sleep(0.01)
            here[url] -= 1

    async def run() -> None:
        await asyncio.gather(*(one(f"http://{name}.example/") for name in "ab" * 5))

    asyncio.run(run())
    assert set(most.values()) == {2}


def test_a_host_that_asks_for_silence_gets_it_from_all() -> None:
    async def run() -> list[float]:
        politeness = Politeness()
        politeness.hold("http://a.example/one", 0.3)
        politeness.hold("http://a.example/two", 0.1)
        return await turns(politeness, ["http://a.example/three", "https://a.example/four", "http://b.example/"])

    began = asyncio.run(run())
    assert began[0] < 0.3
    assert min(began[1:]) >= 0.3


@pytest.mark.promise("FETCH-6")
def test_nobody_can_make_us_wait_for_long() -> None:
    politeness = Politeness()
    politeness.hold("http://a.example/", 86_400)
    assert 0 < politeness._silent_until["a.example"] - time.monotonic() <= limits.RETRY_AFTER_SECONDS


@pytest.mark.promise("FETCH-6")
@pytest.mark.fault("F-27", "503 with Retry-After, and other pages of the same host meanwhile")
def test_the_next_request_waits_as_long_as_the_server_asked(tmp_path, fault: Fault) -> None:
    async def run() -> tuple[float, float, float]:
        politeness = Politeness()
        async with serving() as server:
            server.answers = {"/": reply(status="503 Busy", Retry_After="1"), "/other": reply()}
            with pytest.raises(StageError):
                await get(server.base + "/", tmp_path, politeness=politeness)
            begun = time.monotonic()
            body = await get(server.base + "/other", tmp_path, politeness=politeness, seconds=0.5)
            return time.monotonic() - begun, body.seconds, (body.started_at - body.ended_at).total_seconds()

    waited, took, span = asyncio.run(run())
    assert waited >= 0.9
    assert took < 0.5
    assert -0.5 < span <= 0
    fault.happened(
        "The other page was asked for when the time was over; the wait did not count as time of its try.",
        kept="The failed attempt, and the other page.",
    )


@pytest.mark.promise("FETCH-14")
def test_every_hop_is_a_request_to_its_own_host(tmp_path) -> None:
    hosts: list[str] = []

    class Counted(HostRate):
        async def take(self, host: str) -> None:
            hosts.append(host)

    async def run() -> tuple[list[str], list[str]]:
        async with serving() as one, serving() as other:
            one.answers["/"] = reply(b"", "302 Found", Location=other.base + "/")
            other.answers["/"] = reply(b"", "302 Found", Location=one.base + "/b")
            one.answers["/b"] = reply()
            await get(one.base + "/", tmp_path, politeness=Politeness(at_once=1, rate=Counted(1, 1)))
            return hosts, [host_of(server.base) for server in (one, other, one)]

    asked, expected = asyncio.run(run())
    assert asked == expected


def test_a_failure_of_prefect_is_not_told_as_the_host_s(tmp_path) -> None:
    class Gone(HostRate):
        async def take(self, _host: str) -> None:
            raise httpx.ConnectError("Prefect's server is gone")

    with pytest.raises(httpx.ConnectError):
        asyncio.run(get("http://a.example/", tmp_path, politeness=Politeness(rate=Gone(1, 1))))


class TestRate:
    """The limit that Prefect's server keeps."""

    @pytest.fixture
    def url(self) -> str:
        return f"http://{uuid4().hex}.example/"

    @staticmethod
    def polite(burst: int, per_second: float) -> Politeness:
        return Politeness(at_once=50, rate=HostRate(burst, per_second))

    @pytest.mark.promise("FETCH-14")
    def test_after_its_burst_a_host_is_asked_at_the_rate(self, world: World, url: str) -> None:
        politeness = self.polite(4, 8)
        began = world.in_runner(lambda: turns(politeness, [url] * 8))
        assert (began[-1] - began[3]) / 4 >= 1 / 8 * 0.7, "Prefect's waiting times vary by a third"

    def test_the_limit_is_seen_in_prefect_and_follows_the_settings(self, world: World, url: str) -> None:
        async def limit() -> tuple[int, float]:
            shown = await world.engine.runner.client.read_global_concurrency_limit_by_name(f"fetch {host_of(url)}")
            return shown.limit, shown.slot_decay_per_second

        world.in_runner(lambda: turns(self.polite(3, 5), [url]))
        assert world.in_runner(limit) == (3, 5)
        world.in_runner(lambda: turns(self.polite(7, 2.5), [url]))
        assert world.in_runner(limit) == (7, 2.5)

    def test_a_limit_that_a_person_removes_is_made_again(self, world: World, url: str) -> None:
        politeness = self.polite(3, 5)

        async def remove() -> None:
            await world.engine.runner.client.delete_global_concurrency_limit_by_name(f"fetch {host_of(url)}")

        world.in_runner(lambda: turns(politeness, [url]))
        world.in_runner(remove)
        assert len(world.in_runner(lambda: turns(politeness, [url] * 2))) == 2

    @pytest.mark.promise("FETCH-14")
    def test_a_hub_that_dies_in_its_turns_closes_no_host(self, world: World, url: str) -> None:
        async def killed() -> None:
            with suppress(TimeoutError):
                await asyncio.wait_for(turns(self.polite(3, 5), [url] * 3, seconds=60), 1)

        world.in_runner(killed)
        begun = time.monotonic()
        world.in_runner(lambda: turns(self.polite(3, 5), [url]))
        assert time.monotonic() - begun < 10, "a lease of Prefect's lasts a minute at least"
