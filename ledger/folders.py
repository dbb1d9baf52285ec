"""The folders of sessions: plain files that a person can browse. No database here; any layer may import this.

A file is written under a temporary name, fsynced and moved to its own name; the row that names it comes afterwards.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import uuid
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from ledger.records import SavedFile

SESSION_ID: Final = re.compile(r"^fc_\d{8}T\d{6}_[0-9a-f]{8}$")
SOURCE_NAME: Final = "source.txt"
Role = Literal["text", "raw", "html", "pdf", "screenshot", "headers"]


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in a session folder; `path` is relative to it, with ``/``."""

    path: str
    sha256: str
    bytes: int

    def saved(self, role: Role) -> SavedFile:
        """The same, as an evidence record names it."""
        return SavedFile(role=role, path=self.path, sha256=self.sha256, bytes=self.bytes)


class FileTaken(FileExistsError):
    """Another file has this name in the session folder, and other bytes."""


class SessionFolder:
    """One session's folder. Raises ValueError for an id or a relative path that could lead elsewhere."""

    def __init__(self, home: Path, session_id: str) -> None:
        if not SESSION_ID.match(session_id):
            raise ValueError("malformed session id")
        self.session_id = session_id
        self.path = home / "sessions" / session_id

    def locate(self, relative: str) -> Path:
        """The file's path; it need not exist."""
        pure = PurePosixPath(relative)
        if pure.is_absolute() or not pure.parts or any(part in ("..", ".") for part in pure.parts) or "\\" in relative:
            raise ValueError("not a path inside the session folder")
        return self.path.joinpath(*pure.parts)

    def source_text(self) -> str:
        """The text under check, exactly as recorded (line ends kept). Raises OSError, UnicodeDecodeError."""
        return self.locate(SOURCE_NAME).read_bytes().decode("utf-8")

    def read_bytes(self, relative: str) -> bytes:
        """The file's bytes. Raises OSError."""
        return self.locate(relative).read_bytes()

    def write_bytes(self, relative: str, data: bytes, *, replace: bool = False) -> StoredFile:
        """Write a new file durably. Equal bytes under the name are left; others raise FileTaken unless `replace`."""
        target = self.locate(relative)
        stored = StoredFile(PurePosixPath(relative).as_posix(), hashlib.sha256(data).hexdigest(), len(data))
        make_folder(target.parent)
        temporary = target.parent / f".{target.name}.{uuid.uuid4().hex}"
        try:
            _write_synced(temporary, data)
            _settle(temporary, target, replace=replace)
        finally:
            temporary.unlink(missing_ok=True)
        return stored

    def adopt(self, staged: Path, relative: str, *, replace: bool = False) -> StoredFile:
        """Move a finished file from elsewhere (a task's staging) into the folder, durably; rules as `write_bytes`."""
        target = self.locate(relative)
        make_folder(target.parent)
        temporary = target.parent / f".{target.name}.{uuid.uuid4().hex}"
        try:
            staged.rename(temporary)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            shutil.copyfile(staged, temporary)
            staged.unlink()
        try:
            sha256, size = hash_file(temporary, sync=True)
            _settle(temporary, target, replace=replace)
        finally:
            temporary.unlink(missing_ok=True)
        return StoredFile(PurePosixPath(relative).as_posix(), sha256, size)


def staging(home: Path) -> Path:
    """Where tasks put files until a record names them; on the same file system as the session folders."""
    folder = home / "staging"
    make_folder(folder)
    return folder


def stage_bytes(home: Path, data: bytes, suffix: str = "") -> Path:
    """Write a durable file into the staging folder under a name of its own."""
    path = staging(home) / f"{uuid.uuid4().hex}{suffix}"
    _write_synced(path, data)
    return path


def hash_file(path: Path, *, sync: bool = False) -> tuple[str, int]:
    """SHA-256 (hexadecimal) and size in bytes; with `sync` the file is fsynced too. Raises OSError."""
    digest = hashlib.sha256()
    size = 0
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
            size += len(chunk)
        if sync:
            os.fsync(file.fileno())
    return digest.hexdigest(), size


def make_folder(folder: Path) -> None:
    """Create the folder and its parents, and make the new names durable."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def _write_synced(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _settle(temporary: Path, target: Path, *, replace: bool) -> None:
    if replace:
        temporary.replace(target)
    else:
        try:
            os.link(temporary, target)  # unlike rename, it never overwrites
        except FileExistsError:
            if not _same_bytes(temporary, target):
                raise FileTaken(errno.EEXIST, "another file has this name", target.name) from None
        except OSError as error:
            if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.EMLINK):
                raise
            if target.exists() and not _same_bytes(temporary, target):
                raise FileTaken(errno.EEXIST, "another file has this name", target.name) from None
            temporary.replace(target)
    sync_folder(target.parent)


def _same_bytes(one: Path, other: Path) -> bool:
    return one.stat().st_size == other.stat().st_size and hash_file(one)[0] == hash_file(other)[0]


def sync_folder(folder: Path) -> None:
    """Make a rename or a new name in `folder` durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
