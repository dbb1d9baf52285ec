"""fetch_evidence: pages, PDFs and files, saved and read; known ones straight from the ledger."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from evidence.observation.views import View
from flows.url_advice import url_advice
from flows.wording import agreeing, counted
from ledger import evidence_log, jobs
from ledger.records import Evidence
from ledger.refusals import Refusal
from ledger.values import DiscoveredVia
from ledger.views import JobView
from mcp_bridge.answers import UNTRUSTED, Part, clipped, compact_json, fenced
from mcp_bridge.assessed import flagged
from mcp_bridge.evidence_items import ItemResult, Wanted, items
from mcp_bridge.evidence_parts import AttemptPart, EvidenceItem, attempt_part
from mcp_bridge.own_reports import check_no_own_page, check_no_report, head_of
from mcp_bridge.page_views import BUDGET, BUDGET_LEAST, view_part
from mcp_bridge.parameters import DiscoveryNote, IdempotencyKey, SessionId, TextLimit, TextOffset, WaitSeconds
from mcp_bridge.paths import absolute, read_roots, readable
from mcp_bridge.stale_reports import mark_provisional
from mcp_bridge.waiting import WaitingAnswer, refusal_from, result_of, run_job, still_running
from tasks import guard
from tasks.attempts import StageError

if TYPE_CHECKING:
    from ledger.store import Reader
    from mcp_bridge.app import App

DESCRIPTION = """\
Fetches 1–50 sources in one call (HTTP, then a browser where that helps; HTML, text, Markdown, PDF; local files), \
saves each as evidence of the session and returns a window of its text. A source that the session has already is read \
from the ledger at once: use that to read on (text_offset = next_offset) or to search (find, with the rules of \
quotes). For a page only your own browser can open use submit_agent_capture. Items that fail carry their error, the \
others stand; one failing source alone is refused."""

NO_ROOT: Final = "/dev/null"
"""A root under which no file can lie."""

Via = Annotated[DiscoveredVia, Field(description="How you came to this source.")]
Url = Annotated[str, Field(min_length=1, max_length=8_000, description="http or https.")]
FilePath = Annotated[
    str, Field(min_length=1, max_length=4_096, description="Under your working directory or an allowed root.")
]


class UrlSource(Part):
    """A page, text or PDF on the web."""

    type: Literal["url"]
    url: Url


class FileSource(Part):
    """A local file: text, .md, .csv, .html, .pdf."""

    type: Literal["file"]
    path: FilePath


Source = Annotated[UrlSource | FileSource, Field(discriminator="type")]


class Fetched(WaitingAnswer):
    """The sources in the order of the call, once status is done."""

    session_id: str
    notice: str = UNTRUSTED
    items: list[EvidenceItem] = Field(default_factory=list)

    def as_text(self) -> str:
        """The facts as JSON, then each page text between two marks."""
        told = self.told()
        for item in told["items"]:
            item.pop("text", None)
            if item.get("view"):
                item["view"].pop("page")
        blocks = [compact_json(told)]
        for item in self.items:
            if item.text is not None and item.text_offset is not None:
                end = item.text_offset + len(item.text)
                title = f"Text of {item.evidence_id}, characters {item.text_offset}–{end} of {item.text_length}."
                blocks.append(fenced(f"{title} {item.flagged or ''}".strip(), item.text))
            if item.view is not None:
                title = f"{item.evidence_id} as {item.view.kind}, for reading; quotes are copied from its text."
                blocks.append(fenced(f"{title} {item.flagged or ''}".strip(), item.view.page))
        return "\n\n".join(blocks)


def known(
    app: App, reader: Reader, session_id: str, index: int, source: UrlSource | FileSource, *, refetch: bool
) -> ItemResult | None:
    """The source's evidence if the session has it, its refusal if it can't be read, None if it must be fetched."""
    try:
        if isinstance(source, UrlSource):
            check_url(app, source.url)
            found = None if refetch else evidence_log.find_same_source(reader, session_id, url=source.url)
        else:
            path = readable(source.path, app.settings, most_bytes=limits.EVIDENCE_WIRE_BYTES)
            check_no_report(head_of(path), source.path)
            found = None if refetch else evidence_log.find_same_source(reader, session_id, file_path=str(path))
    except Refusal as refusal:
        return ItemResult(index, refusal=refusal)
    if found is None:
        return None
    return ItemResult(index, evidence=found, reused=True, attempts=_attempts_of(reader, found))


def _attempts_of(reader: Reader, evidence: Evidence) -> list[AttemptPart]:
    """The tries of the job that fetched the evidence, as far as they were made for it."""
    if evidence.job_id is None:
        return []
    names = {evidence.url, evidence.file_path, Path(evidence.file_path).name if evidence.file_path else None}
    views = jobs.attempts_of(reader, evidence.session_id, evidence.job_id)
    return [attempt_part(view) for view in views if view.start.item in names]


def check_url(app: App, url: str) -> None:
    """Refuse a URL that is never fetched, whatever is there: its scheme, host, port or password, or our own pages.

    Raises:
        Refusal: URL_INVALID, SELF_REFERENCE.
    """
    try:
        check_no_own_page(guard.check_url(url), app.web_url, url[:200])
    except StageError as error:
        raise Refusal("URL_INVALID", *url_advice(url, error.message), {"url": url[:200]}) from None


def job_results(app: App, view: JobView, result: dict[str, Any]) -> list[ItemResult]:
    """What the job says of each source, with the evidence from the ledger."""
    results = []
    with app.ledger.read() as reader:
        for entry in result["items"]:
            attempts = [_attempt(one) for one in entry.get("attempts", [])]
            if entry["ok"]:
                evidence = reader.one(Evidence, view.job.session_id, entry["evidence_id"])
                reused = bool(entry.get("reused"))
                results.append(ItemResult(entry["index"], evidence=evidence, reused=reused, attempts=attempts))
            else:
                results.append(ItemResult(entry["index"], refusal=refusal_from(entry["error"]), attempts=attempts))
    return results


def _attempt(told: dict[str, Any]) -> AttemptPart:
    given = {name: told.get(name) for name in AttemptPart.model_fields}
    return AttemptPart(**{**given, "message": clipped(told.get("message") or "", 200) or None})


def fetched_answer(app: App, session_id: str, job_id: str | None, results: list[ItemResult], wanted: Wanted) -> Fetched:
    """The answer with every item. One source that failed is refused as a whole."""
    told = items(app, results, wanted)
    if wanted.view != "text":
        _as_views(app, results, told, wanted.view, wanted.text_offset or 0)
    if len(results) == 1 and results[0].refusal is not None:
        raise results[0].refusal
    return Fetched(status="done", job_id=job_id, session_id=session_id, items=told, next_step=_step(session_id, told))


def _as_views(app: App, results: Sequence[ItemResult], told: Sequence[EvidenceItem], kind: View, start: int) -> None:
    """Show each source for reading, from its block `start` on, instead of a window of its text."""
    good = [(item, result.evidence) for item, result in zip(told, results, strict=True) if item.ok and result.evidence]
    for item, evidence in good:
        budget = max(BUDGET_LEAST, BUDGET // len(good))
        item.view = view_part(app, evidence, kind, budget=budget, start=start)
        item.flagged = flagged(evidence.signals, 0, evidence.text_length) or None
        item.text = item.text_offset = item.truncated = item.next_offset = item.truncation_note = item.find = None


def fetched(app: App, view: JobView, wanted: Wanted) -> Fetched:
    """The answer of a fetch job, done or running."""
    result = result_of(view)
    if result is None:
        return Fetched(
            status="running",
            job_id=view.job.job_id,
            session_id=view.job.session_id,
            next_step=still_running(view) + _then(wanted),
        )
    # New evidence makes a written report old: it says so before the evidence is told of.
    mark_provisional(app, view.job.session_id)
    return fetched_answer(app, view.job.session_id, view.job.job_id, job_results(app, view, result), wanted)


def _then(wanted: Wanted) -> str:
    if wanted == Wanted():
        return ""
    return " Then make this call again: find, text_offset and text_limit are answered from the saved text at once."


def _step(session_id: str, told: list[EvidenceItem]) -> str:
    good = [item for item in told if item.ok]
    if not good:
        return "No source could be read: see the error of each item for the next call."
    usable = [item for item in good if not item.self_reference]
    if not usable:
        return "That is the text under check itself, which can't confirm itself: fetch another, independent source."
    first = usable[0]
    if first.view is not None:
        more = f" To read on, repeat it with text_offset={first.view.next_block}." if first.view.next_block else ""
        return f"For quotes call fetch_evidence with the same source and find, without view.{more}"
    step = (
        f'Copy a quote from the text and call attach_evidence (session_id "{session_id}", evidence_id '
        f'"{first.evidence_id}", the claim_id, the quote).'
    )
    if first.next_offset is not None:
        step += f" To read on, call fetch_evidence with the same source and text_offset={first.next_offset}."
    if len(good) < len(told):
        failed = len(told) - len(good)
        step += f" {counted(failed, 'source')} failed: see {agreeing(failed, 'its error', 'their errors')}."
    return step


def _described(app: App, source: UrlSource | FileSource, found: ItemResult | None, roots: list[str]) -> dict[str, Any]:
    """The source as the job takes it: a file by its true path, with the caller's words for it beside it."""
    if isinstance(source, UrlSource):
        return source.model_dump()
    refusal = found.refusal if found is not None else None
    # The flow looks at paths alone; only here a hard link to the ledger's own file, or a report, is known for it.
    closed = refusal is not None and refusal.code in ("FILE_OUTSIDE_ROOTS", "SELF_REFERENCE")
    try:
        path = str(absolute(source.path, app.settings))
    except Refusal:
        path, closed = source.path, True
    return {"type": "file", "path": path, "given": source.path, "roots": [NO_ROOT] if closed else roots}


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def prepare(
        session_id: str, sources: list[UrlSource | FileSource], *, refetch: bool
    ) -> tuple[list[ItemResult] | None, list[dict[str, Any]]]:
        roots = [str(root) for root in read_roots(app.settings)]
        with app.ledger.read() as reader:
            reader.open_session(session_id)
            found = [
                known(app, reader, session_id, index, source, refetch=refetch) for index, source in enumerate(sources)
            ]
        described = [_described(app, source, one, roots) for source, one in zip(sources, found, strict=True)]
        results = [result for result in found if result is not None]
        return (results if len(results) == len(sources) else None), described

    @server.tool(
        title="Fetch evidence",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=True
        ),
    )
    async def fetch_evidence(  # noqa: PLR0913, PLR0917 - a tool's arguments are given by name
        session_id: SessionId,
        sources: Annotated[
            list[Source], Field(min_length=1, max_length=limits.SOURCES_PER_FETCH, description="What to fetch.")
        ],
        discovered_via: Via,
        context: Context,
        discovery_note: DiscoveryNote = None,
        text_offset: TextOffset = None,
        text_limit: TextLimit = limits.TEXT_WINDOW,
        find: Annotated[
            str | None,
            Field(min_length=1, max_length=1_000, description="Show the text around this term's first match."),
        ] = None,
        view: Annotated[
            Literal["text", "markdown", "compact", "links"],
            Field(description="text, for quotes; else for reading, within 4,000 tokens, text_offset being a block."),
        ] = "text",
        refetch: Annotated[bool, Field(description="Fetch known sources anew, as new evidence.")] = False,
        accept_short: Annotated[bool, Field(description="Keep a page with little prose too (marked short).")] = False,
        accept_incomplete: Annotated[bool, Field(description="Keep a body that was cut short too (marked).")] = False,
        wait_seconds: WaitSeconds = limits.WAIT_SECONDS,
        idempotency_key: IdempotencyKey = None,
    ) -> Fetched:
        if view != "text" and find is not None:
            raise Refusal(
                "ARGUMENT_INVALID",
                "find looks in the text, which a view for reading does not show.",
                'Leave view out to find words, or find to read the page as "markdown", "compact" or "links".',
                {"view": view},
            )
        wanted = Wanted(text_offset, text_limit, find, view)
        results, described = await asyncio.to_thread(prepare, session_id, sources, refetch=refetch)
        if results is not None:
            return await asyncio.to_thread(fetched_answer, app, session_id, None, results, wanted)
        parameters = {
            "sources": described,
            "discovered_via": discovered_via,
            "discovery_note": discovery_note,
            "refetch": refetch,
            "accept_short": accept_short,
            "accept_incomplete": accept_incomplete,
        }
        job = await run_job(
            app,
            "fetch_evidence",
            session_id,
            parameters,
            idempotency_key=idempotency_key,
            seconds=wait_seconds,
            context=context,
        )
        return await asyncio.to_thread(fetched, app, job, wanted)
