"""The anchor: a file beside the ledger that names the head of every chain, written and fsynced after each commit.

One line per commit and chain: ``session_id seq sha256``. The last line of a session counts. A database whose
write-ahead log was damaged opens without a word and has lost rows; the anchor is what tells.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ledger.durable import sync_folder

COMPACT_BYTES: Final = 4_000_000


@dataclass(frozen=True, slots=True)
class Head:
    """The last link of one chain; `seq` counts from 1."""

    session_id: str
    seq: int
    sha256: str


class AnchorFile:
    """Append-only access to the anchor; one process holds it (the ledger's owner)."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def append(self, heads: Iterable[Head]) -> None:
        """Write the heads and fsync. Raises OSError."""
        data = "".join(f"{head.session_id} {head.seq} {head.sha256}\n" for head in heads).encode("ascii")
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            while data:
                data = data[os.write(descriptor, data) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def heads(self) -> dict[str, Head]:
        """The last complete line of every chain. A line torn by a crash is left out. Raises OSError."""
        if not self._path.exists():
            return {}
        found: dict[str, Head] = {}
        for line in self._path.read_text("ascii", errors="replace").splitlines():
            parts = line.split(" ")
            if len(parts) == 3 and parts[1].isdigit() and len(parts[2]) == 64:
                found[parts[0]] = Head(parts[0], int(parts[1]), parts[2])
        return found

    def tidy(self) -> None:
        """On start: end a torn last line, and rewrite the file with one line per chain when it has grown."""
        if not self._path.exists():
            return
        data = self._path.read_bytes()
        if len(data) < COMPACT_BYTES and (not data or data.endswith(b"\n")):
            return
        heads = self.heads()
        temporary = self._path.with_name(self._path.name + ".new")
        temporary.unlink(missing_ok=True)
        AnchorFile(temporary).append(heads.values())
        temporary.replace(self._path)
        sync_folder(self._path.parent)
