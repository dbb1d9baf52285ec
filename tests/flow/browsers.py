"""A browser for tests that need one, in an event loop that lasts as long as it does."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from PIL import Image

from ledger.records import AttemptEnd, AttemptStart
from tasks.browser import Chromium, find_chromium

T = TypeVar("T")
FOUND = find_chromium(None)
needs_chromium = pytest.mark.skipif(FOUND is None, reason="no Chromium on this machine")


@dataclass
class Stage:
    """The browser and its loop."""

    runner: asyncio.Runner
    chromium: Chromium

    def run(self, doing: Coroutine[Any, Any, T], seconds: float = 60) -> T:
        return self.runner.run(asyncio.wait_for(doing, seconds))


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with asyncio.Runner() as runner:
        chromium = Chromium(FOUND)
        yield Stage(runner, chromium)
        runner.run(chromium.stop())


@dataclass
class Sink:
    """Attempts, kept in lists."""

    starts: list[AttemptStart] = field(default_factory=list)
    ends: list[AttemptEnd] = field(default_factory=list)

    def started(self, start: AttemptStart) -> None:
        self.starts.append(start)

    def ended(self, end: AttemptEnd) -> None:
        self.ends.append(end)


def load(path: str | bytes) -> Image.Image:
    with Image.open(io.BytesIO(path) if isinstance(path, bytes) else path) as image:
        return image.convert("RGB")


def count(image: Image.Image, wanted: tuple[int, int, int], near: int = 40) -> int:
    """How many pixels have about that colour."""
    return len(places(image, wanted, near))


def places(image: Image.Image, wanted: tuple[int, int, int], near: int = 40) -> list[tuple[int, int]]:
    pixels = image.load()
    assert pixels is not None
    return [
        (x, y)
        for y in range(image.height)
        for x in range(image.width)
        if all(abs(have - want) <= near for have, want in zip(pixels[x, y], wanted, strict=True))
    ]


def extent(points: list[tuple[int, int]]) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
