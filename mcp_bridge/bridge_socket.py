"""The hub's socket for bridges, in a private folder of its own that goes with the hub.

A lock on the folder says that a hub uses it, so that others, who clear away what dead hubs left, keep off.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import socket
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from mcp_bridge.home import NAME_CHARACTERS, is_private, runtime_bases, socket_path
from mcp_bridge.sockets import CannotStart

PATIENCE_SECONDS: Final = 1.0
ANSWER_SECONDS: Final = 0.2
_NAME: Final = re.compile(f"[0-9a-f]{{{NAME_CHARACTERS}}}")


class BridgeSocket:
    """The listening socket of one hub. Open it under the lock of its data directory.

    Attributes:
        path: where it is.
        listener: the socket, not blocking.
    """

    def __init__(self, home: Path) -> None:
        """Bind it.

        Raises:
            CannotStart: that does not work.
        """
        try:
            self.path, self._folder = _locked_folder(home)
        except OSError as error:
            raise _unusable(error) from error
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self.path.unlink(missing_ok=True)  # We hold the lock: a leftover is nobody's.
            self.listener.bind(str(self.path))
            self.path.chmod(0o600)
            self.listener.listen(128)
        except OSError as error:
            self.listener.close()
            os.close(self._folder)
            raise _unusable(error) from error
        self.listener.setblocking(False)

    def remove(self) -> None:
        """Take the socket and its folder away."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
            self.path.parent.rmdir()
        os.close(self._folder)


def sweep(bases: Iterable[Path] | None = None) -> int:
    """Remove the folders that dead hubs of this user left; how many those were."""
    removed = 0
    for base in dict.fromkeys(runtime_bases() if bases is None else bases):
        if not is_private(base):
            continue
        for folder in base.iterdir():
            if _NAME.fullmatch(folder.name) and is_private(folder):
                removed += _swept(folder)
    return removed


def _swept(folder: Path) -> bool:
    try:
        descriptor = _lock(folder)
    except OSError:
        return False  # Its hub lives, or it is gone already.
    try:
        if [one for one in folder.iterdir() if one.name != "hub.sock"] or _answers(folder / "hub.sock"):
            return False
        (folder / "hub.sock").unlink(missing_ok=True)
        folder.rmdir()
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


def _answers(path: Path) -> bool:
    """Whether a process listens; one that is too busy to take a connection does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(ANSWER_SECONDS)
        try:
            connection.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            return False
        except OSError:
            return True
    return True


def _locked_folder(home: Path) -> tuple[Path, int]:
    """The folder of this data directory, locked; made anew when someone clears it away at that moment.

    A hub whose lock file was removed still stops in it: then ours is another.
    """
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        path = socket_path(home)
        with contextlib.suppress(FileNotFoundError, BlockingIOError):
            return path, _lock(path.parent)
        time.sleep(0.02)
    other = Path(tempfile.mkdtemp(prefix="uratori-", dir="/tmp"))
    return other / path.name, _lock(other)


def _lock(folder: Path) -> int:
    """Lock a folder, and make sure that it is still the one of that name.

    Raises:
        OSError: someone else holds it, or it is gone.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        here, there = os.fstat(descriptor), folder.stat()
        if (here.st_dev, here.st_ino) != (there.st_dev, there.st_ino):
            raise FileNotFoundError(2, "it was replaced", str(folder))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _unusable(error: OSError) -> CannotStart:
    return CannotStart(f"the socket for its clients can't be used ({error.strerror})")
