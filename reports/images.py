"""Where the viewer finds its pictures: beside the report, or inside it as data URIs."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Literal

from reports.escaping import relative_path

Images = Literal["relative"] | Mapping[str, bytes]


def image_type(data: bytes) -> str | None:
    """The media type of a picture by its first bytes; None for anything that is not PNG, JPEG, GIF or WebP."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return None


def image_source(path: str | None, images: Images) -> str | None:
    """The address of a picture for an ``img`` element; None where there is none to show."""
    if path is None:
        return None
    if isinstance(images, str):
        return relative_path(path)
    data = images.get(path)
    kind = image_type(data) if data is not None else None
    if data is None or kind is None:
        return None
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
