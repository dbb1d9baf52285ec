"""What the picture tasks are asked for and what they answer."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Final

from ledger.values import PictureSource, Value

SAFE_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,100}")


class QuoteSpot(Value):
    """The quote of one attachment: code points ``[start, end)`` of the evidence text.

    `over_page_ends`: it leaves out the heads and feet of the pages that it runs over.
    """

    attachment_id: str
    start: int
    end: int
    over_page_ends: bool = False


class PictureResult(Value):
    """One try to picture one attachment.

    Attributes:
        staged: the picture's absolute path, waiting to be moved into the session folder; None if there is none.
        kept: instead of `staged`, a path relative to the session folder of a picture that is already there.
        sha256: of the picture's bytes.
        highlighted: whether the picture shows exactly the quote, marked and visible.
        adopted: whether this try is the one to show (set by `draw_evidence`).
        note: why not highlighted, or what a reader of the picture should know.
        page: of a PDF, counted from 1.
    """

    attachment_id: str
    source: PictureSource
    staged: str | None = None
    kept: str | None = None
    sha256: str | None = None
    bytes: int | None = None
    highlighted: bool
    adopted: bool = False
    note: str | None = None
    page: int | None = None


def stage(folder: Path, name: str, data: bytes) -> tuple[str, str, int]:
    """Write a picture durably under a temporary folder; returns its path, SHA-256 and length."""
    if not SAFE_NAME.fullmatch(name):
        raise ValueError(f"not a name for a file: {name!r}")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.png"
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return str(path), hashlib.sha256(data).hexdigest(), len(data)
