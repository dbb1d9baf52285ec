"""The places of one call: never more than there are, in the order of asking, and one site never takes all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from flows.places import Places
from flows.sources import Source


def pages(site: str, number: int) -> list[Source]:
    return [Source(url=f"https://{site}/{index}") for index in range(number)]


class Visit:
    """Takes places for the sources, each of which stays until it is released."""

    def __init__(self, most: int, sources: Sequence[Source]) -> None:
        self.inside: list[Source] = []
        self.release = {source: asyncio.Event() for source in sources}
        places = Places(most, sources)

        async def stay(source: Source) -> None:
            async with places.place(source):
                self.inside.append(source)
                await self.release[source].wait()
                self.inside.remove(source)

        self.work = [asyncio.create_task(stay(source)) for source in sources]

    async def settled(self) -> list[Source]:
        for _ in range(20):
            await asyncio.sleep(0)
        return self.inside

    async def end(self) -> None:
        for event in self.release.values():
            event.set()
        await asyncio.gather(*self.work)


@pytest.mark.promise("FETCH-20")
def test_a_slow_site_leaves_a_place_to_the_others() -> None:
    async def run() -> None:
        slow, quick = pages("slow.example", 20), pages("quick.example", 3)
        visit = Visit(4, [*slow, *quick])
        assert await visit.settled() == [*slow[:3], quick[0]]
        for index, source in enumerate(quick):
            assert source in visit.inside
            visit.release[source].set()
            assert (await visit.settled())[:3] == slow[:3]
            assert visit.inside[3:] == quick[index + 1 : index + 2]
        await visit.end()

    asyncio.run(run())


def test_one_site_alone_takes_every_place() -> None:
    async def run() -> None:
        only = pages("only.example", 9)
        visit = Visit(4, only)
        assert await visit.settled() == only[:4]
        visit.release[only[1]].set()
        assert await visit.settled() == [only[0], *only[2:5]]
        await visit.end()

    asyncio.run(run())


def test_with_one_place_sources_of_many_sites_take_turns() -> None:
    async def run() -> None:
        sources = [Source(path="/a"), *pages("a.example", 1), *pages("b.example", 1), Source(url="http://[")]
        visit = Visit(1, sources)
        for source in sources:
            assert await visit.settled() == [source]
            visit.release[source].set()
        await visit.end()

    asyncio.run(run())
