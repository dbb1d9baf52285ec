"""Where a picture of a quote ends."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from evidence.crop import BLANK_MOST, NARROWEST, cut
from evidence.paint import Box

LINE, INK = 24, 14
"""The distance of two lines and the height of their letters."""


def page(width: int, height: int, lines: int, *, top: int = 10, ground: int = 255, ink: int = 0) -> Image.Image:
    """Lines of "letters": slanted strokes, so that no row of a line equals the next."""
    image = Image.new("RGB", (width, height), (ground,) * 3)
    draw = ImageDraw.Draw(image)
    for line in range(lines):
        y = top + LINE * line
        for x in range(40, width - 60, 12):
            draw.line((x, y, x + 7, y + INK), fill=(ink,) * 3, width=2)
    return image


def with_borders(image: Image.Image) -> Image.Image:
    """The same with lines down its sides, as a table has."""
    draw = ImageDraw.Draw(image)
    for x in (20, 300, image.width - 20):
        draw.line((x, 0, x, image.height), fill=(128, 128, 128))
    return image


def word(line: int, *, top: int = 10) -> Box:
    return Box(100, top + LINE * line, 60, INK)


@pytest.mark.promise("PICTURE-1")
@pytest.mark.parametrize("margin", range(40, 64, 3))
@pytest.mark.parametrize(("ground", "ink"), [(255, 0), (20, 230)])
@pytest.mark.parametrize("bordered", [False, True])
def test_no_line_is_cut_through(margin: int, ground: int, ink: int, bordered: bool) -> None:
    image = page(800, 700, 28, ground=ground, ink=ink)
    left, top, right, bottom = cut(with_borders(image) if bordered else image, word(14), 1, margin)
    for edge in (top, bottom):
        assert (edge - 10) % LINE > INK
    assert abs(top - (10 + 14 * LINE - margin)) <= LINE
    assert abs(bottom - (10 + 14 * LINE + INK + margin)) <= LINE
    if not bordered:
        assert (left, right) == (40 - BLANK_MOST, pytest.approx(740 + BLANK_MOST, abs=14))


def test_letters_of_upright_strokes_are_not_cut_through() -> None:
    image = Image.new("RGB", (800, 400), "white")
    draw = ImageDraw.Draw(image)
    for x in range(40, 700, 40):
        draw.rectangle((x, 100, x + 8, 130), fill="black")
    draw.rectangle((100, 200, 160, 214), fill="black")
    for margin in range(60, 120, 4):
        top = cut(image, Box(100, 200, 60, 14), 1, margin)[1]
        assert not 100 <= top <= 130


def test_empty_space_ends_soon() -> None:
    image = page(1000, 900, 3, top=300)
    left, top, right, bottom = cut(image, word(1, top=300), 1, 250)
    assert (left, top) == (40 - BLANK_MOST, pytest.approx(300 - BLANK_MOST, abs=2))
    assert bottom == pytest.approx(300 + 2 * LINE + INK + BLANK_MOST, abs=2)
    assert right < 1000


def test_the_words_stay_inside_and_a_picture_is_not_too_narrow() -> None:
    image = Image.new("RGB", (900, 400), "white")
    words = Box(300, 200, 50, 20)
    left, top, right, bottom = cut(image, words, 1, 100)
    assert left < 300
    assert top < 200
    assert right > 350
    assert bottom > 220
    assert right - left == NARROWEST
    assert cut(Image.new("RGB", (60, 30), "white"), Box(0, 0, 60, 30), 1, 100) == (0, 0, 60, 30)


def test_a_picture_without_gaps_is_cut_at_the_margin() -> None:
    image = Image.effect_noise((500, 500), 90).convert("RGB")
    assert cut(image, Box(200, 240, 60, 20), 1, 100) == (0, 138, 500, 362)
