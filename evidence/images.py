"""Pictures from others: whether bytes are a picture that can be shown, and a smaller copy of a very large one."""

from __future__ import annotations

import io
import math
from typing import Final, Literal, get_args

from PIL import Image

from evidence.sniff import sniff

ImageKind = Literal["png", "jpeg", "gif", "webp"]
IMAGE_BYTES: Final = 25_000_000
"""Bytes of one picture; a larger one is refused."""
IMAGE_PIXELS: Final = 100_000_000
"""Pixels of one picture; a larger one is refused before it is decoded."""
Image.MAX_IMAGE_PIXELS = IMAGE_PIXELS  # the library warns of more, and refuses twice as many
_BROKEN: Final = (OSError, SyntaxError, ValueError, EOFError, OverflowError, MemoryError)
"""What Pillow says of bytes that are no whole picture."""


def check_image(data: bytes) -> ImageKind:
    """The kind of the picture, whose pixels were all decoded (of an animation the first frame).

    Raises:
        ValueError: with a plain reason: it is too large, of another kind, or no whole picture.
    """
    with _opened(data) as image:
        _load(image)
    return _kind(data)


def smaller_image(data: bytes, *, pixels: int, side: int) -> bytes:
    """The picture itself, or a smaller copy of one that has more pixels or a longer side.

    Raises:
        ValueError: as `check_image`.
    """
    with _opened(data) as image:
        width, height = image.size
        scale = min(1.0, math.sqrt(pixels / (width * height)), side / max(width, height))
        if scale == 1.0:
            return data
        size = (max(1, int(width * scale)), max(1, int(height * scale)))
        image.draft(None, size)  # a JPEG is decoded at a fraction of its size where that is enough
        _load(image)
        whole = image.convert("RGBA" if image.has_transparency_data else "RGB")
        out = io.BytesIO()
        whole.resize(size, Image.Resampling.LANCZOS).save(out, "PNG")
        return out.getvalue()


def _kind(data: bytes) -> ImageKind:
    if len(data) > IMAGE_BYTES:
        raise ValueError(f"it has {len(data):,} bytes; the most is {IMAGE_BYTES:,}")
    media = sniff(data, None, None)
    for kind in get_args(ImageKind):
        if media == kind:
            found: ImageKind = kind
            return found
    raise ValueError("it is no PNG, JPEG, GIF or WebP image")


def _opened(data: bytes) -> Image.Image:
    kind = _kind(data)
    try:
        image = Image.open(io.BytesIO(data), formats=[kind.upper()])
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise ValueError(f"it has more than {IMAGE_PIXELS:,} pixels") from None
    except _BROKEN:
        raise ValueError(f"it begins like a {kind.upper()} image and can't be decoded") from None
    if image.width * image.height > IMAGE_PIXELS:
        raise ValueError(f"it has {image.width:,} × {image.height:,} pixels; the most is {IMAGE_PIXELS:,}")
    return image


def _load(image: Image.Image) -> None:
    try:
        image.load()
    except _BROKEN:
        raise ValueError(f"it begins like a {image.format} image and can't be decoded to its end") from None
