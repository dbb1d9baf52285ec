"""read_source_segments: candidate ranges of the source text, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from evidence.segments import Granularity, page
from ledger import sessions, status
from ledger.folders import SessionFolder
from mcp_bridge.answers import Answer, CoverageFigures, Part, Span, fit
from mcp_bridge.parameters import NUMBER_MOST, SessionId
from mcp_bridge.segment_cache import segments_of

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Candidate ranges of the source text, cut without gaps into sentences or paragraphs. Use it to page on after \
start_session (segment_offset = next_segment_offset). Ranges depend on the granularity only; you may register any \
other range too. Returns at most 4,000 characters of segments, and the coverage."""

SEGMENTS_BYTES = 26_000
"""Of one page as JSON: very short segments weigh more than their text."""

SegmentGranularity = Annotated[Granularity, Field(description="How the text is cut.")]
MaxSegments = Annotated[int, Field(ge=1, le=limits.SEGMENT_PAGE_MOST, description="Segments per page.")]
SegmentOffset = Annotated[int, Field(ge=0, le=NUMBER_MOST, description="Index of the first segment.")]


class SegmentPart(Part):
    """text[start:end] of the source."""

    index: int
    block: int
    start: int
    end: int
    text: str


class SegmentFields(Part):
    """One page of segments."""

    granularity: Granularity = "sentence"
    segments: list[SegmentPart] = Field(default_factory=list)
    segment_offset: int = 0
    segment_total: int = 0
    covered_range: Span | None = None
    truncated: bool = False
    next_segment_offset: int | None = None
    truncation_note: str | None = None


class SourceSegments(SegmentFields, Answer):
    """A page of the source text."""

    session_id: str
    source_length: int
    coverage: CoverageFigures
    uncovered_ranges: int = Field(description="How many gaps are left.")


def segment_page(text: str, sha256: str, granularity: Granularity, offset: int, most: int) -> SegmentFields:
    """One page of the segments of the text (whose SHA-256 is given) with their texts."""
    cut = page(segments_of(text, sha256, granularity), offset=offset, max_segments=most)
    parts = [
        SegmentPart(index=one.index, block=one.block, start=one.start, end=one.end, text=text[one.start : one.end])
        for one in cut.segments
    ]
    shown = fit(parts, SEGMENTS_BYTES)
    following = cut.offset + len(shown) if len(shown) < len(parts) else cut.next_offset
    note = None
    if following is not None:
        note = f"Segments {cut.offset}–{following - 1} of {cut.total}; go on with segment_offset={following}."
    elif cut.truncated:
        note = f"The last page: segments from {cut.offset} of {cut.total}."
    return SegmentFields(
        granularity=granularity,
        segments=shown,
        segment_offset=cut.offset,
        segment_total=cut.total,
        covered_range=Span(start=shown[0].start, end=shown[-1].end) if shown else None,
        truncated=cut.truncated or following is not None,
        next_segment_offset=following,
        truncation_note=note,
    )


def reading_step(session_id: str, shown: SegmentFields) -> str:
    """What to do with a page of segments."""
    if not shown.segments:
        last = max(0, shown.segment_total - 1)
        return (
            f"No segment starts here: the last one has index {last}. Read an earlier page (segment_offset), or list "
            f'what is not registered with get_status (session_id "{session_id}", section "gaps").'
        )
    step = f'Register each range of this page with register_segments (session_id "{session_id}"): claim or non_claim.'
    if shown.next_segment_offset is not None:
        step += f" Then call read_source_segments with segment_offset={shown.next_segment_offset}."
    return step


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Read source segments",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )
    def read_source_segments(
        session_id: SessionId,
        segment_offset: SegmentOffset = 0,
        segment_granularity: SegmentGranularity = "sentence",
        max_segments: MaxSegments = limits.SEGMENT_PAGE,
    ) -> SourceSegments:
        with app.ledger.read() as reader:
            session = reader.session(session_id)
            coverage = status.coverage(reader, session_id)
            text = sessions.read_source(reader, session_id, SessionFolder(app.settings.home, session_id))
        shown = segment_page(text, session.source_sha256, segment_granularity, segment_offset, max_segments)
        return SourceSegments(
            **dict(shown),
            session_id=session_id,
            source_length=session.source_length,
            coverage=CoverageFigures.of(coverage),
            uncovered_ranges=coverage.gaps,
            next_step=reading_step(session_id, shown),
        )
