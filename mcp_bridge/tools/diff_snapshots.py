"""diff_snapshots: what changed between two saved pages, block by block."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence.observation.difference import differences
from ledger.records import Evidence
from mcp_bridge.answers import UNTRUSTED, Answer, Part, clipped, fit
from mcp_bridge.parameters import EvidenceId, SessionId
from mcp_bridge.saved_pages import saved_page

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Compares two saved copies of a page (two evidence_ids of a session, the earlier one first) block by block. Use it to \
see what changed between two fetches. Returns the blocks that were added, removed, changed (the same words with other \
figures) or moved, with their refs and words."""

CHARACTERS: Final = 400
BYTES_MOST: Final = 30_000


class ChangePart(Part):
    """One block that is not as it was."""

    change: Literal["added", "removed", "changed", "moved"]
    ref: str
    before: str | None
    after: str | None
    start: int | None


class Compared(Answer):
    """The blocks that differ, in the later page's order; removed ones at the end."""

    notice: str = UNTRUSTED
    total: int
    changes: list[ChangePart]
    next_offset: int | None = None


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def compare(session_id: str, before: str, after: str, offset: int) -> Compared:
        with app.ledger.read() as reader:
            reader.session(session_id)
            pages = [reader.one(Evidence, session_id, name) for name in (before, after)]
        found = differences(*(saved_page(app, page).observed() for page in pages))
        rows = [
            ChangePart(
                change=one.change,
                ref=one.ref,
                before=None if one.before is None else clipped(one.before, CHARACTERS),
                after=None if one.after is None else clipped(one.after, CHARACTERS),
                start=one.start,
            )
            for one in found
        ]
        shown = fit(rows[offset:], BYTES_MOST)
        following = offset + len(shown)
        rest = following < len(rows) and bool(shown)
        step = "No block differs." if not rows else "Read the changed blocks before you rely on the earlier copy."
        return Compared(
            total=len(rows),
            changes=shown,
            next_offset=following if rest else None,
            next_step=step + (f" Go on with offset={following}." if rest else ""),
        )

    @server.tool(
        title="Diff snapshots",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )
    async def diff_snapshots(
        session_id: SessionId,
        before: Annotated[EvidenceId, Field(description="The earlier copy.")],
        after: Annotated[EvidenceId, Field(description="The later copy.")],
        offset: Annotated[int, Field(ge=0, le=1_000_000, description="next_offset of the call before.")] = 0,
    ) -> Compared:
        return await asyncio.to_thread(compare, session_id, before, after, offset)
