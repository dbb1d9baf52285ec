"""Files and names that are on the disk when a call returns. No database here; any layer may import this."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
"""How a folder is opened."""


def make_folder(folder: Path) -> None:
    """Create the folder and its parents, and make the new names durable."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def write_synced(path: Path, data: bytes) -> None:
    """Write a new file durably; its name is durable once `sync_folder` was called. Raises OSError, FileExistsError."""
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make a rename or a new name in `folder` durable."""
    descriptor = os.open(folder, FOLDER)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
