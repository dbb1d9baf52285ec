"""Files that get their content whole or not at all: under another name first, made durable, then renamed."""

from __future__ import annotations

import os
import uuid
from pathlib import Path

from ledger.durable import sync_folder, write_synced
from tasks.attempts import StageError


def write_whole(target: Path, data: bytes, *, overwrite: bool, mark: str) -> None:
    """Write a file that somebody asked for, and the folders on the way to it.

    `mark` (the job) is part of the name that it has before: what a lost run of the job left there is written anew.

    Raises:
        StageError: `exists`, `not_written`; what was there is still there.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StageError("not_written", f"The folder of {target.name} could not be made.") from error
    try:
        replace_file(target, data, overwrite=overwrite, mark=mark)
    except FileExistsError as error:
        raise StageError("exists", f"{target.name} exists already and was not overwritten.") from error
    except OSError as error:
        raise StageError("not_written", f"{target.name} could not be written: {error.strerror}.") from error


def replace_file(target: Path, data: bytes, *, overwrite: bool = True, mark: str | None = None) -> None:
    """Give `target` this content, durably and at once; its folder exists.

    Raises:
        FileExistsError: it exists and `overwrite` is false.
        OSError: it can't be written; what was there is still there.
    """
    temporary = target.parent / f".{target.name}.{mark or uuid.uuid4().hex}"
    try:
        if mark is not None:
            temporary.unlink(missing_ok=True)
        write_synced(temporary, data)
        if overwrite:
            temporary.replace(target)
        else:
            os.link(temporary, target)  # unlike rename, it never overwrites
        sync_folder(target.parent)
    finally:
        temporary.unlink(missing_ok=True)
