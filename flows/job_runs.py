"""The runs of one job in the workflow engine, one after another until one of them ends."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flows import job_errors, job_rows
from flows.engine_port import EngineLike, hub_tag
from flows.names import run_name
from flows.registry import FLOWS, TAG, flow_parameters
from flows.runner import EngineLostError, FlowRunner, RunCancelledError
from flows.services import Services
from ledger.records import Job
from ledger.refusals import Refusal
from ledger.values import JobResult

if TYPE_CHECKING:
    from prefect.client.schemas.objects import FlowRun

Ending = tuple[JobResult, dict[str, Any] | None, dict[str, Any] | None]

logger = logging.getLogger(__name__)

RUNS_MOST: Final = 5
"""A job whose runs were lost this often is given up."""
RETRY_SECONDS: float = 0.5
"""Times the number of the run that was lost: the pause before the next."""


class JobRuns:
    """Runs jobs as flows under this hub's `tags`. `closed`: a run that is lost now is not started again."""

    def __init__(self, services: Services, runner: FlowRunner, engine: EngineLike) -> None:
        self.tags = [TAG, hub_tag(services.home)]
        self.closed = False
        self._services = services
        self._runner = runner
        self._engine = engine
        self._boot = uuid.uuid4().hex[:8]

    async def to_end(self, job: Job, run: FlowRun | None, update: Callable[[float, float | None, str], None]) -> Ending:
        """How the job ended, with its result or its refusal; in the desk's loop. `run`: one that exists already."""

        async def tell(done: float, total: float | None, message: str) -> None:
            update(done, total, message)

        number = len((await asyncio.to_thread(job_rows.view, self._services.ledger, job.job_id)).runs)
        while True:
            number += 1
            if number > RUNS_MOST:
                return "lost", None, job_errors.lost(job, RUNS_MOST)
            try:
                await self._engine.ensure_ready(tell)
                adopted, run = run, None
                result = await asyncio.wrap_future(self._runner.call(partial(self._execute, job, number, adopted)))
            except Refusal as refusal:
                return "failed", None, job_errors.error_of(refusal)
            except RunCancelledError:
                return "cancelled", None, job_errors.cancelled(job)
            except EngineLostError as lost:
                if self.closed:
                    raise asyncio.CancelledError from lost
                logger.warning("run %d of job %s was lost: %s", number, job.job_id, lost)
                await asyncio.to_thread(job_rows.close_attempts, self._services.ledger, job)
                await tell(0, None, "the workflow engine went away; the job is started again")
                await asyncio.sleep(RETRY_SECONDS * number)
            except Exception:  # whatever a flow raises ends its job, and a caller waits for that end
                logger.exception("job %s (%s) failed", job.job_id, job.kind)
                return "failed", None, job_errors.internal(job)
            else:
                return "succeeded", result, None

    async def _execute(self, job: Job, number: int, adopted: FlowRun | None) -> dict[str, Any]:
        """The result of one run; in the flow runner's loop."""
        flow = await asyncio.to_thread(FLOWS[job.kind].load)
        parameters = flow_parameters(job.session_id, job.parameters, job.job_id)
        name = run_name(job.kind, parameters)
        run = adopted or await self._runner.create_run(
            flow, parameters, name=name, tags=self.tags, idempotency_key=f"{job.job_id}:{number}:{self._boot}"
        )
        await asyncio.to_thread(job_rows.run_started, self._services.ledger, job, str(run.id), name)
        result: dict[str, Any] = await self._runner.execute(flow, run, parameters, named=adopted is None)
        return result
