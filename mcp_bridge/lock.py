"""Who is the hub of a data directory: whoever holds the lock of `hub.lock`. Standard library only.

The lock is the system's (`flock`), so it ends with its process however that ends. Nobody ever kills a holder.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from pathlib import Path
from typing import TypedDict

from mcp_bridge.home import lock_path, own_version


class Holder(TypedDict):
    """What the hub writes into the file whose lock it holds. Addresses are empty until they are open."""

    pid: int
    version: str
    started_at: str
    url: str
    socket: str
    prefect_url: str
    log: str


def described(holder: Holder | None) -> str:
    """One line for a person."""
    if holder is None:
        return "it is just starting"
    return f"process {holder['pid']}, version {holder['version']}, since {holder['started_at']}"


def starting() -> Holder:
    """This process as a holder that has no address yet."""
    now = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())
    return Holder(pid=os.getpid(), version=own_version(), started_at=now, url="", socket="", prefect_url="", log="")


class LockHeld(Exception):
    """Another process is the hub. `holder` is None when it has not yet written who it is."""

    def __init__(self, holder: Holder | None) -> None:
        super().__init__(f"another hub runs: {described(holder)}")
        self.holder = holder


class HubLock:
    """The lock of one data directory. It is held from `take` to `release` or to the end of the process."""

    def __init__(self, home: Path) -> None:
        self._path = lock_path(home)
        self._fd: int | None = None

    def take(self, *, patience: float = 0.3) -> None:
        """Take the lock. Readers hold it for an instant, hence `patience` seconds.

        Raises:
            LockHeld: another process holds it.
            OSError: the file can't be opened.
        """
        until = time.monotonic() + patience
        while True:
            fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = _parse(os.pread(fd, 65536, 0))
                os.close(fd)
                if time.monotonic() > until:
                    raise LockHeld(holder) from None
                time.sleep(0.02)
                continue
            if _same_file(fd, self._path):
                self._fd = fd
                self.write(starting())
                return
            os.close(fd)

    def write(self, holder: Holder) -> None:
        """Say who holds the lock and where it listens."""
        if self._fd is None:
            raise RuntimeError("the lock is not held")
        data = json.dumps(holder, ensure_ascii=False).encode("utf-8") + b"\n"
        # Written longer than before, then cut: a reader never finds an empty file in between.
        os.pwrite(self._fd, data.ljust(os.fstat(self._fd).st_size), 0)
        os.ftruncate(self._fd, len(data))

    def intact(self) -> bool:
        """Whether the file is still there: without it a second hub could start."""
        return self._fd is not None and _same_file(self._fd, self._path)

    def release(self) -> None:
        """Forget the holder and give the lock back."""
        if self._fd is None:
            return
        os.ftruncate(self._fd, 0)
        os.close(self._fd)
        self._fd = None


def read_holder(home: Path) -> Holder | None:
    """The hub that runs now, or None. It may be starting: then its addresses are empty."""
    try:
        fd = os.open(lock_path(home), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _parse(os.pread(fd, 65536, 0))
    finally:
        os.close(fd)
    return None


def is_held(home: Path) -> bool:
    """Whether some process is the hub now, even if it has not yet said which."""
    try:
        fd = os.open(lock_path(home), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(fd)
    return False


def last_holder(home: Path) -> Holder | None:
    """Whoever wrote the lock file last, alive or not: enough to try its socket."""
    try:
        return _parse(lock_path(home).read_bytes())
    except OSError:
        return None


def _same_file(fd: int, path: Path) -> bool:
    try:
        there = path.stat()
    except OSError:
        return False
    here = os.fstat(fd)
    return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)


def _parse(data: bytes) -> Holder | None:
    try:
        found = json.loads(data)
        return Holder(
            pid=int(found["pid"]),
            version=str(found["version"]),
            started_at=str(found["started_at"]),
            url=str(found.get("url", "")),
            socket=str(found.get("socket", "")),
            prefect_url=str(found.get("prefect_url", "")),
            log=str(found.get("log", "")),
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
