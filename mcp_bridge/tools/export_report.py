"""export_report: one self-contained file of the report, outside of the data directory."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from flows.own_files import EXPORTS, is_own
from ledger import staleness
from ledger.refusals import Refusal
from ledger.views import JobView
from mcp_bridge.hints import told
from mcp_bridge.parameters import IdempotencyKey, SessionId, WaitSeconds
from mcp_bridge.paths import HOME_TOLD, absolute, told_write_roots, under, write_roots, writing_advice
from mcp_bridge.waiting import WaitingAnswer, result_of, run_job, still_running

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Writes the report as one file with its pictures inside, to an absolute path (in your working directory, or \
$URATORI_HOME/exports/…). Changes nothing in the session; works before finalize and on archived sessions (then marked \
provisional). Never overwrites a file unless overwrite is true; writes nothing rather than a broken file. Not needed \
to read the report: finalize gives its path. Status running: go on with wait_job. Returns path, bytes, \
inlined_images."""

ENDINGS = {"html": (".html", ".htm"), "pdf": (".pdf",)}
ExportFormat = Literal["html", "pdf"]
NAME_BYTES_MOST = 200
"""A file's name may have 255 bytes on most disks; while it is written, it has a longer one."""
SHOWN = 200


class Exported(WaitingAnswer):
    """The file, once status is done."""

    session_id: str
    format: ExportFormat
    path: str | None = None
    bytes: int | None = None
    inlined_images: int | None = None
    provisional: bool | None = None
    reports_stale_since: str | None = None
    warning: str | None = None


def exported(app: App, view: JobView) -> Exported:
    """The answer of an export job, done or running."""
    session_id, form = view.job.session_id, view.job.parameters["format"]
    result = result_of(view)
    if result is None:
        return Exported(
            status="running", job_id=view.job.job_id, session_id=session_id, format=form, next_step=still_running(view)
        )
    with app.ledger.read() as reader:
        stale = staleness.stale_since(reader, session_id)
    provisional = bool(result["provisional"])
    return Exported(
        status="done",
        job_id=view.job.job_id,
        session_id=session_id,
        format=form,
        path=result["path"],
        bytes=result["bytes"],
        inlined_images=result["inlined_images"],
        provisional=provisional,
        reports_stale_since=stale.isoformat() if stale else None,
        warning="The session is not finalized as it stands: the file says that it is provisional."
        if provisional
        else None,
        next_step="Call finalize, then export again with overwrite=true." if provisional else "The file is complete.",
    )


def checked_path(app: App, output_path: str, form: ExportFormat, *, overwrite: bool) -> Path:
    """The resolved path, if the export may go there; every problem with it is told at once.

    Raises:
        Refusal: EXPORT_REFUSED, FILE_OUTSIDE_ROOTS.
    """
    path = Path(output_path)
    known = path.is_absolute() or output_path.startswith(f"{HOME_TOLD}/")
    endings = ENDINGS[form]
    problems = []
    if not known:
        problems.append("it is not absolute")
    if path.suffix.lower() not in endings:
        problems.append(f"its ending is {path.suffix or 'missing'}, {form} needs {' or '.join(endings)}")
    if problems:
        # A name such as `.html` is all ending: it has no name to keep.
        right = path.with_name(f"report{endings[0]}") if path.name.lower() in endings else path
        right = right.with_suffix(endings[0]) if right.name else right / f"report{endings[0]}"
        advice = f"Give output_path {told(str(right))}." if known else writing_advice(right.name)
        raise _refused(output_path, f"can't be used: {' and '.join(problems)}", advice, format=form, problems=problems)
    if len(path.name.encode("utf-8", "replace")) > NAME_BYTES_MOST:
        message = f"has a file name of more than {NAME_BYTES_MOST} bytes"
        raise _refused(output_path[:SHOWN] + "…", message, writing_advice(f"report{endings[0]}"))
    resolved = absolute(output_path, app.settings)
    own = is_own(resolved, app.settings.home.resolve(), but=EXPORTS)
    if own or not under(resolved, write_roots(app.settings)):
        where = (
            "in uratori's data directory, whose files are its own" if own else "outside the folders that may be written"
        )
        raise Refusal(
            "FILE_OUTSIDE_ROOTS",
            f"output_path {output_path!r} lies {where}. Nothing was written.",
            writing_advice(path.name),
            {"output_path": output_path, "roots": told_write_roots(app.settings)},
        )
    _check_place(resolved, output_path, overwrite=overwrite)
    return resolved


def _check_place(resolved: Path, output_path: str, *, overwrite: bool) -> None:
    """Whether a file can be there, and whether one is there already."""
    try:
        there = resolved.exists()
        folder = next(one for one in resolved.parents if one.exists())
        if there and (resolved.is_dir() or not overwrite):
            advice = "Call export_report again with overwrite=true, or give another path."
            if resolved.is_dir():
                advice = "It is a folder: give the path of a file."
            raise _refused(output_path, "exists already", advice)
        if not folder.is_dir():
            advice = "Give a path in a folder: change the part of the path that is a file."
            raise _refused(output_path, f"can't be used: {folder.name!r} on the way to it is a file", advice)
    except OSError as error:
        message = f"can't be used: {error.strerror or type(error).__name__}"
        raise _refused(output_path[:SHOWN], message, writing_advice(f"report{resolved.suffix}")) from None


def _refused(output_path: str, message: str, advice: str, **facts: Any) -> Refusal:
    return Refusal(
        "EXPORT_REFUSED",
        f"output_path {output_path!r} {message}. Nothing was written.",
        advice,
        {"output_path": output_path, **facts},
    )


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def check(session_id: str, output_path: str, form: ExportFormat, overwrite: bool) -> tuple[Path, list[str]]:
        path = checked_path(app, output_path, form, overwrite=overwrite)
        with app.ledger.read() as reader:
            reader.session(session_id)
        return path, [str(root) for root in write_roots(app.settings)]

    @server.tool(
        title="Export report",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False
        ),
    )
    async def export_report(
        session_id: SessionId,
        format: Annotated[ExportFormat, Field(description="Kind of file.")],  # noqa: A002 - the tool's argument
        output_path: Annotated[
            str, Field(min_length=1, max_length=4_096, description="Absolute path that ends in .html or .pdf.")
        ],
        context: Context,
        overwrite: Annotated[bool, Field(description="Replace an existing file.")] = False,
        wait_seconds: WaitSeconds = limits.WAIT_SECONDS,
        idempotency_key: IdempotencyKey = None,
    ) -> Exported:
        # A repeated key gives the first answer again, although its file is there now.
        may_exist = overwrite or idempotency_key is not None
        path, roots = await asyncio.to_thread(check, session_id, output_path, format, may_exist)
        parameters = {"format": format, "output_path": str(path), "overwrite": overwrite, "roots": roots}
        view = await run_job(
            app,
            "export_report",
            session_id,
            parameters,
            idempotency_key=idempotency_key,
            seconds=wait_seconds,
            context=context,
        )
        return await asyncio.to_thread(exported, app, view)
