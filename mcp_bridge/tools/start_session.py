"""start_session: a text to check, from the call itself, a file or a page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from evidence.segments import Granularity
from evidence.urls import cited_urls
from flows.registry import NO_SESSION
from ledger import sessions
from ledger.folders import SessionFolder
from ledger.records import Session
from ledger.refusals import Refusal
from ledger.values import CitedUrl, SourceKind
from ledger.views import JobView
from mcp_bridge.answers import Part, clipped, fit
from mcp_bridge.caller import current_caller
from mcp_bridge.parameters import IdempotencyKey, WaitSeconds
from mcp_bridge.recording import write_once
from mcp_bridge.sources import SourceText, read_file
from mcp_bridge.tools.fetch_evidence import FilePath, Url, check_url
from mcp_bridge.tools.read_source_segments import (
    MaxSegments,
    SegmentFields,
    SegmentGranularity,
    reading_step,
    segment_page,
)
from mcp_bridge.waiting import WaitingAnswer, result_of, run_job, still_running

if TYPE_CHECKING:
    from ledger.store import Writer
    from mcp_bridge.app import App

DESCRIPTION = """\
Starts the check of one text: the text itself, a local file (text, .md, .csv, .html, .pdf) or a URL (its article is \
fetched). Always a new session; earlier_sessions lists those of the same text, to go on with. The text never changes \
afterwards. Returns session_id, the first page of candidate segments, and the URLs that the text cites (fetch them as \
cited_in_source)."""

URLS_SHOWN = 50
URLS_BYTES = 5_000
EARLIER_SHOWN = 10


class TextSource(Part):
    """The text itself, kept character for character."""

    type: Literal["text"]
    text: Annotated[str, Field(min_length=1)]


class FileSource(Part):
    """A local file."""

    type: Literal["file"]
    path: FilePath


class UrlSource(Part):
    """A page or PDF on the web."""

    type: Literal["url"]
    url: Url


Source = Annotated[TextSource | FileSource | UrlSource, Field(discriminator="type")]


class SourcePart(Part):
    """The text under check; `length` in code points."""

    kind: SourceKind
    origin: str | None
    length: int
    sha256: str


class CitedPart(Part):
    """A URL in the source text."""

    url: str
    start: int
    end: int


class EarlierPart(Part):
    """An earlier session of the same text."""

    session_id: str
    title: str | None
    recorded_at: datetime


class Started(SegmentFields, WaitingAnswer):
    """The session, once status is done."""

    session_id: str | None = None
    session_dir: str | None = None
    source: SourcePart | None = None
    title: str | None = None
    project: str | None = None
    cited_urls: list[CitedPart] = Field(default_factory=list)
    cited_urls_total: int = 0
    earlier_sessions: list[EarlierPart] = Field(default_factory=list)


def started(
    app: App, session: Session, text: str, earlier: list[Session], granularity: Granularity, most: int
) -> Started:
    """The answer for a session that exists."""
    shown = segment_page(text, session.source_sha256, granularity, 0, most)
    step = reading_step(session.session_id, shown)
    if session.cited_urls:
        step += " Fetch the cited_urls with fetch_evidence (discovered_via cited_in_source)."
    if earlier:
        step += f" This text was checked before, last in {earlier[0].session_id}: use that id to go on there instead."
    cited = [
        CitedPart(url=clipped(one.url, 300), start=one.start, end=one.end) for one in session.cited_urls[:URLS_SHOWN]
    ]
    return Started(
        **dict(shown),
        status="done",
        job_id=session.job_id,
        session_id=session.session_id,
        session_dir=str(SessionFolder(app.settings.home, session.session_id).path),
        source=SourcePart(
            kind=session.source_kind,
            origin=session.origin,
            length=session.source_length,
            sha256=session.source_sha256,
        ),
        title=session.title,
        project=session.project,
        cited_urls=fit(cited, URLS_BYTES),
        cited_urls_total=len(session.cited_urls),
        earlier_sessions=[
            EarlierPart(
                session_id=one.session_id,
                title=clipped(one.title, 200) if one.title else None,
                recorded_at=one.recorded_at,
            )
            for one in earlier
        ],
        next_step=step,
    )


def started_by_job(
    app: App, view: JobView, granularity: Granularity = "sentence", most: int = limits.SEGMENT_PAGE
) -> Started:
    """The answer of a start_session job, done or running."""
    result = result_of(view)
    if result is None:
        return Started(status="running", job_id=view.job.job_id, next_step=still_running(view))
    with app.ledger.read() as reader:
        session = reader.session(result["session_id"])
        earlier = sessions.earlier_sessions(reader, session.source_sha256, session.session_id, EARLIER_SHOWN)
        text = sessions.read_source(reader, session.session_id, SessionFolder(app.settings.home, session.session_id))
    return started(app, session, text, earlier, granularity, most)


def _check_words(text: str) -> None:
    """Refusal SOURCE_EMPTY for marks and invisible characters alone: nothing can be claimed in them."""
    if not any(character.isalnum() for character in text):
        raise Refusal(
            "SOURCE_EMPTY",
            "The source holds no letter and no digit.",
            "Call start_session with a source that holds words.",
            {"characters": len(text)},
        )


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def begin(
        source: TextSource | FileSource,
        told: Mapping[str, str | None],
        granularity: Granularity,
        most: int,
        key: str | None,
    ) -> Started:
        found = read_file(source.path, app.settings) if isinstance(source, FileSource) else SourceText(source.text)
        sessions.check_source(found.text)
        _check_words(found.text)
        cited = [CitedUrl(url=url, start=start, end=end) for url, start, end in cited_urls(found.text)]

        def make(writer: Writer) -> Started:
            session = sessions.create_session(
                writer,
                app.settings.home,
                found.text,
                source_kind=source.type,
                title=told["title"],
                language=told["language"],
                project=told["project"],
                origin=found.origin,
                file_sha256=found.file_sha256,
                cited_urls=cited,
            )
            earlier = sessions.earlier_sessions(writer, session.source_sha256, session.session_id, EARLIER_SHOWN)
            return started(app, session, found.text, earlier, granularity, most)

        request = {"source": source.model_dump(), **told}
        return write_once(app, "start_session", NO_SESSION, key, request, make, Started)

    @server.tool(
        title="Start session",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=True
        ),
    )
    async def start_session(
        source: Annotated[Source, Field(description="The text to check.")],
        context: Context,
        title: Annotated[str | None, Field(max_length=500, description="Title of the report.")] = None,
        language: Annotated[
            str | None,
            Field(
                pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
                description="Of the text, e.g. en; ja makes report.md Japanese.",
            ),
        ] = None,
        project: Annotated[str | None, Field(max_length=200, description="Default: your folder's name.")] = None,
        segment_granularity: SegmentGranularity = "sentence",
        max_segments: MaxSegments = limits.SEGMENT_PAGE,
        wait_seconds: WaitSeconds = limits.WAIT_SECONDS,
        idempotency_key: IdempotencyKey = None,
    ) -> Started:
        cwd = current_caller().cwd
        told = {
            "title": title,
            "language": language,
            "project": project if project is not None else (cwd.name or None if cwd is not None else None),
        }
        if not isinstance(source, UrlSource):
            return await asyncio.to_thread(begin, source, told, segment_granularity, max_segments, idempotency_key)
        check_url(app, source.url)
        view = await run_job(
            app,
            "start_session",
            NO_SESSION,
            {"url": source.url, **told},
            idempotency_key=idempotency_key,
            seconds=wait_seconds,
            context=context,
        )
        return await asyncio.to_thread(started_by_job, app, view, segment_granularity, max_segments)
