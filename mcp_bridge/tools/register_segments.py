"""register_segments: many ranges of the source text at once, all or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import ConfigDict, Field

from evidence import limits
from flows.wording import agreeing, counted
from ledger import claims, sessions, status
from ledger.claims import ItemInput
from ledger.folders import SessionFolder
from ledger.records import Claim, NonClaim
from mcp_bridge.answers import Answer, CoverageFigures, Part, Span, clipped, fit
from mcp_bridge.evidence_parts import SparsePart
from mcp_bridge.parameters import ClaimKind, ClaimText, End, IdempotencyKey, NonClaimReason, SessionId, Start
from mcp_bridge.recording import write_once

if TYPE_CHECKING:
    from ledger.store import Reader, Writer
    from mcp_bridge.app import App

DESCRIPTION = """\
Registers many ranges of the source text, each as a claim (says something checkable) or a non_claim (heading, \
greeting, opinion …). Use it for whole pages of segments. All or nothing: if an item is bad, none is recorded and \
every bad one is listed. Returns the ids in order and warnings (overlaps, a wording that shares nothing with its \
range, too large non_claims)."""

WARNINGS_SHOWN = 20
ROWS_BYTES = 24_000
RANGES_SHOWN = 200


class SegmentItem(Part):
    """One range; start and end are code points of the source text."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"required": ["kind", "start", "end"]})

    kind: Literal["claim", "non_claim"]
    start: Start
    end: End
    claim: Annotated[ClaimText | None, Field(description="For a claim: the statement in your words.")] = None
    claim_kind: ClaimKind = None
    reason: Annotated[NonClaimReason | None, Field(description="For a non_claim: why it says nothing checkable.")] = (
        None
    )


class RegisteredItem(SparsePart):
    """The id that items[index] was given, with its range where there are few."""

    index: int
    kind: Literal["claim", "non_claim"]
    id: str
    range: Span | None = None


class RegisteredSegments(Answer):
    """What was registered."""

    registered: list[RegisteredItem] = Field(description="Only the first of many.")
    registered_count: int
    registered_note: str | None
    warnings: list[str]
    coverage: CoverageFigures
    uncovered_ranges: int


def register_items(
    writer: Writer, app: App, session_id: str, items: list[ItemInput]
) -> tuple[list[Claim | NonClaim], list[str]]:
    """Record the items in the order given; warnings are bounded."""
    writer.open_session(session_id)
    text = sessions.read_source(writer, session_id, SessionFolder(app.settings.home, session_id))
    records, warnings = claims.register(writer, session_id, text, items)
    shown = [clipped(warning, 200) for warning in warnings[:WARNINGS_SHOWN]]
    if len(warnings) > WARNINGS_SHOWN:
        shown.append(f"… and {len(warnings) - WARNINGS_SHOWN} more warnings.")
    return records, shown


def one_item(writer: Writer, app: App, session_id: str, item: ItemInput) -> tuple[Claim | NonClaim, str, list[str]]:
    """Record one item: the record, the (bounded) text of its range, and the warnings."""
    records, warnings = register_items(writer, app, session_id, [item])
    record = records[0]
    text = SessionFolder(app.settings.home, session_id).source_text()
    return record, clipped(text[record.start : record.end], 1_000), warnings


def registering_step(session_id: str, reader: Reader) -> tuple[CoverageFigures, int, str]:
    """The coverage, the number of gaps, and what to call next."""
    coverage = status.coverage(reader, session_id)
    if coverage.gaps:
        gaps, _ = status.gaps(reader, session_id, 1, 0)
        step = (
            f"{counted(coverage.gaps, 'range')} {agreeing(coverage.gaps, 'is left,', 'are left, the first is')} "
            f"[{gaps[0].start}, {gaps[0].end}): read on with read_source_segments and register, or list the gaps with "
            "get_status."
        )
    else:
        step = "Every character is registered. Now fetch_evidence for the claims, attach_evidence, then set_verdict."
    return CoverageFigures.of(coverage), coverage.gaps, step


def _note(all_rows: list[RegisteredItem], shown: int) -> str | None:
    """What is left out where there are many: the ranges, which are those of items, and how the ids go on."""
    if len(all_rows) <= RANGES_SHOWN:
        return None
    note = "The ranges are those of items, in the same order."
    rows = all_rows[shown:]
    return f"{note} {_rest(rows)}" if rows else note


def _rest(rows: list[RegisteredItem]) -> str:
    """How the ids of the rows that are not shown go on."""
    firsts = {kind: next((row for row in rows if row.kind == kind), None) for kind in ("claim", "non_claim")}
    starts = [f"{row.id} (items[{row.index}])" for row in firsts.values() if row is not None]
    return f"{len(rows)} more were registered; their ids count on in the order of items from {' and '.join(starts)}."


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Register segments",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
        ),
    )
    def register_segments(
        session_id: SessionId,
        items: Annotated[
            list[SegmentItem],
            Field(min_length=1, max_length=limits.SEGMENTS_PER_CALL, description="The ranges, in any order."),
        ],
        idempotency_key: IdempotencyKey = None,
    ) -> RegisteredSegments:
        inputs = [ItemInput(**item.model_dump()) for item in items]

        def make(writer: Writer) -> RegisteredSegments:
            records, warnings = register_items(writer, app, session_id, inputs)
            coverage, gaps, step = registering_step(session_id, writer)
            registered = [
                RegisteredItem(
                    index=index,
                    kind="claim" if isinstance(record, Claim) else "non_claim",
                    id=record.record_id,
                    range=Span(start=record.start, end=record.end) if len(records) <= RANGES_SHOWN else None,
                )
                for index, record in enumerate(records)
            ]
            shown = fit(registered, ROWS_BYTES)
            return RegisteredSegments(
                registered=shown,
                registered_count=len(registered),
                registered_note=_note(registered, len(shown)),
                warnings=warnings,
                coverage=coverage,
                uncovered_ranges=gaps,
                next_step=step,
            )

        request = {"items": [item.model_dump() for item in items]}
        return write_once(app, "register_segments", session_id, idempotency_key, request, make, RegisteredSegments)
