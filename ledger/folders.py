"""The folders of saved files: plain files that a person can browse. No database here; any layer may import this.

A file is written under a temporary name, fsynced and moved to its own name; the row that names it comes afterwards.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import stat
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final

from ledger.durable import FOLDER, make_folder, sync_folder, write_synced
from ledger.values import FileRole, SavedFile

SESSION_ID: Final = re.compile(r"^fc_\d{8}T\d{6}_[0-9a-f]{8}$")
SOURCE_NAME: Final = "source.txt"
Stamp = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in a folder of saved files; `path` is relative to it, with ``/``."""

    path: str
    sha256: str
    bytes: int

    def saved(self, role: FileRole) -> SavedFile:
        """The same, as an evidence record names it."""
        return SavedFile(role=role, path=self.path, sha256=self.sha256, bytes=self.bytes)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A regular file as it was read now. `stamp` (inode, size, times) moves when the file does."""

    sha256: str
    bytes: int
    stamp: Stamp


class FileTaken(FileExistsError):
    """Another file has this name in the folder, and other bytes."""


class SavedFolder:
    """The folder `name` below `base`. Raises ValueError for a relative path that could lead elsewhere."""

    def __init__(self, base: Path, name: str) -> None:
        self.path = base / name

    def locate(self, relative: str) -> Path:
        """The file's path; it need not exist."""
        pure = PurePosixPath(relative)
        if pure.is_absolute() or not pure.parts or any(part in ("..", ".") for part in pure.parts) or "\\" in relative:
            raise ValueError("not a path inside the folder")
        return self.path.joinpath(*pure.parts)

    def open(self, relative: str) -> int:
        """A descriptor of a regular file of this folder; neither the folder nor a step below it may be a link.

        Raises ValueError for a path that leads elsewhere, OSError: it is missing, a link, a folder, a pipe or a device.
        """
        parts = PurePosixPath(self.locate(relative).relative_to(self.path)).parts
        return open_inside(self.path.parent, [self.path.name, *parts])

    def read_bytes(self, relative: str) -> bytes:
        """The file's bytes. Raises as `open`."""
        with os.fdopen(self.open(relative), "rb") as file:
            return file.read()

    def found(self, relative: str) -> FoundFile:
        """The file's SHA-256, size and stamp, all of the same file. Raises as `open`."""
        descriptor = self.open(relative)
        with os.fdopen(descriptor, "rb") as file:
            stamp = _stamp(descriptor)
            sha256, size = _hash(file)
            return FoundFile(sha256, size, stamp)

    def stamp(self, relative: str) -> Stamp:
        """The file's stamp, without reading it. Raises as `open`."""
        descriptor = self.open(relative)
        try:
            return _stamp(descriptor)
        finally:
            os.close(descriptor)

    def write_bytes(self, relative: str, data: bytes, *, replace: bool = False) -> StoredFile:
        """Write a new file durably. Equal bytes under the name are left; others raise FileTaken unless `replace`."""
        target = self.locate(relative)
        stored = StoredFile(PurePosixPath(relative).as_posix(), hashlib.sha256(data).hexdigest(), len(data))
        make_folder(target.parent)
        temporary = target.parent / f".{target.name}.{uuid.uuid4().hex}"
        try:
            write_synced(temporary, data)
            _settle(temporary, target, replace=replace)
        finally:
            temporary.unlink(missing_ok=True)
        return stored

    def adopt(
        self, staged: Path, relative: str, *, replace: bool = False, digest: tuple[str, int] | None = None
    ) -> StoredFile:
        """Move a finished file from elsewhere (a task's staging) into the folder, durably; rules as `write_bytes`.

        With `digest` (its SHA-256 and size) the file is durable already and, once moved, not read again.
        """
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
            digest = None  # of the copy nothing is known yet
        try:
            sha256, size = digest or hash_file(temporary, sync=True)
            _settle(temporary, target, replace=replace)
        finally:
            temporary.unlink(missing_ok=True)
        return StoredFile(PurePosixPath(relative).as_posix(), sha256, size)


class SessionFolder(SavedFolder):
    """One session's folder. Raises ValueError for a malformed id."""

    def __init__(self, home: Path, session_id: str) -> None:
        if not SESSION_ID.match(session_id):
            raise ValueError("malformed session id")
        super().__init__(home / "sessions", session_id)
        self.session_id = session_id

    def source_text(self) -> str:
        """The text under check, exactly as recorded (line ends kept). Raises OSError, UnicodeDecodeError."""
        return self.read_bytes(SOURCE_NAME).decode("utf-8")


class CitationsFolder(SavedFolder):
    """What was fetched for citations, each file named by its SHA-256: what copies have in common lies there once."""

    def __init__(self, home: Path) -> None:
        super().__init__(home, "citations")


def staging(home: Path) -> Path:
    """Where tasks put files until a record names them; on the same file system as the folders of saved files."""
    folder = home / "staging"
    make_folder(folder)
    return folder


def stage_bytes(home: Path, data: bytes, suffix: str = "", *, job_id: str | None = None) -> Path:
    """Write a durable file into the staging folder (of a job, whose end clears it) under a name of its own."""
    folder = staging(home) if job_id is None else staging(home) / job_id
    make_folder(folder)
    path = folder / f"{uuid.uuid4().hex}{suffix}"
    write_synced(path, data)
    return path


def hash_file(path: Path, *, sync: bool = False) -> tuple[str, int]:
    """SHA-256 (hexadecimal) and size in bytes; with `sync` the file is fsynced too. Raises OSError.

    A link, a folder, a pipe or a device is no file: it raises too, and is never waited for.
    """
    with os.fdopen(_regular(path.name, path.parent), "rb") as file:
        found = _hash(file)
        if sync:
            os.fsync(file.fileno())
    return found


def open_inside(folder: Path, parts: Sequence[str]) -> int:
    """Open a regular file below `folder`; no step of the way may be a link.

    Raises:
        OSError: it does not exist, or is a link, a folder, a pipe or a device.
    """
    here = os.open(folder, FOLDER)
    try:
        for part in parts[:-1]:
            below = os.open(part, FOLDER | os.O_NOFOLLOW, dir_fd=here)
            os.close(here)
            here = below
        return _regular(parts[-1], here)
    finally:
        os.close(here)


def _regular(name: str, folder: Path | int) -> int:
    """A descriptor of a regular file; opening a pipe or a device neither waits nor changes anything."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(name, flags, dir_fd=folder) if isinstance(folder, int) else os.open(folder / name, flags)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise PermissionError(errno.EACCES, "not a regular file", name)


def _hash(file: BinaryIO) -> tuple[str, int]:
    digest = hashlib.sha256()
    size = 0
    while chunk := file.read(1 << 20):
        digest.update(chunk)
        size += len(chunk)
    return digest.hexdigest(), size


def _stamp(descriptor: int) -> Stamp:
    state = os.fstat(descriptor)
    return (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)


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
    try:
        return one.stat().st_size == other.lstat().st_size and hash_file(one)[0] == hash_file(other)[0]
    except PermissionError:
        return False  # a folder, a pipe or a device has the name
