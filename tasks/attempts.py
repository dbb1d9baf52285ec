"""How a task tells of its tries. Retries run inside Prefect's engine, so only the task's own body sees each one."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from ledger.records import AttemptEnd, AttemptStart

logger = logging.getLogger(__name__)


class AttemptSink(Protocol):
    """Where tries are recorded: the ledger in the hub, the hub's API elsewhere. Called in the task's body."""

    def started(self, start: AttemptStart) -> None:
        """Record that a try began, durably, before its side effect."""
        ...

    def ended(self, end: AttemptEnd) -> None:
        """Record how a try ended."""
        ...


class StageError(Exception):
    """A try that failed for a reason we know.

    Attributes:
        kind: a stable word (`timeout`, `connection`, `http_status`, `address_refused`, `too_large`, ...).
        transient: whether the same try may succeed later.
        retry_after: seconds the other side asked us to wait.
    """

    def __init__(
        self,
        kind: str,
        message: str,
        *,
        transient: bool = False,
        http_status: int | None = None,
        retry_after: float | None = None,
        received: int | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.transient = transient
        self.http_status = http_status
        self.retry_after = retry_after
        self.received = received

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self.kind, self.message, self.transient, self.http_status, self.retry_after, self.received))


def _rebuild(
    kind: str, message: str, transient: bool, status: int | None, retry_after: float | None, received: int | None
) -> StageError:
    return StageError(
        kind, message, transient=transient, http_status=status, retry_after=retry_after, received=received
    )


@dataclass
class Try:
    """What the body of a try learns on its way, for the attempt's end."""

    number: int
    http_status: int | None = None
    bytes: int | None = None
    detail: str | None = None


@asynccontextmanager
async def attempt(sink: AttemptSink, *, job_id: str, session_id: str, stage: str, item: str) -> AsyncIterator[Try]:
    """Record one try around its side effect; a failure is recorded with its kind and raised on.

    Called inside a Prefect task: the number, flow-run id and task-run id come from its context.
    """
    from prefect.context import TaskRunContext  # noqa: PLC0415 - the hub starts without Prefect

    context = TaskRunContext.get()
    run = context.task_run if context else None
    attempt_id = uuid.uuid4().hex
    number = run.run_count if run and run.run_count else 1
    await asyncio.to_thread(
        sink.started,
        AttemptStart(
            session_id=session_id,
            recorded_at=datetime.now(UTC),
            attempt_id=attempt_id,
            job_id=job_id,
            stage=stage,
            item=item,
            number=number,
            flow_run_id=str(run.flow_run_id) if run and run.flow_run_id else None,
            task_run_id=str(run.id) if run else None,
        ),
    )
    doing = Try(number)

    def end(outcome: str, kind: str | None = None, message: str | None = None) -> AttemptEnd:
        return AttemptEnd.model_validate(
            {
                "session_id": session_id,
                "recorded_at": datetime.now(UTC),
                "attempt_id": attempt_id,
                "outcome": outcome,
                "error_kind": kind,
                "message": message,
                "http_status": doing.http_status,
                "bytes": doing.bytes,
                "detail": doing.detail,
            }
        )

    try:
        yield doing
    except StageError as error:
        doing.http_status = error.http_status if error.http_status is not None else doing.http_status
        doing.bytes = error.received if error.received is not None else doing.bytes
        await asyncio.to_thread(sink.ended, end("failed", error.kind, error.message))
        raise
    except asyncio.CancelledError:
        sink.ended(end("interrupted", "cancelled", "The run was cancelled."))
        raise
    except Exception as error:
        # What a fault says may name folders of this machine, and a try is told to the caller and in the report.
        logger.exception("a try of job %s failed: %s %s", job_id, stage, item)
        told = f"{type(error).__name__}; details are in the hub's log."
        await asyncio.to_thread(sink.ended, end("failed", "internal", told))
        raise
    await asyncio.to_thread(sink.ended, end("succeeded"))
