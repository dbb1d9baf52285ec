"""Only bytes that decode to a picture count as one, and very large ones are made smaller for a PDF."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from evidence.images import IMAGE_BYTES, check_image, smaller_image


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 40), mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    Image.effect_noise(size, 40).convert(mode).save(out, kind)
    return out.getvalue()


def png_header(width: int, height: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))
    return start + struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_picture_of_each_kind_is_told(kind: str) -> None:
    assert check_image(picture(kind)) == kind.lower()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_half_a_picture_is_none(kind: str) -> None:
    data = picture(kind, (300, 300))
    with pytest.raises(ValueError, match="can't be decoded"):
        check_image(data[: len(data) // 2])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no PNG, JPEG, GIF or WebP"),
        (b"%PDF-1.7", "no PNG, JPEG, GIF or WebP"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no PNG, JPEG, GIF or WebP"),
        (b"\x89PNG\r\n\x1a\njunk", "can't be decoded"),
        (b"\xff\xd8\xffjunk", "can't be decoded"),
        (b"GIF89ajunk", "can't be decoded"),
        (b"RIFF\0\0\0\0WEBPjunk", "can't be decoded"),
        (b"\x89PNG\r\n\x1a\n" + bytes(IMAGE_BYTES), "the most is 25,000,000"),
        (png_header(10_001, 10_000), "pixels"),
        (png_header(60_000, 60_000), "pixels"),
    ],
    ids=["nothing", "pdf", "svg", "png", "jpeg", "gif", "webp", "bytes", "pixels", "bomb"],
)
def test_what_is_no_picture_is_refused_with_its_reason(data: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        check_image(data)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_large_picture_is_made_smaller_within_both_bounds(kind: str) -> None:
    smaller = Image.open(io.BytesIO(smaller_image(picture(kind, (400, 1000)), pixels=50_000, side=300)))
    assert smaller.width * smaller.height <= 50_000
    assert max(smaller.size) <= 300
    assert smaller.height / smaller.width == pytest.approx(2.5, rel=0.05)


def test_a_picture_within_the_bounds_is_left_as_it_is() -> None:
    data = picture()
    assert smaller_image(data, pixels=2_400, side=60) is data


def test_transparency_survives() -> None:
    small = Image.open(io.BytesIO(smaller_image(picture(mode="RGBA"), pixels=100, side=60)))
    assert small.mode == "RGBA"
