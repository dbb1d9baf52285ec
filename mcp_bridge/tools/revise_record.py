"""revise_record: exclude a record from the count, or restore it. Nothing is deleted."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from ledger import revisions, staleness, status
from ledger.records import Exclusion, Restoration
from ledger.values import TargetType
from mcp_bridge.answers import Answer, JsonObject, Part, clipped
from mcp_bridge.blocking import next_call, reason
from mcp_bridge.parameters import IdempotencyKey, SessionId, Visible
from mcp_bridge.recording import write_once

if TYPE_CHECKING:
    from ledger.store import Reader, Writer
    from mcp_bridge.app import App

DESCRIPTION = """\
Excludes a claim, non_claim, evidence, attachment or the session (archive) from the count, or restores it. Use it to \
take back a mistake; for another verdict call set_verdict. Nothing is deleted: the exclusion and its reason stay in \
the report. Excluding a claim or evidence disables its attachments, excluding the session refuses every write until it \
is restored. Returns the exclusion and the verdicts that lost their basis."""

PROBLEMS_SHOWN = 50


class RestoredPart(Part):
    """When and why an exclusion ended."""

    reason: str
    at: datetime


class ExclusionPart(Part):
    """An exclusion."""

    id: str
    target_type: TargetType
    target_id: str
    reason: str
    excluded_at: datetime
    restored: RestoredPart | None


class Revised(Answer):
    """The session after the revision."""

    session_id: str
    exclusion: ExclusionPart
    summary: JsonObject = Field(description="As in get_status.")
    verdicts_without_basis: list[JsonObject]
    verdicts_without_basis_total: int
    reports_stale: bool
    reports_rewritten: list[str] = Field(
        default_factory=list, description="Files that are marked provisional from now on."
    )


def exclusion_part(exclusion: Exclusion, restoration: Restoration | None) -> ExclusionPart:
    """An exclusion as it is told to the caller."""
    return ExclusionPart(
        id=exclusion.exclusion_id,
        target_type=exclusion.target_type,
        target_id=exclusion.target_id,
        reason=clipped(exclusion.reason, 300),
        excluded_at=exclusion.recorded_at,
        restored=RestoredPart(reason=clipped(restoration.reason, 300), at=restoration.recorded_at)
        if restoration
        else None,
    )


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    @server.tool(
        title="Revise record",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
        ),
    )
    def revise_record(
        session_id: SessionId,
        action: Annotated[Literal["exclude", "restore"], Field(description="What to do.")],
        target_type: Annotated[TargetType, Field(description="What kind of record.")],
        target_id: Annotated[
            str, Field(min_length=1, max_length=64, description="Its id; of a session the session_id.")
        ],
        reason: Annotated[
            str, Field(min_length=1, max_length=4_000, description="Why, for the reader of the report."), Visible
        ],
        idempotency_key: IdempotencyKey = None,
    ) -> Revised:
        def make(writer: Writer) -> Revised:
            writer.session(session_id)
            record = revisions.revise(writer, session_id, action, target_type, target_id, reason)
            return _answer(writer, session_id, record)

        request = {"action": action, "target_type": target_type, "target_id": target_id, "reason": reason}
        return write_once(app, "revise_record", session_id, idempotency_key, request, make, Revised)


def _answer(writer: Writer, session_id: str, record: Exclusion | Restoration) -> Revised:
    if isinstance(record, Restoration):
        exclusion = writer.one(Exclusion, session_id, record.exclusion_id)
        part = exclusion_part(exclusion, record)
    else:
        part = exclusion_part(record, None)
    broken = writer.gate("verdicts_without_basis", session_id, PROBLEMS_SHOWN)
    rows = broken.rows if broken else []
    total = broken.total if broken else 0
    return Revised(
        session_id=session_id,
        exclusion=part,
        summary=status.summary(writer, session_id).model_dump(mode="json"),
        verdicts_without_basis=rows,
        verdicts_without_basis_total=total,
        reports_stale=staleness.stale_since(writer, session_id) is not None,
        reports_rewritten=_rewritten(writer, session_id),
        next_step=_step(writer, session_id),
    )


def _rewritten(reader: Reader, session_id: str) -> list[str]:
    """The report files that are marked before this call is answered (see `write_once`)."""
    return [one.name for one in staleness.unmarked(reader, session_id)]


def _step(reader: Reader, session_id: str) -> str:
    """What is open in the session as it is now."""
    if reader.archived(session_id):
        return (
            "The session is archived: it can be read and exported. To write again, restore it with revise_record "
            f'(target_type session, target_id "{session_id}").'
        )
    open_gates = status.blockers(reader, session_id, None, 1)
    if not open_gates:
        return "Nothing is missing: call finalize."
    lost = next((one for one in open_gates if one.gate == "verdicts_without_basis"), None)
    first = lost or open_gates[0]
    return f"Open now: {'; '.join(reason(one) for one in open_gates)}. {next_call(session_id, first)}"
