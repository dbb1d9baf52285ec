"""Whether a caller may have a file written where it asks; every problem with the path is told before work begins."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from flows.own_files import EXPORTS, is_own
from flows.settings import Settings
from ledger.refusals import Refusal
from mcp_bridge.hints import told
from mcp_bridge.paths import HOME_TOLD, absolute, told_write_roots, under, working_root, write_roots, writing_advice

NAME_BYTES_MOST: Final = 200
"""A file's name may have 255 bytes on most disks; while it is written, it has a longer one."""
SHOWN: Final = 200


@dataclass(frozen=True)
class Output:
    """What a tool writes: `form` is the kind of file in a word, `endings` its names' (the first is proposed)."""

    tool: str
    form: str
    endings: Sequence[str]
    name: str
    """How a file is called, where none is given."""

    @property
    def file_name(self) -> str:
        """A name that is right."""
        return f"{self.name}{self.endings[0]}"


def checked_path(
    settings: Settings, output: Output, output_path: str, *, overwrite: bool, source: Path | None = None
) -> Path:
    """The resolved path, if the file may go there. `source`: the file that it is made of, which stays as it is.

    Raises:
        Refusal: EXPORT_REFUSED, FILE_OUTSIDE_ROOTS.
    """
    path = Path(output_path)
    known = path.is_absolute() or output_path.startswith(f"{HOME_TOLD}/")
    problems = []
    if not known:
        problems.append("it is not absolute")
    if path.suffix.lower() not in output.endings:
        needed = " or ".join(output.endings)
        problems.append(f"its ending is {path.suffix or 'missing'}, {output.form} needs {needed}")
    if problems:
        # A name such as `.html` is all ending: it has no name to keep.
        right = path.with_name(output.file_name) if path.name.lower() in output.endings else path
        right = right.with_suffix(output.endings[0]) if right.name else right / output.file_name
        advice = f"Give output_path {told(str(right))}." if known else writing_advice(right.name)
        message = f"can't be used: {' and '.join(problems)}"
        raise _refused(output_path, message, advice, format=output.form, problems=problems)
    if len(path.name.encode("utf-8", "replace")) > NAME_BYTES_MOST:
        message = f"has a file name of more than {NAME_BYTES_MOST} bytes"
        raise _refused(output_path[:SHOWN] + "…", message, writing_advice(output.file_name))
    try:
        resolved = absolute(output_path, settings)
    except Refusal:
        advice = writing_advice(output.file_name)
        raise _refused(output_path[:SHOWN], "can't be used: it leads nowhere", advice) from None
    own = is_own(resolved, settings.home.resolve(), but=EXPORTS)
    if own or not under(resolved, write_roots(settings)):
        where = (
            "in uratori's data directory, whose files are its own" if own else "outside the folders that may be written"
        )
        raise Refusal(
            "FILE_OUTSIDE_ROOTS",
            f"output_path {output_path!r} lies {where}. Nothing was written.",
            writing_advice(path.name if _leads_elsewhere(path.name, resolved) else output.file_name),
            {"output_path": output_path, "roots": told_write_roots(settings)},
        )
    if source is not None and resolved == source:
        message = "is the file that this would be a copy of, and that stays as it is"
        raise _refused(output_path, message, "Give another path, or none.")
    _check_place(output, resolved, output_path, overwrite=overwrite)
    return resolved


def _leads_elsewhere(name: str, refused: Path) -> bool:
    """Whether a file of that name in the caller's folder is another one: not a symbolic link to the refused one."""
    root = working_root()
    return root is None or Path(os.path.realpath(root / name)) != refused


def _check_place(output: Output, resolved: Path, output_path: str, *, overwrite: bool) -> None:
    """Whether a file can be there, and whether one is there already."""
    try:
        there = resolved.exists()
        folder = next(one for one in resolved.parents if one.exists())
        if there and (resolved.is_dir() or not overwrite):
            advice = f"Call {output.tool} again with overwrite=true, or give another path."
            if resolved.is_dir():
                advice = "It is a folder: give the path of a file."
            raise _refused(output_path, "exists already", advice)
        if not folder.is_dir():
            advice = "Give a path in a folder: change the part of the path that is a file."
            raise _refused(output_path, f"can't be used: {folder.name!r} on the way to it is a file", advice)
    except OSError as error:
        message = f"can't be used: {error.strerror or type(error).__name__}"
        name = f"{output.name}{resolved.suffix}"
        raise _refused(output_path[:SHOWN], message, writing_advice(name)) from None


def _refused(output_path: str, message: str, advice: str, **facts: Any) -> Refusal:
    return Refusal(
        "EXPORT_REFUSED",
        f"output_path {output_path!r} {message}. Nothing was written.",
        advice,
        {"output_path": output_path, **facts},
    )
