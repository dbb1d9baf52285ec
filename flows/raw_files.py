"""The file of an evidence that holds its bytes as they came: its role, its ending, and the kind of document it is."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Final

from evidence.sniff import Media
from ledger.new_files import NewFile
from ledger.records import Evidence, PageCopy
from ledger.values import SavedFile

SUFFIXES: Final[dict[Media, str]] = {"html": ".html", "text": ".txt", "markdown": ".md", "pdf": ".pdf", "docx": ".docx"}
"""The kinds that text is read from."""
_MEDIA: Final = {suffix: media for media, suffix in SUFFIXES.items()}


def raw_file(staged: str, media: Media) -> NewFile:
    """The staged file as the evidence's raw file."""
    if media == "pdf":
        return NewFile(role="pdf", staged=Path(staged))
    return NewFile(role="raw", staged=Path(staged), suffix=SUFFIXES[media])


def raw_saved(page: Evidence | PageCopy) -> tuple[SavedFile, Media] | None:
    """The page's raw file and its kind; None where none was saved (a capture)."""
    saved = page.file("pdf") or page.file("raw")
    media = _MEDIA.get(PurePosixPath(saved.path).suffix) if saved else None
    return (saved, media) if saved and media else None
