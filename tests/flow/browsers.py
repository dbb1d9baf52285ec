"""A browser for tests that need one, in an event loop that lasts as long as it does."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from PIL import Image, ImageChops

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


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """For pages that are ready at once, or never: they are not waited for as pages of the web are."""
    for name, seconds in {"LEAST": 0.3, "QUIET": 0.2, "SPARSE": 0.5, "MOST": 2.0}.items():
        monkeypatch.setattr(f"tasks.browser_settle.{name}_SECONDS", seconds)


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


def mask(image: Image.Image, wanted: tuple[int, int, int], near: int = 40) -> Image.Image:
    """White where a pixel has about that colour, black elsewhere."""
    found = Image.new("L", image.size, 255)
    for band, want in zip(image.split(), wanted, strict=True):
        found = ImageChops.darker(found, band.point([255 if abs(have - want) <= near else 0 for have in range(256)]))
    return found


def count(image: Image.Image, wanted: tuple[int, int, int], near: int = 40) -> int:
    """How many pixels have about that colour."""
    return mask(image, wanted, near).histogram()[255]


def extent(image: Image.Image, wanted: tuple[int, int, int], near: int = 40) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of all pixels of about that colour; fails where there is none."""
    found = mask(image, wanted, near).getbbox()
    assert found is not None, f"no pixel of colour {wanted}"
    return found
