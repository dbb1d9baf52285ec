"""Marks in a PDF, judged by the viewer of a real browser: the colour lies where that viewer draws the words."""

from __future__ import annotations

import asyncio
import io
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops
from playwright.async_api import Error, Page, async_playwright

from tests.flow.browsers import FOUND, load, needs_chromium
from tests.highlights import PAGES, assert_covers, colour, ink, marked, share

pytestmark = needs_chromium

SHOWN = [PAGES[name] for name in ("turned", "back and cropped", "offset", "its side, turned", "columns", "vertical")]
VIEW = {"width": 560, "height": 2_400}
SCALE = 0.5 * 96 / 72
"""Pixels of a point at that zoom."""
SECONDS = 30.0
AS_WIDE = ("Helvetica", "Liberation Sans", "Arimo", "Arial", "Nimbus Sans", "TeX Gyre Heros", "unknown")
"""Fonts whose letters are as wide as Helvetica's."""
Ready = Callable[[Image.Image], bool]


def joined(files: Sequence[bytes]) -> bytes:
    """One document of the pages of all files, without a word about how to show it."""
    out = io.BytesIO()
    with pikepdf.new() as document:
        for data in files:
            with pikepdf.open(io.BytesIO(data)) as one:
                document.pages.extend(one.pages)
        document.save(out)
    return out.getvalue()


async def shown(page: Page, path: Path, data: bytes, ready: Ready) -> Image.Image:
    """What the viewer shows, once it is ready and changes no more."""
    path.write_bytes(data)
    await page.goto(f"{path.as_uri()}#toolbar=0&zoom=50")
    until, before = time.monotonic() + SECONDS, b""
    while True:
        image = load(await page.screenshot())
        if ready(image) and image.tobytes() == before:
            return image
        before = image.tobytes()
        assert time.monotonic() < until, f"{path.name} is not drawn"


def paper(image: Image.Image) -> Image.Image:
    """White where there is a page: it is light, what is around it is not."""
    return image.convert("L").point([255 * (value > 128) for value in range(256)])


def bands(mask: Image.Image) -> list[tuple[int, int]]:
    """Top and bottom of each page."""
    rows = mask.resize((1, mask.height), Image.Resampling.BOX).tobytes()
    edges = [y for y in range(1, mask.height) if (rows[y] > 0) != (rows[y - 1] > 0)]
    return list(zip(edges[::2], edges[1::2], strict=False))


def on_each_page(mask: Image.Image, pages: Sequence[tuple[int, int]]) -> bool:
    return all(mask.crop((0, top, mask.width, bottom)).getbbox() for top, bottom in pages)


async def look(folder: Path) -> dict[str, Image.Image] | None:
    """The pages with marks alone, with the quoted words alone, with the others; None where there is no viewer."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=FOUND, args=["--no-sandbox"])
        page = await browser.new_page(viewport=VIEW)
        masks = {}
        try:
            blank = joined([marked(one.file([]), one.mark()) for one in SHOWN])
            image = await shown(
                page,
                folder / "marks.pdf",
                blank,
                lambda image: len(found := bands(paper(image))) == len(SHOWN) and on_each_page(colour(image), found),
            )
            masks["marks"], area = colour(image), paper(image)
            pages = bands(area)

            def words(image: Image.Image) -> Image.Image:
                return ImageChops.darker(ink(image), area)

            def written(image: Image.Image) -> bool:
                return share(paper(image), area) > 0.9 and on_each_page(words(image), pages)

            for name in ("quoted", "others"):
                data = joined([one.file(getattr(one, name)) for one in SHOWN])
                image = await shown(page, folder / f"{name}.pdf", data, written)
                masks[name] = words(image)
        except Error as error:
            if "ownload" not in str(error):
                raise
            return None
        finally:
            await browser.close()
        return masks


def helvetica() -> str:
    """The font that this machine draws Helvetica's words with: the pages name it and don't carry it."""
    if shutil.which("fc-match") is None:
        return "unknown"
    asked = ["fc-match", "-f", "%{family}", "Helvetica"]
    return subprocess.run(asked, capture_output=True, encoding="utf-8", timeout=20, check=True).stdout


@pytest.mark.promise("MARK-1")
def test_colour_covers_the_quoted_words_in_the_browsers_viewer(tmp_path: Path) -> None:
    if not helvetica().startswith(AS_WIDE):
        pytest.skip(f"{helvetica()} stands in for Helvetica here, with other widths than the pages are set in")
    masks = asyncio.run(look(tmp_path))
    if masks is None:
        pytest.skip("this Chromium has no viewer for PDFs")
    assert_covers(masks["marks"], masks["quoted"], masks["others"], 11 * SCALE)
