"""What a fetch brings home: a staged file with its SHA-256, and what is known of where it came from."""

from __future__ import annotations

import hashlib
import os
import re
import uuid
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from pydantic import Field

from evidence.sniff import Media
from ledger.durable import sync_folder
from ledger.values import Redirect, Value

SNIFFED_BYTES = 8_192
_ETAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e]*"')
_HTTP_DATE = re.compile(r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT")


class Held(Value):
    """What we hold of a URL already: its validators as its answer gave them, and the URL that gave it.

    A validator means something to that very URL alone (`url`; None: the one first asked for), so no other sees it.
    """

    etag: str | None = None
    last_modified: str | None = None
    url: str | None = None

    @property
    def conditions(self) -> dict[str, str]:
        """The request headers that ask for the body only if it changed; none where no validator has its form."""
        asked = {}
        if self.etag is not None and _ETAG.fullmatch(self.etag):
            asked["If-None-Match"] = self.etag
        if self.last_modified is not None and _HTTP_DATE.fullmatch(self.last_modified):
            asked["If-Modified-Since"] = self.last_modified
        return asked


class Unchanged(Value):
    """The server's word that what we hold is still what it has (304). The fields are those of a `Body`."""

    final_url: str
    redirects: list[Redirect] = Field(default_factory=list)
    status: Literal[304] = 304
    headers: dict[str, str] = Field(default_factory=dict)
    request_headers: dict[str, str] = Field(default_factory=dict)
    peer: str | None = None
    tls_sha256: str | None = None
    http_version: str | None = None
    started_at: datetime
    ended_at: datetime
    seconds: float


class Body(Value):
    """A staged body: `sha256` and `bytes` are of the file `staged`, the decoded bytes.

    `complete` is false when it was cut short. `wire_bytes` counts the bytes before decoding, `framing` says how the end
    was known. `headers` and `request_headers` are those of the last hop. `seconds` is how long it took, by a clock that
    is never set. Fields that only a network has are None or empty for a file.
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
    request_headers: dict[str, str] = Field(default_factory=dict)
    peer: str | None = None
    tls_sha256: str | None = None
    http_version: str | None = None
    content_encoding: str | None = None
    framing: Literal["length", "chunked", "close"] | None = None
    wire_bytes: int | None = None
    name: str | None = None
    started_at: datetime
    ended_at: datetime
    seconds: float

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
        sync_folder(self._path.parent)
        return str(self._path), self._digest.hexdigest()


def file_sha256(path: Path) -> str:
    """SHA-256 of a file, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
