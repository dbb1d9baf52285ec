"""What a fetch brings home: a staged file with its SHA-256, and what is known of where it came from."""

from __future__ import annotations

import hashlib
import os
import uuid
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from pydantic import Field

from evidence.sniff import Media
from ledger.values import Redirect, Value

SNIFFED_BYTES = 8_192
_CHUNK = 1 << 20


class Body(Value):
    """A staged body: `sha256` and `bytes` are of the file `staged`, the decoded bytes.

    `complete` is false when it was cut short. `wire_bytes` counts the bytes before decoding, `framing` says how the end
    was known. Fields that only a network has are None for a file.
    """

    staged: str
    sha256: str
    bytes: int
    media: Media
    content_type: str | None = None
    complete: bool = True
    status: int | None = None
    final_url: str | None = None
    redirects: list[Redirect] = Field(default_factory=list)
    headers: dict[str, str] = Field(default_factory=dict)
    peer: str | None = None
    tls_sha256: str | None = None
    http_version: str | None = None
    content_encoding: str | None = None
    framing: Literal["length", "chunked", "close"] | None = None
    wire_bytes: int | None = None
    name: str | None = None
    started_at: datetime
    ended_at: datetime

    def intact(self) -> bool:
        """Whether the staged file is still what was recorded. Reads the whole file."""
        try:
            return file_sha256(Path(self.staged)) == self.sha256
        except OSError:
            return False


class StagedFile:
    """A file being written under `staging`: nothing has its final name before every byte is on the disk.

    A context manager: without `finish`, leaving it removes what was written.
    """

    def __init__(self, staging: str) -> None:
        folder = Path(staging)
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{uuid.uuid4().hex}.body"
        self._partial = self._path.with_suffix(".part")
        self._file = self._partial.open("xb")
        self._digest = hashlib.sha256()
        self.size = 0
        self.head = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()
        self._partial.unlink(missing_ok=True)

    def write(self, data: bytes) -> None:
        """Append."""
        if len(self.head) < SNIFFED_BYTES:
            self.head += data[: SNIFFED_BYTES - len(self.head)]
        self._file.write(data)
        self._digest.update(data)
        self.size += len(data)

    def finish(self) -> tuple[str, str]:
        """Make the file durable under its final name; that path and the SHA-256."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._partial.rename(self._path)
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        return str(self._path), self._digest.hexdigest()


def file_sha256(path: Path) -> str:
    """SHA-256 of a file, hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_CHUNK):
            digest.update(block)
    return digest.hexdigest()
