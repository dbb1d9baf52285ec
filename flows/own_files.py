"""The data directory is uratori's own: one folder of it may be read from, and one may be exported to."""

from __future__ import annotations

from pathlib import Path
from typing import Final

INBOX: Final = "inbox"
"""Files that a person puts here may be read by every client."""
EXPORTS: Final = "exports"
"""Every client may have exports written here."""


def folder_of(home: Path, name: str) -> Path:
    """The folder of that name in the data directory, made when it is first asked for."""
    folder = home / name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def own_places(home: Path) -> list[str]:
    """What lies in the data directory itself, but for the folder from which every client may read."""
    return [str(entry) for entry in home.iterdir() if entry.name != INBOX]


def is_own(path: Path, home: Path, *, but: str) -> bool:
    """Whether a resolved path lies in the data directory, and not in its folder `but`.

    Folders are compared by what they are: the same one may be reached by names that differ.
    """
    for folder in (path, *path.parents):
        try:
            same = folder.samefile(home)
        except (OSError, ValueError):
            continue
        if same:
            inside = path.relative_to(folder).parts
            return not inside or inside[0] != but
    return False
