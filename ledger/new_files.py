"""Finished files on their way into a session folder: hashed before the ledger is locked, only renamed while it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ledger.folders import SessionFolder, hash_file
from ledger.values import FileRole, SavedFile, Value

_STEMS: Final[dict[FileRole, str]] = {
    "text": "",
    "html": "",
    "pdf": "",
    "raw": "-raw",
    "screenshot": "-screenshot",
    "exchange": "-exchange",
    "tables": "-tables",
}
_SUFFIXES: Final[dict[FileRole, str]] = {
    "text": ".txt",
    "html": ".html",
    "pdf": ".pdf",
    "exchange": ".json",
    "tables": ".json",
}
"""Fixed for these roles: no caller's file name can make one file of a record take the place of another."""


class NewFile(Value):
    """A finished file to be moved into the session folder. `suffix` (``.png``) counts for raw files and screenshots.

    `digest`: its SHA-256 and size, as `hashed` found them.
    """

    role: FileRole
    staged: Path
    suffix: str = ""
    digest: tuple[str, int] | None = None


def hashed(files: Sequence[NewFile]) -> list[NewFile]:
    """The files with their digests, durable. Before the transaction: a large file would hold up every other writer."""
    return [file.model_copy(update={"digest": hash_file(file.staged, sync=True)}) for file in files]


def adopt(folder: SessionFolder, name: str, files: Sequence[NewFile]) -> list[SavedFile]:
    """Move the files into the folder under `name` (``evidence/evidence_3``) and the ending of their roles.

    Raises ValueError when two files have one role or `text`, which is written and never moved; OSError.
    """
    roles = [file.role for file in files]
    if len({*roles, "text"}) != len(roles) + 1:
        raise ValueError("two files of one record have the same role")
    # A file under a never-used id belongs to no record: it was left by a crash, and gives way.
    return [
        folder.adopt(file.staged, path(name, file.role, file.suffix), replace=True, digest=file.digest).saved(file.role)
        for file in files
    ]


def path(name: str, role: FileRole, suffix: str = "") -> str:
    """Where a file of that role lies, relative to the session folder."""
    ending = _SUFFIXES.get(role) or suffix.lower()
    if ending and (not ending.startswith(".") or not ending[1:].isalnum()):
        raise ValueError(f"not a file suffix: {suffix!r}")
    return f"{name}{_STEMS[role]}{ending}"
