"""Which files a caller may have read or written: those under its working directory and the set roots."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from flows.settings import Settings
from ledger.refusals import Refusal
from mcp_bridge.caller import current_caller

HOME_TOLD: Final = "$URATORI_HOME"
"""The data directory as refusals name it."""
LEDGER_FILES: Final = ("ledger.duckdb", "ledger.duckdb.wal", "hub.lock")


def read_roots(settings: Settings) -> list[Path]:
    """Resolved folders that the current caller may have read."""
    return _roots(settings, settings.allowed_roots)


def write_roots(settings: Settings) -> list[Path]:
    """Resolved folders that the current caller may have exports written to."""
    return _roots(settings, [*settings.allowed_roots, *settings.export_roots])


def _roots(settings: Settings, further: Iterable[Path]) -> list[Path]:
    cwd = current_caller().cwd
    folders = [*([cwd] if cwd is not None else []), settings.home, *further]
    return list(dict.fromkeys(folder.expanduser().resolve() for folder in folders))


def told_roots(further: Iterable[Path]) -> list[str]:
    """The same folders as they may be told: the caller's own, the data directory by its name, those that are set."""
    cwd = current_caller().cwd
    own = [str(cwd)] if cwd is not None else []
    return [*own, HOME_TOLD, *dict.fromkeys(str(folder) for folder in further)]


def reading_advice() -> str:
    """What to do about a file that this caller may not have read."""
    person = "ask the person to add its folder to URATORI_ALLOWED_ROOTS"
    cwd = current_caller().cwd
    if cwd is not None:
        return f"Copy the file into your working directory {cwd} and give that path, or {person}."
    return (
        'This client has no working directory: give the text itself (start_session: source {"type":"text","text":…}; '
        f"submit_agent_capture: text), put the file into the data directory ({HOME_TOLD}), or {person}."
    )


def writing_advice(name: str) -> str:
    """Where this caller may have a file of that name written."""
    person = "or ask the person to add its folder to URATORI_EXPORT_ROOTS"
    cwd = current_caller().cwd
    if cwd is not None:
        return f"Give output_path {json.dumps(str(cwd / name), ensure_ascii=False)}, {person}."
    return (
        f"This client has no working directory: give an absolute path under the data directory ({HOME_TOLD}; the "
        f"session_dir of start_session lies in it) that ends in /{name}, {person}."
    )


def under(path: Path, roots: Iterable[Path]) -> bool:
    """Whether a resolved path lies in one of the roots."""
    return any(path == root or root in path.parents for root in roots)


def absolute(given: str) -> Path:
    """The path that a caller means: relative ones count from its working directory. Symbolic links are followed.

    Raises:
        Refusal: FILE_NOT_FOUND when a relative path has nothing to count from, or the path is no path at all.
    """
    cwd = current_caller().cwd
    try:
        path = Path(given).expanduser()
    except RuntimeError:
        path = Path(given)
    if "\0" in given or (not path.is_absolute() and cwd is None):
        raise Refusal(
            "FILE_NOT_FOUND",
            f"{given!r} is not an absolute path, and this client has no working directory.",
            "Give an absolute path, or the text itself where the tool takes a text.",
            {"path": given},
        )
    try:
        return (path if cwd is None else cwd / path).resolve()
    except (OSError, RuntimeError):
        raise Refusal(
            "FILE_NOT_FOUND", f"{given!r} can't be followed.", "Give another path.", {"path": given}
        ) from None


def permitted(given: str, settings: Settings) -> Path:
    """The resolved path under the roots; it need not exist. The ledger's own files are never permitted.

    Raises:
        Refusal: FILE_OUTSIDE_ROOTS, FILE_NOT_FOUND (see `absolute`).
    """
    path = absolute(given)
    if under(path, read_roots(settings)) and not _is_ledgers(path, settings.home):
        return path
    raise Refusal(
        "FILE_OUTSIDE_ROOTS",
        f"{given!r} lies outside the folders that may be read.",
        reading_advice(),
        {"path": given, "roots": told_roots(settings.allowed_roots)},
    )


def readable(given: str, settings: Settings, *, most_bytes: int) -> Path:
    """The resolved path of a regular file that may be read and is not too large.

    Raises:
        Refusal: FILE_NOT_FOUND, FILE_OUTSIDE_ROOTS, FILE_TOO_LARGE.
    """
    path = permitted(given, settings)
    try:
        status = path.stat()
    except FileNotFoundError:
        raise _missing(given) from None
    except OSError as error:
        raise Refusal(
            "FILE_NOT_FOUND",
            f"{given!r} can't be read: {error.strerror or type(error).__name__}.",
            "Check the path and the permissions of the folders on the way to it.",
            {"path": given},
        ) from None
    if not stat.S_ISREG(status.st_mode):
        raise Refusal("FILE_NOT_FOUND", f"{given!r} is no regular file.", "Give the path of a file.", {"path": given})
    if status.st_size > most_bytes:
        raise Refusal(
            "FILE_TOO_LARGE",
            f"{given!r} has {status.st_size:,} bytes; the most is {most_bytes:,}.",
            "Give a smaller file, for example the part that matters.",
            {"path": given, "bytes": status.st_size, "most": most_bytes},
        )
    return path


def _missing(given: str) -> Refusal:
    cwd = current_caller().cwd
    where = f"; a relative path counts from your working directory {cwd}" if cwd is not None else ""
    return Refusal(
        "FILE_NOT_FOUND",
        f"There is no file {given!r}.",
        f"Check the spelling of the path{where}. Without a file, give the text itself where the tool takes a text.",
        {"path": given},
    )


def contents(given: str, settings: Settings, *, most_bytes: int) -> tuple[Path, bytes]:
    """The resolved path and the bytes of a file that may be read (see `readable`)."""
    path = readable(given, settings, most_bytes=most_bytes)
    try:
        return path, path.read_bytes()
    except OSError as error:
        raise Refusal(
            "FILE_NOT_FOUND",
            f"{given!r} can't be read: {error.strerror or type(error).__name__}.",
            "Check the permissions of the file.",
            {"path": given},
        ) from None


def _is_ledgers(path: Path, home: Path) -> bool:
    # Opening and closing the database file drops the lock that its only connection holds: ask by inode, never open.
    for name in LEDGER_FILES:
        own = home / name
        if path == own.resolve():
            return True
        try:
            if path.samefile(own):
                return True
        except OSError:
            continue
    return False
