"""read_page: a saved page within a budget of tokens, for reading."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence.observation.views import View
from ledger.records import Evidence
from mcp_bridge.answers import UNTRUSTED, Answer, compact_json, fenced
from mcp_bridge.page_views import BUDGET, BUDGET_LEAST, BUDGET_MOST, read_view
from mcp_bridge.parameters import EvidenceId, SessionId

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Shows saved evidence for reading within a budget of tokens: markdown (headings, lists, tables), compact (one line a \
block, with refs) or links. Not for quoting: copy quotes from fetch_evidence, whose text they are looked up in. \
Returns whole blocks, and next_block to go on from."""


class PageRead(Answer):
    """The view, and how much of it there is."""

    notice: str = UNTRUSTED
    evidence_id: str
    view: str
    tokens: int
    all_tokens: int
    refs: list[str]
    next_block: int | None = None
    page: str

    def as_text(self) -> str:
        """The facts, then the page between two marks."""
        told = self.told()
        page = told.pop("page")
        return f"{compact_json(told)}\n\n{fenced(self.evidence_id + ':', page)}"


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def read(session_id: str, evidence_id: str, kind: View, budget: int, start: int, *, main_only: bool) -> PageRead:
        with app.ledger.read() as reader:
            reader.session(session_id)
            evidence = reader.one(Evidence, session_id, evidence_id)
        shown = read_view(app, evidence, kind, budget=budget, main_only=main_only, start=start)
        more = f" Go on with start_block={shown.next_block}." if shown.next_block is not None else ""
        return PageRead(
            evidence_id=evidence_id,
            view=kind,
            tokens=shown.tokens,
            all_tokens=shown.all_tokens,
            refs=list(shown.refs),
            next_block=shown.next_block,
            page=shown.text,
            next_step=f"To quote it, find the words with fetch_evidence(find=…) of {evidence_id}.{more}",
        )

    @server.tool(
        title="Read page",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )
    async def read_page(
        session_id: SessionId,
        evidence_id: EvidenceId,
        view: Annotated[Literal["markdown", "compact", "links"], Field(description="How it is shown.")] = "markdown",
        budget: Annotated[int, Field(ge=BUDGET_LEAST, le=BUDGET_MOST, description="Tokens, about.")] = BUDGET,
        start_block: Annotated[int, Field(ge=0, le=1_000_000, description="next_block of the call before.")] = 0,
        main_only: Annotated[bool, Field(description="Leave out navigation and the like.")] = True,
    ) -> PageRead:
        return await asyncio.to_thread(read, session_id, evidence_id, view, budget, start_block, main_only=main_only)
