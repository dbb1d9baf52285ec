"""export_report: one self-contained file of the report, outside of the data directory."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from ledger import staleness
from ledger.views import JobView
from mcp_bridge.parameters import IdempotencyKey, SessionId, WaitSeconds
from mcp_bridge.paths import write_roots
from mcp_bridge.targets import Output, checked_path
from mcp_bridge.waiting import WaitingAnswer, result_of, run_job, still_running

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Writes the report as one file with its pictures inside, to an absolute path (in your working directory, or \
$URATORI_HOME/exports/…). Changes nothing in the session; works before finalize and on archived sessions (then marked \
provisional). Never overwrites unasked; writes nothing rather than a broken file. Returns the path."""

ExportFormat = Literal["html", "pdf"]
OUTPUTS: Final[Mapping[ExportFormat, Output]] = {
    "html": Output("export_report", "html", (".html", ".htm"), "report"),
    "pdf": Output("export_report", "pdf", (".pdf",), "report"),
}


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


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def check(session_id: str, output_path: str, form: ExportFormat, overwrite: bool) -> tuple[Path, list[str]]:
        path = checked_path(app.settings, OUTPUTS[form], output_path, overwrite=overwrite)
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
        language: Annotated[
            Literal["en", "ja"] | None, Field(description="Of the report's own words; else the session's.")
        ] = None,
        wait_seconds: WaitSeconds = limits.WAIT_SECONDS,
        idempotency_key: IdempotencyKey = None,
    ) -> Exported:
        # A repeated key gives the first answer again, although its file is there now.
        may_exist = overwrite or idempotency_key is not None
        path, roots = await asyncio.to_thread(check, session_id, output_path, format, may_exist)
        parameters = {"format": format, "output_path": str(path), "overwrite": overwrite, "roots": roots}
        parameters |= {"language": language} if language else {}
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
