"""Read a file of this machine, from allowed folders only, into a staged copy."""

from __future__ import annotations

import asyncio
import errno
import os
import stat
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from prefect import task
from prefect.cache_policies import NO_CACHE

from evidence import limits
from evidence.sniff import sniff
from tasks.attempts import AttemptSink, StageError, attempt
from tasks.bodies import Body, StagedFile
from tasks.file_kinds import KINDS_TOLD, READABLE

STAGE: Final = "file"
_CHUNK: Final = 1 << 20


@task(name="read_local", task_run_name="read {path}", cache_policy=NO_CACHE)
async def read_local(
    path: str,
    *,
    roots: Sequence[str],
    job_id: str,
    session_id: str,
    staging: str,
    sink: AttemptSink,
    own: Sequence[str] = (),
    most_bytes: int = limits.EVIDENCE_WIRE_BYTES,
) -> Body:
    """Copy the regular file `path`, which must lie under one of `roots` with every link followed, under `staging`.

    Nothing at or under the places `own` is read, by whatever name it is reached.

    Raises:
        StageError: `file_outside_roots`, `file_not_found`, `file_not_regular`, `file_too_large`, `file_empty`,
            `file_changed`, `file_kind_unsupported`.
    """
    async with attempt(sink, job_id=job_id, session_id=session_id, stage=STAGE, item=Path(path).name) as doing:
        body = await asyncio.to_thread(read_file, path, roots=roots, staging=staging, own=own, most_bytes=most_bytes)
        doing.bytes = body.bytes
        return body


def real_path(path: str, roots: Sequence[str]) -> Path:
    """The file that `path` leads to, every link followed.

    Raises:
        StageError: `file_outside_roots` or `file_not_found`.
    """
    try:
        os.fsencode(path)
    except UnicodeEncodeError as error:
        raise StageError("file_not_found", "The path holds half a character.") from error
    if "\0" in path:
        raise StageError("file_not_found", "The path holds a zero byte.")
    try:
        given = Path(path).expanduser()
    except RuntimeError:  # the home of a user that there is not
        given = Path(path)
    if not given.is_absolute():
        raise StageError("file_not_found", "The path must be absolute.")
    # The folders are compared before the file is looked at, so that a refusal does not tell what exists elsewhere.
    real = Path(os.path.realpath(given))
    allowed = [Path(os.path.realpath(Path(root).expanduser())) for root in roots]
    if not any(real.is_relative_to(root) for root in allowed):
        raise StageError("file_outside_roots", "The file lies outside the folders that may be read.")
    return real


def read_file(path: str, *, roots: Sequence[str], staging: str, own: Sequence[str], most_bytes: int) -> Body:
    """`read_local` without the attempt."""
    started_at, begun = datetime.now(UTC), time.monotonic()
    real = real_path(path, roots)
    descriptor = _opened(real, own)
    try:
        if Path(os.path.realpath(real)) != real or not os.path.samestat(os.fstat(descriptor), real.stat()):
            raise StageError("file_outside_roots", "The file changed while it was opened.")
        with StagedFile(staging) as staged:
            _copy(descriptor, staged, most_bytes)
            media = sniff(staged.head, None, real.name)
            if media not in READABLE:
                raise StageError("file_kind_unsupported", f"The file is no {KINDS_TOLD}.")
            copy, sha256 = staged.finish()
            return Body(
                staged=copy,
                sha256=sha256,
                bytes=staged.size,
                media=media,
                name=real.name,
                started_at=started_at,
                ended_at=datetime.now(UTC),
                seconds=time.monotonic() - begun,
            )
    finally:
        os.close(descriptor)


def _copy(descriptor: int, staged: StagedFile, most_bytes: int) -> None:
    """Copy the file as it is now; one that is written meanwhile is none that was."""
    before = os.fstat(descriptor)
    if before.st_size > most_bytes:
        message = f"The file has {before.st_size:,} bytes; at most {most_bytes:,} are read."
        raise StageError("file_too_large", message)
    # No further than the size: what has none and can be read all the same (as under /proc) is made up by the system.
    while block := os.read(descriptor, min(_CHUNK, before.st_size - staged.size)):
        staged.write(block)
    if not before.st_size:
        raise StageError("file_empty", "The file is empty.", received=0)
    after = os.fstat(descriptor)
    if staged.size != after.st_size or before.st_mtime_ns != after.st_mtime_ns:
        raise StageError("file_changed", "The file was written to while it was read.", received=staged.size)


def _opened(real: Path, own: Sequence[str]) -> int:
    """A descriptor of the regular file. Opening a pipe or a device must neither wait nor change anything.

    A file of `own` is not even opened: to close it again would free the lock that the database holds on it.
    """
    try:
        state = real.lstat()
        if not stat.S_ISREG(state.st_mode):
            raise StageError("file_not_regular", "It is no regular file.")
        if state.st_nlink > 1 and _is_among(state, own):
            raise StageError("file_outside_roots", "It is a file of uratori's own, by another name.")
        descriptor = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        reason = errno.errorcode.get(error.errno or 0, "unknown")
        raise StageError("file_not_found", f"The file can't be read ({reason}).") from error
    if not os.path.samestat(os.fstat(descriptor), state):
        os.close(descriptor)
        raise StageError("file_changed", "The file was replaced while it was opened.")
    return descriptor


def _is_among(state: os.stat_result, own: Sequence[str]) -> bool:
    """Whether one of the files at or under the places is this one."""
    for path in (path for place in own for path in _files(place)):
        try:
            if os.path.samestat(os.lstat(path), state):
                return True
        except OSError:
            continue  # gone meanwhile
    return False


def _files(place: str) -> Iterator[str]:
    yield place
    for folder, _, names in os.walk(place):
        yield from (str(Path(folder, name)) for name in names)
