"""Where a job may write a file that somebody asked for: under roots that are open for it, over nothing unasked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from flows.own_files import EXPORTS, folder_of, is_own
from flows.services import Services
from ledger.jobs import attempts_of
from ledger.refusals import Refusal

STAGE: Final = "export"
"""What tries to write a file are called."""


def checked_target(
    services: Services, output_path: str, endings: Sequence[str], roots: Sequence[str] | None, *, tool: str
) -> Path:
    """The resolved path, if it is absolute, has one of the endings and lies in a folder that may be written.

    Args:
        services: the hub's.
        output_path: as it was given.
        endings: what the name may end in, in small letters.
        roots: folders that may be written to; None: those that any client may write to.
        tool: the tool to be called again.

    Raises:
        Refusal: EXPORT_REFUSED, FILE_OUTSIDE_ROOTS.
    """
    given = Path(output_path)
    if not given.is_absolute() or "\0" in output_path or given.suffix.lower() not in endings:
        raise Refusal(
            "EXPORT_REFUSED",
            f"{output_path!r} is not an absolute path that ends in {' or '.join(endings)}.",
            f"Give an absolute path that ends in {endings[0]}.",
            {"output_path": output_path, "endings": list(endings)},
        )
    allowed = [Path(root) for root in roots] if roots is not None else _own_roots(services)
    resolved = given.resolve()
    own = is_own(resolved, services.home.resolve(), but=EXPORTS)
    if own or not any(resolved.is_relative_to(root.expanduser().resolve()) for root in allowed):
        raise Refusal(
            "FILE_OUTSIDE_ROOTS",
            f"output_path {output_path!r} lies outside the folders that may be written.",
            "Give a path under a folder that may be written, or ask the person to add its folder to "
            "URATORI_EXPORT_ROOTS.",
            {"output_path": output_path},
        )
    if resolved.is_dir():
        raise there_already(output_path, tool)
    return resolved


def _own_roots(services: Services) -> list[Path]:
    return [folder_of(services.home, EXPORTS), *services.settings.allowed_roots, *services.settings.export_roots]


def written_before(services: Services, job_id: str, target: Path) -> bool:
    """Whether an earlier run of this job, lost after its work, left the file: then it may be replaced.

    That run had begun to write, and did not fail; a file that is younger than that is its own.
    """
    with services.ledger.read() as reader:
        job = reader.job(job_id)
        tries = attempts_of(reader, job.session_id, job_id)
    begun = [one.start.recorded_at.timestamp() for one in tries if one.start.stage == STAGE and one.outcome != "failed"]
    return bool(begun) and target.is_file() and target.stat().st_mtime >= min(begun)


def there_already(output_path: str, tool: str) -> Refusal:
    """The refusal to write over a file."""
    return Refusal(
        "EXPORT_REFUSED",
        f"{output_path!r} exists already. Nothing was written.",
        f"Call {tool} again with overwrite=true, or give another path.",
        {"output_path": output_path},
    )
