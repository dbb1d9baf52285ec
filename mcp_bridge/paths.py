"""Which files a caller may have read or written: those under its working directory and the set roots."""

from __future__ import annotations

import json
import logging
import stat
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from flows.own_files import EXPORTS, INBOX, folder_of, is_own
from flows.settings import Settings
from ledger.refusals import Refusal
from mcp_bridge.caller import current_caller

HOME_TOLD: Final = "$URATORI_HOME"
"""The data directory as refusals name it."""
INBOX_TOLD: Final = f"{HOME_TOLD}/{INBOX}"
EXPORTS_TOLD: Final = f"{HOME_TOLD}/{EXPORTS}"
LEDGER_FILES: Final = ("ledger.duckdb", "ledger.duckdb.wal", "hub.lock")

logger = logging.getLogger(__name__)


def read_roots(settings: Settings) -> list[Path]:
    """Resolved folders that the current caller may have read; of the data directory its inbox alone."""
    return _roots(folder_of(settings.home, INBOX), settings.allowed_roots)


def write_roots(settings: Settings) -> list[Path]:
    """Resolved folders that the current caller may have exports written to; of the data directory `exports` alone."""
    return _roots(folder_of(settings.home, EXPORTS), [*settings.allowed_roots, *settings.export_roots])


def _roots(own: Path, further: Iterable[Path]) -> list[Path]:
    cwd = working_root()
    folders = [*([cwd] if cwd is not None else []), own, *further]
    return list(dict.fromkeys(folder.expanduser().resolve() for folder in folders))


def working_root() -> Path | None:
    """The caller's working directory, unless that would open a whole machine or everything of its user."""
    cwd = current_caller().cwd
    if cwd is None or not _too_wide(cwd):
        return cwd
    return None


@lru_cache(maxsize=64)
def _too_wide(cwd: Path) -> bool:
    whole = cwd.resolve()
    if whole != Path(whole.anchor) and whole != Path.home().resolve():
        return False
    logger.warning("a client works in %s: nothing of that is opened to it; set URATORI_ALLOWED_ROOTS", cwd)
    return True


def _told_root(own: str, further: Iterable[Path]) -> list[str]:
    cwd = working_root()
    return [*([str(cwd)] if cwd is not None else []), own, *dict.fromkeys(str(folder) for folder in further)]


def told_read_roots(settings: Settings) -> list[str]:
    """`read_roots` as they may be told: the caller's own, the inbox by its name, those that are set."""
    return _told_root(INBOX_TOLD, settings.allowed_roots)


def told_write_roots(settings: Settings) -> list[str]:
    """`write_roots` as they may be told."""
    return _told_root(EXPORTS_TOLD, [*settings.allowed_roots, *settings.export_roots])


def reading_advice() -> str:
    """What to do about a file that this caller may not have read."""
    person = "ask the person to add its folder to URATORI_ALLOWED_ROOTS"
    root = working_root()
    if root is not None:
        return f"Copy the file into your working directory {root} and give that path, or {person}."
    return (
        f"{_no_root()}: give the text itself (start_session: source "
        '{"type":"text","text":…}; submit_agent_capture: text), put the file into the folder '
        f'{INBOX_TOLD} and give the path "{INBOX_TOLD}/…", or {person}.'
    )


def writing_advice(name: str) -> str:
    """Where this caller may have a file of that name written."""
    person = "ask the person to add its folder to URATORI_EXPORT_ROOTS"
    root = working_root()
    if root is not None:
        return f"Give output_path {json.dumps(str(root / name), ensure_ascii=False)}, or {person}."
    place = json.dumps(f"{EXPORTS_TOLD}/{name}", ensure_ascii=False)
    return f"{_no_root()}: give output_path {place}, or {person}."


def _no_root() -> str:
    cwd = current_caller().cwd
    if cwd is None:
        return "This client has no working directory"
    return f"Your working directory {cwd} is too wide to be opened whole"


def under(path: Path, roots: Iterable[Path]) -> bool:
    """Whether a resolved path lies in one of the roots."""
    return any(path == root or root in path.parents for root in roots)


def absolute(given: str, settings: Settings) -> Path:
    """The path that a caller means: relative ones count from its working directory. Symbolic links are followed.

    `$URATORI_HOME/` at its start is the data directory, which a client need not know.

    Raises:
        Refusal: FILE_NOT_FOUND when a relative path has nothing to count from, or the path is no path at all.
    """
    cwd = current_caller().cwd
    named = given.removeprefix(f"{HOME_TOLD}/")
    try:
        path = settings.home / named if named != given else Path(given).expanduser()
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
    except (OSError, RuntimeError, ValueError):
        raise Refusal(
            "FILE_NOT_FOUND", f"{given!r} can't be followed.", "Give another path.", {"path": given}
        ) from None


def permitted(given: str, settings: Settings) -> Path:
    """The resolved path under the roots; it need not exist. uratori's own files are never permitted.

    Raises:
        Refusal: FILE_OUTSIDE_ROOTS, FILE_NOT_FOUND (see `absolute`).
    """
    path = absolute(given, settings)
    if is_own(path, settings.home.resolve(), but=INBOX) or _is_ledgers(path, settings.home):
        message = f"{given!r} lies in uratori's data directory: uratori's own files are no evidence."
        advice = "Give the source itself, not what uratori keeps or says of it."
    elif under(path, read_roots(settings)):
        return path
    else:
        message, advice = f"{given!r} lies outside the folders that may be read.", reading_advice()
    raise Refusal("FILE_OUTSIDE_ROOTS", message, advice, {"path": given, "roots": told_read_roots(settings)})


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
