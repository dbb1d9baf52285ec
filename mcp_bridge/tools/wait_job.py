"""wait_job: go on waiting for a job, and get the answer of the tool that started it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import ConfigDict, Field, PrivateAttr

from evidence import limits
from ledger import jobs
from ledger.values import JobKind
from ledger.views import JobView
from mcp_bridge.assessed import Assessed, assessed
from mcp_bridge.cited import checked, linked, verified
from mcp_bridge.evidence_items import Wanted
from mcp_bridge.highlights import highlighted
from mcp_bridge.parameters import PageOffset, WaitSeconds
from mcp_bridge.rechecked import rechecked
from mcp_bridge.reexported import reexported
from mcp_bridge.tools.attach_evidence import pictures_drawn
from mcp_bridge.tools.export_report import exported
from mcp_bridge.tools.fetch_evidence import Fetched, fetched
from mcp_bridge.tools.finalize import finalized
from mcp_bridge.tools.start_session import started_by_job
from mcp_bridge.waiting import WaitingAnswer, wait
from mcp_bridge.weighed import weighed

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Goes on waiting for a job that a tool answered with status running. Read-only: a job goes on whether it is waited for \
or not. Returns status running again when wait_seconds are over; once done, the answer of the tool that started the \
job, or the refusal the job ended with."""


class JobAnswer(WaitingAnswer):
    """status, job_id, kind, and the fields of the starting tool's answer."""

    model_config = ConfigDict(extra="allow")

    kind: JobKind
    _page_texts: str | None = PrivateAttr(None)

    def as_text(self) -> str:
        """The starting tool's own text, where it has one of its own."""
        return self._page_texts if self._page_texts is not None else super().as_text()


def answer_of(app: App, view: JobView, offset: int) -> WaitingAnswer:
    """The answer of the tool that started the job, done or running; a list of many rows from `offset` on."""
    answers: dict[JobKind, Callable[[], WaitingAnswer]] = {
        "start_session": lambda: started_by_job(app, view),
        "fetch_evidence": lambda: fetched(app, view, Wanted()),
        "render_pictures": lambda: pictures_drawn(app, view),
        "finalize": lambda: finalized(app, view),
        "export_report": lambda: exported(app, view),
        "verify_claims": lambda: verified(view, offset),
        "cite_fragment": lambda: linked(view),
        "check_fragments": lambda: checked(view, offset),
        "highlight_pdf": lambda: highlighted(view, offset),
        "reexport": lambda: reexported(view),
        "recheck": lambda: rechecked(app, view, offset),
        "extract_evidence": lambda: weighed(view, offset),
        "assess_page": lambda: assessed(view),
    }
    return answers[view.job.kind]()


def job_answer(app: App, view: JobView, offset: int = 0) -> JobAnswer:
    """The job's state with the answer of its tool."""
    answer = answer_of(app, view, offset)
    told = JobAnswer(kind=view.job.kind, **answer.model_dump(mode="json"))
    told._page_texts = answer.as_text() if isinstance(answer, Fetched | Assessed) else None
    return told


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def view_of(job_id: str) -> JobView:
        with app.ledger.read() as reader:
            return jobs.job_view(reader, job_id)

    @server.tool(
        title="Wait for a job",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )
    async def wait_job(
        job_id: Annotated[str, Field(min_length=1, max_length=64, description="From the answer with status running.")],
        context: Context,
        wait_seconds: WaitSeconds = limits.WAIT_SECONDS,
        offset: PageOffset = 0,
    ) -> JobAnswer:
        view = await asyncio.to_thread(view_of, job_id)
        view = await wait(app, view, wait_seconds, context)
        return await asyncio.to_thread(job_answer, app, view, offset)
