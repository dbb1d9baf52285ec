"""Where everything lives: the data directory, the socket, the logs, the version. Standard library only."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

SOCKET_BYTES_MOST: Final = 100
"""Longer paths don't fit into a socket address (104 bytes on macOS, 108 on Linux, the ending zero included)."""


NAME_CHARACTERS: Final = 12
"""How long the name of a socket's folder is: the beginning of a hash."""


def own_version() -> str:
    """The version of the installed distribution; `0+source` where there is none."""
    try:
        return version("uratori")
    except PackageNotFoundError:
        return "0+source"


def home_dir(env: Mapping[str, str] = os.environ) -> Path:
    """The data directory, absolute: `URATORI_HOME`, else the platform's place for user data."""
    told = env.get("URATORI_HOME", "").strip()
    if told:
        return Path(os.path.abspath(Path(told).expanduser()))  # noqa: PTH100 - resolve() would follow links
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/uratori").expanduser()
    data = env.get("XDG_DATA_HOME", "").strip()
    return (Path(data) if data else Path("~/.local/share").expanduser()) / "uratori"


def prepare_home(home: Path) -> None:
    """Create the data directory and its log folder, for this user alone.

    Raises:
        OSError: it can't be created or written.
    """
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    log_dir(home).mkdir(mode=0o700, exist_ok=True)
    if not os.access(home, os.W_OK | os.X_OK):
        raise PermissionError(13, "the data directory can't be written", str(home))


def lock_path(home: Path) -> Path:
    """The file whose lock says who is the hub."""
    return home / "hub.lock"


def log_dir(home: Path) -> Path:
    """The folder of all log files."""
    return home / "logs"


def hub_log(home: Path) -> Path:
    """The hub's own log."""
    return log_dir(home) / "hub.log"


def hub_output(home: Path) -> Path:
    """What the hub and its libraries print: empty unless something goes wrong badly."""
    return log_dir(home) / "hub.out"


def handshake_path(home: Path) -> Path:
    """The last answers to `initialize`, for a start on a busy machine."""
    return home / "cache" / "handshake.json"


def runtime_dir(home: Path, env: Mapping[str, str] = os.environ) -> Path:
    """A short private folder for the socket of this data directory; made if it is missing.

    Raises:
        OSError: no folder could be made that belongs to this user alone.
    """
    name = hashlib.sha256(os.fsencode(os.path.realpath(home))).hexdigest()[:NAME_CHARACTERS]
    for base in runtime_bases(env):
        folder = base / name
        if len(os.fsencode(folder / "hub.sock")) <= SOCKET_BYTES_MOST and _private(base) and _private(folder):
            return folder
    return Path(tempfile.mkdtemp(prefix="uratori-", dir="/tmp"))


def runtime_bases(env: Mapping[str, str] = os.environ) -> list[Path]:
    """Where the folders for sockets are made, the first choice first; not all need be there."""
    given = env.get("XDG_RUNTIME_DIR", "").strip()
    bases = [Path(given) / "uratori"] if given and is_private(Path(given)) else []
    return bases + [Path(top) / f"uratori-{os.getuid()}" for top in (tempfile.gettempdir(), "/tmp")]  # noqa: S108


def socket_path(home: Path, env: Mapping[str, str] = os.environ) -> Path:
    """Where a hub of this data directory listens for bridges. A running hub's lock file names the true one."""
    return runtime_dir(home, env) / "hub.sock"


def newer(one: str, other: str) -> bool:
    """Whether version `one` is newer than `other`, by their leading numbers."""
    return _numbers(one) > _numbers(other)


def _numbers(text: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in text.split("+", maxsplit=1)[0].split("."):
        digits = "".join(c for c in part if c.isdigit())
        if not digits:
            break
        numbers.append(int(digits))
        if digits != part:
            break
    return tuple(numbers)


def _private(folder: Path) -> bool:
    """Make the folder if it is missing; whether it belongs to this user alone (someone else may own the name)."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return False
    return is_private(folder)


def is_private(folder: Path) -> bool:
    """Whether it is a folder of this user alone, and no link to one."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
