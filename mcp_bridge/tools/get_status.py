"""get_status: what is done, what is missing, what is running; bounded, with pages of each list."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from evidence import limits
from ledger import sessions, staleness, status
from ledger.folders import SessionFolder
from ledger.rechecks import latest_counts
from ledger.views import Blocker
from mcp_bridge.answers import Answer, JsonObject, Part, fit
from mcp_bridge.blocking import bounded, next_call, reason
from mcp_bridge.parameters import PageOffset, SessionId
from mcp_bridge.status_lists import (
    BasisPart,
    ClaimLeft,
    GapPart,
    JobPart,
    basis_problems,
    claims_left,
    exclusions,
    opposing_quotes,
    outstanding_pictures,
    running_jobs,
    uncovered,
)
from mcp_bridge.tools.revise_record import ExclusionPart

if TYPE_CHECKING:
    from ledger.store import Reader
    from mcp_bridge.app import App

DESCRIPTION = """\
Where a session stands; call it whenever you don't know what to do next. Read-only; it does not wait for jobs \
(wait_job does). Returns the coverage, all that is left to do, and finalize_ready by the very gates that finalize \
runs. The overview has the first rows of each list and totals; a section a page of one list."""

Section = Literal["overview", "gaps", "claims", "basis", "exclusions", "jobs"]
ROWS_BYTES = 3_000
"""Of each list in the overview."""


class SessionStatus(Answer):
    """The state of a session."""

    session_id: str
    title: str | None
    archived: bool
    section: Section
    summary: JsonObject = Field(
        description="coverage, claims by verdict, non_claims, evidence, attachments, exclusions."
    )
    totals: dict[str, int] = Field(description="Length of each list below.")
    uncovered_ranges: list[GapPart]
    claims_without_verdict: list[ClaimLeft]
    verdicts_without_basis: list[BasisPart]
    exclusions: list[ExclusionPart]
    running_jobs: list[JobPart]
    outstanding_pictures: list[str]
    next_offset: int | None = Field(description="Of a section: where its next page starts.")
    opposing_quotes: list[str]
    reports_stale_since: datetime | None
    rechecks: JsonObject | None
    finalize_ready: bool
    blockers: list[JsonObject]


class _Lists(Part):
    """The lists of one answer and how long they are in all."""

    gaps: list[GapPart] = Field(default_factory=list)
    claims: list[ClaimLeft] = Field(default_factory=list)
    basis: list[BasisPart] = Field(default_factory=list)
    exclusions: list[ExclusionPart] = Field(default_factory=list)
    jobs: list[JobPart] = Field(default_factory=list)
    totals: dict[str, int] = Field(default_factory=dict)


def _lists(reader: Reader, app: App, session_id: str, section: Section, offset: int, limit: int) -> _Lists:
    text = sessions.read_source(reader, session_id, SessionFolder(app.settings.home, session_id))
    found = _Lists()
    whole = section == "overview"
    most = limits.LISTED_IDS if whole else limit
    skip = 0 if whole else offset

    def page(name: str) -> tuple[int, int]:
        return (most, skip) if section in ("overview", name) else (1, 0)

    gaps, found.totals["uncovered_ranges"] = uncovered(reader, session_id, text, *page("gaps"))
    claims, found.totals["claims_without_verdict"] = claims_left(reader, session_id, *page("claims"))
    basis, found.totals["verdicts_without_basis"] = basis_problems(reader, session_id, *page("basis"))
    taken, found.totals["exclusions"] = exclusions(reader, session_id, *page("exclusions"))
    jobs, found.totals["running_jobs"] = running_jobs(reader, session_id, *page("jobs"))
    characters = ROWS_BYTES if whole else limits.STATUS_BYTES - ROWS_BYTES
    if section in ("overview", "gaps"):
        found.gaps = fit(gaps, characters)
    if section in ("overview", "claims"):
        found.claims = fit(claims, characters)
    if section in ("overview", "basis"):
        found.basis = fit(basis, characters)
    if section in ("overview", "exclusions"):
        found.exclusions = fit(taken, characters)
    if section in ("overview", "jobs"):
        found.jobs = fit(jobs, characters)
    return found


def _next_offset(section: Section, offset: int, lists: _Lists) -> int | None:
    names = {
        "gaps": "uncovered_ranges",
        "claims": "claims_without_verdict",
        "basis": "verdicts_without_basis",
        "exclusions": "exclusions",
        "jobs": "running_jobs",
    }
    if section == "overview":
        return None
    shown = len(getattr(lists, section))
    following = offset + shown
    return following if shown and following < lists.totals[names[section]] else None


def status_of(
    app: App, session_id: str, section: Section = "overview", offset: int = 0, limit: int = 100
) -> SessionStatus:
    """The state of the session as this tool tells it."""
    with app.ledger.read() as reader:
        session = reader.session(session_id)
        archived = reader.archived(session_id)
        lists = _lists(reader, app, session_id, section, offset, limit)
        folder = SessionFolder(app.settings.home, session_id)
        blockers = status.blockers(reader, session_id, folder, 3, rehash=False)
        pictures, pictures_total = outstanding_pictures(reader, session_id, limits.LISTED_IDS)
        opposing, opposing_total = opposing_quotes(reader, session_id, limits.LISTED_IDS)
        stale = staleness.stale_since(reader, session_id)
        figures = status.summary(reader, session_id)
        reported = bool(staleness.report_files(reader, session_id))
        rechecks = latest_counts(reader, session_id)
    lists.totals["outstanding_pictures"] = pictures_total
    lists.totals["opposing_quotes"] = opposing_total
    return SessionStatus(
        session_id=session_id,
        title=session.title,
        archived=archived,
        section=section,
        summary=figures.model_dump(mode="json"),
        totals=lists.totals,
        uncovered_ranges=lists.gaps,
        claims_without_verdict=lists.claims,
        verdicts_without_basis=lists.basis,
        exclusions=lists.exclusions,
        running_jobs=lists.jobs,
        outstanding_pictures=pictures,
        next_offset=_next_offset(section, offset, lists),
        opposing_quotes=opposing,
        reports_stale_since=stale,
        rechecks=rechecks and rechecks.model_dump(mode="json"),
        finalize_ready=not blockers and not archived,
        blockers=[
            {
                "gate": one.gate,
                "total": one.total,
                "reason": reason(one),
                "first": [bounded(row) for row in one.rows[:1]],
            }
            for one in blockers
        ],
        next_step=_step(session_id, blockers, archived=archived, stale=stale is not None, reported=reported),
    )


def _step(session_id: str, blockers: list[Blocker], *, archived: bool, stale: bool, reported: bool) -> str:
    if archived:
        return (
            f'The session is archived. To write again: revise_record(session_id="{session_id}", action="restore", '
            f'target_type="session", target_id="{session_id}", reason=…).'
        )
    if blockers:
        return next_call(session_id, blockers[0])
    if stale:
        return "The reports are older than the records: call finalize again."
    return "Finalized and up to date: export_report makes a copy." if reported else "Nothing is missing: call finalize."


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Get status",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )
    def get_status(
        session_id: SessionId,
        section: Annotated[Section, Field(description="The overview, or a page of one list.")] = "overview",
        offset: PageOffset = 0,
        limit: Annotated[int, Field(ge=1, le=100, description="Rows of a section's page.")] = 100,
    ) -> SessionStatus:
        return status_of(app, session_id, section, offset, limit)
