"""Beside the files of a batch: what each of them shows, so that the next batch leaves those that are still true."""

from __future__ import annotations

import hashlib
import json
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tasks.whole_files import write_whole

NAME: Final = "uratori-exports.json"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Logged:
    """One file. `latest` is the number of the session's last change that it shows, `job_id` the job that wrote it."""

    latest: int
    sha256: str
    job_id: str

    def is_there(self, path: Path) -> bool:
        """Whether the file is still as it was written."""
        return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == self.sha256


class ExportLog:
    """The file, read once and written whole after each export, so that a batch that was killed goes on where it was."""

    def __init__(self, path: Path, entries: dict[str, Logged]) -> None:
        self._path = path
        self._entries = entries
        self._lock = threading.Lock()

    @classmethod
    def read(cls, folder: Path) -> ExportLog:
        """The log of `folder`; an empty one where none is there or understood: the files there are somebody's then."""
        path = folder / NAME
        entries: dict[str, Logged] = {}
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            if told["version"] == VERSION:
                entries = {str(name): Logged(**entry) for name, entry in told["files"].items()}
        except FileNotFoundError:
            pass
        except (ValueError, TypeError, KeyError, AttributeError, OSError):
            entries = {}
        return cls(path, entries)

    def of(self, name: str) -> Logged | None:
        """What is known of a file."""
        return self._entries.get(name)

    def add(self, name: str, entry: Logged) -> None:
        """Record a file that was written."""
        with self._lock:
            self._entries[name] = entry
            files = {each: asdict(one) for each, one in sorted(self._entries.items())}
            data = json.dumps({"version": VERSION, "files": files}, indent=1) + "\n"
            write_whole(self._path, data.encode("utf-8"), overwrite=True, mark=entry.job_id)
